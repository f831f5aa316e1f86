"""Opponents: programs that choose moves from what their seat may know.

A bot never sees the game itself, only the view of its own seat and the legal moves.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from parure.moves import Move

__all__ = ["Bot"]


class Bot(Protocol):
    """What every opponent offers."""

    def choose(
        self, view: Mapping[str, Any], legal_moves: "Sequence[Move]", clock: float | None
    ) -> "Move":
        """Return one of the legal moves; `clock` is the time left in seconds, or none at all."""
        ...
