"""One tournament as a value: each event turns it into the next value.

It is open until its organiser starts it. Then each round has its games; when the last of them is decided, the
next round is paired. A player who leaves, or does not come to a game in time, loses it and is no longer
paired; the others continue. The number of its round and its own number identify a game and its table.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from parure.i18n import gettext as _
from parure.rules import Rules
from parure.server.errors import Busy, Conflict, Invalid
from parure.server.tables.events import check_version
from parure.server.tables.names import are_alike, clean_name
from parure.server.tables.options import Clock, Modules, Name, SeatPlan, Strict, TableOptions
from parure.server.tournaments.pairing import Pairing, everybody, swiss

__all__ = [
    "MOST",
    "Entrant",
    "Game",
    "Kind",
    "Line",
    "Plan",
    "Round",
    "Score",
    "State",
    "Tournament",
    "from_text",
    "standings",
    "to_text",
]

Kind = Literal["everybody", "swiss"]
State = Literal["open", "running", "over"]

MOST: dict[Kind, int] = {"everybody": 20, "swiss": 64}
"""The most players of a tournament."""
_LONGEST_NAME = 48
_FORMAT = 1


class Plan(Strict):
    """The plan of a tournament."""

    name: Name
    kind: Kind = "swiss"
    """Round robin, or Swiss: each round pairs players with equal points."""
    rounds: Annotated[int, Field(ge=1, le=20)] = 5
    """The rounds of a Swiss tournament; fewer if everybody has met everybody before."""
    modules: Modules = Field(default_factory=list)
    edition: Literal[2017, 2024] = 2024
    clock: Clock = Clock(minutes=15, seconds=15)
    """The clock at every table; running out of time loses."""
    patience: Annotated[int, Field(ge=1, le=10_080)] = 10
    """The minutes everybody has to come to the table after a round begins."""
    rated: bool = False
    """Whether games between people count for the leaderboard."""
    public: bool = True
    """Whether everybody sees it in the list; otherwise only its link leads there."""

    def table(self, seats: Sequence[SeatPlan]) -> TableOptions:
        """Return the options of its tables."""
        is_for_people = any(seat.bot is None for seat in seats)
        return TableOptions(
            seats=list(seats),
            modules=self.modules,
            edition=self.edition,
            clock=self.clock if is_for_people else None,
            serious=True,
            rated=self.rated and is_for_people,
            pace="quick" if is_for_people else "instant",
        ).checked()

    def checked(self) -> "Plan":
        """Return the plan with its modules in order, or refuse it with an explanation."""
        try:
            name = clean_name(self.name, _LONGEST_NAME)
        except Invalid as error:
            sentence = _("Give the tournament a name of up to {n} characters.")
            raise Invalid(sentence.format(n=_LONGEST_NAME)) from error
        modules = self.table([SeatPlan(), SeatPlan()]).modules
        return self.model_copy(update={"name": name, "modules": modules})

    @property
    def rules(self) -> Rules:
        """The rules of its games."""
        return Rules(2, self.modules, self.edition)


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """A player of a tournament: a person or a program by secret id, or a bot."""

    person: str | None = None
    bot: str | None = None
    name: str
    left: bool = False


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: its players and its result."""

    players: tuple[int, ...]
    """The players, as indices into the tournament's list."""
    shares: tuple[float, ...] | None = None
    """The points of each player, once it is decided; absent players have none."""
    prestige: tuple[int, ...] = ()
    """The prestige at the end, if the game was played."""
    turns: int = 0

    @property
    def was_played(self) -> bool:
        """Whether the game was decided at the table."""
        return self.shares is not None and bool(self.prestige)


@dataclass(frozen=True, kw_only=True)
class Round:
    """The games that are played at the same time."""

    began: float
    """In seconds since 1970."""
    games: tuple[Game, ...]
    bye: int | None = None
    """The player with a bye."""

    @property
    def is_over(self) -> bool:
        """Whether all its games are decided."""
        return all(game.shares is not None for game in self.games)


# Standings


@dataclass(frozen=True)
class Score:
    """A player's points in a round."""

    player: int
    points: float
    opponent: int | None = None
    """The opponent; None if no game was played, because of a bye or an absent player."""


@dataclass(frozen=True)
class Line:
    """A player's line in the standings."""

    place: int
    """The place, shared by players whom no tie-break separates."""
    player: int
    points: float
    buchholz: float
    """The sum of all opponents' points."""
    sonneborn: float
    """The points of all beaten opponents, and half those of opponents in shared victories."""
    wins: int
    played: int
    """The number of games played."""


def standings(players: int, scores: Iterable[Score], *, by_opponents: bool = True) -> list[Line]:
    """Return the standings, leaders first.

    A round without a game counts like one against an opponent with the player's own points.

    :param by_opponents: let the points of all opponents be the first tie-break; in a round robin they mean
        nothing.

    >>> found = standings(3, [Score(0, 1, 1), Score(1, 0, 0), Score(2, 1)])
    >>> [(line.place, line.player, line.points, line.buchholz) for line in found]
    [(1, 2, 1, 1), (2, 0, 1, 0), (3, 1, 0, 1)]
    """
    of: list[list[Score]] = [[] for _player in range(players)]
    for score in scores:
        of[score.player].append(score)
    points = [sum(score.points for score in own) for own in of]

    def line(player: int) -> Line:
        against = [
            (points[player if score.opponent is None else score.opponent], score.points)
            for score in of[player]
        ]
        return Line(
            place=0,
            player=player,
            points=points[player],
            buchholz=sum(strength for strength, _won in against),
            sonneborn=sum(strength * won for strength, won in against),
            wins=sum(score.points == 1 for score in of[player] if score.opponent is not None),
            played=sum(score.opponent is not None for score in of[player]),
        )

    def worth(line: Line) -> tuple[float, ...]:
        opponents = line.buchholz if by_opponents else 0.0
        return line.points, opponents, line.sonneborn, line.wins

    lines: list[Line] = []
    for number, one in enumerate(sorted(map(line, range(players)), key=worth, reverse=True), 1):
        is_equal = bool(lines) and worth(lines[-1]) == worth(one)
        lines.append(replace(one, place=lines[-1].place if is_equal else number))
    return lines


# A tournament


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """A tournament in its current state."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    id: str
    plan: Plan
    organiser: str
    created: float
    """In seconds since 1970, as all times are."""
    players: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    finished: float = 0.0
    version: int = 0
    """The number of changes so far."""

    # Queries

    @property
    def state(self) -> State:
        """Whether it is open, running or over."""
        if self.finished:
            return "over"
        return "running" if self.rounds else "open"

    @property
    def all_rounds(self) -> int:
        """The number of rounds, so that nobody meets the same opponent twice."""
        most = max(1, len(everybody(len(self.players))))
        return most if self.plan.kind == "everybody" else min(self.plan.rounds, most)

    @property
    def present(self) -> list[int]:
        """The players who have not left."""
        return [number for number, player in enumerate(self.players) if not player.left]

    def number_of(self, person: str | None) -> int | None:
        """Return the index of a player."""
        found = (n for n, player in enumerate(self.players) if player.person == person)
        return None if person is None else next(found, None)

    @cached_property
    def standings(self) -> list[Line]:
        """The current standings."""
        is_swiss = self.plan.kind == "swiss"
        return standings(len(self.players), self._scores(), by_opponents=is_swiss)

    def _scores(self) -> Iterator[Score]:
        for one in self.rounds:
            if one.bye is not None and self.plan.kind == "swiss":
                yield Score(one.bye, 1.0)
            for game in one.games:
                if game.shares is not None:
                    others = game.players[::-1] if game.was_played else (None,) * len(game.players)
                    for player, share, other in zip(game.players, game.shares, others, strict=True):
                        yield Score(player, share, other)

    # Events

    def joined(self, player: Entrant) -> "Tournament":
        """Return the tournament with one more player."""
        if self.state != "open":
            raise Conflict(_("The tournament has already begun, but you can follow it."))
        if self.number_of(player.person) is not None:
            return self
        if are_alike(player.name, (other.name for other in self.players)):
            raise Conflict(_("Someone in this tournament already has that name: choose another."))
        if len(self.players) >= MOST[self.plan.kind]:
            raise Busy(_("This tournament is full."))
        return replace(self, players=(*self.players, player))

    def without(self, number: int) -> "Tournament":
        """Return it without a player: before the start without a trace, later with their open games lost."""
        if self.state == "over":
            raise Conflict(_("The tournament is over."))
        before, after = self.players[:number], self.players[number + 1 :]
        gone = () if self.state == "open" else (replace(self.players[number], left=True),)
        return replace(self, players=(*before, *gone, *after))

    def started(self, order: Sequence[int], now: float) -> "Tournament":
        """Return the tournament with its first round begun.

        :param order: the players in random order.
        """
        if self.state != "open":
            return self
        if len(self.players) < 2:
            raise Conflict(_("A tournament needs at least two players."))
        drawn = replace(self, players=tuple(self.players[number] for number in order))
        return drawn._with_round(now)

    def ended(self, now: float) -> "Tournament":
        """Return the tournament ended now: undecided games count for nobody."""
        return self if self.finished else replace(self, finished=now)

    def decided(self, number: int, games: Mapping[int, Game], now: float) -> "Tournament":
        """Return the tournament with more results, and with the next round if all are known.

        A player who did not come to a game has left.
        """
        if self.state != "running" or number != len(self.rounds) - 1:
            return self
        last = self.rounds[-1]
        noted = tuple(
            games[place] if game.shares is None and place in games else game
            for place, game in enumerate(last.games)
        )
        changed = replace(self, rounds=(*self.rounds[:-1], replace(last, games=noted)))
        missing = {
            player
            for game in noted
            if game.shares is not None and not game.was_played
            for player, share in zip(game.players, game.shares, strict=True)
            if not share
        }
        for player in missing & set(changed.present):
            changed = changed.without(player)
        return changed._gone_on(now)

    def _gone_on(self, now: float) -> "Tournament":
        """Begin rounds until there is a game to play, or end the tournament."""
        tournament = self
        while tournament.rounds[-1].is_over and not tournament.finished:
            is_last = len(tournament.rounds) >= tournament.all_rounds
            if is_last or len(tournament.present) < 2:
                return tournament.ended(now)
            tournament = tournament._with_round(now)
        return tournament

    def _with_round(self, now: float) -> "Tournament":
        pairing = self._pairing()
        games = tuple(self._walked_over(Game(players=pair)) for pair in pairing.pairs)
        added = Round(began=now, games=games, bye=pairing.bye)
        return replace(self, rounds=(*self.rounds, added))._gone_on(now)

    def _pairing(self) -> Pairing:
        if self.plan.kind == "everybody":
            return everybody(len(self.players))[len(self.rounds)]
        met = Counter(
            frozenset(pair)
            for one in self.rounds
            for game in one.games
            for pair in combinations(game.players, 2)
        )
        byes = Counter(one.bye for one in self.rounds)
        order = [line.player for line in self.standings if not self.players[line.player].left]
        return swiss(order, lambda one, other: met[frozenset((one, other))], byes.__getitem__)

    def _walked_over(self, game: Game) -> Game:
        """Return a game, already decided if one of its players has left."""
        there = [not self.players[player].left for player in game.players]
        return game if all(there) else replace(game, shares=tuple(map(float, there)))


_TOURNAMENT = TypeAdapter(Tournament)


def to_text(tournament: Tournament) -> str:
    """Return a tournament as JSON."""
    plain = _TOURNAMENT.dump_python(tournament, mode="json")
    return json.dumps({"format": _FORMAT, **plain}, separators=(",", ":"))


def from_text(text: str) -> Tournament:
    """Return the tournament in a JSON text; `Later` if a later version wrote it, else `ValueError`."""
    kept = json.loads(text)
    if not isinstance(kept, dict):
        raise ValueError("a tournament is an object")
    check_version("format", kept.pop("format", None), _FORMAT)
    return _TOURNAMENT.validate_json(json.dumps(kept), strict=True)
