"""Lets several server processes share the same tables: each hears what the others do and drives some tables.

Every process sends a heartbeat. The process that last added an event to a table moves its bots and watches
its clock, because it has the table in memory. When that process dies, or nobody knows which one it was, the
names of the processes alone decide who takes the table over, so they need not negotiate. Should two processes
briefly both think that a table is theirs, the first to add an event wins: each event number is used only
once.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Protocol

from parure.server.play.session import Session
from parure.server.store.documents import DEVICES, PROGRAMS, QUEUE
from parure.server.store.protocol import Grown, NotKept
from parure.server.store.writer import Store
from parure.server.tables.listing import Listing
from parure.server.tasks import Background

__all__ = ["RENEWED", "Cluster", "Follower", "Spent"]

Spent = tuple[str, str, float, float]
"""The kind of allowance, who used it, how much they used, and the limit."""

RENEWED = 1.0
"""Seconds between two heartbeats of a process."""
_LEASE = 3.0
"""Seconds without a heartbeat after which a process counts as dead."""
_AT_ONCE = 50
"""Items sent in one notification: PostgreSQL allows 8,000 bytes."""

log = logging.getLogger("parure.server")


class Follower(Protocol):
    """How a process updates its own tables when other processes report something."""

    def follow(self, tables: Sequence[Grown]) -> None:
        """Bring tables up to date with what other processes have added."""
        ...

    def hear(self, word: Any) -> None:
        """Handle a message from another process about its tables."""
        ...

    def forget(self, process: str) -> None:
        """Mark people as absent who were present only through a dead process."""
        ...

    def look_again(self) -> None:
        """Let every open page look again."""
        ...

    def stop_clocks(self, seconds: float) -> None:
        """Give back the clock time during which the database was unreachable."""
        ...

    async def take_over(self) -> None:
        """Drive the tables that belong to this process and that nothing drives yet."""
        ...


class Cluster:
    """The processes that serve the same tables."""

    def __init__(self, store: Store, background: Background) -> None:
        self._store, self._background = store, background
        self.follower: Follower
        """Updates this process's tables when others change them; set before `open`."""
        self.living: set[str] = set()
        """The processes believed to be alive."""
        self._dead: set[str] = set()
        """The processes known to be dead; late messages from them do not revive them."""
        self._last: dict[str, str] = {}
        """By table with something to do: the process that last added an event, where known."""
        self.takes_part = False
        self._taking_over: asyncio.Task[None] | None = None
        self._opened = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self.on_answers: Callable[[str, str | None], None] = lambda _person, _answers: None
        """Called when another process reports a person's answers to puzzles."""
        self.on_review: Callable[..., None] = lambda _table, *, goes_on: None
        """Called when a review should stop or continue."""
        self.on_held: Callable[[str, str | None], None] = lambda _id, _tournament: None
        """Called when another process has changed a tournament."""
        self.on_queue: Callable[[], None] = lambda: None
        """Called when another process has changed who waits for a quick match."""
        self.spent: Callable[[], list[Spent]] = list
        """Returns the allowances used in this process since the last call."""
        self.on_spent: Callable[[Spent], None] = lambda _spent: None
        """Called with the allowances used in another process."""
        self.on_seen: Callable[[list[str]], None] = lambda _ids: None
        """Called with those who are here, as another process says."""
        self.crowded: Callable[[], dict[str, int]] = dict
        """Returns how many pages each heavy user has open in this process."""
        self.on_crowded: Callable[[str, dict[str, int]], None] = lambda _process, _crowded: None
        """Called with the same count from another process."""
        self._crowded: dict[str, int] = {}
        """The count that this process last announced."""

    async def open(self) -> None:
        """Start listening to the other processes; they drive every table until the bots are ready here."""
        if not self._store.is_shared:
            return
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._store.listen, self)
        self.living = await asyncio.wrap_future(self._store.renew(0.0))
        if not self.living:
            self._opened = time.time()
        self._say(come=True)
        self._background.start(self._stay())

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same tables."""
        return self._store.is_shared

    def take_part(self) -> None:
        """Drive tables from now on: the bots are ready."""
        self.takes_part = True

    async def close(self) -> None:
        """Leave the tables to the other processes and stop listening."""
        self._loop, self.takes_part = None, False
        if self._store.is_shared:
            with suppress(NotKept):
                await asyncio.wrap_future(self._store.renew(0.0))
            self._say(gone=True)

    # Questions about the processes

    def drives(self, table: str) -> bool:
        """Tell whether this process moves the bots of a table and watches its clock."""
        if self._store.process not in self.living:
            return not self.living  # Without any living process, none else drives it.
        last = self._last.get(table)
        if last not in self.living:
            last = max(self.living, key=lambda one: _weight(one, table))
        return last == self._store.process

    def since(self, at: float) -> float:
        """Return when the clock of a decision started, for a table loaded again after that decision began.

        No clock runs while no server is up, but it does while another process serves the table.
        """
        alone = not self._store.is_shared
        return time.time() if alone else max(at, self._opened)

    def added(self, listing: Listing, process: str | None = None) -> None:
        """Note which process has added to a table."""
        if listing.is_awake and self._store.is_shared:
            self._last[listing.table] = process or self._store.process
        else:
            self._last.pop(listing.table, None)

    # Messages to the other processes

    def _say(self, **word: Any) -> None:
        if self._store.is_shared:
            self._store.say({"from": self._store.process, **word})

    def announce(self, session: Session) -> None:
        """Tell the other processes who is present at a table, and who has received a hint there."""
        people, helped = session.here[:_AT_ONCE], sorted(session.helped)
        self._say(table=session.table.id, here=people, helped=helped)

    def announce_listener(self, person: str, is_open: bool) -> None:
        """Tell the other processes whether a person is listening here."""
        self._say(listens=person, open=is_open)

    def announce_seen(self, ids: Sequence[str]) -> None:
        """Tell the other processes who is here, by public id."""
        for first in range(0, len(ids), _AT_ONCE):
            self._say(seen=ids[first : first + _AT_ONCE])

    def announce_driven(self, tables: Sequence[str]) -> None:
        """Tell the other processes which tables this one drives."""
        for first in range(0, len(tables), _AT_ONCE):
            self._say(drives=tables[first : first + _AT_ONCE])

    def ask_who_is_at(self, table: str) -> None:
        """Ask the other processes who is present at a table through them."""
        self._say(who=table)

    async def until_others_answer(self) -> None:
        """Give the other processes time to say who is present at a table that was just loaded."""
        if self._store.is_shared:
            await asyncio.sleep(RENEWED)

    def announce_address(self, made: str, address: str) -> None:
        """Tell the other processes which address created a table or a tournament."""
        self._say(made=made, address=address)

    def wish_for_review(self, table: str, goes_on: bool) -> None:
        """Ask the other processes to stop or continue the review of a game."""
        self._say(review=table, goes_on=goes_on)

    def repeat(self, table: str, seat: int, phrase: str, at: float) -> None:
        """Pass a phrase said at a table on to the other processes."""
        self._say(table=table, seat=seat, said=phrase, at=at)

    # Background work

    async def _stay(self) -> None:
        """Send heartbeats, and take over the tables of processes that have died."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(RENEWED)
            is_away = False
            try:
                lease = _LEASE if self.takes_part else 0.0
                living = await asyncio.wrap_future(self._store.renew(lease)) - self._dead
                for process in self.living - living:
                    self._forget(process)
                self.living = living
            except NotKept:
                is_away = True
            spent = self.spent()
            for first in range(0, len(spent), _AT_ONCE):
                self._say(spent=spent[first : first + _AT_ONCE])
            if (crowded := self.crowded()) != self._crowded:
                self._crowded = crowded
                self._say(crowded=crowded)
            past = time.monotonic() - before
            if is_away or past > _LEASE:
                self.follower.stop_clocks(past)
            elif self._taking_over is None or self._taking_over.done():
                # In a task of its own, so that heartbeats continue while many tables load.
                self._taking_over = self._background.start(self.follower.take_over())

    # Messages from other processes, received in the store's thread

    def bury(self, process: str) -> None:
        """Record that a process has died before its heartbeat runs out, and tell all others."""
        self._store.say({"from": process, "gone": True})
        self._soon(self._take_leave, process)

    def grown(self, tables: Sequence[Grown]) -> None:
        """Receive changes to tables."""
        self._soon(self.follower.follow, tables)

    def documented(self, name: str) -> None:
        """Receive a change to a document: somebody may have lost access to what they saw."""
        if name in (DEVICES, PROGRAMS):
            self._soon(self.follower.look_again)
        elif name == QUEUE:
            self._soon(self.on_queue)

    def answered(self, person: str, answers: str | None) -> None:
        """Receive a person's answers to puzzles."""
        self._soon(self.on_answers, person, answers)

    def held(self, id: str, tournament: str | None) -> None:
        """Receive a change to a tournament."""
        self._soon(self.on_held, id, tournament)

    def said(self, word: Any) -> None:
        """Receive a message from another process."""
        self._soon(self._hear, word)

    def _soon(self, act: Callable[..., object], *arguments: Any) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(act, *arguments)

    # Handling them, in the event loop

    def _hear(self, word: Any) -> None:
        match word:
            case {"come": True}:
                self._crowded = {}
                self.follower.hear(word)
            case {"from": str(process), "gone": True}:
                self._take_leave(process)
            case {"from": str(process), "drives": list(tables)}:
                for table in tables:
                    self._last.setdefault(table, process)
            case {"from": str(process), "crowded": dict(crowded)}:
                self.on_crowded(process, crowded)
            case {"seen": list(ids)}:
                self.on_seen(ids)
            case {"review": str(table), "goes_on": bool(goes_on)}:
                self.on_review(table, goes_on=goes_on)
            case {"spent": list(spent)}:
                for one in spent:
                    self.on_spent(one)
            case _:
                self.follower.hear(word)

    def _forget(self, process: str) -> None:
        self.on_crowded(process, {})
        self.follower.forget(process)

    def _take_leave(self, process: str) -> None:
        """Take over the work of a process that is gone."""
        if process in self._dead:
            return
        self._dead.add(process)
        self.living.discard(process)
        self._forget(process)
        self._background.start(self.follower.take_over())


def _weight(process: str, table: str) -> bytes:
    return blake2b(f"{process} {table}".encode(), digest_size=8).digest()
