"""The leaderboard: people and bots by rating, each with a confidence interval on one scale."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

from parure import bots
from parure.arena.strength import kept
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.review.sentences import percent_words
from parure.server.people.service import ANCHOR, ANCHORED, ENOUGH, People, Player, Pool, measured
from parure.server.tables.names import is_forgotten, is_program, public_id
from parure.server.tables.options import bot_names
from parure.words.games import bot_title

__all__ = [
    "LeaderboardRow",
    "Standing",
    "Who",
    "change_words",
    "leaderboard_values",
    "pool_words",
    "standings",
]

Who = Literal["all", "people", "bots"]
_STEP = 100
_HOUR = 3_600.0
_MONTH = 30 * 86_400.0


@dataclass(frozen=True)
class Standing:
    """Somebody on the list."""

    id: str | None
    """The public id of a person."""
    bot: str | None
    program: bool
    """Whether it is somebody's own program."""
    name: str
    rating: float
    error: float
    """Half the width of the 95 % interval; 0 for the bot with the fixed rating."""
    games: int
    """The number of rated games; for a bot measured in the arena, of its games there."""
    won: float
    """The share of these games that was won."""
    month: float | None = None
    """The change of the rating within thirty days; None if there was no rating before."""


def standings(people: People, pool: Pool, players: int | None = None) -> list[Standing]:
    """Return everybody who has played enough, strongest first.

    :param players: count only games with this many players, and list only people who have played such
        games; the rating remains that of all games.
    """
    return _standings(people, pool, players, people.version, int(time.time() / _HOUR))


@lru_cache(32)
def _standings(
    people: People, pool: Pool, players: int | None, _version: object, _hour: int
) -> list[Standing]:
    """Return the list, cached until a game ends, a name changes, or ratings become less certain."""
    found = [one for name in bot_names() if (one := _measured(name, pool, players)) is not None]
    for player in people.everybody():
        if is_forgotten(player.id):
            continue
        if player.kind == "person" or player.id not in measured(pool):
            found += _played(people, player, pool, players)
    return sorted(found, key=lambda one: (-one.rating, one.name))


def _played(people: People, player: Player, pool: Pool, players: int | None) -> list[Standing]:
    """Return the line of somebody rated here, if they have played enough."""
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
    """Return the line of a bot measured in the arena; None for the random bot, far below the others."""
    rating = measured(pool).get(bot)
    if rating is None or bot == bots.LADDER[0]:
        return None
    games, wins = _arena(pool, players).get(bot, (0, 0.0))
    return Standing(
        None, bot, False, bot, rating.points, rating.error, games, wins / games if games else 0.0
    )


@cache
def _arena(pool: Pool, players: int | None) -> dict[str, tuple[int, float]]:
    """Return how many arena games each bot has played and won."""
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


# The page


@dataclass(frozen=True)
class LeaderboardRow:
    """Somebody on the list."""

    place: int
    name: str
    note: str
    address: str
    is_bot: bool
    is_program: bool
    mine: bool
    rating: str
    error: str
    middle: float
    """The positions of the rating and of its interval's ends on the scale, in percent."""
    low: float
    high: float
    games: str
    won: str
    month: str


def pool_words() -> dict[Pool, str]:
    """Return the name of a group of games with its own ratings."""
    return {
        "base": _("Base game"),
        "modules": _("With modules"),
        "programs": _("With programs"),
    }


def leaderboard_values(
    standings: Sequence[Standing], pool: Pool, who: Who, own: str, players: int | None = None
) -> dict[str, Any]:
    """Return the values for the leaderboard's template.

    :param own: the public id of the viewer.
    :param players: count only games with this many players; by default all.
    """
    shown = [one for one in standings if who == "all" or _is_human(one) == (who == "people")]
    ends = [one.rating + side * one.error for one in standings for side in (-1, 1)] or [0.0]
    low = int(min(ends) // _STEP) * _STEP
    high = max(low + _STEP, int(-(-max(ends) // _STEP)) * _STEP)

    def place(points: float) -> float:
        return round(100 * (points - low) / (high - low), 2)

    anchor = next((place(one.rating) for one in standings if one.bot == ANCHOR), None)
    lines = [
        LeaderboardRow(
            place=number,
            name=one.name if one.bot is None else bot_title(one.bot),
            note=_note(one, own),
            address=f"/people/{one.id}" if one.bot is None else f"/people/bots/{one.bot}",
            is_bot=one.bot is not None,
            is_program=one.program,
            mine=one.id == own,
            rating=decimal(one.rating),
            error=f"± {max(1, round(one.error))}" if one.error else _("fixed"),
            middle=place(one.rating),
            low=place(one.rating - one.error),
            high=place(one.rating + one.error),
            games=decimal(one.games) if one.games else "",
            won=percent_words(one.won) if one.games else "",
            month="" if one.month is None else change_words(one.month),
        )
        for number, one in enumerate(shown, 1)
    ]
    scale = _("{low} to {high} (95% interval)").format(low=decimal(low), high=decimal(high))
    return {
        "lines": lines,
        "pool": pool,
        "pools": pool_words(),
        "who": who,
        "players": players,
        "counts": {None: _("2 to 4"), 2: "2", 3: "3", 4: _("{n} players").format(n=4)},
        "anchor": anchor,
        "anchor_title": bot_title(ANCHOR),
        "anchor_points": decimal(ANCHORED),
        "scale": scale,
    }


def _is_human(one: Standing) -> bool:
    return one.bot is None and not one.program


def _note(one: Standing, own: str) -> str:
    if one.id == own:
        return _("you")
    if one.program:
        return _("a program")
    return _("reference point") if one.bot == ANCHOR else ""


def change_words(change: float) -> str:
    """Return a change with its sign.

    >>> change_words(12.4), change_words(-7)
    ('+12', '−7')
    """
    return f"{round(change):+d}".replace("-", "−").replace("+0", "±0")
