"""Whether a server is alive, and whether it can be sent people: for whatever watches it."""

import asyncio

from fastapi import APIRouter, Request

from parure.i18n import gettext as _
from parure.server.errors import Unavailable
from parure.server.http.asking import TheHouse

__all__ = ["router"]

_PATIENCE = 3.0
"""The seconds in which a database must have answered."""

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def alive() -> dict[str, bool]:
    """Answer, which is all: one that does not is to be started again."""
    return {"alive": True}


@router.get("/readyz")
async def ready(request: Request, house: TheHouse) -> dict[str, bool]:
    """Tell whether the rules are compiled and the games can be read; else why not (503)."""
    if not house.ready.is_set():
        raise Unavailable(_("The rules are being compiled."))
    try:
        asked = asyncio.wrap_future(request.app.state.store.is_empty())
        await asyncio.wait_for(asked, _PATIENCE)
    except TimeoutError:
        raise Unavailable(_("The database does not answer.")) from None
    return {"ready": True}
