"""The deal of the day: one deal for everybody on every server, each against the same bot.

The date alone determines it. Anybody can look at it beforehand, as with any deal whose number is known, so it
is for people who would rather not. Everybody who has played it is ranked, and gets a picture to share.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any, Literal

from parure import Game
from parure.components import NOBLES
from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.render.draw import fit, path, rect, text
from parure.render.palette import DAY, NIGHT, SANS, Theme
from parure.rules import MODULES
from parure.server.replays.course import course, curve
from parure.server.tables.listing import Listed
from parure.server.tables.names import NOBODY
from parure.server.tables.options import SeatPlan, TableOptions, daily_bot
from parure.server.tables.table import Table
from parure.server.tables.view import shown_name
from parure.types import Module
from parure.words.games import bot_title, modules_words

__all__ = [
    "Day",
    "Result",
    "daily_modules",
    "daily_options",
    "daily_picture",
    "daily_values",
    "goals_of",
    "page_values",
    "results_of",
    "today",
]

_BITS = 53
"""The bits of an integer that JavaScript represents exactly."""

WIDTH, HEIGHT = 600, 315
"""The size of the picture, as link previews expect it."""


def today() -> date:
    """Return the current day in UTC, the same everywhere."""
    return datetime.now(UTC).date()


def daily_modules(day: date) -> tuple[Module, ...]:
    """Return the modules of a day: none on Mondays, then each one in turn, then all four."""
    week: list[tuple[Module, ...]] = [(), *((module,) for module in MODULES), MODULES, ()]
    return week[day.weekday()]


def daily_options(day: date, name: str) -> TableOptions:
    """Return the table options for the deal of a day: the person begins, and there are no hints."""
    digest = hashlib.sha256(f"Parure, the deal of {day.isoformat()}".encode()).digest()
    return TableOptions(
        seats=[SeatPlan(name=name), SeatPlan(bot=daily_bot())],
        modules=list(daily_modules(day)),
        order="fixed",
        serious=True,
        seed=int.from_bytes(digest[:8], "big") >> (64 - _BITS),
    )


@dataclass(frozen=True)
class Result:
    """One person's result."""

    table: str
    name: str
    won: bool
    rounds: int
    prestige: int
    rival: int
    mine: bool
    practice: bool

    @property
    def words(self) -> str:
        """The result without the name."""
        if self.practice:
            return _("practice")
        said = (
            ngettext("won in {n} round", "won in {n} rounds", self.rounds)
            if self.won
            else ngettext("lost in {n} round", "lost in {n} rounds", self.rounds)
        )
        return said.format(n=self.rounds)

    @property
    def score(self) -> str:
        """The prestige of both seats; empty if it did not decide the game."""
        is_ahead = self.prestige > self.rival
        if not self.practice and (self.prestige == self.rival or is_ahead != self.won):
            return ""
        return f"{self.prestige} : {self.rival}"


def results_of(games: Sequence[Listed]) -> list[Result]:
    """Return the ranking: winners first, the quickest on top; then the others by prestige.

    Practice games come last.
    """
    found = [
        Result(
            table=game.table,
            name=game.names[0] or "",
            won=game.winners == (0,) and not game.practice,
            rounds=-(-game.turns // 2),
            prestige=game.prestige[0],
            rival=game.prestige[1],
            mine=bool(game.mine),
            practice=game.practice,
        )
        for game in games
        if game.status == "over"
    ]
    return sorted(
        found,
        key=lambda one: (
            one.practice,
            not one.won,
            one.won and one.rounds,
            -one.prestige,
            one.rival,
        ),
    )


@dataclass(frozen=True)
class Day:
    """A day of the week, with the deal of it."""

    day: str
    rules: str
    scene: tuple[str, str]
    state: Literal["won", "lost", "missed", "today", "to come"]


def daily_values(day: date, games: Sequence[Listed]) -> dict[str, Any]:
    """Return the values of a deal of the day for the lobby."""
    results = results_of(games)
    best = next((one for one in results if one.won), None)
    mine = next((one for one in results if one.mine), None)
    played = ngettext("{n} person has played it.", "{n} people have played it.", len(results))
    return {
        "day": day.isoformat(),
        "bot": bot_title(daily_bot()),
        "rules": modules_words(daily_modules(day)),
        "noble_id": NOBLES[day.toordinal() % len(NOBLES)].id,
        "results": results,
        "played": played.format(n=len(results)) if results else "",
        "best": _("Best so far: {name}, {result}.").format(name=best.name, result=best.words)
        if best
        else "",
        "own_words": _("Your result: {result}.").format(result=mine.words) if mine else "",
        "own": next((game for game in games if game.mine), None),
    }


def page_values(day: date, of_day: Callable[[date], Sequence[Listed]]) -> dict[str, Any]:
    """Return the values for the page of the deal of a day.

    :param of_day: returns the games of a day.
    """
    values = daily_values(day, of_day(day))
    week = [_day_of_week(day + timedelta(n - day.weekday()), day, of_day) for n in range(7)]
    decided = [one.state for one in week if one.state in ("won", "lost")]
    scene, colour = _SCENES[daily_modules(day)]
    week_words = _("This week: {n} of {all} won") if decided else _("This week")
    return {
        **values,
        "scene_name": scene,
        "colour": colour,
        "until": (day + timedelta(1)).isoformat() + "T00:00:00Z",
        "won": sum(one.won for one in values["results"]),
        "week": week,
        "week_words": week_words.format(n=decided.count("won"), all=len(decided)),
        "yesterday": next(iter(results_of(of_day(day - timedelta(1)))), None),
    }


_SCENES: dict[tuple[Module, ...], tuple[str, str]] = {
    (): ("adit", "K"),
    ("cities",): ("dome", "U"),
    ("trading_posts",): ("ship", "U"),
    ("orient",): ("palace", "R"),
    ("strongholds",): ("shop", "R"),
    MODULES: ("bazaar", "K"),
}
"""The scene of a day and the colour of its ground, one on which pale letters can be read."""


def _day_of_week(day: date, now: date, of_day: Callable[[date], Sequence[Listed]]) -> Day:
    own = next((one for one in results_of(of_day(day)) if one.mine), None) if day <= now else None
    if own is not None:
        state: Any = "won" if own.won else "lost"
    else:
        state = "today" if day == now else "missed" if day < now else "to come"
    modules = daily_modules(day)
    return Day(day.isoformat(), modules_words(modules), _SCENES[modules], state)


@lru_cache(1)
def goals_of(day: date) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the nobles and the cities of the deal of a day, which requires compiled rules."""
    deal = daily_options(day, NOBODY)
    view = Game(2, deal.modules, deal.edition, deal.seed).view(0)
    return tuple(view["nobles"]), tuple(view["cities"])


def daily_picture(table: Table, games: Sequence[Listed], theme: Theme) -> str:
    """Draw a person's result in a deal of the day: the score, the course of the game, the rank."""
    palette = NIGHT if theme == "night" else DAY
    results = results_of(games)
    place = next(n for n, one in enumerate(results, 1) if one.table == table.id)
    own = results[place - 1]
    names = [shown_name(seat.name, None if seat.person else seat.bot) or "" for seat in table.seats]
    points = course(table.playing)
    seats = (palette.seat0, palette.seat1)
    lines = "".join(
        path(curve(points, seat, 528, 110), stroke=colour, stroke_width=2.6)
        for seat, colour in enumerate(seats)
    )
    rank = _("rank {n} of {all}").format(n=place, all=len(results)) if len(results) > 1 else ""
    head = _("Deal of the day, {day}").format(day=table.daily)
    result = " · ".join(filter(None, (own.words, rank)))
    drawn = [
        rect(0, 0, WIDTH, HEIGHT, palette.bench),
        rect(14, 14, WIDTH - 28, HEIGHT - 28, palette.panel, rx=14),
        text(36, 52, "Parure", 24, palette.ink, serif=True, weight=700),
        text(WIDTH - 36, 52, head, 14, palette.ink2, anchor="end"),
        text(36, 108, fit(names[0], 22, 190, bold=True), 22, seats[0], weight=700),
        text(WIDTH / 2, 112, own.score, 40, palette.ink, serif=True, weight=700, anchor="middle"),
        text(
            WIDTH - 36,
            108,
            fit(names[1], 22, 190, bold=True),
            22,
            seats[1],
            weight=700,
            anchor="end",
        ),
        text(WIDTH / 2, 140, result, 15, palette.ink2, anchor="middle"),
        f'<g transform="translate(36 164)">{lines}</g>',
        text(36, 292, modules_words(table.options.modules), 12, palette.ink2),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{SANS}">{"".join(drawn)}</svg>'
    )
