"""Stores tables in one SQLite file: an append-only list of events for each.

Each commit is flushed to the disk (`synchronous=FULL`). A lock beside the file keeps a second server out, but
not readers. Events are never changed or removed, except to delete a person's data. The whole file is checked
when it is opened, unless it is unchanged since it was last closed; a damaged file is rebuilt from its
readable parts.
"""

import logging
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

from parure.i18n import mark
from parure.server.errors import Refusal
from parure.server.store.layouts import SCHEMA, SQLITE, migrate
from parure.server.store.protocol import (
    CANT_BE_KEPT,
    DAMAGED,
    DISK_IS_FULL,
    EMPTY,
    IN_USE,
    OLDER,
    READ_ONLY,
    UNUSABLE,
    Database,
    Hearer,
    NotKept,
    StoreError,
)
from parure.server.store.sqlite_file import (
    Sqlite,
    connected,
    is_whole,
    log_content,
    renew,
    save_unread_end,
    version_of,
)
from parure.server.store.writer import Store

__all__ = ["SqliteStore"]

TICK_SECONDS = 1.0
"""Seconds within which two changes of a file can have the same timestamp."""
_SEALED = 2
"""The first layout with checksums, which reveal lost rows."""

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
            self._connection = _opened(path, is_checked=_is_untouched(path))
            _mark_of(path).unlink(missing_ok=True)
        except BaseException:
            self._lock.release()
            raise

    def _close(self) -> None:
        self._connection.close()
        if not self._to_read:
            with suppress(OSError):
                _mark_of(self.path).write_text(_mark(self.path))
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


def _mark_of(path: Path) -> Path:
    """Return the file that records the state of a database on closing; a killed server writes none."""
    return path.with_name(path.name + "-closed")


def _mark(path: Path) -> str:
    """Return the size and timestamp of a file, which change whenever it does."""
    found = path.stat()
    return f"{found.st_size} {found.st_mtime_ns}"


def _is_untouched(path: Path) -> bool:
    """Tell whether a file is unchanged since it was closed; very recent changes may not show."""
    try:
        is_same = _mark_of(path).read_text() == _mark(path) and not log_content(path)
        return is_same and time.time() > path.stat().st_mtime + TICK_SECONDS
    except (OSError, UnicodeError):
        return False


def _opened(path: Path, *, is_checked: bool = False) -> Sqlite:
    connection = connected(path)
    try:
        version = _checked_version(connection, path)
        if version >= _SEALED and not is_checked and not is_whole(connection):
            renew(connection, path)
            return _opened(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # Deleted data must not remain readable in the file.
        connection.execute("PRAGMA secure_delete = ON")
        migrate(connection, version, SQLITE)
    except BaseException:
        connection.close()
        raise
    return connection


def _opened_to_read(path: Path) -> Sqlite:
    """Return a read-only connection to a file that a server may be writing."""
    path.stat()
    connection = connected(path)
    connection.execute("PRAGMA query_only = ON")
    version = version_of(connection, path)
    if version != SCHEMA:
        raise StoreError(OLDER if version else EMPTY, path)
    return connection


def _checked_version(connection: Sqlite, path: Path) -> int:
    """Return the layout of a file, and report an unreadable end of its log."""
    content = log_content(path)
    version = version_of(connection, path)
    if 0 < version < _SEALED and not is_whole(connection):
        raise StoreError(DAMAGED, path)
    read = connection.execute("PRAGMA wal_checkpoint").fetchone()[1]
    save_unread_end(path, content, max(0, read))
    return version


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
