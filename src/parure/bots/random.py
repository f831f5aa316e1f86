"""The bot that plays any legal move, each as likely as the others."""

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parure.moves import Move

__all__ = ["RandomBot"]


class RandomBot:
    """Chooses blindly among the legal moves; the same seed gives the same choices."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(
        self, view: Mapping[str, Any], legal_moves: "Sequence[Move]", clock: float | None
    ) -> "Move":
        """Return any of the legal moves, whatever the view."""
        return self._random.choice(legal_moves)
