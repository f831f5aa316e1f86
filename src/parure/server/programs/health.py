"""Whether a server is alive, and whether it can be sent people: for whatever watches it."""

import asyncio

from fastapi import APIRouter, Request

from parure.i18n import gettext as _
from parure.server.errors import Unavailable
from parure.server.play.sessions import TheSessions

__all__ = ["pages"]

_PATIENCE = 3.0
"""The seconds in which a database must have answered."""


pages = APIRouter(include_in_schema=False)


@pages.get("/healthz")
async def alive() -> dict[str, bool]:
    """Answer, which is all: one that does not is to be started again."""
    return {"alive": True}


@pages.get("/readyz")
async def ready(request: Request, sessions: TheSessions) -> dict[str, bool]:
    """Tell whether the rules are compiled and the games can be read; else why not (503)."""
    if not sessions.ready.is_set():
        raise Unavailable(_("The rules are being compiled."))
    try:
        asked = asyncio.wrap_future(request.app.state.store.is_empty())
        await asyncio.wait_for(asked, _PATIENCE)
    except TimeoutError:
        raise Unavailable(_("The database does not answer.")) from None
    return {"ready": True}
