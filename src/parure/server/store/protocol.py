"""What a server needs of the place where tables are kept."""

from concurrent.futures import Future
from pathlib import Path
from typing import Protocol

from parure.i18n import gettext as _
from parure.server.errors import Unavailable

__all__ = ["Store", "StoreError"]


class StoreError(Unavailable):
    """The games can't be read or written; said in the language of whoever is told."""

    def __init__(self, message: str, path: Path, problem: object = "") -> None:
        super().__init__(message, path, problem)
        self.message, self.path, self.problem = message, path, problem

    def __str__(self) -> str:
        return _(self.message).format(path=self.path, problem=self.problem)


class Store(Protocol):
    """What a server needs of the place where tables are kept."""

    def append(self, table: str, number: int, event: str, listing: str) -> "Future[None]":
        """Keep an event; the future is done when it is safely on disk."""
        ...

    def events(self, table: str) -> "Future[list[str]]":
        """Return the events of a table in their order; none where there is no such table."""
        ...

    def listings(self) -> "Future[dict[str, str]]":
        """Return the listing of every table."""
        ...

    def is_empty(self) -> "Future[bool]":
        """Tell whether there are no tables at all."""
        ...

    def close(self) -> None:
        """Finish what was begun and let go of the file."""
        ...
