"""Tables drawn as HTML beside the event loop, which answers moves meanwhile."""

import asyncio
import gc
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from itertools import count
from typing import Any, NamedTuple
from zlib import crc32

from parure.compiling import warm_up
from parure.processes import CallFailed, Pipeline, do_nothing
from parure.server.house.background import Background
from parure.server.tables.sight import Sight
from parure.server.views.changes import Drawn
from parure.server.views.table.story import recent
from parure.server.views.table.table import draw_table
from parure.server.views.turning import Turned, forget, forget_all, turn

__all__ = ["Drawing", "Eyes", "prepare"]

_QUIET = 10
"""As many drawings in a second are made in a thread; once there were more, processes make them."""
_AT_ONCE = 4
"""So many tables are drawn by one call of a process at most; each must wait for the last of them. With 16,
an own move at a thousand tables was on the page after twice the time; with 2, calls take too much of it."""
_CALLS = 2
"""So many calls a process has before it: while it draws, what comes next is sent."""
_GARBAGE = (20_000, 20, 20)
"""How much a process makes before it looks for garbage, and how often in what is older: what it remembers
is none."""
_SECONDS = 10.0
"""How long a process may draw before it is given up."""

_numbers = count()
"""The numbers of all pages that were ever open here."""

Draw = Callable[[], Any]
Begin = Callable[[], Draw]
"""Returns what is to be drawn, when it is about to be."""
Look = Callable[[], tuple[int, Sight]]
"""Returns what is seen, after the pulse of the room where it is."""


class Eyes(NamedTuple):
    """Through which a table is seen: pages with the same see the same."""

    table: str
    person: str | None
    """None for all strangers."""
    seat: int | None
    language: str


class Shown(NamedTuple):
    """What a page shows next."""

    pulse: int
    version: int
    name: str
    fields: str
    """What lets it do so, as fields of JSON."""


def prepare() -> None:
    """Get a process ready to draw: in what it has loaded there is never any garbage, and little later."""
    warm_up()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def draw_all(draws: Sequence[Draw]) -> list[Any]:
    """Draw several tables in one call: most of what that costs the caller is the same for one and for ten."""
    return [draw() for draw in draws]


class Drawing:
    """Draws tables: a few in a thread, and many in processes, where they do not slow down the moves."""

    def __init__(self, processes: Sequence[Pipeline]) -> None:
        """Draw in processes, each table always in the same: what one remembers, others do not."""
        self._drawers = [_Drawer(process) for process in processes]
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._begun: deque[float] = deque([0.0] * _QUIET, maxlen=_QUIET)
        self._starting: list[Future[None]] = []
        self._turnings: dict[Eyes, _Turning] = {}
        """Those that are not begun."""

    @property
    def waiting(self) -> int:
        """How many tables wait for a process."""
        return sum(drawer.count for drawer in self._drawers)

    async def table(self, sight: Sight, language: str, *, read_only: bool = False) -> Drawn:
        """Draw what of a table's page changes with its moves.

        :param read_only: for replays, where nothing can be answered.
        """
        draw = partial(draw_table, _shown(sight), language, read_only=read_only)
        drawn: Drawn = await self.draw(sight.table, lambda: draw)
        return drawn

    async def turn(
        self, eyes: Eyes, look: Look, page: int, name: str, *, first: bool = False
    ) -> Shown:
        """Return what becomes of a page that shows something, by its name.

        It is drawn once for all pages with the same eyes that ask before it is begun, as it is by then: what
        changes while others are drawn is not drawn twice.

        :param first: it comes before what others wait for.
        """
        turning = self._turnings.get(eyes)
        if turning is None:
            turning = self._turnings[eyes] = _Turning(self, eyes, look, first=first)
        return await turning.turn(page, name)

    def begun(self, eyes: Eyes) -> None:
        """Let those who ask from here on have another drawing."""
        self._turnings.pop(eyes, None)

    async def draw(self, table: str, begin: Begin, *, first: bool = False) -> Any:
        """Draw something of a table.

        :param first: it comes before what others wait for.
        """
        if self._has_processes():
            with suppress(CallFailed):
                return await self._drawer_of(table).draw(begin, first=first)
        run, loop = copy_context().run, asyncio.get_running_loop()
        drawn = await loop.run_in_executor(self._thread, run, begin())
        if self._starting:
            self._thread.submit(forget_all)  # The processes will know what pages show.
        return drawn

    @contextmanager
    def opened(self, table: str) -> Iterator[int]:
        """Give a number to a page of a table that is open; what it shows is remembered until it is closed."""
        number = next(_numbers)
        try:
            yield number
        finally:
            with suppress(CallFailed, RuntimeError):  # The server ends.
                self._thread.submit(forget, number)
                if self._starting:
                    self._drawer_of(table).process.call(forget, number)

    def _drawer_of(self, table: str) -> "_Drawer":
        return self._drawers[crc32(table.encode()) % len(self._drawers)]

    def _has_processes(self) -> bool:
        """Tell whether the processes are there; they start when there is much to draw, and nobody waits."""
        if not self._starting and self._are_many():
            with suppress(CallFailed):
                self._starting = [drawer.process.call(do_nothing) for drawer in self._drawers]
        return bool(self._starting) and all(one.done() for one in self._starting)

    def _are_many(self) -> bool:
        """Tell whether many tables are drawn at this moment."""
        now = time.monotonic()
        before = self._begun[0]
        self._begun.append(now)
        return now - before < 1

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


class _Drawer:
    """A process that draws, and what waits for it."""

    def __init__(self, process: Pipeline) -> None:
        self.process = process
        self._first: deque[tuple[Begin, asyncio.Future[Any]]] = deque()
        self._waiting: deque[tuple[Begin, asyncio.Future[Any]]] = deque()
        self._calls = 0
        """How many are not answered."""
        self._background = Background()

    @property
    def count(self) -> int:
        """How many wait."""
        return len(self._first) + len(self._waiting)

    async def draw(self, begin: Begin, *, first: bool = False) -> Any:
        """Let the process draw: at once, or with all that waits as soon as it has time."""
        drawn: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        (self._first if first else self._waiting).append((begin, drawn))
        if self._calls < _CALLS:
            self._calls += 1
            self._background.start(self._draw_waiting())
        return await drawn

    async def _draw_waiting(self) -> None:
        """Let the process draw until nothing waits, first what has waited for the longest time."""
        while self.count:
            draws, futures = [], []
            for _ in range(min(self.count, _AT_ONCE)):
                begin, future = (self._first or self._waiting).popleft()
                try:
                    draws.append(begin())
                    futures.append(future)
                except Exception as error:
                    _fail(future, error)
            try:
                call = self.process.call(draw_all, draws, seconds=_SECONDS)
                found = await asyncio.wrap_future(call)
                for future, drawn in zip(futures, found, strict=True):
                    if not future.done():
                        future.set_result(drawn)
            except Exception as error:
                for future in futures:
                    _fail(future, error)
        self._calls -= 1


class _Turning:
    """What pages show next that see the same."""

    def __init__(self, drawing: Drawing, eyes: Eyes, look: Look, *, first: bool) -> None:
        self._drawing, self._eyes, self._look = drawing, eyes, look
        self._pages: dict[int, str] = {}
        """Each page by its number, and the name of what it shows."""
        self._seen: tuple[int, int] | None = None
        """The pulse and the version that are drawn, once that is begun."""
        self._turned = asyncio.ensure_future(drawing.draw(eyes.table, self._begin, first=first))

    def _begin(self) -> Draw:
        if self._seen is None:
            self._drawing.begun(self._eyes)
        pulse, sight = self._look()
        self._seen = pulse, sight.version
        return partial(turn, _shown(sight), self._eyes.language, self._pages)

    async def turn(self, page: int, name: str) -> Shown:
        self._pages[page] = name
        try:
            turned: dict[int, Turned] = await asyncio.shield(self._turned)
        except asyncio.CancelledError:
            if self._seen is None:
                del self._pages[page]
            raise
        assert self._seen is not None
        return Shown(*self._seen, *turned.pop(page))


def _fail(future: "asyncio.Future[Any]", error: Exception) -> None:
    if not future.done():
        future.set_exception(error)


def _shown(sight: Sight) -> Sight:
    """Return a sight with as much of its log as a table shows."""
    return sight if sight.guide else sight.having(log=recent(sight.log))
