"""Bots at the tables of a server: asked in other processes, each from what its seat may know."""

import secrets
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parure import MOVES, Move, bots
from parure.bots import Bot, Estimate
from parure.core.state import STATE
from parure.server.options import bot_names
from parure.server.processes import CallFailed, Processes, warm_up
from parure.snapshot import LazyView, State

__all__ = ["BotFailed", "Players", "hint_bot"]


_BUDGETS = ((16, ":0.02s"), (4, ":0.1s"), (2, ":0.4s"))
"""For so many waiting questions for each process: how long a bot may think."""


class BotFailed(Exception):
    """A bot crashed, answered too late or with a move that is not legal."""


class Question(NamedTuple):
    """What a bot is asked: everything it may know, as bytes and numbers."""

    bot: str
    state: bytes
    seat: int
    moves: tuple[int, ...]
    clock: float | None = None

    def view(self) -> LazyView:
        """Return what the seat of the bot sees."""
        return LazyView(np.ndarray(1, STATE, bytearray(self.state)), self.seat)

    def legal_moves(self) -> list[Move]:
        """Return the moves to choose from."""
        return [MOVES[number] for number in self.moves]


@cache
def hint_bot() -> str | None:
    """Return the strongest bot with an opinion about moves, if there is any."""
    return next((name for name in reversed(bot_names()) if name != "random"), None)


class Players:
    """All bots of a server."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._asked = 0
        """How many questions wait for their answer."""

    async def choose(
        self, bot: str, state: State, seat: int, moves: Sequence[Move], clock: float | None = None
    ) -> Move:
        """Return the move that a bot chooses, from a state stripped for its seat."""
        spec = bot + self._budget()
        question = Question(spec, state.tobytes(), seat, tuple(m.number for m in moves), clock)
        answer: int = await self._ask(_choose, question)
        if answer not in question.moves:
            raise BotFailed(f"{bot} chose {answer!r}")
        return MOVES[answer]

    async def analyse(
        self, bot: str, state: State, seat: int, moves: Sequence[Move]
    ) -> list[Estimate]:
        """Return what a bot thinks of every legal move, the best first."""
        question = Question(bot, state.tobytes(), seat, tuple(m.number for m in moves))
        estimates: list[Estimate] = await self._ask(_analyse, question)
        if not estimates or any(e.move.number not in question.moves for e in estimates):
            raise BotFailed(f"{bot} has no estimate")
        return estimates

    async def warm_up(self) -> None:
        """Start one process and let it compile the rules into the cache that all share."""
        await self._ask(warm_up)

    @property
    def is_closed(self) -> bool:
        """Whether the server ends."""
        return self._processes.is_closed

    def _budget(self) -> str:
        """Return what is added to the name of a bot, so that nobody waits long where many bots think."""
        each = self._asked / self._processes.count
        return next((budget for waiting, budget in _BUDGETS if each >= waiting), "")

    async def _ask(self, *call: Any) -> Any:
        self._asked += 1
        try:
            return await self._processes.call(*call)
        except CallFailed as error:
            raise BotFailed(str(error)) from error
        finally:
            self._asked -= 1


@cache
def _known(bot: str) -> Bot:
    """Return the one bot of this name in this process."""
    return bots.make(bot, secrets.randbits(32))


def _choose(question: Question) -> int:
    bot = _known(question.bot)
    return bot.choose(question.view(), question.legal_moves(), question.clock).number


def _analyse(question: Question) -> list[Estimate]:
    bot = _known(question.bot)
    return bot.analyse(question.view(), question.legal_moves(), question.clock)
