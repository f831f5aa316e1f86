"""The chart of the course of a game: everybody's prestige, round by round."""

from collections.abc import Sequence

from parure.i18n import gettext as _
from parure.render.draw import Sheet, at, group, number, path, text
from parure.render.gems import shield
from parure.render.palette import PAGE
from parure.review.chart import DASHES, Frame
from parure.server.replays.course import Point, curve, top_of

__all__ = ["NARROW", "WIDE", "course_chart"]

WIDE = Frame(width=590, height=145, left=34, right=54, row=0)
NARROW = Frame(width=310, height=120, left=30, right=50, row=0)
"""The charts of the page, on a desktop and on a phone."""

_LABEL = 17
"""The least distance between the scores at the end of two curves."""


def course_chart(points: Sequence[Point], winners: Sequence[int], frame: Frame) -> str:
    """Draw everybody's prestige through a game; each curve ends at the seat's shield and score."""
    players, last, top = len(points[0].prestige), points[-1], top_of(points)
    parts = [_level(frame, n, n / top) for n in range(0, top + 1, 5)]
    rounds = -(-last.turns // players)
    every = 5 if rounds > 7 else 1
    for round_ in range(every, rounds + 1, every):
        x = frame.x((round_ - 1) * players, last.turns)
        words = _("round {n}").format(n=round_) if round_ == every else round_
        parts.append(text(x, frame.bottom + 15, words, 12, PAGE.ink2, anchor="middle"))
    for seat in range(players):
        is_winner = seat in winners
        shape = curve(points, seat, frame.span, frame.height)
        dashes = {"stroke_dasharray": DASHES[seat]} if DASHES[seat] else {}
        drawn = path(
            shape,
            stroke=PAGE.seat(seat),
            stroke_width="3" if is_winner else "2.2",
            stroke_linejoin="round",
            **dashes,
        )
        if is_winner:
            below = f"{shape}V{number(frame.height)}Z"
            drawn = path(below, PAGE.seat(seat), fill_opacity=".12") + drawn
        parts.append(at(frame.left, frame.top, drawn))
    parts += _ends(last.prestige, top, frame)
    box = f"0 0 {number(frame.width)} {number(frame.whole(players))}"
    return f'<svg class="chart" viewBox="{box}">{group(_("The course of the game"), *parts)}</svg>'


def _level(frame: Frame, prestige: int, share: float) -> str:
    """A line across the chart; that at 15 is dashed."""
    y, dashes = frame.y(share), {"stroke_dasharray": "2 4"} if prestige == 15 else {}
    line = path(
        f"M{number(frame.left)} {number(y)}h{number(frame.span)}", stroke=PAGE.line, **dashes
    )
    return line + text(frame.left - 7, y + 4, prestige, 12, PAGE.ink2, anchor="end")


def _ends(prestige: Sequence[int], top: int, frame: Frame) -> list[str]:
    """The shields and scores at the right, the highest first, none over another and none below the chart."""
    seats = sorted(range(len(prestige)), key=lambda seat: -prestige[seat])
    heights = [frame.y(prestige[seat] / top) for seat in seats]
    for n in range(1, len(seats)):
        heights[n] = max(heights[n], heights[n - 1] + _LABEL)
    for n in reversed(range(len(seats))):
        lowest = frame.bottom - _LABEL * (len(seats) - 1 - n)
        heights[n] = min(heights[n], lowest)
    sheet, x = Sheet(PAGE), frame.left + frame.span + 6
    return [
        shield(sheet, seat, x, y - 8, 14)
        + text(x + 19, y + 5, prestige[seat], 14, PAGE.ink, weight=700)
        for seat, y in zip(seats, heights, strict=True)
    ]
