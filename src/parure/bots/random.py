"""The bot that plays any legal move, each as likely as the others."""

import random
from collections.abc import Sequence

from parure.bots import Budget, Estimate
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.i18n import mark

__all__ = ["RandomBot"]


class RandomBot:
    """Chooses blindly among the legal moves; the same seed gives the same choices."""

    about = mark("Plays at random: an easy first win.")

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> Move:
        """Return any of the legal moves, whatever its seat knows."""
        return self._random.choice(legal_moves)

    def analyse(
        self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None
    ) -> list[Estimate]:
        """Return every move with equal chances for all seats: this bot has no opinion."""
        players = known.view["players"]
        return [Estimate(move, (1 / players,) * players, 0, (move,)) for move in legal_moves]
