"""The end of SQLite's log: whether something was written there that SQLite no longer reads.

SQLite reads its log up to the first frame whose checksum is wrong, and passes over the rest without a word:
that is how it finds the end after a loss of power, and how a damaged log loses what was written last.
The format is https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import struct
from collections.abc import Iterator

__all__ = ["has_unread_end"]

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
