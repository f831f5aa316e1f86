"""People and bots in one list, by rating."""

import time
from dataclasses import dataclass
from functools import cache, lru_cache

from parure import bots
from parure.arena.strength import kept
from parure.server.people.service import ENOUGH, People, Player, Pool, measured
from parure.server.tables.names import is_forgotten, is_program, public_id
from parure.server.tables.options import bot_names

__all__ = ["Standing", "standings"]

_HOUR = 3_600.0
_MONTH = 30 * 86_400.0


@dataclass(frozen=True)
class Standing:
    """Somebody on the list."""

    id: str | None
    """The public id of a person."""
    bot: str | None
    program: bool
    """Whether it is a program that somebody has written."""
    name: str
    rating: float
    error: float
    """The half width of its 95 % interval; 0 for the bot that all others are measured against."""
    games: int
    """Rated games; of a bot that was measured in the arena, those there."""
    won: float
    """The share of them that was won."""
    month: float | None = None
    """How the rating has changed within thirty days; None where it was not there before."""


def standings(people: People, pool: Pool, players: int | None = None) -> list[Standing]:
    """Return everybody who has played enough, the strongest first.

    :param players: count only games of so many, and list only people who have played such; the rating is
        that of all games.
    """
    return _standings(people, pool, players, people.version, int(time.time() / _HOUR))


@lru_cache(32)
def _standings(
    people: People, pool: Pool, players: int | None, _version: object, _hour: int
) -> list[Standing]:
    """Return the list, the same until a game ends, a name is given, or ratings are less certain."""
    found = [one for name in bot_names() if (one := _measured(name, pool, players)) is not None]
    for player in people.everybody():
        if is_forgotten(player.id):
            continue
        if player.kind == "person" or player.id not in measured(pool):
            found += _played(people, player, pool, players)
    return sorted(found, key=lambda one: (-one.rating, one.name))


def _played(people: People, player: Player, pool: Pool, players: int | None) -> list[Standing]:
    """Return the line of somebody rated here, where they have played enough."""
    games = [game for game in people.games(player) if game.pool == pool]
    counted = [game for game in games if players in (None, len(game.listing.owners))]
    rating = people.rating(player, pool)
    if rating is None or len(games) < ENOUGH or not counted:
        return []
    earlier = [game for game in games if game.listing.finished < time.time() - _MONTH]
    is_person = player.kind == "person"
    return [
        Standing(
            id=public_id(player.id) if is_person else None,
            bot=None if is_person else player.id,
            program=is_program(player.id),
            name=people.name(player) if is_person else player.id,
            rating=rating.points,
            error=rating.error,
            games=len(counted),
            won=sum(game.has_won(player) for game in counted) / len(counted),
            month=rating.points - earlier[-1].rating_of(player).points if earlier else None,
        )
    ]


def _measured(bot: str, pool: Pool, players: int | None) -> Standing | None:
    """Return the line of a bot of the arena; none for one that plays blindly, far below the others."""
    rating = measured(pool).get(bot)
    if rating is None or bot == bots.LADDER[0]:
        return None
    games, wins = _arena(pool, players).get(bot, (0, 0.0))
    return Standing(
        None, bot, False, bot, rating.points, rating.error, games, wins / games if games else 0.0
    )


@cache
def _arena(pool: Pool, players: int | None) -> dict[str, tuple[int, float]]:
    """Return how many games of the arena each bot has played, and won."""
    found: dict[str, tuple[int, float]] = {}
    for match in kept().values():
        options = match["options"]
        is_counted = players in (None, options["players"])
        if is_counted and bool(options["modules"]) == (pool == "modules"):
            for bot in match["bots"]:
                name = bots.split(bot["name"])[0]
                games, wins = found.get(name, (0, 0.0))
                found[name] = games + bot["games"], wins + bot["wins"]
    return found
