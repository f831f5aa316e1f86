"""The moment that decided a game, from its review."""

from dataclasses import dataclass

from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.review.chart import chart
from parure.review.sentences import (
    GRADE_SIGNS,
    Plain,
    grade_words,
    percent_words,
    point_words,
)
from parure.review.values import Review, TurningPoint
from parure.server.results.course_chart import NARROW, WIDE
from parure.server.reviews.service import ReviewState
from parure.server.web.rendering import render

__all__ = ["Judged", "judged_of"]


_LEAST = 0.08
"""A smaller swing decides nothing."""


@dataclass(frozen=True)
class Judged:
    """What the page gains from the review; empty parts are not known yet."""

    working: bool = False
    decisive: str = ""
    """The decisive moment as HTML."""
    reason: str = ""
    """Why to look at the review, in a few words."""
    accuracy: str = ""
    """The accuracy of the viewer, who had one seat."""
    wide: str = ""
    narrow: str = ""
    """The charts of everybody's chance of winning, as SVG."""


def judged_of(
    found: ReviewState, names: list[str], own: tuple[int, ...], winners: tuple[int, ...]
) -> Judged:
    """Return what a review says of the game as a whole, once it is complete or was stopped."""
    review, is_working = found.review, found.state == "working"
    values = {"table": found.table, "working": is_working}
    if review is None or is_working:
        return Judged(is_working, render("results/decisive.html", **values, moment=None))
    point = _decisive(review)
    moment = None if point is None else _moment(review, point, names)
    return Judged(
        working=False,
        decisive=render("results/decisive.html", **values, moment=moment),
        reason=_reason(review, point, own, winners),
        accuracy=_accuracy(review, own),
        wide=chart(review, WIDE),
        narrow=chart(review, NARROW),
    )


def _decisive(review: Review) -> TurningPoint | None:
    """Return the turning point that helped a winner most: a rival's mistake, or luck."""
    helped = [
        point
        for point in review.turning_points
        if (point.after > point.before) == (point.seat in review.winners)
        if abs(point.after - point.before) >= _LEAST
    ]
    return max(helped, key=lambda point: abs(point.after - point.before), default=None)


def _round(review: Review, point: TurningPoint) -> int:
    return review.choices[point.number].turn // review.players + 1


@dataclass(frozen=True)
class _Moment:
    """The decisive moment as its template shows it."""

    round: int
    number: int
    """The decision in the review."""
    card: str
    """The card that it is about, if any."""
    grade: str
    words: str
    chance: str


def _moment(review: Review, point: TurningPoint, names: list[str]) -> _Moment:
    choice = review.choices[point.number]
    best = choice.best.card if choice.best is not None else ""
    card = best or choice.played.card
    grade = (
        "" if choice.grade is None else f"{GRADE_SIGNS[choice.grade]} {grade_words(choice.grade)}"
    )
    if point.kind == "luck":
        card, grade = point.facts[0].piece, ""
    return _Moment(
        round=_round(review, point),
        number=point.number,
        card=card,
        grade=grade,
        words=" ".join(point_words(point, choice, Plain(names))),
        chance=_("{name}’s chance: {before} → {after}").format(
            name=names[point.seat],
            before=percent_words(point.before),
            after=percent_words(point.after),
        ),
    )


def _reason(
    review: Review, point: TurningPoint | None, own: tuple[int, ...], winners: tuple[int, ...]
) -> str:
    """Return the viewer's mistakes, or when the game turned: after a defeat, and for those who watched."""
    if point is not None and not set(own) & set(winners):
        return _("turned in round {n}").format(n=_round(review, point))
    counts = [review.sides[seat].counts for seat in own]
    mistakes = sum(count["mistake"] + count["blunder"] for count in counts)
    if not mistakes:
        return _("no mistakes") if own else ""
    return ngettext("{n} mistake", "{n} mistakes", mistakes).format(n=mistakes)


def _accuracy(review: Review, own: tuple[int, ...]) -> str:
    found = [review.sides[seat].accuracy for seat in own]
    return percent_words(found[0] / 100) if len(found) == 1 and found[0] is not None else ""
