"""The course of a finished game: everybody's prestige after each decision, and as a curve."""

from collections.abc import Sequence
from typing import NamedTuple

from parure import Game
from parure.game.moves import Move
from parure.render.draw import number

__all__ = ["Point", "course", "curve", "top_of"]


class Point(NamedTuple):
    """A moment in the course of a game."""

    turns: int
    """How many turns were finished."""
    prestige: tuple[int, ...]
    """The prestige of each seat."""


def course(game: Game) -> list[Point]:
    """Return the course of a game: its beginning, then the moment after each decision."""
    made = game.record()
    again = Game.replay({**made, "moves": []})
    found = [Point(again.turns, tuple(again.prestige))]
    for move in made["moves"]:
        again.push(Move.of(move))
        found.append(Point(again.turns, tuple(again.prestige)))
    return found


def top_of(points: Sequence[Point]) -> int:
    """Return the prestige at the top of a chart: that which ends a game, or what was reached beyond it."""
    return max(15, *points[-1].prestige)


def curve(points: Sequence[Point], seat: int, width: float, height: float) -> str:
    """Return the prestige of a seat as the steps of a path, turn by turn, in a box of this size."""
    across, up = width / max(1, points[-1].turns), height / top_of(points)
    steps, before = f"M0 {number(height)}", 0
    for turns, prestige in points:
        if prestige[seat] != before:
            before = prestige[seat]
            steps += f"H{number(turns * across)}V{number(height - before * up)}"
    return f"{steps}H{number(width)}"
