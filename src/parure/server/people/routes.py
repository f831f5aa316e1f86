"""Routes of the leaderboard and of the pages of people and bots."""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from parure.i18n import gettext as _
from parure.server.errors import Missing
from parure.server.people.charts import Filters
from parure.server.people.contacts import TheContacts
from parure.server.people.feats import TheFeats, badges, ladder
from parure.server.people.friends import TheFriends
from parure.server.people.leaderboard import Standing, Who, leaderboard_values, standings
from parure.server.people.profiles import bot_values, person_values
from parure.server.people.service import Player, Pool, ThePeople
from parure.server.people.statistics import TheStatistics
from parure.server.security.viewer import (
    TheLimits,
    TheRates,
    TheViewer,
    limited,
    viewer_of,
)
from parure.server.tables.names import public_id
from parure.server.tables.options import Strict, bot_names
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page

__all__ = ["api", "pages"]


api = APIRouter(prefix="/api/people", responses=ERRORS)
_REPORT = limited("report", lambda _limits: (0.05, 5.0))
"""The rate limit of reports: per second and at once."""


async def _may_choose(
    contacts: TheContacts, viewer: TheViewer, limits: TheLimits, rates: TheRates
) -> None:
    """Refuse too many choices, and too many people who make their first one from one address."""
    rates.check_both("contacts", viewer.person, viewer.address, (0.2, 20.0))
    if public_id(viewer.person) not in contacts.value:
        rates.check("newcomer", viewer.address, limits.newcomers)


_CHOICE = Depends(_may_choose)

pages = APIRouter(prefix="/people", include_in_schema=False)


Players = Annotated[
    int | None, Query(ge=2, le=4, description="Count only games of so many players.")
]
PersonId = Annotated[str, Path(max_length=40)]
Days = Annotated[int | None, Query(ge=1, le=1_000)]
Which = Literal["all", "rated", "practice"]


@api.get("")
async def ranked(people: ThePeople, pool: Pool = "base", players: Players = None) -> list[Standing]:
    """List the bots and all people with enough rated games by rating, strongest first."""
    await people.ready.wait()
    return await asyncio.to_thread(standings, people, pool, players)


@api.post("/{id}/report", status_code=204, dependencies=[_REPORT])
async def report(people: ThePeople, viewer: TheViewer, id: PersonId) -> Response:
    """Report the name of a person to the operator as improper."""
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


@pages.get("/friends", response_class=HTMLResponse)
async def known(request: Request, friends: TheFriends, viewer: TheViewer) -> HTMLResponse:
    """Show whom you follow, whom you have met, and whom you block."""
    follows, met, blocked = await friends.known_to(viewer.person)
    return await page(request, "people/friends.html", follows=follows, met=met, blocked=blocked)


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
    people: ThePeople,
    statistics: TheStatistics,
    contacts: TheContacts,
    friends: TheFriends,
    feats: TheFeats,
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
    chosen = contacts.of(public_id(viewer.person))
    sees_practice = mine or contacts.of(id).shows_practice
    if not sees_practice:
        results = [one for one in results if one.pool]
    found = await friends.find(id)
    if player is not None:
        secret, name = player.id, people.name(player)
    elif mine:
        secret, name = viewer.person, found[1] if found else _("You")
    elif found is not None and results:
        secret, name = found
    else:
        raise Missing(_("There is no such person."))
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
        name=name,
        ladder=ladder(results),
        badges=badges(results, feats.puzzles_in_a_row(secret), feats.tournaments_won(secret)),
        mine=mine,
        sees_practice=sees_practice,
        shows_practice=contacts.of(id).shows_practice,
        follows=id in chosen.follows,
        blocks=id in chosen.blocks,
        **values,
    )


class Following(Strict):
    """Whether you follow somebody."""

    follows: bool


class Blocking(Strict):
    """Whether you block somebody."""

    blocks: bool


@api.post("/{id}/follow", status_code=204, include_in_schema=False, dependencies=[_CHOICE])
async def follow(
    friends: TheFriends, viewer: TheViewer, id: PersonId, following: Following
) -> Response:
    """Follow somebody, or no longer."""
    await friends.follow(public_id(viewer.person), id, follows=following.follows)
    return Response(status_code=204)


@api.post("/{id}/block", status_code=204, include_in_schema=False, dependencies=[_CHOICE])
async def block(
    friends: TheFriends, viewer: TheViewer, id: PersonId, blocking: Blocking
) -> Response:
    """Block somebody, or no longer: they can't challenge you, and don't see whether you are here."""
    await friends.block(public_id(viewer.person), id, blocks=blocking.blocks)
    return Response(status_code=204)


class Shown(Strict):
    """What others see of your statistics."""

    practice: bool
    """Whether they see practice games, too."""


@api.post("/me/shown", status_code=204, include_in_schema=False, dependencies=[_CHOICE])
async def show(contacts: TheContacts, viewer: TheViewer, shown: Shown) -> Response:
    """Choose what others see of your statistics."""
    await contacts.choose(public_id(viewer.person), shows_practice=shown.practice)
    return Response(status_code=204)
