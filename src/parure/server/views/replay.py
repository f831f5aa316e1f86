"""A finished game from its first move to its last: the list of its turns, and where each one ends."""

from dataclasses import dataclass, replace
from typing import Any

from parure.server.tables.sight import Sight
from parure.server.tables.table import Table
from parure.server.views.table.seats import name_of
from parure.server.views.table.story import Line, story_of

__all__ = ["Turn", "as_it_was", "replay_values"]


@dataclass(frozen=True)
class Turn:
    """A turn of the list."""

    line: Line
    move: int
    """How many moves were made when it was over."""


def as_it_was(sight: Sight) -> Sight:
    """Return a position of a finished game as if it were being played, with everybody there, unhurried."""
    sight = replace(sight, present=(True,) * len(sight.names), thinking=False, clocks=())
    if sight.view is not None and sight.view["over"]:
        return sight
    return replace(sight, status="playing", result=None)


def replay_values(last: Sight, table: Table, move: int) -> dict[str, Any]:
    """Return what the template of a replay needs besides the table.

    :param last: the table at its end.
    :param move: how many moves have been made where it is shown.
    """
    names = [name_of(last, seat) for seat in range(len(last.names))]
    firsts = [push.first for push in table.pushes]
    turns = [
        Turn(line, sum(first <= line.number for first in firsts)) for line in story_of(last, names)
    ]
    return {
        "turns": turns,
        "move": move,
        "moves": len(table.pushes),
    }
