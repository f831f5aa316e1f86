"""From judgements to what a review says: losses, accuracy, luck and skill.

What a seat can expect changes by moves that were not the best (skill) and by cards that turned up (luck).
Every position has one value (`belief`), so that the two lead from the first decision to the result. Only
what the first search says of that decision may differ, and there may be gaps: that is left unexplained.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from parure.review.belief import reconciled
from parure.review.judging import Judgement
from parure.review.moments import Moment, deed_of
from parure.review.values import GRADES, Chances, Choice, Side, grade_of

__all__ = ["Summary", "accuracy_of", "summed_up"]


class Summary(NamedTuple):
    """All decisions, and what they come to for each seat."""

    choices: tuple[Choice, ...]
    sides: tuple[Side, ...]


def accuracy_of(losses: Sequence[float]) -> float | None:
    """Return the accuracy of moves that lost so much, from 0 to 100: the public formula of lichess.

    >>> accuracy_of([0.0, 0.0]), accuracy_of([])
    (100.0, None)
    """
    if not losses:
        return None
    each = (103.17 * math.exp(-0.0435 * 100 * loss) - 3.17 for loss in losses)
    return sum(min(100.0, max(0.0, one)) for one in each) / len(losses)


def summed_up(
    moments: Sequence[Moment],
    answers: Mapping[int, Judgement | str],
    result: Chances,
    *,
    is_over: bool = True,
) -> Summary:
    """Return the decisions of a game with what is known of them, and the sums for each seat.

    :param is_over: whether the result is that of the rules, and not of a game that was given up.
    """
    judged = [answers.get(moment.number) for moment in moments]
    end = result if is_over else None
    settled = reconciled(moments, judged, end)
    choices = [_choice(moment, answer) for moment, answer in zip(moments, settled, strict=True)]
    start = next(
        (answer.chances for answer in judged if isinstance(answer, Judgement)),
        tuple(1 / len(result) for _seat in result),
    )
    luck, skill = [0.0] * len(result), [0.0] * len(result)
    for place, choice in enumerate(choices):
        if choice.chances is None or choice.after is None:
            continue
        _add(skill, choice.after, choice.chances)
        follows = choices[place + 1].chances if place + 1 < len(choices) else end
        if moments[place].learnt and follows is not None:
            _add(luck, follows, choice.after)
            choices[place] = replace(choice, luck=_less(follows, choice.after))
    sides = []
    for seat in range(len(result)):
        own = [choice for choice in choices if choice.seat == seat and choice.chances is not None]
        counts = Counter(choice.grade for choice in own)
        sides.append(
            Side(
                seat=seat,
                accuracy=accuracy_of([choice.loss for choice in own]),
                counts={grade: counts[grade] for grade in GRADES},
                start=start[seat],
                luck=luck[seat],
                skill=skill[seat],
                unexplained=result[seat] - start[seat] - luck[seat] - skill[seat],
                result=result[seat],
            )
        )
    return Summary(tuple(choices), tuple(sides))


def _choice(moment: Moment, answer: Judgement | str | None) -> Choice:
    view, seat = moment.known.view, moment.seat
    bare = Choice(
        number=moment.number,
        ply=moment.ply,
        turn=moment.turn,
        seat=seat,
        asked=moment.asked,
        played=deed_of(moment.played, view, seat),
        revealed=moment.revealed,
    )
    if not isinstance(answer, Judgement):
        return replace(bare, problem=answer or "")
    loss = max(0.0, answer.chances[seat] - answer.after[seat])
    return replace(
        bare,
        best=deed_of(answer.best, view, seat),
        chances=answer.chances,
        after=answer.after,
        loss=loss,
        grade=grade_of(loss),
        line=tuple(map(str, answer.line)),
        depth=answer.depth,
    )


def _less(after: Chances, before: Chances) -> Chances:
    return tuple(a - b for a, b in zip(after, before, strict=True))


def _add(sums: list[float], after: Chances, before: Chances) -> None:
    for seat, change in enumerate(_less(after, before)):
        sums[seat] += change
