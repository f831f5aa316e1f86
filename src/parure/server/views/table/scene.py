"""A table as one viewer sees it, ready to be drawn.

What is to be shown is found out when it is first asked for: of what has not changed since the last drawing
nobody asks.
"""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

from parure.core.state import HAND_LIMIT
from parure.i18n import gettext as _
from parure.lacking import CardLack
from parure.server.tables.sight import Sight
from parure.server.views.memory import memory_of
from parure.server.views.table.moves import Offers
from parure.server.views.table.question import Question, question_of
from parure.server.views.table.seats import Seat, about_of, name_of, seat_of
from parure.server.views.table.spots import FEW, Spot, Spots
from parure.server.views.table.tips import Tips
from parure.server.views.table.touched import Marks, marks_of
from parure.server.views.table.trial import Trial

__all__ = ["Scene"]

_STANDING = ("cards", "paired", "nobles", "claimed", "posts", "city", "prestige")


class Scene:
    """All that a drawing of a table shows."""

    def __init__(self, sight: Sight, *, read_only: bool = False) -> None:
        """Look at a table.

        :param read_only: for replays, where nothing can be answered.
        """
        self.sight, self.view, self.read_only = sight, sight.seen, read_only
        self._shown: dict[int, Seat] = {}
        self.memory = memory_of(sight, read_only=read_only)
        same, view, count = self.memory.same, self.view, len(sight.names)
        self.names = self.memory.part(
            "names", (sight.names, sight.kinds, sight.away), partial(_names, sight)
        )
        self.seats = [same(f"seat {n}", own) for n, own in enumerate(view["seats"])]
        """What the view says of each seat."""
        first = sight.seat if sight.seat is not None else 0
        self.order = [(first + n) % count for n in range(count)]
        """The seats, from that on the bench on."""
        self.round = (view["turns"] - view["over"]) // count + 1
        self.has_orient = "orient" in sight.rules.modules
        self.plans = not read_only and _may_plan(sight)
        self.moves = () if read_only else sight.moves
        self.asks_action = bool(self.plans or self.moves) and sight.decision == "action"
        self.few = sight.decision if sight.moves and sight.decision in FEW else None
        """The decision, where it is for one of a few things."""
        self.own = None if sight.seat is None else self.seats[first]
        """What lies before the viewer."""
        own, has_gold = self.own, view["bank"]["gold"] > 0
        is_full = own is not None and len(own["hand"]) == HAND_LIMIT
        self.eyes = same("eyes", (self.asks_action, self.few, has_gold, is_full))
        """What matters to all that the viewer could reserve."""
        self._lacks: dict[str, CardLack] = self.memory.part("lacks", own, dict)
        waiting = sight.seat if self.plans else None
        found: dict[Any, Any] = self.memory.either("found", (has_gold, self.posts), dict)
        self.trial = Trial(view, waiting, moves=self.moves, found=found, lacks=self._lacks)

    def means_for(self, id: str | None, moves: Sequence[str] | None) -> Any:
        """Return what of the viewer's own matters to a card: all that they pay with, or what they lack."""
        if self.own is None or id is None:
            return None
        if moves and moves[-1].startswith(("buy", "conquer")) and self.trial.has_ways(id):
            return self.own
        return self.tips.lack(id)

    @property
    def posts(self) -> list[str] | None:
        """The posts that the viewer has."""
        return self.own and self.own["posts"]

    def standing(self, seat: int | None) -> tuple[Any, ...]:
        """Return what of a seat's own matters to nobles, cities and posts."""
        return () if seat is None else tuple([self.seats[seat][name] for name in _STANDING])

    @cached_property
    def seen(self) -> list[tuple[Any, ...]]:
        """What is to be seen of each seat, whoever plays."""
        return [self._seen(seat) for seat in range(len(self.seats))]

    def _seen(self, seat: int) -> tuple[Any, ...]:
        sight, own = self.sight, self.seats[seat]
        clock = (sight.clocks[seat], seat == sight.to_play) if sight.clocks else None
        lacks = [self.tips.lack(id) for id in own["hand"] if id[0] != "?"]
        seen = (own, self.names[seat], about_of(sight, seat), clock, lacks)
        return self.memory.same(f"seen {seat}", seen)

    def state_of(self, seat: int) -> tuple[bool, bool, bool]:
        """Return whether a seat plays, thinks and is there."""
        sight, plays = self.sight, seat == self.sight.to_play
        return plays, plays and sight.thinking, sight.present[seat]

    @cached_property
    def offers(self) -> Offers:
        """What can be answered, or planned."""
        moves = self.trial.moves if self.plans else self.moves
        return Offers(moves, self.trial, self.view, planned=self.plans)

    @cached_property
    def tips(self) -> Tips:
        """What is said of things."""
        trial = self.trial if self.asks_action else None
        return Tips(self.view, self.sight.seat, self.names, trial, self._lacks)

    @cached_property
    def marks(self) -> Marks:
        """What the others have touched."""
        return marks_of(self.sight)

    @cached_property
    def spots(self) -> Spots:
        """What makes the things on the table."""
        return Spots(self.sight, self.view, self.offers, self.tips, self.marks)

    @property
    def rows(self) -> list[list[Spot]]:
        """The things of the market."""
        return self.spots.rows()

    @property
    def tiles(self) -> list[Spot]:
        """The cities, or the nobles."""
        return self.spots.tiles()

    def seat(self, seat: int) -> Seat:
        """Return what is shown of a seat."""
        found = self._shown.get(seat)
        if found is None:
            found = seat_of(self.sight, seat, self.names[seat], self.tips)
            self._shown[seat] = found
        return found

    @cached_property
    def question(self) -> Question:
        """What is asked."""
        return question_of(self.sight, self.names, self.offers, self.trial)

    @property
    def undone_words(self) -> str:
        """Who took a move back."""
        if self.sight.undone is None:
            return ""
        return _("{name} took it back").format(name=self.names[self.sight.undone])


def _names(sight: Sight) -> tuple[str, ...]:
    return tuple([name_of(sight, seat) for seat in range(len(sight.names))])


def _may_plan(sight: Sight) -> bool:
    """Tell whether the viewer waits while another thinks about an action."""
    is_waiting = sight.seat is not None and sight.seat != sight.to_play
    return is_waiting and sight.status == "playing" and sight.decision == "action"
