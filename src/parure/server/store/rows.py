"""The rows of tables and events: written with checksums, and read one by one against them.

Rows are only ever added, but that of a table says how many events there are and how they end.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from parure.server.errors import Damaged
from parure.server.store.chain import link, seal
from parure.server.store.protocol import Found, Taken

__all__ = ["append", "events", "is_empty", "listings", "salvage"]

_TABLES = "SELECT id, listing, events, chain, seal FROM tables"
_EVENTS = 'SELECT "table", number, event, chain FROM events'


@dataclass(frozen=True)
class Row:
    """The row of a table."""

    id: str
    listing: str = ""
    events: int = 0
    chain: str = ""

    @classmethod
    def read(cls, row: tuple[Any, ...]) -> "Row":
        """Return a row that was read; `ValueError` where it is not as it was kept."""
        id, listing, events, chain, sealed = row
        found = cls(_text(id), _text(listing), events, _text(chain))
        if _text(sealed) != found.seal:
            raise ValueError(f"not as it was kept: {row!r}")
        return found

    @property
    def seal(self) -> str:
        """The checksum of the row."""
        return seal(self.id, self.listing, self.events, self.chain)


def append(
    connection: sqlite3.Connection, table: str, number: int, event: str, listing: str
) -> None:
    """Add an event, and renew the row of its table."""
    before = _row(connection, table)
    if before.events != number:
        raise Taken
    chain = link(before.chain, table, number, event)
    row = Row(table, listing, number + 1, chain)
    try:
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (table, number, event, chain))
        connection.execute(
            "UPDATE tables SET listing = ?, events = ?, chain = ?, seal = ? WHERE id = ?"
            if number
            else "INSERT INTO tables (listing, events, chain, seal, id) VALUES (?, ?, ?, ?, ?)",
            (row.listing, row.events, row.chain, row.seal, row.id),
        )
    except sqlite3.IntegrityError as error:
        raise Damaged(table, "it has more events than its listing says", number) from error


def events(connection: sqlite3.Connection, table: str) -> list[str]:
    """Return the events of a table as they were kept."""
    kept = _row(connection, table)
    try:
        rows = connection.execute(
            f'{_EVENTS} WHERE "table" = ? ORDER BY number', (table,)
        ).fetchall()
    except sqlite3.OperationalError:
        raise  # The disk fails: the table may be whole.
    except sqlite3.DatabaseError as error:
        raise Damaged(table, error) from error
    return _checked(kept, rows)


def listings(connection: sqlite3.Connection) -> Found:
    """Return the listings of all tables, and which tables are damaged or lost."""
    found, kept = _found(connection)
    found.listings = {row.id: row.listing for row in kept}
    return found


def is_empty(connection: sqlite3.Connection) -> bool:
    """Tell whether there are no tables at all."""
    return connection.execute("SELECT 1 FROM tables").fetchone() is None


def salvage(connection: sqlite3.Connection, target: sqlite3.Connection) -> bool:
    """Copy the tables that are as they were kept, and the names of the others; tell if any is whole."""
    found, kept = _found(connection)
    rows: defaultdict[bytes, dict[int, Any]] = defaultdict(dict)
    for row in _from_both_ends(connection, _EVENTS, '"table", number'):
        rows[row[0]][row[1]] = row
    for table in kept:
        own = rows[table.id.encode()]
        try:
            texts = _checked(table, [own[number] for number in sorted(own)])
        except Damaged as error:
            found.damaged[table.id] = str(error.reason)
            continue
        for number, text in enumerate(texts):
            append(target, table.id, number, text, table.listing)
    for id in found.damaged:
        target.execute(
            "INSERT INTO tables (id, listing, events, chain, seal) VALUES (?, '', 0, '', '')", (id,)
        )
    target.execute("UPDATE sqlite_sequence SET seq = seq + ?", (found.missing,))
    return any(table.id not in found.damaged for table in kept)


def _found(connection: sqlite3.Connection) -> tuple[Found, list[Row]]:
    """Return which tables are damaged or lost, and the rows of the others."""
    found, kept = Found(), {}
    for row in _from_both_ends(connection, _TABLES, "number"):
        try:
            table = Row.read(row)
            kept[table.id] = table
        except ValueError as error:
            found.damaged[_shown(row[0])] = str(error)
    made = _tables_made(connection)
    if found.damaged or len(kept) != made:
        for id in _tables_with_events(connection):
            if id not in kept:
                found.damaged.setdefault(id, "its listing is lost")
        found.missing = max(0, made - len(kept) - len(found.damaged))
    return found, list(kept.values())


def _row(connection: sqlite3.Connection, table: str) -> Row:
    """Return the row of a table as it was kept; one without events where there is none."""
    row = connection.execute(f"{_TABLES} WHERE id = ?", (table,)).fetchone()
    try:
        return Row(table) if row is None else Row.read(row)
    except ValueError as error:
        raise Damaged(table, error) from error


def _checked(table: Row, rows: Iterable[tuple[Any, ...]]) -> list[str]:
    """Return the events of a table, or refuse them where they are not as they were kept."""
    chain, texts = "", []
    for number, row in enumerate(rows):
        try:
            text = _text(row[2])
            chain = link(chain, table.id, number, text)
            if (row[1], _text(row[3])) != (number, chain):
                raise ValueError("not as it was kept")
        except ValueError as error:
            raise Damaged(table.id, f"{error}: {row!r}", number) from error
        texts.append(text)
    if (len(texts), chain) != (table.events, table.chain):
        reason = f"there are {len(texts)} events of {table.events}"
        raise Damaged(table.id, reason, len(texts))
    return texts


def _text(value: object) -> str:
    """Return a text, which is read as bytes so that each is decoded by itself."""
    if not isinstance(value, bytes):
        raise ValueError(f"{value!r} is not a text")
    return value.decode()


def _shown(id: object) -> str:
    return id.decode(errors="replace") if isinstance(id, bytes) else repr(id)


def _tables_made(connection: sqlite3.Connection) -> int:
    """Return how many tables were ever made."""
    rows = connection.execute("SELECT seq FROM sqlite_sequence").fetchall()
    return max((seq for (seq,) in rows if isinstance(seq, int)), default=0)


def _from_both_ends(connection: sqlite3.Connection, query: str, key: str) -> Iterator[Any]:
    """Yield all rows; where they can't be read in the middle, those before and then those after."""
    columns = ", ".join(f"{column} {{way}}" for column in key.split(", "))
    for way in ("ASC", "DESC"):
        try:
            # A cursor that is left open would keep the file when the connection is closed.
            with closing(connection.execute(f"{query} ORDER BY {columns.format(way=way)}")) as rows:
                yield from rows
            return
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            continue


def _tables_with_events(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the tables that have events, as far as they can be read."""
    query = 'SELECT min("table") FROM events WHERE "table" > CAST(? AS TEXT)'
    last, id = b"", b""
    try:
        while (
            isinstance(id := connection.execute(query, (last,)).fetchone()[0], bytes) and id > last
        ):
            yield _shown(id)
            last = id
    except sqlite3.DatabaseError:
        return
