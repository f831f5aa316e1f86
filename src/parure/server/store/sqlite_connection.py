"""A connection to an SQLite file."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Any

__all__ = ["Sqlite"]


class Sqlite(sqlite3.Connection):
    """SQLite as a `Database`."""

    clash = sqlite3.IntegrityError
    locking = ""

    def every(self, query: str, table: str, key: str) -> Iterator[Any]:
        """Yield all rows; where they can't be read in the middle, those before and then those after."""
        columns = ", ".join(f"{column} {{way}}" for column in key.split(", "))
        for way in ("ASC", "DESC"):
            try:
                # A cursor that is left open would keep the file when the connection is closed.
                with closing(self.execute(f"{query} ORDER BY {columns.format(way=way)}")) as rows:
                    yield from rows
                return
            except sqlite3.Error as error:
                if not self.is_damage(error):
                    raise

    def reading(self) -> AbstractContextManager[object]:
        """Read everything as it is at one moment: nobody else writes, or it was begun to read."""
        return nullcontext()

    def tell(self, news: Iterable[Sequence[str]]) -> None:
        """Let other processes know of changes: there are none."""

    def begin(self) -> None:
        """Begin to write."""
        self.execute("BEGIN IMMEDIATE")

    def is_damage(self, error: Exception) -> bool:
        """Tell whether something that is kept can't be read, rather than just not at the moment."""
        is_passing = isinstance(error, sqlite3.OperationalError)
        return isinstance(error, sqlite3.DatabaseError) and not is_passing

    def tables_made(self) -> int:
        """Return how many tables were ever made: SQLite counts them itself."""
        rows = self.execute("SELECT seq FROM sqlite_sequence").fetchall()
        return max((seq for (seq,) in rows if isinstance(seq, int)), default=0)

    def count_tables(self, made: int) -> None:
        """Count tables that were just made: SQLite does."""
