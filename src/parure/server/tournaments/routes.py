"""Routes of tournaments: create, join, leave, start and end them, and show their pages."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from parure.i18n import gettext as _
from parure.server.errors import Missing
from parure.server.people.service import ThePeople
from parure.server.security.identity import Identities
from parure.server.security.network_access import invitation
from parure.server.security.viewer import (
    CREATION,
    TheIdentities,
    TheViewer,
    Viewer,
    limited,
    viewer_of,
)
from parure.server.tables.names import public_id
from parure.server.tables.options import Name, Strict
from parure.server.tournaments.pages import form_values, list_values, tournament_values
from parure.server.tournaments.service import TheTournaments
from parure.server.tournaments.tournament import Plan, Tournament
from parure.server.tournaments.tournament_view import (
    Judged,
    ListedTournament,
    TournamentView,
    judged,
    listed_view_of,
    picture,
    view_of,
)
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page, render

__all__ = ["api", "pages"]


api = APIRouter(prefix="/api/tournaments", responses=ERRORS)
pages = APIRouter(prefix="/tournaments", include_in_schema=False)

Id = Annotated[str, Path(max_length=40, description="The id of the tournament.")]
PlayerId = Annotated[
    str, Path(max_length=200, description="A public id, the name of a bot, or `me`.")
]


_CHANGE = limited("tournament", lambda limits: limits.wishes)


class NewTournament(Plan):
    """The plan of a new tournament."""

    bots: list[Name] = Field(default_factory=list, max_length=20)
    """The bots that play."""
    player: Name | None = None
    """Your name, if you play too; a program has its own."""


class Entering(Strict):
    """A request to join a tournament."""

    name: Name | None = None
    """Your name; a program has its own."""


async def _look(
    tournaments: TheTournaments, people: ThePeople, viewer: TheViewer
) -> Callable[[Tournament], TournamentView]:
    """Return the function that shows a tournament as the viewer may see it."""
    return lambda tournament: view_of(tournaments, people, tournament, viewer.person)


Look = Annotated[Callable[[Tournament], TournamentView], Depends(_look)]


def _name(identities: Identities, viewer: Viewer, name: str | None) -> str:
    program = identities.programs.get(viewer.person)
    return (name or "") if program is None else program.name


@api.get("")
async def listed(
    tournaments: TheTournaments, people: ThePeople, viewer: TheViewer
) -> list[ListedTournament]:
    """List the public tournaments and your own, newest first."""
    return [listed_view_of(people, one, viewer.person) for one in tournaments.listed(viewer.person)]


@api.post("", status_code=201, dependencies=[CREATION])
async def create(
    tournaments: TheTournaments,
    look: Look,
    identities: TheIdentities,
    viewer: TheViewer,
    tournament: NewTournament,
) -> TournamentView:
    """Create a tournament. Anybody with its link can join until you start it."""
    plan = Plan(**{name: getattr(tournament, name) for name in Plan.model_fields})
    player = tournament.player
    name = None if player is None else _name(identities, viewer, player)
    made = await tournaments.create(viewer.person, plan, tournament.bots, name, viewer.address)
    return look(made)


@api.get("/{id}")
async def tournament(
    tournaments: TheTournaments, look: Look, viewer: TheViewer, id: Id
) -> TournamentView:
    """See a tournament: who plays whom at which table, and who is ahead."""
    return look(await tournaments.find(id))


@api.post("/{id}/players", dependencies=[_CHANGE])
async def join(
    tournaments: TheTournaments,
    look: Look,
    identities: TheIdentities,
    viewer: TheViewer,
    id: Id,
    entering: Entering,
) -> TournamentView:
    """Join a tournament. The table of each of your games keeps a seat for you: sit down in time."""
    name = _name(identities, viewer, entering.name)
    return look(await tournaments.join(id, viewer.person, name))


@api.delete("/{id}/players/{player}", dependencies=[_CHANGE])
async def leave(
    tournaments: TheTournaments, look: Look, viewer: TheViewer, id: Id, player: PlayerId
) -> TournamentView:
    """Leave, which loses your current game; or remove a player, if you created the tournament."""
    if player in ("me", public_id(viewer.person)):
        left = await tournaments.leave(id, viewer.person)
    else:
        left = await tournaments.remove(
            id,
            viewer.person,
            lambda one: player == (one.bot or public_id(one.person or "")) and not one.left,
        )
    return look(left)


@api.post("/{id}/start", dependencies=[_CHANGE])
async def start(
    tournaments: TheTournaments, look: Look, viewer: TheViewer, id: Id
) -> TournamentView:
    """Start the first round, if you created the tournament."""
    begun = await tournaments.start(id, viewer.person, viewer.address)
    return look(begun)


@api.post("/{id}/end", dependencies=[_CHANGE])
async def end(tournaments: TheTournaments, look: Look, viewer: TheViewer, id: Id) -> TournamentView:
    """End a tournament that you created, with the current standings, or cancel it before its start."""
    return look(await tournaments.end(id, viewer.person))


@api.get("/{id}/report")
async def report(tournaments: TheTournaments, id: Id) -> list[Judged]:
    """Show what the games tell about everybody's strength, as an arena report."""
    return await asyncio.to_thread(judged, await tournaments.find(id))


_SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}


@api.get("/{id}/report.svg", response_class=Response, responses=_SVG)
async def drawn(tournaments: TheTournaments, id: Id) -> Response:
    """Draw the ratings of the report."""
    svg = await asyncio.to_thread(picture, await tournaments.find(id))
    if svg is None:
        raise Missing(
            _("The games don’t connect all the players, so their strengths can’t be compared.")
        )
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": policy})


@pages.get("", response_class=HTMLResponse)
async def every(request: Request, tournaments: TheTournaments, people: ThePeople) -> HTMLResponse:
    """Show the open, running and finished tournaments."""
    found = await listed(tournaments, people, viewer_of(request))
    return await page(request, "tournaments/list.html", **list_values(found))


@pages.get("/new", response_class=HTMLResponse)
async def form(request: Request) -> HTMLResponse:
    """Show the form for a new tournament."""
    return await page(request, "tournaments/form.html", **form_values())


@pages.get("/{id}", response_class=HTMLResponse)
async def shown(request: Request, tournaments: TheTournaments, look: Look, id: str) -> HTMLResponse:
    """Show a tournament."""
    values = await _values(await tournaments.find(id), look)
    link = invitation(request, request.url)
    return await page(request, "tournaments/page.html", **values, invitation=link)


@pages.get("/{id}/fresh", response_class=HTMLResponse)
async def fresh(tournaments: TheTournaments, look: Look, id: str) -> HTMLResponse:
    """Show only the tournament, to refresh an open page."""
    values = await _values(await tournaments.find(id), look)
    html = await asyncio.to_thread(render, "tournaments/tournament.html", **values)
    return HTMLResponse(html)


async def _values(held: Tournament, look: Callable[[Tournament], TournamentView]) -> dict[str, Any]:
    told = await asyncio.to_thread(judged, held) if held.state == "over" else []
    return tournament_values(look(held), told)
