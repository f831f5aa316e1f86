"""The page of a result, and what it gains from the review of the game."""

import asyncio
from dataclasses import asdict
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse

from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.server.people.profiles import changes_of
from parure.server.people.service import People
from parure.server.people.statistics import Statistics
from parure.server.play.sessions import Sessions
from parure.server.replays.course import course
from parure.server.replays.service import TheReplays, unhurried
from parure.server.results.course_chart import NARROW, WIDE, course_chart
from parure.server.results.decisive import judged_of
from parure.server.results.next_step import next_steps
from parure.server.results.standings import outcome, portrait_of, reason, standings
from parure.server.reviews.pages import names_of
from parure.server.reviews.service import Reviews, TheReviews
from parure.server.security.viewer import viewer_of
from parure.server.services import service
from parure.server.tables.days import day_of, days_up_to
from parure.server.tables.document import document_of
from parure.server.tables.names import public_id
from parure.server.tables.table import Table
from parure.server.tables.view import TableView
from parure.server.web.rendering import page
from parure.words.games import ended_words, variant_words

__all__ = ["OwnGames", "pages", "result_page", "result_values"]

pages = APIRouter(prefix="/tables/{table}/judged", include_in_schema=False)


@pages.get("")
async def judged(
    request: Request, replays: TheReplays, reviews: TheReviews, table: str
) -> JSONResponse:
    """Return what the page gains from the review; the first request starts it."""
    finished = await replays.finished(table)
    found, own = reviews.of(finished), finished.seats_of(viewer_of(request).person)
    judged = await asyncio.to_thread(judged_of, found, names_of(finished), own, finished.winners)
    return JSONResponse(asdict(judged))


async def result_page(request: Request, table: Table, view: TableView) -> HTMLResponse:
    """Show the result of a finished game."""
    lists = service(request, Sessions).lists
    own = await _own_games(service(request, Statistics), viewer_of(request).person, table.id)
    is_judged = bool(view.you["seats"] and table.winners and service(request, Reviews).bot)
    values = await asyncio.to_thread(result_values, table, view)
    return await page(
        request,
        "results/result.html",
        **values,
        is_judged=is_judged,
        own_games=own,
        steps=next_steps(table, viewer_of(request).person, lists),
        changed=changes_of(service(request, People), table.id),
    )


class OwnGames(NamedTuple):
    """How many games somebody has played and won, and on how many days in a row."""

    played: int
    won: int
    days: int


async def _own_games(statistics: Statistics, person: str, table: str) -> OwnGames | None:
    """Return the games of a person so far; None if this one is not among them."""
    found = await statistics.of(public_id(person))
    if not any(one.table == table for one in found):
        return None
    days = [day_of(one.ended) for one in found]
    return OwnGames(len(found), sum(one.won for one in found), days_up_to(max(days), days))


def result_values(table: Table, view: TableView) -> dict[str, Any]:
    """Return what the template shows of a finished table and its viewer's view."""
    game, names, winners = table.playing, names_of(table), table.winners
    points, is_you = course(game), list(winners) == view.you["seats"]
    found = standings(game, names, winners)
    rounds = -(-game.turns // len(names))
    own = view.you["seats"][0] if len(view.you["seats"]) == 1 else found[0].seat
    score = " : ".join(str(one.prestige) for one in found)
    words = ngettext("{score} in {n} round.", "{score} in {n} rounds.", rounds)
    return {
        "table": table.id,
        "outcome": outcome(game, names, winners, is_you=is_you)
        if winners
        else _("The game ended early"),
        "score": words.format(score=score, n=rounds),
        "reason": ended_words(table.ended, [names[seat] for seat in table.resigned])
        if table.ended
        else reason(game, points, names, is_you=is_you),
        "winner": winners[0] if winners else None,
        "names": names,
        "is_mine": own in view.you["seats"],
        "won": bool(set(winners) & set(view.you["seats"])),
        "portrait": portrait_of(game, winners[0]) if winners else None,
        "standings": sorted(found, key=lambda one: one.seat != own),
        "scores": found,
        "wide": course_chart(points, winners, WIDE),
        "narrow": course_chart(points, winners, NARROW),
        "rules": variant_words(game.rules.modules, game.rules.edition),
        "practice": table.practice,
        "document": document_of(unhurried(view), still=True),
    }
