"""Days in UTC as numbers, counted from 1 January 1970, and how many of them follow one another."""

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import pairwise

__all__ = ["DAY", "date_of", "day_of", "days_up_to", "longest_run", "today"]

DAY = 86_400.0
"""The seconds of a day."""


def day_of(seconds: float) -> int:
    """Return the day of a time."""
    return int(seconds // DAY)


def today() -> int:
    """Return the current day."""
    return day_of(time.time())


def date_of(seconds: float) -> str:
    """Return the date of a time, such as 2026-11-15."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def days_up_to(last: int, days: Iterable[int]) -> int:
    """Return how many days in a row end with the last.

    >>> days_up_to(5, [1, 3, 4, 5]), days_up_to(6, [1, 3, 4, 5])
    (3, 0)
    """
    found, count = set(days), 0
    while last - count in found:
        count += 1
    return count


def longest_run(days: Iterable[int]) -> int:
    """Return the most days in a row.

    >>> longest_run([3, 4, 5, 9, 10]), longest_run([])
    (3, 0)
    """
    found = sorted(set(days))
    longest = run = min(1, len(found))
    for before, day in pairwise(found):
        run = run + 1 if day == before + 1 else 1
        longest = max(longest, run)
    return longest
