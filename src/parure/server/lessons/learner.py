"""A learner's possessions, options and past moves, and advice for those who leave the lesson.

The advice is only a good idea among the legal moves.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parure.components import card_of
from parure.game import lacking
from parure.i18n import gettext as _
from parure.server.tables.view import TableView

__all__ = [
    "Advice",
    "Learner",
    "something_to_reserve",
    "taking",
    "towards_a_card",
    "towards_a_first_card",
    "towards_a_noble",
    "towards_prestige",
    "towards_the_hand",
]


@dataclass(frozen=True)
class Advice:
    """Advice: something to do, and the things concerned."""

    todo: str
    card: str | None = None
    """A card to show."""
    lights: tuple[str, ...] = ()
    """The ids of the things to highlight on the page."""


class Learner:
    """The learner's possessions, options and past moves."""

    def __init__(self, view: TableView) -> None:
        assert view.seat is not None
        self.known, self.seat, self.moves = view.playing, view.seat, view.moves
        self.view: Mapping[str, Any] = self.known.view
        self.own: Mapping[str, Any] = self.known.own
        begin = 0 if view.guide is None else view.guide.begin
        own = [one for one in view.log if one["seat"] == view.seat and one["turn"] >= begin]
        self.made = [one["move"] for one in own]
        """The moves that the learner has made since the lesson began."""
        now = int(self.known.state["turns"].item())
        self.turns = len({one["turn"] for one in own if one["turn"] < now})
        """The turns the learner has finished since then."""

    def lack(self, id: str) -> lacking.CardLack:
        """What the learner lacks for a card."""
        return lacking.for_card(self.known, self.seat, id)

    def distance(self, id: str) -> int:
        """Return how many tokens the learner lacks for a card, after spending gold."""
        return self.lack(id).gold - self.lack(id).has_gold

    def buyable(self) -> dict[str, str]:
        """The affordable cards, by the thing to tap."""
        found = {}
        for move in self.moves:
            verb, *what = move.split()
            if verb == "buy" and what[0] == "hand":
                found[f"hand-{what[1]}"] = self.own["hand"][int(what[1]) - 1]
            elif verb == "buy":
                found[f"place-{what[0]}"] = self.view["rows"][what[0]]
        return found

    def cards(self) -> dict[str, str]:
        """The cards of the market and of the hand, by the thing to tap."""
        things = {f"place-{place}": id for place, id in self.view["rows"].items() if id}
        return things | {f"hand-{n}": id for n, id in enumerate(self.own["hand"], 1)}

    def goal(self, worth: Callable[[str], float]) -> tuple[str, str] | None:
        """The nearest card of the market or the hand, with the thing to tap."""
        reachable = {
            thing: id
            for thing, id in self.cards().items()
            if all(n <= self.view["bank"][c] for c, n in self.lack(id).tokens.items())
        }
        if not reachable:
            return None
        thing = min(reachable, key=lambda t: (self.distance(reachable[t]) - worth(reachable[t]), t))
        return thing, reachable[thing]

    def nearest_goal(self) -> tuple[str, ...]:
        """The noble or city that the learner lacks least for, reserved nobles first."""
        return _nearest(lacking.for_goals(self.known, self.seat))

    def tokens_for(self, id: str) -> tuple[str, ...]:
        """Return the colours of tokens to take towards a card."""
        missing, gain = self.lack(id).tokens, 0
        best: tuple[str, ...] = ()
        for move in self.moves:
            verb, *colours = move.split()
            if verb == "take":
                helps = sum(min(colours.count(c), n) for c, n in missing.items())
                if helps > gain:
                    best, gain = tuple(colours), helps
        return best

    def did(self, beginning: str) -> int:
        """Return how many of the learner's moves begin with a text."""
        return sum(move.startswith(beginning) for move in self.made)


def _nearest(lacks: Mapping[str, lacking.TileLack]) -> tuple[str, ...]:
    """Return the tile that lacks least: cards first, then prestige."""

    def distance(id: str) -> tuple[int, int]:
        lack = lacks[id]
        return sum(lack.colours.values()) + lack.any_colour + lack.prestige // 3, lack.prestige

    return (min(lacks, key=distance),) if lacks else ()


def towards_a_first_card(learner: Learner) -> Advice:
    """Advise a cheap card, preferably one within reach of three different tokens."""

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
    """Advise a move towards a reserved card."""
    return _towards(learner, lambda id: 20.0 if id in learner.own["hand"] else 0.0)


def towards_prestige(learner: Learner) -> Advice:
    """Advise a card with prestige."""
    return _towards(
        learner, lambda id: card_of(id).prestige * 1.5 - (20 if not card_of(id).prestige else 0)
    )


def towards_a_noble(learner: Learner) -> Advice:
    """Advise cards that the nearest noble requires."""
    goals = lacking.for_goals(learner.known, learner.seat)
    if not goals:
        return towards_prestige(learner)
    nearest = min(goals, key=lambda id: (sum(goals[id].colours.values()), id))
    wanted = goals[nearest].colours
    advice = _towards(learner, lambda id: 4.0 if card_of(id).bonus in wanted else 0.0)
    return Advice(advice.todo, advice.card, (*advice.lights, nearest))


def taking(colours: Sequence[str], card: str, things: tuple[str, ...]) -> Advice:
    """Advise taking tokens for a card, which is shown with the things to tap for it."""
    words = _("Tap the highlighted tokens and take them: they bring you closer to this card.")
    if len(set(colours)) < len(colours):
        words = _(
            "Tap the highlighted token twice and take both: they bring you closer to this card."
        )
    return Advice(words, card, (*things, *(f"bank-{c}" for c in dict.fromkeys(colours))))


def _towards(learner: Learner, worth: Callable[[str], float]) -> Advice:
    """Advise buying the best card, or else tokens towards it."""
    goal = learner.goal(worth)
    if goal is None:
        return Advice(_("Take any tokens you like: more cards will come."))
    thing, card = goal
    if thing in learner.buyable():
        return Advice(_("You can afford this card: tap it, then buy it."), card, (thing,))
    tokens = learner.tokens_for(card)
    if tokens:
        return taking(tokens, card, (thing,))
    cheap = next(iter(learner.buyable()), None)
    if cheap is not None:
        return Advice(_("Buy this card: every bonus helps."), learner.buyable()[cheap], (cheap,))
    return Advice(_("Take any tokens you like, and save up for this card."), card, (thing,))


def something_to_reserve(learner: Learner) -> Advice:
    """Advise reserving the nearest card with prestige."""
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
        "Tap this card and reserve it: you can’t afford it yet, but now nobody else can take it."
    )
    return Advice(words, rows[best], (f"place-{best}",))
