"""Where reviews are kept: a file for each game, beside the games.

They can be computed again, so that nothing is lost with one that is missing, damaged, or of another version.
Where several processes have the same folder, one of them computes a review, and the others look here.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from parure import Review, __version__
from parure.files import write_whole
from parure.review.values import FORMAT

__all__ = ["ReviewCache"]

log = logging.getLogger("parure.server")


class ReviewCache:
    """The reviews of one server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, table: str, bot: str) -> Review | None:
        """Return the review of a table by a bot with its budget, if it was kept."""
        try:
            kept = json.loads(self._path(table).read_text(encoding="utf-8"))
            review = kept["review"]
            if (kept["version"], review["format"], review["bot"]) != (__version__, FORMAT, bot):
                return None
            return Review.from_dict(review)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("the review of table %s can't be read: %r", table, error)
            return None

    def save(self, table: str, review: Review) -> None:
        """Keep a review; where that fails it is computed again."""
        kept = {"version": __version__, "review": review.to_dict()}
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._path(table), json.dumps(kept, separators=(",", ":")))
        except OSError as error:
            log.warning("the review of table %s is not kept: %s", table, error)

    @contextmanager
    def claimed(self, table: str) -> Iterator[bool]:
        """Have the review of a table for oneself; tell whether no other process has it."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._path(table).with_suffix(".json-lock"), blocking=False)
            lock.acquire()
        except Timeout:
            yield False
        except OSError as error:
            log.warning("the review of table %s is not kept: %s", table, error)
            yield True
        else:
            try:
                yield True
            finally:
                with suppress(OSError):
                    Path(lock.lock_file).unlink()
                lock.release()

    def _path(self, table: str) -> Path:
        return self._folder / f"{table}.json"
