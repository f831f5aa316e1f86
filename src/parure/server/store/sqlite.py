"""Where tables are kept: an append-only list of events for each, in one SQLite file.

Each commit is flushed to the disk (`synchronous=FULL`). A lock beside the file keeps a second server out;
whoever only reads may do so meanwhile. Nothing is ever changed or removed, but for those who want to be
forgotten.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

from parure.server.errors import Refusal
from parure.server.store.protocol import Hearer
from parure.server.store.rows import Database
from parure.server.store.sentences import explained, told
from parure.server.store.sqlite_file import close, opened, opened_to_read
from parure.server.store.writer import Writer

__all__ = ["SqliteStore"]

log = logging.getLogger("parure.server")

T = TypeVar("T")


class SqliteStore(Writer):
    """The tables in one SQLite file, for one process."""

    process, is_shared, documents = "alone", False, None

    def __init__(self, path: Path, *, to_read: bool = False) -> None:
        """Open the file, or make it where there is none.

        `StoreError` says what is wrong with one that can't be used; it is left as it is.

        :param to_read: only read it, which others may be writing.
        """
        self.path, self.name = path, str(path)
        self._to_read = to_read
        super().__init__()

    def listen(self, hearer: Hearer) -> None:
        """Tell of what other processes do: there are none."""

    def say(self, word: object) -> None:
        """Tell nobody."""

    def renew(self, seconds: float) -> "Future[set[str]]":
        """Return this process alone."""
        alone: Future[set[str]] = Future()
        alone.set_result({self.process})
        return alone

    # In the thread

    def _open(self) -> None:
        if self._to_read:
            self._connection = opened_to_read(self.path)
        else:
            self._alone, self._connection = opened(self.path)

    def _close(self) -> None:
        if self._to_read:
            self._connection.close()
        else:
            close(self.path, self._alone, self._connection)

    def _do(self, act: Callable[[Database], T]) -> T:
        if not self._to_read:
            return act(self._connection)
        self._connection.execute("BEGIN")
        try:
            return act(self._connection)
        finally:
            self._connection.rollback()

    def _refusal(self, error: Exception) -> Refusal:
        if isinstance(error, Refusal):
            return error
        log.error("%s (%s)", explained(error, self.path), error)
        return told(error)
