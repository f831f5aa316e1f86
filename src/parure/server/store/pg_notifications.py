"""What other processes do with the same database: a thread hears of it over a connection of its own.

PostgreSQL tells whoever listens of everything that is committed. Where the connection was lost, and now and
then in any case, the checksums of all tables are compared with those that are known.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from typing import Any

from parure.server.store import notes, rows
from parure.server.store.pg_connection import CHANNEL, Postgres, connected, reason, shown
from parure.server.store.protocol import Grown, Hearer

__all__ = ["News", "PgDocuments"]

_COMPARED = 30.0
"""After so many seconds the checksums are compared, though nothing should be missing."""
_AGAIN = 1.0
"""The seconds until a connection is tried again that can't be made."""
_GLANCE = 0.2
"""The seconds after which the thread looks whether it is to end."""
_AT_ONCE = 500

log = logging.getLogger("parure.server")


class News(threading.Thread):
    """Tells somebody of what other processes do."""

    def __init__(
        self,
        address: str,
        hearer: Hearer,
        is_own: Callable[[int], bool],
        on_document: Callable[[str | None], None],
    ) -> None:
        """Begin to listen; whatever is read after it is not too old.

        :param is_own: tells whether a connection is that of this process.
        :param on_document: is told of documents that have changed, or that any of them may have.
        """
        super().__init__(name="news", daemon=True)
        self._address, self._hearer = address, hearer
        self._is_own, self._on_document = is_own, on_document
        self._seals: dict[str, str] | None = None
        self._ended = threading.Event()
        self._is_open: Future[None] = Future()
        self.start()
        self._is_open.result()

    def close(self) -> None:
        """End."""
        self._ended.set()
        self.join()

    def run(self) -> None:
        """Listen, and begin again where the connection is lost."""
        is_known = False
        while not self._ended.is_set():
            try:
                with closing(Postgres(connected(self._address))) as database:
                    is_known = False
                    self._listen(database)
            except Exception as error:
                if not self._is_open.done():
                    self._is_open.set_exception(error)
                    return
                if not is_known:
                    log.error("%s tells no news: %s", shown(self._address), reason(error))
                is_known = True
                self._ended.wait(_AGAIN)

    def _listen(self, database: Postgres) -> None:
        database.execute(f"LISTEN {CHANNEL}")
        self._compare(database)
        if self._is_open.done():
            self._on_document(None)
            for person, answers in notes.read(database, notes.ANSWERED).items():
                self._hearer.answered(person, answers)
            for id, tournament in notes.read(database, notes.HELD).items():
                self._hearer.held(id, tournament)
        else:
            self._is_open.set_result(None)
        compared = time.monotonic()
        while not self._ended.is_set():
            if heard := database.heard(_GLANCE):
                self._tell(database, heard)
            if time.monotonic() > compared + _COMPARED:
                self._compare(database)
                compared = time.monotonic()

    def _compare(self, database: Postgres) -> None:
        """Tell of all tables that are not as they were known; at the beginning none was."""
        found, known = rows.seals(database), self._seals
        if known is None:
            self._seals = found
        else:
            changed = [id for id, seal in found.items() if known.get(id) != seal]
            self._tell_grown(database, dict.fromkeys(changed))

    def _tell_grown(self, database: Postgres, tables: Mapping[str, str | None]) -> None:
        """Tell of some tables, each with who has changed it, as far as that is known."""
        assert self._seals is not None
        left = sorted(tables)
        while left:
            some, left = left[:_AT_ONCE], left[_AT_ONCE:]
            found = rows.some(database, set(some))
            self._seals.update({row.id: row.seal for row in found})
            self._hearer.grown(
                [Grown(row.id, row.listing, row.events, tables[row.id]) for row in found]
            )

    def _tell(self, database: Postgres, heard: list[tuple[int, Any]]) -> None:
        """Tell what was heard, of each table once, and nothing that this process has done itself."""
        assert self._seals is not None
        tables: dict[str, str | None] = {}
        for number, (kind, key, *more) in heard:
            if self._is_own(number):
                if kind == "table":
                    self._seals[key] = more[0]
            elif kind == "table":
                # A process of an earlier version does not say who it is.
                tables[key] = more[1] if len(more) > 1 else None
            elif kind == notes.DOCUMENTS.table:
                self._on_document(key)
            elif kind == notes.ANSWERED.table:
                self._hearer.answered(key, notes.find(database, notes.ANSWERED, key))
            elif kind == notes.HELD.table:
                self._hearer.held(key, notes.find(database, notes.HELD, key))
            elif kind == "word":
                self._hearer.said(key)
        self._tell_grown(database, tables)


class PgDocuments:
    """The documents of a database."""

    def __init__(self, name: str, ask: Callable[[Callable[[Any], Any]], "Future[Any]"]) -> None:
        """Have them read and written.

        :param name: what the database is called.
        :param ask: lets the thread of the store do something.
        """
        self._name, self._ask = name, ask
        self._texts: dict[str, str | None] = {}
        self.on_change: Callable[[str], None] = lambda _name: None
        """Who is told of a document that another process has changed."""

    def fill(self, texts: dict[str, str]) -> None:
        """Know all documents."""
        self._texts = dict(texts)

    def note(self, name: str | None) -> None:
        """Read a document again that has changed; without a name, all of them."""
        for one in [name] if name is not None else list(self._texts):
            self.refresh(one)

    def place(self, name: str) -> str:
        """Return where a document is."""
        return f"“{name}” in {self._name}"

    def version(self, name: str) -> object:
        """Return the document itself."""
        return self._texts.get(name)

    def read(self, name: str) -> str | None:
        """Return a document as this process knows it."""
        return self._texts.get(name)

    def swap(self, name: str, before: str | None, after: str) -> "Future[bool]":
        """Keep a document in place of what was there, unless something else is."""
        swap = partial(notes.swap, notes=notes.DOCUMENTS, key=name)
        done = self._ask(partial(swap, before=before, after=after))
        done.add_done_callback(lambda done: self._swapped(name, after, done))
        return done

    def _swapped(self, name: str, after: str, done: "Future[bool]") -> None:
        if not done.cancelled() and done.exception() is None and done.result():
            self._texts[name] = after

    def refresh(self, name: str) -> "Future[object]":
        """Read a document again."""
        done = self._ask(partial(notes.find, notes=notes.DOCUMENTS, key=name))
        done.add_done_callback(lambda done: self._found(name, done))
        return done

    def _found(self, name: str, done: "Future[str | None]") -> None:
        if not done.cancelled() and done.exception() is None:
            before, self._texts[name] = self._texts.get(name), done.result()
            if before != done.result():
                self.on_change(name)
