"""People and bots by rating, and a page for each person."""

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from parure.i18n import gettext as _
from parure.server.errors import Missing
from parure.server.house.forgetting import forget
from parure.server.house.people import Player, Pool, public_id
from parure.server.house.standings import Standing, standings
from parure.server.http.api import ERRORS
from parure.server.http.asking import (
    TheHouse,
    TheIdentities,
    TheRates,
    TheViewer,
    house_of,
    viewer_of,
)
from parure.server.http.frame import page
from parure.server.http.identity import Identity
from parure.server.tables.listing import Listed
from parure.server.tables.options import bot_names
from parure.server.views.people.bot import bot_values
from parure.server.views.people.leaderboard import Who, leaderboard_values
from parure.server.views.people.person import person_values

__all__ = ["api", "pages"]

api = APIRouter(prefix="/api/people", responses=ERRORS)
_REPORTS = (0.05, 5.0)
"""How often a second somebody may report a name, and how often at once."""

pages = APIRouter(prefix="/people", include_in_schema=False)


Players = Annotated[
    int | None, Query(ge=2, le=4, description="Count only games of so many players.")
]


@api.get("")
async def people(house: TheHouse, pool: Pool = "base", players: Players = None) -> list[Standing]:
    """List the people who have played enough rated games, and the bots, by rating; the strongest first."""
    await house.people.ready.wait()
    return await asyncio.to_thread(standings, house.people, pool, players)


@dataclass(frozen=True)
class RatedGame:
    """A rated game of one's own."""

    table: str
    finished: float
    """In seconds since 1970."""
    pool: Pool
    won: bool
    rating: float
    """After it."""
    error: float


@dataclass(frozen=True)
class AnsweredPuzzle:
    """One's first answer to a puzzle."""

    number: int
    right: bool
    at: float
    """In seconds since 1970."""


@dataclass(frozen=True)
class OwnTournament:
    """A tournament that one made or takes part in."""

    id: str
    name: str
    mine: bool
    """Whether one made it."""
    player: str | None
    """The name under which one takes part."""


@dataclass(frozen=True)
class Own:
    """What is kept of a person. The record of a table that is over is at `/api/tables/{id}/record`."""

    id: str
    """The public id."""
    tables: list[Listed]
    rated: list[RatedGame]
    puzzles: list[AnsweredPuzzle]
    tournaments: list[OwnTournament]


@api.get("/me")
async def own_data(house: TheHouse, viewer: TheViewer, answer: Response) -> Own:
    """Take along what is kept of you: tables, rated games, answers to puzzles, and tournaments."""
    await house.people.ready.wait()
    await house.puzzles.ready.wait()
    player = Player("person", viewer.person)
    answer.headers["Content-Disposition"] = 'attachment; filename="parure.json"'
    return Own(
        public_id(viewer.person),
        house.rooms.lists.all_of_person(viewer.person),
        [
            RatedGame(
                game.listing.table,
                game.listing.finished,
                game.pool,
                game.has_won(player),
                game.rating_of(player).points,
                game.rating_of(player).error,
            )
            for game in house.people.games(player)
        ],
        [AnsweredPuzzle(*given) for given in house.puzzles.of(viewer.person).answers.values()],
        [
            OwnTournament(
                one.id,
                one.plan.name,
                one.organiser == viewer.person,
                None
                if (number := one.number_of(viewer.person)) is None
                else one.players[number].name,
            )
            for one in house.tournaments.of_person(viewer.person)
        ],
    )


@api.delete("/me", status_code=204)
async def forget_me(
    house: TheHouse, identities: TheIdentities, viewer: TheViewer, request: Request
) -> Response:
    """Be forgotten, and your programs: your games stay, without you. While one is not over, it is refused."""
    programs = [program.id for program in identities.programs.of(viewer.person)]
    everybody = (*programs, viewer.person)
    await forget(house.rooms, house.people, house.puzzles, house.tournaments, *everybody)
    await identities.programs.forget(viewer.person)
    await identities.devices.forget(viewer.person)
    answer = Response(status_code=204)
    new = Identity(identities.new())
    is_secure = request.url.scheme == "https"
    answer.headers.append("Set-Cookie", identities.cookie_for(new, is_secure=is_secure))
    return answer


@api.post("/{id}/report", status_code=204)
async def report(
    house: TheHouse, viewer: TheViewer, rates: TheRates, id: Annotated[str, Path(max_length=40)]
) -> Response:
    """Tell whoever runs the server that the name of a person is improper."""
    rates.check("report", viewer.person, _REPORTS)
    await house.people.ready.wait()
    found = house.people.find(id)
    if found is None:
        raise Missing(_("Nobody with this name has finished a rated game."))
    await house.people.report(found, viewer.person)
    return Response(status_code=204)


@pages.get("", response_class=HTMLResponse)
async def leaderboard(
    request: Request, pool: Pool = "base", who: Who = "all", players: Players = None
) -> HTMLResponse:
    """Show people and bots by rating."""
    found = await people(house_of(request), pool, players)
    own = public_id(viewer_of(request).person)
    is_known = house_of(request).people.find(own) is not None
    values = leaderboard_values(found, pool, who, own, players)
    return await page(
        request, "people/leaderboard.html", **values, own=f"/people/{own}" if is_known else None
    )


@pages.get("/me")
async def me(request: Request) -> RedirectResponse:
    """Send somebody to their own page; whoever has none, to the list."""
    people = house_of(request).people
    await people.ready.wait()
    own = public_id(viewer_of(request).person)
    return RedirectResponse("/people" if people.find(own) is None else f"/people/{own}", 303)


@pages.get("/bots/{name}", response_class=HTMLResponse)
async def bot(request: Request, name: str) -> HTMLResponse:
    """Show a bot: what it is like, and what it has won."""
    if name not in bot_names():
        raise Missing(_("There is no bot of this name."))
    people = house_of(request).people
    await people.ready.wait()
    return await page(request, "people/bot.html", **bot_values(people, name))


@pages.get("/{id}", response_class=HTMLResponse)
async def person(request: Request, id: str, pool: Pool | None = None) -> HTMLResponse:
    """Show a person: their rating over time, what they have won, their last games."""
    people = house_of(request).people
    await people.ready.wait()
    found = people.find(id)
    if found is None:
        raise Missing(_("Nobody with this name has finished a rated game."))
    own = public_id(viewer_of(request).person)
    values = await asyncio.to_thread(person_values, people, found, pool, own)
    return await page(request, "people/person.html", **values)
