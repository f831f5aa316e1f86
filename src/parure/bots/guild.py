"""The guild looks one move ahead, and judges what it sees by the experience of many games."""

import secrets
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.bots import Budget, Estimate
from parure.bots.compiled.lookahead import weigh_moves
from parure.bots.tuned import Workspace
from parure.game.knowledge import Knowledge
from parure.game.moves import MOVES, Move
from parure.i18n import mark

__all__ = ["Guild"]

DEALS = 4
"""How many deals of the hidden cards it imagines by itself."""


class Guild:
    """Makes each legal move in a few imagined deals, and takes the one after which it stands best.

    An iteration of its budget is one imagined deal.
    """

    about = mark("Looks one move ahead, with the experience of many games.")
    default_budget = Budget(iterations=DEALS)

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self._random = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        self._budget = budget or self.default_budget
        self._room = Workspace()

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> Move:
        """Return the move after which the chance to win looks highest."""
        chances, _deals, numbers = self._weigh(known, clock)
        return MOVES[numbers[int(chances[:, known.state["to_play"].item()].argmax())]]

    def analyse(
        self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None
    ) -> list[Estimate]:
        """Return every legal move with the chances after it; the visits are the imagined deals."""
        chances, deals, numbers = self._weigh(known, clock)
        players, seat = known.state["players"].item(), known.state["to_play"].item()
        found = [
            Estimate(MOVES[number], tuple(row[:players].tolist()), deals, (MOVES[number],))
            for number, row in zip(numbers, chances, strict=True)
        ]
        return sorted(found, key=lambda estimate: -estimate.chances[seat])

    def _weigh(self, known: Knowledge, clock: float | None) -> tuple[NDArray[Any], int, list[int]]:
        """Return the chances after each legal move, the number of deals, and the numbers of the moves."""
        room = self._room
        room.prepare(known.state)
        started = time.perf_counter()
        wanted = self._budget.iterations or DEALS
        sums: NDArray[Any] | None = None
        deals = 0
        while True:
            seed = np.uint64(self._random.integers(1 << 62))
            count = weigh_moves(
                known.state, seed, wanted, room.states, room.legal, room.needs, room.opinion,
                room.network, room.chances,
            )  # fmt: skip
            chances = room.chances["of"][0, :count] * wanted
            sums = chances if sums is None else sums + chances
            deals += wanted
            if (
                self._budget.seconds is None
                or time.perf_counter() - started >= self._budget.seconds
            ):
                break
        return sums / deals, deals, room.legal["moves"][0, :count].tolist()
