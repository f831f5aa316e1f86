"""Draws ratings (a gem on a scale for each bot, with its error) and wins over time, by day and by night."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from parure.arena.match_report import Report
from parure.i18n import decimal, ngettext
from parure.i18n import gettext as _
from parure.render.draw import (
    Sheet,
    fit,
    group,
    number,
    path,
    rect,
    standalone,
    text,
    text_width,
    themed,
)
from parure.render.gems import gem
from parure.render.palette import PAGE
from parure.words.games import rules_words
from parure.words.piece_words import titled

__all__ = ["Point", "Row", "curve_svg", "ratings_svg", "report_svg", "signed"]

WIDTH = 760.0
_MARGIN, _ROW, _TOP = 28.0, 46.0, 92.0
_GEMS = ("K", "W", "G", "U", "R", "gold")


class Row(NamedTuple):
    """One bot on the scale."""

    label: str
    elo: float
    error: float
    """Half the width of the 95 % interval; 0 for the bot that anchors the scale."""


def report_svg(report: Report) -> str:
    """Draw the ratings of a match."""
    rows = [Row(s.label, s.rating.elo, s.rating.error) for s in report.standings]
    games = ngettext("{n} game", "{n} games", len(report.results))
    about = [rules_words(report.match.rules), games.format(n=decimal(len(report.results)))]
    return ratings_svg(rows, " · ".join(about))


def signed(elo: float) -> str:
    """Return a rating with its sign.

    >>> signed(12.4), signed(-3.0), signed(0.2)
    ('+12', '−3', '0')
    """
    rounded = round(elo)
    return f"{'+' if rounded > 0 else '−'}{decimal(abs(rounded))}" if rounded else "0"


def ratings_svg(rows: Sequence[Row], about: str) -> str:
    """Draw ratings on one scale, the strongest on top; the picture follows the reader's theme."""
    rows = sorted(rows, key=lambda row: -row.elo)
    sheet = Sheet(PAGE, shared=True)
    title = _("Ratings")
    height = _TOP + _ROW * len(rows) + 56
    left = _MARGIN + 44 + min(230.0, max(text_width(r.label, 17, bold=True) for r in rows)) + 16
    right = WIDTH - _MARGIN - max(text_width(_value(row), 16, bold=True) for row in rows) - 18
    scale = _Scale.around(rows, left, right)
    drawn = [
        rect(0, 0, WIDTH, height, PAGE.panel, rx=14),
        text(_MARGIN, 44, title, 26, PAGE.ink, serif=True, weight=600),
        text(_MARGIN, 68, fit(about, 14, WIDTH - 2 * _MARGIN), 14, PAGE.ink2),
        scale.drawn(_TOP, _TOP + _ROW * len(rows)),
        text(right, height - 14, _("Elo, with 95% intervals"), 13, PAGE.ink2, anchor="end"),
    ]
    for index, row in enumerate(rows):
        drawn.append(_row(sheet, row, scale, _TOP + _ROW * (index + 0.5), _gem(index, len(rows))))
    return themed(standalone(sheet, "".join(drawn), (WIDTH, height), WIDTH, title, "group"))


class Point(NamedTuple):
    """A share of victories at a time, with its interval."""

    time: float
    share: float
    low: float
    high: float


def curve_svg(points: Sequence[Point], title: str, about: str) -> str:
    """Draw shares of victories over time, from none to all of them."""
    sheet = Sheet(PAGE, shared=True)
    left, right, top, bottom = _MARGIN + 44, WIDTH - _MARGIN, _TOP, _TOP + 260
    last = math.ceil(max((point.time for point in points), default=1.0))

    def x(time: float) -> float:
        return left + (right - left) * time / last

    def y(share: float) -> float:
        return bottom - (bottom - top) * share

    drawn = [
        rect(0, 0, WIDTH, bottom + 44, PAGE.panel, rx=14),
        text(_MARGIN, 44, title, 26, PAGE.ink, serif=True, weight=600),
        text(_MARGIN, 68, fit(about, 14, WIDTH - 2 * _MARGIN), 14, PAGE.ink2),
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        across = f"M{number(left)} {number(y(share))}H{number(right)}"
        drawn.append(path(across, stroke=PAGE.line, stroke_width=2 if share == 0.5 else 1))
        drawn.append(text(left - 10, y(share) + 5, f"{share:.0%}", 13, PAGE.ink2, anchor="end"))
    for time in range(0, last + 1, max(1, round(_round_step(last / 8)))):
        drawn.append(text(x(time), bottom + 24, decimal(time), 13, PAGE.ink2, anchor="middle"))
    line = "L".join(f"{number(x(one.time))} {number(y(one.share))}" for one in points)
    bars = "".join(f"M{number(x(p.time))} {number(y(p.low))}V{number(y(p.high))}" for p in points)
    drawn.append(path(bars, stroke=PAGE.brass, stroke_width=2.5, stroke_linecap="round"))
    drawn.append(path(f"M{line}", stroke=PAGE.ink, stroke_width=2, fill="none"))
    drawn += [
        f'<circle cx="{number(x(p.time))}" cy="{number(y(p.share))}" r="5.5" fill="{PAGE.brass}"/>'
        for p in points
    ]
    return themed(standalone(sheet, "".join(drawn), (WIDTH, bottom + 44), WIDTH, title, "group"))


def _gem(place: int, rows: int) -> str:
    """Return the gem of a bot: gold for the strongest, then by the length of the list."""
    return _GEMS[max(0, len(_GEMS) - 1 - place)] if rows > 1 else "gold"


def _value(row: Row) -> str:
    return f"{signed(row.elo)} ± {decimal(row.error)}" if row.error else signed(row.elo)


def _row(sheet: Sheet, row: Row, scale: "_Scale", y: float, colour: str) -> str:
    """Draw a bot: its gem and name, its error and its place on the scale, and the number."""
    low, high = scale.at(row.elo - row.error), scale.at(row.elo + row.error)
    x = scale.at(row.elo)
    bar = f"M{number(low)} {number(y)}H{number(high)}"
    caps = "".join(f"M{number(end)} {number(y - 7)}V{number(y + 7)}" for end in (low, high))
    label = fit(row.label, 17, scale.left - _MARGIN - 52, bold=True)
    parts = [
        gem(sheet, colour, _MARGIN, y - 14, 28),
        text(_MARGIN + 42, y + 6, label, 17, PAGE.ink, weight=600),
        path(bar + caps, stroke=PAGE.brass, stroke_width=2.5, stroke_linecap="round")
        if row.error
        else "",
        f'<circle cx="{number(x)}" cy="{number(y)}" r="5.5" fill="{PAGE.brass}"/>',
        text(WIDTH - _MARGIN, y + 6, _value(row), 16, PAGE.ink, weight=600, anchor="end"),
    ]
    return group(titled(row.label, _value(row)), *parts)


def _round_step(least: float) -> float:
    """Return the next of 1, 2, 5, 10, 20, 50… for the numbers of a scale.

    >>> _round_step(9217.5), _round_step(14.75)
    (10000, 20)
    """
    power: float = 10 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least)


class _Scale(NamedTuple):
    """The scale that places ratings in the picture."""

    low: float
    high: float
    step: float
    left: float
    right: float

    @classmethod
    def around(cls, rows: Sequence[Row], left: float, right: float) -> "_Scale":
        """Return a scale that holds all rows with their errors, between round numbers."""
        low = min(row.elo - row.error for row in rows)
        high = max(row.elo + row.error for row in rows)
        step = _round_step(max(high - low, 40) / 5)
        ends = math.floor(low / step) * step, math.ceil(high / step) * step
        if ends[0] == ends[1]:
            ends = ends[0] - step, ends[1] + step
        return cls(*ends, step, left + 8, right - 8)

    def at(self, elo: float) -> float:
        """Return the place of a rating."""
        return self.left + (elo - self.low) / (self.high - self.low) * (self.right - self.left)

    def drawn(self, top: float, bottom: float) -> str:
        """Draw a thin line and a number for each step."""
        drawn = ""
        for index in range(round((self.high - self.low) / self.step) + 1):
            elo = self.low + index * self.step
            x = self.at(elo)
            line = f"M{number(x)} {number(top)}V{number(bottom)}"
            drawn += path(line, stroke=PAGE.line, stroke_width=2 if round(elo) == 0 else 1)
            drawn += text(x, bottom + 18, signed(elo), 13, PAGE.ink2, anchor="middle")
        return drawn
