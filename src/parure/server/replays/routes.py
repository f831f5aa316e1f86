"""Routes of finished games: their record, their picture, every position."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
)
from pydantic import Field
from pydantic_core import to_json

from parure.render.palette import Theme
from parure.server.play.sessions import TheSessions
from parure.server.replays.service import Replay, TheReplays, document_then, picture_of
from parure.server.replays.variations import line_of, tree_of
from parure.server.security.viewer import (
    TableId,
    TheViewer,
    limited,
    viewer_of,
)
from parure.server.services import needed
from parure.server.tables.document import Document, document_of
from parure.server.tables.options import Strict
from parure.server.tables.view import name_of
from parure.server.tasks import SlowWork, unless_left
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page

__all__ = ["api", "pages"]

api = APIRouter(prefix="/api", responses=ERRORS)
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


_REPLAY = limited("replay", lambda limits: limits.previews)
_TRYING = limited("trying", lambda limits: limits.previews)
"""The rate limits for what takes a moment to be played: replays, and lines and records."""


TheSlowWork = Annotated[SlowWork, needed(SlowWork)]


def _text(kind: str) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of a response that is not JSON."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


@api.get("/tables/{id}/record", response_class=Response, responses=_text("text/plain"))
async def record(replays: TheReplays, id: TableId) -> Response:
    """Download the record of a finished game."""
    text = await replays.record(id)
    disposition = f'attachment; filename="{id}.parure"'
    return PlainTextResponse(text, headers={"Content-Disposition": disposition})


@api.get("/tables/{id}/picture.svg", response_class=Response, responses=_text("image/svg+xml"))
async def picture(sessions: TheSessions, id: TableId, theme: Theme = "day") -> Response:
    """Draw the table as a spectator sees it, with all hands open after the game."""
    view = await sessions.look(id, None)
    svg = await asyncio.to_thread(picture_of, view, theme)
    # The picture may contain styles, but opened by itself it can neither load nor run anything.
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": policy})


@api.get("/tables/{id}/replay", response_model=Replay, dependencies=[_REPLAY])
async def replay(request: Request, replays: TheReplays, viewer: TheViewer, id: TableId) -> Response:
    """Get a whole finished game at once: the table before the first move, and a patch for each move."""

    async def whole() -> Response:
        text = await replays.whole(id, viewer.person)
        return Response(text, media_type="application/json")

    return await unless_left(request, whole())


@api.get("/tables/{id}/replay/{move}", response_model=Document, dependencies=[_REPLAY])
async def replay_move(
    request: Request,
    replays: TheReplays,
    viewer: TheViewer,
    id: TableId,
    move: Annotated[int, Path(ge=0, le=10_000)],
) -> Response:
    """Get a finished game as it was after a number of moves, with all hands open."""

    async def position() -> Response:
        view = await replays.replay(id, viewer.person, move)
        return await asyncio.to_thread(lambda: JSONResponse(document_of(view, choices=False)))

    return await unless_left(request, position())


class Trying(Strict):
    """A line tried from a position of a finished game."""

    at: Annotated[int, Field(ge=0, le=10_000)]
    """How many moves of the replay are made before it."""
    moves: Annotated[list[Annotated[str, Field(max_length=300)]], Field(max_length=300)]


class Annotating(Trying):
    """An annotated record, and a line to be added to it."""

    record: Annotated[str, Field(min_length=1)] | None = None


@api.post("/tables/{id}/replay/tree", include_in_schema=False, dependencies=[_TRYING])
async def tree(
    request: Request,
    replays: TheReplays,
    slow_work: TheSlowWork,
    id: TableId,
    wish: Annotating,
) -> Response:
    """Tell an annotated record of a finished game turn by turn, with a line added to it."""
    table = await replays.finished(id)
    work = partial(tree_of, table, wish.record, wish.at, wish.moves)
    return await unless_left(request, _json_of(slow_work, work))


@api.post("/tables/{id}/replay/line", include_in_schema=False, dependencies=[_TRYING])
async def line(
    request: Request,
    replays: TheReplays,
    slow_work: TheSlowWork,
    viewer: TheViewer,
    id: TableId,
    wish: Trying,
) -> Response:
    """Show the positions of a line that leaves a finished game, and what can be answered at its end."""
    table = await replays.finished(id)
    work = partial(line_of, table, viewer.person, wish.at, wish.moves)
    return await unless_left(request, _json_of(slow_work, work))


async def _json_of(slow_work: SlowWork, work: Callable[[], object]) -> Response:
    """Return what some work gives as JSON, both made beside the event loop."""
    text = await slow_work.do(lambda: to_json(work()))
    return Response(text, media_type="application/json")


@pages.get("/tables/{table}/replay")
async def shown(
    request: Request, replays: TheReplays, table: str, move: Annotated[int, Query(ge=0)] = 0
) -> Response:
    """Show the replay of a finished game from any move on."""
    viewer = viewer_of(request)
    moves = len((await replays.finished(table)).pushes)
    move = min(move, moves)
    view = await replays.replay(table, viewer.person, move)
    document = await asyncio.to_thread(document_then, view)
    names = [name_of(view, seat) for seat in range(len(view.names))]
    return await page(
        request, "replays/replay.html", document=document, names=names, move=move, moves=moves
    )
