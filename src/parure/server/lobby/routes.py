"""API routes of the lobby, for pages and programs: create a table, sit down, leave, start, rematch."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, WebSocket
from pydantic import BaseModel, Field

from parure import EDITIONS, MODULES
from parure.i18n import gettext as _
from parure.server.errors import Conflict, Invalid
from parure.server.lobby.quick_match import CHOICES, QuickMatch
from parure.server.lobby.service import TheSeating
from parure.server.people.friends import TheFriends
from parure.server.play.live import accepted, both, until_gone
from parure.server.play.routes import Key, Player, SeatField
from parure.server.play.service import Accepted
from parure.server.play.sessions import TheSessions
from parure.server.security.rates import Rates
from parure.server.security.viewer import CREATION, TableId, TheIdentities, TheViewer, viewer_of
from parure.server.services import service
from parure.server.settings import Limits
from parure.server.tables.listing import Listed
from parure.server.tables.options import Name, SeatPlan, Strict, TableOptions
from parure.server.web.error_answers import ERRORS
from parure.server.web.vocabulary import bot_choices, rating_of
from parure.words.games import module_words

__all__ = ["api"]


api = APIRouter(prefix="/api", responses=ERRORS)


SeatNumber = Annotated[int, Path(ge=0, le=3)]


class Token(BaseModel):
    """The token that a program sends as `Authorization: Bearer …`."""

    token: str


class BotChoice(BaseModel):
    """A bot that can be played against."""

    name: str
    about: str
    rating: int | None
    """Its measured strength, on a scale where `guild` has 1600; null if it was not measured."""


class ModuleChoice(BaseModel):
    """A module of the game."""

    name: str
    title: str


class Choices(BaseModel):
    """The options for a new table."""

    ready: bool
    """Whether the rules are compiled; until then requests wait."""
    editions: list[int]
    modules: list[ModuleChoice]
    bots: list[BotChoice]
    paces: list[str]


class NewTable(TableOptions):
    """The options of a new table, and an idempotency key for the request."""

    key: Key | None = None
    programs: list[Name | None] = Field(
        default_factory=list,
        max_length=4,
        description="For each seat the id of a program that is asked to play there, or null. The other open"
        " seats are for whoever comes.",
        examples=[[None, "35krx3ldqjw6mz75"]],
    )


class Sitting(Strict):
    """A request for a seat."""

    name: Name | None = None
    """Your name; a program has its own."""
    seat: SeatField | None = None
    """The seat; by default the first open one."""


class Starting(Strict):
    """The bot for the open seats."""

    bot: Name | None = None


class Tables(BaseModel):
    """The public tables and your own."""

    tables: list[Listed]
    mine: list[Listed]


@api.post("/players")
async def new_person(identities: TheIdentities) -> Token:
    """Get a token, which identifies you and your seats. Browsers have theirs in a cookie."""
    return Token(token=identities.token(identities.new()))


@api.get("/options")
async def options(sessions: TheSessions) -> Choices:
    """List the options for a new table."""
    return Choices(
        ready=sessions.ready.is_set(),
        editions=list(EDITIONS),
        modules=[ModuleChoice(name=name, title=module_words(name).name) for name in MODULES],
        bots=[
            BotChoice(name=bot.name, about=bot.about, rating=rating_of(bot.name))
            for bot in bot_choices()
        ],
        paces=["instant", "calm"],
    )


@api.post("/tables", status_code=201, dependencies=[CREATION])
async def create(
    sessions: TheSessions,
    seating: TheSeating,
    identities: TheIdentities,
    viewer: TheViewer,
    table: NewTable,
) -> Accepted:
    """Create a table. Seats with a name are yours, seats with a bot belong to it, the others are open."""
    options = TableOptions(**{name: getattr(table, name) for name in TableOptions.model_fields})
    if (program := identities.programs.get(viewer.person)) is not None:
        seats = [
            plan if plan.name is None else plan.model_copy(update={"name": program.name})
            for plan in table.seats
        ]
        options = options.model_copy(update={"seats": seats})
    reserved: list[str | None] = [None] * len(table.seats)
    if table.programs and len(table.programs) != len(table.seats):
        sentence = _("Give a program or null for each seat, in order: {n} in all.")
        raise Invalid(sentence.format(n=len(table.seats)))
    for seat, id in enumerate(table.programs):
        if id is not None:
            if table.seats[seat].name is not None or table.seats[seat].bot is not None:
                sentence = _("Seat {n} is taken: invite the program to an open one.")
                raise Invalid(sentence.format(n=seat))
            asked = identities.programs.find(id)
            if not sessions.streams.is_open(asked.id):
                raise Conflict(_("{name} isn’t here at the moment.").format(name=asked.name))
            reserved[seat] = asked.id
    # Tables that the server makes by itself have keys of their own, which no request can name.
    key = None if table.key is None else f"request {table.key}"
    return await seating.create(viewer.person, options, key, reserved, address=viewer.address)


@api.post("/daily", status_code=201, dependencies=[CREATION])
async def daily(seating: TheSeating, viewer: TheViewer, player: Player) -> Accepted:
    """Start or continue the deal of the day: the same for everybody, with one table for each person."""
    return await seating.play_daily(viewer.person, player.name, viewer.address)


@api.get("/tables")
async def tables(sessions: TheSessions, viewer: TheViewer) -> Tables:
    """List the public tables that wait or run, and your own games."""
    return Tables(
        tables=sessions.lists.public(viewer.person, sessions),
        mine=sessions.lists.of_person(viewer.person),
    )


@api.post("/tables/{id}/seats")
async def sit(
    seating: TheSeating, identities: TheIdentities, viewer: TheViewer, id: TableId, sitting: Sitting
) -> Accepted:
    """Take a seat, by default the first open one. The last player to sit down starts the game."""
    program = identities.programs.get(viewer.person)
    name = (sitting.name or "") if program is None else program.name
    return await seating.sit(id, viewer.person, name, sitting.seat)


@api.post("/tables/{id}/decline")
async def decline(seating: TheSeating, viewer: TheViewer, id: TableId) -> Accepted:
    """Decline the seat that a table keeps for you."""
    return await seating.decline(id, viewer.person)


@api.delete("/tables/{id}/seats/{seat}")
async def leave(seating: TheSeating, viewer: TheViewer, id: TableId, seat: SeatNumber) -> Accepted:
    """Leave a seat; in a running game a bot plays until you sit down again.

    In a rated game or a tournament you have lost then.
    """
    return await seating.leave(id, viewer.person, seat)


@api.post("/tables/{id}/seats/{seat}/bot")
async def replace(
    seating: TheSeating, viewer: TheViewer, id: TableId, seat: SeatNumber, bot: Starting
) -> Accepted:
    """Let a bot play for you, or for someone who has been away for long; before the game, in a free seat.

    In a rated game or a tournament you have lost then, and nobody does it for others.
    """
    return await seating.replace(id, viewer.person, seat, bot.bot)


@api.post("/tables/{id}/start")
async def start(seating: TheSeating, viewer: TheViewer, id: TableId, bot: Starting) -> Accepted:
    """Begin with bots in the open seats; for whoever made the table, or for all if they have left."""
    return await seating.start(id, viewer.person, bot.bot)


class Challenge(Strict):
    """Your name at the table of a challenge."""

    name: Name


@api.post(
    "/people/{id}/challenge", status_code=201, include_in_schema=False, dependencies=[CREATION]
)
async def challenge(
    seating: TheSeating,
    friends: TheFriends,
    viewer: TheViewer,
    id: Annotated[str, Path(max_length=40)],
    challenge: Challenge,
) -> Accepted:
    """Make a table with a seat kept for somebody, under the rules of your last game with them."""
    person = await friends.invited(viewer.person, id)
    last = await friends.last_game_of(viewer.person, person)
    options = TableOptions(seats=[SeatPlan(name=challenge.name), SeatPlan()])
    if last is not None:
        rules = {"modules": list(last.modules), "edition": last.edition}
        options = options.model_copy(update=rules)
    return await seating.create(
        viewer.person, options, reserved=[None, person], address=viewer.address
    )


@api.post("/tables/{id}/rematch", dependencies=[CREATION])
async def rematch(seating: TheSeating, viewer: TheViewer, id: TableId) -> Accepted:
    """Make another table for the same people, or get the one that somebody made."""
    return await seating.rematch(id, viewer.person, viewer.address)


@api.websocket("/quick")
@accepted
async def quick(
    socket: WebSocket, name: str, accepts: Annotated[list[str], Query(max_length=len(CHOICES))]
) -> None:
    """Wait for somebody to play while the socket is open, and send the table where both then sit.

    Each `accepts` is a combination of modules that you would play, such as `cities`; an empty one is the base
    game.
    """
    viewer, quick_match = viewer_of(socket), service(socket, QuickMatch)
    choices = {",".join(modules): modules for modules in CHOICES}

    async def send(found: "asyncio.Future[str]") -> None:
        await socket.send_json({"table": await asyncio.shield(found)})
        await socket.close()

    rate = service(socket, Limits).wishes
    service(socket, Rates).check_both("quick", viewer.person, viewer.address, rate)
    if not accepts or not set(accepts) <= set(choices):
        raise Invalid(_("Choose at least one of the games on offer."))
    chosen = tuple(choices[one] for one in accepts)
    with quick_match.looking(viewer.person, name, chosen) as found:
        await both(send(found), until_gone(socket))
