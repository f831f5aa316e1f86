"""One belief about a whole game, from searches that each looked at one decision.

A position is looked at twice: by the search before the move that leads to it, and by its own, which sees a
move further. The two seldom agree. So what is known later is carried back along the game, from the result
on, until every position has one value:

- Where nothing turned up after a move, the position after it is that of the next decision, and has its value.
- Where a card turned up, the search before it says what was to be expected. The rest is luck.
- A best move loses nothing: what the next search finds was there before the move.
- What a lesser move lost is told by two: its own search, and the next one, which saw where it led. Their mean
  is nearer to what a search eight times as large finds than either.
"""

from collections.abc import Sequence
from dataclasses import replace

from parure.review.judging import Judgement
from parure.review.moments import Moment
from parure.review.values import Chances

__all__ = ["reconciled"]


def reconciled(
    moments: Sequence[Moment],
    answers: Sequence[Judgement | str | None],
    result: Chances | None,
) -> list[Judgement | str | None]:
    """Return the judgements with the chances that agree from each move to the next.

    :param result: what every seat has in the end; None where the game was ended before its end.
    """
    found = list(answers)
    follows = result
    for place in reversed(range(len(moments))):
        moment, answer = moments[place], found[place]
        if not isinstance(answer, Judgement):
            follows = None
            continue
        if follows is not None and not moment.learnt:
            before = _before(moment, answer, follows)
            found[place] = replace(answer, chances=before, after=follows)
            follows = before
        else:
            follows = answer.chances
    return found


def _before(moment: Moment, answer: Judgement, after: Chances) -> Chances:
    """Return what every seat could expect before a move, where it is known what they could after it."""
    seat = moment.seat
    if answer.best == moment.played or answer.chances[seat] <= answer.after[seat]:
        return after
    told = zip(answer.chances, answer.after, after, strict=True)
    shares = [max(0.0, best + (later - played) / 2) for best, played, later in told]
    chances = tuple(share / sum(shares) for share in shares)
    return chances if chances[seat] > after[seat] else after
