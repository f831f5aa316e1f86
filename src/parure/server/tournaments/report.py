"""What the arena says of the games of a tournament: shares of victory with their intervals, and ratings."""

from dataclasses import dataclass

from parure.arena.match import Result
from parure.arena.match_report import Tally
from parure.arena.picture import Row, ratings_svg
from parure.i18n import decimal, ngettext
from parure.server.tournaments.tournament import Tournament
from parure.words.games import bot_title, rules_words

__all__ = ["Judged", "judged", "picture"]


@dataclass(frozen=True)
class Judged:
    """What the games of somebody tell about their strength."""

    player: int
    """Their number among those who take part."""
    name: str
    games: int
    wins: float
    """SharedResults victories count in parts."""
    rate: float
    """The share of victories, and its 95 % interval."""
    low: float
    high: float
    prestige: float
    """At the end of a game, on average."""
    elo: float | None
    """Above the weakest; none where the games do not link all who played."""
    error: float | None
    """The half width of its 95 % interval; 0 for the weakest."""


def judged(tournament: Tournament) -> list[Judged]:
    """Return what the games tell about everybody who has played some, the strongest first."""
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
    """Draw the ratings on one scale, where there are any."""
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
    """Return the games that were played, and who has played them."""
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
    labels = [_label(tournament, player) for player in players]
    line_ups = sorted({tuple(sorted(result.seats)) for result in results})
    return Tally(labels, line_ups, results), players


def _label(tournament: Tournament, player: int) -> str:
    found = tournament.players[player]
    return found.name if found.bot is None else bot_title(found.bot)


def _is_linked(tally: Tally) -> bool:
    """Tell whether the games lead from everybody to everybody: others can't be compared."""
    linked = {0}
    while (
        more := {
            seat for result in tally.results if linked & set(result.seats) for seat in result.seats
        }
        - linked
    ):
        linked |= more
    return len(linked) == len(tally.labels)
