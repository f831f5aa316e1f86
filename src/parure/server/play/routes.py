"""JSON routes of a table: watch it, move, get hints, leave a game, and preview choices."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from parure.i18n import gettext as _
from parure.server.errors import UpgradeNeeded, error_body
from parure.server.play.hints import TheHints
from parure.server.play.live import seen
from parure.server.play.preview import preview_data, warning_data
from parure.server.play.service import Accepted, Phrase, ThePlaying
from parure.server.play.sessions import TheSessions
from parure.server.security.viewer import HINT, WISH, TableId, TheViewer, limited
from parure.server.tables.advice import Hint, advice_data, reasons_for
from parure.server.tables.document import Document
from parure.server.tables.options import Name, Pace, Strict, Warned
from parure.server.tables.view import TableView
from parure.server.web.error_answers import ERRORS

__all__ = ["api", "pages"]


api = APIRouter(prefix="/api/tables/{id}", responses=ERRORS)


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


SeatQuery = Annotated[
    int | None, Query(ge=0, le=3, description="One of your own seats, where you have several.")
]


ChoicesQuery = Annotated[
    bool,
    Query(
        description="With what each thing on the table offers, what it costs and what is lacking."
    ),
]


Key = Annotated[str, Field(min_length=1, max_length=100)]


Version = Annotated[int, Field(ge=0)]


SeatField = Annotated[int, Field(ge=0, le=3)]


class Player(Strict):
    """The seat to act for."""

    name: Name


class NewMove(Strict):
    """A move, with the version of the table it was chosen on."""

    move: Annotated[str, Field(min_length=1, max_length=300)]
    """Written like the legal moves; separate several with commas, up to the first card revealed."""
    version: Version
    """The version of the table that you saw."""
    key: Key | None = None
    """An idempotency key: requests with the same key take effect once, however often they are sent."""
    seat: SeatField | None = None


class Undoing(Strict):
    """A request to take back your last move, with the version you saw."""

    version: Version
    """The version of the table that you saw."""
    key: Key | None = None
    seat: SeatField | None = None


class Asking(Strict):
    """Which of your seats is meant."""

    seat: SeatField | None = None


class Moves(BaseModel):
    """The legal moves of a seat."""

    version: int
    seat: int | None
    decision: str | None
    moves: list[str]


class Ending(Strict):
    """Whether you agree to end the game."""

    agree: bool
    """False withdraws all offers."""


class Pacing(Strict):
    """How quickly the bots move."""

    pace: Pace


class Coaching(Strict):
    """Whether you want warnings before costly moves."""

    warned: Warned
    """The loss from which you are warned, in percent of your winning chance; 0 means never."""


class Saying(Strict):
    """One of the fixed phrases, by its keyword."""

    phrase: Phrase


@api.get("/moves")
async def moves(
    sessions: TheSessions, viewer: TheViewer, id: TableId, seat: SeatQuery = None
) -> Moves:
    """List your legal moves; none when it is not your turn."""
    view = await sessions.look(id, viewer.person, seat)
    return Moves(version=view.version, seat=view.seat, decision=view.decision, moves=view.moves)


@api.post("/moves")
async def move(playing: ThePlaying, viewer: TheViewer, id: TableId, move: NewMove) -> Accepted:
    """Make a move. The response arrives once the move is on disk."""
    return await playing.move(id, viewer.person, move.move, move.version, move.key, move.seat)


@api.get("", response_model=Document)
async def table(
    sessions: TheSessions,
    viewer: TheViewer,
    id: TableId,
    seat: SeatQuery = None,
    choices: ChoicesQuery = True,
) -> Response:
    """See a table as you may see it."""
    async with sessions.use(id) as session:
        session.saw(viewer.person)
        return JSONResponse(seen(sessions, session, viewer, seat, choices=choices))


@api.get("/watch", status_code=101, responses=_SOCKET)
async def watch(id: TableId, seat: SeatQuery = None, choices: ChoicesQuery = True) -> Response:
    """Watch a table over a WebSocket: it sends the document at once, then a patch for each change.

    A refusal is also sent as a message, and closes the socket with 4000 plus its status, such as 4404.
    """
    refusal = UpgradeNeeded(_("Use a WebSocket to watch a table."))
    return JSONResponse(error_body(refusal), refusal.status, headers={"Upgrade": "websocket"})


@api.post("/undo")
async def undo(playing: ThePlaying, viewer: TheViewer, id: TableId, undoing: Undoing) -> Accepted:
    """Take your last move back, as long as nobody has acted or learnt a card since.

    Against bots alone you can return to your own last decision at any time; if you have seen a card since,
    the game is practice from then on. A serious game follows the same rule as a game among people.
    """
    return await playing.undo(id, viewer.person, undoing.version, undoing.key, undoing.seat)


@api.post("/hint", dependencies=[HINT])
async def hint(hints: TheHints, viewer: TheViewer, id: TableId, asking: Asking) -> Hint:
    """Ask the strongest bot what it would do in your place; your next move makes the game practice."""
    hint, _view = await hints.hint(id, viewer.person, asking.seat)
    return hint


@api.post("/advice", include_in_schema=False, dependencies=[HINT])
async def advice(hints: TheHints, viewer: TheViewer, id: TableId, asking: Asking) -> JSONResponse:
    """Return a hint for a page: the move, the reasons for it, and how it compares with others."""
    hint, view = await hints.hint(id, viewer.person, asking.seat)
    return JSONResponse(advice_data(view, hint))


@api.post("/resign", dependencies=[WISH])
async def resign(playing: ThePlaying, viewer: TheViewer, id: TableId, asking: Asking) -> Accepted:
    """Resign. The last player left wins; if other people play on, a bot takes your seat."""
    return await playing.resign(id, viewer.person, asking.seat)


@api.post("/end", dependencies=[WISH])
async def end(playing: ThePlaying, viewer: TheViewer, id: TableId, ending: Ending) -> Accepted:
    """Offer to end the game without a winner; it ends when everybody agrees."""
    return await playing.end(id, viewer.person, agree=ending.agree)


@api.post("/pace", dependencies=[WISH])
async def pace(playing: ThePlaying, viewer: TheViewer, id: TableId, pacing: Pacing) -> Accepted:
    """Change how quickly the bots move."""
    return await playing.pace(id, viewer.person, pacing.pace)


@api.post("/coach", dependencies=[WISH])
async def coach(
    playing: ThePlaying, viewer: TheViewer, id: TableId, coaching: Coaching
) -> Accepted:
    """Switch warnings before costly moves on or off, against bots alone; they make the game practice."""
    return await playing.coach(id, viewer.person, coaching.warned)


@api.delete("", dependencies=[WISH])
async def abandon(playing: ThePlaying, viewer: TheViewer, id: TableId) -> Accepted:
    """Abandon a table where no other person sits: it disappears from all lists."""
    return await playing.abandon(id, viewer.person)


@api.post("/phrases", dependencies=[WISH])
async def say(playing: ThePlaying, viewer: TheViewer, id: TableId, saying: Saying) -> Accepted:
    """Say one of six phrases to everybody at the table; phrases are not stored."""
    return await playing.say(id, viewer.person, saying.phrase)


pages = APIRouter(prefix="/tables/{id}", include_in_schema=False)

Line = Annotated[str, Query(min_length=1, max_length=300)]
Seat = Annotated[int | None, Query(ge=0, le=3)]
Thing = Annotated[str, Query(min_length=1, max_length=20)]


@pages.get("/preview")
async def preview(
    sessions: TheSessions, viewer: TheViewer, id: TableId, line: Line, seat: Seat = None
) -> JSONResponse:
    """Preview a line: cards within reach, nobles nearly won, rivals who could come first.

    Empty if the table has changed meanwhile and the line is no longer legal.
    """
    view = await sessions.look(id, viewer.person, seat)
    if not _may_choose(view):
        return JSONResponse(None)
    return JSONResponse(await asyncio.to_thread(preview_data, view, line))


@pages.get("/preview/warning", dependencies=[limited("preview", lambda limits: limits.previews)])
async def warning(
    hints: TheHints, viewer: TheViewer, id: TableId, line: Line, seat: Seat = None
) -> JSONResponse:
    """Return a warning before a line that loses much, if the player has warnings on."""
    found = await hints.warning(id, viewer.person, line, seat)
    return JSONResponse(None if found is None else warning_data(*found))


@pages.get("/reasons", dependencies=[limited("reasons", lambda limits: limits.previews)])
async def reasons(
    sessions: TheSessions, viewer: TheViewer, id: TableId, thing: Thing, seat: Seat = None
) -> JSONResponse:
    """Return why the usual moves of a thing are not possible now, one sentence each."""
    view = await sessions.look(id, viewer.person, seat)
    found = await asyncio.to_thread(reasons_for, view, thing)
    return JSONResponse({"version": view.version, "reasons": found})


def _may_choose(view: TableView) -> bool:
    """Tell whether the viewer is choosing or planning a move."""
    decides = view.seat == view.to_play or view.decision == "action"
    return view.seat is not None and view.status == "playing" and decides
