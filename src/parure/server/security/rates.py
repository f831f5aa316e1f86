"""How often each one may come, and how many pages they may have open.

The library `limits` has windows in place of buckets, and nothing to tell other processes what was taken.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from parure.i18n import gettext as _
from parure.server.errors import Busy
from parure.server.settings import Limits

__all__ = ["Rates", "Sockets"]


class Rates:
    """Counts how often each one comes: a bucket that fills by so much a second, up to a limit."""

    def __init__(self, most: int = 100_000, *, is_shared: bool = False) -> None:
        """Remember so many at most; who has not come for the longest time is forgotten first.

        :param is_shared: remember what other processes are to be told.
        """
        self._is_shared = is_shared
        self._most = most
        self._left: dict[tuple[str, str], tuple[float, float]] = {}
        self._spent: dict[tuple[str, str], tuple[float, tuple[float, float]]] = {}
        """How often each one has come of whom others were not told, and at what rate they may."""

    def check(self, kind: str, whose: str, rate: tuple[float, float]) -> None:
        """Take one from a bucket, or refuse."""
        per_second, most = rate
        now = time.monotonic()
        left, then = self._left.pop((kind, whose), (most, now))
        left = min(most, left + (now - then) * per_second)
        # Put at the end: the first is always who came last the longest ago.
        self._left[kind, whose] = (left if left < 1 else left - 1, now)
        if len(self._left) > self._most:
            first = next(iter(self._left))
            del self._left[first]
            self._spent.pop(first, None)
        if left < 1:
            raise Busy(_("Too many requests: wait a moment."))
        if self._is_shared:
            often, _rate = self._spent.get((kind, whose), (0.0, rate))
            self._spent[kind, whose] = (often + 1, rate)

    def spent(self) -> list[tuple[str, str, float, float]]:
        """Return who has taken more than half of what there is: the kind, who, how often, and the limit.

        Each time is told once. Whoever takes less is not worth a word, and forgotten when nothing is missing.
        """
        told = []
        now = time.monotonic()
        for who, (often, (per_second, most)) in list(self._spent.items()):
            left, then = self._left.get(who, (most, now))
            left += (now - then) * per_second
            if left < most / 2:
                told.append((*who, often, most))
            if left < most / 2 or left >= most - 1:
                del self._spent[who]
        return told

    def take(self, spent: tuple[str, str, float, float]) -> None:
        """Take what was taken elsewhere."""
        kind, whose, often, most = spent
        left, then = self._left.pop((kind, whose), (most, time.monotonic()))
        self._left[kind, whose] = (max(0.0, left - often), then)


class Sockets:
    """Counts the pages and programs that are told of changes.

    How many one person or address may have open holds for all processes together; how many there may be in
    all, for each.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._elsewhere: dict[str, Counter[str]] = {}

    def __len__(self) -> int:
        return self._persons.total()

    @contextmanager
    def opened(self, person: str, address: str) -> Iterator[None]:
        """Count one for as long as it is open, or refuse it."""
        limits = self._limits
        if (
            len(self) >= limits.sockets
            or self._persons[person] + self.elsewhere(person) >= limits.sockets_each
            or self._addresses[address] + self.elsewhere(address) >= limits.sockets_of_address
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

    def elsewhere(self, who: str) -> int:
        """Return how many somebody has open at other processes, as far as they have said."""
        return sum(counted[who] for counted in list(self._elsewhere.values()))

    def crowded(self) -> dict[str, int]:
        """Return who has many open here, the most first: whoever has few is not worth a word."""
        limits = self._limits
        found = {
            who: count
            for counted, limit in (
                (self._persons, limits.sockets_each),
                (self._addresses, limits.sockets_of_address),
            )
            for who, count in list(counted.items())
            if count >= limit / 8
        }
        return dict(sorted(found.items(), key=lambda one: -one[1])[:50])

    def hear(self, process: str, crowded: Mapping[str, int]) -> None:
        """Know who has many open at another process."""
        self._elsewhere[process] = Counter(crowded)
        if not crowded:
            del self._elsewhere[process]
