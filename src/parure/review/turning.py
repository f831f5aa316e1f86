"""The turning points of a game: the decisions that cost most, and the luck that changed who leads."""

from collections.abc import Sequence
from typing import NamedTuple

from parure.review import facts
from parure.review.moments import Moment
from parure.review.values import Chances, Choice, Fact, TurningPoint

__all__ = ["Facts"]

MOST = 5
LEAST_LOSS = 0.04
LEAST_LUCK = 0.10
"""Below these nothing has turned."""

IN_A_ROW = 2
"""So many turning points of one seat may follow each other."""


class _Weighed(NamedTuple):
    weight: float
    point: TurningPoint


class Facts:
    """What the engine says about the turning points of a game; what was found is remembered."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self._moments = moments
        self._found: dict[object, tuple[Fact, ...]] = {}

    def points(
        self, choices: Sequence[Choice], result: Chances, *, thorough: bool
    ) -> tuple[TurningPoint, ...]:
        """Return the turning points with their facts.

        :param thorough: also imagine what a rival would do in many deals.
        """
        chosen = _chosen(_candidates(choices, result))
        return tuple(
            TurningPoint(
                point.kind,
                point.number,
                point.seat,
                point.before,
                point.after,
                self._facts(point, choices[point.number], thorough=thorough),
            )
            for point in chosen
        )

    def _facts(self, point: TurningPoint, choice: Choice, *, thorough: bool) -> tuple[Fact, ...]:
        key = point.kind, point.number, choice.best, thorough
        if key not in self._found:
            self._found[key] = self._look(point, choice, thorough=thorough)
        return self._found[key]

    def _look(self, point: TurningPoint, choice: Choice, *, thorough: bool) -> tuple[Fact, ...]:
        if point.kind == "luck":
            later = self._moments[point.number + 1 : point.number + 2]
            return facts.of_luck(choice, later[0] if later else None)
        assert choice.best is not None
        return facts.of_decision(self._moments, choice, thorough=thorough)


def _candidates(choices: Sequence[Choice], result: Chances) -> list[_Weighed]:
    """Return everything that may be a turning point."""
    found = []
    for place, choice in enumerate(choices):
        if choice.chances is None or choice.after is None:
            continue
        seat = choice.seat
        if choice.loss >= LEAST_LOSS:
            point = TurningPoint(
                "decision", choice.number, seat, choice.chances[seat], choice.after[seat]
            )
            found.append(_Weighed(choice.loss, point))
        follows = choices[place + 1].chances if place + 1 < len(choices) else result
        if choice.luck is None or follows is None or not choice.revealed:
            continue
        changed = max(choice.luck, key=abs)
        touched = choice.luck.index(changed)
        if abs(changed) >= LEAST_LUCK and _leader(choice.after) != _leader(follows):
            point = TurningPoint(
                "luck", choice.number, touched, choice.after[touched], follows[touched]
            )
            found.append(_Weighed(abs(changed), point))
    return found


def _leader(chances: Chances) -> int:
    return chances.index(max(chances))


def _chosen(candidates: list[_Weighed]) -> list[TurningPoint]:
    """Return the weightiest in the order of the game, with not too many of one seat in a row."""
    kept: list[TurningPoint] = []
    left = [
        each.point
        for each in sorted(candidates, key=lambda each: (-each.weight, each.point.number))
    ]
    while len(kept) < MOST:
        fitting = next(
            (point for point in left if _longest_row(_in_order(kept, point)) <= IN_A_ROW), None
        )
        if fitting is None:
            break
        left.remove(fitting)
        kept = _in_order(kept, fitting)
    return kept


def _in_order(points: Sequence[TurningPoint], more: TurningPoint) -> list[TurningPoint]:
    return sorted([*points, more], key=lambda point: (point.number, point.kind))


def _longest_row(points: Sequence[TurningPoint]) -> int:
    longest = row = 0
    before: TurningPoint | None = None
    for point in points:
        row = row + 1 if before is not None and before.seat == point.seat else 1
        longest, before = max(longest, row), point
    return longest
