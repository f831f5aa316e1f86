"""A file that one process has for itself: the lock ends with the process, however it ends."""

import os
import sys
from contextlib import suppress
from pathlib import Path

__all__ = ["Alone"]


class Alone:
    """A lock beside a file; `BlockingIOError` where another process has it."""

    def __init__(self, path: Path) -> None:
        """Lock a file that others may still read."""
        self._path = path.with_name(path.name + "-lock")
        while True:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(self._file)
            except OSError as error:
                os.close(self._file)
                raise BlockingIOError(path) from error
            with suppress(FileNotFoundError):
                if os.path.samestat(os.stat(self._path), os.fstat(self._file)):
                    return
            # Whoever had it has removed it just then.
            os.close(self._file)

    def close(self, *, remove: bool = False) -> None:
        """Let others have it.

        :param remove: leave no trace.
        """
        with suppress(OSError):
            if remove:
                self._path.unlink()
        with suppress(OSError):
            os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
