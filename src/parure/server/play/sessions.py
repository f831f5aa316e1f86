"""All tables in use: loaded on demand, woken when the server starts, saved event by event.

Every event goes to the store first; only when it is on disk is it acknowledged and shown. A table adds one
event at a time; tables do not wait for each other. If several processes serve the same tables, this one reads
the others' events as soon as it hears of them, and before it adds any.
"""

import asyncio
import base64
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Annotated

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.server import metrics
from parure.server.errors import Conflict, Damaged, Forbidden, Missing, Newer, Unreadable
from parure.server.play.cluster import Cluster
from parure.server.play.driver import Driver
from parure.server.play.session import Session, Stream, Streams
from parure.server.play.table_lists import Lists
from parure.server.services import needed
from parure.server.settings import Settings
from parure.server.store.protocol import Kept, NotKept, Taken
from parure.server.store.writer import Store
from parure.server.tables import events as happened
from parure.server.tables.document import Coaching
from parure.server.tables.listing import Listing
from parure.server.tables.names import is_id
from parure.server.tables.results import results_of
from parure.server.tables.table import Table
from parure.server.tables.transitions import after, after_all, load
from parure.server.tables.view import TableView
from parure.server.tasks import Background
from parure.server.workers.bots import Bots, strongest_bot

__all__ = ["Sessions", "TheSessions"]

_MANY = 20
"""More events than this are added beside the event loop."""
MOST_IDLE = 500
MOST_OVER = 100
"""Unused tables kept in memory: those that wait or run, and the others."""

log = logging.getLogger("parure.server")


class Sessions:
    """All tables of a server: the sessions in use, and the means to load the others."""

    def __init__(self, settings: Settings, store: Store, bots: Bots) -> None:
        self.ready = asyncio.Event()
        """Set when the rules are compiled."""
        self.lists = Lists(self.read)
        self.gives_hints = (settings.hint_bot or strongest_bot()) is not None
        self._settings = settings
        self.store = store
        self._sessions: dict[str, Session] = {}
        self._unreadable: dict[str, Unreadable] = {}
        """The tables that can't be read, and why."""
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self.owner_of: Callable[[str], str] = lambda person: person
        """Returns the owner of a program; a person is their own owner."""
        self.coach: Callable[[TableView], Coaching | None] = lambda _view: None
        """Returns what a lesson's coach says to the viewer."""
        self.on_finished: list[Callable[[Listing], None]] = []
        """Called with each finished game, once it is on disk."""
        self.background = Background()
        """The background tasks; they end with the tables."""
        self.cluster = Cluster(store, self.background)
        """The other processes that serve the same tables."""
        self.streams = Streams(self.cluster.announce_listener)
        """The listeners who receive every change at their tables."""
        self._driver = Driver(bots, self.background, self.append, self.cluster.drives)

    def __contains__(self, id: object) -> bool:
        return id in self._sessions

    def __len__(self) -> int:
        return len(self._sessions)

    def get(self, id: str) -> Session | None:
        """Return the session of a table in use."""
        return self._sessions.get(id)

    def is_loading(self, id: str) -> bool:
        """Tell whether a table is being loaded."""
        return id in self._loading

    async def in_use(self, id: str) -> Session | None:
        """Return the session of a table in use, waiting for one that is being loaded."""
        if id in self._loading:
            with suppress(ParureError):
                return await asyncio.shield(self._loading[id])
        return self._sessions.get(id)

    def __iter__(self) -> Iterator[Session]:
        return iter(list(self._sessions.values()))

    async def open(self) -> None:
        """Read which tables there are."""
        await self.cluster.open()
        found = await asyncio.wrap_future(self.store.listings())
        self.lists.fill(found.listings)
        for id, reason in found.damaged.items():
            self.refuse(Damaged(id, reason))
        if found.missing:
            log.error("%d tables are lost", found.missing)

    async def wake(self, id: str) -> None:
        """Drive a table, if it belongs to this process."""
        try:
            async with self.use(id) as session:
                if not session.is_driven:
                    async with session.lock:
                        await self.settle(session)
        except ParureError as error:
            log.error("table %s: %s", id, error)

    def tell_all(self) -> None:
        """Refresh every open page."""
        for session in self._sessions.values():
            session.tell()

    def check_apart(self, *people: str | None) -> None:
        """Refuse a rated game in which a person would meet their own program."""
        owners = [self.owner_of(person) for person in people if person is not None]
        if len(set(owners)) < len(owners):
            raise Conflict(
                _(
                    "In a rated game, everyone has only one seat, and your own programs count "
                    "as you."
                )
            )

    @contextmanager
    def listening(self, person: str) -> Iterator[Stream]:
        """Stream everything that happens at a person's tables, and count them as present there."""
        try:
            with self.streams.opened(person) as stream:
                self.tell_of(person)
                yield stream
        finally:
            for session in self._sessions_of(person):
                session.note_gone(person)

    def tell_of(self, person: str) -> None:
        """Show on the pages of a person's tables whether they are present."""
        for session in self._sessions_of(person):
            session.tell()

    def _sessions_of(self, person: str) -> list[Session]:
        """Return the tables in use at which a person has a seat."""
        own = (one.table for one in self.lists.every(person) if one.belongs_to(person))
        return [self._sessions[table] for table in own if table in self._sessions]

    async def close(self) -> None:
        """Stop all background tasks."""
        await self.cluster.close()
        await self.background.close()

    def read(self, id: str, text: str) -> Listing | None:
        """Return the listing of a table, or mark the table as unreadable."""
        try:
            return Listing.from_text(text)
        except happened.Later as error:
            self.refuse(Newer(id, error))
        except ValueError as error:
            self.refuse(Damaged(id, f"{error} in {text}"))
        return None

    def refuse(self, error: Unreadable) -> None:
        """Record that a table can't be read, and log why."""
        log.error(
            "table %s is %s at event %s: %s", error.table, error.code, error.event, error.reason
        )
        self._unreadable[error.table] = error

    @asynccontextmanager
    async def use(self, id: str) -> AsyncIterator[Session]:
        """Use a table, loading it first if necessary."""
        is_there = self.lists.get(id) is not None
        if (known := self._unreadable.get(id)) is not None:
            raise type(known)(known.table, known.reason, known.event)
        if not is_there and not await self._finds(id):
            raise Missing(_("There is no such table."))
        await self.ready.wait()
        session = self._sessions.get(id)
        if session is None:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
            session = await asyncio.shield(self._loading[id])
        session.users += 1
        try:
            if session.is_behind:
                await self._read_what_is_new(session)
            if session.table.status == "closed":
                raise Missing(_("This table has been closed."))
            yield session
        finally:
            session.users -= 1

    async def _finds(self, id: str) -> bool:
        """Tell whether the store has a table unknown here, which another process has made."""
        if not self.store.is_shared or not is_id(id):
            return False
        found = await asyncio.wrap_future(self.store.listing(id))
        if found is not None and (listing := self.read(id, found)) is not None:
            self.note(listing)
        return id in self.lists

    async def _read_what_is_new(self, session: Session) -> None:
        """Bring an unused table up to date; it stays as it was while the database can't be read."""
        try:
            async with session.lock:
                await self.catch_up(session, session.table.version + 1)
        except NotKept as error:
            log.error("table %s is not up to date: %s", session.table.id, error)
        except Unreadable as error:
            self.refuse(error)
            raise

    async def _load(self, id: str) -> Session:
        try:
            lines = await asyncio.wrap_future(self.store.events(id))
            table = await asyncio.to_thread(load, id, lines)
            session = self._sessions[id] = self._session(table)
            if table.options.clock is not None and table.options.clock.days:
                # Clocks of days also run while the server is off.
                session.began_at(table.since)
            else:
                session.began_at(self.cluster.since(table.since))
        except Unreadable as error:
            self.refuse(error)
            raise
        finally:
            del self._loading[id]
        async with session.lock:
            await self.settle(session)
        return session

    def _session(self, table: Table) -> Session:
        self.cluster.ask_who_is_at(table.id)
        absence, listens = self._settings.absence, self.streams.is_open
        return Session(table, absence, listens, self.cluster.announce)

    def forget_idle(self) -> None:
        """Unload tables that nobody uses, the longest unused first: they are on disk."""
        idle = sorted(
            (session for session in self._sessions.values() if session.is_idle),
            key=lambda r: r.used,
        )
        goes_on = ("waiting", "playing")
        running = [session for session in idle if session.table.status in goes_on]
        over = [session for session in idle if session.table.status not in goes_on]
        for sessions, most in ((running, MOST_IDLE), (over, MOST_OVER)):
            for session in sessions[: max(0, len(sessions) - most)]:
                del self._sessions[session.table.id]

    async def look(self, id: str, person: str | None, seat: int | None = None) -> TableView:
        """Return a person's view of a table through one of their seats, loading the table if necessary."""
        async with self.use(id) as session:
            session.saw(person)
            return self.view_of(session, person, seat)

    def view_of(self, session: Session, person: str | None, seat: int | None) -> TableView:
        """Return a person's view of a table in use."""
        if seat is not None and seat not in session.table.seats_of(person):
            raise Forbidden(_("That isn’t your seat."))
        return session.view(person, seat, hints=self.gives_hints)

    def version_of(self, id: str) -> int:
        """Return the version of a table in use or just made."""
        session = self._sessions.get(id)
        return 1 if session is None else session.table.version

    async def make(
        self,
        made: happened.Created,
        key: str | None,
        then: Sequence[happened.Event] = (),
        address: str | None = None,
    ) -> Session:
        """Create a table, and start it at once if no seat is open.

        :param then: the events that have already happened, for a game that continues another.
        :param address: the address whose limit the table counts against until it is over.
        """
        id = secrets.token_urlsafe(9) if key is None else _id_of(made.maker, key)
        # In use before it is on any list, so that nobody loads it a second time.
        session = self._sessions[id] = self._session(Table(id))
        async with session.lock:
            try:
                await self.append(session, made, *then, key=key)
            except BaseException as error:
                if isinstance(error, Taken) and key is not None:
                    return session  # Another process has handled the same request.
                del self._sessions[id]
                raise
            if address is not None:
                self.note_address(id, address)
            await self.settle(session)
        return session

    def note_address(self, made: str, address: str) -> None:
        """Record in all processes which address created a table or a tournament."""
        self.lists.note_address(made, address)
        self.cluster.announce_address(made, address)

    async def rewrite(
        self, id: str, changed: Callable[[happened.Event], happened.Event]
    ) -> Listing:
        """Replace the events of a finished or closed table; return its new listing."""
        while True:
            with suppress(Taken):  # Another process has added to it meanwhile.
                if not self.lists.is_there(id):
                    return (await self._rewrite(id, changed))[1]
                async with self.use(id) as session, session.lock:
                    table, listing = await self._rewrite(id, changed)
                    session.show(table)
                    return listing

    async def _rewrite(
        self, id: str, changed: Callable[[happened.Event], happened.Event]
    ) -> tuple[Table, Listing]:
        lines = await asyncio.wrap_future(self.store.events(id))
        texts = tuple(happened.to_text(changed(happened.from_text(line))) for line in lines)
        table = await asyncio.to_thread(load, id, texts)
        before = self.lists.get(id)
        is_made_otherwise = before is None or before.maker != table.maker
        listing = Listing.of(table, None if is_made_otherwise else self.lists.key_of(id))
        await asyncio.wrap_future(self.store.rewrite(id, Kept(listing.to_text(), texts)))
        self.lists.put(listing)
        return table, listing

    async def delete_imported(self, until: float) -> None:
        """Delete the games imported up to a time, except those in use; what stays is a closed table."""
        for id in self.lists.imported(until):
            session = self._sessions.get(id)
            if id in self._loading or (session is not None and not session.is_idle):
                continue
            self._sessions.pop(id, None)
            try:
                lines = await asyncio.wrap_future(self.store.events(id))
                texts = (lines[0], happened.to_text(happened.Closed(at=time.time())))
                listing = Listing.of(load(id, texts), None)
                kept = Kept(listing.to_text(), texts)
                await asyncio.wrap_future(self.store.rewrite(id, kept, len(lines)))
            except ParureError as error:
                log.error("table %s can't be deleted: %s", id, error)
            else:
                self.lists.put(listing)

    async def settle(self, session: Session) -> None:
        """Deal as soon as no seat is open."""
        table = session.table
        if table.status == "waiting" and not any(seat.is_open for seat in table.seats):
            with suppress(Taken):  # Another process has already dealt.
                await self.append(session, _dealt(table))
        elif not session.is_driven:
            self._driver.go_on(session)

    async def append(
        self, session: Session, *events: happened.Event, key: str | None = None
    ) -> None:
        """Add events to a table whose lock is held: first on disk, then in memory, then on the pages.

        A caller cancelled meanwhile keeps the lock until the outcome of the write is known.
        Raises `Taken` if another process was quicker; the table then has that process's events.
        """
        keeping = asyncio.ensure_future(self._keep(session, events, key))
        try:
            await asyncio.shield(keeping)
        except asyncio.CancelledError:
            await asyncio.gather(keeping, return_exceptions=True)
            raise
        except Taken:
            self._driver.go_on(session)
            raise
        self._driver.go_on(session)

    async def _keep(
        self, session: Session, events: Sequence[happened.Event], key: str | None
    ) -> None:
        before = session.table
        if len(events) > _MANY:
            lines, table = await asyncio.to_thread(_added, before, events)
        else:
            lines, table = _added(before, events)
        listing = Listing.of(table, key or self.lists.key_of(table.id))
        ended = results_of(table) if before.status != "over" else ()
        try:
            with metrics.KEEPING.time(), metrics.NOT_KEPT.count_exceptions(NotKept):
                await asyncio.wrap_future(
                    self.store.append(table.id, before.version, lines, listing.to_text(), ended)
                )
        except Taken:
            await self._catch_up(session)
            raise
        for event in events:
            metrics.EVENTS.labels(event.kind).inc()
        if table.since != before.since:
            session.began_at(time.time())
        session.table = table
        self.note(listing)
        self.cluster.added(listing)
        session.tell()

    async def catch_up(self, session: Session, version: int) -> None:
        """Read what others have added to a table whose lock is held, if any has been announced."""
        before = session.table
        if self.store.is_shared and version > before.version:
            await self._catch_up(session)
            if session.table is not before:
                self._driver.go_on(session)

    async def was_behind(self, id: str) -> bool:
        """Read the events that others have added to a table in use; tell whether there were any."""
        session = self._sessions.get(id)
        if session is None or not self.store.is_shared:
            return False
        async with session.lock:
            before = session.table
            await self.catch_up(session, before.version + 1)
            return session.table is not before

    async def _catch_up(self, session: Session) -> None:
        before = session.table
        lines = await asyncio.wrap_future(self.store.since(before.id, before.version))
        session.is_behind = False
        if not lines:
            return
        table = after_all(before, lines)
        if table.since != before.since:
            session.began_at(table.since)
        session.helped -= {push.seat for push in table.pushes[len(before.pushes) :]}
        session.show(table)
        self.note(Listing.of(table, self.lists.key_of(table.id)))

    async def load_again(self, session: Session) -> None:
        """Reload a table whose lock is held, after another process has rewritten it."""
        lines = await asyncio.wrap_future(self.store.events(session.table.id))
        session.show(await asyncio.to_thread(load, session.table.id, lines))

    def note(self, listing: Listing) -> None:
        """Update a table in the lists, and notify everybody who follows it."""
        before = self.lists.get(listing.table)
        self.streams.changed(before, listing)
        self.lists.put(listing)
        if listing.status == "over" and listing != before:
            self._tell_finished(listing)

    def _tell_finished(self, listing: Listing) -> None:
        """Announce a finished game; a failing callback stops neither the move nor the other callbacks."""
        for tell in self.on_finished:
            try:
                tell(listing)
            except Exception:
                log.exception("what follows from table %s failed", listing.table)


def _added(table: Table, events: Sequence[happened.Event]) -> tuple[tuple[str, ...], Table]:
    """Return some events as they are stored, and the table after them."""
    lines = tuple(happened.to_text(event) for event in events)
    for line in lines:
        # Check it the way it will be read: never write what the reader would refuse.
        table = after(table, happened.from_text(line))
    return lines, table


def _dealt(table: Table) -> happened.Started:
    """Return the event that starts a game."""
    order = list(range(len(table.seats)))
    if table.options.order == "random":
        secrets.SystemRandom().shuffle(order)
    seed = secrets.randbits(64) if table.options.seed is None else table.options.seed
    return happened.Started(at=time.time(), seed=seed, order=order)


def _id_of(person: str, key: str) -> str:
    """Return the unguessable id of the table that a request creates: the same for a repeated request."""
    digest = hashlib.sha256(f"Parure, a table: {person} {key}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:9]).decode()


TheSessions = Annotated[Sessions, needed(Sessions)]
