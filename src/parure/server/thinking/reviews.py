"""The parts of a review that other processes do: to judge some decisions, and to sum up."""

import json
from functools import lru_cache
from typing import NamedTuple

from parure import Game
from parure.bots import Budget
from parure.review.course import Answer, Course, Known, Task
from parure.review.values import Review

__all__ = ["Job", "judge", "sum_up"]


class Job(NamedTuple):
    """A finished game, and who is to judge it."""

    record: str
    """In JSON."""
    winners: tuple[int, ...]
    bot: str
    budget: Budget

    def course(self) -> Course:
        """Return the course of the review, which has not begun."""
        game = Game.replay(json.loads(self.record))
        return Course(game, self.bot, self.budget, self.winners)


def judge(job: Job, task: Task) -> list[Answer]:
    """Judge the decisions of a task."""
    return _course(job).work(task)


def sum_up(job: Job, known: Known) -> Review:
    """Return what is known of a game."""
    course = _course(job)
    course.know(known)
    return course.review()


@lru_cache(8)
def _course(job: Job) -> Course:
    """Return the course of a game in this process: the parts of one review come one after the other."""
    return job.course()
