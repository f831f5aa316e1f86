"""From judgements to what a review says: losses, accuracy, luck and skill.

What a seat can expect changes for three reasons, and a review keeps them apart: a move that was not the
best (skill), a card that turned up (luck), and a search that changes its mind (noise). Together they lead
from the start to the result without a remainder.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

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
    moments: Sequence[Moment], answers: Mapping[int, Judgement | str], result: Chances
) -> Summary:
    """Return the decisions of a game with what is known of them, and the sums for each seat."""
    judged = [answers.get(moment.number) for moment in moments]
    choices = [
        _choice(moment, _confirmed(moment, answer, *judged[place + 1 : place + 2]))
        for place, (moment, answer) in enumerate(zip(moments, judged, strict=True))
    ]
    seats = range(len(result))
    even: Chances = tuple(1 / len(result) for _seat in seats)
    known = [choice for choice in choices if choice.chances is not None]
    start = known[0].chances if known and known[0].chances else even
    luck, skill, noise = ([0.0] * len(result) for _part in range(3))
    expected = start
    for place, choice in enumerate(choices):
        if choice.chances is None or choice.after is None:
            continue
        _add(noise, choice.chances, expected)
        _add(skill, choice.after, choice.chances)
        expected = choice.after
        follows = choices[place + 1].chances if place + 1 < len(choices) else result
        if moments[place].learnt and follows is not None:
            _add(luck, follows, expected)
            choices[place] = replace(choice, luck=_less(follows, expected))
            expected = follows
    _add(noise, result, expected)
    sides = []
    for seat in seats:
        own = [choice for choice in known if choice.seat == seat]
        counts = Counter(choice.grade for choice in own)
        sides.append(
            Side(
                seat=seat,
                accuracy=accuracy_of([choice.loss for choice in own]),
                counts={grade: counts[grade] for grade in GRADES},
                start=start[seat],
                luck=luck[seat],
                skill=skill[seat],
                noise=noise[seat],
                result=result[seat],
            )
        )
    return Summary(tuple(choices), tuple(sides))


def _confirmed(
    moment: Moment, answer: Judgement | str | None, later: Judgement | str | None = None
) -> Judgement | str | None:
    """Return a judgement without the loss that the next search, after the move, does not see.

    It can be asked only where no card turned up in between.
    """
    if not isinstance(answer, Judgement) or not isinstance(later, Judgement) or moment.learnt:
        return answer
    loss = answer.chances[moment.seat] - answer.after[moment.seat]
    seen = max(0.0, answer.chances[moment.seat] - later.chances[moment.seat])
    if seen >= loss:
        return answer
    after = tuple(
        best + (after - best) * seen / loss
        for best, after in zip(answer.chances, answer.after, strict=True)
    )
    return replace(answer, after=after)


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
