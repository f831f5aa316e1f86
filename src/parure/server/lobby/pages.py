"""The pages of the lobby, of tables and of the deal of the day."""

import asyncio
from collections.abc import Callable
from datetime import date
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from parure.i18n import gettext as _
from parure.render.palette import Theme
from parure.server.errors import Missing
from parure.server.lobby.daily import (
    daily_picture,
    daily_values,
    goals_of,
    page_values,
    today,
)
from parure.server.lobby.game_lists import game_rows, returning_values
from parure.server.lobby.play_now import LATEST, days_in_a_row, play_now, rivalry_words
from parure.server.lobby.quick_match import QuickMatch
from parure.server.lobby.table_setup import (
    here_words,
    lobby_values,
    progress_words,
    queue_words,
    quick_values,
    waiting_values,
)
from parure.server.people.presence import Presence
from parure.server.people.statistics import TheStatistics
from parure.server.play.lifecycle import Lifecycle
from parure.server.play.live import seen
from parure.server.play.sessions import Sessions, TheSessions
from parure.server.programs.routes import programs
from parure.server.puzzles.pages import card_values
from parure.server.puzzles.service import Puzzles
from parure.server.replays.service import TheReplays
from parure.server.results.pages import result_page
from parure.server.security.network_access import invitation
from parure.server.security.viewer import TheIdentities, TheViewer, viewer_of
from parure.server.services import service
from parure.server.tables.listing import Listed
from parure.server.web.rendering import page, render

__all__ = ["pages"]


pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@pages.get("/")
async def lobby(
    request: Request,
    sessions: TheSessions,
    identities: TheIdentities,
    statistics: TheStatistics,
    viewer: TheViewer,
    bot: str | None = None,
) -> HTMLResponse:
    """Greet the viewer with the ways to play, their games and the public tables."""
    guests = await programs(sessions, identities, viewer)
    values = {**lobby_values(), **_tables(request), "has_lost_key": identities.has_lost_key}
    values["programs"] = [program for program in guests if program.here]
    results = await statistics.against_bots(viewer.person, LATEST)
    now = values["now"] = play_now(results, bot)
    words = (
        days_in_a_row(sessions.lists.of_person(viewer.person)),
        rivalry_words(results, now.bot),
    )
    values["greeting"] = values["waiting"] or " ".join(filter(None, words))
    return await page(request, "lobby/lobby.html", **values)


@pages.get("/lobby/tables")
async def lobby_tables(request: Request) -> HTMLResponse:
    """Show only the lists of the lobby, to refresh an open page."""
    return HTMLResponse(await asyncio.to_thread(render, "lobby/fresh.html", **_tables(request)))


def _tables(request: Request) -> dict[str, Any]:
    sessions = service(request, Sessions)
    puzzles = service(request, Puzzles)
    viewer = viewer_of(request)
    mine = sessions.lists.of_person(viewer.person)
    public = [game for game in sessions.lists.public(viewer.person, sessions) if not game.mine]
    finished = [game for game in mine if game.status == "over"]
    progress = service(request, Lifecycle).progress
    return {
        **returning_values(mine),
        "people_here": here_words(service(request, Presence).count()),
        "quick": queue_words(service(request, QuickMatch).others(viewer.person)),
        "progress": progress,
        "progress_words": "" if progress is None else progress_words(progress),
        "daily": daily_values(today(), _games_of(request)(today())),
        "puzzle": card_values(puzzles.of(viewer.person), drawn=sessions.ready.is_set()),
        "public": game_rows(public[:12]),
        "finished": game_rows(finished[:6]),
    }


@pages.get("/games")
async def games(request: Request, sessions: TheSessions) -> HTMLResponse:
    """Show your games, running and finished."""
    mine = sessions.lists.of_person(viewer_of(request).person)
    return await page(
        request,
        "lobby/games.html",
        running=game_rows([game for game in mine if game.status != "over"]),
        finished=game_rows([game for game in mine if game.status == "over"]),
    )


@pages.get("/quick")
async def quick(request: Request, statistics: TheStatistics, viewer: TheViewer) -> HTMLResponse:
    """Show the page on which people wait for a quick match."""
    now = play_now(await statistics.against_bots(viewer.person, LATEST))
    return await page(request, "lobby/quick.html", **quick_values(), now=now)


@pages.get("/daily")
async def daily(request: Request, sessions: TheSessions) -> HTMLResponse:
    """Show the deal of the day and its ranking on this server."""
    values = page_values(today(), _games_of(request))
    nobles, cities = goals_of(today()) if sessions.ready.is_set() else ((), ())
    return await page(request, "lobby/daily.html", **values, nobles=nobles, cities=cities)


@pages.get("/daily/fresh")
async def fresh_daily(request: Request) -> HTMLResponse:
    """Show only the standings of the deal of the day, to refresh an open page."""
    values = page_values(today(), _games_of(request))
    return HTMLResponse(await asyncio.to_thread(render, "lobby/standings.html", **values))


def _games_of(request: Request) -> Callable[[date], list[Listed]]:
    """Return the function that lists the games of a day for the viewer."""
    lists, person = service(request, Sessions).lists, viewer_of(request).person
    return lambda day: lists.of_day(day.isoformat(), person)


@pages.get("/tables/{table}/daily.svg")
async def daily_result(
    request: Request, sessions: TheSessions, replays: TheReplays, table: str, theme: Theme = "day"
) -> Response:
    """Draw a person's result in the deal of a day, as a small picture to share."""
    finished = await replays.finished(table)
    if finished.daily is None:
        raise Missing(_("There’s nothing here."))
    games = sessions.lists.of_day(finished.daily, viewer_of(request).person)
    svg = await asyncio.to_thread(daily_picture, finished, games, theme)
    return Response(svg, media_type="image/svg+xml")


@pages.get("/tables/{table}")
async def table(
    request: Request,
    sessions: TheSessions,
    replays: TheReplays,
    table: str,
    seat: int | None = None,
) -> HTMLResponse:
    """Show a table: the room before the game, the game, or its end."""
    viewer = viewer_of(request)
    view = await sessions.look(table, viewer.person, seat)
    if view.status == "waiting":
        values = waiting_values(view, invitation(request, request.url))
        return await page(request, "lobby/waiting.html", **values)
    if view.status == "over":
        return await result_page(request, await replays.finished(table), view)
    async with sessions.use(table) as session:
        document = seen(sessions, session, viewer, seat)
    looking = "looking" in request.query_params
    return await page(request, "play/table.html", document=document, looking=looking)


@pages.get("/tables/{table}/join")
async def join(table: str) -> RedirectResponse:
    """Redirect an invitation link to the table."""
    return RedirectResponse(f"/tables/{table}", 303)
