"""Tables drawn as HTML beside the event loop, which answers moves meanwhile."""

import asyncio
import gc
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from functools import partial

from parure.compiling import warm_up
from parure.processes import CallFailed, Pool
from parure.server.house.background import Background
from parure.server.tables.sight import Sight
from parure.server.views.changes import Drawn
from parure.server.views.table.story import recent
from parure.server.views.table.table import draw_table

__all__ = ["Drawing", "prepare"]

_QUIET = 10
"""As many drawings in a second are made in a thread; more of them in processes."""
_AT_ONCE = 10
"""So many tables are drawn by one call of a process at most; each must wait for the last of them."""
_GARBAGE = (20_000, 20, 20)
"""How much a process makes before it looks for garbage, and how often in what is older: what it remembers
is none."""
_SECONDS = 10.0
"""How long a process may draw before it is given up."""

Draw = Callable[[], Drawn]


def prepare() -> None:
    """Get a process ready to draw: in what it has loaded there is never any garbage, and little later."""
    warm_up()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def draw_all(draws: Sequence[Draw]) -> list[Drawn]:
    """Draw several tables in one call: most of what that costs the caller is the same for one and for ten."""
    return [draw() for draw in draws]


class Drawing:
    """Draws tables: a few in a thread, and many in processes, where they do not slow down the moves."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._begun: deque[float] = deque([0.0] * _QUIET, maxlen=_QUIET)
        self._starting: list[Future[None]] = []
        self._waiting: deque[tuple[Draw, asyncio.Future[Drawn]]] = deque()
        self._busy = 0
        """How many processes draw."""
        self._background = Background()

    @property
    def waiting(self) -> int:
        """How many tables wait for a process."""
        return len(self._waiting)

    async def table(self, sight: Sight, language: str, *, read_only: bool = False) -> Drawn:
        """Draw what of a table's page changes with its moves.

        :param read_only: for replays, where nothing can be answered.
        """
        shown = sight if sight.guide else replace(sight, log=recent(sight.log))
        draw = partial(draw_table, shown, language, read_only=read_only)
        if self._are_many() and self._has_processes():
            with suppress(CallFailed):
                return await self._by_process(draw)
        run, loop = copy_context().run, asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, run, draw)

    async def _by_process(self, draw: Draw) -> Drawn:
        """Let a process draw: at once, or with all that waits as soon as one has time."""
        drawn: asyncio.Future[Drawn] = asyncio.get_running_loop().create_future()
        self._waiting.append((draw, drawn))
        if self._busy < self._pool.count:
            self._busy += 1
            self._background.start(self._draw_waiting())
        return await drawn

    async def _draw_waiting(self) -> None:
        """Let a process draw until nothing waits, first what has waited for the longest time."""
        while self._waiting:
            count = min(len(self._waiting), _AT_ONCE)
            draws, futures = zip(*(self._waiting.popleft() for _ in range(count)), strict=True)
            try:
                call = self._pool.call(draw_all, draws, seconds=_SECONDS)
                found = await asyncio.wrap_future(call)
                for future, drawn in zip(futures, found, strict=True):
                    if not future.done():
                        future.set_result(drawn)
            except Exception as error:
                for future in futures:
                    if not future.done():
                        future.set_exception(error)
        self._busy -= 1

    def _are_many(self) -> bool:
        """Tell whether many tables are drawn at this moment."""
        now = time.monotonic()
        before = self._begun[0]
        self._begun.append(now)
        return now - before < 1

    def _has_processes(self) -> bool:
        """Tell whether the processes are there; they start when first asked for, and nobody waits for it."""
        if not self._starting:
            with suppress(CallFailed):
                self._starting = self._pool.start()
        return bool(self._starting) and all(one.done() for one in self._starting)

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)
