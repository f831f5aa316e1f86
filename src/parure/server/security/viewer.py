"""Who asks, and what every answer is made with."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection

from parure.server.security.identity import Identities
from parure.server.security.rates import Rates
from parure.server.services import needed
from parure.server.settings import Limits

__all__ = ["TableId", "TheIdentities", "TheLimits", "TheRates", "TheViewer", "Viewer", "viewer_of"]


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


# A coroutine, since FastAPI would call a plain function in a thread.
async def _viewer(request: Request) -> Viewer:
    return viewer_of(request)


TheViewer = Annotated[Viewer, Depends(_viewer)]
TheIdentities = Annotated[Identities, needed(Identities)]
TheLimits = Annotated[Limits, needed(Limits)]
TheRates = Annotated[Rates, needed(Rates)]
TableId = Annotated[str, Path(max_length=40, description="The id of the table.")]
