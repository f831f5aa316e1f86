"""A review as its page shows it: the chart, what each player did well, turning points, and every move."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import TypedDict

from parure import Game
from parure.bots import Estimate
from parure.i18n import gettext as _
from parure.i18n import language, ngettext
from parure.review.chart import Frame, chart
from parure.review.judgement import deed_of
from parure.review.page import gap_words
from parure.review.sentences import (
    GRADE_SIGNS,
    best_words,
    expected_line,
    grade_words,
    percent_words,
    played_words,
    point_words,
    points_words,
    sums_words,
    why_words,
)
from parure.review.values import GRADES, Choice, Review, TurningPoint
from parure.server.replays.course import course
from parure.server.reviews.service import ReviewState
from parure.server.tables.advice import things_of
from parure.server.tables.rich_text import Part, Rich, parts
from parure.server.tables.table import Table
from parure.server.tables.view import shown_name
from parure.words.games import bot_title, ended_words, won

__all__ = [
    "Asked",
    "MoveLine",
    "asked_data",
    "first_shown",
    "line_data",
    "line_of",
    "names_of",
    "push_of",
    "review_values",
    "state_of",
]

WIDE = {
    2: Frame(width=984, height=92, top=12),
    3: Frame(width=984, height=84, top=12),
    4: Frame(width=984, height=76, top=12, row=11),
}
"""The chart on a desktop, by number of seats, so that chart and rows together are about equally high."""

_LINE = 12
"""The most moves shown of an expected line."""

NARROW = Frame(width=390, height=100, left=30, right=12, row=0)


class MoveLine(TypedDict):
    """A move with the chance of winning after it."""

    kind: str
    """`played`, `best`, or empty for any other move."""
    words: list[Part]
    percent: int | None
    """The chance as a whole number; None if it is unknown."""
    chance: str
    """The chance in words."""


class ReviewedMove(TypedDict):
    """A decision of the game: the move played, the best move, and why."""

    push: int
    """The number of replay moves before it."""
    seat: int
    grade: str
    """The grade; empty if the decision was not evaluated."""
    sign: str
    grade_words: str
    lines: list[MoveLine]
    why: list[Part]
    played: list[str]
    """The ids of the things that the move touched."""
    best: list[str]
    """The ids of the things that the best move would have touched, if it is another."""
    has_line: bool
    """Whether the expected line goes on beyond the best move."""


class Point(TypedDict):
    """A turning point."""

    kind: str
    number: int
    """The index of the decision."""
    words: list[Part]
    before: str
    after: str
    note: str


class SideRow(TypedDict):
    """A row of the players' statistics, with a value for each seat."""

    kind: str
    sign: str
    words: str
    values: list[str]


class Sides(TypedDict):
    """The statistics of each player."""

    accuracy: list[int | None]
    rows: list[SideRow]
    note: str


class Asked(TypedDict):
    """A bot's evaluation of the best moves."""

    title: str
    lines: list[MoveLine]


def names_of(table: Table) -> list[str]:
    """Return the names of the seats, as shown."""
    return [shown_name(one.name, None if one.person else one.bot) or "" for one in table.seats]


def review_values(table: Table, found: ReviewState, person: str | None) -> dict[str, Any]:
    """Return the values for the page's template."""
    names = names_of(table)
    winners = table.winners
    is_you = list(winners) == list(table.seats_of(person))
    words = won([names[seat] for seat in winners], is_you=is_you)
    if table.ended:
        words = ended_words(table.ended, [names[seat] for seat in table.resigned])
    return {
        "table": table.id,
        "names": names,
        "outcome": words,
        "parts": state_of(table, found),
        "bot": bot_title(found.job.bot),
    }


def state_of(table: Table, found: ReviewState) -> dict[str, Any]:
    """Return the progress of a review, with the parts that can already be shown."""
    review = found.review
    state: dict[str, Any] = {
        "state": found.state,
        "done": found.done,
        "total": found.total,
        "words": _progress(found),
        "moves": [],
    }
    if review is None:
        return state
    if found.shown_of is not review:
        found.shown_of, found.shown = review, {}
    names = names_of(table)
    key = (language(), *names)
    if key not in found.shown:
        found.shown[key] = _shown_parts(table, names, review)
    return {**state, **found.shown[key]}


def _shown_parts(table: Table, names: Sequence[str], review: Review) -> dict[str, Any]:
    """Return the parts of the page that are the same for all viewers."""
    game, show = table.playing, Rich(names)
    prestige = [point.prestige for point in course(game)]
    sides: Sides = {
        "accuracy": [None if s.accuracy is None else round(s.accuracy) for s in review.sides],
        "rows": _rows(review),
        "note": sums_words(review.sides) if review.is_complete else "",
    }
    return {
        "moves": _moves(table, review, show),
        "wide": chart(review, WIDE[review.players], prestige),
        "narrow": chart(review, NARROW, prestige),
        "sides": sides,
        "points": _points(review, names, show),
    }


def _progress(found: ReviewState) -> str:
    """Return in words how far a review is; empty if it is complete."""
    if found.state == "stopped":
        return _("Analysis stopped after {done} of {total} moves.").format(
            done=found.done, total=found.total
        )
    if found.state == "working":
        if found.review is None:
            return _("Analysing the game…")
        return _("Analysing deeper: {done} of {total} moves").format(
            done=found.done, total=found.total
        )
    return gap_words(found.review) if found.review is not None and found.review.gaps else ""


def first_shown(found: ReviewState) -> int | None:
    """Return the decision to show first: the first turning point, once there is a review."""
    review = found.review
    if review is None:
        return None
    return review.turning_points[0].number if review.turning_points else 0


def push_of(table: Table, ply: int) -> int:
    """Return the number of replay moves before a ply."""
    return sum(push.first <= ply for push in table.pushes) - 1


def _rows(review: Review) -> list[SideRow]:
    """Return the rows below the accuracy."""
    sides = review.sides
    rows: list[SideRow] = [
        {
            "kind": f"grade--{grade}",
            "sign": GRADE_SIGNS[grade],
            "words": grade_words(grade),
            "values": [str(side.counts[grade]) for side in sides],
        }
        for grade in GRADES
    ]
    if not review.is_complete:
        return rows
    sums = [
        ("sum", _("start"), [percent_words(side.start) for side in sides]),
        ("", _("luck"), [points_words(side.luck) for side in sides]),
        ("", _("skill"), [points_words(side.skill) for side in sides]),
        ("", _("unexplained"), [points_words(side.unexplained) for side in sides]),
    ]
    return rows + [
        {"kind": kind, "sign": "", "words": words, "values": values} for kind, words, values in sums
    ]


def _points(review: Review, names: Sequence[str], show: Rich) -> list[Point]:
    return [
        {
            "kind": point.kind,
            "number": point.number,
            "words": parts(" ".join(point_words(point, review.choices[point.number], show)[:3])),
            "before": percent_words(point.before),
            "after": percent_words(point.after),
            "note": _note(review, point, names),
        }
        for point in review.turning_points
    ]


def _note(review: Review, point: TurningPoint, names: Sequence[str]) -> str:
    grade = review.choices[point.number].grade
    if point.kind == "luck" or grade is None:
        return _("for {name}").format(name=names[point.seat])
    return f"{GRADE_SIGNS[grade]} {grade_words(grade)}"


def _moves(table: Table, review: Review, show: Rich) -> list[ReviewedMove]:
    """Return every decision."""
    points = {one.number: one for one in review.turning_points if one.kind == "decision"}
    return [_move(table, choice, points.get(choice.number), show) for choice in review.choices]


def _move(table: Table, choice: Choice, point: TurningPoint | None, show: Rich) -> ReviewedMove:
    is_best = choice.best is None or choice.best == choice.played
    seat, after, chances = choice.seat, choice.after, choice.chances
    lines = [line_of("played", played_words(choice.played, show), after[seat] if after else None)]
    if choice.best is not None and not is_best:
        lines.append(
            line_of("best", best_words(choice.best, show), chances[seat] if chances else None)
        )
    why = choice.problem
    if not why and point is not None:
        why = " ".join(why_words(point, show, choice.best))
    return {
        "push": push_of(table, choice.ply),
        "seat": seat,
        "grade": choice.grade or "",
        "sign": GRADE_SIGNS[choice.grade] if choice.grade else "",
        "grade_words": grade_words(choice.grade) if choice.grade else "",
        "lines": lines,
        "why": parts(why),
        "played": things_of(choice.played.move),
        "best": [] if is_best or choice.best is None else things_of(choice.best.move),
        "has_line": len(choice.line) > 1,
    }


def line_of(kind: str, words: str, chance: float | None) -> MoveLine:
    """Return a move in words, with the chance of winning after it."""
    return {
        "kind": kind,
        "words": parts(words),
        "percent": None if chance is None else round(100 * chance),
        "chance": "" if chance is None else percent_words(chance),
    }


def line_data(table: Table, review: Review, number: int) -> list[list[Part]]:
    """Return the expected line after the best move: who does what."""
    choice, show = review.choices[number], Rich(names_of(table))
    then = table.playing.back_to(choice.ply)
    found = expected_line(then.knowledge(choice.seat), choice.line[:_LINE], show)
    return [
        parts(show.fill(_("{title}: {words}"), title=show.name(seat), words=words))
        for seat, words in found
    ]


def asked_data(table: Table, game: Game, estimates: Sequence[Estimate], bot: str) -> Asked:
    """Return a bot's evaluation of the best moves at a decision."""
    seat = game.to_play
    assert seat is not None
    show, view = Rich(names_of(table)), game.view(seat)
    thought = sum(one.visits for one in estimates)
    words = ngettext("{bot}, after {n} iteration:", "{bot}, after {n} iterations:", thought)
    return {
        "title": words.format(bot=bot_title(bot), n=thought),
        "lines": [
            line_of("", best_words(deed_of(one.move, view, seat), show), one.chances[seat])
            for one in estimates[:4]
        ],
    }
