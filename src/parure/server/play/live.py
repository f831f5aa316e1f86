"""Sends changes to open pages and programs at once, and always only the newest state.

A socket sends the whole document first, then each change as a JSON Patch. A page that loses its connection
misses nothing, because the next connection starts with the whole document again.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import wraps
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic_core import to_json
from starlette.websockets import WebSocketState

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.server import metrics
from parure.server.errors import Forbidden, Missing, Refusal, error_body
from parure.server.play.session import Session, Stream, Watcher
from parure.server.play.sessions import Sessions
from parure.server.security.identity import Identities
from parure.server.security.rates import Sockets
from parure.server.security.viewer import Viewer, viewer_of
from parure.server.services import service
from parure.server.tables.document import Document, document_of
from parure.server.tables.json_patch import Patch, patch
from parure.server.tables.listing import Listing

__all__ = ["accepted", "both", "seen", "sockets", "until_gone"]

sockets = APIRouter()

_ELAPSED = "/table/elapsed"


def seen(
    sessions: Sessions, session: Session, viewer: Viewer, seat: int | None, *, choices: bool = True
) -> Document:
    """Return the current document for a viewer, made once for all viewers who see the same."""
    view = sessions.view_of(session, viewer.person, seat)
    # Only the coach's words depend on the language.
    language = viewer.language if view.options.guided else ""
    key = ("document", session.table.eyes(viewer.person), seat, choices, language)
    document = session.remembered(
        key, lambda: document_of(view, choices=choices, coach=sessions.coach(view))
    )
    said = [{"number": one.number, "seat": one.seat, "phrase": one.phrase} for one in session.said]
    table = {**document["table"], "elapsed": round(session.elapsed, 2), "said": said}
    return {**document, "table": table}  # type: ignore[typeddict-item]


def accepted(handle: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Accept a socket and count it while it is open; a refusal closes it with its message."""

    @wraps(handle)
    async def accept(socket: WebSocket, **more: Any) -> None:
        await socket.accept()
        sockets, viewer = service(socket, Sockets), viewer_of(socket)
        try:
            with sockets.opened(viewer.person, viewer.address):
                await handle(socket, **more)
        except ParureError as error:
            refusal = error if isinstance(error, Refusal) else Refusal(str(error))
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.send_text(json.dumps(error_body(refusal)))
                await socket.close(4000 + refusal.status)
        except WebSocketDisconnect:
            pass

    return accept


@sockets.websocket("/api/tables/{id}/watch")
@accepted
async def watch(socket: WebSocket, id: str, seat: int | None = None, choices: bool = True) -> None:
    """Send a viewer the table's document whenever it changes."""
    sessions, viewer = service(socket, Sessions), viewer_of(socket)
    async with sessions.use(id) as session:
        sessions.view_of(session, viewer.person, seat)
        watching = _Watching(socket, sessions, session, viewer, seat, choices=choices)
        with session.watched(viewer.person) as watcher:
            await both(watching.send(watcher), until_gone(socket))


class _Watching:
    """A socket that shows a table, and the document it last sent."""

    def __init__(
        self,
        socket: WebSocket,
        sessions: Sessions,
        session: Session,
        viewer: Viewer,
        seat: int | None,
        *,
        choices: bool,
    ) -> None:
        self._socket, self._sessions, self._session, self._viewer = (
            socket,
            sessions,
            session,
            viewer,
        )
        self._seat, self._choices = seat, choices
        self._brought: Document | None = None

    async def send(self, watcher: Watcher) -> None:
        """Send the newest state after each change, for as long as the other side listens."""
        while True:
            since = await watcher.wait()
            before = self._brought
            self._check()
            after = seen(
                self._sessions, self._session, self._viewer, self._seat, choices=self._choices
            )
            if before is None:
                await self._bring({"document": after}, after)
            elif changes := _changes(before, after):
                await self._bring({"patch": changes}, after)
                if after["version"] != before["version"]:
                    metrics.SHOWING.observe(time.monotonic() - since)

    async def _bring(self, message: dict[str, Any], document: Document) -> None:
        self._brought = document
        await self._socket.send_text(to_json(message).decode())

    def _check(self) -> None:
        """Stop when the viewer's token is no longer valid or the table is gone."""
        identities = service(self._socket, Identities)
        viewer, table = self._viewer, self._session.table
        if not identities.allows(viewer.person, viewer.device):
            raise Forbidden(_("This device has been signed out."))
        if table.status == "closed":
            raise Missing(_("This table has been closed."))
        if self._seat is not None and self._seat not in table.seats_of(viewer.person):
            self._seat = None


def _changes(before: Document, after: Document) -> Patch:
    """Return what has changed, unless it is only the time."""
    changes = patch(before, after)
    return changes if any(one["path"] != _ELAPSED for one in changes) else []


@sockets.websocket("/api/stream")
@accepted
async def stream(socket: WebSocket) -> None:
    """Send a program every table it plays at or is invited to, and each again when it changes.

    While listening, the program counts as present at all of them.
    """
    sessions, viewer = service(socket, Sessions), viewer_of(socket)
    identities = service(socket, Identities)

    async def send(news: Stream) -> None:
        for listing in sessions.lists.every(viewer.person):
            if listing.status in ("waiting", "playing"):
                await socket.send_text(json.dumps(_told(listing, viewer.person)))
        await socket.send_text(json.dumps({"type": "ready"}))
        while True:
            listing = await news.next()
            if not identities.allows(viewer.person, viewer.device):
                raise Forbidden(_("This access token is no longer valid."))
            await socket.send_text(json.dumps(_told(listing, viewer.person)))

    with sessions.listening(viewer.person) as news:
        await both(send(news), until_gone(socket))


def _told(listing: Listing, person: str) -> dict[str, Any]:
    """Return the message that tells a program about a table."""
    listed = listing.seen_by(person)
    kind = "game"
    if not listing.belongs_to(person):
        kind = "gone"
    elif listed.status == "waiting" and any(listed.names[seat] is None for seat in listed.mine):
        kind = "challenge"
    return {"type": kind, "table": vars(listed)}


async def both(*work: Coroutine[Any, Any, None]) -> None:
    """Run several coroutines until one of them ends or fails."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        done, _rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    for task in done:
        task.result()


async def until_gone(socket: WebSocket) -> None:
    """Wait until the other side has closed, ignoring whatever it sends."""
    with suppress(RuntimeError):
        while socket.client_state == WebSocketState.CONNECTED:
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
