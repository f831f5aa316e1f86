"""Texts that are kept whole beside the tables, each by a key and in place of the one before.

`Texts` are rows of a database: ratings, answers to puzzles, tournaments. `Documents` are files in the data
folder or, where several processes share a database, rows too; a `Document` is such a text as a value. It is
changed by comparing first: whoever has read something else than is there reads it again.
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
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

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
    "RATINGS",
    "TOURNAMENTS",
    "Document",
    "Documents",
    "Files",
    "Nowhere",
    "Texts",
    "take_over",
]

KEY = "key"
"""The document with the keys that sign who sits where, one on each line."""
DEVICES, PROGRAMS = "devices.json", "programs.json"
"""The documents that say whose tokens are believed."""
_KEPT = (KEY, DEVICES, PROGRAMS, "names.json", "reports.json")
"""What is kept for long."""
_KEY_OF_0_1 = 32
"""Parure 0.1 wrote a key as so many bytes."""
_FULL = (errno.ENOSPC, errno.EDQUOT)

log = logging.getLogger("parure.server")

T = TypeVar("T")


class Texts(NamedTuple):
    """A kind of texts in a database: the name of the table, and of its two columns.

    What everybody was rated after a table need not be computed again, nor change; nothing is lost with it,
    since the tables say who has won. The others are known from here alone.
    """

    table: str
    key: str
    text: str

    def read(self, database: Database) -> dict[str, str]:
        """Return all texts by their keys, as far as they can be read."""
        found = {}
        query = f"SELECT {self.key}, {self.text} FROM {self.table}"
        try:
            for row in database.every(query, self.table, self.key):
                try:
                    key, text = (v if isinstance(v, str) else bytes(v).decode() for v in row)
                except (UnicodeDecodeError, TypeError):
                    continue
                found[key] = text
        except Exception as error:
            if not database.is_damage(error):
                raise
        return found

    def find(self, database: Database, key: str) -> str | None:
        """Return the text of a key, if there is one that can be read."""
        query = f"SELECT {self.text} FROM {self.table} WHERE {self.key} = ?"
        row = database.execute(query, (key,)).fetchone()
        if row is None:
            return None
        return row[0] if isinstance(row[0], str) else bytes(row[0]).decode()

    def swap(self, database: Database, key: str, before: str | None, after: str) -> bool:
        """Keep a text in place of another one, or of none; tell whether that one was there."""
        with _all_or_nothing(database):
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
        """Write texts within what is being written."""
        database.executemany(
            f"INSERT INTO {self.table} VALUES (?, ?) ON CONFLICT ({self.key}) DO UPDATE"
            f" SET {self.text} = excluded.{self.text}",
            list(texts.items()),
        )

    def keep(self, database: Database, texts: Mapping[str, str]) -> None:
        """Keep texts, all or none."""
        with _all_or_nothing(database):
            self.write(database, texts)

    def drop(self, database: Database, key: str) -> None:
        """Keep the text of a key no longer."""
        with _all_or_nothing(database):
            database.execute(f"DELETE FROM {self.table} WHERE {self.key} = ?", (key,))
            database.tell([(self.table, key)])


RATINGS = Texts("ratings", '"table"', "ratings")
ANSWERS = Texts("puzzles", "person", "answers")
TOURNAMENTS = Texts("tournaments", "id", "tournament")
DOCUMENTS = Texts("documents", "name", "document")
"""What a server with one process has in files beside its games; in PostgreSQL alone."""


@contextmanager
def _all_or_nothing(database: Database) -> Iterator[None]:
    """Commit what is written within it, or nothing of it."""
    try:
        database.begin()
        yield
        database.commit()
    except Exception:
        database.rollback()
        raise


class Documents(Protocol):
    """Where small things are kept."""

    def place(self, name: str) -> str:
        """Return where a document is, for whoever has to look after it."""
        ...

    def version(self, name: str) -> object:
        """Return what changes with a document."""
        ...

    def read(self, name: str) -> str | None:
        """Return a document as this process knows it; None where there is none."""
        ...

    def swap(self, name: str, before: str | None, after: str) -> "Future[bool]":
        """Keep a document in place of what was there, unless something else is; tell whether it was."""
        ...

    def refresh(self, name: str) -> "Future[object]":
        """Get to know what other processes have changed."""
        ...


class Files:
    """Documents as files of a folder, which one server has for itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def place(self, name: str) -> str:
        """Return the path of a document."""
        return os.path.join(self._folder, name)

    def version(self, name: str) -> object:
        """Return when a file was written; one that is missing has no version."""
        try:
            found = os.stat(self.place(name))
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino

    def read(self, name: str) -> str | None:
        """Return what is in a file; what is no text can't be understood by anybody who reads it."""
        try:
            content = Path(self.place(name)).read_bytes()
        except FileNotFoundError:
            return None
        if name == KEY and len(content) == _KEY_OF_0_1:
            return content.hex() + "\n"
        return content.decode(errors="replace")

    def swap(self, name: str, before: str | None, after: str) -> "Future[bool]":
        """Write a file, unless there is something else than was thought."""
        is_same = self.read(name) == before
        if is_same:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(Path(self.place(name)), after, secret=True)
        return _done(is_same)

    def refresh(self, name: str) -> "Future[object]":
        """Nothing has to be done: a file is looked at whenever it is asked for."""
        return _done(None)


class Nowhere:
    """Documents that are forgotten with the process."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def place(self, name: str) -> str:
        """Return the name: there is no place."""
        return name

    def version(self, name: str) -> object:
        """Return the document itself."""
        return self._texts.get(name)

    def read(self, name: str) -> str | None:
        """Return a document."""
        return self._texts.get(name)

    def swap(self, name: str, before: str | None, after: str) -> "Future[bool]":
        """Remember a document."""
        is_same = self._texts.get(name) == before
        if is_same:
            self._texts[name] = after
        return _done(is_same)

    def refresh(self, name: str) -> "Future[object]":
        """Nothing has to be done: nobody else knows them."""
        return _done(None)


def take_over(source: Documents, target: Documents) -> list[str]:
    """Copy what is kept for long and is not there yet; return which documents that were."""
    found = {name: source.read(name) for name in _KEPT if target.read(name) is None}
    return [
        name
        for name, text in found.items()
        if text is not None and target.swap(name, None, text).result()
    ]


def _done(result: T) -> "Future[T]":
    future: Future[T] = Future()
    future.set_result(result)
    return future


class Document(ABC, Generic[T]):
    """A value that is kept whole, as JSON."""

    name: ClassVar[str]
    damaged: ClassVar[str]
    """What is said where it can't be read; `{path}` is where it lies."""

    def __init__(self, documents: Documents | None = None) -> None:
        """Read the value, if there is one; `Unavailable` says that it is damaged."""
        self.documents = documents or Nowhere()
        self._version = self.documents.version(self.name)
        self._value = self._read(self.documents.read(self.name))

    @abstractmethod
    def _parsed(self, plain: Any) -> T:
        """Return the value of its JSON; `ValueError` or the like where it is none."""

    @abstractmethod
    def _plain(self, value: T) -> Any:
        """Return a value as JSON has it."""

    @abstractmethod
    def _nothing(self) -> T:
        """Return the value where nothing is kept."""

    @property
    def version(self) -> object:
        """What changes with the value."""
        return self.documents.version(self.name)

    @property
    def value(self) -> T:
        """The value as it is kept, also where another process has changed it; damage changes nothing."""
        if (version := self.version) != self._version:
            self._version = version
            try:
                self._value = self._read(self.documents.read(self.name))
            except (Unavailable, OSError) as error:
                log.error("%s", error)
        return self._value

    async def change(self, changed: Callable[[T], T]) -> None:
        """Keep what becomes of the value; that is asked again where another process has been quicker.

        `NotKept` says that it can't be written.
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
        if text is None:
            return self._nothing()
        try:
            return self._parsed(json.loads(text))
        except (ValueError, TypeError, AttributeError, LookupError) as error:
            path = self.documents.place(self.name)
            raise Unavailable(_(self.damaged).format(path=path)) from error
