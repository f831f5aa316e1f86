"""People and bots by rating."""

from fastapi import APIRouter

from parure.server.house.people import Pool
from parure.server.house.standings import Standing, standings
from parure.server.http.api import ERRORS
from parure.server.http.asking import TheHouse

__all__ = ["api"]

api = APIRouter(prefix="/api/people", responses=ERRORS)


@api.get("")
async def people(house: TheHouse, pool: Pool = "base") -> list[Standing]:
    """List the people who have played enough rated games, and the bots, by rating; the strongest first."""
    await house.people.ready.wait()
    return standings(house.people, pool)
