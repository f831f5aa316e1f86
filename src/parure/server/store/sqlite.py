"""Stores tables in one SQLite file: an append-only list of events for each.

Each commit is flushed to the disk (`synchronous=FULL`). A lock beside the file keeps a second server out, but
not readers. Events are never changed or removed, except to delete a person's data.
"""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock

from parure.i18n import mark
from parure.server.errors import Refusal
from parure.server.store.layouts import APPLICATION, SCHEMA, SQLITE, create
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
from parure.server.store.writer import Store

__all__ = ["Sqlite", "SqliteStore"]

_PATIENCE = 5.0
"""Seconds to wait while a reader keeps the file busy."""

_FOREIGN = mark("{path} is not a Parure file.")
_MISSING = mark("{path} does not exist.")
_NOT_WRITABLE = mark("{path} can’t be written: choose another folder with --data.")
_EXPLAINED = {
    sqlite3.SQLITE_BUSY: IN_USE,
    sqlite3.SQLITE_LOCKED: IN_USE,
    sqlite3.SQLITE_FULL: mark("The disk is full: {path} can’t be written."),
    sqlite3.SQLITE_IOERR: mark("Disk error: {path} can’t be read or written."),
    sqlite3.SQLITE_READONLY: _NOT_WRITABLE,
    sqlite3.SQLITE_CANTOPEN: _NOT_WRITABLE,
    sqlite3.SQLITE_PERM: _NOT_WRITABLE,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
_TOLD = {
    sqlite3.SQLITE_FULL: DISK_IS_FULL,
    sqlite3.SQLITE_IOERR: mark("The server’s disk is failing: nothing can be saved."),
    sqlite3.SQLITE_READONLY: READ_ONLY,
}

log = logging.getLogger("parure.server")

T = TypeVar("T")


class Sqlite(sqlite3.Connection):
    """SQLite as a `Database`."""

    clash = sqlite3.IntegrityError
    locking = ""

    def reading(self) -> AbstractContextManager[object]:
        """Read from one snapshot: nobody else writes, or a read transaction is already open."""
        return nullcontext()

    def tell(self, news: Iterable[Sequence[str]]) -> None:
        """Do nothing: there are no other processes to notify."""

    def begin(self) -> None:
        """Begin a transaction for writing."""
        self.execute("BEGIN IMMEDIATE")

    def is_damage(self, error: Exception) -> bool:
        """Tell whether an error means damaged data rather than a temporary failure."""
        is_passing = isinstance(error, sqlite3.OperationalError)
        return isinstance(error, sqlite3.DatabaseError) and not is_passing

    def is_sound(self) -> bool:
        """Tell whether SQLite finds the structure of the whole file intact, which takes a while."""
        try:
            return bool(_value(self, "PRAGMA integrity_check(1)") == b"ok")
        except sqlite3.DatabaseError as error:
            if not self.is_damage(error):
                raise
            return False

    def tables_made(self) -> int:
        """Return how many tables have ever been made: SQLite counts them itself."""
        rows = self.execute("SELECT seq FROM sqlite_sequence").fetchall()
        return max((seq for (seq,) in rows if isinstance(seq, int)), default=0)

    def count_tables(self, made: int) -> None:
        """Do nothing: SQLite counts the tables itself."""


class SqliteStore(Store):
    """The store in one SQLite file, for one process."""

    process, is_shared, documents = "alone", False, None

    def __init__(self, path: Path, *, to_read: bool = False) -> None:
        """Open the file, or create it if there is none.

        Raises `StoreError` for a file that can't be used, which stays untouched.

        :param to_read: open it read-only, while others may be writing to it.
        """
        self.path, self.name = path, str(path)
        self._to_read = to_read
        super().__init__()

    def listen(self, hearer: Hearer) -> None:
        """Do nothing: there are no other processes."""

    def say(self, word: object) -> None:
        """Do nothing: there is no other process to tell."""

    def renew(self, seconds: float) -> "Future[set[str]]":
        """Return only this process."""
        alone: Future[set[str]] = Future()
        alone.set_result({self.process})
        return alone

    # In the store's thread

    def _open(self) -> None:
        try:
            if self._to_read:
                self._connection = _opened_to_read(self.path)
            else:
                self._open_to_write()
        except (OSError, sqlite3.Error, UnicodeError) as error:
            raise _explained(error, self.path) from error

    def _open_to_write(self) -> None:
        path = self.path
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not all(os.access(place, os.W_OK) for place in (path.parent, path) if place.exists()):
            raise PermissionError(path)
        self._lock = FileLock(path.with_name(path.name + "-lock"), blocking=False, mode=0o600)
        self._lock.acquire()
        try:
            self._connection = _opened(path)
        except BaseException:
            self._lock.release()
            raise

    def _close(self) -> None:
        self._connection.close()
        if not self._to_read:
            self._lock.release()

    def _do(self, act: Callable[[Database], T]) -> T:
        if not self._to_read:
            return act(self._connection)
        self._connection.execute("BEGIN")
        try:
            return act(self._connection)
        finally:
            self._connection.rollback()

    def _refusal(self, error: Exception) -> Refusal:
        if isinstance(error, Refusal):
            return error
        log.error("%s (%s)", _explained(error, self.path), error)
        return NotKept(_TOLD.get(_code(error), CANT_BE_KEPT))


def _opened(path: Path) -> Sqlite:
    """Return a connection to a file that this process alone writes; a missing one is created."""
    connection = _connected(path)
    try:
        is_new = not _version_of(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # Deleted data must not remain readable in the file.
        connection.execute("PRAGMA secure_delete = ON")
        if is_new:
            create(connection, SQLITE)
        # A server reads these rows first: refuse a file where they are damaged.
        _value(connection, "SELECT sum(length(listing)) FROM tables")
    except BaseException:
        connection.close()
        raise
    return connection


def _opened_to_read(path: Path) -> Sqlite:
    """Return a read-only connection to a file that a server may be writing."""
    path.stat()
    connection = _connected(path)
    connection.execute("PRAGMA query_only = ON")
    if not _version_of(connection, path):
        raise StoreError(EMPTY, path)
    return connection


def _connected(path: Path) -> Sqlite:
    """Return a connection that reads texts as bytes, so that each can be decoded by itself.

    A file that is not there yet is made for us alone: it holds the seeds of running games.
    """
    with suppress(FileExistsError):
        path.touch(mode=0o600, exist_ok=False)
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, factory=Sqlite)
    connection.text_factory = bytes
    return connection


def _version_of(connection: Sqlite, path: Path) -> int:
    """Return the layout of a file, 0 for an empty one; refuse foreign files and other layouts."""
    found = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    version: int = _value(connection, "PRAGMA user_version")
    if not found and version == 0 and _value(connection, "PRAGMA page_count") <= 1:
        return 0
    if _value(connection, "PRAGMA application_id") != APPLICATION:
        raise StoreError(_FOREIGN, path)
    if version != SCHEMA:
        raise StoreError(NEWER if version > SCHEMA else OLDER, path)
    statements = {statement for (statement,) in found}
    if not {made.encode() for made in SQLITE if made.startswith("CREATE")} <= statements:
        raise StoreError(DAMAGED, path)
    return version


def _value(connection: Sqlite, query: str) -> Any:
    return connection.execute(query).fetchone()[0]


def _explained(error: Exception, path: Path) -> StoreError:
    """Return an error that tells the operator what to do about it."""
    if isinstance(error, UnicodeError):
        return StoreError(DAMAGED, path)  # SQLite's own message quotes the damaged content.
    if isinstance(error, TimeoutError):
        return StoreError(IN_USE, path)
    if isinstance(error, FileNotFoundError):
        return StoreError(_MISSING, path)
    if isinstance(error, OSError):
        return StoreError(_NOT_WRITABLE, path)
    return StoreError(_EXPLAINED.get(_code(error), UNUSABLE), path, error)


def _code(error: Exception) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF
