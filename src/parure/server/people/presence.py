"""Who is here: everybody who has asked for something a moment ago or has a page open, in any process."""

import asyncio
import time
from collections.abc import Callable
from typing import Annotated

from parure.server.security.rates import Sockets
from parure.server.services import needed
from parure.server.tables.names import PROGRAM, is_program, public_id

__all__ = ["HERE", "Presence", "ThePresence"]

HERE = 300.0
"""Seconds after somebody's last request in which they count as here."""
_PAUSE = 10.0
"""Seconds between two times of telling other processes who is here."""


class Presence:
    """When each person and program was here last."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets
        self._seen: dict[str, float] = {}
        """By public id, that of a program behind `PROGRAM`."""
        self._news: set[str] = set()
        self.on_seen: Callable[[list[str]], None] = lambda _ids: None
        """Called with those who were here, to tell other processes."""

    def saw(self, person: str) -> None:
        """Note that somebody is here."""
        id = f"{PROGRAM}{public_id(person)}" if is_program(person) else public_id(person)
        self._seen[id] = time.time()
        self._news.add(id)

    def hear(self, ids: list[str]) -> None:
        """Note who is here, as another process says."""
        self._seen.update(dict.fromkeys(ids, time.time()))

    async def run(self) -> None:
        """Tell other processes who is here, for as long as the server runs."""
        while True:
            await asyncio.sleep(_PAUSE)
            self.tell()

    def tell(self) -> None:
        """Note everybody with an open page, tell other processes, and drop those who have left."""
        for person in self._sockets.people():
            self.saw(person)
        self.on_seen(sorted(self._news))
        self._news.clear()
        since = time.time() - HERE
        self._seen = {id: at for id, at in self._seen.items() if at > since}

    def is_here(self, id: str, within: float = HERE) -> bool:
        """Tell whether somebody was here within the last seconds, by public id."""
        at = max(self._seen.get(id, 0.0), self._seen.get(f"{PROGRAM}{id}", 0.0))
        return at > time.time() - within

    def count(self) -> int:
        """Return how many people are here; programs do not count."""
        return sum(not is_program(id) for id in self._seen)


ThePresence = Annotated[Presence, needed(Presence)]
