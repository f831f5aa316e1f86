"""The store: one thread that owns the only connection to a database, SQLite or PostgreSQL.

It commits together, with one flush, whatever many tables have queued while it was busy; only then does it
acknowledge the writes.
"""

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from parure.server.errors import Damaged, Refusal
from parure.server.store import result_rows, rows
from parure.server.store.documents import Documents, Texts
from parure.server.store.protocol import Database, Found, Hearer, Kept
from parure.server.store.rows import Addition
from parure.server.tables.results import PersonalResult

__all__ = ["InDoubt", "Store"]

_MOST_AT_ONCE = 500
DOUBT_SECONDS = 1.0
"""Seconds before asking again whether a commit succeeded."""

T = TypeVar("T")


class InDoubt(Exception):
    """Raised if the connection was lost during a commit, so that its outcome is unknown."""


@dataclass
class _Job:
    """A job for the thread, with the future for its result."""

    what: Addition | Callable[[Database], Any]
    done: "Future[Any]"


class Store(ABC):
    """The tables in a database, and everything stored beside them."""

    name: str
    """The file name, or the address without its password."""
    process: str
    """The id by which other processes know this one."""
    is_shared: bool
    """Whether other processes can use the same tables."""
    documents: Documents | None
    """The documents shared by all processes; None if there is only one process."""

    def __init__(self) -> None:
        """Open or create the database; raises `StoreError` if it can't be used."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._in_doubt: list[_Job] = []
        is_open: Future[None] = Future()
        self._thread = threading.Thread(
            target=self._run, args=(is_open,), name="store", daemon=True
        )
        self._thread.start()
        is_open.result()

    @property
    def is_away(self) -> bool:
        """Whether the database is unreachable."""
        return False

    def append(
        self,
        table: str,
        number: int,
        events: str | tuple[str, ...],
        listing: str,
        ended: tuple[PersonalResult, ...] = (),
    ) -> "Future[None]":
        """Append one event, or several at once; the future resolves once they are safely on disk.

        :param ended: the results, if these events end the game.

        Raises `Taken` if it is not the next one of its table, `Damaged` if the table is damaged.
        """
        some = (events,) if isinstance(events, str) else events
        return self.ask(Addition(table, number, some, listing, ended))

    def put(self, table: str, kept: Kept) -> "Future[None]":
        """Store a new table; raises `Taken` if it already exists."""
        return self.ask(Addition(table, 0, kept.events, kept.listing))

    def events(self, table: str) -> "Future[list[str]]":
        """Return the events of a table in order; empty if there is no such table.

        Raises `Damaged` if the events do not match their checksums.
        """
        return self.ask(partial(rows.events, table=table))

    def since(self, table: str, number: int) -> "Future[list[str]]":
        """Return the events of a table from a number on; raises `Damaged` like `events`."""
        return self.ask(partial(rows.since, table=table, number=number))

    def listing(self, table: str) -> "Future[str | None]":
        """Return the listing of a table, if there is one; raises `Damaged` like `events`."""
        return self.ask(partial(rows.listing, table=table))

    def whole(self, table: str) -> "Future[Kept]":
        """Return a table with the matching listing; raises `Damaged` like `events`."""
        return self.ask(partial(rows.whole, table=table))

    def rewrite(self, table: str, kept: Kept, events: int | None = None) -> "Future[None]":
        """Rewrite a table; raises `Taken` if it has more events than expected, `Damaged` if it is damaged.

        :param events: how many are expected; by default as many as are to be kept.
        """
        return self.ask(partial(rows.rewrite, table=table, kept=kept, events=events))

    def listings(self) -> "Future[Found]":
        """Return the listing of every table."""
        return self.ask(rows.listings)

    def is_empty(self) -> "Future[bool]":
        """Tell whether there are no tables at all."""
        return self.ask(rows.is_empty)

    def is_sound(self) -> "Future[bool]":
        """Tell whether the database itself finds its structure intact, where it can tell."""
        return self.ask(lambda database: database.is_sound())

    def texts(self, kind: Texts) -> "Future[dict[str, str]]":
        """Return all texts of a kind, by key."""
        return self.ask(kind.read)

    def text(self, kind: Texts, key: str) -> "Future[str | None]":
        """Return the text under a key, if any."""
        return self.ask(partial(kind.find, key=key))

    def keep_texts(self, kind: Texts, texts: Mapping[str, str]) -> "Future[None]":
        """Store some texts, replacing older ones."""
        return self.ask(partial(kind.keep, texts=texts))

    def swap_text(self, kind: Texts, key: str, before: str | None, after: str) -> "Future[bool]":
        """Replace a text only if the stored one is the one expected."""
        return self.ask(partial(kind.swap, key=key, before=before, after=after))

    def drop_text(self, kind: Texts, key: str) -> "Future[None]":
        """Delete the text under a key."""
        return self.ask(partial(kind.drop, key=key))

    def keep_results(self, kept: Iterable[PersonalResult]) -> "Future[None]":
        """Store results that are not there yet."""
        return self.ask(partial(result_rows.keep, results=kept))

    def results(self, person: str, most: int) -> "Future[list[PersonalResult]]":
        """Return the latest results of a person, by public id, newest first."""
        return self.ask(partial(result_rows.latest, person=person, most=most))

    def people_with_results(self) -> "Future[dict[str, tuple[int, int]]]":
        """Return how many games each person has finished and won, the most games first."""
        return self.ask(result_rows.people)

    def all_results(self) -> "Future[list[PersonalResult]]":
        """Return all results."""
        return self.ask(result_rows.every)

    def judge(self, table: str, accuracies: Mapping[int, float]) -> "Future[None]":
        """Note how accurately each seat of a table has played."""
        return self.ask(partial(result_rows.judge, table=table, accuracies=accuracies))

    def drop_results(self, person: str) -> "Future[None]":
        """Delete the results of a person, by public id."""
        return self.ask(partial(result_rows.drop, person=person))

    @abstractmethod
    def listen(self, hearer: Hearer) -> None:
        """Start reporting what other processes do, so that anything read afterwards stays up to date."""

    @abstractmethod
    def say(self, word: object) -> None:
        """Send a JSON message to all other processes, without confirmation that it arrives."""

    @abstractmethod
    def renew(self, seconds: float) -> "Future[set[str]]":
        """Renew this process's lease for some seconds; return all living processes."""

    def close(self) -> None:
        """Finish the jobs in progress and disconnect."""
        self._jobs.put(None)
        self._thread.join()

    def ask(self, what: Addition | Callable[[Any], T]) -> "Future[Any]":
        """Queue events to write, or a function to run with the connection."""
        done: Future[Any] = Future()
        self._jobs.put(_Job(what, done))
        return done

    # In the store's thread

    @abstractmethod
    def _open(self) -> None:
        """Connect and check the database; create our tables in an empty one."""

    @abstractmethod
    def _close(self) -> None:
        """Disconnect from the database."""

    @abstractmethod
    def _do(self, act: Callable[[Database], T]) -> T:
        """Run a job with the connection; raises `InDoubt` if the outcome of a commit is unknown."""

    @abstractmethod
    def _refusal(self, error: Exception) -> Refusal:
        """Return an error fit for players, and log its details."""

    def _run(self, is_open: "Future[None]") -> None:
        try:
            self._open()
        except BaseException as error:
            is_open.set_exception(error)
            return
        is_open.set_result(None)
        for jobs in self._batches():
            self._settle()
            # Skip jobs that nobody awaits any more.
            self._answer([job for job in jobs if job.done.set_running_or_notify_cancel()])
        self._settle()
        for job in self._in_doubt:
            job.done.set_exception(self._refusal(InDoubt()))
        self._close()

    def _batches(self) -> Iterator[list[_Job]]:
        """Yield the queued jobs in batches: each has all jobs that arrived during the one before."""
        while True:
            batch: list[_Job] = []
            job: _Job | None = None
            with suppress(queue.Empty):
                job = self._jobs.get(timeout=DOUBT_SECONDS if self._in_doubt else None)
                while job is not None:
                    batch.append(job)
                    if len(batch) == _MOST_AT_ONCE:
                        break
                    job = self._jobs.get_nowait()
                else:
                    if batch:
                        yield batch
                    return
            yield batch

    def _answer(self, jobs: list[_Job]) -> None:
        """Do the writes together, then the reads; a failing job affects no other."""
        self._write([job for job in jobs if isinstance(job.what, Addition)])
        for job in jobs:
            if not isinstance(job.what, Addition):
                try:
                    job.done.set_result(self._do(job.what))
                except Exception as error:
                    job.done.set_exception(self._refusal(error))

    def _write(self, jobs: list[_Job]) -> None:
        """Write several additions in one commit; if that fails, each by itself."""
        additions = [job.what for job in jobs if isinstance(job.what, Addition)]
        if not additions:
            return
        try:
            refusals = self._do(partial(committed, additions=additions))
        except InDoubt:
            self._in_doubt += jobs
        except Exception as error:
            if len(jobs) > 1:
                for job in jobs:
                    self._write([job])
            else:
                jobs[0].done.set_exception(self._refusal(error))
        else:
            for job, refusal in zip(jobs, refusals, strict=True):
                if refusal is None:
                    job.done.set_result(None)
                else:
                    job.done.set_exception(refusal)

    def _settle(self) -> None:
        """Find out what was committed before the connection was lost, and write the rest again."""
        while self._in_doubt:
            (job, *rest) = self._in_doubt
            assert isinstance(job.what, Addition)
            try:
                is_kept = self._do(partial(rows.has, addition=job.what))
            except Exception as error:
                self._refusal(error)  # `_refusal` logs the error; then try again.
                return
            self._in_doubt = rest
            if is_kept:
                job.done.set_result(None)
            else:
                self._write([job])


def committed(database: Database, additions: list[Addition]) -> list[Refusal | None]:
    """Add events and commit them; return an error for each refused addition.

    Apparent damage is checked once more, since another process may have made the same table meanwhile.
    """
    for is_last in (False, True):
        try:
            database.begin()
            refusals = rows.add(database, additions)
            database.commit()
        except Exception as error:
            database.rollback()
            if is_last or not isinstance(error, Damaged):
                raise
        else:
            return refusals
    raise AssertionError
