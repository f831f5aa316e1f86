"""Runs the background work of the tables, from the start of the server to its end.

It prepares the rules and the bots and wakes the tables that need them. It unloads tables that nobody uses,
and closes tables that were made and never touched, so that nobody can fill the server with them. It also
applies what other processes have done.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Any

from parure.bots import LADDER
from parure.compiling import warm_up
from parure.core.jit import is_compiled_before
from parure.errors import ParureError
from parure.server.errors import Unreadable
from parure.server.play.cluster import RENEWED
from parure.server.play.sessions import Sessions
from parure.server.store.protocol import Grown, NotKept, Taken
from parure.server.tables import events as happened
from parure.server.tables.listing import Listing
from parure.server.tables.names import is_forgotten
from parure.server.workers.bots import BotFailed, Bots, Progress, are_compiled

__all__ = ["ClusterFollower", "Lifecycle", "close_untouched"]

_AGAIN = 60.0
"""Seconds between two searches for idle tables."""

IMPORTED = 30 * 86_400.0
"""Seconds after which an imported game is deleted: whoever brought it has its record."""

log = logging.getLogger("parure.server")


class Lifecycle:
    """Runs the background work of the tables while the server is up."""

    def __init__(self, sessions: Sessions, bots: Bots) -> None:
        self._sessions, self._bots = sessions, bots
        self.is_new = False
        """Whether the rules were never compiled before."""

    async def open(self) -> None:
        """Read which tables there are, and begin."""
        await self._sessions.open()
        self._sessions.background.start(self._wake())
        self._sessions.background.start(self._tidy_up())

    @property
    def progress(self) -> Progress | None:
        """How far compilation has come on the first start; None when nobody has to wait."""
        if self.is_new and not self._sessions.ready.is_set():
            return Progress(0, 1 + len(LADDER))
        return self._bots.progress

    async def _wake(self) -> None:
        """Prepare the rules, then wake the tables with a bot to move or a clock to watch.

        A bot process compiles whatever is not cached yet, while this process serves pages.
        """
        sessions = self._sessions
        self.is_new = is_new = not is_compiled_before()
        warming = sessions.background.start(self._warm_bots())
        if is_new:
            await asyncio.wait([warming])
        await asyncio.to_thread(warm_up)
        sessions.ready.set()
        if is_new or not (sessions.cluster.is_shared or are_compiled()):
            sessions.background.start(self._bots.compile_all())
        warming.add_done_callback(lambda _done: sessions.cluster.take_part())
        for id in sessions.lists.awake():
            if sessions.cluster.drives(id):
                await sessions.wake(id)
        await sessions.lists.sort()

    async def _warm_bots(self) -> None:
        try:
            await self._bots.warm_up()
        except BotFailed as error:
            if not self._bots.is_closed:
                log.error("the bots can't start: %s", error)

    async def _tidy_up(self) -> None:
        """Periodically unload tables that nobody uses and close those that nobody has touched."""
        await self._sessions.ready.wait()
        while True:
            await asyncio.sleep(_AGAIN)
            self._sessions.forget_idle()
            await close_untouched(self._sessions)
            await self._sessions.delete_imported(time.time() - IMPORTED)


async def close_untouched(sessions: Sessions) -> None:
    """Close tables that nobody else has joined, where nothing has happened and nobody is present."""
    for id in sessions.lists.untouched():
        if not sessions.cluster.drives(id):
            continue
        try:
            async with sessions.use(id) as session:
                await sessions.cluster.until_others_answer()
                async with session.lock:
                    listing = sessions.lists.get(id)
                    if listing is not None and listing.is_untouched and not session.is_visited:
                        await sessions.append(session, happened.Closed(at=time.time()))
        except Taken:
            pass  # Another process has added something there.
        except ParureError as error:
            log.error("table %s can't be closed: %s", id, error)


class ClusterFollower:
    """Keeps this process's tables in step with the other processes; the `Follower` of its cluster."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions, self._cluster = sessions, sessions.cluster
        self._cluster.follower = self

    def look_again(self) -> None:
        """Let every open page look again."""
        self._sessions.tell_all()

    def hear(self, word: Any) -> None:
        """Handle a message from another process about its tables."""
        sessions = self._sessions
        match word:
            case {"come": True}:
                sessions.streams.announce_all()
                driven = [session.table.id for session in sessions if session.is_driven]
                self._cluster.announce_driven(driven)
            case {"who": str(table)}:
                session = sessions.get(table)
                if session is not None and (session.here or session.helped):
                    self._cluster.announce(session)
            case {"from": str(process), "here": list(people), "table": str(table)}:
                if (session := sessions.get(table)) is not None:
                    session.hear(process, people)
                    session.helped |= set(word["helped"])
            case {"from": str(process), "listens": str(person), "open": bool(is_open)}:
                sessions.streams.hear(process, person, is_open=is_open)
                sessions.tell_of(person)
            case {"said": str(phrase), "table": str(table), "seat": int(seat), "at": float(at)}:
                if (session := sessions.get(table)) is not None:
                    session.say(seat, phrase, at)
            case {"made": str(made), "address": str(address)}:
                sessions.lists.note_address(made, address)

    def forget(self, process: str) -> None:
        """Mark people as absent who were present only through a dead process."""
        self._sessions.streams.forget(process)
        for session in self._sessions:
            session.hear(process, ())

    def stop_clocks(self, seconds: float) -> None:
        """Give back the clock time during which the database was unreachable."""
        for session in self._sessions:
            session.stop_clock(seconds)

    async def take_over(self) -> None:
        """Drive the tables that belong to this process and that nothing drives yet."""
        if not self._sessions.ready.is_set():
            return
        for id in self._sessions.lists.awake():
            session = self._sessions.get(id)
            if (session is None or not session.is_driven) and self._cluster.drives(id):
                await self._sessions.wake(id)

    def follow(self, tables: Sequence[Grown]) -> None:
        """Bring tables up to date with what other processes have added."""
        for grown in tables:
            id = grown.table
            session = self._sessions.get(id)
            if session is not None and grown.events < session.table.version:
                continue
            listing, before = self._sessions.read(id, grown.listing), self._sessions.lists.get(id)
            if listing is None:
                continue
            self._sessions.note(listing)
            if grown.by is not None:
                self._cluster.added(listing, grown.by)
            forgets = any(map(is_forgotten, (listing.maker, *listing.owners)))
            is_other = before not in (None, listing) and forgets
            is_ours = listing.is_awake and self._cluster.drives(id)
            if session is not None and session.is_idle and not is_other and not is_ours:
                session.is_behind = True
            elif is_ours or session is not None or self._sessions.is_loading(id):
                self._sessions.background.start(self._renew(grown, listing, is_other=is_other))

    async def _renew(self, grown: Grown, listing: Listing, *, is_other: bool) -> None:
        """Read what others added to a table in use, and drive it if it belongs to this process."""
        id = grown.table
        while (session := await self._sessions.in_use(id)) is not None:
            try:
                async with session.lock:
                    await self._sessions.catch_up(session, grown.events)
                    if is_other:
                        await self._sessions.load_again(session)
            except NotKept as error:
                log.error("table %s is not up to date: %s", id, error)
                await asyncio.sleep(RENEWED)
            except Unreadable as error:
                self._sessions.refuse(error)
                return
            else:
                return
        if listing.is_awake and self._sessions.ready.is_set() and self._cluster.drives(id):
            await self._sessions.wake(id)
