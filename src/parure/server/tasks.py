"""Background tasks, and results computed once for all who ask."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

__all__ = ["Background", "SharedResults"]

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


class SharedResults(Generic[T]):
    """A cache of results by key: each is computed once, even for simultaneous requests."""

    def __init__(self, most: int) -> None:
        """Keep a limited number of results."""
        self._most = most
        self._kept: OrderedDict[Hashable, asyncio.Future[T]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the result for a key; failures are not cached."""
        if key not in self._kept:
            made = self._kept[key] = asyncio.ensure_future(make())
            made.add_done_callback(lambda made: self._forget_failure(key, made))
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return await asyncio.shield(self._kept[key])

    def _forget_failure(self, key: Hashable, made: "asyncio.Future[T]") -> None:
        if (made.cancelled() or made.exception()) and self._kept.get(key) is made:
            del self._kept[key]
