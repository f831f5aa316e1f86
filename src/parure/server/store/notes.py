"""Texts that are kept by a key beside the tables, each in place of the one before.

What everybody was rated after a table need not be computed again, nor change; nothing is lost with it, since
the tables say who has won. What people answered to puzzles is known from here alone.
"""

from collections.abc import Mapping
from typing import NamedTuple

from parure.server.store.rows import Database

__all__ = ["ANSWERED", "RATED", "Notes", "drop", "keep", "read", "write"]


class Notes(NamedTuple):
    """Where texts of a kind are kept: the table, and its two columns."""

    table: str
    key: str
    text: str


RATED = Notes("ratings", '"table"', "ratings")
ANSWERED = Notes("puzzles", "person", "answers")


def read(database: Database, notes: Notes) -> dict[str, str]:
    """Return all texts of a kind by their keys, as far as they can be read."""
    found = {}
    table, key, text = notes
    try:
        for row in database.every(f"SELECT {key}, {text} FROM {table}", table, key):
            try:
                name, value = (v if isinstance(v, str) else bytes(v).decode() for v in row)
            except (UnicodeDecodeError, TypeError):
                continue
            found[name] = value
    except Exception as error:
        if not database.is_damage(error):
            raise
    return found


def write(database: Database, notes: Notes, texts: Mapping[str, str]) -> None:
    """Write texts of a kind, within what is being written."""
    table, key, text = notes
    database.executemany(
        f"INSERT INTO {table} VALUES (?, ?) ON CONFLICT ({key}) DO UPDATE"
        f" SET {text} = excluded.{text}",
        list(texts.items()),
    )


def keep(database: Database, notes: Notes, texts: Mapping[str, str]) -> None:
    """Keep texts of a kind, all or none."""
    try:
        database.begin()
        write(database, notes, texts)
        database.commit()
    except Exception:
        database.rollback()
        raise


def drop(database: Database, notes: Notes, key: str) -> None:
    """Keep the text of a key no longer."""
    try:
        database.begin()
        database.execute(f"DELETE FROM {notes.table} WHERE {notes.key} = ?", (key,))
        database.commit()
    except Exception:
        database.rollback()
        raise
