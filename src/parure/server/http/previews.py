"""What a choice leads to and why another is not possible, for a page on which somebody is choosing."""

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import JSONResponse

from parure.server.http.asking import TableId, TheHouse, TheRates, TheViewer
from parure.server.tables.sight import Sight
from parure.server.views.table.preview import (
    preview_data,
    rivals_data,
)
from parure.server.views.table.reasons import reasons_for
from parure.server.views.table.warning import warning_data

__all__ = ["router"]

router = APIRouter(prefix="/tables/{id}", include_in_schema=False)

Line = Annotated[str, Query(min_length=1, max_length=300)]
Seat = Annotated[int | None, Query(ge=0, le=3)]
Thing = Annotated[str, Query(min_length=1, max_length=20)]


@dataclass
class Asked:
    """A line that somebody asks a bot about, which costs it time: so often, and no more."""

    house: TheHouse
    viewer: TheViewer
    rates: TheRates
    id: TableId
    line: Line
    seat: Seat = None

    def __post_init__(self) -> None:
        self.rates.check("preview", self.viewer.person, self.house.settings.limits.previews)


TheLine = Annotated[Asked, Depends()]


@router.get("/preview")
async def preview(
    house: TheHouse,
    viewer: TheViewer,
    id: TableId,
    line: Line,
    seat: Seat = None,
) -> JSONResponse:
    """Return what a line leads to: cards within reach, nobles that are near, who could come first.

    Nothing comes where the table has gone on meanwhile, and the line is no longer possible.
    """
    sight = await house.sight(id, viewer.person, seat)
    if not _may_choose(sight):
        return JSONResponse(None)
    return JSONResponse(await asyncio.to_thread(preview_data, sight, line))


@router.get("/preview/warning")
async def warning(asked: TheLine) -> JSONResponse:
    """Return what a line loses, before it is played, where that is much and whoever plays wants to know."""
    found = await asked.house.warning(asked.id, asked.viewer.person, asked.line, asked.seat)
    return JSONResponse(None if found is None else warning_data(*found))


@router.get("/preview/rivals")
async def rivals(asked: TheLine) -> JSONResponse:
    """Return what the others may do then, and how likely it is; nothing where that takes too long."""
    foreseen, sight = await asked.house.foresee(
        asked.id, asked.viewer.person, asked.line, asked.seat
    )
    return JSONResponse(await asyncio.to_thread(rivals_data, sight, foreseen))


@router.get("/reasons")
async def reasons(
    house: TheHouse,
    viewer: TheViewer,
    rates: TheRates,
    id: TableId,
    thing: Thing,
    seat: Seat = None,
) -> JSONResponse:
    """Return why what a thing offers at other times is not possible now, in a sentence each."""
    rates.check("reasons", viewer.person, house.settings.limits.previews)
    sight = await house.sight(id, viewer.person, seat)
    found = await asyncio.to_thread(reasons_for, sight, thing)
    return JSONResponse({"version": sight.version, "reasons": found})


def _may_choose(sight: Sight) -> bool:
    """Tell whether the viewer chooses something, or plans it."""
    decides = sight.seat == sight.to_play or sight.decision == "action"
    return sight.seat is not None and sight.status == "playing" and decides
