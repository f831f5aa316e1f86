"""Following the other processes: their events, who is at their tables, and what they leave behind."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from parure.server.errors import Unreadable
from parure.server.play.cluster import RENEWED
from parure.server.play.sessions import Sessions
from parure.server.store.protocol import Grown, NotKept
from parure.server.tables.listing import Listing
from parure.server.tables.names import is_forgotten

__all__ = ["Following"]

log = logging.getLogger("parure.server")


class Following:
    """The tables of this process, kept as the others leave them; a `Follower` of its cluster."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions, self._cluster = sessions, sessions.cluster
        self._cluster.follower = self

    def look_again(self) -> None:
        """Let every open page look again."""
        self._sessions.tell_all()

    def hear(self, word: Any) -> None:
        """Take in what another process says of its tables."""
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
        """Know of nobody any more as being there by a process that is gone."""
        self._sessions.streams.forget(process)
        for session in self._sessions:
            session.hear(process, ())

    def stop_clocks(self, seconds: float) -> None:
        """Take from nobody the time in which nothing could be kept."""
        for session in self._sessions:
            session.stop_clock(seconds)

    async def take_over(self) -> None:
        """Drive the tables that are ours and that nothing drives."""
        if not self._sessions.ready.is_set():
            return
        for id in self._sessions.lists.awake():
            session = self._sessions.get(id)
            if (session is None or not session.is_driven) and self._cluster.drives(id):
                await self._sessions.wake(id)

    def follow(self, tables: Sequence[Grown]) -> None:
        """Show tables as others have left them."""
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
        """Read what others have added to a table in use, and let one go on that is ours to drive."""
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
