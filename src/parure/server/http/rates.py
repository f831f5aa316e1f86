"""How often each one may come."""

import time

from parure.i18n import gettext as _
from parure.server.errors import Busy

__all__ = ["Rates"]


class Rates:
    """Counts how often each one comes: a bucket that fills by so much a second, up to a limit."""

    def __init__(self) -> None:
        self._left: dict[tuple[str, str], tuple[float, float]] = {}

    def check(self, kind: str, whose: str, rate: tuple[float, float]) -> None:
        """Take one from a bucket, or refuse."""
        per_second, most = rate
        now = time.monotonic()
        left, then = self._left.get((kind, whose), (most, now))
        left = min(most, left + (now - then) * per_second)
        if left < 1:
            raise Busy(_("Too many requests: wait a moment."))
        if len(self._left) > 100_000:
            self._left.clear()
        self._left[kind, whose] = (left - 1, now)
