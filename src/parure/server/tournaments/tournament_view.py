"""The public view of a tournament, without secret ids, and the strengths that follow from its games."""

from dataclasses import dataclass

from parure.arena.match import Result
from parure.arena.match_report import Tally
from parure.arena.picture import Row, ratings_svg
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.server.people.service import People
from parure.server.tables.names import is_forgotten, is_program, public_id
from parure.server.tables.table import Status
from parure.server.tournaments.service import Tournaments, seat_of
from parure.server.tournaments.tournament import Entrant, Line, Plan, State, Tournament
from parure.words.games import bot_title, rules_words

__all__ = [
    "Judged",
    "ListedTournament",
    "SeenGame",
    "SeenPlayer",
    "SeenRound",
    "TournamentView",
    "judged",
    "listed_view_of",
    "picture",
    "player_name",
    "view_of",
]


@dataclass(frozen=True)
class SeenPlayer:
    """A player of the tournament; games and standings refer to their place in the list."""

    id: str
    """The public id of a person or a program, or the name of a bot."""
    name: str
    bot: str | None
    program: bool
    left: bool
    mine: bool

    @property
    def title(self) -> str:
        """The name, for a bot in the reader's language."""
        return player_name(self)

    @property
    def note(self) -> str:
        """What to know about the player, in the reader's language."""
        what = _("you") if self.mine else _("a program") if self.program else ""
        return ", ".join(filter(None, (what, _("has left") if self.left else "")))


@dataclass(frozen=True)
class SeenGame:
    """A game."""

    players: tuple[int, ...]
    table: str | None
    """The table of the game; null before it exists, and if a player did not come."""
    status: Status | None
    """The status of that table."""
    seated: tuple[bool, ...]
    """The players who have come."""
    shares: tuple[float, ...] | None
    """The points of each player, once the game is decided."""
    prestige: tuple[int, ...]
    """The prestige so far, or at the end, if the game is or was played."""


@dataclass(frozen=True)
class SeenRound:
    """A round."""

    began: float
    """In seconds since 1970."""
    games: list[SeenGame]
    bye: int | None
    """The player with a bye, which scores a point in a Swiss tournament."""


@dataclass(frozen=True)
class TournamentView:
    """A tournament, for one viewer."""

    id: str
    plan: Plan
    state: State
    mine: bool
    """Whether this viewer created it."""
    number: int | None
    """The place of this viewer in the list of players."""
    players: list[SeenPlayer]
    all_rounds: int
    """The planned number of rounds."""
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


@dataclass(frozen=True)
class ListedTournament:
    """A tournament in the list, for one viewer."""

    id: str
    plan: Plan
    state: State
    mine: bool
    """Whether this viewer created it."""
    number: int | None
    """The place of this viewer in the list of players."""
    waiting: bool
    """Whether a game waits for this viewer."""
    players: int
    """How many they are."""
    round: int
    """The number of the current round, from 1; 0 before the first."""
    all_rounds: int
    """The planned number of rounds."""
    winners: list[SeenPlayer]
    """Who came first, once it is over."""
    created: float
    """In seconds since 1970."""
    began: float
    """When the current round began."""
    finished: float


def listed_view_of(people: People, tournament: Tournament, person: str | None) -> ListedTournament:
    """Return the entry of a tournament in the list for a person."""
    rounds, number = tournament.rounds, tournament.number_of(person)
    first = tournament.standings if tournament.state == "over" and rounds else []
    return ListedTournament(
        id=tournament.id,
        plan=tournament.plan,
        state=tournament.state,
        mine=person == tournament.organiser,
        number=number,
        waiting=tournament.state == "running"
        and any(number in game.players and game.shares is None for game in rounds[-1].games),
        players=len(tournament.players),
        round=len(rounds),
        all_rounds=tournament.all_rounds,
        winners=[
            _player(people, tournament.players[line.player], person)
            for line in first
            if line.place == 1
        ],
        created=tournament.created,
        began=rounds[-1].began if rounds else 0.0,
        finished=tournament.finished,
    )


def view_of(
    tournaments: Tournaments, people: People, tournament: Tournament, person: str | None
) -> TournamentView:
    """Return the view of a tournament for a person."""
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
    players = [tournament.players[player] for player in game.players]
    people = [player.person for player in players]
    prestige = game.prestige
    if listing is not None and listing.status == "playing":
        prestige = tuple(listing.prestige[seat_of(player, listing)] for player in players)
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
        prestige=prestige,
    )


def player_name(player: SeenPlayer | Entrant) -> str:
    """Return the name of a player, for a bot in the reader's language."""
    return player.name if player.bot is None else bot_title(player.bot)


# Strengths


@dataclass(frozen=True)
class Judged:
    """What a player's games tell about their strength."""

    player: int
    """The player's place in the list."""
    name: str
    games: int
    wins: float
    """The victories; shared ones count in part."""
    rate: float
    """The share of victories, and its 95 % interval."""
    low: float
    high: float
    prestige: float
    """The average prestige at the end of a game."""
    elo: float | None
    """The rating above the weakest player; null unless the games connect all players."""
    error: float | None
    """Half the width of the 95 % interval; 0 for the weakest."""


def judged(tournament: Tournament) -> list[Judged]:
    """Return the strengths of everybody who has played, strongest first."""
    tally, players = _tally(tournament)
    if not players:
        return []
    is_linked = _is_linked(tally)
    found = [
        Judged(
            player=player,
            name=standing.label,
            games=standing.score.games,
            wins=standing.wins,
            rate=standing.score.mean,
            low=standing.score.low,
            high=standing.score.high,
            prestige=standing.prestige,
            elo=standing.rating.elo if is_linked else None,
            error=standing.rating.error if is_linked else None,
        )
        for player, standing in zip(players, tally.standings, strict=True)
    ]
    return sorted(found, key=lambda one: (-(one.elo or 0.0), -one.rate))


def picture(tournament: Tournament) -> str | None:
    """Draw the ratings on one scale, if there are any."""
    rows = [
        Row(one.name, one.elo, one.error or 0.0)
        for one in judged(tournament)
        if one.elo is not None
    ]
    if not rows:
        return None
    count = sum(game.was_played for one in tournament.rounds for game in one.games)
    games = ngettext("{n} game", "{n} games", count).format(n=decimal(count))
    return ratings_svg(
        rows, " · ".join([tournament.plan.name, rules_words(tournament.plan.rules), games])
    )


def _tally(tournament: Tournament) -> tuple[Tally, list[int]]:
    """Return the games played, and their players."""
    games = [game for one in tournament.rounds for game in one.games if game.was_played]
    players = sorted({player for game in games for player in game.players})
    places = {player: place for place, player in enumerate(players)}
    results = [
        Result(
            number=number,
            deal=number,
            seed=0,
            seats=tuple(places[player] for player in game.players),
            shares=list(game.shares or ()),
            prestige=list(game.prestige),
            turns=game.turns,
            decisions=[0] * len(game.players),
            seconds=[0.0] * len(game.players),
            slowest=[0.0] * len(game.players),
        )
        for number, game in enumerate(games)
    ]
    labels = [player_name(tournament.players[player]) for player in players]
    line_ups = sorted({tuple(sorted(result.seats)) for result in results})
    return Tally(labels, line_ups, results), players


def _is_linked(tally: Tally) -> bool:
    """Tell whether the games connect all players, who could not be compared otherwise."""
    linked = {0}
    while (
        more := {
            seat for result in tally.results if linked & set(result.seats) for seat in result.seats
        }
        - linked
    ):
        linked |= more
    return len(linked) == len(tally.labels)
