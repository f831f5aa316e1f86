"""How often each one may come, and how many pages they may have open."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from parure.i18n import gettext as _
from parure.server.errors import Busy
from parure.server.settings import Limits

__all__ = ["Rates", "Sockets"]


class Rates:
    """Counts how often each one comes: a bucket that fills by so much a second, up to a limit."""

    def __init__(self, most: int = 100_000) -> None:
        """Remember so many at most; who has not come for the longest time is forgotten first."""
        self._most = most
        self._left: dict[tuple[str, str], tuple[float, float]] = {}

    def check(self, kind: str, whose: str, rate: tuple[float, float]) -> None:
        """Take one from a bucket, or refuse."""
        per_second, most = rate
        now = time.monotonic()
        left, then = self._left.pop((kind, whose), (most, now))
        left = min(most, left + (now - then) * per_second)
        # Put at the end: the first is always who came last the longest ago.
        self._left[kind, whose] = (left if left < 1 else left - 1, now)
        if len(self._left) > self._most:
            del self._left[next(iter(self._left))]
        if left < 1:
            raise Busy(_("Too many requests: wait a moment."))


class Sockets:
    """Counts the pages and programs that are told of changes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._persons.total()

    @contextmanager
    def opened(self, person: str, address: str) -> Iterator[None]:
        """Count one for as long as it is open, or refuse it."""
        limits = self._limits
        if (
            self._persons.total() >= limits.sockets
            or self._persons[person] >= limits.sockets_each
            or self._addresses[address] >= limits.sockets_of_address
        ):
            raise Busy(_("Too many pages are open: close some of them."))
        self._persons[person] += 1
        self._addresses[address] += 1
        try:
            yield
        finally:
            for counted, who in ((self._persons, person), (self._addresses, address)):
                counted[who] -= 1
                if not counted[who]:
                    del counted[who]
