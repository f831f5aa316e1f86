"""Stores the tables: in SQLite for one process, in PostgreSQL for several.

Read `writer.py` first: it is the store, a thread that batches the writes of many tables into one commit.
`protocol.py` has what all stores share. `rows.py` writes events with checksums and verifies them on reading;
`documents.py` stores everything else as texts. `layouts.py` creates the tables of both databases: `sqlite.py`
is one of them, `postgres.py` with `pg_connection.py` the other.
"""

import re
from pathlib import Path

from parure.i18n import mark
from parure.server.store.protocol import NO_ADDRESS, StoreError
from parure.server.store.sqlite import SqliteStore
from parure.server.store.writer import Store

__all__ = ["FILE", "is_address", "opened"]

FILE = "games.sqlite"
"""The file name of the database in the data folder."""
_ADDRESS = re.compile(r"postgres(ql)?://|\s*\w+\s*=")
"""An address starts with a scheme or, in libpq's other form, like `host=db.example dbname=parure`."""
_NO_DRIVER = mark("psycopg is not installed: pip install 'parure[postgres]' adds it.")


def is_address(place: str | Path | None) -> bool:
    """Tell whether a place is the address of a database that several processes can share."""
    return isinstance(place, str) and _ADDRESS.match(place) is not None


def opened(place: str | Path, *, to_read: bool = False, alone: bool = False) -> Store:
    """Open the store at an address, in a file or in a folder, and create it if there is none.

    Raises `StoreError` for a store that can't be used, which stays untouched.

    :param to_read: open it read-only, while others may be writing to it.
    :param alone: lock out all other writers, as a file always does.
    """
    if isinstance(place, str) and is_address(place):
        try:
            from parure.server.store.postgres import PostgresStore
        except ImportError as error:
            raise StoreError(_NO_DRIVER, "") from error
        return PostgresStore(place, to_read=to_read, alone=alone)
    if isinstance(place, str) and "://" in place:
        raise StoreError(NO_ADDRESS, place.partition("://")[0] + "://…")
    path = Path(place)
    is_file = path.is_absolute() or path.suffix or path.exists()
    if isinstance(place, str) and not is_file and not to_read:
        # Perhaps the name of a database, or an address without its scheme.
        raise StoreError(NO_ADDRESS, place.rpartition("@")[2])
    path = path.absolute()
    return SqliteStore(path / FILE if path.is_dir() else path, to_read=to_read)
