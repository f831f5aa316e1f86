"""The layouts of the databases: numbered, each with the migration from the one before.

A process that opens a database exclusively runs the missing migrations, all or none, and records each in the
table `versions`. Both databases share the numbers; PostgreSQL's start where SQLite's had arrived.
"""

import time
from collections.abc import Callable, Mapping, Sequence

from parure import __version__
from parure.server.store.protocol import Database
from parure.server.store.rows import link, seal

__all__ = [
    "APPLICATION",
    "COLUMNS",
    "POSTGRES",
    "SCHEMA",
    "SQLITE",
    "TABLES",
    "migrate",
]

SCHEMA = 8
"""The current layout."""
APPLICATION = 0x50415255
"""The application id of our SQLite files, and the number of our lock in PostgreSQL."""
_VERSIONS = (
    "CREATE TABLE versions (version INTEGER PRIMARY KEY, parure TEXT NOT NULL, at TEXT NOT NULL)"
)
_RATINGS = 'CREATE TABLE ratings ("table" TEXT PRIMARY KEY, ratings TEXT NOT NULL)'
"""The ratings of everybody after each table; recomputed from the tables if missing."""
_PUZZLES = "CREATE TABLE puzzles (person TEXT PRIMARY KEY, answers TEXT NOT NULL)"
"""Each person's answers to puzzles."""
_DOCUMENTS = "CREATE TABLE documents (name TEXT PRIMARY KEY, document TEXT NOT NULL)"
"""The documents that a server of one process has as files."""
_PROCESSES = "CREATE UNLOGGED TABLE processes (id TEXT PRIMARY KEY, until TIMESTAMPTZ NOT NULL)"
"""The processes that serve the tables, and when each one's lease ends."""
_TOURNAMENTS = "CREATE TABLE tournaments (id TEXT PRIMARY KEY, tournament TEXT NOT NULL)"
"""The tournaments as whole texts; their games are tables."""
_RESULTS = (
    'CREATE TABLE results ("table" TEXT NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,'
    " ended DOUBLE PRECISION NOT NULL, pool TEXT NOT NULL, seats INTEGER NOT NULL,"
    " modules TEXT NOT NULL, opponents TEXT NOT NULL, clock TEXT NOT NULL, won INTEGER NOT NULL,"
    " prestige INTEGER NOT NULL, rounds INTEGER NOT NULL, nobles INTEGER NOT NULL,"
    ' bought TEXT NOT NULL, accuracy DOUBLE PRECISION, PRIMARY KEY ("table", seat))',
    "CREATE INDEX results_of_person ON results (person, ended)",
)
"""A row for each person in each finished game; all but the accuracy follows from the tables."""
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
"""With checksums, and with numbered tables, so that a lost row leaves a gap."""
TABLES = {
    1: _FIRST,
    2: _SEALED,
    3: (*_SEALED, _VERSIONS),
    4: (*_SEALED, _VERSIONS, _RATINGS),
    5: (*_SEALED, _VERSIONS, _RATINGS, _PUZZLES),
    6: (*_SEALED, _VERSIONS, _RATINGS, _PUZZLES),
    7: (*_SEALED, _VERSIONS, _RATINGS, _PUZZLES, _TOURNAMENTS),
    8: (*_SEALED, _VERSIONS, _RATINGS, _PUZZLES, _TOURNAMENTS, *_RESULTS),
}
"""The tables of an SQLite file in each layout."""

Step = Sequence[str] | Callable[[Database], None]
"""A migration: SQL statements or a function."""


def migrate(database: Database, version: int, steps: Mapping[int, Step]) -> None:
    """Migrate a database to the current layout: completely, or not at all."""
    if version == SCHEMA:
        return
    missing = [number for number in sorted(steps) if number > version]
    database.begin()
    for number in missing:
        step = steps[number]
        if callable(step):
            step(database)
        else:
            for statement in step:
                database.execute(statement)
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    database.executemany(
        "INSERT INTO versions VALUES (?, ?, ?)", [(number, __version__, at) for number in missing]
    )
    database.commit()


def _seal_everything(connection: Database) -> None:
    """Copy the rows of layout 1, which had no checksums, and add checksums to the readable ones."""
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


def _sealed(checksum: Callable[..., str], *parts: str | int | bytes) -> str:
    """Return a checksum, or, for an unreadable text, an invalid one that marks the table as damaged."""
    try:
        return checksum(*(p.decode() if isinstance(p, bytes) else p for p in parts))
    except (UnicodeDecodeError, TypeError):
        return ""


SQLITE: Mapping[int, Step] = {
    1: (*_FIRST, f"PRAGMA application_id = {APPLICATION}"),
    2: _seal_everything,
    3: (_VERSIONS, "PRAGMA user_version = 3"),
    4: (_RATINGS, "PRAGMA user_version = 4"),
    5: (_PUZZLES, "PRAGMA user_version = 5"),
    6: ("PRAGMA user_version = 6",),  # Needed only by several processes: a file belongs to one.
    7: (_TOURNAMENTS, "PRAGMA user_version = 7"),
    8: (*_RESULTS, "PRAGMA user_version = 8"),
}

POSTGRES: Mapping[int, Step] = {
    3: (
        "CREATE SCHEMA parure",
        _VERSIONS,
        # Sort texts by their bytes, as SQLite does.
        "CREATE TABLE tables (number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
        ' id TEXT COLLATE "C" NOT NULL UNIQUE, listing TEXT NOT NULL, events INTEGER NOT NULL,'
        " chain TEXT NOT NULL, seal TEXT NOT NULL) WITH (fillfactor = 70)",
        'CREATE TABLE events ("table" TEXT COLLATE "C" NOT NULL, number INTEGER NOT NULL,'
        ' event TEXT NOT NULL, chain TEXT NOT NULL, PRIMARY KEY ("table", number))',
        "CREATE TABLE counts (tables BIGINT NOT NULL)",
        "INSERT INTO counts VALUES (0)",
    ),
    4: (_RATINGS,),
    5: (_PUZZLES,),
    6: (_DOCUMENTS, _PROCESSES),
    7: (_TOURNAMENTS,),
    8: _RESULTS,
}

COLUMNS = {
    "tables": "number, id, listing, events, chain, seal",
    "events": '"table", number, event, chain',
    "counts": "tables",
    "ratings": '"table", ratings',
    "puzzles": "person, answers",
    "documents": "name, document",
    "processes": "id, until",
    "tournaments": "id, tournament",
    "results": '"table", seat, person, ended, pool, seats, modules, opponents, clock, won, prestige,'
    " rounds, nobles, bought, accuracy",
}
"""The columns of each table in PostgreSQL."""
