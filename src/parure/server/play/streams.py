"""Who is told of their tables as they change: programs that wait to be asked to a game, and to move."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from parure.server.tables.listing import Listing

__all__ = ["Stream", "Streams"]


class Stream:
    """The tables that somebody has not been told of yet, each as it is now."""

    def __init__(self) -> None:
        self._news: dict[str, Listing] = {}
        self._is_told = asyncio.Event()

    def put(self, listing: Listing) -> None:
        """Tell of a table; what was to be said of it before is out of date."""
        self._news.pop(listing.table, None)
        self._news[listing.table] = listing
        self._is_told.set()

    async def next(self) -> Listing:
        """Return the table that has waited longest to be told of, when there is one."""
        await self._is_told.wait()
        listing = self._news.pop(next(iter(self._news)))
        if not self._news:
            self._is_told.clear()
        return listing


class Streams:
    """Everybody who listens."""

    def __init__(self, announce: Callable[[str, bool], None] = lambda _who, _is_open: None) -> None:
        """Let nobody listen yet.

        :param announce: lets other processes know who begins to listen, and who no longer does.
        """
        self._announce = announce
        self._of_person: defaultdict[str, set[Stream]] = defaultdict(set)
        self._elsewhere: defaultdict[str, set[str]] = defaultdict(set)

    @contextmanager
    def opened(self, person: str) -> Iterator[Stream]:
        """Listen for a person."""
        stream = Stream()
        self._of_person[person].add(stream)
        if len(self._of_person[person]) == 1:
            self._announce(person, True)
        try:
            yield stream
        finally:
            self._of_person[person].discard(stream)
            if not self._of_person[person]:
                del self._of_person[person]
                self._announce(person, False)

    def is_open(self, person: str) -> bool:
        """Tell whether somebody listens for a person."""
        is_elsewhere = any(person in people for people in self._elsewhere.values())
        return person in self._of_person or is_elsewhere

    def announce_all(self) -> None:
        """Let a process know that was not there before."""
        for person in self._of_person:
            self._announce(person, True)

    def hear(self, process: str, person: str, *, is_open: bool) -> None:
        """Know who listens at another process."""
        if is_open:
            self._elsewhere[process].add(person)
        else:
            self._elsewhere[process].discard(person)

    def forget(self, process: str) -> None:
        """Know nothing of a process that is gone."""
        self._elsewhere.pop(process, None)

    def changed(self, before: Listing | None, listing: Listing) -> None:
        """Tell those who have a seat at a table, or had one, how it is now."""
        for person in {*listing.owners, *(before.owners if before else ())}:
            if person is not None:
                for stream in self._of_person.get(person, ()):
                    stream.put(listing)
