"""Where tables are kept: an append-only list of events for each, in SQLite.

One thread owns the one connection. Whatever many tables ask it to write while it is busy goes to disk
together, with one flush (`synchronous=FULL`); only then is anybody told that it is kept. The connection
holds the file alone, so a second server notices at once. Nothing is ever changed or removed.
"""

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from parure.server.errors import Refusal
from parure.server.store import rows
from parure.server.store.opening import opened
from parure.server.store.protocol import Found
from parure.server.store.sentences import explained, told

__all__ = ["SqliteStore"]

_MOST_AT_ONCE = 500

log = logging.getLogger("parure.server")

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
        is_open: Future[None] = Future()
        self._thread = threading.Thread(
            target=self._run, args=(is_open,), name="store", daemon=True
        )
        self._thread.start()
        is_open.result()

    def append(self, table: str, number: int, event: str, listing: str) -> "Future[None]":
        """Keep an event; the future is done when it is safely on disk."""
        act = partial(rows.append, table=table, number=number, event=event, listing=listing)
        return self._ask(act, writes=True)

    def events(self, table: str) -> "Future[list[str]]":
        """Return the events of a table in their order; none where there is no such table."""
        return self._ask(partial(rows.events, table=table))

    def listings(self) -> "Future[Found]":
        """Return the listing of every table."""
        return self._ask(rows.listings)

    def is_empty(self) -> "Future[bool]":
        """Tell whether there are no tables at all."""
        return self._ask(rows.is_empty)

    def close(self) -> None:
        """Finish what was begun and let go of the file."""
        self._jobs.put(None)
        self._thread.join()

    def _ask(self, act: Callable[[sqlite3.Connection], T], *, writes: bool = False) -> "Future[T]":
        done: Future[T] = Future()
        self._jobs.put(_Job(act, done, writes))
        return done

    # In the thread

    def _run(self, is_open: "Future[None]") -> None:
        try:
            connection = opened(self.path)
        except BaseException as error:
            is_open.set_exception(error)
            return
        is_open.set_result(None)
        for jobs in self._batches():
            # What nobody waits for any more is not begun.
            self._answer(connection, [j for j in jobs if j.done.set_running_or_notify_cancel()])
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
        """Do what is to be written together, then what is to be read; no job suffers for another."""
        writes = [job for job in jobs if job.writes]
        if writes:
            self._write(connection, writes)
        for job in jobs:
            if not job.writes:
                try:
                    job.done.set_result(job.act(connection))
                except Exception as error:
                    job.done.set_exception(self._refusal(error))

    def _write(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        kept = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                connection.execute("SAVEPOINT job")
                try:
                    job.act(connection)
                    kept.append(job)
                except Exception as error:
                    if not connection.in_transaction:
                        raise
                    connection.execute("ROLLBACK TO job")
                    job.done.set_exception(self._refusal(error))
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
        except Exception as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for job in jobs:
                if not job.done.done():
                    job.done.set_exception(self._refusal(error))
            return
        for job in kept:
            job.done.set_result(None)

    def _refusal(self, error: Exception) -> Refusal:
        """Return an error as whoever plays may see it, and log the rest of it."""
        if isinstance(error, Refusal):
            return error
        log.error("%s (%s)", explained(error, self.path), error)
        return told(error)
