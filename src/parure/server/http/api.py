"""The API for programs, which the pages use too: make a table, sit down, look, move, watch."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field
from pydantic_core import to_json

from parure import EDITIONS, MODULES
from parure.i18n import gettext as _
from parure.render.palette import Theme
from parure.server.errors import Conflict, Invalid, UpgradeNeeded, error_body
from parure.server.house.hints import Hint
from parure.server.house.house import Accepted
from parure.server.house.memory import Memory
from parure.server.http.asking import (
    TableId,
    TheHouse,
    TheIdentities,
    TheRates,
    TheViewer,
    house_of,
    viewer_of,
)
from parure.server.http.live import seen
from parure.server.http.quick import QuickRoute
from parure.server.http.replays import Replay, written
from parure.server.tables.listing import Listed
from parure.server.tables.options import Name, Strict, TableOptions
from parure.server.views.bots import bot_choices, rating_of
from parure.server.views.picture import picture_of
from parure.server.views.table.advice import advice_data
from parure.server.views.table.document import Document, document_of
from parure.words.modules import module_words

__all__ = ["ERRORS", "Asking", "quick", "router"]


class Problem(BaseModel):
    """What is wrong with a request."""

    code: str
    """For programs, such as `illegal` or `stale`."""
    sentence: str
    """For people, in their language."""
    version: int | None = None
    """The version of the table, where the request was made on another."""


class Error(BaseModel):
    """A request that had no effect."""

    error: Problem


ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Error, "description": "Refused, with a sentence"},
    503: {"model": Error, "description": "Nothing could be kept"},
}
router = APIRouter(prefix="/api", responses=ERRORS)
quick = APIRouter(prefix="/api", responses=ERRORS, route_class=QuickRoute)
"""For what is asked most often: moves. They take who asks from the request itself and write their answers."""


def _text(kind: str) -> dict[int | str, dict[str, Any]]:
    """Describe an answer that is not JSON."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


def _written(answer: "Moves | Accepted") -> Response:
    return Response(to_json(answer), media_type="application/json")


_SOCKET: dict[int | str, dict[str, Any]] = {
    101: {
        "description": "First a message with the whole document, then one with each patch of it (RFC 6902)",
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "document": {"$ref": "#/components/schemas/Document"},
                        "patch": {"type": "array", "items": {"type": "object"}},
                        "error": {"$ref": "#/components/schemas/Problem"},
                    },
                }
            }
        },
    }
}


SeatNumber = Annotated[int, Path(ge=0, le=3)]
SeatQuery = Annotated[
    int | None, Query(ge=0, le=3, description="One of your own seats, where you have several.")
]
ChoicesQuery = Annotated[
    bool,
    Query(
        description="With what each thing on the table offers, what it costs and what is lacking."
    ),
]
LessonName = Annotated[str, Path(max_length=40)]
Key = Annotated[str, Field(min_length=1, max_length=100)]
Version = Annotated[int, Field(ge=0)]
SeatField = Annotated[int, Field(ge=0, le=3)]


class Token(BaseModel):
    """What a program shows as `Authorization: Bearer …`."""

    token: str


class BotChoice(BaseModel):
    """A bot that can be played against."""

    name: str
    about: str
    rating: int | None
    """Its strength as it was measured, on a scale where `guild` has 1600; none where it was not."""


class ModuleChoice(BaseModel):
    """A module of the game."""

    name: str
    title: str


class Choices(BaseModel):
    """What a table can be made with."""

    ready: bool
    """Whether the rules are compiled; until then requests wait."""
    editions: list[int]
    modules: list[ModuleChoice]
    bots: list[BotChoice]
    paces: list[str]


class NewTable(TableOptions):
    """What a table is made with, and a key that makes the request safe to repeat."""

    key: Key | None = None
    programs: list[Name | None] = Field(
        default_factory=list,
        max_length=4,
        description="For each seat the id of a program that is asked to play there, or null. The other open"
        " seats are for whoever comes.",
        examples=[[None, "35krx3ldqjw6mz75"]],
    )


class Sitting(Strict):
    """Who sits down, and where."""

    name: Name | None = None
    """A program has its own."""
    seat: SeatField | None = None
    """Which one; any open one without it."""


class Starting(Strict):
    """The bot for the seats that are open."""

    bot: Name | None = None


class NewMove(Strict):
    """A move, on the version it was chosen on."""

    move: Annotated[str, Field(min_length=1, max_length=300)]
    """As the legal moves are written; several with commas between them, until a card is revealed."""
    version: Version
    """The version of the table that you saw."""
    key: Key | None = None
    """The same key makes the same request: it has one effect, however often it comes."""
    seat: SeatField | None = None


class Undoing(Strict):
    """Taking one's last move back, on the version that was seen."""

    version: Version
    """The version of the table that you saw."""
    key: Key | None = None
    seat: SeatField | None = None


class Asking(Strict):
    """Which of one's seats is meant."""

    seat: SeatField | None = None


class Tables(BaseModel):
    """The public tables, and one's own."""

    tables: list[Listed]
    mine: list[Listed]


class Playing(Strict):
    """Who plays."""

    name: Name


class Moves(BaseModel):
    """The legal moves of a seat."""

    version: int
    seat: int | None
    decision: str | None
    moves: list[str]


@quick.get("/tables/{id}/moves", response_model=Moves)
async def moves(request: Request, id: TableId, seat: SeatQuery = None) -> Response:
    """List your legal moves; none when it is not your turn."""
    sight = await house_of(request).sight(id, viewer_of(request).person, seat)
    listed = Moves(
        version=sight.version, seat=sight.seat, decision=sight.decision, moves=list(sight.moves)
    )
    return _written(listed)


@quick.post("/tables/{id}/moves", response_model=Accepted)
async def move(request: Request, id: TableId, move: NewMove) -> Response:
    """Make a move. The answer comes when it is on disk."""
    playing, person = house_of(request).playing, viewer_of(request).person
    made = await playing.move(id, person, move.move, move.version, move.key, move.seat)
    return _written(made)


@router.post("/players")
async def new_person(identities: TheIdentities) -> Token:
    """Get a token: it holds your seats. Browsers have theirs in a cookie."""
    return Token(token=identities.token(identities.new()))


@router.get("/options")
async def options(house: TheHouse) -> Choices:
    """See what a table can be made with."""
    return Choices(
        ready=house.ready.is_set(),
        editions=list(EDITIONS),
        modules=[ModuleChoice(name=name, title=module_words(name).name) for name in MODULES],
        bots=[
            BotChoice(name=bot.name, about=bot.about, rating=rating_of(bot.name))
            for bot in bot_choices()
        ],
        paces=["instant", "quick", "calm"],
    )


@router.post("/tables", status_code=201)
async def create(
    house: TheHouse,
    identities: TheIdentities,
    viewer: TheViewer,
    rates: TheRates,
    table: NewTable,
) -> Accepted:
    """Make a table. Seats with a name are yours, seats with a bot are its, the others are open."""
    rates.check("creation", viewer.address, house.settings.limits.creations)
    options = TableOptions(**{name: getattr(table, name) for name in TableOptions.model_fields})
    if (program := identities.programs.get(viewer.person)) is not None:
        seats = [
            plan if plan.name is None else plan.model_copy(update={"name": program.name})
            for plan in table.seats
        ]
        options = options.model_copy(update={"seats": seats})
    reserved: list[str | None] = [None] * len(table.seats)
    if table.programs and len(table.programs) != len(table.seats):
        sentence = _("Name a program or null for each seat, in their order: {n} in all.")
        raise Invalid(sentence.format(n=len(table.seats)))
    for seat, id in enumerate(table.programs):
        if id is not None:
            if table.seats[seat].name is not None or table.seats[seat].bot is not None:
                sentence = _("Seat {n} is taken: a program is asked to an open one.")
                raise Invalid(sentence.format(n=seat))
            asked = identities.programs.find(id)
            if not house.rooms.streams.is_open(asked.id):
                raise Conflict(_("{name} is not here at the moment.").format(name=asked.name))
            reserved[seat] = asked.id
    return await house.create(viewer.person, options, table.key, reserved, address=viewer.address)


@router.post("/daily", status_code=201)
async def daily(house: TheHouse, viewer: TheViewer, rates: TheRates, playing: Playing) -> Accepted:
    """Play the deal of the day, or go on with it: the same for everybody, and one table for each."""
    rates.check("creation", viewer.address, house.settings.limits.creations)
    return await house.play_daily(viewer.person, playing.name, viewer.address)


@router.post("/lessons/{lesson}", status_code=201)
async def lesson(
    house: TheHouse, viewer: TheViewer, rates: TheRates, lesson: LessonName, playing: Playing
) -> Accepted:
    """Begin a lesson: `first`, one of the modules, or `orient17`. What it suggests is in `guide`."""
    rates.check("creation", viewer.address, house.settings.limits.creations)
    return await house.continuing.lesson(viewer.person, playing.name, lesson, viewer.address)


@router.get("/tables")
async def tables(house: TheHouse, viewer: TheViewer) -> Tables:
    """List the public tables that wait or run, and your own games."""
    return Tables(tables=house.tables(viewer.person), mine=house.games(viewer.person))


@router.get("/tables/{id}", response_model=Document)
async def table(
    house: TheHouse,
    viewer: TheViewer,
    id: TableId,
    seat: SeatQuery = None,
    choices: ChoicesQuery = True,
) -> Response:
    """See a table as you may see it."""
    async with house.rooms.use(id) as room:
        room.saw(viewer.person)
        return JSONResponse(seen(house, room, viewer, seat, choices=choices))


@router.get("/tables/{id}/watch", status_code=101, responses=_SOCKET)
async def watch(id: TableId, seat: SeatQuery = None, choices: ChoicesQuery = True) -> Response:
    """Watch a table over a WebSocket: the document comes at once, then a patch whenever it changes.

    A refusal comes as a message too, and closes the socket with 4000 and its status, as 4404.
    """
    refusal = UpgradeNeeded(_("A table is watched over a WebSocket."))
    return JSONResponse(error_body(refusal), refusal.status, headers={"Upgrade": "websocket"})


@router.post("/tables/{id}/seats")
async def sit(
    house: TheHouse, identities: TheIdentities, viewer: TheViewer, id: TableId, sitting: Sitting
) -> Accepted:
    """Take a seat; without a number, the first that is open. The last one starts the game."""
    program = identities.programs.get(viewer.person)
    name = (sitting.name or "") if program is None else program.name
    return await house.sit(id, viewer.person, name, sitting.seat)


@router.post("/tables/{id}/decline")
async def decline(house: TheHouse, viewer: TheViewer, id: TableId) -> Accepted:
    """Say that you do not come to a table at which a seat is kept for you."""
    return await house.decline(id, viewer.person)


@router.delete("/tables/{id}/seats/{seat}")
async def leave(house: TheHouse, viewer: TheViewer, id: TableId, seat: SeatNumber) -> Accepted:
    """Give a seat back; in a running game a bot plays on, until you sit down again.

    In a rated game or a tournament you have lost then.
    """
    return await house.leave(id, viewer.person, seat)


@router.post("/tables/{id}/seats/{seat}/bot")
async def replace(
    house: TheHouse, viewer: TheViewer, id: TableId, seat: SeatNumber, bot: Starting
) -> Accepted:
    """Let a bot play for you, or for someone who has been away for long; before the game, in a free seat.

    In a rated game or a tournament you have lost then, and nobody does it for others.
    """
    return await house.replace(id, viewer.person, seat, bot.bot)


@router.post("/tables/{id}/start")
async def start(house: TheHouse, viewer: TheViewer, id: TableId, bot: Starting) -> Accepted:
    """Begin with bots in the open seats; for whoever made the table, or for all if they have left."""
    return await house.start(id, viewer.person, bot.bot)


@router.post("/tables/{id}/undo")
async def undo(house: TheHouse, viewer: TheViewer, id: TableId, undoing: Undoing) -> Accepted:
    """Take your last move back, as long as nobody has acted or learnt a card since.

    Against bots alone you come back to your own last decision at any time; where you have seen a card since,
    the game is practice from then on. In a serious game it is as among people.
    """
    return await house.playing.undo(id, viewer.person, undoing.version, undoing.key, undoing.seat)


@router.post("/tables/{id}/hint")
async def hint(
    house: TheHouse, viewer: TheViewer, rates: TheRates, id: TableId, asking: Asking
) -> Hint:
    """Ask the strongest bot what it would do in your place; with your next move the game is practice."""
    rates.check("hint", viewer.person, house.settings.limits.hints)
    hint, _sight = await house.hint(id, viewer.person, asking.seat)
    return hint


@router.post("/tables/{id}/advice", include_in_schema=False)
async def advice(
    house: TheHouse,
    viewer: TheViewer,
    rates: TheRates,
    id: TableId,
    asking: Asking,
) -> JSONResponse:
    """Answer a page that asks for a hint: the move, why, and how it compares with others."""
    rates.check("hint", viewer.person, house.settings.limits.hints)
    hint, sight = await house.hint(id, viewer.person, asking.seat)
    return JSONResponse(advice_data(sight, hint))


@router.post("/tables/{id}/rematch")
async def rematch(house: TheHouse, viewer: TheViewer, id: TableId) -> Accepted:
    """Make another table for the same people, or get the one that somebody made."""
    return await house.rematch(id, viewer.person, viewer.address)


@router.get("/tables/{id}/record", response_class=Response, responses=_text("text/plain"))
async def record(house: TheHouse, id: TableId) -> Response:
    """Download the record of a game that is over."""
    text = await house.record(id)
    disposition = f'attachment; filename="{id}.parure"'
    return PlainTextResponse(text, headers={"Content-Disposition": disposition})


@router.get("/tables/{id}/picture.svg", response_class=Response, responses=_text("image/svg+xml"))
async def picture(house: TheHouse, id: TableId, theme: Theme = "day") -> Response:
    """Draw the table as a spectator sees it; with all hands open when the game is over."""
    sight = await house.sight(id, None)
    svg = await asyncio.to_thread(picture_of, sight, theme)
    # A picture may style itself; opened by its own address it can load and run nothing.
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return Response(svg, media_type="image/svg+xml", headers={"Content-Security-Policy": policy})


@router.get("/tables/{id}/replay", response_model=Replay)
async def replay(request: Request, house: TheHouse, viewer: TheViewer, id: TableId) -> Response:
    """See all of a game that is over at once: the table before the first move, and a patch for each move."""
    table = await house.finished(id)
    eyes = table.eyes(viewer.person)
    replays: Memory[bytes] = request.app.state.replays
    found = await replays.get(
        # Whoever is forgotten leaves the version as it was.
        (id, table.version, table.maker, table.seats, eyes),
        lambda: asyncio.to_thread(written, table, eyes),
    )
    return Response(found, media_type="application/json")


@router.get("/tables/{id}/replay/{move}", response_model=Document)
async def replay_move(
    house: TheHouse, viewer: TheViewer, id: TableId, move: Annotated[int, Path(ge=0, le=10_000)]
) -> Response:
    """See a game that is over as it was after so many moves, with all hands open."""
    sight = await house.replay(id, viewer.person, move)
    return await asyncio.to_thread(lambda: JSONResponse(document_of(sight, choices=False)))
