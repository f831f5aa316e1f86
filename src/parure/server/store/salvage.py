"""Saving what is left of a damaged file."""

from collections import defaultdict
from typing import Any

from parure.server.errors import Damaged
from parure.server.store import notes, rows
from parure.server.store.connection import Sqlite
from parure.server.store.rows import Addition

__all__ = ["salvage"]


def salvage(source: Sqlite, target: Sqlite) -> bool:
    """Copy the tables that are as they were kept, and the names of the others; tell if any is whole.

    What people answered to puzzles is copied too, and the tournaments, from a file whose layout has them.
    """
    found, kept = rows.found(source)
    read: defaultdict[bytes, dict[int, Any]] = defaultdict(dict)
    for row in source.every(rows.EVENTS, "events", '"table", number'):
        read[row[0]][row[1]] = row
    for table in kept:
        own = read[table.id.encode()]
        try:
            texts = rows.checked(table, [own[number] for number in sorted(own)])
        except Damaged as error:
            found.damaged[table.id] = str(error.reason)
        else:
            rows.add(target, [Addition(table.id, 0, tuple(texts), table.listing)])
    for id in found.damaged:
        target.execute(
            "INSERT INTO tables (id, listing, events, chain, seal) VALUES (?, '', 0, '', '')", (id,)
        )
    there = "SELECT 1 FROM sqlite_schema WHERE name = ?"
    for kind in (notes.ANSWERED, notes.HELD):
        if source.execute(there, (kind.table,)).fetchone():
            notes.write(target, kind, notes.read(source, kind))
    target.execute("UPDATE sqlite_sequence SET seq = seq + ?", (found.missing,))
    return any(table.id not in found.damaged for table in kept)
