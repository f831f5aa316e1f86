"""Tournaments: made, joined, started and ended; their pages."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from parure.i18n import gettext as _
from parure.server.errors import Missing
from parure.server.house.house import House
from parure.server.house.people import public_id
from parure.server.house.tournament_sight import TournamentSight, sight_of
from parure.server.http.api import ERRORS
from parure.server.http.asking import (
    TheHouse,
    TheIdentities,
    TheRates,
    TheViewer,
    Viewer,
    house_of,
    viewer_of,
)
from parure.server.http.frame import page
from parure.server.http.identity import Identities
from parure.server.http.pages import invitation
from parure.server.tables.options import Name, Strict
from parure.server.tournaments.report import Judged, judged, picture
from parure.server.tournaments.tournament import Plan, Tournament
from parure.server.views.environment import render
from parure.server.views.tournaments.list import list_values
from parure.server.views.tournaments.making import making_values
from parure.server.views.tournaments.tournament import tournament_values

__all__ = ["api", "pages"]

api = APIRouter(prefix="/api/tournaments", responses=ERRORS)
pages = APIRouter(prefix="/tournaments", include_in_schema=False)

Id = Annotated[str, Path(max_length=40, description="The id of the tournament.")]
PlayerId = Annotated[
    str, Path(max_length=200, description="A public id, the name of a bot, or `me`.")
]


class NewTournament(Plan):
    """What a tournament is made with."""

    bots: list[Name] = Field(default_factory=list, max_length=20)
    """The bots that take part."""
    player: Name | None = None
    """The name under which you take part, too; a program has its own."""


class Entering(Strict):
    """Who takes part."""

    name: Name | None = None
    """A program has its own."""


def _seen(house: House, viewer: Viewer, tournament: Tournament) -> TournamentSight:
    return sight_of(house.tournaments, house.people, tournament, viewer.person)


def _name(identities: Identities, viewer: Viewer, name: str | None) -> str:
    program = identities.programs.get(viewer.person)
    return (name or "") if program is None else program.name


@api.get("")
async def tournaments(house: TheHouse, viewer: TheViewer) -> list[TournamentSight]:
    """List the public tournaments and your own, the newest first."""
    return [_seen(house, viewer, one) for one in house.tournaments.listed(viewer.person)]


@api.post("", status_code=201)
async def create(
    house: TheHouse,
    identities: TheIdentities,
    viewer: TheViewer,
    rates: TheRates,
    tournament: NewTournament,
) -> TournamentSight:
    """Make a tournament. Whoever has its link can join, until you start it."""
    rates.check("creation", viewer.address, house.settings.limits.creations)
    plan = Plan(**{name: getattr(tournament, name) for name in Plan.model_fields})
    player = tournament.player
    name = None if player is None else _name(identities, viewer, player)
    made = await house.tournaments.create(
        viewer.person, plan, tournament.bots, name, viewer.address
    )
    return _seen(house, viewer, made)


@api.get("/{id}")
async def tournament(house: TheHouse, viewer: TheViewer, id: Id) -> TournamentSight:
    """See a tournament: who plays whom at which table, and who is ahead."""
    return _seen(house, viewer, await house.tournaments.find(id))


@api.post("/{id}/players")
async def join(
    house: TheHouse,
    identities: TheIdentities,
    viewer: TheViewer,
    rates: TheRates,
    id: Id,
    entering: Entering,
) -> TournamentSight:
    """Take part. A seat is kept for you at the table of each of your games, where you sit down in time."""
    rates.check("tournament", viewer.person, house.settings.limits.wishes)
    name = _name(identities, viewer, entering.name)
    return _seen(house, viewer, await house.tournaments.join(id, viewer.person, name))


@api.delete("/{id}/players/{player}")
async def leave(
    house: TheHouse, viewer: TheViewer, rates: TheRates, id: Id, player: PlayerId
) -> TournamentSight:
    """Take part no more, which loses the game that you play; or let somebody, if you made the tournament."""
    rates.check("tournament", viewer.person, house.settings.limits.wishes)
    if player in ("me", public_id(viewer.person)):
        left = await house.tournaments.leave(id, viewer.person)
    else:
        left = await house.tournaments.remove(
            id,
            viewer.person,
            lambda one: player == (one.bot or public_id(one.person or "")) and not one.left,
        )
    return _seen(house, viewer, left)


@api.post("/{id}/start")
async def start(house: TheHouse, viewer: TheViewer, id: Id) -> TournamentSight:
    """Begin with the first round, if you made the tournament."""
    begun = await house.tournaments.start(id, viewer.person, viewer.address)
    return _seen(house, viewer, begun)


@api.post("/{id}/end")
async def end(house: TheHouse, viewer: TheViewer, id: Id) -> TournamentSight:
    """End a tournament that you made as it stands, or call it off."""
    return _seen(house, viewer, await house.tournaments.end(id, viewer.person))


@api.get("/{id}/report")
async def report(house: TheHouse, id: Id) -> list[Judged]:
    """See what the games tell about the strength of everybody: the arena's report."""
    return await asyncio.to_thread(judged, await house.tournaments.find(id))


_SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}


@api.get("/{id}/report.svg", response_class=Response, responses=_SVG)
async def drawn(house: TheHouse, id: Id) -> Response:
    """Draw the ratings of the report."""
    svg = await asyncio.to_thread(picture, await house.tournaments.find(id))
    if svg is None:
        raise Missing(_("The games do not link all who played: their strengths can’t be compared."))
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": policy})


@pages.get("", response_class=HTMLResponse)
async def every(request: Request) -> HTMLResponse:
    """Show the tournaments that are open, running or over."""
    found = await tournaments(house_of(request), viewer_of(request))
    return await page(request, "tournaments/list.html", **list_values(found))


@pages.get("/new", response_class=HTMLResponse)
async def making(request: Request) -> HTMLResponse:
    """Show the form for another tournament."""
    return await page(request, "tournaments/making.html", **making_values())


@pages.get("/{id}", response_class=HTMLResponse)
async def shown(request: Request, id: str) -> HTMLResponse:
    """Show a tournament."""
    values = await _values(request, id)
    link = invitation(request, request.url)
    return await page(request, "tournaments/page.html", **values, invitation=link)


@pages.get("/{id}/fresh", response_class=HTMLResponse)
async def fresh(request: Request, id: str) -> HTMLResponse:
    """Show a tournament alone, for a page that is open."""
    values = await _values(request, id)
    html = await asyncio.to_thread(render, "tournaments/tournament.html", **values)
    return HTMLResponse(html)


async def _values(request: Request, id: str) -> dict[str, Any]:
    house, viewer = house_of(request), viewer_of(request)
    held = await house.tournaments.find(id)
    sight = _seen(house, viewer, held)
    told = await asyncio.to_thread(judged, held) if held.state == "over" else []
    return tournament_values(sight, told)
