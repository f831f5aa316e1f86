"""Background tasks, results computed once for all who ask, and answers that nobody waits for any more."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Background", "SharedResults", "SlowWork", "unless_left"]

log = logging.getLogger("parure.server")


class Background:
    """Background tasks that nobody awaits."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Start a background task."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something in the background failed", exc_info=error)

    async def close(self) -> None:
        """Cancel all background tasks."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


T = TypeVar("T")


class SlowWork:
    """Work in threads that takes long: one piece at a time, so that other requests find a thread, too."""

    def __init__(self) -> None:
        self._place = asyncio.Semaphore(1)

    async def do(self, work: Callable[[], T]) -> T:
        """Return what some work gives in a thread."""
        async with self._place:
            return await asyncio.to_thread(work)


class SharedResults(Generic[T]):
    """A cache of results by key: each is computed once, even for simultaneous requests.

    A computation is cancelled when nobody waits for it any more.
    """

    def __init__(self, most: int) -> None:
        """Keep a limited number of results."""
        self._most = most
        self._kept: OrderedDict[Hashable, asyncio.Future[T]] = OrderedDict()
        self._waiting = Counter[asyncio.Future[T]]()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the result for a key; failures are not cached."""
        if key not in self._kept:
            begun = self._kept[key] = asyncio.ensure_future(make())
            begun.add_done_callback(lambda done: self._finish(key, done))
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        made = self._kept[key]
        self._waiting[made] += 1
        try:
            return await asyncio.shield(made)
        finally:
            self._waiting[made] -= 1
            if not self._waiting[made]:
                del self._waiting[made]
                if not made.done():
                    made.cancel()
                    self._forget(key, made)

    def _finish(self, key: Hashable, made: "asyncio.Future[T]") -> None:
        if made.cancelled() or made.exception():
            self._forget(key, made)

    def _forget(self, key: Hashable, made: "asyncio.Future[T]") -> None:
        if self._kept.get(key) is made:
            del self._kept[key]


async def unless_left(request: Request, work: Coroutine[Any, Any, Response]) -> Response:
    """Return the answer that some work makes; cancel the work if the client leaves before."""
    answering, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        # Nobody reads the other answer: the status is the one that proxies log for it.
        return answering.result() if answering.done() else Response(status_code=499)
    finally:
        answering.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    """Wait until the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
