"""The interface of all stores: their results, notifications and errors, and a connection to any database.

Messages about failures name the path for the operator of the server, and leave it out for players.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.errors import Conflict, Unavailable

__all__ = [
    "CANT_BE_KEPT",
    "DAMAGED",
    "DISK_IS_FULL",
    "EMPTY",
    "IN_USE",
    "NEWER",
    "NO_ADDRESS",
    "OLDER",
    "READ_ONLY",
    "UNUSABLE",
    "Database",
    "Found",
    "Grown",
    "Hearer",
    "Kept",
    "NotKept",
    "StoreError",
    "Taken",
]

NEWER = mark("{path} was written by a newer version of Parure: update Parure to open it.")
DAMAGED = mark("{path} is damaged. Nothing was changed: restore it from a backup.")
NO_ADDRESS = mark(
    "“{path}” is not a database address: give postgresql://user@host/name, a file or a folder."
)
OLDER = mark("{path} was written by an older version of Parure, which this version can’t read.")
EMPTY = mark("There are no Parure games in {path}.")
IN_USE = mark("Another Parure server is already using {path}.")
UNUSABLE = mark("{path} can’t be used: {problem}")

CANT_BE_KEPT = mark("The server can’t save its games at the moment.")
DISK_IS_FULL = mark("The server’s disk is full: nothing can be saved.")
READ_ONLY = mark("The server can’t write its games: nothing can be saved.")


class StoreError(Unavailable):
    """Raised if the games can't be used; its message is for the operator, in their language."""

    def __init__(self, message: str, path: Path | str, problem: object = "") -> None:
        """Take the file name, or the address of a database without its password."""
        super().__init__(message, path, problem)
        self.message, self.path, self.problem = message, path, problem

    def __str__(self) -> str:
        return _(self.message).format(path=self.path, problem=self.problem)


class NotKept(Unavailable):
    """Raised if something could not be read or written; its message is for players, in their language."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return _(self.message)


class Taken(Conflict):
    """Raised for an event whose number is taken, or whose predecessor is missing."""

    def __str__(self) -> str:
        return _("The game has moved on: look again.")


@dataclass
class Found:
    """The tables of a store."""

    listings: dict[str, str] = field(default_factory=dict)
    damaged: dict[str, str] = field(default_factory=dict)
    """The unreadable tables, each with a reason for the log."""
    missing: int = 0
    """The number of tables of which nothing is left."""


@dataclass(frozen=True)
class Kept:
    """A table as stored."""

    listing: str
    events: tuple[str, ...]


@dataclass(frozen=True)
class Grown:
    """A table to which another process has added events, or which it has rewritten."""

    table: str
    listing: str
    events: int
    by: str | None = None
    """The process that has changed it, if known."""


class Hearer(Protocol):
    """Receives the changes made by other processes, in a thread of the store."""

    def grown(self, tables: Sequence[Grown]) -> None:
        """Receive changed tables."""
        ...

    def documented(self, name: str) -> None:
        """Receive the name of a changed document."""
        ...

    def answered(self, person: str, answers: str | None) -> None:
        """Receive a person's answers to puzzles; None if these were deleted."""
        ...

    def held(self, id: str, tournament: str | None) -> None:
        """Receive a changed tournament."""
        ...

    def said(self, word: Any) -> None:
        """Receive a message from another process."""
        ...


class Database(Protocol):
    """A connection to either kind of database."""

    @property
    def clash(self) -> type[Exception]:
        """The exception for a row that already exists."""
        ...

    @property
    def locking(self) -> str:
        """The clause that locks the rows of a query against other writers."""
        ...

    def execute(self, query: str, values: Sequence[Any] = ..., /) -> Any:
        """Execute a statement with `?` for each value, and return a cursor."""
        ...

    def executemany(self, query: str, values: Iterable[Sequence[Any]], /) -> Any:
        """Execute a statement once for each sequence of values."""
        ...

    def reading(self) -> AbstractContextManager[object]:
        """Read from one snapshot within the block."""
        ...

    def tell(self, news: Iterable[Sequence[str]]) -> None:
        """Notify other processes of changes, once they are committed."""
        ...

    def begin(self) -> object:
        """Begin a transaction for writing."""
        ...

    def commit(self) -> object:
        """Commit, and return once everything is safely on disk."""
        ...

    def rollback(self) -> object:
        """Undo everything since the transaction began, if there is one."""
        ...

    def is_damage(self, error: Exception) -> bool:
        """Tell whether an error means damaged data rather than a temporary failure."""
        ...

    def is_sound(self) -> bool:
        """Tell whether the database itself finds its structure intact, where it can tell."""
        ...

    def tables_made(self) -> int:
        """Return how many tables have ever been made."""
        ...

    def count_tables(self, made: int) -> None:
        """Add newly made tables to that count."""
        ...
