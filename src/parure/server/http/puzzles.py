"""Puzzles: their list, their pages, and answers to them."""

import asyncio
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from pydantic import Field

from parure.puzzles import Puzzle, PuzzleError, daily, puzzle
from parure.server.errors import Missing
from parure.server.house.house import Accepted, House
from parure.server.house.puzzles import sight_of
from parure.server.http.api import ERRORS
from parure.server.http.asking import TheHouse, TheRates, TheViewer, house_of, viewer_of
from parure.server.http.frame import page
from parure.server.tables.options import Name, Strict
from parure.server.views.puzzle import Standing, answered, list_values, puzzle_values
from parure.server.views.table.reasons import reasons_for
from parure.types import Module

__all__ = ["api", "pages"]

pages = APIRouter(prefix="/puzzles", include_in_schema=False)
api = APIRouter(prefix="/api/puzzles", responses=ERRORS)

Number = Annotated[int, Path(ge=1, le=10_000_000, description="The number of the puzzle.")]
Of = Literal["base"] | Module
"""Which puzzles come next: of the base game, or with a module."""
Kind = Annotated[Of | None, Query(alias="of")]


def _found(number: int) -> Puzzle:
    try:
        return puzzle(number)
    except PuzzleError as error:
        raise Missing(str(error)) from error


def _standing(house: House, person: str, number: int, kind: str | None) -> Standing:
    found = house.puzzles
    following = f"/puzzles/next?of={kind}" if kind else "/puzzles/next"
    progress, rating = found.of(person), found.rating(number)
    return Standing(progress, rating, *found.found_by(number), next=following)


@pages.get("", response_class=HTMLResponse)
async def every(request: Request, kind: Kind = None) -> HTMLResponse:
    """Show where one stands, the puzzle of the day, and where to go on."""
    house = house_of(request)
    await house.puzzles.ready.wait()
    progress = house.puzzles.of(viewer_of(request).person)
    is_done = house.puzzles.next(viewer_of(request).person, kind) is None
    values = await asyncio.to_thread(list_values, progress, kind)
    return await page(request, "puzzle/list.html", **values, is_done=is_done)


@pages.get("/daily")
async def of_today() -> RedirectResponse:
    """Send somebody to the puzzle of the day."""
    return RedirectResponse(f"/puzzles/{daily().number}", 303)


@pages.get("/next")
async def following(request: Request, kind: Kind = None) -> RedirectResponse:
    """Send somebody to a puzzle that they have not answered; who has answered all, to the list."""
    house = house_of(request)
    await house.puzzles.ready.wait()
    one = house.puzzles.next(viewer_of(request).person, kind)
    place, query = "" if one is None else f"/{one.number}", f"?of={kind}" if kind else ""
    return RedirectResponse(f"/puzzles{place}{query}", 303)


@pages.get("/{number}", response_class=HTMLResponse)
async def shown(request: Request, number: Number, kind: Kind = None) -> HTMLResponse:
    """Show a puzzle, and nothing of its solution."""
    house, one = house_of(request), _found(number)
    await house.ready.wait()
    await house.puzzles.ready.wait()
    standing = _standing(house, viewer_of(request).person, number, kind)
    sight = await asyncio.to_thread(sight_of, one)
    values = await asyncio.to_thread(puzzle_values, one, sight, standing, kind)
    return await page(request, "puzzle/puzzle.html", **values)


@pages.get("/{number}/reasons")
async def reasons(number: Number, thing: Annotated[str, Query(max_length=20)]) -> JSONResponse:
    """Return why what a thing offers at other times is not possible in a puzzle."""
    sight = await asyncio.to_thread(sight_of, _found(number))
    found = await asyncio.to_thread(reasons_for, sight, thing)
    return JSONResponse({"version": sight.version, "reasons": found})


class Answering(Strict):
    """An answer to a puzzle."""

    move: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """In notation; none to be shown the solution."""
    of: Of | None = None
    """Which puzzles come next."""


class PlayingOut(Strict):
    """Who plays a puzzle to its end."""

    name: Name


@api.post("/{number}/answer", include_in_schema=False)
async def answer(
    house: TheHouse, viewer: TheViewer, rates: TheRates, number: Number, answering: Answering
) -> JSONResponse:
    """Answer a puzzle; the first answer counts."""
    rates.check("wish", viewer.address, house.settings.limits.wishes)
    one = _found(number)
    await house.ready.wait()
    move = None
    if answering.move is not None:
        move = await asyncio.to_thread(one.move_of, answering.move)
    before = house.puzzles.of(viewer.person)
    found = await house.puzzles.answer(viewer.person, number, move)
    standing = _standing(house, viewer.person, number, answering.of)
    if number not in before.answers:
        gained = standing.progress.rating.points - before.rating.points
        standing = replace(standing, gained=gained)
    sight = await asyncio.to_thread(sight_of, one)
    shown = await asyncio.to_thread(
        answered, one, sight, found, standing, gave_up=answering.move is None
    )
    return JSONResponse(shown)


@api.post("/{number}/play", status_code=201)
async def play_out(
    house: TheHouse, viewer: TheViewer, rates: TheRates, number: Number, playing: PlayingOut
) -> Accepted:
    """Make a private table, for practice, where a puzzle can be played to its end against bots."""
    rates.check("creation", viewer.address, house.settings.limits.creations)
    puzzle = _found(number)
    return await house.continuing.play_out(viewer.person, playing.name, puzzle, viewer.address)
