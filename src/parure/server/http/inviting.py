"""What pages ask for so that others can come: the door to the network, and one's own other devices."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from parure.i18n import gettext as _
from parure.server.errors import Forbidden
from parure.server.http.asking import TheHouse, TheRates, TheViewer, door_of
from parure.server.http.devices import Links, device_name
from parure.server.http.identity import Identities, Identity
from parure.server.tables.names import is_program
from parure.server.tables.options import Strict

__all__ = ["router"]

router = APIRouter(prefix="/api", include_in_schema=False)

_RATE = (0.2, 10.0)
"""How often a second one may ask for each of it, and how often at once."""


class DoorWish(Strict):
    """Whether others on the network are to be let in."""

    open: bool


class LinkUse(Strict):
    """The code of a link that shares somebody's seats."""

    code: Annotated[str, Field(max_length=40)]


class DeviceEnd(Strict):
    """One of one's devices."""

    device: Annotated[str, Field(max_length=40)]


@router.put("/door")
async def move_door(
    request: Request, viewer: TheViewer, rates: TheRates, wish: DoorWish
) -> dict[str, bool]:
    """Let others on the network in, or out again; for whoever sits at the machine."""
    rates.check("door", viewer.address, _RATE)
    if not viewer.is_here:
        raise Forbidden(_("Only whoever sits at the computer of the server can do that."))
    door = door_of(request)
    await (door.open() if wish.open else door.close())
    return {"open": door.is_open}


@router.post("/devices/link")
async def make_link(
    request: Request, house: TheHouse, viewer: TheViewer, rates: TheRates
) -> dict[str, str]:
    """Make a link that shares one's seats with another device, once and for some minutes."""
    rates.check("link", viewer.person, _RATE)
    rates.check("link", viewer.address, house.settings.limits.creations)
    if is_program(viewer.person):
        raise Forbidden(_("Seats are shared by people."))
    identities: Identities = request.app.state.identities
    links: Links = request.app.state.links
    name = device_name(request.headers.get("user-agent", ""))
    await identities.devices.note(viewer.person, viewer.device, name)
    return {"code": await links.make(viewer.person)}


@router.post("/devices")
async def use_link(request: Request, viewer: TheViewer, rates: TheRates, use: LinkUse) -> Response:
    """Have the seats that a link shares, in place of one's own."""
    rates.check("link use", viewer.address, _RATE)
    identities: Identities = request.app.state.identities
    links: Links = request.app.state.links
    person = links.person(use.code)
    is_own = person == viewer.person
    if not is_own:
        identities.devices.check_room(person)
    # Before anything is added: of those who come at once, one alone is let in.
    await links.use(use.code)
    answer = JSONResponse({})
    if not is_own:
        name = device_name(request.headers.get("user-agent", ""))
        shared = Identity(person, await identities.devices.add(person, name))
        is_secure = request.url.scheme == "https"
        cookie = identities.cookie_for(shared, is_secure=is_secure)
        answer.headers.append("Set-Cookie", cookie)
    return answer


@router.post("/devices/end")
async def end_device(
    request: Request, house: TheHouse, viewer: TheViewer, rates: TheRates, end: DeviceEnd
) -> dict[str, bool]:
    """Take one's seats from one of one's devices, at once."""
    rates.check("device end", viewer.person, _RATE)
    identities: Identities = request.app.state.identities
    await identities.devices.end(viewer.person, end.device)
    house.rooms.tell_all()
    return {"own": end.device == viewer.device}
