"""Runs the bots of a server in worker processes, each with only what its seat may know."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import IntEnum, auto
from functools import cache
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from parure import MOVES, Game, Move, bots
from parure.bots import LADDER, Analyst, Bot, Estimate
from parure.bots.champion.search import search
from parure.bots.compiled.lookahead import weigh_moves
from parure.bots.compiled.policy import choose_as_merchant, choose_as_novice
from parure.core.jit import cache_folder, is_kept
from parure.core.state import STATE
from parure.engine.engine_bot import named_engines
from parure.game.knowledge import Knowledge
from parure.game.position import State
from parure.processes import CallFailed, Pool, do_nothing
from parure.server.tables.lesson_games import gentle_bot
from parure.server.tables.options import bot_names, daily_bot, default_bot
from parure.server.workers.jobs import Verdict, weigh

__all__ = ["BotFailed", "Bots", "Progress", "are_compiled", "strongest_bot"]

T = TypeVar("T")

_BUDGETS = ((16, ":0.02s"), (4, ":0.1s"), (2, ":0.4s"))
"""By waiting briefs per process: the time limit of a bot's move."""


_COMPILING = 300.0
"""Seconds that preparing a bot may take, since it may need compiling."""


class _Rank(IntEnum):
    """The priorities of jobs, most urgent first."""

    LIVE = auto()
    """Moves at the tables."""
    HINT = auto()
    REVIEW = auto()


class BotFailed(Exception):
    """Raised if a bot crashed, answered too late or chose an illegal move."""


class Brief(NamedTuple):
    """A bot's task: everything it may know, as bytes and numbers."""

    bot: str
    state: bytes
    seat: int
    moves: tuple[int, ...]

    def known(self) -> Knowledge:
        """Return the state as the bot's seat may know it."""
        return Knowledge(np.ndarray(1, STATE, bytearray(self.state)), self.seat)

    def legal_moves(self) -> list[Move]:
        """Return the moves to choose from."""
        return [MOVES[number] for number in self.moves]


@cache
def strongest_bot() -> str | None:
    """Return the strongest built-in bot that can evaluate moves, if it can be loaded."""
    return next((name for name in reversed(LADDER[1:]) if name in bot_names()), None)


class Progress(NamedTuple):
    """The progress of the first compilation: first the rules, then the bots."""

    done: int
    steps: int
    bot: str | None = None
    """The bot being compiled; None for the rules."""


def likely_bots() -> list[str]:
    """Return the built-in bots, the likeliest opponents first.

    Those are the bots of the guided game, of the lobby's default table, of the deal of the day and of hints.
    """
    first = (gentle_bot(), default_bot(), daily_bot(), strongest_bot())
    return [bot for bot in dict.fromkeys((*first, *LADDER)) if bot in LADDER and bot in bot_names()]


def are_compiled() -> bool:
    """Tell whether the compiled code of all built-in bots is in the cache."""
    entries = (choose_as_novice, choose_as_merchant, weigh_moves, search)
    return all(is_kept(entry) for entry in entries)


class Bots:
    """All bots of a server."""

    def __init__(self, pool: Pool, seconds: float, patient: Pool | None = None) -> None:
        """Run bots in a process pool, with a time limit for each move.

        :param patient: separate processes for reviews, at low priority on the machine.
        """
        self._pool = pool
        self._patient = patient or pool
        self._seconds = seconds
        self._asked = Counter[_Rank]()
        """The number of briefs waiting for an answer."""
        self._hinting = asyncio.Semaphore(max(1, pool.count - 1))
        """Limits hints to all processes but one, if there are several."""
        self._ready: dict[str, asyncio.Task[None]] = {}
        """The bots that are prepared or being prepared."""
        self.progress: Progress | None = None
        """The progress of compiling all bots ahead; None if that is not running."""

    async def choose(self, bot: str, state: State, seat: int, moves: Sequence[Move]) -> Move:
        """Return a bot's move, from a state stripped for its seat."""
        await self.prepare(bot)
        with self._waiting(_Rank.LIVE):
            spec = bot + self._budget(bot, _Rank.LIVE)
            brief = Brief(spec, state.tobytes(), seat, tuple(m.number for m in moves))
            answer = await self._call(_Rank.LIVE, _choose, brief)
        if answer not in brief.moves:
            raise BotFailed(f"{bot} chose {answer!r}")
        return MOVES[answer]

    async def analyse(
        self, bot: str, state: State, seat: int, moves: Sequence[Move]
    ) -> list[Estimate]:
        """Return a bot's evaluation of every legal move, best first."""
        await self.prepare(bot)
        with self._waiting(_Rank.HINT):
            async with self._hinting:
                spec = bot + self._budget(bot, _Rank.HINT)
                brief = Brief(spec, state.tobytes(), seat, tuple(m.number for m in moves))
                estimates = await self._call(_Rank.HINT, _analyse, brief)
        if not estimates or any(e.move.number not in brief.moves for e in estimates):
            raise BotFailed(f"{bot} has no estimate")
        return estimates

    async def weigh(
        self, bot: str, state: State, seat: int, moves: Sequence[Move], line: Sequence[Move]
    ) -> Verdict:
        """Return a bot's verdict on the moves a seat is about to make, compared with all legal ones."""
        await self.prepare(bot)
        with self._waiting(_Rank.HINT):
            async with self._hinting:
                brief = Brief(bot, state.tobytes(), seat, tuple(m.number for m in moves))
                chosen = tuple(move.number for move in line)
                return await self._call(_Rank.HINT, _weigh, brief, chosen)

    async def review(
        self, bot: str, function: Callable[..., T], *arguments: Any, is_quick: bool
    ) -> T:
        """Return the result of one part of a review, computed when no table waits for a bot.

        :param is_quick: the part is short and somebody waits for it, so the bots' processes do it.
        """
        await self.prepare(bot)
        pool = self._pool if is_quick else self._patient
        return await self._call(_Rank.REVIEW, function, *arguments, pool=pool)

    async def warm_up(self) -> None:
        """Start one process that compiles the rules into the shared cache."""
        await self._call(_Rank.LIVE, do_nothing)

    async def compile_all(self) -> None:
        """Compile the built-in bots one after the other, before anybody waits for them.

        Bots in play use another process meanwhile, and find the compiled code in the cache.
        """
        pool = self._pool if cache_folder is None else self._patient
        likely = likely_bots()
        try:
            for number, bot in enumerate(likely, start=1):
                self.progress = Progress(number, 1 + len(likely), bot)
                await self.prepare(bot, pool)
        finally:
            self.progress = None

    def is_ready(self, bot: str) -> bool:
        """Tell whether a bot can answer without being compiled first."""
        return bot not in LADDER or (bot in self._ready and self._ready[bot].done())

    async def prepare(self, bot: str, pool: Pool | None = None) -> None:
        """Compile a built-in bot in a process before its first move."""
        if bot not in LADDER:
            return
        if bot not in self._ready:
            self._ready[bot] = asyncio.create_task(self._compile(bot, pool or self._pool))
        await asyncio.shield(self._ready[bot])

    async def _compile(self, bot: str, pool: Pool) -> None:
        with suppress(CallFailed):
            await asyncio.wrap_future(pool.call(_try_out, bot, seconds=_COMPILING))

    @property
    def is_closed(self) -> bool:
        """Whether the server is shutting down."""
        return self._pool.is_closed

    @contextmanager
    def _waiting(self, rank: _Rank) -> Iterator[None]:
        """Count a waiting brief."""
        self._asked[rank] += 1
        try:
            yield
        finally:
            self._asked[rank] -= 1

    def _budget(self, bot: str, rank: _Rank) -> str:
        """Return the time limit to add to a bot's name, shorter if many bots are thinking.

        Later briefs do not shorten it, and a bot with a fixed number of iterations keeps that number.
        """
        if _counts_looks(bot):
            return ""
        others = sum(self._asked[other] for other in _Rank if other <= rank) - 1
        each = others / self._pool.count
        return next((budget for waiting, budget in _BUDGETS if each >= waiting), "")

    async def _call(
        self, rank: _Rank, function: Callable[..., T], *arguments: Any, pool: Pool | None = None
    ) -> T:
        called = (pool or self._pool).call
        try:
            return await asyncio.wrap_future(
                called(function, *arguments, seconds=self._seconds, rank=rank)
            )
        except CallFailed as error:
            raise BotFailed(str(error)) from error


@cache
def _counts_looks(bot: str) -> bool:
    """Tell whether a built-in bot by default runs a fixed number of iterations, however long they take."""
    budget = getattr(bots.find(bot), "default_budget", None) if bot in LADDER else None
    return budget is not None and budget.iterations is not None


def _try_out(bot: str) -> None:
    """Let a bot choose one move as quickly as possible, to compile it."""
    game = Game(2, seed=1)
    bots.make(f"{bot}:1", 0).choose(game.knowledge(0), game.legal_moves, None)


@cache
def _known(bot: str) -> Bot:
    """Return this process's only instance of a bot."""
    return bots.make(bot, secrets.randbits(32))


def _choose(brief: Brief) -> int:
    is_engine = bots.split(brief.bot)[0] in named_engines()
    # A bot that is gone leaves its engine to the next one: one process for each engine is enough here.
    bot = bots.make(brief.bot, secrets.randbits(32)) if is_engine else _known(brief.bot)
    return bots.ask(bot, brief.known(), brief.legal_moves()).number


def _weigh(brief: Brief, line: tuple[int, ...]) -> Verdict:
    moves = [MOVES[number] for number in line]
    return weigh(brief.bot, brief.known(), moves)


def _analyse(brief: Brief) -> list[Estimate]:
    bot = cast(Analyst, _known(brief.bot))
    return list(bot.analyse(brief.known(), brief.legal_moves(), None))
