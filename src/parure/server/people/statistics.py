"""Statistics of everybody's games, practice included: from the results that are stored as games end."""

import asyncio
import logging
from collections import Counter
from typing import Annotated, NamedTuple

from parure.server.services import needed
from parure.server.store.protocol import NotKept
from parure.server.store.writer import Store
from parure.server.tables.names import public_id
from parure.server.tables.results import PEOPLE, PersonalResult

__all__ = ["MOST", "Statistics", "TheStatistics", "Won"]

MOST = 5_000
"""The latest games of a person that statistics count: years of play, read in an instant."""
_AGAINST_BOTS = 200

log = logging.getLogger("parure.server")


class Won(NamedTuple):
    """How many games somebody has played, and how many of them they have won."""

    games: int
    won: int


class Statistics:
    """The results of everybody's games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, id: str, most: int = MOST) -> list[PersonalResult]:
        """Return the latest results of a person, by public id, newest first."""
        return await asyncio.wrap_future(self._store.results(id, most))

    async def against_bots(self, person: str, latest: int = _AGAINST_BOTS) -> dict[str, Won]:
        """Return how a person has done against each bot in games of two, of their latest games."""
        results = await self.of(public_id(person), latest)
        played = [one for one in results if one.seats == 2 and one.opponents != PEOPLE]
        games = Counter(one.opponents for one in played)
        won = Counter(one.opponents for one in played if one.won)
        return {bot: Won(games[bot], won[bot]) for bot in games}

    async def judge(self, table: str, accuracies: dict[int, float]) -> None:
        """Note how accurately each seat of a reviewed game has played."""
        try:
            await asyncio.wrap_future(self._store.judge(table, accuracies))
        except NotKept as error:
            log.error("the accuracy at table %s is not kept: %s", table, error)


TheStatistics = Annotated[Statistics, needed(Statistics)]
