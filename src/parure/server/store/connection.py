"""A connection to an SQLite file."""

import sqlite3
from collections.abc import Generator
from contextlib import closing
from typing import Any

__all__ = ["Sqlite"]


class Sqlite(sqlite3.Connection):
    """SQLite as a `Database`."""

    clash = sqlite3.IntegrityError
    locking = ""

    def each(self, query: str) -> Generator[Any, None, None]:
        """Yield rows as they are read, until one can't be."""
        with closing(self.execute(query)) as rows:
            yield from rows

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
