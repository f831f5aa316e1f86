"""Routes of puzzles: their list, their pages, and answers to them."""

import asyncio
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from pydantic import Field

from parure.puzzles import Puzzle, PuzzleError, daily, puzzle
from parure.server.errors import Missing
from parure.server.play.continued_games import TheContinuedGames
from parure.server.play.service import Accepted
from parure.server.play.sessions import TheSessions
from parure.server.puzzles.pages import PuzzleStanding, answered, list_values, puzzle_values
from parure.server.puzzles.service import Puzzles, ThePuzzles, seats_of, view_of
from parure.server.security.viewer import CREATION, TheViewer, limited, viewer_of
from parure.server.tables.advice import reasons_for
from parure.server.tables.names import clean_name
from parure.server.tables.options import Name, Strict
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page
from parure.types import Module

__all__ = ["api", "pages"]


pages = APIRouter(prefix="/puzzles", include_in_schema=False)
api = APIRouter(prefix="/api/puzzles", responses=ERRORS)

Number = Annotated[int, Path(ge=1, le=10_000_000, description="The number of the puzzle.")]
Of = Literal["base"] | Module
"""Which puzzles come next: of the base game, or with a module."""
Kind = Annotated[Of | None, Query(alias="of")]
_ANSWER = limited("wish", lambda limits: limits.wishes, by_address=True)


def _found(number: int) -> Puzzle:
    try:
        return puzzle(number)
    except PuzzleError as error:
        raise Missing(str(error)) from error


def _standing(found: Puzzles, person: str, number: int, kind: str | None) -> PuzzleStanding:
    following = f"/puzzles/next?of={kind}" if kind else "/puzzles/next"
    progress, rating = found.of(person), found.rating(number)
    return PuzzleStanding(progress, rating, *found.found_by(number), next=following)


@pages.get("", response_class=HTMLResponse)
async def every(request: Request, puzzles: ThePuzzles, kind: Kind = None) -> HTMLResponse:
    """Show your progress, the puzzle of the day, and where to continue."""
    await puzzles.ready.wait()
    progress = puzzles.of(viewer_of(request).person)
    is_done = puzzles.next(viewer_of(request).person, kind) is None
    values = await asyncio.to_thread(list_values, progress, kind)
    return await page(request, "puzzles/list.html", **values, is_done=is_done)


@pages.get("/daily")
async def of_today() -> RedirectResponse:
    """Redirect to the puzzle of the day."""
    return RedirectResponse(f"/puzzles/{daily().number}", 303)


@pages.get("/next")
async def following(request: Request, puzzles: ThePuzzles, kind: Kind = None) -> RedirectResponse:
    """Redirect to a puzzle that you have not answered, or to the list if you have answered all."""
    await puzzles.ready.wait()
    one = puzzles.next(viewer_of(request).person, kind)
    place, query = "" if one is None else f"/{one.number}", f"?of={kind}" if kind else ""
    return RedirectResponse(f"/puzzles{place}{query}", 303)


@pages.get("/{number}", response_class=HTMLResponse)
async def shown(
    request: Request, sessions: TheSessions, puzzles: ThePuzzles, number: Number, kind: Kind = None
) -> HTMLResponse:
    """Show a puzzle without its solution."""
    one = _found(number)
    await sessions.ready.wait()
    await puzzles.ready.wait()
    standing = _standing(puzzles, viewer_of(request).person, number, kind)
    view = await asyncio.to_thread(view_of, one)
    values = await asyncio.to_thread(puzzle_values, one, view, standing, kind)
    return await page(request, "puzzles/puzzle.html", **values)


@pages.get("/{number}/reasons")
async def reasons(number: Number, thing: Annotated[str, Query(max_length=20)]) -> JSONResponse:
    """Return why the usual moves of a thing are not possible in a puzzle."""
    view = await asyncio.to_thread(view_of, _found(number))
    found = await asyncio.to_thread(reasons_for, view, thing)
    return JSONResponse({"version": view.version, "reasons": found})


class Answering(Strict):
    """An answer to a puzzle."""

    move: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """The move in notation; null to see the solution."""
    of: Of | None = None
    """Which puzzles come next."""


class PlayingOut(Strict):
    """A request to play out a puzzle."""

    name: Name


@api.post("/{number}/answer", include_in_schema=False, dependencies=[_ANSWER])
async def answer(
    sessions: TheSessions,
    puzzles: ThePuzzles,
    viewer: TheViewer,
    number: Number,
    answering: Answering,
) -> JSONResponse:
    """Answer a puzzle; the first answer counts."""
    one = _found(number)
    await sessions.ready.wait()
    move = None
    if answering.move is not None:
        move = await asyncio.to_thread(one.move_of, answering.move)
    before = puzzles.of(viewer.person)
    found = await puzzles.answer(viewer.person, number, move)
    standing = _standing(puzzles, viewer.person, number, answering.of)
    if number not in before.answers:
        gained = standing.progress.rating.points - before.rating.points
        standing = replace(standing, gained=gained)
    view = await asyncio.to_thread(view_of, one)
    shown = await asyncio.to_thread(
        answered, one, view, found, standing, gave_up=answering.move is None
    )
    return JSONResponse(shown)


@api.post("/{number}/play", status_code=201, dependencies=[CREATION])
async def play_out(
    continued: TheContinuedGames, viewer: TheViewer, number: Number, playing: PlayingOut
) -> Accepted:
    """Create a private practice table, to play out a puzzle against bots."""
    one = _found(number)
    made, seats = one.position.record(), seats_of(one, clean_name(playing.name))
    return await continued.make(viewer.person, viewer.address, made, seats, practice=True)
