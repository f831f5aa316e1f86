"""Opening the file: ours, not in use, and whole; or renewed from what is left of it."""

import logging
import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from parure.server.store.alone import Alone
from parure.server.store.connection import Sqlite
from parure.server.store.layout import is_whole, prepare, version_of
from parure.server.store.migrations import SCHEMA
from parure.server.store.protocol import StoreError
from parure.server.store.salvage import salvage
from parure.server.store.sentences import DAMAGED, EMPTY, OLDER, explained
from parure.server.store.wal import has_unread_end

__all__ = ["close", "opened", "opened_to_read"]

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
