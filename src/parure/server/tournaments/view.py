"""What everybody may know of a tournament: nobody's secret id is in there."""

from dataclasses import dataclass

from parure.server.people.service import People
from parure.server.tables.names import is_forgotten, is_program, public_id
from parure.server.tables.table import Status
from parure.server.tournaments.ranking import Line
from parure.server.tournaments.service import Tournaments
from parure.server.tournaments.tournament import Entrant, Plan, State, Tournament

__all__ = ["SeenGame", "SeenPlayer", "SeenRound", "TournamentView", "view_of"]


@dataclass(frozen=True)
class SeenPlayer:
    """Somebody who takes part; games and standings name them by their place in the list."""

    id: str
    """The public id of a person or a program, the name of a bot."""
    name: str
    bot: str | None
    program: bool
    left: bool
    mine: bool


@dataclass(frozen=True)
class SeenGame:
    """A game."""

    players: tuple[int, ...]
    table: str | None
    """Where it is played; none before there is one, or where somebody did not come."""
    status: Status | None
    """How far that table is."""
    seated: tuple[bool, ...]
    """Which players have come."""
    shares: tuple[float, ...] | None
    """What each has won, once it is decided."""
    prestige: tuple[int, ...]
    """At the end of a game that was played."""


@dataclass(frozen=True)
class SeenRound:
    """A round."""

    began: float
    """In seconds since 1970."""
    games: list[SeenGame]
    bye: int | None
    """Who had nobody to play; in a Swiss tournament that is a point."""


@dataclass(frozen=True)
class TournamentView:
    """A tournament, for one viewer."""

    id: str
    plan: Plan
    state: State
    mine: bool
    """Whether this viewer made it."""
    number: int | None
    """The place of this viewer in the list of players."""
    players: list[SeenPlayer]
    all_rounds: int
    """How many rounds there are to be."""
    rounds: list[SeenRound]
    standings: list[Line]
    created: float
    """In seconds since 1970."""
    finished: float

    @property
    def own_game(self) -> SeenGame | None:
        """The game that this viewer has to play."""
        games = self.rounds[-1].games if self.rounds and self.state == "running" else ()
        own = (game for game in games if self.number in game.players and game.shares is None)
        return next(own, None)


def view_of(
    tournaments: Tournaments, people: People, tournament: Tournament, person: str | None
) -> TournamentView:
    """Return what a person may know of a tournament."""
    return TournamentView(
        id=tournament.id,
        plan=tournament.plan,
        state=tournament.state,
        mine=person == tournament.organiser,
        number=tournament.number_of(person),
        players=[_player(people, player, person) for player in tournament.players],
        all_rounds=tournament.all_rounds,
        rounds=[
            SeenRound(
                one.began,
                [_game(tournaments, tournament, number, place) for place in range(len(one.games))],
                one.bye,
            )
            for number, one in enumerate(tournament.rounds)
        ],
        standings=tournament.standings,
        created=tournament.created,
        finished=tournament.finished,
    )


def _player(people: People, player: Entrant, person: str | None) -> SeenPlayer:
    id = player.bot or public_id(player.person or "")
    given = None if is_forgotten(player.person) else people.given_name(id)
    return SeenPlayer(
        id=id,
        name=given or player.name,
        bot=player.bot,
        program=is_program(player.person),
        left=player.left,
        mine=person is not None and player.person == person,
    )


def _game(tournaments: Tournaments, tournament: Tournament, number: int, place: int) -> SeenGame:
    game = tournament.rounds[number].games[place]
    listing = tournaments.table(tournament, number, place)
    is_there = listing is not None and listing.status != "closed"
    people = [tournament.players[player].person for player in game.players]
    seated = (
        []
        if listing is None
        else [o for o, n in zip(listing.owners, listing.names, strict=True) if n]
    )
    return SeenGame(
        players=game.players,
        table=listing.table if listing is not None and is_there else None,
        status=listing.status if listing is not None and is_there else None,
        seated=tuple(person is None or person in seated for person in people),
        shares=game.shares,
        prestige=game.prestige,
    )
