"""The viewer: who makes a request, and in which language to answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection

from parure.server.security.identity import Identities
from parure.server.security.rates import Rates
from parure.server.services import needed
from parure.server.settings import Limits

__all__ = [
    "CREATION",
    "HINT",
    "WISH",
    "TableId",
    "TheIdentities",
    "TheLimits",
    "TheRates",
    "TheViewer",
    "Viewer",
    "limited",
    "viewer_of",
]


@dataclass(frozen=True)
class Viewer:
    """The person or program that makes a request."""

    person: str
    """The secret id of their browser or program."""
    device: str
    """The device that makes the request."""
    language: str
    address: str
    is_new: bool
    """Whether this person is new, so that the answer sets the cookie."""
    is_here: bool
    """Whether they sit at the machine of a local server."""


def viewer_of(connection: HTTPConnection) -> Viewer:
    """Return the viewer of a request."""
    viewer: Viewer = connection.scope["state"]["viewer"]
    return viewer


# A coroutine, because FastAPI would call a plain function in a thread.
async def _viewer(request: Request) -> Viewer:
    return viewer_of(request)


TheViewer = Annotated[Viewer, Depends(_viewer)]
TheIdentities = Annotated[Identities, needed(Identities)]
TheLimits = Annotated[Limits, needed(Limits)]
TheRates = Annotated[Rates, needed(Rates)]
TableId = Annotated[str, Path(max_length=40, description="The id of the table.")]


def limited(
    kind: str, rate: Callable[[Limits], tuple[float, float]], *, by_address: bool = False
) -> Any:
    """Return the dependency that refuses requests of a kind beyond a rate.

    :param by_address: count the requests of an address; by default those of a person, and for an address as
        many as for ten people, since whoever sends no cookie is a new person.
    """

    async def check(viewer: TheViewer, limits: TheLimits, rates: TheRates) -> None:
        if by_address:
            rates.check(kind, viewer.address, rate(limits))
        else:
            rates.check_both(kind, viewer.person, viewer.address, rate(limits))

    return Depends(check)


CREATION = limited("creation", lambda limits: limits.creations, by_address=True)
HINT = limited("hint", lambda limits: limits.hints)
WISH = limited("wish", lambda limits: limits.wishes)
