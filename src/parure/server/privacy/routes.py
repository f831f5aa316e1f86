"""What is kept of somebody: theirs to take along, and to delete."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response

from parure.server.people.service import Player, Pool, ThePeople
from parure.server.play.sessions import TheSessions
from parure.server.privacy.forgetting import forget
from parure.server.puzzles.service import ThePuzzles
from parure.server.security.identity import Identity
from parure.server.security.viewer import (
    TheIdentities,
    TheViewer,
)
from parure.server.tables.listing import Listed
from parure.server.tables.names import public_id
from parure.server.tournaments.service import TheTournaments
from parure.server.web.error_answers import ERRORS

__all__ = ["api"]

api = APIRouter(prefix="/api/people", responses=ERRORS)


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
async def own_data(
    sessions: TheSessions,
    people: ThePeople,
    puzzles: ThePuzzles,
    tournaments: TheTournaments,
    viewer: TheViewer,
    answer: Response,
) -> Own:
    """Take along what is kept of you: tables, rated games, answers to puzzles, and tournaments."""
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
    )


@api.delete("/me", status_code=204)
async def forget_me(
    sessions: TheSessions,
    people: ThePeople,
    puzzles: ThePuzzles,
    tournaments: TheTournaments,
    identities: TheIdentities,
    viewer: TheViewer,
    request: Request,
) -> Response:
    """Be forgotten, and your programs: your games stay, without you. While one is not over, it is refused."""
    programs = [program.id for program in identities.programs.of(viewer.person)]
    everybody = (*programs, viewer.person)
    await forget(sessions, people, puzzles, tournaments, *everybody)
    await identities.programs.forget(viewer.person)
    await identities.devices.forget(viewer.person)
    answer = Response(status_code=204)
    new = Identity(identities.new())
    is_secure = request.url.scheme == "https"
    answer.headers.append("Set-Cookie", identities.cookie_for(new, is_secure=is_secure))
    return answer
