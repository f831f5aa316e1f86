"""Whether a move loses much, judged as a review would, in a short time and before it is made."""

from collections.abc import Sequence
from dataclasses import dataclass

from parure.bots import Budget
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.game.snapshot import decision_of
from parure.review.facts import of_decision
from parure.review.judging import judge
from parure.review.moments import Moment, deed_of
from parure.review.values import Choice, Fact

__all__ = ["Verdict", "weigh"]

_LEAST = 0.05
"""The loss, of one's own share of victory, from which anybody is warned."""

_BUDGET = Budget(seconds=0.2)
"""For the search; as much again goes into a comparison of two moves."""

_OF_RIVALS = ("denies", "noble_race", "holds")
"""The facts that say what a move leaves to others, and not what would be better."""


@dataclass(frozen=True)
class Verdict:
    """What a bot thinks of a move that somebody is about to make."""

    before: float
    """The chance of the seat with the best move."""
    after: float
    """Its chance with this one."""
    facts: tuple[Fact, ...] = ()

    @property
    def loss(self) -> float:
        """How much of the own share of victory the move loses."""
        return self.before - self.after


def weigh(bot: str, known: Knowledge, legal: Sequence[Move], line: Sequence[Move]) -> Verdict:
    """Return what a bot thinks of the moves that the seat to play is about to make.

    :param bot: its name.
    :param line: the moves that are chosen, in their order.
    """
    seat, turn = int(known.state["to_play"].item()), int(known.state["turns"].item())
    asked = decision_of(known.state) or ""
    moment = Moment(
        number=0,
        ply=0,
        turn=turn,
        seat=seat,
        asked=asked,
        known=known,
        legal=tuple(legal),
        played=line[0],
        later=tuple(line[1:]),
        revealed=(),
        learnt=False,
    )
    found = judge(moment, bot, _BUDGET)
    verdict = Verdict(found.chances[seat], found.after[seat])
    if verdict.loss < _LEAST:
        return verdict
    best = tuple(str(move) for move in found.line or (found.best,))
    played = deed_of(line[0], known.view, seat)
    facts = of_decision([moment], Choice(0, 0, turn, seat, asked, played, line=best))
    return Verdict(
        verdict.before, verdict.after, tuple(fact for fact in facts if fact.kind in _OF_RIVALS)
    )
