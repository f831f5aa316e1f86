"""How long a bot may think about a decision, and what it thinks of a move."""

from typing import NamedTuple

from parure.game.moves import Move

__all__ = ["Budget", "Estimate"]


class Budget(NamedTuple):
    """A limit to how long a bot may think about one decision."""

    seconds: float | None = None
    iterations: int | None = None


class Estimate(NamedTuple):
    """A bot's judgement of one legal move."""

    move: Move
    chances: tuple[float, ...]
    """The chance of winning of each seat after it; they add up to 1."""
    visits: int
    """How often it was looked at: what the chances rest on."""
    line: tuple[Move, ...]
    """How the game would probably go on, beginning with the move itself."""
