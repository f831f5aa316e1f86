"""Waiting for what another thread or process does."""

import time
from collections.abc import Callable
from typing import TypeVar

__all__ = ["wait_until"]

T = TypeVar("T")


def wait_until(holds: Callable[[], T], seconds: float = 60.0) -> T:
    """Return what holds as soon as it does; `TimeoutError` where that takes too long."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.005)
    return found
