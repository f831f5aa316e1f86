"""What a learner has, can do and has done, as the coach looks at it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parure.game import lacking
from parure.server.tables.view import TableView

__all__ = ["Advice", "Learner"]


@dataclass(frozen=True)
class Advice:
    """Something to do, with what it is about."""

    todo: str
    card: str | None = None
    """A card to be shown."""
    lights: tuple[str, ...] = ()
    """The ids of the things on the page to be lit."""


class Learner:
    """What the learner has, can do and has done."""

    def __init__(self, view: TableView) -> None:
        assert view.seat is not None
        self.view, self.seat, self.moves = view.playing, view.seat, view.moves
        self.own: dict[str, Any] = self.view["seats"][view.seat]
        begin = 0 if view.guide is None else view.guide.begin
        own = [one for one in view.log if one["seat"] == view.seat and one["turn"] >= begin]
        self.made = [one["move"] for one in own]
        """The moves that the learner has made since the lesson began."""
        now = int(self.view.state["turns"].item())
        self.turns = len({one["turn"] for one in own if one["turn"] < now})
        """How many turns the learner has finished since."""

    def lack(self, id: str) -> lacking.CardLack:
        """What the learner lacks for a card."""
        return lacking.for_card(self.view, self.seat, id)

    def distance(self, id: str) -> int:
        """How many tokens are lacking for a card, less those that gold is there for."""
        return self.lack(id).gold - self.lack(id).has_gold

    def buyable(self) -> dict[str, str]:
        """The cards that can be bought now, by the thing to tap."""
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
        """The card of the market or the hand that is nearest, with the thing where it lies."""
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
        """The noble or city that the learner lacks least for, those first that are kept for them."""
        return _nearest(lacking.for_goals(self.view, self.seat))

    def tokens_for(self, id: str) -> tuple[str, ...]:
        """The colours of the tokens to take in order to come nearer to a card."""
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
        """Return how often the learner has made a move that begins so."""
        return sum(move.startswith(beginning) for move in self.made)


def _nearest(lacks: Mapping[str, lacking.TileLack]) -> tuple[str, ...]:
    """The tile that lacks least: cards first, then prestige."""

    def distance(id: str) -> tuple[int, int]:
        lack = lacks[id]
        return sum(lack.colours.values()) + lack.any_colour + lack.prestige // 3, lack.prestige

    return (min(lacks, key=distance),) if lacks else ()
