"""Where tables are kept: SQLite for one process, PostgreSQL for several.

Read `writer.py` first: it is the store, a thread that commits together what many tables ask for.
`protocol.py` has what all stores have in common. `rows.py` writes events with checksums and reads them
against these, `documents.py` keeps all else as texts. `layouts.py` has the steps from one version of the
databases to the next. `sqlite.py` with `sqlite_file.py` is the one database, `postgres.py` with
`pg_connection.py` the other.
"""

import re
from pathlib import Path

from parure.i18n import mark
from parure.server.store.protocol import NO_ADDRESS, StoreError
from parure.server.store.sqlite import SqliteStore
from parure.server.store.writer import Store

__all__ = ["FILE", "is_address", "opened"]

FILE = "games.sqlite"
"""What the file is called in its folder."""
_ADDRESS = re.compile(r"postgres(ql)?://|\s*\w+\s*=")
"""How an address begins: with its scheme, or as libpq's other form, `host=db.example dbname=parure`."""
_NO_DRIVER = mark("psycopg is not installed: pip install 'parure[postgres]' adds it.")


def is_address(place: str | Path | None) -> bool:
    """Tell whether a place is the address of a database that several processes may share."""
    return isinstance(place, str) and _ADDRESS.match(place) is not None


def opened(place: str | Path, *, to_read: bool = False, alone: bool = False) -> Store:
    """Return the store at an address, in a file, or in a folder; make it where there is none.

    `StoreError` says what is wrong with one that can't be used; it is left as it is.

    :param to_read: only read it, which others may be writing.
    :param alone: let nobody else write it meanwhile, as nobody else ever does a file.
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
        # It may be the name of a database, or an address without its scheme.
        raise StoreError(NO_ADDRESS, place.rpartition("@")[2])
    path = path.absolute()
    return SqliteStore(path / FILE if path.is_dir() else path, to_read=to_read)
