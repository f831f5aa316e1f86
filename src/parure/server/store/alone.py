"""A file that one process has for itself: the lock ends with the process, however it ends."""

import os
import sys
from contextlib import suppress
from pathlib import Path

__all__ = ["Alone"]


_LONGEST_NOTE = 100


class Alone:
    """A lock beside a file; `BlockingIOError` where another process has it.

    Whoever lets it go may leave a note for the next one; whoever is killed leaves none.
    """

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
                    break
            # Whoever had it has removed it just then.
            os.close(self._file)
        self.note = os.read(self._file, _LONGEST_NOTE)
        """What the one before has left."""
        os.ftruncate(self._file, 0)

    def close(self, *, note: bytes = b"", remove: bool = False) -> None:
        """Let others have it.

        :param note: is found by the next one.
        :param remove: leave no trace.
        """
        with suppress(OSError):
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, note)
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
