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
        self._file = os.open(path.with_name(path.name + "-lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError as error:
            os.close(self._file)
            raise BlockingIOError(path) from error

    def close(self) -> None:
        """Let others have it."""
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
