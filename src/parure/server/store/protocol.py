"""What all stores have in common: what they return and tell, how they fail, and a connection to any database.

Whoever runs the server is told of a failure with the path, whoever plays without it.
"""

from collections.abc import Iterable, Iterator, Sequence
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
OLDER = mark(
    "{path} was written by an older version of Parure: start the server once to update it."
)
EMPTY = mark("There are no Parure games in {path}.")
IN_USE = mark("Another Parure server is already using {path}.")
UNUSABLE = mark("{path} can’t be used: {problem}")

CANT_BE_KEPT = mark("The server can’t save its games at the moment.")
DISK_IS_FULL = mark("The server’s disk is full: nothing can be saved.")
READ_ONLY = mark("The server can’t write its games: nothing can be saved.")


class StoreError(Unavailable):
    """The games can't be used; for whoever starts the server, in their language."""

    def __init__(self, message: str, path: Path | str, problem: object = "") -> None:
        """Name the file, or the address of a database without its password."""
        super().__init__(message, path, problem)
        self.message, self.path, self.problem = message, path, problem

    def __str__(self) -> str:
        return _(self.message).format(path=self.path, problem=self.problem)


class NotKept(Unavailable):
    """Something could not be read or written; for whoever plays, in their language."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return _(self.message)


class Taken(Conflict):
    """There is another event with this number, or none before it."""

    def __str__(self) -> str:
        return _("The game has moved on: look again.")


@dataclass
class Found:
    """Which tables there are."""

    listings: dict[str, str] = field(default_factory=dict)
    damaged: dict[str, str] = field(default_factory=dict)
    """The tables that can't be read, each with a reason for the log."""
    missing: int = 0
    """How many there were besides, of which nothing is left."""


@dataclass(frozen=True)
class Kept:
    """A table as it is kept."""

    listing: str
    events: tuple[str, ...]


@dataclass(frozen=True)
class Grown:
    """A table to which another process has added something, or which it keeps otherwise."""

    table: str
    listing: str
    events: int
    by: str | None = None
    """The process that has done so, where that is known."""


class Hearer(Protocol):
    """Who is told of what other processes do; in a thread of the store."""

    def grown(self, tables: Sequence[Grown]) -> None:
        """Hear of tables."""
        ...

    def documented(self, name: str) -> None:
        """Hear that a document is another one."""
        ...

    def answered(self, person: str, answers: str | None) -> None:
        """Hear what a person has answered to puzzles; nothing where that was forgotten."""
        ...

    def held(self, id: str, tournament: str | None) -> None:
        """Hear of a tournament."""
        ...

    def said(self, word: Any) -> None:
        """Hear what another process has said."""
        ...


class Database(Protocol):
    """A connection: what is the same for all databases, and what has to be asked of each."""

    @property
    def clash(self) -> type[Exception]:
        """What is raised for a row that is there already."""
        ...

    @property
    def locking(self) -> str:
        """The end of a query whose rows nobody else may change meanwhile."""
        ...

    def execute(self, query: str, values: Sequence[Any] = ..., /) -> Any:
        """Do something, and return a cursor; `?` stands for each value."""
        ...

    def executemany(self, query: str, values: Iterable[Sequence[Any]], /) -> Any:
        """Do something once for each sequence of values."""
        ...

    def every(self, query: str, table: str, key: str) -> Iterator[Any]:
        """Yield all rows of a table in the order of a key; where some can't be read, the others.

        Those may come again then, and in another order.
        """
        ...

    def reading(self) -> AbstractContextManager[object]:
        """Read everything within it as it is at one moment."""
        ...

    def tell(self, news: Iterable[Sequence[str]]) -> None:
        """Let other processes know of changes, once they are committed."""
        ...

    def begin(self) -> object:
        """Begin to write."""
        ...

    def commit(self) -> object:
        """Return when what was written is safely kept."""
        ...

    def rollback(self) -> object:
        """Forget what was written since the beginning; nothing where nothing was begun."""
        ...

    def is_damage(self, error: Exception) -> bool:
        """Tell whether something that is kept can't be read, rather than just not at the moment."""
        ...

    def tables_made(self) -> int:
        """Return how many tables were ever made."""
        ...

    def count_tables(self, made: int) -> None:
        """Count tables that were just made."""
        ...
