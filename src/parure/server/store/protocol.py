"""What a server needs of the place where tables are kept."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from parure.i18n import gettext as _
from parure.server.errors import Conflict, Unavailable

__all__ = ["Found", "Grown", "Hearer", "Kept", "NotKept", "Store", "StoreError", "Taken"]


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
        return _("The table has gone on meanwhile: look again.")


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


class Store(Protocol):
    """What a server needs of the place where tables are kept."""

    @property
    def process(self) -> str:
        """What this process is known by to others."""
        ...

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be using the same tables."""
        ...

    @property
    def is_away(self) -> bool:
        """Whether the database can't be reached."""
        ...

    def append(
        self, table: str, number: int, events: str | tuple[str, ...], listing: str
    ) -> "Future[None]":
        """Keep an event, or several at once; the future is done when it is safely on disk.

        `Taken` where it is not the next one of its table, `Damaged` where the table is.
        """
        ...

    def events(self, table: str) -> "Future[list[str]]":
        """Return the events of a table in their order; none where there is no such table.

        `Damaged` where they are not what was kept.
        """
        ...

    def since(self, table: str, number: int) -> "Future[list[str]]":
        """Return the events of a table from a number on; `Damaged` as above."""
        ...

    def listing(self, table: str) -> "Future[str | None]":
        """Return the listing of a table, if there is one; `Damaged` as above."""
        ...

    def whole(self, table: str) -> "Future[Kept]":
        """Return a table with its listing, as they belong together; `Damaged` as above."""
        ...

    def put(self, table: str, kept: Kept) -> "Future[None]":
        """Keep a table that is not there yet; `Taken` where it is."""
        ...

    def rewrite(self, table: str, kept: Kept) -> "Future[None]":
        """Keep a table otherwise than it was; `Taken` where it has more events, `Damaged` where it is."""
        ...

    def listings(self) -> "Future[Found]":
        """Return the listing of every table."""
        ...

    def is_empty(self) -> "Future[bool]":
        """Tell whether there are no tables at all."""
        ...

    def ratings(self) -> "Future[dict[str, str]]":
        """Return what was rated after each table, as far as it can be read."""
        ...

    def rate(self, ratings: Mapping[str, str]) -> "Future[None]":
        """Keep what is rated after some tables, in place of what was."""
        ...

    def answers(self) -> "Future[dict[str, str]]":
        """Return what each person has answered to puzzles, as far as it can be read."""
        ...

    def answer(self, answers: Mapping[str, str]) -> "Future[None]":
        """Keep what some people have answered, in place of what was."""
        ...

    def answers_of(self, person: str) -> "Future[str | None]":
        """Return what a person has answered to puzzles, if anything."""
        ...

    def swap_answers(self, person: str, before: str | None, after: str) -> "Future[bool]":
        """Keep what a person has answered, unless something else than thought is there."""
        ...

    def forget(self, person: str) -> "Future[None]":
        """Keep no longer what a person has answered to puzzles."""
        ...

    def tournaments(self) -> "Future[dict[str, str]]":
        """Return all tournaments, as far as they can be read."""
        ...

    def hold(self, tournaments: Mapping[str, str]) -> "Future[None]":
        """Keep some tournaments, in place of what was."""
        ...

    def tournament(self, id: str) -> "Future[str | None]":
        """Return a tournament, if it is there."""
        ...

    def swap_tournament(self, id: str, before: str | None, after: str) -> "Future[bool]":
        """Keep a tournament, unless something else than thought is there."""
        ...

    def listen(self, hearer: Hearer) -> None:
        """Begin to tell of what other processes do; whatever is read after it is not too old."""
        ...

    def say(self, word: object) -> None:
        """Tell all other processes something, as JSON; nobody knows whether they hear it."""
        ...

    def renew(self, seconds: float) -> "Future[set[str]]":
        """Let others know that this process works for so long; return all that do."""
        ...

    def close(self) -> None:
        """Finish what was begun and let go of the database."""
        ...
