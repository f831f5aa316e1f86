"""Sharing one's seats with another device, and ending one."""

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import Field

from parure.i18n import gettext as _
from parure.server.errors import Forbidden
from parure.server.play.sessions import TheSessions
from parure.server.security.devices import TheLinks, device_name
from parure.server.security.identity import Identity
from parure.server.security.invitations import invitation
from parure.server.security.viewer import (
    TheIdentities,
    TheLimits,
    TheRates,
    TheViewer,
)
from parure.server.tables.names import is_program
from parure.server.tables.options import Strict
from parure.server.web.rendering import page
from parure.words.games import listed

__all__ = ["api", "pages"]

api = APIRouter(prefix="/api/devices", include_in_schema=False)
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_RATE = (0.2, 10.0)
"""How often a second one may ask for each of it, and how often at once."""


@pages.get("/devices")
async def devices(
    request: Request, viewer: TheViewer, identities: TheIdentities, links: TheLinks
) -> HTMLResponse:
    """Show one's devices, and how to have one's seats on another."""
    code = links.of(viewer.person)
    url = request.url.replace(path=f"/device/{code}", query="")
    return await page(
        request,
        "devices/devices.html",
        devices=identities.devices.of(viewer.person),
        programs=identities.programs.of(viewer.person),
        own=viewer.device,
        code=code,
        invitation=invitation(request, url),
    )


@pages.get("/device/{code}")
async def device(
    request: Request, viewer: TheViewer, sessions: TheSessions, links: TheLinks, code: str
) -> HTMLResponse:
    """Ask whether this browser is to have the seats that a link shares."""
    theirs = sessions.lists.of_person(links.person(code))
    names = dict.fromkeys(game.names[seat] for game in theirs for seat in game.mine)
    return await page(
        request,
        "devices/device.html",
        code=code,
        names=listed([name for name in names if name][:3]),
        has_games=any(game.status != "over" for game in sessions.lists.of_person(viewer.person)),
    )


class LinkUse(Strict):
    """The code of a link that shares somebody's seats."""

    code: Annotated[str, Field(max_length=40)]


class DeviceEnd(Strict):
    """One of one's devices."""

    device: Annotated[str, Field(max_length=40)]


@api.post("/link")
async def make_link(
    request: Request,
    identities: TheIdentities,
    links: TheLinks,
    limits: TheLimits,
    viewer: TheViewer,
    rates: TheRates,
) -> dict[str, str]:
    """Make a link that shares one's seats with another device, once and for some minutes."""
    rates.check("link", viewer.person, _RATE)
    rates.check("link", viewer.address, limits.creations)
    if is_program(viewer.person):
        raise Forbidden(_("Seats are shared by people."))
    name = device_name(request.headers.get("user-agent", ""))
    await identities.devices.note(viewer.person, viewer.device, name)
    return {"code": await links.make(viewer.person)}


@api.post("")
async def use_link(
    request: Request,
    identities: TheIdentities,
    links: TheLinks,
    viewer: TheViewer,
    rates: TheRates,
    use: LinkUse,
) -> Response:
    """Have the seats that a link shares, in place of one's own."""
    rates.check("link use", viewer.address, _RATE)
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


@api.post("/end")
async def end_device(
    identities: TheIdentities,
    sessions: TheSessions,
    viewer: TheViewer,
    rates: TheRates,
    end: DeviceEnd,
) -> dict[str, bool]:
    """Take one's seats from one of one's devices, at once."""
    rates.check("device end", viewer.person, _RATE)
    await identities.devices.end(viewer.person, end.device)
    sessions.tell_all()
    return {"own": end.device == viewer.device}
