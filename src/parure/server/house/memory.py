"""What was computed is kept for whoever asks next, the latest of it."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Memory"]

T = TypeVar("T")


class Memory(Generic[T]):
    """Results by what they are for: each is computed once, also for those who ask at the same time."""

    def __init__(self, most: int) -> None:
        """Keep so many results."""
        self._most = most
        self._kept: OrderedDict[Hashable, asyncio.Future[T]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the result for a key; what fails is not kept."""
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
