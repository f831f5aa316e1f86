"""Routes of the leaderboard and of the pages of people and bots."""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from parure.i18n import gettext as _
from parure.server.errors import Missing
from parure.server.people.charts import Filters
from parure.server.people.contacts import TheContacts
from parure.server.people.leaderboard import Standing, Who, leaderboard_values, standings
from parure.server.people.profiles import bot_values, person_values
from parure.server.people.service import Player, Pool, ThePeople
from parure.server.people.statistics import TheStatistics
from parure.server.play.sessions import TheSessions
from parure.server.security.viewer import TheRates, TheViewer, viewer_of
from parure.server.tables.names import public_id
from parure.server.tables.options import Strict, bot_names
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page

__all__ = ["api", "pages"]


api = APIRouter(prefix="/api/people", responses=ERRORS)
_REPORTS = (0.05, 5.0)
_CHOICES = (0.5, 20.0)
"""The rate limits of reports and of choices: per second and at once."""

pages = APIRouter(prefix="/people", include_in_schema=False)


Players = Annotated[
    int | None, Query(ge=2, le=4, description="Count only games of so many players.")
]
Days = Annotated[int | None, Query(ge=1, le=1_000)]
Which = Literal["all", "rated", "practice"]


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
    values = leaderboard_values(found, pool, who, own, players)
    return await page(request, "people/leaderboard.html", **values)


@pages.get("/me")
async def me(viewer: TheViewer) -> RedirectResponse:
    """Redirect people to their own page."""
    return RedirectResponse(f"/people/{public_id(viewer.person)}", 303)


@pages.get("/bots/{name}", response_class=HTMLResponse)
async def bot(request: Request, people: ThePeople, name: str) -> HTMLResponse:
    """Show a bot: its description and its results."""
    if name not in bot_names():
        raise Missing(_("There is no bot with this name."))
    await people.ready.wait()
    return await page(request, "people/bot.html", **bot_values(people, name))


@pages.get("/{id}", response_class=HTMLResponse)
async def person(
    request: Request,
    sessions: TheSessions,
    people: ThePeople,
    statistics: TheStatistics,
    contacts: TheContacts,
    viewer: TheViewer,
    id: str,
    pool: Pool | None = None,
    games: Which = "all",
    players: Players = None,
    days: Days = None,
) -> HTMLResponse:
    """Show a person: statistics of all games that the viewer may see, and the rating over time."""
    await people.ready.wait()
    mine = id == public_id(viewer.person)
    player, results = people.find(id), await statistics.of(id)
    sees_practice = mine or contacts.of(id).shows_practice
    if not sees_practice:
        results = [one for one in results if one.pool]
    if player is None and not results and not mine:
        raise Missing(_("There is nobody to show here."))
    if player is not None:
        name = people.name(player)
    elif (name := people.given_name(id) or "") == "" and results:
        name = sessions.lists.name_at(results[0].table, results[0].seat) or ""
    values = await asyncio.to_thread(
        person_values,
        people,
        player or Player("person", ""),
        pool,
        results,
        Filters(games, players, days),
    )
    return await page(
        request,
        "people/person.html",
        id=id,
        name=name or _("You"),
        mine=mine,
        sees_practice=sees_practice,
        shows_practice=contacts.of(id).shows_practice,
        **values,
    )


class Shown(Strict):
    """What others see of your statistics."""

    practice: bool
    """Whether they see practice games, too."""


@api.post("/me/shown", status_code=204, include_in_schema=False)
async def show(contacts: TheContacts, viewer: TheViewer, rates: TheRates, shown: Shown) -> Response:
    """Choose what others see of your statistics."""
    rates.check("contacts", viewer.person, _CHOICES)
    await contacts.choose(public_id(viewer.person), shows_practice=shown.practice)
    return Response(status_code=204)
