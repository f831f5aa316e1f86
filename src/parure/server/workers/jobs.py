"""The jobs of worker processes: losses of moves, reasons, parts of reviews."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from parure.bots import Budget
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.game.position import decision_of
from parure.review.judgement import Decision, judge
from parure.review.reviewer import Answer, Known, Reviewer, Task
from parure.review.turning_points import decision_facts
from parure.review.values import Fact, Review

__all__ = ["Job", "Verdict", "judge_task", "sum_up", "weigh"]

_LEAST = 0.05
"""The smallest loss of winning chance that can cause a warning."""

_BUDGET = Budget(seconds=0.2)
"""The budget of the search; comparing two moves takes as much again."""

_OF_RIVALS = ("denies", "noble_race", "holds")
"""The facts about what a move leaves to rivals, as opposed to what would be better."""


@dataclass(frozen=True)
class Verdict:
    """A bot's verdict on a move somebody is about to make."""

    before: float
    """The winning chance of the seat with the best move."""
    after: float
    """Its winning chance with this move."""
    facts: tuple[Fact, ...] = ()

    @property
    def loss(self) -> float:
        """The winning chance that the move loses."""
        return self.before - self.after


def weigh(bot: str, known: Knowledge, line: Sequence[Move]) -> Verdict:
    """Return a bot's verdict on the moves the seat to play is about to make.

    :param bot: the name of the bot.
    :param line: the chosen moves, in order.
    """
    seat, turn = int(known.state["to_play"].item()), int(known.state["turns"].item())
    asked = decision_of(known.state) or ""
    decision = Decision(turn, seat, asked, known, played=line[0], later=tuple(line[1:]))
    found = judge(decision, bot, _BUDGET)
    verdict = Verdict(found.chances[seat], found.after[seat])
    if verdict.loss < _LEAST:
        return verdict
    facts = decision_facts(decision, [str(move) for move in found.line or (found.best,)])
    return Verdict(
        verdict.before, verdict.after, tuple(fact for fact in facts if fact.kind in _OF_RIVALS)
    )


class Job(NamedTuple):
    """A finished game, and the bot to review it."""

    record: str
    """The record of the game as JSON."""
    winners: tuple[int, ...]
    bot: str
    budget: Budget

    def reviewer(self) -> Reviewer:
        """Return a new reviewer of the game."""
        game = Game.replay(json.loads(self.record))
        return Reviewer(game, self.bot, self.budget, self.winners)


def judge_task(job: Job, task: Task) -> list[Answer]:
    """Evaluate the decisions of a task."""
    return _reviewer(job).work(task)


def sum_up(job: Job, known: Known) -> Review:
    """Return the review that follows from what is known of a game."""
    reviewer = _reviewer(job)
    reviewer.know(known)
    return reviewer.review()


@lru_cache(8)
def _reviewer(job: Job) -> Reviewer:
    """Return this process's reviewer of a game, cached because the parts of a review follow each other."""
    return job.reviewer()
