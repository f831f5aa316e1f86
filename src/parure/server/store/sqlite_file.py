"""Opening the file: ours, not in use, and whole; or renewed from what is left of it."""

import logging
import os
import shutil
import sqlite3
import struct
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from parure.server.errors import Damaged
from parure.server.store import notes, rows
from parure.server.store.alone import Alone
from parure.server.store.layout import is_whole, prepare, version_of
from parure.server.store.migrations import SCHEMA
from parure.server.store.protocol import StoreError
from parure.server.store.rows import Addition
from parure.server.store.sentences import DAMAGED, EMPTY, OLDER, explained
from parure.server.store.sqlite_connection import Sqlite

__all__ = ["close", "has_unread_end", "opened", "opened_to_read", "salvage"]

_PATIENCE = 5.0
"""The seconds for which a file may be kept busy by somebody who reads it."""
_TICK = 1.0
"""The seconds within which two changes of a file may look like one."""
_SEALED = 2
"""The first layout with checksums, which tell what is missing."""

log = logging.getLogger("parure.server")


def opened(path: Path) -> tuple[Alone, Sqlite]:
    """Return the connection to a file, and the lock that keeps others from writing it.

    All of the file is looked at, unless it is as it was when it was last closed.

    `StoreError` says what is wrong with one that can't be used; it is left as it is.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not all(os.access(place, os.W_OK) for place in (path.parent, path) if place.exists()):
            raise PermissionError(path)
        alone = Alone(path)
    except OSError as error:
        raise explained(error, path) from error
    try:
        return alone, _opened(path, is_checked=_is_untouched(path, alone.note))
    except (OSError, sqlite3.Error, UnicodeError, StoreError) as error:
        alone.close()
        raise explained(error, path) from error


def close(path: Path, alone: Alone, connection: Sqlite) -> None:
    """Close a file, and leave a note by which it is known again."""
    connection.close()
    alone.close(note=_mark(path))


def _mark(path: Path) -> bytes:
    """Return what changes with a file."""
    with suppress(OSError):
        found = path.stat()
        return f"{found.st_size} {found.st_mtime_ns}".encode()
    return b""


def _is_untouched(path: Path, note: bytes) -> bool:
    """Tell whether a file is as it was when a note was left; a change just then may have left no trace."""
    if not note or note != _mark(path) or _content(_log_of(path)):
        return False
    return time.time() > path.stat().st_mtime + _TICK


def _opened(path: Path, *, is_checked: bool = False) -> Sqlite:
    connection = _connected(path)
    try:
        version = _checked_version(connection, path)
        if version >= _SEALED and not is_checked and not is_whole(connection):
            _renew(connection, path)
            return _opened(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # What somebody wants forgotten is not left in the file.
        connection.execute("PRAGMA secure_delete = ON")
        prepare(connection, version)
    except BaseException:
        connection.close()
        raise
    return connection


def opened_to_read(path: Path) -> Sqlite:
    """Return a connection to a file that a server may be writing meanwhile."""
    try:
        path.stat()
        connection = _connected(path)
        connection.execute("PRAGMA query_only = ON")
        version = version_of(connection, path)
        if version != SCHEMA:
            raise StoreError(OLDER if version else EMPTY, path)
    except (OSError, sqlite3.Error, UnicodeError) as error:
        raise explained(error, path) from error
    return connection


def _connected(path: Path) -> Sqlite:
    """Return a connection; texts are read as bytes, so that each is decoded by itself."""
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, factory=Sqlite)
    connection.text_factory = bytes
    return connection


def _checked_version(connection: Sqlite, path: Path) -> int:
    """Return the layout of a file, and say so where the end of its log can't be read."""
    log_path = _log_of(path)
    content = _content(log_path)
    version = version_of(connection, path)
    if 0 < version < _SEALED and not is_whole(connection):
        raise StoreError(DAMAGED, path)
    read = connection.execute("PRAGMA wal_checkpoint").fetchone()[1]
    if has_unread_end(content, max(0, read)):
        aside = _aside(log_path)
        aside.write_bytes(content)
        log.error(
            "%s is damaged: what was done last may be lost. A copy is kept as %s", log_path, aside
        )
    return version


def _renew(connection: Sqlite, path: Path) -> None:
    """Put a file with what can be read in the place of a damaged one, of which a copy is kept."""
    draft = path.with_name(path.name + ".part")
    draft.unlink(missing_ok=True)
    try:
        with closing(_connected(draft)) as target:
            prepare(target, 0)
            target.execute("BEGIN")
            if not salvage(connection, target):
                raise StoreError(DAMAGED, path)
            target.execute("COMMIT")
        aside = _aside(path)
        shutil.copy(path, aside)
        if _content(_log_of(path)):
            shutil.copy(_log_of(path), _log_of(aside))
        connection.close()
        _log_of(path).unlink(missing_ok=True)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    log.error("%s is damaged: what could be read was saved. A copy is kept as %s", path, aside)


def _log_of(path: Path) -> Path:
    """Return where SQLite has written what is not in the file yet."""
    return path.with_name(path.name + "-wal")


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")


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


_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")

Sums = tuple[int, int]


def has_unread_end(log: bytes, read: int) -> bool:
    """Tell whether a log goes on after the frames that were read, other than by what was never finished.

    :param read: how many frames SQLite has read.
    """
    if len(log) < _HEADER.size:
        return False
    magic, _version, page, _sequence, *salts, first, second = _HEADER.unpack_from(log)
    order = ">" if magic & 1 else "<"
    if _summed(log[: _HEADER.size - 8], (0, 0), order) != (first, second):
        return len(log) > _HEADER.size
    sums = (first, second)
    is_broken = False
    for number, (salt, kept, content) in enumerate(_frames(log, page)):
        if number < read:
            sums = kept
            continue
        is_next = not is_broken and _summed(content, sums, order) == kept
        if is_next != (salt == tuple(salts)):
            return True
        is_broken, sums = not is_next, kept
    return False


def _frames(log: bytes, page: int) -> Iterator[tuple[Sums, Sums, bytes]]:
    """Yield the salts of each frame, its checksum, and what that is of."""
    size = _FRAME.size + page
    for start in range(_HEADER.size, len(log) - size + 1, size):
        _number, _commit, *rest = _FRAME.unpack_from(log, start)
        content = log[start : start + 8] + log[start + _FRAME.size : start + size]
        yield (rest[0], rest[1]), (rest[2], rest[3]), content


def _summed(content: bytes, sums: Sums, order: str) -> Sums:
    """Go on with SQLite's checksum over some bytes."""
    first, second = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
