"""The question: who is asked, what, and the words of the one main button."""

from collections.abc import Sequence
from dataclasses import dataclass

from parure.i18n import gettext as _
from parure.i18n import mark, ngettext
from parure.render.words import QUESTIONS
from parure.server.tables.sight import Sight
from parure.server.views.table.moves import Offers, count_of

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


_ASKED = {
    "action": (mark("Your turn"), mark("Take gems, buy, or reserve a card.")),
    "payment": (mark("Buy this card"), mark("Choose how to pay.")),
    "discard": (mark("Pay with cards"), mark("Choose a card to discard.")),
    "pair": (mark("Which colour?"), mark("The card takes the colour of one of yours.")),
    "claim": (mark("Reserve a noble"), mark("It will wait for you alone.")),
    "gift": (mark("A card for free"), mark("Choose one of the cards that are lit.")),
    "gain": (mark("One more gem"), mark("A post of yours gives it. Choose a token.")),
    "stronghold": (
        mark("Your strongholds"),
        mark("Tap a card to place, move or remove one."),
    ),
    "conquest": (mark("Conquer this card?"), mark("Your three strongholds stand on it.")),
    "keep": (mark("Keep one card"), mark("The other goes under the deck.")),
    "noble": (mark("A noble comes"), mark("Choose which one.")),
    "post": (mark("You win a post"), mark("Choose which one.")),
    "city": (mark("You take a city"), mark("Choose which one.")),
}


def question_of(sight: Sight, names: Sequence[str], offers: Offers) -> Question:
    """Return the question as this viewer sees it."""
    if sight.result is not None:
        return _over(sight, names)
    assert sight.to_play is not None
    assert sight.decision is not None
    name = names[sight.to_play]
    if not offers.things and not offers.bar and not offers.sets and not offers.payments:
        words = _(QUESTIONS[sight.decision])
        words = _("thinking…") if sight.thinking else words[:1].upper() + words[1:]
        head = _("{name} to play").format(name=name)
        return Question(head, words, head, seats=(sight.to_play,))
    if sight.decision == "return":
        n = count_of(offers.sets)
        head = ngettext("Give back {n} token", "Give back {n} tokens", n).format(n=n)
        words = _("Ten is the most you may keep. Tap yours.")
        return Question(head, words, _("Your turn"), yours=True, verb=_("Give back"))
    head, words = _ASKED[sight.decision]
    dialog = {"payment": _("Pay…"), "discard": _("Choose…"), "keep": _("Choose…")}
    return Question(
        _(head),
        _(words),
        _("Your turn"),
        yours=True,
        verb=_("Take") if offers.sets else "",
        dialog=dialog.get(sight.decision, ""),
    )


def _over(sight: Sight, names: Sequence[str]) -> Question:
    assert sight.result is not None
    winners = sight.result.winners
    if len(winners) == 1:
        head = _("{name} wins").format(name=names[winners[0]])
    else:
        head = _("Shared victory: {names}").format(names=", ".join(names[seat] for seat in winners))
    return Question(head, _("Game over"), head, seats=winners)
