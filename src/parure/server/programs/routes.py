"""Routes for programs: tokens and the stream for those that play, health checks for those that monitor."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from parure.i18n import gettext as _
from parure.server.errors import Forbidden, Unavailable, UpgradeNeeded, error_body
from parure.server.play.sessions import TheSessions
from parure.server.security.identity import Scope
from parure.server.security.viewer import TheIdentities, TheViewer, limited
from parure.server.tables.names import is_program
from parure.server.tables.options import Name, Strict
from parure.server.web.error_answers import ERRORS

__all__ = ["api", "health"]

api = APIRouter(prefix="/api", responses=ERRORS)
health = APIRouter(include_in_schema=False)

_CHANGE = limited("program", lambda _limits: (0.2, 10.0))
"""The rate limit for creating and removing programs."""
_NEW = limited("program", lambda limits: limits.creations, by_address=True)
DATABASE_SECONDS = 3.0
"""Seconds within which the database must answer."""


class NewProgram(Strict):
    """A new program."""

    name: Name
    """Its name at the tables, which must be unique."""
    scope: Scope = "play"
    """The scope of its token; `watch` allows only looking."""


class Guest(BaseModel):
    """A program that can be invited."""

    id: str
    """Its public id."""
    name: str
    here: bool
    """Whether it listens to `GET /api/stream`, so that people can invite it to a game."""
    mine: bool


class ProgramToken(BaseModel):
    """One of your programs, with the token that it sends as `Authorization: Bearer …`."""

    id: str
    name: str
    scope: Scope
    token: str


_SOCKET: dict[int | str, dict[str, Any]] = {
    101: {
        "description": "Messages of this shape: `challenge` where a seat is kept for you, to take or"
        " to decline; `game` where you play; `gone` where you have no seat any more."
        " `ready` comes, without a table, when you were told of all that there are",
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "type": {"enum": ["challenge", "game", "gone", "ready"]},
                        "table": {"$ref": "#/components/schemas/Listed"},
                    },
                }
            }
        },
    }
}
Id = Annotated[str, Path(max_length=40, description="The id of a program.")]


@api.post("/programs", status_code=201, dependencies=[_CHANGE, _NEW])
async def make(identities: TheIdentities, viewer: TheViewer, program: NewProgram) -> ProgramToken:
    """Get a token for a program of yours; the name of an existing one gives another token for it."""
    if is_program(viewer.person):
        raise Forbidden(_("Only people can create programs."))
    made = await identities.programs.make(viewer.person, program.name)
    token = identities.token(made.id, program.scope)
    return ProgramToken(id=made.public_id, name=made.name, scope=program.scope, token=token)


@api.get("/programs")
async def programs(
    sessions: TheSessions, identities: TheIdentities, viewer: TheViewer
) -> list[Guest]:
    """List the programs that can be invited to a game, and your own."""
    streams = sessions.streams
    return [
        Guest(
            id=program.public_id,
            name=program.name,
            here=streams.is_open(program.id),
            mine=program.maker == viewer.person,
        )
        for program in identities.programs.living()
        if program.maker == viewer.person or streams.is_open(program.id)
    ]


@api.delete("/programs/{id}", status_code=204, dependencies=[_CHANGE])
async def end(identities: TheIdentities, viewer: TheViewer, id: Id) -> Response:
    """Remove a program of yours: its tokens become invalid."""
    await identities.programs.end(viewer.person, id)
    return Response(status_code=204)


@api.get("/stream", status_code=101, responses=_SOCKET)
async def stream() -> Response:
    """Follow your tables over a WebSocket: each is sent at once, and again whenever it changes."""
    refusal = UpgradeNeeded(_("Use a WebSocket to listen as a program."))
    return JSONResponse(error_body(refusal), refusal.status, headers={"Upgrade": "websocket"})


@health.get("/healthz")
async def alive() -> dict[str, bool]:
    """Answer that the process is alive; restart one that does not answer."""
    return {"alive": True}


@health.get("/readyz")
async def ready(request: Request, sessions: TheSessions) -> dict[str, bool]:
    """Tell whether the rules are compiled and the games readable; otherwise say why not (503)."""
    if not sessions.ready.is_set():
        raise Unavailable(_("The rules are being compiled."))
    try:
        asked = asyncio.wrap_future(request.app.state.store.is_empty())
        await asyncio.wait_for(asked, DATABASE_SECONDS)
    except TimeoutError:
        raise Unavailable(_("The database isn’t responding.")) from None
    return {"ready": True}
