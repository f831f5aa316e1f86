"""A table that is in use: who watches it, who is there, what they were shown.

Programs that wait to be asked to a game, and to move, are told of all their tables as these change.
"""

import asyncio
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from parure.server.tables.listing import Listing
from parure.server.tables.table import Table
from parure.server.tables.view import TableView, look

__all__ = ["Said", "Session", "Stream", "Streams", "Watcher"]


_HEARD = 8.0
"""The seconds until what was said is told to nobody any more."""
_MOST_SAID = 12


@dataclass(frozen=True)
class Said:
    """A phrase that somebody said."""

    number: int
    """Higher than all before, also before a restart: a page shows no number that is below its last."""
    seat: int
    phrase: str
    at: float


class Watcher:
    """One open page: told that something has changed, however often, until it looks."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self._since = 0.0
        self.tell()

    def tell(self) -> None:
        """Say that there is something new."""
        if not self._changed.is_set():
            self._since = time.monotonic()
        self._changed.set()

    async def wait(self) -> float:
        """Return when there is something new since the last call, with the time when there first was."""
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

        :param listens: tells who hears of all their tables, and is there without a page.
        :param announce: lets other processes know who is here.
        """
        self.table = table
        self.lock = asyncio.Lock()
        """Held by whoever is about to add an event."""
        self.helped: set[int] = set()
        """The seats that were given a hint since their last move."""
        self.driver: asyncio.Task[None] | None = None
        """Moves the bots and watches the clock."""
        self.is_preparing = False
        """Whether the bot that is to play gets ready for the first time."""
        self.users = 0
        """Requests that are using the room: it stays while there are any."""
        self.is_behind = False
        """Whether another process has added something that is read when the room is next used."""
        self.began = self.used = time.monotonic()
        self.pulse = 0
        """Counts everything that can change what is shown."""
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
        """Whether nobody would miss it."""
        return not (self.users or self._watchers or self.driver or self.lock.locked())

    @property
    def is_visited(self) -> bool:
        """Whether anybody has it open, or hears of it."""
        people = (seat.person for seat in self.table.seats)
        return (
            bool(self._watchers)
            or any(self._elsewhere.values())
            or any(person is not None and self._is_here(person) for person in people)
        )

    @property
    def is_driven(self) -> bool:
        """Whether a bot is being moved here, or a clock watched."""
        return self.driver is not None and not self.driver.done()

    @property
    def elapsed(self) -> float:
        """The seconds since the present decision began."""
        return time.monotonic() - self.began

    def began_at(self, at: float) -> None:
        """Let the present decision have begun at a time, in seconds since 1970, unless that is to come."""
        self.began = time.monotonic() - max(0.0, time.time() - at)

    def stop_clock(self, seconds: float) -> None:
        """Do not count the last so many seconds; the present decision may have begun within them."""
        self.began = min(time.monotonic(), self.began + seconds)

    def show(self, table: Table) -> None:
        """Let every open page show the table as it is elsewhere."""
        self.table = table
        self.tell()

    def tell(self) -> None:
        """Let every open page know that something has changed."""
        self.pulse += 1
        for watcher in self._watchers:
            watcher.tell()

    def say(self, seat: int, phrase: str, at: float) -> None:
        """Let every open page know what a seat says, and when, in seconds since 1970."""
        number = int(at * 1000)
        if self._said:
            number = max(number, self._said[-1].number + 1)
        self._said.append(Said(number, seat, phrase, time.monotonic()))
        self.tell()

    @property
    def said(self) -> list["Said"]:
        """What was said just before."""
        since = time.monotonic() - _HEARD
        return [said for said in self._said if said.at > since]

    def saw(self, person: str | None) -> None:
        """Remember that a person was here."""
        self.used = time.monotonic()
        if person is not None:
            self._last_seen[person] = self.used

    @contextmanager
    def watched(self, person: str | None) -> Iterator[Watcher]:
        """Count a person as present and return what tells their page of changes."""
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
        """Those whom others may want to know to be here, with a page of this process."""
        return [person for person in self._present if self._matters(person)]

    def hear(self, process: str, people: Iterable[str]) -> None:
        """Know who is here with a page of another process."""
        before, after = self._elsewhere.get(process, frozenset()), frozenset(people)
        if before == after:
            return
        self._elsewhere[process] = after
        for person in before - after:
            self.note_gone(person)
        self.tell()

    def note_gone(self, person: str) -> None:
        """Let every open page know that a person is there no more."""
        self.saw(person)
        self.tell()
        # After a while the others may let a bot play, and their pages must offer it.
        asyncio.get_running_loop().call_later(self._absence + 0.1, self.tell)

    def _matters(self, person: str) -> bool:
        """Tell whether others see who comes and goes: players, and before the game whoever looks in."""
        return self.table.status == "waiting" or bool(self.table.seats_of(person))

    def _is_here(self, person: str) -> bool:
        is_elsewhere = any(person in people for people in self._elsewhere.values())
        return person in self._present or is_elsewhere or self._listens(person)

    def is_absent(self, person: str | None) -> bool:
        """Tell whether a person has been away for long; not where the clock decides."""
        if person is None or self.table.clock_decides or self._is_here(person):
            return False
        away = time.monotonic() - self._last_seen.get(person, self._opened)
        return away >= self._absence

    def view(self, person: str | None, seat: int | None, *, hints: bool) -> TableView:
        """Return what a person sees of the table, made once for all who see the same."""
        key = ("view", self.table.eyes(person), seat)
        view: TableView | None = self.remembered(key)
        if view is None:
            people = [seat.person for seat in self.table.seats if seat.person]
            view = look(
                self.table,
                person,
                seat,
                present=frozenset(self._present).union(*self._elsewhere.values())
                | {one for one in people if self._is_here(one)},
                absent=frozenset(one for one in people if self.is_absent(one)),
                hints=hints,
                preparing=self.is_preparing,
            )
            self.remember(key, view)
        return view

    def remembered(self, key: Any) -> Any:
        """Return what was shown for a key since the last change, if anything."""
        if self._shown_at != self.pulse:
            self._shown.clear()
            self._shown_at = self.pulse
        return self._shown.get(key)

    def remember(self, key: Any, shown: Any) -> None:
        """Keep what is shown for a key, just after it was not remembered, until the next change."""
        self._shown[key] = shown

    def forget(self, key: Any) -> None:
        """Keep it no longer."""
        self._shown.pop(key, None)


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

    def __init__(self, announce: Callable[[str, bool], None]) -> None:
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
