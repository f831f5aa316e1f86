"""The pages: the lobby, tables, the end, replays, the rules, the guided game."""

import asyncio
import hashlib
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import URL

from parure.errors import RulesError
from parure.i18n import LANGUAGES
from parure.i18n import gettext as _
from parure.render.palette import Theme
from parure.rules import EDITIONS, MODULES
from parure.server.errors import Missing
from parure.server.http.asking import door_of, house_of, viewer_of
from parure.server.http.frame import page
from parure.server.http.guests import programs
from parure.server.http.live import seen
from parure.server.tables.daily import today
from parure.server.views.end import end_values
from parure.server.views.environment import render, static
from parure.server.views.faces import sheets, sprites
from parure.server.views.learn.offer import module_lessons
from parure.server.views.lobby.daily import daily_picture, daily_values
from parure.server.views.lobby.going import going_values
from parure.server.views.lobby.lists import game_rows
from parure.server.views.lobby.lobby import lobby_values, module_choices, progress_words
from parure.server.views.lobby.waiting import Invitation, waiting_values
from parure.server.views.people.person import changes_of
from parure.server.views.puzzle import card_values
from parure.server.views.replay import document_then
from parure.server.views.rules import examples
from parure.words.chapters import chapters
from parure.words.results import listed

__all__ = ["router"]

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_A_YEAR = 31_536_000


@router.get("/")
async def lobby(request: Request) -> HTMLResponse:
    """Show the form for a new table, the public tables and one's own."""
    has_lost_key = request.app.state.identities.has_lost_key
    guests = await programs(house_of(request), request.app.state.identities, viewer_of(request))
    values = {**lobby_values(), **_tables(request), "has_lost_key": has_lost_key}
    values["programs"] = [program for program in guests if program.here]
    return await page(request, "lobby/lobby.html", **values)


@router.get("/lobby/tables")
async def lobby_tables(request: Request) -> HTMLResponse:
    """Show the lists of the lobby alone, for a page that is open."""
    return HTMLResponse(await asyncio.to_thread(render, "lobby/fresh.html", **_tables(request)))


def _tables(request: Request) -> dict[str, Any]:
    house, viewer = house_of(request), viewer_of(request)
    mine = house.games(viewer.person)
    public = [game for game in house.tables(viewer.person) if not game.mine]
    finished = [game for game in mine if game.status == "over"]
    progress = house.rooms.progress
    return {
        **going_values(mine),
        "progress": progress,
        "progress_words": "" if progress is None else progress_words(progress),
        "daily": _daily(request),
        "puzzle": card_values(house.puzzles.of(viewer.person), drawn=house.ready.is_set()),
        "public": game_rows(public[:12]),
        "finished": game_rows(finished[:6]),
    }


@router.get("/games")
async def games(request: Request) -> HTMLResponse:
    """Show one's games, running and finished."""
    mine = house_of(request).games(viewer_of(request).person)
    return await page(
        request,
        "lobby/games.html",
        running=game_rows([game for game in mine if game.status != "over"]),
        finished=game_rows([game for game in mine if game.status == "over"]),
    )


@router.get("/daily")
async def daily(request: Request) -> HTMLResponse:
    """Show the deal of the day, and how everybody here has fared."""
    return await page(request, "lobby/daily.html", **_daily(request))


def _daily(request: Request) -> dict[str, Any]:
    day = today()
    return daily_values(day, house_of(request).daily(day.isoformat(), viewer_of(request).person))


@router.get("/tables/{table}/daily.svg")
async def daily_result(request: Request, table: str, theme: Theme = "day") -> Response:
    """Draw how somebody fared at the deal of a day, as a small picture to share."""
    house = house_of(request)
    finished = await house.finished(table)
    if finished.daily is None:
        raise Missing(_("There is nothing here."))
    games = house.daily(finished.daily, viewer_of(request).person)
    svg = await asyncio.to_thread(daily_picture, finished, games, theme)
    return Response(svg, media_type="image/svg+xml")


@router.get("/devices")
async def devices(request: Request) -> HTMLResponse:
    """Show one's devices, and how to have one's seats on another."""
    viewer, state = viewer_of(request), request.app.state
    code = state.links.of(viewer.person)
    url = request.url.replace(path=f"/device/{code}", query="")
    return await page(
        request,
        "lobby/devices.html",
        devices=state.identities.devices.of(viewer.person),
        programs=state.identities.programs.of(viewer.person),
        own=viewer.device,
        code=code,
        invitation=invitation(request, url),
    )


@router.get("/device/{code}")
async def device(request: Request, code: str) -> HTMLResponse:
    """Ask whether this browser is to have the seats that a link shares."""
    house, viewer = house_of(request), viewer_of(request)
    theirs = house.games(request.app.state.links.person(code))
    names = dict.fromkeys(game.names[seat] for game in theirs for seat in game.mine)
    return await page(
        request,
        "lobby/device.html",
        code=code,
        names=listed([name for name in names if name][:3]),
        has_games=any(game.status != "over" for game in house.games(viewer.person)),
    )


@router.get("/tables/{table}")
async def table(request: Request, table: str, seat: int | None = None) -> HTMLResponse:
    """Show a table: the room before the game, the game, or its end."""
    house, viewer = house_of(request), viewer_of(request)
    sight = await house.sight(table, viewer.person, seat)
    if sight.status == "waiting":
        values = waiting_values(sight, invitation(request, request.url))
        return await page(request, "lobby/waiting.html", **values)
    if sight.status == "over":
        finished = await house.finished(table)
        values = await asyncio.to_thread(end_values, finished, sight)
        changed = changes_of(house.people, table)
        return await page(
            request, "end/end.html", **values, may_rematch=bool(sight.mine), changed=changed
        )
    async with house.rooms.use(table) as room:
        document = seen(house, room, viewer, seat)
    return await page(request, "table/page.html", document=document)


def invitation(request: Request, url: URL) -> Invitation:
    """Return how others reach a page."""
    door = door_of(request)
    return Invitation(
        link=door.link(url), is_open=door.is_open, may_open=viewer_of(request).is_here
    )


@router.get("/tables/{table}/join")
async def join(table: str) -> RedirectResponse:
    """Send whoever follows an invitation to the table."""
    return RedirectResponse(f"/tables/{table}", 303)


@router.get("/tables/{table}/replay")
async def replay(request: Request, table: str, move: Annotated[int, Query(ge=0)] = 0) -> Response:
    """Show a finished game from any move on."""
    house, viewer = house_of(request), viewer_of(request)
    moves = len((await house.finished(table)).pushes)
    move = min(move, moves)
    sight = await house.replay(table, viewer.person, move)
    document = await asyncio.to_thread(document_then, sight)
    return await page(request, "replay/replay.html", document=document, move=move, moves=moves)


@router.get("/faces/{name}")
async def faces(request: Request, name: str) -> Response:
    """Return the faces of all pieces; a browser keeps them, and asks whether they are still the same."""
    rules = sheets().get(name)
    if rules is None:
        raise Missing(_("There is nothing here."))
    html = await asyncio.to_thread(sprites, rules)
    etag = f'"{hashlib.sha256(html.encode()).hexdigest()[:16]}"'
    headers = {"Cache-Control": "no-cache", "ETag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return HTMLResponse(html, headers=headers)


Modules = Annotated[list[str] | None, Query()]


@router.get("/rules")
async def rules(request: Request, modules: Modules = None, edition: int = 2024) -> HTMLResponse:
    """Show the rules of an edition with the modules chosen."""
    chosen, problem = _split(modules), ""
    try:
        text = chapters(chosen, edition)
    except RulesError as error:
        problem, chosen = str(error), chosen[-1:]
        edition = edition if edition in EDITIONS else 2024
        text = chapters([code for code in chosen if code in MODULES], edition)
    return await page(
        request,
        "rules/rules.html",
        chapters=text,
        **examples(edition),
        problem=problem,
        edition=edition,
        editions=sorted(EDITIONS, reverse=True),
        modules=module_choices(),
        chosen=chosen,
    )


@router.get("/rules/fragment")
def rules_fragment(modules: Modules = None, edition: int = 2024) -> HTMLResponse:
    """Show the rules alone, for the drawer of a table."""
    text = chapters(_split(modules), edition)
    return HTMLResponse(
        render("rules/text.html", chapters=text, edition=edition, **examples(edition))
    )


def _split(modules: list[str] | None) -> list[str]:
    return [code for part in modules or [] for code in part.split(",") if code]


@router.get("/learn")
async def learn(request: Request) -> HTMLResponse:
    """Invite to the guided game, and to a lesson about each module."""
    return await page(request, "learn/learn.html", lessons=module_lessons())


@router.get("/language/{code}")
async def language(request: Request, code: str, next: str = "/") -> RedirectResponse:
    """Choose a language and go back to the page."""
    if code not in LANGUAGES:
        raise Missing(_("There is no such language."))
    is_ours = next.startswith("/") and not next.startswith(("//", "/\\"))
    answer = RedirectResponse(next if is_ours else "/", 303)
    answer.set_cookie("language", code, max_age=_A_YEAR, samesite="lax")
    return answer


@router.get("/favicon.ico")
async def favicon() -> RedirectResponse:
    """Send browsers that ask for it to the icon."""
    return RedirectResponse(static("icon.svg"))
