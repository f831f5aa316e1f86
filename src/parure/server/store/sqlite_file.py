"""An SQLite file: connecting to it, checking its layout and integrity, and salvaging a damaged one."""

import logging
import shutil
import sqlite3
import struct
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from pathlib import Path
from typing import Any

from parure.i18n import mark
from parure.server.errors import Damaged
from parure.server.store import rows
from parure.server.store.documents import ANSWERS, TOURNAMENTS
from parure.server.store.layouts import APPLICATION, SCHEMA, SQLITE, TABLES, migrate
from parure.server.store.protocol import DAMAGED, NEWER, StoreError
from parure.server.store.rows import Addition

__all__ = [
    "Sqlite",
    "connected",
    "is_whole",
    "log_content",
    "log_of",
    "renew",
    "salvage",
    "save_unread_end",
    "version_of",
]

_FOREIGN = mark("{path} is not a Parure file.")
_PATIENCE = 5.0
"""Seconds to wait while a reader keeps the file busy."""

log = logging.getLogger("parure.server")


class Sqlite(sqlite3.Connection):
    """SQLite as a `Database`."""

    clash = sqlite3.IntegrityError
    locking = ""

    def every(self, query: str, table: str, key: str) -> Iterator[Any]:
        """Yield all rows; around an unreadable part, first those before it and then those after."""
        columns = ", ".join(f"{column} {{way}}" for column in key.split(", "))
        for way in ("ASC", "DESC"):
            try:
                # An open cursor would keep the file open after the connection is closed.
                with closing(self.execute(f"{query} ORDER BY {columns.format(way=way)}")) as rows:
                    yield from rows
                return
            except sqlite3.Error as error:
                if not self.is_damage(error):
                    raise

    def reading(self) -> AbstractContextManager[object]:
        """Read from one snapshot: nobody else writes, or a read transaction is already open."""
        return nullcontext()

    def tell(self, news: Iterable[Sequence[str]]) -> None:
        """Do nothing: there are no other processes to notify."""

    def begin(self) -> None:
        """Begin a transaction for writing."""
        self.execute("BEGIN IMMEDIATE")

    def is_damage(self, error: Exception) -> bool:
        """Tell whether an error means damaged data rather than a temporary failure."""
        is_passing = isinstance(error, sqlite3.OperationalError)
        return isinstance(error, sqlite3.DatabaseError) and not is_passing

    def tables_made(self) -> int:
        """Return how many tables have ever been made: SQLite counts them itself."""
        rows = self.execute("SELECT seq FROM sqlite_sequence").fetchall()
        return max((seq for (seq,) in rows if isinstance(seq, int)), default=0)

    def count_tables(self, made: int) -> None:
        """Do nothing: SQLite counts the tables itself."""


def connected(path: Path) -> Sqlite:
    """Return a connection that reads texts as bytes, so that each can be decoded by itself.

    A file that is not there yet is made for us alone: it holds the seeds of running games.
    """
    with suppress(FileExistsError):
        path.touch(mode=0o600, exist_ok=False)
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, factory=Sqlite)
    connection.text_factory = bytes
    return connection


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Return the layout of a file, 0 for an empty one; refuse foreign and inconsistent files."""
    found = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    version: int = _value(connection, "PRAGMA user_version")
    if not found and version == 0 and _value(connection, "PRAGMA page_count") <= 1:
        return 0
    if _value(connection, "PRAGMA application_id") != APPLICATION:
        raise StoreError(_FOREIGN, path)
    if version > SCHEMA:
        raise StoreError(NEWER, path)
    wanted = {_words(statement.encode()) for statement in TABLES.get(version, ("none",))}
    if not wanted <= {_words(statement) for (statement,) in found}:
        raise StoreError(DAMAGED, path)
    return version


def is_whole(connection: sqlite3.Connection) -> bool:
    """Tell whether SQLite finds the structure of the whole file intact."""
    try:
        return bool(_value(connection, "PRAGMA integrity_check(1)") == b"ok")
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False


def _value(connection: sqlite3.Connection, query: str) -> Any:
    return connection.execute(query).fetchone()[0]


def _words(statement: bytes) -> bytes:
    """Return a statement without its whitespace."""
    return b"".join(statement.split())


def save_unread_end(path: Path, content: bytes, read: int) -> None:
    """Save a copy of a file's log whose end can't be read, and report it.

    :param content: the log as it was found.
    :param read: the number of frames that SQLite has read.
    """
    if has_unread_end(content, read):
        aside = _aside(log_of(path))
        aside.write_bytes(content)
        log.error(
            "%s is damaged: what was done last may be lost. A copy is kept as %s",
            log_of(path),
            aside,
        )


def renew(connection: Sqlite, path: Path) -> None:
    """Replace a damaged file by one with its readable parts, and keep a copy of the damaged one."""
    draft = path.with_name(path.name + ".part")
    draft.unlink(missing_ok=True)
    try:
        with closing(connected(draft)) as target:
            migrate(target, 0, SQLITE)
            target.execute("BEGIN")
            if not salvage(connection, target):
                raise StoreError(DAMAGED, path)
            target.execute("COMMIT")
        aside = _aside(path)
        shutil.copy(path, aside)
        if log_content(path):
            shutil.copy(log_of(path), log_of(aside))
        connection.close()
        log_of(path).unlink(missing_ok=True)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    log.error("%s is damaged: what could be read was saved. A copy is kept as %s", path, aside)


def log_of(path: Path) -> Path:
    """Return the path of SQLite's write-ahead log, which holds what is not in the file yet."""
    return path.with_name(path.name + "-wal")


def log_content(path: Path) -> bytes:
    """Return the log of a file; empty if it has none."""
    return log_of(path).read_bytes() if log_of(path).exists() else b""


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")


def salvage(source: Sqlite, target: Sqlite) -> bool:
    """Copy the intact tables and the names of the damaged ones; tell whether any is intact.

    Answers to puzzles and tournaments are copied too, if the layout of the file has them.
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
    for kind in (ANSWERS, TOURNAMENTS):
        if source.execute(there, (kind.table,)).fetchone():
            kind.write(target, kind.read(source))
    target.execute("UPDATE sqlite_sequence SET seq = seq + ?", (found.missing,))
    return any(table.id not in found.damaged for table in kept)


_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")

Sums = tuple[int, int]


def has_unread_end(log: bytes, read: int) -> bool:
    """Tell whether a log holds committed frames after those that SQLite could read.

    :param read: the number of frames that SQLite has read.
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
    """Yield the salts of each frame, its checksum, and the bytes that the checksum covers."""
    size = _FRAME.size + page
    for start in range(_HEADER.size, len(log) - size + 1, size):
        _number, _commit, *rest = _FRAME.unpack_from(log, start)
        content = log[start : start + 8] + log[start + _FRAME.size : start + size]
        yield (rest[0], rest[1]), (rest[2], rest[3]), content


def _summed(content: bytes, sums: Sums, order: str) -> Sums:
    """Continue SQLite's checksum over some bytes."""
    first, second = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
