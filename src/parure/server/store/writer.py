"""One thread owns the one connection to a database, SQLite's or PostgreSQL's.

Whatever many tables ask it to write while it is busy is committed together, with one flush; only then is
anybody told that it is kept.
"""

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from parure.server.errors import Damaged, Refusal
from parure.server.store import rows
from parure.server.store.documents import ANSWERS, RATINGS, TOURNAMENTS, Documents
from parure.server.store.protocol import Database, Found, Hearer, Kept
from parure.server.store.rows import Addition

__all__ = ["InDoubt", "Store"]

_MOST_AT_ONCE = 500
DOUBT_SECONDS = 1.0
"""The seconds until it is tried again to find out what became of a commit."""

T = TypeVar("T")


class InDoubt(Exception):
    """Whether something was committed is not known: the connection was lost meanwhile."""


@dataclass
class _Job:
    """Something for the thread to do, and where the answer is awaited."""

    what: Addition | Callable[[Database], Any]
    done: "Future[Any]"


class Store(ABC):
    """The tables in a database, and what is kept beside them."""

    name: str
    """The file, or the address without its password."""
    process: str
    """What this process is known by to others."""
    is_shared: bool
    """Whether other processes may be using the same tables."""
    documents: Documents | None
    """Where small things are kept that all processes share; none where there is one process alone."""

    def __init__(self) -> None:
        """Open the database, or make it; `StoreError` says what is wrong with one that can't be used."""
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
        """Whether the database can't be reached."""
        return False

    def append(
        self, table: str, number: int, events: str | tuple[str, ...], listing: str
    ) -> "Future[None]":
        """Keep an event, or several at once; the future is done when it is safely on disk.

        `Taken` where it is not the next one of its table, `Damaged` where the table is.
        """
        some = (events,) if isinstance(events, str) else events
        return self.ask(Addition(table, number, some, listing))

    def put(self, table: str, kept: Kept) -> "Future[None]":
        """Keep a table that is not there yet; `Taken` where it is."""
        return self.ask(Addition(table, 0, kept.events, kept.listing))

    def events(self, table: str) -> "Future[list[str]]":
        """Return the events of a table in their order; none where there is no such table.

        `Damaged` where they are not what was kept.
        """
        return self.ask(partial(rows.events, table=table))

    def since(self, table: str, number: int) -> "Future[list[str]]":
        """Return the events of a table from a number on; `Damaged` as above."""
        return self.ask(partial(rows.since, table=table, number=number))

    def listing(self, table: str) -> "Future[str | None]":
        """Return the listing of a table, if there is one; `Damaged` as above."""
        return self.ask(partial(rows.listing, table=table))

    def whole(self, table: str) -> "Future[Kept]":
        """Return a table with its listing, as they belong together; `Damaged` as above."""
        return self.ask(partial(rows.whole, table=table))

    def rewrite(self, table: str, kept: Kept) -> "Future[None]":
        """Keep a table otherwise than it was; `Taken` where it has more events, `Damaged` where it is."""
        return self.ask(partial(rows.rewrite, table=table, kept=kept))

    def listings(self) -> "Future[Found]":
        """Return the listing of every table."""
        return self.ask(rows.listings)

    def is_empty(self) -> "Future[bool]":
        """Tell whether there are no tables at all."""
        return self.ask(rows.is_empty)

    def ratings(self) -> "Future[dict[str, str]]":
        """Return what was rated after each table, as far as it can be read."""
        return self.ask(RATINGS.read)

    def rate(self, ratings: Mapping[str, str]) -> "Future[None]":
        """Keep what is rated after some tables, in place of what was."""
        return self.ask(partial(RATINGS.keep, texts=ratings))

    def answers(self) -> "Future[dict[str, str]]":
        """Return what each person has answered to puzzles, as far as it can be read."""
        return self.ask(ANSWERS.read)

    def answer(self, answers: Mapping[str, str]) -> "Future[None]":
        """Keep what some people have answered, in place of what was."""
        return self.ask(partial(ANSWERS.keep, texts=answers))

    def answers_of(self, person: str) -> "Future[str | None]":
        """Return what a person has answered to puzzles, if anything."""
        return self.ask(partial(ANSWERS.find, key=person))

    def swap_answers(self, person: str, before: str | None, after: str) -> "Future[bool]":
        """Keep what a person has answered, unless something else than thought is there."""
        return self.ask(partial(ANSWERS.swap, key=person, before=before, after=after))

    def forget(self, person: str) -> "Future[None]":
        """Keep no longer what a person has answered to puzzles."""
        return self.ask(partial(ANSWERS.drop, key=person))

    def tournaments(self) -> "Future[dict[str, str]]":
        """Return all tournaments, as far as they can be read."""
        return self.ask(TOURNAMENTS.read)

    def hold(self, tournaments: Mapping[str, str]) -> "Future[None]":
        """Keep some tournaments, in place of what was."""
        return self.ask(partial(TOURNAMENTS.keep, texts=tournaments))

    def tournament(self, id: str) -> "Future[str | None]":
        """Return a tournament, if it is there."""
        return self.ask(partial(TOURNAMENTS.find, key=id))

    def swap_tournament(self, id: str, before: str | None, after: str) -> "Future[bool]":
        """Keep a tournament, unless something else than thought is there."""
        return self.ask(partial(TOURNAMENTS.swap, key=id, before=before, after=after))

    @abstractmethod
    def listen(self, hearer: Hearer) -> None:
        """Begin to tell of what other processes do; whatever is read after it is not too old."""

    @abstractmethod
    def say(self, word: object) -> None:
        """Tell all other processes something, as JSON; nobody knows whether they hear it."""

    @abstractmethod
    def renew(self, seconds: float) -> "Future[set[str]]":
        """Let others know that this process works for so long; return all that do."""

    def close(self) -> None:
        """Finish what was begun and let go of the database."""
        self._jobs.put(None)
        self._thread.join()

    def ask(self, what: Addition | Callable[[Any], T]) -> "Future[Any]":
        """Let the thread write something, or do something with the connection."""
        done: Future[Any] = Future()
        self._jobs.put(_Job(what, done))
        return done

    # In the thread

    @abstractmethod
    def _open(self) -> None:
        """Connect, check what is there, and bring it up to date."""

    @abstractmethod
    def _close(self) -> None:
        """Let go of the database."""

    @abstractmethod
    def _do(self, act: Callable[[Database], T]) -> T:
        """Do something with the connection; `InDoubt` where nobody knows whether it was committed."""

    @abstractmethod
    def _refusal(self, error: Exception) -> Refusal:
        """Return an error as whoever plays may see it, and log the rest of it."""

    def _run(self, is_open: "Future[None]") -> None:
        try:
            self._open()
        except BaseException as error:
            is_open.set_exception(error)
            return
        is_open.set_result(None)
        for jobs in self._batches():
            self._settle()
            # What nobody waits for any more is not begun.
            self._answer([job for job in jobs if job.done.set_running_or_notify_cancel()])
        self._settle()
        for job in self._in_doubt:
            job.done.set_exception(self._refusal(InDoubt()))
        self._close()

    def _batches(self) -> Iterator[list[_Job]]:
        """Yield the jobs that wait, all that came while the last ones were done together."""
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
        """Do what is to be written together, then what is to be read; no job suffers for another."""
        self._write([job for job in jobs if isinstance(job.what, Addition)])
        for job in jobs:
            if not isinstance(job.what, Addition):
                try:
                    job.done.set_result(self._do(job.what))
                except Exception as error:
                    job.done.set_exception(self._refusal(error))

    def _write(self, jobs: list[_Job]) -> None:
        """Write several things together; where that fails, each by itself."""
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
        """Find out what was committed when the connection was lost, and write the rest again."""
        while self._in_doubt:
            (job, *rest) = self._in_doubt
            assert isinstance(job.what, Addition)
            try:
                is_kept = self._do(partial(rows.has, addition=job.what))
            except Exception as error:
                self._refusal(error)  # Which logs it; it is tried again.
                return
            self._in_doubt = rest
            if is_kept:
                job.done.set_result(None)
            else:
                self._write([job])


def committed(database: Database, additions: list[Addition]) -> list[Refusal | None]:
    """Add events and commit them; return why not, for each that is refused.

    What seems to be damaged is looked at once more: another process may have made the same table meanwhile.
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
