"""What pages ask for so that others can come: the door to the network."""

from fastapi import APIRouter, Request

from parure.i18n import gettext as _
from parure.server.errors import Forbidden
from parure.server.http.asking import TheRates, TheViewer, door_of
from parure.server.tables.options import Strict

__all__ = ["router"]

router = APIRouter(prefix="/api", include_in_schema=False)

_DOOR = (0.5, 10.0)
"""How often a second the door may be moved, and how often at once."""


class DoorWish(Strict):
    """Whether others on the network are to be let in."""

    open: bool


@router.put("/door")
async def move_door(
    request: Request, viewer: TheViewer, rates: TheRates, wish: DoorWish
) -> dict[str, bool]:
    """Let others on the network in, or out again; for whoever sits at the machine."""
    rates.check("door", viewer.address, _DOOR)
    if not viewer.is_here:
        raise Forbidden(_("Only whoever sits at the computer of the server can do that."))
    door = door_of(request)
    await (door.open() if wish.open else door.close())
    return {"open": door.is_open}
