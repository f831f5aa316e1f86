"""Two quick opponents that never look ahead: each decides by what lies on the table."""

import secrets
from collections.abc import Sequence

import numpy as np

from parure.bots import Budget, Estimate, try_out
from parure.bots.compiled.policy import choose_as_merchant, choose_as_novice
from parure.bots.tuned import Workspace
from parure.compiling import completed_by
from parure.game.knowledge import Knowledge
from parure.game.moves import MOVES, Move
from parure.game.position import copied
from parure.i18n import mark

__all__ = ["Merchant", "Novice"]


class _Heuristic:
    """What both share: the choice is made in compiled code, and there is no more opinion than that."""

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self._random = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        self._room = Workspace()

    def _number(self, known: Knowledge) -> int:
        raise NotImplementedError

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> Move:
        """Return the move that looks best at once."""
        self._room.prepare(known.state)
        return MOVES[self._number(known)]

    def analyse(
        self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None
    ) -> list[Estimate]:
        """Return the move it would make, then the others, all with equal chances: it does not weigh them."""
        players = int(known.state[0].players)
        chosen = self.choose(known, legal_moves, clock)
        ordered = sorted(legal_moves, key=lambda move: (move != chosen, move))
        return [Estimate(move, (1 / players,) * players, 0, (move,)) for move in ordered]


class Novice(_Heuristic):
    """Buys the dearest card it can at once, else takes tokens without a plan."""

    about = mark("Buys whatever it can, and takes tokens without a plan.")

    def _number(self, known: Knowledge) -> int:
        seed = self._random.integers(1 << 62)
        room = self._room
        return int(choose_as_novice(copied(known.state), seed, room.legal, room.needs))


class Merchant(_Heuristic):
    """Buys what is worth most to it, else gathers for the card that promises most."""

    about = mark("Saves up for one good card at a time and ignores everyone else.")

    def _number(self, known: Knowledge) -> int:
        return int(choose_as_merchant(copied(known.state), self._room.legal, self._room.needs))


def _use_both() -> None:
    for bot in (Novice(1), Merchant(1)):
        try_out(bot)


completed_by("parure.bots.compiled.policy.choose_as_novice", _use_both)
