"""The page of a person, and that of a bot.

A person's page shows statistics of all games, the rating over time, and the last rated games; a bot's page
describes it and shows its results in the arena and against people here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parure import bots
from parure.arena.strength import kept
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.server.people.charts import (
    Filters,
    Share,
    shares_by_modules,
    statistics_values,
)
from parure.server.people.leaderboard import change_words, pool_words
from parure.server.people.service import ANCHOR, ENOUGH, People, Played, Player, Pool, measured
from parure.server.tables.days import date_of
from parure.server.tables.names import is_program, public_id
from parure.server.tables.results import PersonalResult
from parure.server.tables.view import shown_name
from parure.words.games import bot_strength, bot_title, listed, modules_words

__all__ = ["Changed", "bot_values", "changes_of", "person_values"]

_RECENT = 10
_POINTS = 400
"""The most points in a chart."""
_STEP = 100
_LABEL = 7.0
"""The height of a name in a chart, in percent."""


@dataclass(frozen=True)
class Recent:
    """One of the last games."""

    address: str
    won: bool
    words: str
    rules: str
    score: str
    change: str
    day: str


@dataclass(frozen=True)
class Chart:
    """A rating over time: a line and the band around it, in a box of 1000 by 1000."""

    line: str
    band: str
    marks: tuple[tuple[float, str], ...]
    """The heights of the grid lines, in percent, with their labels."""
    bots: tuple[tuple[float, str], ...]
    """The heights of the bots' ratings."""
    first: str
    """The first and the last day."""
    last: str


@dataclass(frozen=True)
class Changed:
    """How a rated game has changed the rating of one player at the table."""

    address: str
    words: str


def person_values(
    people: People,
    player: Player,
    pool: Pool | None,
    results: Sequence[PersonalResult],
    filters: Filters,
) -> dict[str, Any]:
    """Return the values for the template of a person.

    :param pool: the rating to show; by default that of the last game.
    :param results: those that the viewer may see, newest first.
    """
    games = people.games(player)
    chosen: Pool = pool or (games[-1].pool if games else "base")
    rated = people.games(player, chosen)
    rating = people.rating(player, chosen)
    is_rated = rating is not None and len(rated) >= ENOUGH
    return {
        "rating": decimal(rating.points) if rating and is_rated else None,
        "error": round(rating.error) if rating and is_rated else None,
        "enough": _("A rating appears after {n} games.").format(n=ENOUGH),
        "pool": chosen,
        "pools": {one: words for one, words in pool_words().items() if people.games(player, one)},
        "is_program": is_program(player.id),
        "chart": _chart(rated, player, chosen) if is_rated else None,
        "recent": _recent_games(people, games, player),
        "since": date_of(results[-1].ended) if results else None,
        **statistics_values(results, filters),
    }


def bot_values(people: People, name: str) -> dict[str, Any]:
    """Return the values for the template of a bot."""
    player = Player("bot", name)
    words = pool_words()
    ratings = []
    for pool in ("base", "modules"):
        if (rating := people.rating(player, pool)) is not None:
            error = _("fixed") if name == ANCHOR else f"± {round(rating.error)}"
            ratings.append((words[pool], decimal(rating.points), error))
    games = people.games(player)
    return {
        "bot": name,
        "name": bot_title(name),
        "strength": bot_strength(name),
        "about": _(bots.find(name).about),
        "ratings": ratings,
        "arena": _arena(name),
        "by_modules": _shares_by_modules(games, player),
        "recent": _recent_games(people, games, player),
    }


def _arena(name: str) -> list[Share]:
    """Return a bot's results in the arena matches that come with the package."""
    found = []
    for match in kept().values():
        named = [bots.split(bot["name"])[0] for bot in match["bots"]]
        if name in named and len(named) == 2:
            own = match["bots"][named.index(name)]
            other, options = named[1 - named.index(name)], match["options"]
            words = [bot_title(other), modules_words(options["modules"])]
            if options["edition"] == 2017:
                words.append(str(options["edition"]))
            if options["players"] > 2:
                words.append(_("{n} players").format(n=options["players"]))
            found.append(Share(" · ".join(words), own["games"], own["wins"]))
    return found


def _shares_by_modules(games: Sequence[Played], player: Player) -> list[Share]:
    """Return a bot's results in rated games, by modules."""
    return shares_by_modules((game.listing.modules, game.has_won(player)) for game in games)


def _recent_games(people: People, games: Sequence[Played], player: Player) -> list[Recent]:
    """Return somebody's last games, newest first."""
    return [_recent(people, game, player) for game in games[: -_RECENT - 1 : -1]]


def _recent(people: People, game: Played, player: Player) -> Recent:
    listing, seat = game.listing, game.seat_of(player)
    names = [
        people.name(one) if one.kind == "person" else shown_name(name, one.id) or ""
        for one, name in zip(game.players, listing.names, strict=True)
    ]
    has_won = seat in listing.first
    others = [n for n in range(len(names)) if n != seat]
    if has_won:
        words = _("Beat {names}").format(names=listed([names[n] for n in others]))
    else:
        words = _("Lost to {names}").format(names=listed([names[n] for n in listing.first]))
    own, best = listing.prestige[seat], max(listing.prestige[n] for n in others)
    return Recent(
        address=f"/tables/{listing.table}",
        won=has_won,
        words=words,
        rules=modules_words(listing.modules),
        score=f"{own} : {best}" if own != best and (own > best) == has_won else "",
        change=_change(game, player, people.games(player, game.pool)),
        day=date_of(listing.finished),
    )


def _change(game: Played, player: Player, games: Sequence[Played]) -> str:
    """Return how a game has changed somebody's rating; empty for their first.

    :param games: those that count for the same rating.
    """
    earlier = reversed(games)
    while next(earlier).listing.table != game.listing.table:
        pass
    if (last := next(earlier, None)) is None:
        return ""
    return change_words(game.rating_of(player).points - last.rating_of(player).points)


def _chart(games: Sequence[Played], player: Player, pool: Pool) -> Chart:
    # Thin out many games, but keep the last.
    games = games[:: -max(1, -(-len(games) // _POINTS))][::-1]
    ratings = [game.rating_of(player) for game in games]
    times = [game.listing.finished for game in games]
    settled = ratings[ENOUGH - 1 :]
    low = int(min(one.points - one.error for one in settled) // _STEP) * _STEP
    high = int(-(-max(one.points + one.error for one in settled) // _STEP)) * _STEP
    bots = _bots_between(low - _STEP, high + _STEP, pool)
    low = min([low, *(int(points // _STEP) * _STEP for points in bots.values())])
    high = max([high, *(int(-(-points // _STEP)) * _STEP for points in bots.values())])
    span = max(1.0, times[-1] - times[0])

    def x(time: float) -> float:
        return round(1000 * (time - times[0]) / span, 1)

    def y(points: float) -> float:
        return round(1000 * (high - min(max(points, low), high)) / (high - low), 1)

    places = list(zip(map(x, times), ratings, strict=True))
    upper = [f"{at} {y(one.points + one.error)}" for at, one in places]
    lower = [f"{at} {y(one.points - one.error)}" for at, one in reversed(places)]
    step = _STEP * max(1, -(-(high - low) // _STEP // 5))
    return Chart(
        line="M" + "L".join(f"{at} {y(one.points)}" for at, one in places),
        band="M" + "L".join([*upper, *lower]) + "Z",
        marks=tuple((y(mark) / 10, decimal(mark)) for mark in range(low + step, high, step)),
        bots=_apart({bot_title(bot): y(points) / 10 for bot, points in bots.items()}),
        first=date_of(games[0].listing.finished),
        last=date_of(games[-1].listing.finished),
    )


def _bots_between(low: float, high: float, pool: Pool) -> dict[str, float]:
    """Return the heights of bots of about this strength, first the one with the fixed rating."""
    found = {bot: one.points for bot, one in measured(pool).items() if low <= one.points <= high}
    return dict(sorted(found.items(), key=lambda one: one[0] != ANCHOR))


def _apart(heights: dict[str, float]) -> tuple[tuple[float, str], ...]:
    """Return the names that fit without overlapping; earlier ones take precedence."""
    found: list[tuple[float, str]] = []
    for name, height in heights.items():
        if all(abs(height - other) >= _LABEL for other, _name in found):
            found.append((height, name))
    return tuple(found)


def changes_of(people: People, table: str) -> dict[int, Changed]:
    """Return how a rated game has changed the rating of each person, by seat."""
    game = people.game(table)
    if game is None:
        return {}
    found = {}
    for seat, player in enumerate(game.players):
        if player.kind == "person":
            games = people.games(player, game.pool)
            change, is_rated = _change(game, player, games), len(games) >= ENOUGH
            rating = decimal(game.ratings[seat].points) if is_rated else ""
            words = " ".join(filter(None, (rating, change if is_rated else "")))
            found[seat] = Changed(f"/people/{public_id(player.id)}", words)
    return found
