"""What changes is sent to open pages and programs at once, the newest state alone.

A page gets its HTML, a program the JSON of what it sees; both get everything when they connect, so that
a connection that was lost has missed nothing. A page that cannot connect asks for the fragment instead.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.server.errors import Forbidden, Missing, Refusal, error_body
from parure.server.house.house import House
from parure.server.house.room import Room
from parure.server.http.asking import TableId, TheHouse, TheViewer, Viewer, viewer_of
from parure.server.http.devices import Devices
from parure.server.http.rates import Sockets
from parure.server.views.drawing import Drawing
from parure.words.phrases import phrase

__all__ = ["router", "table_html"]

router = APIRouter()


async def table_html(
    drawing: Drawing, house: House, room: Room, viewer: Viewer, seat: int | None
) -> str:
    """Return the table as HTML for a viewer, drawn once for all who see the same."""
    key = ("html", room.table.eyes(viewer.person), seat, viewer.language)
    drawn: asyncio.Future[str] | None = room.remembered(key)
    if drawn is None:
        sight = house.sight_of(room, viewer.person, seat)
        drawn = asyncio.ensure_future(drawing.table(sight, viewer.language))
        room.remember(key, drawn)
    return await asyncio.shield(drawn)


@router.get("/tables/{id}/fragment", include_in_schema=False)
async def fragment(
    request: Request,
    house: TheHouse,
    viewer: TheViewer,
    id: TableId,
    version: int = -1,
    seat: int | None = None,
) -> Response:
    """Return the table as HTML, or nothing (204) where the page has this version."""
    async with house.rooms.use(id) as room:
        room.saw(viewer.person)
        if room.table.version == version:
            return Response(status_code=204)
        headers = {
            "Parure-Version": str(room.table.version),
            "Parure-Elapsed": f"{room.elapsed:.2f}",
        }
        html = await table_html(request.app.state.drawing, house, room, viewer, seat)
        return Response(html, media_type="text/html", headers=headers)


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str, seat: int | None = None) -> None:
    """Send a page its table whenever it changes."""

    async def message(house: House, room: Room, viewer: Viewer, seat: int | None) -> dict[str, Any]:
        version = room.table.version
        html = await table_html(socket.app.state.drawing, house, room, viewer, seat)
        said = [
            {"number": one.number, "seat": one.seat, "words": phrase(one.phrase)}
            for one in room.said
        ]
        return {"version": version, "html": html, "said": said}

    await _serve(socket, id, seat, message)


@router.websocket("/api/tables/{id}/watch")
async def watch(socket: WebSocket, id: str, seat: int | None = None) -> None:
    """Send a program what it sees of a table whenever it changes."""

    async def message(house: House, room: Room, viewer: Viewer, seat: int | None) -> dict[str, Any]:
        return house.sight_of(room, viewer.person, seat).plain()

    await _serve(socket, id, seat, message)


Message = Callable[[House, Room, Viewer, int | None], Awaitable[dict[str, Any]]]


async def _serve(socket: WebSocket, id: str, seat: int | None, message: Message) -> None:
    """Send messages about a table until the other side is gone."""
    house: House = socket.app.state.house
    sockets: Sockets = socket.app.state.sockets
    viewer = viewer_of(socket)
    await socket.accept()
    try:
        with sockets.opened(viewer.person, viewer.address):
            async with house.rooms.use(id) as room:
                house.sight_of(room, viewer.person, seat)
                await _send_changes(socket, house, room, viewer, seat, message)
    except ParureError as error:
        refusal = error if isinstance(error, Refusal) else Refusal(str(error))
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(json.dumps(error_body(refusal)))
            await socket.close(4000 + refusal.status)
    except WebSocketDisconnect:
        pass


async def _send_changes(
    socket: WebSocket,
    house: House,
    room: Room,
    viewer: Viewer,
    seat: int | None,
    message: Message,
) -> None:
    """Send what is new, the newest alone, for as long as the other side listens."""
    devices: Devices = socket.app.state.identities.devices

    async def send() -> None:
        nonlocal seat
        last: dict[str, Any] = {}
        while True:
            await watcher.wait()
            if not devices.allows(viewer.person, viewer.device):
                raise Forbidden(_("Your seats were taken from this device."))
            if room.table.status == "closed":
                raise Missing(_("This table was closed: nobody wanted it any more."))
            if seat is not None and seat not in room.table.seats_of(viewer.person):
                seat = None
            newest = await message(house, room, viewer, seat)
            newest.pop("elapsed", None)
            if newest != last:
                last = newest
                elapsed = round(room.elapsed, 2)
                await socket.send_text(json.dumps({**newest, "elapsed": elapsed}))

    with room.watched(viewer.person) as watcher:
        tasks = [asyncio.ensure_future(send()), asyncio.ensure_future(_until_gone(socket))]
        try:
            done, _rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
        for task in done:
            task.result()


async def _until_gone(socket: WebSocket) -> None:
    """Return when the other side has closed; nothing that it says matters."""
    with suppress(RuntimeError):
        while socket.client_state == WebSocketState.CONNECTED:
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
