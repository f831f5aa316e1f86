"""A table in use: who watches it, who is present, and the documents shown to them.

Programs that wait for invitations and for their turn hear about all their tables whenever these change.
"""

import asyncio
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from parure.server.tables.listing import Listing
from parure.server.tables.table import Table
from parure.server.tables.view import TableView, look

__all__ = ["Said", "Session", "Stream", "Streams", "Watcher"]


T = TypeVar("T")

_HEARD = 8.0
"""Seconds for which a phrase is shown."""
_MOST_SAID = 12


@dataclass(frozen=True)
class Said:
    """A phrase that somebody said."""

    number: int
    """Increasing, also across restarts: a page ignores a number below the last one it showed."""
    seat: int
    phrase: str
    at: float


class Watcher:
    """One open page: several changes before it next looks count as one."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self._since = 0.0
        self.tell()

    def tell(self) -> None:
        """Signal a change."""
        if not self._changed.is_set():
            self._since = time.monotonic()
        self._changed.set()

    async def wait(self) -> float:
        """Wait for a change since the last call, and return the time of the first one."""
        await self._changed.wait()
        self._changed.clear()
        return self._since


class Session:
    """A table in use."""

    def __init__(
        self,
        table: Table,
        absence: float,
        listens: Callable[[str], bool] = lambda _person: False,
        announce: Callable[["Session"], None] = lambda _session: None,
    ) -> None:
        """Begin to use a table.

        :param listens: tells whether a person listens to all their tables, and so is present without a page.
        :param announce: tells other processes who is present here.
        """
        self.table = table
        self.lock = asyncio.Lock()
        """Held while adding an event."""
        self.helped: set[int] = set()
        """The seats that have received a hint since their last move."""
        self.driver: asyncio.Task[None] | None = None
        """The task that moves the bots and watches the clock."""
        self.is_preparing = False
        """Whether the bot to play is being prepared for the first time."""
        self.users = 0
        """Number of requests using the session, which stays loaded until they end."""
        self.is_behind = False
        """Whether another process has added events that this session has not read yet."""
        self.began = self.used = time.monotonic()
        self.pulse = 0
        """Increases with every change that can alter what is shown."""
        self._absence = absence
        self._listens, self._announce = listens, announce
        self._elsewhere: dict[str, frozenset[str]] = {}
        self._watchers: set[Watcher] = set()
        self._present: Counter[str] = Counter()
        self._last_seen: dict[str, float] = {}
        self._opened = self.began
        self._shown: dict[Any, Any] = {}
        self._shown_at = -1
        self._said: deque[Said] = deque(maxlen=_MOST_SAID)

    @property
    def is_idle(self) -> bool:
        """Whether the session can be unloaded without anybody noticing."""
        return not (self.users or self._watchers or self.driver or self.lock.locked())

    @property
    def is_visited(self) -> bool:
        """Whether anybody has the table open or listens to it."""
        people = (seat.person for seat in self.table.seats)
        return (
            bool(self._watchers)
            or any(self._elsewhere.values())
            or any(person is not None and self.is_here(person) for person in people)
        )

    @property
    def is_driven(self) -> bool:
        """Whether this process is moving a bot or watching a clock here."""
        return self.driver is not None and not self.driver.done()

    @property
    def elapsed(self) -> float:
        """The seconds since the current decision began."""
        return time.monotonic() - self.began

    def began_at(self, at: float) -> None:
        """Set when the current decision began, in seconds since 1970; a time in the future is ignored."""
        self.began = time.monotonic() - max(0.0, time.time() - at)

    def stop_clock(self, seconds: float) -> None:
        """Leave the last seconds off the clock, even if the current decision began within them."""
        self.began = min(time.monotonic(), self.began + seconds)

    def show(self, table: Table) -> None:
        """Show every open page the table as another process has it."""
        self.table = table
        self.tell()

    def tell(self) -> None:
        """Tell every open page that something has changed."""
        self.pulse += 1
        for watcher in self._watchers:
            watcher.tell()

    def say(self, seat: int, phrase: str, at: float) -> None:
        """Show every open page what a seat says, and when, in seconds since 1970."""
        number = int(at * 1000)
        if self._said:
            number = max(number, self._said[-1].number + 1)
        self._said.append(Said(number, seat, phrase, time.monotonic()))
        self.tell()

    @property
    def said(self) -> list["Said"]:
        """The phrases said a moment ago."""
        since = time.monotonic() - _HEARD
        return [said for said in self._said if said.at > since]

    def saw(self, person: str | None) -> None:
        """Record that a person was present just now."""
        self.used = time.monotonic()
        if person is not None:
            self._last_seen[person] = self.used

    @contextmanager
    def watched(self, person: str | None) -> Iterator[Watcher]:
        """Count a person as present, and yield the watcher that notifies their page."""
        watcher = Watcher()
        self._watchers.add(watcher)
        if person is not None:
            self._present[person] += 1
            if self._present[person] == 1 and self._matters(person):
                self.tell()
                self._announce(self)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)
            if person is not None:
                self._leave(person)

    def _leave(self, person: str) -> None:
        self.saw(person)
        self._present[person] -= 1
        if not self._present[person]:
            del self._present[person]
            if self._matters(person):
                self.note_gone(person)
                self._announce(self)

    @property
    def here(self) -> list[str]:
        """The people with a page in this process whose presence others see."""
        return [person for person in self._present if self._matters(person)]

    def hear(self, process: str, people: Iterable[str]) -> None:
        """Record who is present through another process."""
        before, after = self._elsewhere.get(process, frozenset()), frozenset(people)
        if before == after:
            return
        self._elsewhere[process] = after
        for person in before - after:
            self.note_gone(person)
        self.tell()

    def note_gone(self, person: str) -> None:
        """Tell every open page that a person has left."""
        self.saw(person)
        self.tell()
        # After a while the others can let a bot play, and their pages must offer that.
        asyncio.get_running_loop().call_later(self._absence + 0.1, self.tell)

    def _matters(self, person: str) -> bool:
        """Tell whether others see this person come and go: players, and before the game anybody."""
        return self.table.status == "waiting" or bool(self.table.seats_of(person))

    def is_here(self, person: str) -> bool:
        """Tell whether a person has the table open or listens to it."""
        is_elsewhere = any(person in people for people in self._elsewhere.values())
        return person in self._present or is_elsewhere or self._listens(person)

    def is_absent(self, person: str | None) -> bool:
        """Tell whether a person has been away for long; never if the clock decides that."""
        if person is None or self.table.clock_decides or self.is_here(person):
            return False
        away = time.monotonic() - self._last_seen.get(person, self._opened)
        return away >= self._absence

    def view(self, person: str | None, seat: int | None, *, hints: bool) -> TableView:
        """Return a person's view of the table, made once for all who see the same."""

        def made() -> TableView:
            people = [seat.person for seat in self.table.seats if seat.person]
            return look(
                self.table,
                person,
                seat,
                present=frozenset(self._present).union(*self._elsewhere.values())
                | {one for one in people if self.is_here(one)},
                absent=frozenset(one for one in people if self.is_absent(one)),
                hints=hints,
                preparing=self.is_preparing,
            )

        return self.remembered(("view", self.table.eyes(person), seat), made)

    def remembered(self, key: Any, make: Callable[[], T]) -> T:
        """Return what is cached under a key since the last change, making it if necessary."""
        if self._shown_at != self.pulse:
            self._shown.clear()
            self._shown_at = self.pulse
        if key not in self._shown:
            self._shown[key] = make()
        found: T = self._shown[key]
        return found


class Stream:
    """The tables to send to one listener next, each in its current state."""

    def __init__(self) -> None:
        self._news: dict[str, Listing] = {}
        self._is_told = asyncio.Event()

    def put(self, listing: Listing) -> None:
        """Queue a table, replacing an older state of it."""
        self._news.pop(listing.table, None)
        self._news[listing.table] = listing
        self._is_told.set()

    async def next(self) -> Listing:
        """Wait for a queued table, and return the one that has waited longest."""
        await self._is_told.wait()
        listing = self._news.pop(next(iter(self._news)))
        if not self._news:
            self._is_told.clear()
        return listing


class Streams:
    """The streams of everybody who listens to all their tables."""

    def __init__(self, announce: Callable[[str, bool], None]) -> None:
        """Begin without listeners.

        :param announce: tells other processes who starts and who stops listening.
        """
        self._announce = announce
        self._of_person: defaultdict[str, set[Stream]] = defaultdict(set)
        self._elsewhere: defaultdict[str, set[str]] = defaultdict(set)

    @contextmanager
    def opened(self, person: str) -> Iterator[Stream]:
        """Open a stream for a person."""
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
        """Tell whether a person has an open stream."""
        is_elsewhere = any(person in people for people in self._elsewhere.values())
        return person in self._of_person or is_elsewhere

    def announce_all(self) -> None:
        """Tell a new process about all listeners here."""
        for person in self._of_person:
            self._announce(person, True)

    def hear(self, process: str, person: str, *, is_open: bool) -> None:
        """Record who listens at another process."""
        if is_open:
            self._elsewhere[process].add(person)
        else:
            self._elsewhere[process].discard(person)

    def forget(self, process: str) -> None:
        """Drop the listeners of a process that is gone."""
        self._elsewhere.pop(process, None)

    def changed(self, before: Listing | None, listing: Listing) -> None:
        """Send a table to the listeners who have or had a seat at it."""
        for person in {*listing.owners, *(before.owners if before else ())}:
            if person is not None:
                for stream in self._of_person.get(person, ()):
                    stream.put(listing)
