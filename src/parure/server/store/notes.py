"""Texts that are kept by a key beside the tables, each in place of the one before.

What everybody was rated after a table need not be computed again, nor change; nothing is lost with it, since
the tables say who has won. What people answered to puzzles, and the tournaments, are known from here alone.
"""

from collections.abc import Mapping
from typing import NamedTuple

from parure.server.store.rows import Database

__all__ = [
    "ANSWERED",
    "DOCUMENTS",
    "HELD",
    "RATED",
    "Notes",
    "drop",
    "find",
    "keep",
    "read",
    "swap",
    "write",
]


class Notes(NamedTuple):
    """Where texts of a kind are kept: the table, and its two columns."""

    table: str
    key: str
    text: str


RATED = Notes("ratings", '"table"', "ratings")
ANSWERED = Notes("puzzles", "person", "answers")
HELD = Notes("tournaments", "id", "tournament")
DOCUMENTS = Notes("documents", "name", "document")
"""What a server with one process has in files beside its games; in PostgreSQL alone."""


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


def find(database: Database, notes: Notes, key: str) -> str | None:
    """Return the text of a key, if there is one that can be read."""
    query = f"SELECT {notes.text} FROM {notes.table} WHERE {notes.key} = ?"
    row = database.execute(query, (key,)).fetchone()
    if row is None:
        return None
    return row[0] if isinstance(row[0], str) else bytes(row[0]).decode()


def swap(database: Database, notes: Notes, key: str, before: str | None, after: str) -> bool:
    """Keep a text in place of another one, or of none; tell whether that one was there."""
    table, name, text = notes
    try:
        database.begin()
        if before is None:
            insert = f"INSERT INTO {table} VALUES (?, ?) ON CONFLICT ({name}) DO NOTHING"
            done = database.execute(insert, (key, after))
        else:
            update = f"UPDATE {table} SET {text} = ? WHERE {name} = ? AND {text} = ?"
            done = database.execute(update, (after, key, before))
        is_done: bool = done.rowcount == 1
        if is_done:
            database.tell([(table, key)])
        database.commit()
    except Exception:
        database.rollback()
        raise
    return is_done


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
        database.tell([(notes.table, key)])
        database.commit()
    except Exception:
        database.rollback()
        raise
