"""Who asks, and what every answer is made with."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection

from parure.server.house.house import House
from parure.server.http.door import Door
from parure.server.http.identity import Identities
from parure.server.http.rates import Rates

__all__ = [
    "TableId",
    "TheHouse",
    "TheIdentities",
    "TheRates",
    "TheViewer",
    "Viewer",
    "door_of",
    "house_of",
    "viewer_of",
]


@dataclass(frozen=True)
class Viewer:
    """Who asks."""

    person: str
    """Known by the secret of their browser or program."""
    device: str
    """Which of their devices asks."""
    language: str
    address: str
    is_new: bool
    """Nobody has met this person: the answer sets the cookie."""
    is_here: bool
    """Whether they sit at the machine of a server that was started for it alone."""


def viewer_of(connection: HTTPConnection) -> Viewer:
    """Return who asks."""
    viewer: Viewer = connection.scope["state"]["viewer"]
    return viewer


def house_of(connection: HTTPConnection) -> House:
    """Return the house of the server that is asked."""
    house: House = connection.app.state.house
    return house


def door_of(connection: HTTPConnection) -> Door:
    """Return the door of the server that is asked."""
    door: Door = connection.app.state.door
    return door


# These are coroutines since FastAPI would call plain functions in a thread.
async def _house(request: Request) -> House:
    return house_of(request)


async def _viewer(request: Request) -> Viewer:
    return viewer_of(request)


async def _rates(request: Request) -> Rates:
    rates: Rates = request.app.state.rates
    return rates


async def _identities(request: Request) -> Identities:
    identities: Identities = request.app.state.identities
    return identities


TheHouse = Annotated[House, Depends(_house)]
TheViewer = Annotated[Viewer, Depends(_viewer)]
TheRates = Annotated[Rates, Depends(_rates)]
TheIdentities = Annotated[Identities, Depends(_identities)]
TableId = Annotated[str, Path(max_length=40, description="The id of the table.")]
