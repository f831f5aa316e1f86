"""What is said when the file can't be read or written: with its path to whoever runs the server, without it
to whoever plays.
"""

import sqlite3
from pathlib import Path

from parure.i18n import mark
from parure.server.store.protocol import NotKept, StoreError

__all__ = ["DAMAGED", "FOREIGN", "NEWER", "explained", "told"]

FOREIGN = mark("{path} is not a file of Parure.")
NEWER = mark("{path} was written by a newer version of Parure: use that one.")
DAMAGED = mark("{path} is damaged. Nothing was changed: put a copy of it in its place.")
_READ_ONLY = mark("{path} can't be written: choose another folder with --data.")
_IN_USE = mark("Another Parure is running with the games of {path}.")
_UNKNOWN = mark("{path} can't be used: {problem}")
_EXPLAINED = {
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_FULL: mark("The disk is full: {path} can't be written."),
    sqlite3.SQLITE_IOERR: mark("The disk failed: {path} can't be read or written."),
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}

_ANY_REASON = mark("The server can't keep its games at the moment.")
_TOLD = {
    sqlite3.SQLITE_FULL: mark("The disk of the server is full: nothing can be kept."),
    sqlite3.SQLITE_IOERR: mark("The disk of the server fails: nothing can be kept."),
    sqlite3.SQLITE_READONLY: mark("The server can't write its games: nothing can be kept."),
}


def explained(error: Exception, path: Path) -> StoreError:
    """Return an error with a sentence on what to do about it, for whoever runs the server."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, UnicodeError):
        return StoreError(DAMAGED, path)  # SQLite's own message held what is damaged.
    if isinstance(error, OSError):
        return StoreError(_READ_ONLY, path)
    return StoreError(_EXPLAINED.get(_code(error), _UNKNOWN), path, error)


def told(error: Exception) -> NotKept:
    """Return an error with a sentence for whoever plays."""
    return NotKept(_TOLD.get(_code(error), _ANY_REASON))


def _code(error: Exception) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF
