"""The rows of tables and events: written with checksums, which are verified on reading.

Rows are only ever added, with two exceptions: the row of a table counts its events and holds the last
checksum, and deleting a person rewrites the tables they sat at. Both databases share the rows and the
statements that write and read them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

from parure.server.errors import Damaged, Refusal
from parure.server.store import result_rows
from parure.server.store.protocol import Database, Found, Kept, Taken
from parure.server.tables.results import PersonalResult

__all__ = [
    "EVENTS",
    "Addition",
    "Row",
    "add",
    "checked",
    "events",
    "found",
    "has",
    "is_empty",
    "link",
    "listing",
    "listings",
    "rewrite",
    "seal",
    "seals",
    "since",
    "some",
    "whole",
]

_TABLES = "SELECT id, listing, events, chain, seal FROM tables"
EVENTS = 'SELECT "table", number, event, chain FROM events'


@dataclass(frozen=True)
class Addition:
    """Events to add to a table, its listing after them, and the results if they end the game."""

    table: str
    number: int
    """The number of the first event."""
    events: tuple[str, ...]
    listing: str
    results: tuple[PersonalResult, ...] = ()


class Row(NamedTuple):
    """The row of a table."""

    id: str
    listing: str = ""
    events: int = 0
    chain: str = ""

    @classmethod
    def read(cls, row: tuple[Any, ...]) -> "Row":
        """Return the row in a database result; raises `ValueError` if its checksum is wrong."""
        id, listing, events, chain, sealed = row
        found = cls(_text(id), _text(listing), events, _text(chain))
        if _text(sealed) != found.seal:
            raise ValueError(f"not as it was kept: {row!r}")
        return found

    @property
    def seal(self) -> str:
        """The checksum of the row."""
        return seal(self.id, self.listing, self.events, self.chain)


def add(database: Database, additions: Sequence[Addition]) -> list[Refusal | None]:
    """Add events and update the rows of their tables; return an error for each refused addition.

    Raises `Damaged` if there are events that the row of a table does not count.
    """
    rows = _rows(database, {addition.table for addition in additions}, database.locking)
    added: list[tuple[str, int, str, str]] = []
    changed: dict[str, Row] = {}
    ended: list[PersonalResult] = []
    made: set[str] = set()
    refusals: list[Refusal | None] = []
    for addition in additions:
        before = rows[addition.table]
        if isinstance(before, Damaged):
            refusals.append(before)
            continue
        if before.events != addition.number:
            refusals.append(Taken())
            continue
        table, chain = addition.table, before.chain
        for number, event in enumerate(addition.events, addition.number):
            chain = link(chain, table, number, event)
            added.append((table, number, event, chain))
        row = Row(table, addition.listing, addition.number + len(addition.events), chain)
        rows[table] = changed[table] = row
        ended += addition.results
        if addition.number == 0:
            made.add(table)
        refusals.append(None)
    try:
        database.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", added)
        for statement, is_made in (
            ("UPDATE tables SET listing = ?, events = ?, chain = ?, seal = ? WHERE id = ?", False),
            ("INSERT INTO tables (listing, events, chain, seal, id) VALUES (?, ?, ?, ?, ?)", True),
        ):
            database.executemany(
                statement,
                [
                    (row.listing, row.events, row.chain, row.seal, row.id)
                    for row in changed.values()
                    if (row.id in made) is is_made
                ],
            )
    except database.clash as error:
        first = additions[0]
        reason = "it has more events than its listing says"
        raise Damaged(first.table, reason, first.number) from error
    if ended:
        result_rows.add(database, ended)
    if made:
        database.count_tables(len(made))
    database.tell(_grown(row) for row in changed.values())
    return refusals


def _grown(row: Row) -> tuple[str, str, str]:
    """Return the notification for a changed table."""
    return "table", row.id, row.seal


def rewrite(database: Database, table: str, kept: Kept, events: int | None = None) -> None:
    """Replace the events of a table, all or none; raises `Taken` if it has more than expected."""
    try:
        database.begin()
        before = _rows(database, {table}, database.locking)[table]
        if isinstance(before, Damaged):
            raise before
        if before.events != (len(kept.events) if events is None else events):
            raise Taken
        chain, rows = "", []
        for number, event in enumerate(kept.events):
            chain = link(chain, table, number, event)
            rows.append((table, number, event, chain))
        row = Row(table, kept.listing, len(rows), chain)
        database.execute('DELETE FROM events WHERE "table" = ?', (table,))
        database.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
        database.execute(
            "UPDATE tables SET listing = ?, events = ?, chain = ?, seal = ? WHERE id = ?",
            (row.listing, row.events, row.chain, row.seal, row.id),
        )
        database.tell([_grown(row)])
        database.commit()
    except Exception:
        database.rollback()
        raise


def has(database: Database, addition: Addition) -> bool:
    """Tell whether an addition was committed."""
    number = addition.number + len(addition.events) - 1
    query = f'{EVENTS} WHERE "table" = ? AND number = ?'
    row = database.execute(query, (addition.table, number)).fetchone()
    return row is not None and _text(row[2]) == addition.events[-1]


def events(database: Database, table: str) -> list[str]:
    """Return the events of a table."""
    return list(whole(database, table).events)


def whole(database: Database, table: str) -> Kept:
    """Return the listing of a table and its events."""
    row, texts = _read(database, table)
    return Kept(row.listing, tuple(texts))


def since(database: Database, table: str, number: int) -> list[str]:
    """Return the events of a table from a number on."""
    return _read(database, table, number)[1]


def _read(database: Database, table: str, first: int = 0) -> tuple[Row, list[str]]:
    """Return the row of a table, and its events from a number on."""
    with database.reading():
        row = _row(database, table)
        try:
            # The checksum of the first event continues that of the one before it.
            query = f'{EVENTS} WHERE "table" = ? AND number >= ? ORDER BY number'
            rows = database.execute(query, (table, first - 1)).fetchall()
        except Exception as error:
            if database.is_damage(error):
                raise Damaged(table, error) from error
            raise  # The disk or the connection fails: the table itself may be intact.
    return row, checked(row, rows, first)


def listing(database: Database, table: str) -> str | None:
    """Return the listing of a table, if there is one."""
    row = _row(database, table)
    return row.listing if row.events else None


def some(database: Database, tables: set[str]) -> list[Row]:
    """Return the rows of those tables that exist and are readable."""
    rows = _rows(database, tables).values()
    return [row for row in rows if isinstance(row, Row) and row.events]


def seals(database: Database) -> dict[str, str]:
    """Return the checksums of all tables; any change to a table changes its checksum."""
    return dict(database.execute("SELECT id, seal FROM tables").fetchall())


def listings(database: Database) -> Found:
    """Return the listings of all tables, with those that are damaged or lost."""
    with database.reading():
        all, kept = found(database)
    all.listings = {row.id: row.listing for row in kept}
    return all


def is_empty(database: Database) -> bool:
    """Tell whether there are no tables at all."""
    return database.execute("SELECT 1 FROM tables LIMIT 1").fetchone() is None


def found(database: Database) -> tuple[Found, list[Row]]:
    """Return the damaged and lost tables, and the rows of the others."""
    found, kept = Found(), {}
    for row in database.execute(f"{_TABLES} ORDER BY number").fetchall():
        try:
            table = Row.read(row)
            kept[table.id] = table
        except ValueError as error:
            found.damaged[_shown(row[0])] = str(error)
    made = database.tables_made()
    if found.damaged or len(kept) != made:
        for id in _tables_with_events(database):
            if id not in kept:
                found.damaged.setdefault(id, "its listing is lost")
        found.missing = max(0, made - len(kept) - len(found.damaged))
    return found, list(kept.values())


def checked(table: Row, rows: Iterable[tuple[Any, ...]], first: int = 0) -> list[str]:
    """Return the events of a table after verifying their checksums.

    :param first: the number of the first event; unless it is 0, the preceding event is included.
    """
    chain, texts, left = "", [], iter(rows)
    if first and (before := next(left, None)) is not None:
        chain = _text(before[3])
    for number, row in enumerate(left, first):
        try:
            text = _text(row[2])
            chain = link(chain, table.id, number, text)
            if (row[1], _text(row[3])) != (number, chain):
                raise ValueError("not as it was kept")
        except ValueError as error:
            raise Damaged(table.id, f"{error}: {row!r}", number) from error
        texts.append(text)
    events = first + len(texts)
    if (events, chain) != (table.events, table.chain):
        reason = f"there are {events} events of {table.events}"
        raise Damaged(table.id, reason, events)
    return texts


def _row(database: Database, table: str) -> Row:
    """Return the row of a table, or one without events if the table does not exist."""
    row = _rows(database, {table})[table]
    if isinstance(row, Damaged):
        raise row
    return row


def _rows(database: Database, tables: set[str], locking: str = "") -> dict[str, Row | Damaged]:
    """Return the rows of some tables, or the errors in them."""
    places = ", ".join("?" for _table in tables)
    query = f"{_TABLES} WHERE id IN ({places}) ORDER BY id{locking}"
    rows: dict[str, Row | Damaged] = {table: Row(table) for table in tables}
    try:
        found = database.execute(query, tuple(tables)).fetchall()
    except Exception as error:
        if len(tables) > 1 or not database.is_damage(error):
            raise
        return {table: Damaged(table, error) for table in tables}
    for row in found:
        id = _shown(row[0])
        try:
            rows[id] = Row.read(row)
        except ValueError as error:
            rows[id] = Damaged(id, error)
    return rows


def _tables_with_events(database: Database) -> Iterator[str]:
    """Yield the tables with readable events."""
    query = 'SELECT min("table") FROM events WHERE "table" > CAST(? AS TEXT)'
    last: Any = ""
    try:
        while (id := database.execute(query, (last,)).fetchone()[0]) and (not last or id > last):
            yield _shown(id)
            last = id
    except Exception as error:
        if not database.is_damage(error):
            raise


def _text(value: object) -> str:
    """Return a text; SQLite returns bytes, so that one undecodable text does not affect the others."""
    if isinstance(value, bytes):
        return value.decode()
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a text")
    return value


def _shown(id: object) -> str:
    if isinstance(id, str):
        return id
    return id.decode(errors="replace") if isinstance(id, bytes) else repr(id)


_BYTES = 8


def link(before: str, table: str, number: int, event: str) -> str:
    """Return the checksum of an event, which covers all earlier events of its table.

    :param before: the checksum of the preceding event; empty for the first one.
    """
    return _checksum(before, table, str(number), event)


def seal(table: str, listing: str, events: int, chain: str) -> str:
    """Return the checksum of the row of a table."""
    return _checksum(table, listing, str(events), chain)


def _checksum(*parts: str) -> str:
    text = "\0".join(parts)
    return blake2b(text.encode(), digest_size=_BYTES).hexdigest()
