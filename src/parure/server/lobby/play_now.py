"""The bot that fits a person: the one whose results against them would be nearest to even."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parure.arena.glicko import FIRST, Game, Rating, updated
from parure.bots import LADDER
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.review.sentences import percent_words
from parure.server.people.service import measured
from parure.server.tables.listing import Listed
from parure.server.tables.options import bot_names
from parure.server.web.vocabulary import rating_of
from parure.words.games import bot_title

__all__ = ["PlayNow", "days_in_a_row", "play_now", "rivalry_words"]

_NEWCOMER = "novice"
_RECENT = 30
"""How many of a person's last games tell how well they play."""
_DAY = 86_400.0


@dataclass(frozen=True)
class PlayNow:
    """The bot on offer, and those next to it on the ladder."""

    bot: str
    words: str
    easier: str | None
    stronger: str | None
    is_new: bool
    """Whether the person has played no bot yet."""


@dataclass(frozen=True)
class _Result:
    bot: str
    score: float
    """1 for a victory, ½ for a shared one."""


def play_now(games: Sequence[Listed], chosen: str | None = None) -> PlayNow:
    """Return the bot to play now.

    :param games: the person's games, newest first.
    :param chosen: another bot that they would rather play.
    """
    ladder = [bot for bot in LADDER[1:] if bot in bot_names() and bot in measured("base")]
    results = _results(games)
    rating = _rating(results)
    fitting = min(ladder, key=lambda bot: abs(_points(bot) - rating.points))
    bot = chosen if chosen in ladder else fitting
    place = ladder.index(bot)
    return PlayNow(
        bot=bot,
        words=_words(bot, rating if results else None),
        easier=ladder[place - 1] if place else None,
        stronger=ladder[place + 1] if place + 1 < len(ladder) else None,
        is_new=not results,
    )


def _points(bot: str) -> float:
    return measured("base")[bot].points


def _results(games: Sequence[Listed]) -> list[_Result]:
    """Return the results of the games against one bot that were played to an end, newest first."""
    found = []
    for game in games:
        bots = [bot for bot in game.kinds if bot is not None]
        if game.status == "over" and game.winners and len(game.names) == 2 and len(bots) == 1:
            score = any(seat in game.mine for seat in game.winners) / len(game.winners)
            found.append(_Result(bots[0].partition(":")[0], score))
    return found


def _rating(results: Sequence[_Result]) -> Rating:
    """Return how well a person plays, from their last results; a newcomer as the bot for newcomers."""
    rating = FIRST._replace(points=_points(_NEWCOMER))
    for one in reversed(results[:_RECENT]):
        if (other := measured("base").get(one.bot)) is not None:
            rating = updated(rating, [Game(other, one.score)], periods=0.0)
    return rating


def _words(bot: str, rating: Rating | None) -> str:
    points = rating_of(bot)
    name = bot_title(bot) if points is None else f"{bot_title(bot)}, {decimal(points)}"
    if rating is None:
        words = (
            _("Against {bot}: a good first opponent.") if bot == _NEWCOMER else _("Against {bot}.")
        )
        return words.format(bot=name)
    chance = 1 / (1 + 10 ** ((_points(bot) - rating.points) / 400))
    return _("Against {bot}: you win about {percent} of such games.").format(
        bot=name, percent=percent_words(chance)
    )


def rivalry_words(games: Sequence[Listed], bot: str) -> str:
    """Return in words who is ahead between a person and a bot; nothing if they have not met."""
    counted = Counter(one.score == 1 for one in _results(games) if one.bot == bot)
    won, lost = counted[True], counted[False]
    if not counted:
        return ""
    if won > lost:
        words = _("You lead {more} : {fewer} against {bot}.")
    elif lost > won:
        words = _("{bot} leads {more} : {fewer} against you.")
    else:
        words = _("You and {bot} are level at {more} : {fewer}.")
    return words.format(bot=bot_title(bot), more=max(won, lost), fewer=min(won, lost))


def days_in_a_row(games: Sequence[Listed]) -> str:
    """Return in words on how many days in a row a person has played, up to today or yesterday."""
    days = {int(game.changed // _DAY) for game in games if game.status == "over"}
    last = int(time.time() // _DAY)
    day = last if last in days else last - 1
    count = 0
    while day - count in days:
        count += 1
    if count < 2:
        return ""
    return ngettext("{n} day in a row.", "{n} days in a row.", count).format(n=count)
