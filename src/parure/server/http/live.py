"""What changes is sent to open pages and programs at once, the newest state alone.

A page says what it shows, and gets the pieces of its HTML that have changed since; a program gets the JSON
of what it sees. A connection that was lost has missed nothing. A page that cannot connect, or that shows
something else than was thought, asks for the whole.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.server import metrics
from parure.server.errors import Forbidden, Missing, Refusal, error_body
from parure.server.house.house import House
from parure.server.house.room import Room
from parure.server.house.streams import Stream
from parure.server.http.asking import TableId, TheHouse, TheViewer, Viewer, house_of, viewer_of
from parure.server.http.identity import Identities
from parure.server.http.rates import Sockets
from parure.server.tables.listing import Listing
from parure.server.tables.sight import Sight
from parure.server.views.changes import Drawn, brief
from parure.server.views.drawing import Drawing, Eyes
from parure.words.phrases import phrase

__all__ = ["router", "table_drawn"]

router = APIRouter()


async def table_drawn(
    drawing: Drawing, house: House, room: Room, viewer: Viewer, seat: int | None
) -> Drawn:
    """Return the table as a viewer sees it, drawn once for all who see the same and ask meanwhile."""
    key = ("drawn", room.table.eyes(viewer.person), seat, viewer.language)
    drawn: asyncio.Future[Drawn] | None = room.remembered(key)
    if drawn is None:
        sight = house.sight_of(room, viewer.person, seat)
        drawn = asyncio.ensure_future(drawing.table(sight, viewer.language))
        room.remember(key, drawn)
        drawn.add_done_callback(lambda _drawn: room.forget(key))
    return await asyncio.shield(drawn)


@router.get("/tables/{id}/fragment", include_in_schema=False)
async def fragment(
    request: Request,
    house: TheHouse,
    viewer: TheViewer,
    id: TableId,
    drawn: str = "",
    seat: int | None = None,
) -> Response:
    """Return the table as HTML, or nothing (204) where the page shows it."""
    async with house.rooms.use(id) as room:
        room.saw(viewer.person)
        version = room.table.version
        newest = await table_drawn(request.app.state.drawing, house, room, viewer, seat)
        if newest.name == drawn:
            return Response(status_code=204)
        headers = {
            "Parure-Version": str(version),
            "Parure-Elapsed": f"{room.elapsed:.2f}",
            "Parure-Drawn": newest.name,
        }
        return Response(newest.html, media_type="text/html", headers=headers)


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str, seat: int | None = None, drawn: str = "") -> None:
    """Send a page what has changed of its table.

    :param drawn: the name of what the page shows.
    """
    drawing: Drawing = socket.app.state.drawing
    shown = drawn

    async def message(house: House, room: Room, viewer: Viewer, seat: int | None) -> Told:
        nonlocal shown
        person = room.table.eyes(viewer.person)

        def look() -> tuple[int, Sight]:
            """What is seen by then, whoever sits there: only through these eyes."""
            own = seat if seat in room.table.seats_of(person) else None
            return room.pulse, house.sight_of(room, person, own)

        eyes = Eyes(id, person, seat, viewer.language)
        pushes, seats = room.table.pushes, room.table.seats_of(person)
        # Who has moved waits for it; what others did may come a moment later.
        has_moved = bool(pushes) and pushes[-1].by == "person" and pushes[-1].seat in seats
        turned = await drawing.turn(eyes, look, page, shown, first=has_moved)
        pulse, version, shown, fields = turned
        said = [
            {"number": one.number, "seat": one.seat, "words": phrase(one.phrase)}
            for one in room.said
        ]
        text = brief({"version": version, "said": said, "drawn": shown})
        return Told((pulse, person, seat), version, text, fields)

    with drawing.opened(id) as page:
        await _serve(socket, id, seat, message)


@router.websocket("/api/tables/{id}/watch")
async def watch(socket: WebSocket, id: str, seat: int | None = None) -> None:
    """Send a program what it sees of a table whenever it changes."""

    async def message(house: House, room: Room, viewer: Viewer, seat: int | None) -> Told:
        sight = house.sight_of(room, viewer.person, seat).plain()
        del sight["elapsed"]
        seen = room.pulse, room.table.eyes(viewer.person), seat
        return Told(seen, room.table.version, brief(sight))

    await _serve(socket, id, seat, message)


@router.websocket("/api/stream")
async def stream(socket: WebSocket) -> None:
    """Send a program the tables that it plays at and is asked to, and each again when it changes.

    While it listens it counts as present at all of them.
    """
    lists, viewer = house_of(socket).rooms.lists, viewer_of(socket)
    identities: Identities = socket.app.state.identities

    async def send(news: Stream) -> None:
        for listing in lists.every(viewer.person):
            if listing.status in ("waiting", "playing"):
                await socket.send_text(json.dumps(_told(listing, viewer.person)))
        await socket.send_text(json.dumps({"type": "ready"}))
        while True:
            listing = await news.next()
            if not identities.allows(viewer.person, viewer.device):
                raise Forbidden(_("This token is believed no more."))
            await socket.send_text(json.dumps(_told(listing, viewer.person)))

    await socket.accept()
    async with _refusing(socket):
        with house_of(socket).rooms.listening(viewer.person) as news:
            await _both(send(news), _until_gone(socket))


def _told(listing: Listing, person: str) -> dict[str, Any]:
    """Return what a program is told of a table."""
    listed = listing.seen_by(person)
    kind = "game"
    if not listing.belongs_to(person):
        kind = "gone"
    elif listed.status == "waiting" and any(listed.names[seat] is None for seat in listed.mine):
        kind = "challenge"
    return {"type": kind, "table": vars(listed)}


class Told(NamedTuple):
    """What is said of a version of a table."""

    seen: tuple[int, str | None, int | None]
    """The pulse of its room, and through whose eyes and from which seat it was seen."""
    version: int
    text: str
    """As JSON, but for how long the present decision has taken, which is said when it is sent."""
    news: str = ""
    """Fields of JSON that were never said before."""


Message = Callable[[House, Room, Viewer, int | None], Awaitable[Told]]


async def _serve(socket: WebSocket, id: str, seat: int | None, message: Message) -> None:
    """Send messages about a table until the other side is gone."""
    house, viewer = house_of(socket), viewer_of(socket)
    await socket.accept()
    async with _refusing(socket), house.rooms.use(id) as room:
        house.sight_of(room, viewer.person, seat)
        await _send_changes(socket, house, room, viewer, seat, message)


@asynccontextmanager
async def _refusing(socket: WebSocket) -> AsyncIterator[None]:
    """Count a socket while it is open, and let a refusal close it with a sentence."""
    sockets: Sockets = socket.app.state.sockets
    viewer = viewer_of(socket)
    try:
        with sockets.opened(viewer.person, viewer.address):
            yield
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
    identities: Identities = socket.app.state.identities

    async def send() -> None:
        last: Told | None = None
        while True:
            since = await watcher.wait()
            last = await tell(last, since)

    async def tell(last: Told | None, since: float) -> Told:
        """Send what is new; return what was said, without the news: that is much, and never said again."""
        nonlocal seat
        if not identities.allows(viewer.person, viewer.device):
            raise Forbidden(_("Your seats were taken from this device."))
        if room.table.status == "closed":
            raise Missing(_("This table was closed: nobody wanted it any more."))
        if seat is not None and seat not in room.table.seats_of(viewer.person):
            seat = None
        if last is not None and last.seen == (room.pulse, room.table.eyes(viewer.person), seat):
            return last  # All that has changed was in what was drawn.
        newest = await message(house, room, viewer, seat)
        if last is None or newest.news or newest.text != last.text:
            fields = [newest.text[:-1], newest.news, f'"elapsed":{round(room.elapsed, 2)}}}']
            await socket.send_text(",".join(filter(None, fields)))
            if last is not None and newest.version != last.version:
                metrics.SHOWING.observe(time.monotonic() - since)
        return newest._replace(news="")

    with room.watched(viewer.person) as watcher:
        await _both(send(), _until_gone(socket))


async def _both(*work: Coroutine[Any, Any, None]) -> None:
    """Do several things until one of them ends, or fails."""
    tasks = [asyncio.ensure_future(one) for one in work]
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
