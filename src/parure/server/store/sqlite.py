"""Where tables are kept: an append-only list of events for each, in SQLite.

One thread owns the one connection. Whatever many tables ask it to write while it is busy goes to disk
together, with one flush (`synchronous=FULL`); only then is anybody told that it is kept. The connection
holds the file alone, so a second server notices at once. Nothing is ever changed or removed.
"""

import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from parure.i18n import mark
from parure.server.store.protocol import StoreError

__all__ = ["SCHEMA", "SqliteStore"]

SCHEMA = 1
"""The version of the layout of the file."""

_APPLICATION = 0x50415255
_LAYOUT = f"""
    CREATE TABLE tables (id TEXT PRIMARY KEY, listing TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE events (
        "table" TEXT NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL,
        PRIMARY KEY ("table", number)
    ) WITHOUT ROWID;
    PRAGMA application_id = {_APPLICATION};
    PRAGMA user_version = {SCHEMA};
"""
_MOST_AT_ONCE = 500

_FOREIGN = mark("{path} is not a file of Parure.")
_NEWER = mark("{path} was written by a newer version of Parure: use that one.")
_DAMAGED = mark("{path} is damaged. Nothing was changed: put a copy of it in its place.")
_READ_ONLY = mark("{path} can't be written: choose another folder with --data.")
_IN_USE = mark("Another Parure is running with the games of {path}.")
_UNKNOWN = mark("{path} can't be used: {problem}")
_SENTENCES = {
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_FULL: mark("The disk is full: {path} can't be written."),
    sqlite3.SQLITE_IOERR: mark("The disk failed: {path} can't be read or written."),
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}

T = TypeVar("T")


@dataclass
class _Job:
    """Something for the thread to do, and where the answer is awaited."""

    act: Callable[[sqlite3.Connection], Any]
    done: "Future[Any]"
    writes: bool


class SqliteStore:
    """The tables in one SQLite file."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it where there is none.

        `StoreError` says what is wrong with one that can't be used; it is left as it is.
        """
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="store", daemon=True)
        self._thread.start()
        opened.result()

    def append(self, table: str, number: int, event: str, listing: str) -> "Future[None]":
        """Keep an event; the future is done when it is safely on disk."""

        def act(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO events VALUES (?, ?, ?)", (table, number, event))
            connection.execute(
                "INSERT INTO tables VALUES (?, ?)"
                " ON CONFLICT (id) DO UPDATE SET listing = excluded.listing",
                (table, listing),
            )

        return self._ask(act, writes=True)

    def events(self, table: str) -> "Future[list[str]]":
        """Return the events of a table in their order; none where there is no such table."""

        def act(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute(
                'SELECT event FROM events WHERE "table" = ? ORDER BY number', (table,)
            )
            return [event for (event,) in rows]

        return self._ask(act)

    def listings(self) -> "Future[dict[str, str]]":
        """Return the listing of every table."""
        return self._ask(lambda connection: dict(connection.execute("SELECT * FROM tables")))

    def is_empty(self) -> "Future[bool]":
        """Tell whether there are no tables at all."""
        return self._ask(
            lambda connection: connection.execute("SELECT 1 FROM tables").fetchone() is None
        )

    def close(self) -> None:
        """Finish what was begun and let go of the file."""
        self._jobs.put(None)
        self._thread.join()

    def _ask(self, act: Callable[[sqlite3.Connection], T], *, writes: bool = False) -> "Future[T]":
        done: Future[T] = Future()
        self._jobs.put(_Job(act, done, writes))
        return done

    # In the thread

    def _run(self, opened: "Future[None]") -> None:
        try:
            connection = _open(self.path)
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        for jobs in self._batches():
            self._answer(connection, jobs)
        connection.close()

    def _batches(self) -> Iterator[list[_Job]]:
        """Yield the jobs that wait, all that came while the last ones were done together."""
        while True:
            job = self._jobs.get()
            batch = []
            while job is not None:
                batch.append(job)
                if len(batch) == _MOST_AT_ONCE or self._jobs.empty():
                    break
                job = self._jobs.get()
            if batch:
                yield batch
            if job is None:
                return

    def _answer(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        answers: list[Any] = []
        try:
            if any(job.writes for job in jobs):
                connection.execute("BEGIN IMMEDIATE")
            answers = [job.act(connection) for job in jobs]
            if connection.in_transaction:
                connection.execute("COMMIT")
        except Exception as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if len(jobs) > 1 and isinstance(error, sqlite3.IntegrityError):
                # One job contradicts what is kept: the others are not to suffer for it.
                for job in jobs:
                    self._answer(connection, [job])
                return
            for job in jobs:
                job.done.set_exception(_explained(error, self.path))
            return
        for job, answer in zip(jobs, answers, strict=True):
            job.done.set_result(answer)


def _open(path: Path) -> sqlite3.Connection:
    """Return the connection to a file that is ours, whole, and not in use."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not all(os.access(place, os.W_OK) for place in (path.parent, path) if place.exists()):
            raise PermissionError(path)
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise _explained(error, path) from error
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        is_empty = not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if not is_empty and application != _APPLICATION:
            raise StoreError(_FOREIGN, path)
        if version > SCHEMA:
            raise StoreError(_NEWER, path)
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise StoreError(_DAMAGED, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        if is_empty:
            for statement in _LAYOUT.split(";"):
                connection.execute(statement)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        connection.close()
        raise _explained(error, path) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _explained(error: Exception, path: Path) -> StoreError:
    """Return the error with a sentence on what to do about it."""
    if isinstance(error, OSError):
        return StoreError(_READ_ONLY, path)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return StoreError(_SENTENCES.get(code, _UNKNOWN), path, error)
