"""Waits for something to happen elsewhere, with a time limit."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = float(os.environ.get("PATIENCE", "180"))
"""Seconds until something that must happen is given up: the only limit of time in the tests. A busy
machine may need more, which an environment variable grants."""


def eventually(found: Callable[[], T]) -> T:
    """Return the first true answer; fail if none comes."""
    end = time.monotonic() + PATIENCE
    while not (answer := found()):
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
    return answer
