"""Rate limits for requests, and limits on open pages.

This is written by hand: `limits` has windows, which lock out for their whole length, and no PostgreSQL store.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from parure.i18n import gettext as _
from parure.server.errors import Busy
from parure.server.settings import Limits

__all__ = ["Rates", "Sockets"]

_PEOPLE = 10
"""How many people an address stands for."""


class Rates:
    """Token buckets: each refills at a constant rate, up to a limit."""

    def __init__(self, most: int = 100_000, *, is_shared: bool = False) -> None:
        """Keep a limited number of buckets; the longest unused is dropped first.

        :param is_shared: also record use that other processes should hear about.
        """
        self._is_shared = is_shared
        self._most = most
        self._left: dict[tuple[str, str], tuple[float, float]] = {}
        self._spent: dict[tuple[str, str], tuple[float, tuple[float, float]]] = {}
        """By bucket: the use not yet announced to other processes, and the rate."""

    def check(self, kind: str, whose: str, rate: tuple[float, float]) -> None:
        """Take one token from a bucket, or refuse."""
        per_second, most = rate
        now = time.monotonic()
        left, then = self._left.pop((kind, whose), (most, now))
        left = min(most, left + (now - then) * per_second)
        # Move it to the end: the first bucket is always the longest unused.
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

    def check_both(self, kind: str, person: str, address: str, rate: tuple[float, float]) -> None:
        """Take one token from a person’s bucket, and one from that of an address with room for ten people."""
        per_second, most = rate
        self.check(f"{kind} from", address, (_PEOPLE * per_second, _PEOPLE * most))
        self.check(kind, person, rate)

    def spent(self) -> list[tuple[str, str, float, float]]:
        """Return the buckets that are more than half used: kind, person, use and limit.

        Each use is returned once. Smaller uses are not announced, and full buckets are dropped.
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
        """Apply use in other processes."""
        kind, whose, often, most = spent
        left, then = self._left.pop((kind, whose), (most, time.monotonic()))
        self._left[kind, whose] = (max(0.0, left - often), then)


class Sockets:
    """Counts the open sockets of pages and programs.

    The limit for one person or address applies to all processes together; the total limit, to each process.
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
        """Count a socket for as long as it is open, or refuse it."""
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

    def people(self) -> list[str]:
        """Return everybody with an open socket in this process."""
        return list(self._persons)

    def elsewhere(self, who: str) -> int:
        """Return how many sockets somebody has open in other processes, as far as announced."""
        return sum(counted[who] for counted in list(self._elsewhere.values()))

    def crowded(self) -> dict[str, int]:
        """Return the people with many open sockets here, the most first."""
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
        """Record who has many open sockets in another process."""
        self._elsewhere[process] = Counter(crowded)
        if not crowded:
            del self._elsewhere[process]
