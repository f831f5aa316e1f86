"""Routes of the leaderboard and of the pages of people and bots."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from parure.i18n import gettext as _
from parure.server.errors import Missing
from parure.server.people.leaderboard import Standing, Who, leaderboard_values, standings
from parure.server.people.profiles import bot_values, person_values
from parure.server.people.service import Pool, ThePeople
from parure.server.security.viewer import TheRates, TheViewer, viewer_of
from parure.server.tables.names import public_id
from parure.server.tables.options import bot_names
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page

__all__ = ["api", "pages"]


api = APIRouter(prefix="/api/people", responses=ERRORS)
_REPORTS = (0.05, 5.0)
"""The rate limit of reports: per second and at once."""

pages = APIRouter(prefix="/people", include_in_schema=False)


Players = Annotated[
    int | None, Query(ge=2, le=4, description="Count only games of so many players.")
]


@api.get("")
async def ranked(people: ThePeople, pool: Pool = "base", players: Players = None) -> list[Standing]:
    """List the bots and all people with enough rated games by rating, strongest first."""
    await people.ready.wait()
    return await asyncio.to_thread(standings, people, pool, players)


@api.post("/{id}/report", status_code=204)
async def report(
    people: ThePeople, viewer: TheViewer, rates: TheRates, id: Annotated[str, Path(max_length=40)]
) -> Response:
    """Report the name of a person to the operator as improper."""
    rates.check("report", viewer.person, _REPORTS)
    await people.ready.wait()
    found = people.find(id)
    if found is None:
        raise Missing(_("Nobody with this name has finished a rated game."))
    await people.report(found, viewer.person)
    return Response(status_code=204)


@pages.get("", response_class=HTMLResponse)
async def leaderboard(
    request: Request,
    people: ThePeople,
    pool: Pool = "base",
    who: Who = "all",
    players: Players = None,
) -> HTMLResponse:
    """Show people and bots by rating."""
    found = await ranked(people, pool, players)
    own = public_id(viewer_of(request).person)
    is_known = people.find(own) is not None
    values = leaderboard_values(found, pool, who, own, players)
    return await page(
        request, "people/leaderboard.html", **values, own=f"/people/{own}" if is_known else None
    )


@pages.get("/me")
async def me(request: Request, people: ThePeople) -> RedirectResponse:
    """Redirect people to their own page, or to the list if they have none."""
    await people.ready.wait()
    own = public_id(viewer_of(request).person)
    return RedirectResponse("/people" if people.find(own) is None else f"/people/{own}", 303)


@pages.get("/bots/{name}", response_class=HTMLResponse)
async def bot(request: Request, people: ThePeople, name: str) -> HTMLResponse:
    """Show a bot: its description and its results."""
    if name not in bot_names():
        raise Missing(_("There is no bot with this name."))
    await people.ready.wait()
    return await page(request, "people/bot.html", **bot_values(people, name))


@pages.get("/{id}", response_class=HTMLResponse)
async def person(
    request: Request, people: ThePeople, id: str, pool: Pool | None = None
) -> HTMLResponse:
    """Show a person: their rating over time, their results, their last games."""
    await people.ready.wait()
    found = people.find(id)
    if found is None:
        raise Missing(_("Nobody with this name has finished a rated game."))
    own = public_id(viewer_of(request).person)
    values = await asyncio.to_thread(person_values, people, found, pool, own)
    return await page(request, "people/person.html", **values)
