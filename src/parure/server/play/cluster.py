"""Several processes that serve the same tables: what the others do is heard of, and each drives some.

Every process lets the others know, again and again, that it works. Whichever has added to a table last moves
its bots and watches its clock: it has the table in memory. When that one is gone, or nobody knows which it
was, the table falls to one that follows from their names alone, so that nobody has to be asked. Where two
think for a moment that a table is theirs, the first to add something is right: the number of an event is used
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
from parure.server.store.documents import DEVICES, PROGRAMS
from parure.server.store.protocol import Grown, NotKept
from parure.server.store.writer import Store
from parure.server.tables.listing import Listing
from parure.server.tasks import Background

__all__ = ["RENEWED", "Cluster", "Follower", "Spent"]

Spent = tuple[str, str, float, float]
"""Of which kind, by whom, how much, and how much there is."""

RENEWED = 1.0
"""After so many seconds a process lets the others know that it works."""
_LEASE = 3.0
"""After so many it is thought to work no more."""
_AT_ONCE = 50
"""So much is said with one word: PostgreSQL takes 8,000 bytes."""

log = logging.getLogger("parure.server")


class Follower(Protocol):
    """What a process does at its tables about what the others do."""

    def follow(self, tables: Sequence[Grown]) -> None:
        """Show tables as others have left them."""
        ...

    def hear(self, word: Any) -> None:
        """Take in what another process says of its tables."""
        ...

    def forget(self, process: str) -> None:
        """Take nobody for present any more through a process that is gone."""
        ...

    def look_again(self) -> None:
        """Let every open page look again."""
        ...

    def stop_clocks(self, seconds: float) -> None:
        """Take from nobody the time in which nothing could be kept."""
        ...

    async def take_over(self) -> None:
        """Drive the tables that are ours and that nothing drives."""
        ...


class Cluster:
    """The processes that serve the same tables."""

    def __init__(self, store: Store, background: Background) -> None:
        self._store, self._background = store, background
        self.follower: Follower
        """Who follows the others; set before `open`."""
        self.living: set[str] = set()
        """The processes that are thought to work."""
        self._dead: set[str] = set()
        """Those that are known to work no more, whatever they have said before."""
        self._last: dict[str, str] = {}
        """Who has added to a table last at which there is something to do, as far as that is known."""
        self.takes_part = False
        self._taking_over: asyncio.Task[None] | None = None
        self._opened = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self.on_answers: Callable[[str, str | None], None] = lambda _person, _answers: None
        """Who is told what people have answered to puzzles elsewhere."""
        self.on_review: Callable[..., None] = lambda _table, *, goes_on: None
        """Who is told that a review is to be stopped, or to go on."""
        self.on_held: Callable[[str, str | None], None] = lambda _id, _tournament: None
        """Who is told of tournaments that are otherwise elsewhere."""
        self.spent: Callable[[], list[Spent]] = list
        """What somebody has used up of what they may ask for, since it was last asked."""
        self.on_spent: Callable[[Spent], None] = lambda _spent: None
        """Who is told what was used up elsewhere."""
        self.crowded: Callable[[], dict[str, int]] = dict
        """Who has many pages open here, and how many."""
        self.on_crowded: Callable[[str, dict[str, int]], None] = lambda _process, _crowded: None
        """Who is told that about another process."""
        self._crowded: dict[str, int] = {}
        """What others were told."""

    async def open(self) -> None:
        """Begin to hear of the others; they have to do everything until the bots are ready here."""
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
        """Leave the tables to the others, and hear nothing more."""
        self._loop, self.takes_part = None, False
        if self._store.is_shared:
            with suppress(NotKept):
                await asyncio.wrap_future(self._store.renew(0.0))
            self._say(gone=True)

    # What is asked

    def drives(self, table: str) -> bool:
        """Tell whether this process moves the bots of a table and watches its clock."""
        if self._store.process not in self.living:
            return not self.living  # Nobody else does.
        last = self._last.get(table)
        if last not in self.living:
            last = max(self.living, key=lambda one: _weight(one, table))
        return last == self._store.process

    def since(self, at: float) -> float:
        """Return from when on a decision has taken time that began then.

        Nobody's time runs while no server does; while another process served the table it did.
        """
        alone = not self._store.is_shared
        return time.time() if alone else max(at, self._opened)

    def added(self, listing: Listing, process: str | None = None) -> None:
        """Note who has added to a table: this process, or another one."""
        if listing.is_awake and self._store.is_shared:
            self._last[listing.table] = process or self._store.process
        else:
            self._last.pop(listing.table, None)

    # What others are told

    def _say(self, **word: Any) -> None:
        if self._store.is_shared:
            self._store.say({"from": self._store.process, **word})

    def announce(self, session: Session) -> None:
        """Let others know who is at a table, and who was helped there."""
        people, helped = session.here[:_AT_ONCE], sorted(session.helped)
        self._say(table=session.table.id, here=people, helped=helped)

    def announce_listener(self, person: str, is_open: bool) -> None:
        """Let others know whether somebody listens here."""
        self._say(listens=person, open=is_open)

    def announce_driven(self, tables: Sequence[str]) -> None:
        """Let others know at which tables there is something to do that is done here."""
        for first in range(0, len(tables), _AT_ONCE):
            self._say(drives=tables[first : first + _AT_ONCE])

    def ask_who_is_at(self, table: str) -> None:
        """Ask others who is at a table by them."""
        self._say(who=table)

    async def until_others_answer(self) -> None:
        """Wait until others had time to say who is at a table that was just loaded."""
        if self._store.is_shared:
            await asyncio.sleep(RENEWED)

    def announce_address(self, made: str, address: str) -> None:
        """Let others know from which address a table or a tournament was made."""
        self._say(made=made, address=address)

    def wish_for_review(self, table: str, goes_on: bool) -> None:
        """Let others stop thinking about a game, or go on."""
        self._say(review=table, goes_on=goes_on)

    def repeat(self, table: str, seat: int, phrase: str, at: float) -> None:
        """Let others hear what somebody says at a table."""
        self._say(table=table, seat=seat, said=phrase, at=at)

    # What goes on by itself

    async def _stay(self) -> None:
        """Let others know of this process, and take over what nobody else does."""
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
                # Beside this: who loads many tables still lets the others know that they work.
                self._taking_over = self._background.start(self.follower.take_over())

    # What is heard, in other threads

    def bury(self, process: str) -> None:
        """Hear that a process has died, before that is noticed by its silence, and let all others know."""
        self._store.say({"from": process, "gone": True})
        self._soon(self._take_leave, process)

    def grown(self, tables: Sequence[Grown]) -> None:
        """Hear of tables."""
        self._soon(self.follower.follow, tables)

    def documented(self, name: str) -> None:
        """Hear that a document is another one: somebody may no longer see what they did."""
        if name in (DEVICES, PROGRAMS):
            self._soon(self.follower.look_again)

    def answered(self, person: str, answers: str | None) -> None:
        """Hear what a person has answered to puzzles."""
        self._soon(self.on_answers, person, answers)

    def held(self, id: str, tournament: str | None) -> None:
        """Hear of a tournament."""
        self._soon(self.on_held, id, tournament)

    def said(self, word: Any) -> None:
        """Hear what another process has said."""
        self._soon(self._hear, word)

    def _soon(self, act: Callable[..., object], *arguments: Any) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(act, *arguments)

    # And done about it, in the loop

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
        """Do from now on what a process did that is gone."""
        if process in self._dead:
            return
        self._dead.add(process)
        self.living.discard(process)
        self._forget(process)
        self._background.start(self.follower.take_over())


def _weight(process: str, table: str) -> bytes:
    return blake2b(f"{process} {table}".encode(), digest_size=8).digest()
