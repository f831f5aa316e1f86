"""The bot that fits a person: the one whose results against them would be nearest to even."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parure.bots import LADDER
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.review.sentences import percent_words
from parure.server.people.service import measured
from parure.server.people.statistics import Won
from parure.server.tables.days import day_of, days_up_to, today
from parure.server.tables.listing import Listed
from parure.server.tables.options import bot_names
from parure.server.web.vocabulary import rating_of
from parure.words.games import bot_title

__all__ = ["LATEST", "PlayNow", "days_in_a_row", "play_now", "rivalry_words"]

LATEST = 50
"""How many of a person's latest games tell how well they play."""
_NEWCOMER = "novice"
_STRONGEST = 4_000.0
_STEPS = 20


@dataclass(frozen=True)
class PlayNow:
    """The bot on offer, and those next to it on the ladder."""

    bot: str
    words: str
    easier: str | None
    stronger: str | None
    is_new: bool
    """Whether the person has played no bot yet."""


def play_now(results: Mapping[str, Won], chosen: str | None = None) -> PlayNow:
    """Return the bot to play now.

    :param results: how the person has done against each bot.
    :param chosen: another bot that they would rather play.
    """
    ladder = [bot for bot in LADDER[1:] if bot in bot_names() and bot in measured("base")]
    strength = _strength(results)
    fitting = min(ladder, key=lambda bot: abs(_points(bot) - strength))
    bot = chosen if chosen in ladder else fitting
    place = ladder.index(bot)
    return PlayNow(
        bot=bot,
        words=_words(bot, _chance(strength, bot) if results else None),
        easier=ladder[place - 1] if place else None,
        stronger=ladder[place + 1] if place + 1 < len(ladder) else None,
        is_new=not results,
    )


def _points(bot: str) -> float:
    return measured("base")[bot].points


def _chance(strength: float, bot: str) -> float:
    """Return the chance of somebody of this strength to win against a bot."""
    return 1 / (1 + 10 ** ((_points(bot) - strength) / 400))


def _strength(results: Mapping[str, Won]) -> float:
    """Return the rating from which these results would be expected.

    One game won and one lost against the bot for newcomers count as well, so that a few results tell little.
    """
    played = [(bot, one) for bot, one in results.items() if bot in measured("base")]
    played.append((_NEWCOMER, Won(2, 1)))
    low, high = 0.0, _STRONGEST
    for _step in range(_STEPS):
        middle = (low + high) / 2
        if sum(one.games * _chance(middle, bot) - one.won for bot, one in played) < 0:
            low = middle
        else:
            high = middle
    return low


def _words(bot: str, chance: float | None) -> str:
    points = rating_of(bot)
    name = bot_title(bot) if points is None else f"{bot_title(bot)}, {decimal(points)}"
    if chance is not None:
        words = _("Against {bot}: you win about {percent} of such games.")
        return words.format(bot=name, percent=percent_words(chance))
    words = _("Against {bot}: a good first opponent.") if bot == _NEWCOMER else _("Against {bot}.")
    return words.format(bot=name)


def rivalry_words(results: Mapping[str, Won], bot: str) -> str:
    """Return in words who is ahead between a person and a bot; nothing if they have not met."""
    if bot not in results:
        return ""
    won, lost = results[bot].won, results[bot].games - results[bot].won
    if won > lost:
        words = _("You lead {more} : {fewer} against {bot}.")
    elif lost > won:
        words = _("{bot} leads {more} : {fewer} against you.")
    else:
        words = _("You and {bot} are level at {more} : {fewer}.")
    return words.format(bot=bot_title(bot), more=max(won, lost), fewer=min(won, lost))


def days_in_a_row(games: Sequence[Listed]) -> str:
    """Return in words on how many days in a row a person has played, up to today or yesterday."""
    days = {day_of(game.changed) for game in games if game.status == "over"}
    count = days_up_to(today() if today() in days else today() - 1, days)
    if count < 2:
        return ""
    return ngettext("{n} day in a row.", "{n} days in a row.", count).format(n=count)
