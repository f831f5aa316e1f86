"""From judgements to what a review says: losses, accuracy, luck and skill.

What a seat can expect changes by moves that were not the best (skill) and by cards that turned up (luck).
Every position has one value, so that the two lead from the first decision to the result. Only what the first
search says of that decision may differ, and there may be gaps: that is left unexplained.

A position is looked at twice: by the search before the move that leads to it, and by its own, which sees a
move further. The two seldom agree. So what is known later is carried back along the game, from the result
on, until every position has one value:

- Where nothing turned up after a move, the position after it is that of the next decision, and has its value.
- Where a card turned up, the search before it says what was to be expected. The rest is luck.
- A best move loses nothing: what the next search finds was there before the move.
- What a lesser move lost is told by two: its own search, and the next one, which saw where it led. Their mean
  is nearer to what a search eight times as large finds than either.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from parure.review.judgement import Decision, Judgement, deed_of
from parure.review.values import GRADES, Chances, Choice, Side, grade_of

__all__ = ["accuracy_of", "reconciled", "summed_up"]


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
    decisions: Sequence[Decision],
    answers: Mapping[int, Judgement | str],
    result: Chances,
    *,
    is_over: bool = True,
) -> tuple[tuple[Choice, ...], tuple[Side, ...]]:
    """Return the decisions of a game with what is known of them, and the sums for each seat.

    :param is_over: whether the result is that of the rules, and not of a game that was given up.
    """
    judged = [answers.get(decision.number) for decision in decisions]
    end = result if is_over else None
    settled = reconciled(decisions, judged, end)
    choices = [
        _choice(decision, answer) for decision, answer in zip(decisions, settled, strict=True)
    ]
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
        if decisions[place].learnt and follows is not None:
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
    return tuple(choices), tuple(sides)


def reconciled(
    decisions: Sequence[Decision],
    answers: Sequence[Judgement | str | None],
    result: Chances | None,
) -> list[Judgement | str | None]:
    """Return the judgements with the chances that agree from each move to the next.

    :param result: what every seat has in the end; None where the game was ended before its end.
    """
    found = list(answers)
    follows = result
    for place in reversed(range(len(decisions))):
        decision, answer = decisions[place], found[place]
        if not isinstance(answer, Judgement):
            follows = None
            continue
        if follows is not None and not decision.learnt:
            before = _before(decision, answer, follows)
            found[place] = replace(answer, chances=before, after=follows)
            follows = before
        else:
            follows = answer.chances
    return found


def _before(decision: Decision, answer: Judgement, after: Chances) -> Chances:
    """Return what every seat could expect before a move, where it is known what they could after it."""
    seat = decision.seat
    if answer.best == decision.played or answer.chances[seat] <= answer.after[seat]:
        return after
    told = zip(answer.chances, answer.after, after, strict=True)
    shares = [max(0.0, best + (later - played) / 2) for best, played, later in told]
    chances = tuple(share / sum(shares) for share in shares)
    return chances if chances[seat] > after[seat] else after


def _choice(decision: Decision, answer: Judgement | str | None) -> Choice:
    view, seat = decision.known.view, decision.seat
    bare = Choice(
        number=decision.number,
        ply=decision.ply,
        turn=decision.turn,
        seat=seat,
        asked=decision.asked,
        played=deed_of(decision.played, view, seat),
        revealed=decision.revealed,
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
