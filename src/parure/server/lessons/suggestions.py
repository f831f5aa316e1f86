"""Advice for a learner who goes their own way: no rule, only a good idea among the legal moves."""

from collections.abc import Callable

from parure.components import card_of
from parure.game import lacking
from parure.i18n import gettext as _
from parure.server.lessons.learner import Advice, Learner

__all__ = [
    "something_to_reserve",
    "towards_a_card",
    "towards_a_first_card",
    "towards_a_noble",
    "towards_prestige",
    "towards_the_hand",
]


def towards_a_first_card(learner: Learner) -> Advice:
    """Advise a cheap card, best one that three different tokens lead to: the usual way to take them."""

    def worth(id: str) -> float:
        return sum(price > 0 for price in card_of(id).price) - 2.0 * (card_of(id).level - 1)

    return _towards(learner, worth)


def towards_a_card(learner: Learner) -> Advice:
    """Advise a card that the learner's own cards help to pay for."""

    def worth(id: str) -> float:
        helped = sum(card_of(id).price) - sum(learner.lack(id).due.values())
        return helped - 2.0 * (card_of(id).level - 1)

    return _towards(learner, worth)


def towards_the_hand(learner: Learner) -> Advice:
    """Advise what leads to a card that is reserved."""
    return _towards(learner, lambda id: 20.0 if id in learner.own["hand"] else 0.0)


def towards_prestige(learner: Learner) -> Advice:
    """Advise a card with prestige."""
    return _towards(
        learner, lambda id: card_of(id).prestige * 1.5 - (20 if not card_of(id).prestige else 0)
    )


def towards_a_noble(learner: Learner) -> Advice:
    """Advise cards that the nearest noble asks for."""
    goals = lacking.for_goals(learner.view, learner.seat)
    if not goals:
        return towards_prestige(learner)
    nearest = min(goals, key=lambda id: (sum(goals[id].colours.values()), id))
    wanted = goals[nearest].colours
    advice = _towards(learner, lambda id: 4.0 if card_of(id).bonus in wanted else 0.0)
    return Advice(advice.todo, advice.card, (*advice.lights, nearest))


def _towards(learner: Learner, worth: Callable[[str], float]) -> Advice:
    """Advise to buy the best card there is, or else the tokens that lead to it."""
    goal = learner.goal(worth)
    if goal is None:
        return Advice(_("Take any tokens you like: more cards will come."))
    thing, card = goal
    if thing in learner.buyable():
        return Advice(_("You can pay for this card: tap it, then buy it."), card, (thing,))
    tokens = learner.tokens_for(card)
    if tokens:
        words = _("Tap the lit tokens and take them: they lead to this card.")
        if len(set(tokens)) < len(tokens):
            words = _("Tap the lit token twice and take both: they lead to this card.")
        return Advice(words, card, (thing, *(f"bank-{c}" for c in dict.fromkeys(tokens))))
    cheap = next(iter(learner.buyable()), None)
    if cheap is not None:
        return Advice(_("Buy this card: every bonus helps."), learner.buyable()[cheap], (cheap,))
    return Advice(_("Take any tokens you like: this card is what to save for."), card, (thing,))


def something_to_reserve(learner: Learner) -> Advice:
    """Advise to reserve the card with prestige that is nearest."""
    places = [move.split()[1] for move in learner.moves if move.startswith("reserve ")]
    rows = learner.view["rows"]
    dear = [place for place in places if rows.get(place) and card_of(rows[place]).prestige]
    if not dear:
        return towards_a_card(learner)
    best = min(
        dear,
        key=lambda place: (
            learner.distance(rows[place]) - card_of(rows[place]).prestige,
            place,
        ),
    )
    words = _(
        "Tap this card and reserve it: you can't pay for it yet, but the others can't take it."
    )
    return Advice(words, rows[best], (f"place-{best}",))
