"""Waits for something to happen elsewhere, with a time limit."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = float(os.environ.get("PATIENCE", "120"))
"""The seconds until something is given up that must happen: a busy machine may take long."""


def eventually(found: Callable[[], T]) -> T:
    """Return the first answer that is something; fail where none comes."""
    end = time.monotonic() + PATIENCE
    while not (answer := found()):
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)
    return answer
