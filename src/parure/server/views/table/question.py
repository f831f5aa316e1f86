"""The question: who is asked, what, and the words of the one main button."""

from collections.abc import Sequence
from typing import NamedTuple

from parure.i18n import gettext as _
from parure.server.tables.sight import Sight
from parure.server.views.table.moves import Offers, count_of
from parure.server.views.table.seats import outcome_of
from parure.server.views.table.story import Line, recent, story_of
from parure.server.views.table.trial import Trial
from parure.words.decisions import decision_words, stronghold_words, title_of
from parure.words.moves import going_on, shortly
from parure.words.results import ended_words

__all__ = ["Question", "question_of"]


class Question(NamedTuple):
    """What stands in the one inverted panel, or in a quiet one while others decide."""

    head: str
    words: str
    title: str
    """The title of the page."""
    yours: bool = False
    verb: str = ""
    """What the main button does with the tokens that are chosen."""
    seats: tuple[int, ...] = ()
    """The shields to show: of the seat that decides, or of the winners."""
    handed: bool = False
    """The screen was passed on: what happened before stands where else the help does."""
    cards: Sequence[str] = ()
    """The cards that moved then: ids, or decks after a question mark."""
    dialog: str = ""
    """The name of the button that opens the choice again; empty without one."""
    passes: str = ""
    """The name of the button that passes the screen on; empty where that happens by itself."""


def question_of(
    sight: Sight,
    names: Sequence[str],
    offers: Offers,
    trial: Trial,
) -> Question:
    """Return the question as this viewer sees it."""
    if sight.result is not None:
        return _over(sight, names)
    assert sight.to_play is not None
    assert sight.decision is not None
    name = names[sight.to_play]
    if _has_drawn(sight):
        return Question(
            head=_("This is your card"),
            words=_("Nobody else sees it."),
            title=_("{name} to play").format(name=name),
            yours=True,
            cards=_last(sight, names)[0].cards,
            passes=_("Pass to {name}").format(name=name),
        )
    if offers.planned or not any((offers.moves, offers.bar, offers.sets, offers.payments)):
        words = decision_words(sight.decision).question
        words = _waiting(sight) or words[:1].upper() + words[1:]
        head = _("{name} to play").format(name=name)
        verb = shortly("take") if offers.planned else ""
        return Question(head, words, head, verb=verb, seats=(sight.to_play,))
    if len(sight.mine) > 1 and sight.decision == "action":
        return _handed(name, _last(sight, names))
    verb = "return" if sight.decision == "return" else "take"
    dialog = {"payment": _("Pay"), "discard": _("Choose"), "keep": _("Choose")}
    opening = dialog.get(sight.decision)
    return Question(
        head=title_of(sight.decision, count_of(offers.sets)),
        words=_todo(sight, trial),
        title=title_of("action"),
        yours=True,
        verb=shortly(verb) if offers.sets else "",
        dialog=going_on(opening) if opening else "",
    )


def _waiting(sight: Sight) -> str:
    """Say what a bot does that is to play; nothing of a person."""
    if sight.preparing:
        return _("getting ready, the first time takes a minute…")
    return _("thinking…") if sight.thinking else ""


def _has_drawn(sight: Sight) -> bool:
    """Tell whether the viewer has just reserved a card unseen, and another is to play at the same screen."""
    if sight.to_play == sight.seat or sight.to_play not in sight.mine or not sight.log:
        return False
    return any(
        entry.seat == sight.seat and entry.move.startswith("reserve deck")
        for entry in recent(sight.log, 1)
    )


def _last(sight: Sight, names: Sequence[str]) -> list[Line]:
    """Return what the last turn was, if there was any."""
    return story_of(sight, names, recent(sight.log, 1))


def _handed(name: str, log: Sequence[Line]) -> Question:
    """The question to whom a screen is passed on: it names them, and tells what happened before."""
    return Question(
        head=_("{name}, your turn").format(name=name),
        words=log[-1].html if log else decision_words("action").todo,
        title=title_of("action"),
        yours=True,
        verb=shortly("take"),
        handed=True,
        cards=log[-1].cards if log else (),
    )


def _todo(sight: Sight, trial: Trial) -> str:
    """Say what is to be done, and nothing that cannot."""
    assert sight.decision is not None
    words = decision_words(sight.decision).todo
    if sight.decision == "stronghold":
        return stronghold_words({move.split()[0] for move in sight.moves})
    if sight.decision == "discard":
        step, steps = trial.discard_step()
        return _("{words} {n} of {all}").format(words=words, n=step, all=steps)
    return words


def _over(sight: Sight, names: Sequence[str]) -> Question:
    assert sight.result is not None
    winners = sight.result.winners
    head = outcome_of(sight, names)
    words = _("Game over")
    if sight.result.ended:
        words = ended_words(sight.result.ended, [names[seat] for seat in sight.resigned])
    return Question(head, words, head, seats=winners)
