"""What a purchase takes: which of the ways that the engine allows is offered first, and what is lost by it.

All of these ways are legal; which one a button means is a habit of the page, no rule.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from parure.components import card_of
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.views.table.trial import Loss, Payment
from parure.words.pieces import bonuses_words, prestige_words

__all__ = ["are_alike", "joker_words", "least", "lost_words"]


def least(payments: Sequence[Payment]) -> Payment:
    """Return the payment that most would choose: no joker card if possible, the least gold, few tokens."""
    return min(
        payments,
        key=lambda one: (one.jokers, one.spent.get("gold", 0), sum(one.spent.values())),
    )


def are_alike(losses: Sequence[Loss], own: Mapping[str, Any]) -> bool:
    """Tell whether it makes no difference to a seat which of these ways to discard it takes."""

    def left(loss: Loss) -> list[tuple[Any, ...]]:
        cards = [card_of(id) for id in loss.cards]
        pairs = [tuple(own["paired"].get(id, ())) for id in loss.cards]
        facts = ((card.bonus, card.worth, card.prestige) for card in cards)
        return sorted(zip(facts, pairs, strict=True))

    return all(left(loss) == left(losses[0]) for loss in losses)


def joker_words(payment: Payment) -> str:
    """Say what becomes of the joker cards of a payment; nothing without any."""
    if not payment.jokers:
        return ""
    words = ngettext("uses up a joker card", "uses up {n} joker cards", payment.jokers)
    words = words.format(n=payment.jokers)
    if payment.wasted:
        waste = ngettext("{n} gold of it is wasted", "{n} gold of it are wasted", payment.wasted)
        words = _("{words}, {more}").format(words=words, more=waste.format(n=payment.wasted))
    return words


def lost_words(loss: Loss) -> str:
    """Say what goes with cards that are discarded."""
    parts = [prestige_words(loss.prestige)] if loss.prestige else []
    parts += [bonuses_words(colour, n) for colour, n in loss.bonuses.items()]
    return _("you lose {things}").format(things=", ".join(parts))
