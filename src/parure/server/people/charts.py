"""What the page of a person shows of their results: counts, charts, a calendar, streaks."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import mean, median_low
from typing import Any, Literal

from parure.bots import LADDER
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.review.sentences import percent_words
from parure.rules import MODULES
from parure.server.tables.days import DAY, date_of, day_of, longest_run, today
from parure.server.tables.results import PEOPLE, PersonalResult
from parure.words.games import bot_title, modules_words

__all__ = ["Filters", "Share", "chosen", "shares_by_modules", "statistics_values"]

FEW = 5
"""From so many games on, a share is told in percent."""
_WEEKS = 26
_MONDAY = 3
"""Day 0, 1 January 1970, was a Thursday, the day 3 of its week."""
_REVIEWED = 60
"""The most games in the chart of accuracy."""
_SMOOTHED = 5
_BARS = 10
_LAST = 25
"""The most games in the row of victories and defeats."""
_FAVOURITES = 5


@dataclass(frozen=True)
class Share:
    """The share of games won."""

    title: str
    games: int
    won: float

    @property
    def words(self) -> str:
        """The share in words; shared victories in the arena count in part."""
        won = decimal(self.won, 0 if float(self.won).is_integer() else 1)
        return _("{won} of {games}").format(won=won, games=decimal(self.games))

    @property
    def percent(self) -> str:
        """The share in percent; empty for few games."""
        return percent_words(self.won / self.games) if self.games >= FEW else ""


@dataclass(frozen=True)
class Filters:
    """Which results the page counts."""

    games: Literal["all", "rated", "practice"] = "all"
    players: int | None = None
    days: int | None = None


@dataclass(frozen=True)
class Point:
    """One game in the chart of accuracy, in percent of its width and height."""

    x: float
    y: float
    won: bool


@dataclass(frozen=True)
class Accuracy:
    """The accuracy of reviewed games, oldest first."""

    points: list[Point]
    line: str
    """The average over several games, in a box of 1000 by 1000."""
    marks: list[tuple[float, int]]
    """The heights of the grid lines in percent, with their labels."""
    months: list[tuple[float, str]]
    """Where a month begins, in percent of the width, and its first day."""
    words: str


@dataclass(frozen=True)
class Calendar:
    """The games of each day, in columns of weeks from Monday to Sunday."""

    days: list[tuple[int, int, int]]
    """The column, the row and the number of games of each day, up to today."""
    months: list[tuple[int, str]]
    """The column in which a month begins, and its first day."""
    words: str


@dataclass(frozen=True)
class Bar:
    """How many games took so many rounds."""

    rounds: int
    games: int
    height: float
    """In percent of the most frequent length."""
    strong: bool
    """Whether the median is among them."""


def chosen(results: Iterable[PersonalResult], filters: Filters) -> list[PersonalResult]:
    """Return the results that the filters let through."""
    since = 0.0 if filters.days is None else time.time() - filters.days * DAY
    return [
        one
        for one in results
        if (filters.games == "all" or bool(one.pool) == (filters.games == "rated"))
        and filters.players in (None, one.seats)
        and one.ended >= since
    ]


def statistics_values(results: Sequence[PersonalResult], filters: Filters) -> dict[str, Any]:
    """Return the values for the template from the results of a person, newest first."""
    rated = sum(bool(one.pool) for one in results)
    seats = Counter(one.seats for one in results)
    shown = chosen(results, filters)
    won = [bool(one.won) for one in reversed(shown)]
    runs = [(has_won, len(list(run))) for has_won, run in groupby(won)]
    # A game in which one has bought nothing was given up at once.
    rounds = [one.rounds for one in shown if one.bought]
    return {
        "filters": filters,
        "counts": {"all": len(results), "rated": rated, "practice": len(results) - rated},
        "seats": {count: seats[count] for count in (2, 3, 4)},
        "total": Share("", len(won), sum(won)),
        "streak": max((length for has_won, length in runs if has_won), default=0),
        "days_in_a_row": longest_run(day_of(one.ended) for one in shown),
        "now": _run_words(*runs[-1]) if runs else "",
        "last": won[-_LAST:],
        "accuracy": _accuracy(shown),
        "calendar": _calendar(shown),
        # A game counts for each of its opponents.
        "by_opponent": _shares(
            ((bot, one.won) for one in shown for bot in one.bots),
            lambda bot: _("Players") if bot == PEOPLE else bot_title(bot),
            order=(*LADDER, PEOPLE),
        ),
        "by_modules": shares_by_modules((one.modules_used, bool(one.won)) for one in shown),
        "by_seat": _shares(((one.seat, one.won) for one in shown), _seat_words, order=range(4)),
        "by_clock": _shares(((one.clock, one.won) for one in shown), _clock_words),
        "bought": _shares(((one.bought, one.won) for one in shown if one.bought), str)[
            :_FAVOURITES
        ],
        "rounds": _lengths(rounds),
        "median": median_low(rounds) if rounds else 0,
        "by_nobles": _shares(
            ((bool(one.nobles), one.won) for one in shown),
            lambda has_noble: _("With a noble") if has_noble else _("Without nobles"),
            order=(True, False),
        ),
    }


def _shares(
    results: Iterable[tuple[Any, int]], title: Callable[[Any], str], order: Sequence[Any] = ()
) -> list[Share]:
    """Count games and victories of each kind: first those in an order, then the most frequent."""
    games: Counter[Any] = Counter()
    won: Counter[Any] = Counter()
    for (kind, has_won), count in Counter(results).items():
        games[kind] += count
        won[kind] += count * has_won
    kinds = dict.fromkeys((*order, *(kind for kind, _count in games.most_common())))
    return [Share(title(kind), games[kind], won[kind]) for kind in kinds if games[kind]]


def shares_by_modules(results: Iterable[tuple[tuple[str, ...], bool]]) -> list[Share]:
    """Count games and victories with each set of modules, the most frequent first."""

    def title(modules: tuple[str, ...]) -> str:
        words = _("All four") if modules == MODULES else modules_words(modules)
        return f"{words[:1].upper()}{words[1:]}"

    return _shares(results, title)


def _seat_words(seat: int) -> str:
    return (_("First"), _("Second"), _("Third"), _("Fourth"))[seat]


def _clock_words(clock: str) -> str:
    """Return a clock in words.

    >>> _clock_words("15+10"), _clock_words("5+0"), _clock_words("3d")
    ('15 min + 10 s', '5 min', '3 days per turn')
    """
    if clock.endswith("d"):
        days = int(clock[:-1])
        return ngettext("one day per turn", "{n} days per turn", days).format(n=days)
    minutes, _plus, seconds = clock.partition("+")
    parts = [f"{minutes} min" if minutes != "0" else "", f"{seconds} s" if seconds != "0" else ""]
    return " + ".join(filter(None, parts)) if clock else _("No clock")


def _run_words(has_won: bool, games: int) -> str:
    if has_won:
        return ngettext("{n} won in a row", "{n} won in a row", games).format(n=games)
    return ngettext("{n} lost in a row", "{n} lost in a row", games).format(n=games)


def _accuracy(results: Sequence[PersonalResult]) -> Accuracy | None:
    judged = [one for one in results if one.accuracy is not None][:_REVIEWED][::-1]
    values = [one.accuracy or 0.0 for one in judged]
    if not values:
        return None
    low = min(60, int(min(values) // 20) * 20)

    def x(number: int) -> float:
        return round(100 * (number + 0.5) / len(values), 2)

    def y(accuracy: float) -> float:
        return round(100 * (100 - accuracy) / (100 - low), 2)

    averages = [mean(values[max(0, n + 1 - _SMOOTHED) : n + 1]) for n in range(len(values))]
    line = "L".join(f"{10 * x(n):.1f} {10 * y(one):.1f}" for n, one in enumerate(averages))
    days = [date_of(one.ended) for one in judged]
    return Accuracy(
        points=[
            Point(x(n), y(value), bool(one.won))
            for n, (one, value) in enumerate(zip(judged, values, strict=True))
        ],
        line=f"M{line}",
        marks=[(y(mark), mark) for mark in range(low, 101, 20)],
        months=_apart(
            [(x(n), day) for n, day in enumerate(days) if n == 0 or day[:7] != days[n - 1][:7]], 12
        ),
        words=_("Average of the last {n} reviewed games: {accuracy}").format(
            n=len(values), accuracy=decimal(mean(values))
        ),
    )


def _apart(labels: Sequence[tuple[Any, str]], least: float) -> list[Any]:
    """Return the labels that keep their distance to the one before."""
    found: list[tuple[Any, str]] = []
    for place, words in labels:
        if not found or place - found[-1][0] >= least:
            found.append((place, words))
    return found


def _calendar(results: Iterable[PersonalResult]) -> Calendar:
    last = today()
    first = last - (last + _MONDAY) % 7 - 7 * (_WEEKS - 1)
    games = Counter(day for one in results if (day := day_of(one.ended)) >= first)
    dates = [date_of(day * DAY) for day in range(first, last + 1)]
    months = [(n // 7, date) for n, date in enumerate(dates) if date.endswith("-01")]
    return Calendar(
        days=[(n // 7, n % 7, games[first + n]) for n in range(len(dates))],
        months=months,
        words=_("Played on {n} of the last {days} days").format(n=len(games), days=len(dates)),
    )


def _lengths(lengths: Sequence[int]) -> list[Bar]:
    if not lengths:
        return []
    rounds = Counter(lengths)
    first, last = min(rounds), max(rounds)
    step = -(-(last - first + 1) // _BARS)
    starts = range(first, last + 1, step)
    games = [sum(rounds[n] for n in range(start, start + step)) for start in starts]
    median = median_low(lengths)
    return [
        Bar(
            rounds=start,
            games=count,
            height=round(100 * count / max(games), 2),
            strong=start <= median < start + step,
        )
        for start, count in zip(starts, games, strict=True)
    ]
