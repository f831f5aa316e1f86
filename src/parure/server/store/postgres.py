"""Stores tables in PostgreSQL: the same rows as in SQLite, in a schema of their own.

Several processes can serve them: each announces what it has added, and each event number is used once. An
advisory lock, which ends with the connection, separates processes that create the tables or copy everything
from those that serve. A lost connection is reopened when it is next needed. A commit in flight at that moment
is answered once the database can tell whether it succeeded, so nothing is lost and nothing done twice.
"""

import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from parure.i18n import mark
from parure.server.errors import Refusal
from parure.server.store.documents import DOCUMENTS, Documents
from parure.server.store.layouts import APPLICATION, COLUMNS, POSTGRES, SCHEMA, create
from parure.server.store.pg_connection import News, Postgres, connected, reason, shown
from parure.server.store.protocol import (
    CANT_BE_KEPT,
    DAMAGED,
    DISK_IS_FULL,
    EMPTY,
    IN_USE,
    NEWER,
    OLDER,
    READ_ONLY,
    UNUSABLE,
    Database,
    Hearer,
    NotKept,
    StoreError,
)
from parure.server.store.rows import Addition
from parure.server.store.writer import InDoubt, Store

__all__ = ["PostgresStore"]

_ALONE, _SHARED = "", "_shared"
"""The modes of the lock: exclusive for creation and copies, shared for serving."""
LOCK_PATIENCE = "2s"
"""How long to wait for a lock still held by a server that has just ended."""
HANG_SECONDS = 10.0
"""Seconds without an answer after which new requests fail at once."""
RETRY_SECONDS = 1.0
"""Seconds before retrying an unreachable database."""
_FOREIGN = mark("{path} already uses the name “parure” for something else: nothing was changed.")
_AWAY_TOLD = mark(
    "The server can’t reach its database: nothing can be saved for now. It will carry on by itself."
)
_TOLD = {
    errors.DiskFull.sqlstate: DISK_IS_FULL,
    errors.ReadOnlySqlTransaction.sqlstate: READ_ONLY,
}

log = logging.getLogger("parure.server")

T = TypeVar("T")


class PgDocuments(Documents):
    """Documents stored in PostgreSQL."""

    def __init__(self, name: str, ask: Callable[[Callable[[Any], Any]], "Future[Any]"]) -> None:
        """Use the documents of a database.

        :param name: the display name of the database.
        :param ask: runs a function in the store's thread.
        """
        super().__init__()
        self._name, self._ask = name, ask
        self.on_change: Callable[[str], None] = lambda _name: None
        """Called with a document that another process has changed."""

    def fill(self, texts: dict[str, str]) -> None:
        """Load all documents."""
        self._texts = dict(texts)

    def note(self, name: str | None) -> None:
        """Reload a changed document, or all of them if no name is given."""
        for one in [name] if name is not None else list(self._texts):
            self.refresh(one)

    def place(self, name: str) -> str:
        """Return the location of a document."""
        return f"“{name}” in {self._name}"

    def swap(self, name: str, before: str | None, after: str) -> "Future[bool]":
        """Replace a document only if the stored one is `before`."""
        done = self._ask(partial(DOCUMENTS.swap, key=name, before=before, after=after))
        done.add_done_callback(lambda done: self._swapped(name, after, done))
        return done

    def _swapped(self, name: str, after: str, done: "Future[bool]") -> None:
        if not done.cancelled() and done.exception() is None and done.result():
            self._texts[name] = after

    def refresh(self, name: str) -> "Future[object]":
        """Reload a document."""
        done = self._ask(partial(DOCUMENTS.find, key=name))
        done.add_done_callback(lambda done: self._found(name, done))
        return done

    def _found(self, name: str, done: "Future[str | None]") -> None:
        if not done.cancelled() and done.exception() is None:
            before, self._texts[name] = self._texts.get(name), done.result()
            if before != done.result():
                self.on_change(name)


class PostgresStore(Store):
    """The store in a PostgreSQL database."""

    is_shared = True
    documents: PgDocuments

    def __init__(self, address: str, *, to_read: bool = False, alone: bool = False) -> None:
        """Connect, and create our schema if it is missing.

        Raises `StoreError` for a database that can't be used, which stays untouched.

        :param address: `postgresql://user@host/name`, or any other form that libpq accepts.
        :param to_read: open it read-only, while others may be writing to it.
        :param alone: lock out all other processes.
        """
        self.name = shown(address)
        self.process = secrets.token_hex(6)
        self.documents = PgDocuments(self.name, self.ask)
        self._address = address
        self._to_read, self._alone = to_read, alone
        self._news: News | None = None
        self._began: float | None = None
        """When the job in progress began."""
        self._away: tuple[float, Exception] | None = None
        super().__init__()

    @property
    def is_away(self) -> bool:
        """Whether the connection is lost or hangs."""
        return self._connection.is_lost or self._hangs

    @property
    def _hangs(self) -> bool:
        began = self._began
        return began is not None and time.monotonic() - began > HANG_SECONDS

    def listen(self, hearer: Hearer) -> None:
        """Start reporting what other processes do."""
        self.documents.on_change = hearer.documented
        self._news = News(self._address, hearer, self._is_own, self.documents.note)

    def _is_own(self, number: int) -> bool:
        return number == self._connection.number

    def say(self, word: object) -> None:
        """Send a message to all other processes."""
        self.ask(lambda database: database.tell([("word", word)]))

    def renew(self, seconds: float) -> "Future[set[str]]":
        """Renew this process's lease for some seconds; return all living processes."""
        return self.ask(lambda database: _living(database, self.process, seconds))

    def close(self) -> None:
        """Finish the jobs in progress and disconnect."""
        if self._news is not None:
            self._news.close()
        super().close()

    def ask(self, what: Addition | Callable[[Any], T]) -> "Future[Any]":
        """Queue a job, or fail at once while the database hangs; jobs already waiting are answered later."""
        if self._hangs:
            refused: Future[Any] = Future()
            refused.set_exception(NotKept(_AWAY_TOLD))
            return refused
        return super().ask(what)

    # In the store's thread

    def _open(self) -> None:
        try:
            self._connection = self._connected(may_make=not self._to_read)
        except psycopg.Error as error:
            raise StoreError(UNUSABLE, self.name, reason(error)) from error
        if self._connection.execute("SHOW fsync").fetchone() == ("off",) and not self._to_read:
            log.warning("%s does not flush to its disk: a loss of power may lose moves", self.name)

        self.documents.fill(DOCUMENTS.read(self._connection))

    def _close(self) -> None:
        self._connection.close()

    def _connected(self, *, may_make: bool) -> Postgres:
        """Return a connection to a database that is ours, up to date and not locked."""
        database = Postgres(connected(self._address), self.process)
        try:
            if not self._to_read:
                _lock(database, self.name, _ALONE if self._alone else _SHARED)
            if not _version_of(database, self.name):
                if not may_make:
                    raise StoreError(EMPTY, self.name)
                self._create(database)
            _check_layout(database, self.name)
        except BaseException:
            database.close()
            raise
        return database

    def _create(self, database: Postgres) -> None:
        """Create our tables while no other process uses the database."""
        if not self._alone:
            database.execute(f"SELECT pg_advisory_unlock{_SHARED}(?)", (APPLICATION,))
            _lock(database, self.name, _ALONE)
        if not _version_of(database, self.name):
            create(database, POSTGRES)
        if not self._alone:
            database.execute("SELECT pg_advisory_unlock(?)", (APPLICATION,))
            _lock(database, self.name, _SHARED)

    def _do(self, act: Callable[[Database], T]) -> T:
        """Run a job; if the connection had been lost before, reconnect and run it again."""
        self._began = time.monotonic()
        try:
            return self._tried(act)
        finally:
            self._began = None

    def _tried(self, act: Callable[[Database], T]) -> T:
        for is_last in (False, True):
            database = self._reached()
            try:
                if self._to_read:
                    database.begin_to_read()
                return act(database)
            except psycopg.Error as error:
                database.end_if_stuck()
                if not database.is_lost:
                    raise
                log.error("%s is away: %s", self.name, reason(error))
                if database.is_committing:
                    raise InDoubt from error
                if is_last:
                    raise
            finally:
                if self._to_read:
                    database.rollback()
        raise AssertionError

    def _reached(self) -> Postgres:
        """Return the connection, reconnecting if it was lost, but not too often while that fails."""
        if not self._connection.is_lost:
            return self._connection
        if self._away is not None and time.monotonic() < self._away[0]:
            raise self._away[1]
        try:
            self._connection = self._connected(may_make=False)
        except (psycopg.Error, StoreError) as error:
            if self._away is None:
                log.error("%s is still away: %s", self.name, reason(error))
            self._away = time.monotonic() + RETRY_SECONDS, error
            raise
        self._away = None
        log.warning("%s is back", self.name)
        return self._connection

    def _refusal(self, error: Exception) -> Refusal:
        if isinstance(error, InDoubt | StoreError) or self._connection.is_lost:
            return NotKept(_AWAY_TOLD)
        if isinstance(error, Refusal):
            return error
        log.error("%s can't be used: %s", self.name, error)
        state = error.sqlstate if isinstance(error, psycopg.Error) else None
        return NotKept(_TOLD.get(state or "", CANT_BE_KEPT))


def _lock(database: Postgres, path: str, how: str) -> None:
    """Take the exclusive or the shared lock, or report which other users hold it."""
    database.execute(f"SET lock_timeout = '{LOCK_PATIENCE}'")
    try:
        database.execute(f"SELECT pg_advisory_lock{how}(?)", (APPLICATION,))
    except errors.LockNotAvailable as error:
        raise StoreError(IN_USE, path) from error
    database.execute("SET lock_timeout = '10s'")


def _version_of(database: Postgres, path: str) -> int:
    """Return the layout of a database, 0 if it holds nothing of ours; refuse other layouts."""
    schema = "SELECT 1 FROM pg_namespace WHERE nspname = 'parure'"
    if database.execute(schema).fetchone() is None:
        return 0
    try:
        (version,) = database.execute("SELECT max(version) FROM parure.versions").fetchone()
    except (errors.UndefinedTable, errors.UndefinedColumn) as error:
        raise StoreError(_FOREIGN, path) from error
    if not isinstance(version, int):
        raise StoreError(_FOREIGN, path)
    if version != SCHEMA:
        raise StoreError(NEWER if version > SCHEMA else OLDER, path)
    return version


def _check_layout(database: Postgres, path: str) -> None:
    """Refuse a database that lacks some of our tables or columns."""
    try:
        for table, columns in COLUMNS.items():
            database.execute(f"SELECT {columns} FROM {table} LIMIT 1")
    except (errors.UndefinedTable, errors.UndefinedColumn) as error:
        raise StoreError(DAMAGED, path) from error


def _living(database: Database, process: str, seconds: float) -> set[str]:
    """Renew a process's lease, and return the processes whose leases are valid."""
    renewed = (
        "INSERT INTO processes VALUES (?, now() + make_interval(secs => ?))"
        " ON CONFLICT (id) DO UPDATE SET until = excluded.until"
    )
    database.execute(renewed, (process, seconds))
    database.execute("DELETE FROM processes WHERE until < now() - interval '1 minute'")
    found = database.execute("SELECT id FROM processes WHERE until > now()").fetchall()
    return {id for (id,) in found}
