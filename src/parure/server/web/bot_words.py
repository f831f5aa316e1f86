"""Bots as people choose and meet them: by name, strength and rating."""

from dataclasses import dataclass
from functools import cache

from parure import bots
from parure.arena.strength import kept, ladder
from parure.i18n import decimal, remembered
from parure.i18n import gettext as _
from parure.server.tables.options import bot_names
from parure.words.games import bot_strength, bot_title

__all__ = ["BotChoice", "bot_choices", "bot_words", "rating_of"]

_ANCHOR, _AT = "guild", 1_600
"""One bot has a round rating, and the others lie around it as they were measured."""


@dataclass(frozen=True)
class BotChoice:
    """A bot that can be sat down."""

    name: str
    title: str
    strength: str
    """Its strength and rating, where they are known."""
    about: str

    @property
    def words(self) -> str:
        """The bot in a list of choices that says no more about it."""
        return f"{self.title} · {self.strength}" if self.strength else self.title

    @property
    def short(self) -> str:
        """The bot in a list beside which it is described."""
        rating = rating_of(self.name)
        return self.title if rating is None else f"{self.title} · {decimal(rating)}"


@cache
def _ratings() -> dict[str, int]:
    """Return the ratings of our bots as they were measured, to the nearest ten."""
    rows = {bots.split(row.label)[0]: row.elo for row in ladder(kept())}
    anchor = rows.get(_ANCHOR)
    if anchor is None:
        return {}
    ratings = {name: round((elo - anchor + _AT) / 10) * 10 for name, elo in rows.items()}
    # Who plays blindly is off the scale.
    return {name: rating for name, rating in ratings.items() if name != bots.LADDER[0]}


def rating_of(bot: str) -> int | None:
    """Return the rating of a bot, where it was measured."""
    return _ratings().get(bots.split(bot)[0])


def strength_words(bot: str) -> str:
    """Return the strength and the rating of a bot, as far as they are known."""
    rating = rating_of(bot)
    return " · ".join(filter(None, (bot_strength(bot), "" if rating is None else decimal(rating))))


@remembered
def bot_words(bot: str) -> str:
    """Say that a bot plays, and how well."""
    strength = strength_words(bot)
    return _("bot, {strength}").format(strength=strength) if strength else _("bot")


def bot_choices() -> list[BotChoice]:
    """List the installed bots, the weakest first."""
    return [
        BotChoice(name, bot_title(name), strength_words(name), _(bots.find(name).about))
        for name in bot_names()
    ]
