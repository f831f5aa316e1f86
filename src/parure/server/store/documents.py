"""Stores whole texts beside the tables, each under a key and replacing the previous one.

`Texts` are rows of a database: ratings, answers to puzzles, tournaments. `Documents` are files in the data
folder or, if several processes share a database, rows too; a `Document` is such a text as a value. Changes
use compare-and-swap: a process with an outdated text reads it again and retries.
"""

import asyncio
import errno
import json
import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from parure.files import write_whole
from parure.i18n import gettext as _
from parure.server.errors import Unavailable
from parure.server.store.protocol import DISK_IS_FULL, READ_ONLY, Database, NotKept

__all__ = [
    "ANSWERS",
    "DEVICES",
    "DOCUMENTS",
    "KEY",
    "PROGRAMS",
    "QUEUE",
    "RATINGS",
    "TOURNAMENTS",
    "Document",
    "Documents",
    "Files",
    "Texts",
    "all_or_nothing",
]

KEY = "key"
"""The document with the keys that sign the players' tokens, one per line."""
DEVICES, PROGRAMS = "devices.json", "programs.json"
"""The documents that list valid devices and programs."""
QUEUE = "queue.json"
"""The document that lists the people who wait for a quick match."""
_FULL = (errno.ENOSPC, errno.EDQUOT)

log = logging.getLogger("parure.server")

T = TypeVar("T")


class Texts(NamedTuple):
    """A kind of text in a database: the name of its table and of its two columns.

    Ratings are only a cache, because the tables tell who has won; storing them saves recomputing them.
    Nothing else holds the other kinds.
    """

    table: str
    key: str
    text: str

    def read(self, database: Database) -> dict[str, str]:
        """Return all texts by key, with replacement characters where they are no valid text."""
        query = f"SELECT {self.key}, {self.text} FROM {self.table} ORDER BY {self.key}"
        rows = database.execute(query).fetchall()
        return {_decoded(key, "replace"): _decoded(text, "replace") for key, text in rows}

    def find(self, database: Database, key: str) -> str | None:
        """Return the text under a key, if any."""
        query = f"SELECT {self.text} FROM {self.table} WHERE {self.key} = ?"
        row = database.execute(query, (key,)).fetchone()
        return None if row is None else _decoded(row[0])

    def swap(self, database: Database, key: str, before: str | None, after: str) -> bool:
        """Replace a text, or add the first, only if the stored one is `before`; tell whether it was."""
        with all_or_nothing(database):
            if before is None:
                insert = (
                    f"INSERT INTO {self.table} VALUES (?, ?) ON CONFLICT ({self.key}) DO NOTHING"
                )
                done = database.execute(insert, (key, after))
            else:
                update = f"UPDATE {self.table} SET {self.text} = ? WHERE {self.key} = ? AND {self.text} = ?"
                done = database.execute(update, (after, key, before))
            is_done: bool = done.rowcount == 1
            if is_done:
                database.tell([(self.table, key)])
        return is_done

    def write(self, database: Database, texts: Mapping[str, str]) -> None:
        """Write texts within the current transaction."""
        database.executemany(
            f"INSERT INTO {self.table} VALUES (?, ?) ON CONFLICT ({self.key}) DO UPDATE"
            f" SET {self.text} = excluded.{self.text}",
            list(texts.items()),
        )

    def keep(self, database: Database, texts: Mapping[str, str]) -> None:
        """Store several texts, all or none."""
        with all_or_nothing(database):
            self.write(database, texts)

    def drop(self, database: Database, key: str) -> None:
        """Delete the text under a key."""
        with all_or_nothing(database):
            database.execute(f"DELETE FROM {self.table} WHERE {self.key} = ?", (key,))
            database.tell([(self.table, key)])


def _decoded(value: str | bytes, errors: str = "strict") -> str:
    """Return a text; SQLite returns it as bytes."""
    return value if isinstance(value, str) else value.decode(errors=errors)


RATINGS = Texts("ratings", '"table"', "ratings")
ANSWERS = Texts("puzzles", "person", "answers")
TOURNAMENTS = Texts("tournaments", "id", "tournament")
DOCUMENTS = Texts("documents", "name", "document")
"""The documents that a server with one process has as files; only PostgreSQL has this table."""


@contextmanager
def all_or_nothing(database: Database) -> Iterator[None]:
    """Commit everything written within the block, or nothing."""
    try:
        database.begin()
        yield
        database.commit()
    except Exception:
        database.rollback()
        raise


class Documents:
    """Documents in memory, lost when the process ends."""

    def __init__(self) -> None:
        self._texts: dict[str, str | None] = {}

    def place(self, name: str) -> str:
        """Return the location of a document, for the operator of the server."""
        return name

    def version(self, name: str) -> object:
        """Return a value that changes with every change of a document: in memory, the document itself."""
        return self._texts.get(name)

    def read(self, name: str) -> str | None:
        """Return a document as this process knows it; None if there is none."""
        return self._texts.get(name)

    def swap(self, name: str, before: str | None, after: str) -> "Future[bool]":
        """Replace a document only if the stored one is `before`; tell whether it was."""
        is_same = self._texts.get(name) == before
        if is_same:
            self._texts[name] = after
        return _done(is_same)

    def refresh(self, name: str) -> "Future[object]":
        """Pick up changes by other processes, if there are any."""
        return _done(None)


class Files(Documents):
    """Documents as files in a folder that belongs to one server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def place(self, name: str) -> str:
        """Return the path of a document."""
        return os.path.join(self._folder, name)

    def version(self, name: str) -> object:
        """Return when a file was written; a missing one has no version."""
        try:
            found = os.stat(self.place(name))
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino

    def read(self, name: str) -> str | None:
        """Return the text of a file, with replacement characters where it is no valid text."""
        try:
            content = Path(self.place(name)).read_bytes()
        except FileNotFoundError:
            return None
        return content.decode(errors="replace")

    def swap(self, name: str, before: str | None, after: str) -> "Future[bool]":
        """Write a file, unless its content is not `before`."""
        is_same = self.read(name) == before
        if is_same:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(Path(self.place(name)), after, secret=True)
        return _done(is_same)


def _done(result: T) -> "Future[T]":
    future: Future[T] = Future()
    future.set_result(result)
    return future


class Document(ABC, Generic[T]):
    """A value stored whole, as JSON."""

    name: ClassVar[str]
    damaged: ClassVar[str]
    """The error message if it can't be read, with its location as `{path}`."""

    def __init__(self, documents: Documents | None = None) -> None:
        """Read the value, if there is one; raises `Unavailable` if it is damaged."""
        self.documents = documents or Documents()
        self._version = self.documents.version(self.name)
        self._value = self._read(self.documents.read(self.name))

    @abstractmethod
    def _parsed(self, plain: Any) -> T:
        """Return the value of its JSON, `{}` if there is none; raises `ValueError` or similar."""

    @abstractmethod
    def _plain(self, value: T) -> Any:
        """Return a value as plain JSON data."""

    @property
    def version(self) -> object:
        """A number or text that changes whenever the value does."""
        return self.documents.version(self.name)

    @property
    def value(self) -> T:
        """The current value, including changes by other processes; a damaged text leaves it as it was."""
        if (version := self.version) != self._version:
            self._version = version
            try:
                self._value = self._read(self.documents.read(self.name))
            except (Unavailable, OSError) as error:
                log.error("%s", error)
        return self._value

    async def change(self, changed: Callable[[T], T]) -> None:
        """Store the changed value; if another process was quicker, apply the change to the new value.

        Raises `NotKept` if it can't be written.
        """
        while True:
            before = self.documents.read(self.name)
            known = self._read(before)
            if (value := changed(known)) == known:
                return
            after = json.dumps(self._plain(value), indent=1, ensure_ascii=False) + "\n"
            try:
                swapped = self.documents.swap(self.name, before, after)
            except OSError as error:
                log.error("%s can't be written: %s", self.documents.place(self.name), error)
                raise NotKept(DISK_IS_FULL if error.errno in _FULL else READ_ONLY) from error
            if await asyncio.wrap_future(swapped):
                return
            await asyncio.wrap_future(self.documents.refresh(self.name))

    def _read(self, text: str | None) -> T:
        try:
            return self._parsed({} if text is None else json.loads(text))
        except (ValueError, TypeError, AttributeError, LookupError) as error:
            path = self.documents.place(self.name)
            raise Unavailable(_(self.damaged).format(path=path)) from error
