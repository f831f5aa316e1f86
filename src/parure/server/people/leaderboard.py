"""The list of people and bots by rating, each with its interval on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.review.sentences import percent_words
from parure.server.people.service import ANCHOR, ANCHORED, Pool
from parure.server.people.standings import Standing
from parure.words.games import bot_title

__all__ = ["Line", "Who", "leaderboard_values", "pool_words", "signed"]

Who = Literal["all", "people", "bots"]
_STEP = 100


@dataclass(frozen=True)
class Line:
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
    """Where the rating is on the scale, and where its interval begins and ends, in percent."""
    low: float
    high: float
    games: str
    won: str
    month: str


def pool_words() -> dict[Pool, str]:
    """Return what the games are called that count apart from the others."""
    return {
        "base": _("Base game"),
        "modules": _("With modules"),
        "programs": _("With programs"),
    }


def leaderboard_values(
    standings: Sequence[Standing], pool: Pool, who: Who, own: str, players: int | None = None
) -> dict[str, Any]:
    """Return what the template of the list needs.

    :param own: the public id of the viewer.
    :param players: games of how many are counted; by default all.
    """
    shown = [one for one in standings if who == "all" or _is_human(one) == (who == "people")]
    ends = [one.rating + side * one.error for one in standings for side in (-1, 1)] or [0.0]
    low = int(min(ends) // _STEP) * _STEP
    high = max(low + _STEP, int(-(-max(ends) // _STEP)) * _STEP)

    def place(points: float) -> float:
        return round(100 * (points - low) / (high - low), 2)

    anchor = next((place(one.rating) for one in standings if one.bot == ANCHOR), None)
    lines = [
        Line(
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
            month="" if one.month is None else signed(one.month),
        )
        for number, one in enumerate(shown, 1)
    ]
    scale = _("{low} to {high}, with a certainty of 95 %").format(
        low=decimal(low), high=decimal(high)
    )
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
    return _("the fixed point") if one.bot == ANCHOR else ""


def signed(change: float) -> str:
    """Return a change with its sign.

    >>> signed(12.4), signed(-7)
    ('+12', '−7')
    """
    return f"{round(change):+d}".replace("-", "−").replace("+0", "±0")
