"""What is said when the file can't be read or written: with its path to whoever runs the server, without it
to whoever plays.
"""

import sqlite3
from pathlib import Path

from parure.i18n import mark
from parure.server.store.protocol import NotKept, StoreError

__all__ = [
    "DAMAGED",
    "EMPTY",
    "FOREIGN",
    "FULL_TOLD",
    "IN_USE",
    "NEWER",
    "NO_ADDRESS",
    "OLDER",
    "READ_ONLY_TOLD",
    "UNUSABLE",
    "explained",
    "told",
]

FOREIGN = mark("{path} is not a file of Parure.")
NEWER = mark("{path} was written by a newer version of Parure: use that one.")
DAMAGED = mark("{path} is damaged. Nothing was changed: put a copy of it in its place.")
NO_ADDRESS = mark(
    "“{path}” is no address of a database: give postgresql://user@host/name, a file or a folder."
)
OLDER = mark(
    "{path} was written by an older version of Parure: start the server once, which brings it up to date."
)
EMPTY = mark("There are no games of Parure in {path}.")
_MISSING = mark("There is no {path}.")
_READ_ONLY = mark("{path} can't be written: choose another folder with --data.")
IN_USE = mark("Another Parure is running with the games of {path}.")
UNUSABLE = mark("{path} can't be used: {problem}")
_EXPLAINED = {
    sqlite3.SQLITE_BUSY: IN_USE,
    sqlite3.SQLITE_LOCKED: IN_USE,
    sqlite3.SQLITE_FULL: mark("The disk is full: {path} can't be written."),
    sqlite3.SQLITE_IOERR: mark("The disk failed: {path} can't be read or written."),
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}

_ANY_REASON = mark("The server can't keep its games at the moment.")
FULL_TOLD = mark("The disk of the server is full: nothing can be kept.")
READ_ONLY_TOLD = mark("The server can't write its games: nothing can be kept.")
_TOLD = {
    sqlite3.SQLITE_FULL: FULL_TOLD,
    sqlite3.SQLITE_IOERR: mark("The disk of the server fails: nothing can be kept."),
    sqlite3.SQLITE_READONLY: READ_ONLY_TOLD,
}


def explained(error: Exception, path: Path) -> StoreError:
    """Return an error with a sentence on what to do about it, for whoever runs the server."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, UnicodeError):
        return StoreError(DAMAGED, path)  # SQLite's own message held what is damaged.
    if isinstance(error, BlockingIOError):
        return StoreError(IN_USE, path)
    if isinstance(error, FileNotFoundError):
        return StoreError(_MISSING, path)
    if isinstance(error, OSError):
        return StoreError(_READ_ONLY, path)
    return StoreError(_EXPLAINED.get(_code(error), UNUSABLE), path, error)


def told(error: Exception) -> NotKept:
    """Return an error with a sentence for whoever plays."""
    return NotKept(_TOLD.get(_code(error), _ANY_REASON))


def _code(error: Exception) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF
