"""Routes of reviews: their page, its parts, and the actions on it."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import Field

from parure import Game
from parure.i18n import gettext as _
from parure.server.errors import Missing, Unavailable
from parure.server.play.continued_games import TheContinuedGames
from parure.server.play.service import Accepted
from parure.server.replays.service import TheReplays, document_then
from parure.server.reviews.pages import (
    asked_data,
    first_shown,
    line_data,
    push_of,
    review_values,
    state_of,
)
from parure.server.reviews.service import TheReviews
from parure.server.security.viewer import (
    CREATION,
    HINT,
    WISH,
    TableId,
    TheViewer,
    limited,
    viewer_of,
)
from parure.server.tables.options import Strict
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page
from parure.server.workers.bots import BotFailed

__all__ = ["api", "pages"]


pages = APIRouter(prefix="/tables/{table}/review", include_in_schema=False)
api = APIRouter(prefix="/api", responses=ERRORS)

Number = Annotated[int, Path(ge=0, le=10_000, description="The decision, from 0.")]


@pages.get("", response_class=HTMLResponse)
async def review(
    request: Request,
    replays: TheReplays,
    reviews: TheReviews,
    table: str,
    move: Annotated[int | None, Query(ge=0)] = None,
) -> Response:
    """Show the review of a finished game; the first visit starts it."""
    finished = await replays.finished(table)
    found = reviews.of(finished)
    decisions = [n for n, ply in enumerate(finished.playing.plies) if not ply.forced]
    chosen = first_shown(found) if move is None else move
    decision = min(chosen or 0, max(0, len(decisions) - 1))
    push = push_of(finished, decisions[decision]) if decisions else 0
    person = viewer_of(request).person
    view = await replays.replay(table, person, push)
    document = await asyncio.to_thread(document_then, view)
    values = await asyncio.to_thread(review_values, finished, found, person)
    return await page(
        request,
        "reviews/review.html",
        document=document,
        decision="" if chosen is None else decision,
        **values,
    )


@pages.get("/state")
async def state(
    request: Request, replays: TheReplays, reviews: TheReviews, table: str
) -> JSONResponse:
    """Return the progress of the review, with the parts that can already be shown."""
    finished = await replays.finished(table)
    return JSONResponse(await asyncio.to_thread(state_of, finished, reviews.of(finished)))


@pages.get("/{number}/line")
async def line(
    request: Request, replays: TheReplays, reviews: TheReviews, table: str, number: Number
) -> JSONResponse:
    """Return the expected line after the best move at a decision."""
    finished = await replays.finished(table)
    found = reviews.of(finished).review
    if found is None or number >= len(found.choices):
        raise Missing(_("There is no such move."))
    return JSONResponse(await asyncio.to_thread(line_data, finished, found, number))


class Playing(Strict):
    """A request to play on from a position."""

    together: bool = False
    """Whether you play all seats at one screen, instead of bots in the others."""


_IMPORT = limited("import", lambda limits: limits.imports, by_address=True)


class Bringing(Strict):
    """A record to import."""

    record: Annotated[str, Field(min_length=1)]
    """The text of a `.parure` file."""


@api.post("/tables/{id}/review/stop", dependencies=[WISH])
async def stop(replays: TheReplays, reviews: TheReviews, id: TableId) -> dict[str, str]:
    """Stop the review of a finished game; its results so far remain."""
    reviews.stop(await replays.finished(id))
    return {"state": "stopped"}


@api.post("/tables/{id}/review/start", dependencies=[WISH])
async def start(replays: TheReplays, reviews: TheReviews, id: TableId) -> dict[str, str]:
    """Start or continue the review of a finished game."""
    table = await replays.finished(id)
    reviews.go_on(table)
    return {"state": reviews.of(table).state}


@api.post("/tables/{id}/review/{number}/ask", include_in_schema=False, dependencies=[HINT])
async def ask(
    replays: TheReplays, reviews: TheReviews, id: TableId, number: Number
) -> JSONResponse:
    """Ask the strongest bot what it would do at a decision of a finished game."""
    table = await replays.finished(id)
    made = table.playing.record()
    if number >= len(made["moves"]):
        raise Missing(_("There is no such move."))
    game = await asyncio.to_thread(Game.replay, {**made, "moves": made["moves"][:number]})
    seat = game.to_play
    assert seat is not None
    try:
        estimates = await reviews.ask(game.stripped(seat), seat, game.legal_moves)
    except BotFailed as error:
        raise Unavailable(_("The bot found no move: try again.")) from error
    told = await asyncio.to_thread(asked_data, table, game, estimates, reviews.bot)
    return JSONResponse(told)


@api.post("/tables/{id}/review/{number}/play", status_code=201, dependencies=[CREATION])
async def play_on(
    replays: TheReplays,
    continued: TheContinuedGames,
    viewer: TheViewer,
    id: TableId,
    number: Number,
    playing: Playing,
) -> Accepted:
    """Create a private table that continues a finished game from a decision."""
    table = await replays.finished(id)
    return await continued.play_on(
        table, viewer.person, number, together=playing.together, address=viewer.address
    )


@api.post("/records", status_code=201, dependencies=[CREATION, _IMPORT])
async def bring(continued: TheContinuedGames, viewer: TheViewer, bringing: Bringing) -> Accepted:
    """Import the record of a finished game, which gets its own table to replay and review for 30 days."""
    return await continued.bring(viewer.person, bringing.record, viewer.address)
