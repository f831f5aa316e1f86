"""The question: who is asked, what, and the words of the one main button."""

from collections.abc import Sequence
from dataclasses import dataclass

from parure.i18n import gettext as _
from parure.server.tables.sight import Sight
from parure.server.views.table.moves import Offers, count_of
from parure.words.decisions import decision_words, title_of
from parure.words.moves import going_on, shortly
from parure.words.results import won

__all__ = ["Question", "question_of"]


@dataclass(frozen=True)
class Question:
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
    dialog: str = ""
    """The name of the button that opens the choice again; empty without one."""


def question_of(sight: Sight, names: Sequence[str], offers: Offers) -> Question:
    """Return the question as this viewer sees it."""
    if sight.result is not None:
        return _over(sight, names)
    assert sight.to_play is not None
    assert sight.decision is not None
    name = names[sight.to_play]
    if not offers.things and not offers.bar and not offers.sets and not offers.payments:
        words = decision_words(sight.decision).question
        words = _("thinking…") if sight.thinking else words[:1].upper() + words[1:]
        head = _("{name} to play").format(name=name)
        return Question(head, words, head, seats=(sight.to_play,))
    verb = "return" if sight.decision == "return" else "take"
    dialog = {"payment": _("Pay"), "discard": _("Choose"), "keep": _("Choose")}
    opening = dialog.get(sight.decision)
    return Question(
        head=title_of(sight.decision, count_of(offers.sets)),
        words=decision_words(sight.decision).todo,
        title=title_of("action"),
        yours=True,
        verb=shortly(verb) if offers.sets else "",
        dialog=going_on(opening) if opening else "",
    )


def _over(sight: Sight, names: Sequence[str]) -> Question:
    assert sight.result is not None
    winners = sight.result.winners
    head = won([names[seat] for seat in winners])
    return Question(head, _("Game over"), head, seats=winners)
