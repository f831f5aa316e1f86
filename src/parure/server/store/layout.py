"""The layouts of SQLite's file: which one it has, and how it is brought up to that of today."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from parure.server.store.migrations import (
    PUZZLES,
    RATINGS,
    SCHEMA,
    TOURNAMENTS,
    VERSIONS,
    migrate,
)
from parure.server.store.protocol import StoreError
from parure.server.store.rows import link, seal
from parure.server.store.sentences import DAMAGED, FOREIGN, NEWER
from parure.server.store.sqlite_connection import Sqlite

__all__ = ["is_whole", "prepare", "version_of"]

_APPLICATION = 0x50415255
_FIRST = (
    "CREATE TABLE tables (id TEXT PRIMARY KEY, listing TEXT NOT NULL) WITHOUT ROWID",
    'CREATE TABLE events ("table" TEXT NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL,'
    ' PRIMARY KEY ("table", number)) WITHOUT ROWID',
)
_SEALED = (
    "CREATE TABLE tables (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,"
    " listing TEXT NOT NULL, events INTEGER NOT NULL, chain TEXT NOT NULL, seal TEXT NOT NULL)",
    'CREATE TABLE events ("table" TEXT NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL,'
    ' chain TEXT NOT NULL, PRIMARY KEY ("table", number)) WITHOUT ROWID',
)
"""With checksums, and with numbers for tables, so that one is missed when its row is lost."""
_LAYOUTS = {
    1: _FIRST,
    2: _SEALED,
    3: (*_SEALED, VERSIONS),
    4: (*_SEALED, VERSIONS, RATINGS),
    5: (*_SEALED, VERSIONS, RATINGS, PUZZLES),
    6: (*_SEALED, VERSIONS, RATINGS, PUZZLES),
    7: (*_SEALED, VERSIONS, RATINGS, PUZZLES, TOURNAMENTS),
}


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Return the layout of a file, 0 for an empty one; refuse what is not ours or describes itself wrong."""
    found = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    version: int = _value(connection, "PRAGMA user_version")
    if not found and version == 0 and _value(connection, "PRAGMA page_count") <= 1:
        return 0
    if _value(connection, "PRAGMA application_id") != _APPLICATION:
        raise StoreError(FOREIGN, path)
    if version > SCHEMA:
        raise StoreError(NEWER, path)
    wanted = {_words(statement.encode()) for statement in _LAYOUTS.get(version, ("none",))}
    if not wanted <= {_words(statement) for (statement,) in found}:
        raise StoreError(DAMAGED, path)
    return version


def is_whole(connection: sqlite3.Connection) -> bool:
    """Tell whether SQLite can find its way through the whole file."""
    try:
        return bool(_value(connection, "PRAGMA integrity_check(1)") == b"ok")
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False


def _value(connection: sqlite3.Connection, query: str) -> Any:
    return connection.execute(query).fetchone()[0]


def _words(statement: bytes) -> bytes:
    """Return a statement without its spaces."""
    return b"".join(statement.split())


def prepare(connection: Sqlite, version: int) -> None:
    """Make the layout, or bring an earlier one up to it: all of it, or nothing."""
    migrate(connection, version, _STEPS)


def _make(connection: Sqlite) -> None:
    for statement in _FIRST:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {_APPLICATION}")


def _seal_everything(connection: Sqlite) -> None:
    """Copy the rows of layout 1, which had no checksums, and seal those that can be read."""
    connection.execute("ALTER TABLE tables RENAME TO old_tables")
    connection.execute("ALTER TABLE events RENAME TO old_events")
    for statement in _SEALED:
        connection.execute(statement)
    listings: dict[bytes, bytes] = dict(connection.execute("SELECT id, listing FROM old_tables"))
    found = connection.execute('SELECT DISTINCT "table" FROM old_events').fetchall()
    for id in dict.fromkeys([*listings, *(id for (id,) in found)]):
        chain, old = "", 'SELECT number, event FROM old_events WHERE "table" = CAST(? AS TEXT)'
        events = connection.execute(f"{old} ORDER BY number", (id,)).fetchall()
        for number, event in events:
            chain = _sealed(link, chain, id, number, event)
            connection.execute(
                "INSERT INTO events VALUES (CAST(? AS TEXT), ?, CAST(? AS TEXT), ?)",
                (id, number, event, chain),
            )
        listing = listings.get(id)
        sealed = "" if listing is None else _sealed(seal, id, listing, len(events), chain)
        connection.execute(
            "INSERT INTO tables (id, listing, events, chain, seal)"
            " VALUES (CAST(? AS TEXT), CAST(? AS TEXT), ?, ?, ?)",
            (id, listing or b"", len(events), chain, sealed),
        )
    connection.execute("DROP TABLE old_events")
    connection.execute("DROP TABLE old_tables")


def _note_versions(connection: Sqlite) -> None:
    connection.execute(VERSIONS)
    connection.execute("PRAGMA user_version = 3")


def _rate(connection: Sqlite) -> None:
    connection.execute(RATINGS)
    connection.execute("PRAGMA user_version = 4")


def _puzzle(connection: Sqlite) -> None:
    connection.execute(PUZZLES)
    connection.execute("PRAGMA user_version = 5")


def _share(connection: Sqlite) -> None:
    """Change nothing: a file is for one process."""
    connection.execute("PRAGMA user_version = 6")


def _hold_tournaments(connection: Sqlite) -> None:
    connection.execute(TOURNAMENTS)
    connection.execute("PRAGMA user_version = 7")


_STEPS = {
    1: _make,
    2: _seal_everything,
    3: _note_versions,
    4: _rate,
    5: _puzzle,
    6: _share,
    7: _hold_tournaments,
}


def _sealed(checksum: Callable[..., str], *parts: str | int | bytes) -> str:
    """Return a checksum, or one that fits nothing where a text can't be read: the table is damaged."""
    try:
        return checksum(*(p.decode() if isinstance(p, bytes) else p for p in parts))
    except (UnicodeDecodeError, TypeError):
        return ""
