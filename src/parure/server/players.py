"""Bots in processes of their own: whatever they do, the server goes on.

A few threads wait for a few processes, one each. A bot that crashes takes only its own process with it,
and one that does not answer in time is ended; the next question gets a fresh process.
"""

import asyncio
import multiprocessing
import os
import secrets
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, NamedTuple

from parure import MODULES, MOVES, Game, Move, bots
from parure.bots import Bot, Estimate
from parure.server.options import bot_names
from parure.snapshot import LazyView, State

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

__all__ = ["BotFailed", "Players", "hint_bot", "warm_up"]


class BotFailed(Exception):
    """A bot crashed, answered too late or with a move that is not legal."""


class Question(NamedTuple):
    """What a bot is asked: everything it may know, as bytes and numbers."""

    bot: str
    state: bytes
    seat: int
    moves: tuple[int, ...]
    clock: float | None
    analyse: bool


def warm_up() -> None:
    """Compile the rules, or load them from the cache, by using all that a table uses."""
    game = Game(4, MODULES, seed=1)
    game.push(game.legal_moves[0])
    game.view(0)
    game.lazy_view(None)
    assert not game.is_last_round


@cache
def hint_bot() -> str | None:
    """Return the strongest bot with an opinion about moves, if there is any."""
    return next((name for name in reversed(bot_names()) if name != "random"), None)


class Players:
    """The processes that think for all bots of a server."""

    def __init__(self, processes: int | None = None, seconds: float = 60.0) -> None:
        """Make the pool; processes start when they are first needed.

        :param processes: how many; without a number, all cores but one.
        :param seconds: how long a bot may think about one question.
        """
        self._seconds = seconds
        count = processes or max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="bot")
        self._own = threading.local()
        self._workers: set[_Worker] = set()
        self.is_closed = False

    async def choose(
        self, bot: str, state: State, seat: int, moves: Sequence[Move], clock: float | None = None
    ) -> Move:
        """Return the move that a bot chooses, from a state stripped for its seat."""
        numbers = tuple(move.number for move in moves)
        question = Question(bot, state.tobytes(), seat, numbers, clock, analyse=False)
        answer: int = await self._ask(question)
        if answer not in numbers:
            raise BotFailed(f"{bot} chose {answer!r}")
        return MOVES[answer]

    async def analyse(
        self, bot: str, state: State, seat: int, moves: Sequence[Move]
    ) -> list[Estimate]:
        """Return what a bot thinks of every legal move, the best first."""
        numbers = tuple(move.number for move in moves)
        answer = await self._ask(Question(bot, state.tobytes(), seat, numbers, None, analyse=True))
        estimates: list[Estimate] = answer
        if not estimates or any(estimate.move.number not in numbers for estimate in estimates):
            raise BotFailed(f"{bot} has no estimate")
        return estimates

    async def warm_up(self) -> None:
        """Start one process and let it compile the rules into the cache that all share."""
        await self._ask(None)

    async def _ask(self, question: Question | None) -> Any:
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, self._ask_worker, question
        )

    def _ask_worker(self, question: Question | None) -> Any:
        worker: _Worker | None = getattr(self._own, "worker", None)
        if self.is_closed:
            raise BotFailed("the server ends")
        if worker is None or not worker.is_alive:
            try:
                worker = self._own.worker = _Worker()
            except OSError as error:
                raise BotFailed(str(error)) from error
            self._workers.add(worker)
            if self.is_closed:
                worker.end()
        # Compiling for the first time takes longer than any bot may think.
        seconds = self._seconds if worker.is_warm or question is None else self._seconds + 120
        try:
            return worker.ask(question, None if question is None else seconds)
        except BotFailed:
            if not worker.is_alive:
                self._workers.discard(worker)
            raise

    def close(self) -> None:
        """End all processes."""
        self.is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in list(self._workers):
            worker.end()
        self._threads.shutdown(wait=True)


class _Worker:
    """One process, used by one thread."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.is_warm = False

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def ask(self, question: Question | None, seconds: float | None) -> Any:
        """Return the answer to a question, or fail when none comes in time."""
        try:
            self._pipe.send(question)
            if not self._pipe.poll(seconds):
                self.end()
                raise BotFailed("no answer in time")
            is_answer, answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            self.end()
            raise BotFailed("the process of the bot has ended") from error
        if not is_answer:
            raise BotFailed(answer)
        self.is_warm = True
        return answer

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join()


def _work(pipe: "Connection[Any, Any]") -> None:
    """Answer questions until the server is gone: the life of a process."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up()
    known: dict[str, Bot] = {}
    while True:
        try:
            question: Question | None = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, None if question is None else _think(question, known))
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return


def _think(question: Question, known: dict[str, Bot]) -> Any:
    """Let a bot answer: the number of its move, or its estimates."""
    import numpy as np

    from parure.core.state import STATE

    if question.bot not in known:
        known[question.bot] = bots.make(question.bot, secrets.randbits(32))
    bot = known[question.bot]
    view = LazyView(np.ndarray(1, STATE, bytearray(question.state)), question.seat)
    moves = [MOVES[number] for number in question.moves]
    if question.analyse:
        return bot.analyse(view, moves, question.clock)
    return bot.choose(view, moves, question.clock).number
