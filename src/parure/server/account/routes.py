"""Your devices, which share your seats, and your data: to download, and to delete."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import Field

from parure.i18n import gettext as _
from parure.server.account.service import forget
from parure.server.errors import Forbidden
from parure.server.notifications.service import TheNotifications
from parure.server.notifications.subscriptions import Wishes
from parure.server.people.contacts import Contact, TheContacts
from parure.server.people.service import Player, Pool, ThePeople
from parure.server.people.statistics import TheStatistics
from parure.server.play.sessions import TheSessions
from parure.server.puzzles.service import ThePuzzles
from parure.server.security.devices import TheLinks, device_name
from parure.server.security.identity import Identity
from parure.server.security.network_access import invitation
from parure.server.security.viewer import TheIdentities, TheViewer, limited
from parure.server.settings import Limits
from parure.server.tables.listing import Listed
from parure.server.tables.names import is_program, public_id
from parure.server.tables.options import Strict
from parure.server.tables.results import PersonalResult
from parure.server.tournaments.service import TheTournaments
from parure.server.web.error_answers import ERRORS
from parure.server.web.rendering import page
from parure.words.games import listed

__all__ = ["api", "pages"]

api = APIRouter(prefix="/api", responses=ERRORS)
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def _rate(_limits: Limits) -> tuple[float, float]:
    """Return the rate of each of these: per second and at once."""
    return 0.2, 10.0


_LINK = [limited("link", _rate), limited("link", lambda limits: limits.creations, by_address=True)]


@pages.get("/devices")
async def devices(
    request: Request,
    viewer: TheViewer,
    identities: TheIdentities,
    links: TheLinks,
    notifications: TheNotifications,
) -> HTMLResponse:
    """Show your devices, and how to use your seats on another one."""
    code = links.of(viewer.person)
    url = request.url.replace(path=f"/device/{code}", query="")
    return await page(
        request,
        "account/devices.html",
        devices=identities.devices.of(viewer.person),
        programs=identities.programs.of(viewer.person),
        own=viewer.device,
        code=code,
        invitation=invitation(request, url),
        wishes=notifications.subscriptions.of(viewer.person),
        sends_mails=notifications.mailer is not None,
    )


@pages.get("/device/{code}")
async def device(
    request: Request, viewer: TheViewer, sessions: TheSessions, links: TheLinks, code: str
) -> HTMLResponse:
    """Ask whether this browser should take over the seats that a link shares."""
    theirs = sessions.lists.of_person(links.person(code))
    names = dict.fromkeys(game.names[seat] for game in theirs for seat in game.mine)
    return await page(
        request,
        "account/device.html",
        code=code,
        names=listed([name for name in names if name][:3]),
        has_games=any(game.status != "over" for game in sessions.lists.of_person(viewer.person)),
    )


class LinkUse(Strict):
    """The code of a link that shares somebody's seats."""

    code: Annotated[str, Field(max_length=40)]


class DeviceEnd(Strict):
    """One of your devices."""

    device: Annotated[str, Field(max_length=40)]


@api.post("/devices/link", include_in_schema=False, dependencies=_LINK)
async def make_link(
    request: Request, identities: TheIdentities, links: TheLinks, viewer: TheViewer
) -> dict[str, str]:
    """Make a link that shares your seats with another device; it works once, for some minutes."""
    if is_program(viewer.person):
        raise Forbidden(_("Only people can share seats."))
    name = device_name(request.headers.get("user-agent", ""))
    await identities.devices.note(viewer.person, viewer.device, name)
    return {"code": await links.make(viewer.person)}


@api.post(
    "/devices", include_in_schema=False, dependencies=[limited("link use", _rate, by_address=True)]
)
async def use_link(
    request: Request, identities: TheIdentities, links: TheLinks, viewer: TheViewer, use: LinkUse
) -> Response:
    """Take over the seats that a link shares, in place of your own."""
    person = links.person(use.code)
    is_own = person == viewer.person
    if not is_own:
        identities.devices.check_room(person)
    # Before adding anything, so that only one of several simultaneous requests succeeds.
    await links.use(use.code)
    answer = JSONResponse({})
    if not is_own:
        name = device_name(request.headers.get("user-agent", ""))
        shared = Identity(person, await identities.devices.add(person, name))
        is_secure = request.url.scheme == "https"
        cookie = identities.cookie_for(shared, is_secure=is_secure)
        answer.headers.append("Set-Cookie", cookie)
    return answer


@api.post("/devices/end", include_in_schema=False, dependencies=[limited("device end", _rate)])
async def end_device(
    identities: TheIdentities, sessions: TheSessions, viewer: TheViewer, end: DeviceEnd
) -> dict[str, bool]:
    """Sign out one of your devices immediately."""
    await identities.devices.end(viewer.person, end.device)
    sessions.tell_all()
    return {"own": end.device == viewer.device}


# A person's data


@dataclass(frozen=True)
class RatedGame:
    """One of your rated games."""

    table: str
    finished: float
    """In seconds since 1970."""
    pool: Pool
    won: bool
    rating: float
    """Your rating after the game."""
    error: float


@dataclass(frozen=True)
class AnsweredPuzzle:
    """Your first answer to a puzzle."""

    number: int
    right: bool
    at: float
    """In seconds since 1970."""


@dataclass(frozen=True)
class OwnTournament:
    """A tournament that you created or play in."""

    id: str
    name: str
    mine: bool
    """Whether you created it."""
    player: str | None
    """The name under which you play."""


@dataclass(frozen=True)
class Own:
    """Your data. The record of a finished table is at `/api/tables/{id}/record`."""

    id: str
    """Your public id."""
    tables: list[Listed]
    rated: list[RatedGame]
    games: list[PersonalResult]
    """Your finished games."""
    contact: Contact
    """Whom you follow and block, by public id, and whether others see your practice games."""
    puzzles: list[AnsweredPuzzle]
    tournaments: list[OwnTournament]
    notifications: Wishes
    """Where and when you are notified of your turns."""


@api.get("/people/me")
async def own_data(
    sessions: TheSessions,
    people: ThePeople,
    statistics: TheStatistics,
    contacts: TheContacts,
    puzzles: ThePuzzles,
    tournaments: TheTournaments,
    notifications: TheNotifications,
    viewer: TheViewer,
    answer: Response,
) -> Own:
    """Download your data: tables, finished games, answers to puzzles, tournaments, and notifications."""
    await people.ready.wait()
    await puzzles.ready.wait()
    player = Player("person", viewer.person)
    answer.headers["Content-Disposition"] = 'attachment; filename="parure.json"'
    return Own(
        public_id(viewer.person),
        sessions.lists.all_of_person(viewer.person),
        [
            RatedGame(
                game.listing.table,
                game.listing.finished,
                game.pool,
                game.has_won(player),
                game.rating_of(player).points,
                game.rating_of(player).error,
            )
            for game in people.games(player)
        ],
        await statistics.of(public_id(viewer.person)),
        contacts.of(public_id(viewer.person)),
        [AnsweredPuzzle(*given) for given in puzzles.of(viewer.person).answers.values()],
        [
            OwnTournament(
                one.id,
                one.plan.name,
                one.organiser == viewer.person,
                None
                if (number := one.number_of(viewer.person)) is None
                else one.players[number].name,
            )
            for one in tournaments.of_person(viewer.person)
        ],
        notifications.subscriptions.of(viewer.person),
    )


@api.delete("/people/me", status_code=204, dependencies=[limited("forget", _rate)])
async def forget_me(
    sessions: TheSessions,
    people: ThePeople,
    puzzles: ThePuzzles,
    tournaments: TheTournaments,
    notifications: TheNotifications,
    identities: TheIdentities,
    links: TheLinks,
    viewer: TheViewer,
    request: Request,
) -> Response:
    """Delete your data and your programs; your games stay without you. Refused while a game is running."""
    programs = [program.id for program in identities.programs.of(viewer.person)]
    everybody = (*programs, viewer.person)
    await forget(sessions, people, puzzles, tournaments, *everybody)
    await notifications.subscriptions.forget(viewer.person)
    await identities.programs.forget(viewer.person)
    await identities.devices.forget(viewer.person)
    await links.forget(viewer.person)
    answer = Response(status_code=204)
    new = Identity(identities.new())
    is_secure = request.url.scheme == "https"
    answer.headers.append("Set-Cookie", identities.cookie_for(new, is_secure=is_secure))
    return answer
