"""The reviewer of a game: which decisions are judged next, and what is known so far.

First all decisions are looked at coarsely, in their order; then each as deeply as asked, from the largest
doubts on. `review` does so here and now; whoever has several processes hands them the tasks of a `Reviewer`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from parure.bots import Budget, find, split, strongest
from parure.errors import ParureError
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.review.judgement import Judgement, decisions_of, judge, result_of, scaled
from parure.review.summary import summed_up
from parure.review.turning_points import TurningPoints
from parure.review.values import Review

__all__ = [
    "ITERATIONS",
    "Answer",
    "Known",
    "ReviewError",
    "Reviewer",
    "Task",
    "review",
    "reviewer_of",
    "reviews",
]

ITERATIONS = 3_000
"""How much a bot thinks about each decision by default."""

COARSE = 1 / 50
"""The part of the budget for the first look at a decision."""

AT_A_TIME = 12
"""How many decisions a coarse task has."""


class ReviewError(ParureError):
    """This game can't be reviewed."""


class Task(NamedTuple):
    """Decisions to be judged within a budget for each."""

    numbers: tuple[int, ...]
    budget: Budget
    is_coarse: bool


Answer = Judgement | str
"""A judgement, or why there is none."""


class Known(NamedTuple):
    """What a reviewer has found out: all answers, and which of them are as deep as asked."""

    answers: dict[int, Answer]
    deep: frozenset[int]


class Reviewer:
    """A review on its way: it says what is to be judged, and takes in the answers."""

    def __init__(
        self,
        game: Game,
        bot: str,
        budget: Budget,
        winners: tuple[int, ...] = (),
        *,
        anywhere: bool = False,
    ) -> None:
        """Begin the review of a finished game.

        :param winners: who has won a game that was ended before its end by the rules.
        """
        if not game.is_over and not winners:
            raise ReviewError(_("You can review a game once it is over."))
        self.decisions = decisions_of(game)
        self._bot, self._budget, self._anywhere = bot, budget, anywhere
        self._result, self._is_over = result_of(game, winners), game.is_over
        self._winners = winners or game.winners
        self._answers: dict[int, Answer] = {}
        self._deep: set[int] = set()
        self._turning_points = TurningPoints(self.decisions)

    @property
    def done(self) -> int:
        """How many decisions are judged as deeply as asked, or can't be."""
        return len(self._deep)

    def tasks(self) -> Iterator[Task]:
        """Yield what to judge next; what is taken in meanwhile decides about the order."""
        numbers = range(len(self.decisions))
        coarse = scaled(self._budget, COARSE)
        unseen = [number for number in numbers if number not in self._answers]
        for first in range(0, len(unseen), AT_A_TIME):
            yield Task(tuple(unseen[first : first + AT_A_TIME]), coarse, True)
        left = [number for number in numbers if number not in self._deep]
        for number in sorted(left, key=lambda number: (-self._doubt(number), number)):
            yield Task((number,), self._budget, False)

    def work(self, task: Task) -> list[Answer]:
        """Judge the decisions of a task."""
        answers: list[Answer] = []
        for number in task.numbers:
            decision = self.decisions[number]
            try:
                answers.append(judge(decision, self._bot, task.budget, anywhere=self._anywhere))
            except ParureError as error:
                answers.append(str(error))
        return answers

    def take(self, task: Task, answers: list[Answer]) -> None:
        """Take the answers to a task; a failed bot is not asked again."""
        for number, answer in zip(task.numbers, answers, strict=True):
            self._answers[number] = answer
            if not task.is_coarse or isinstance(answer, str):
                self._deep.add(number)

    @property
    def known(self) -> "Known":
        """What was found out so far."""
        return Known(dict(self._answers), frozenset(self._deep))

    def know(self, known: "Known") -> None:
        """Take over what another reviewer of the same game found out."""
        self._answers, self._deep = dict(known.answers), set(known.deep)

    def review(self) -> Review:
        """Return what is known so far."""
        choices, sides = summed_up(
            self.decisions, self._answers, self._result, is_over=self._is_over
        )
        is_complete = len(self._deep) == len(self.decisions)
        points = self._turning_points.find(choices, self._result, thorough=is_complete)
        return Review(
            bot=self.spec,
            players=len(self._result),
            winners=tuple(self._winners),
            choices=choices,
            sides=sides,
            turning_points=points,
            done=self.done,
        )

    @property
    def spec(self) -> str:
        """The bot with its budget, as people write it."""
        if self._budget.iterations is not None:
            return f"{self._bot}:{self._budget.iterations}"
        return f"{self._bot}:{self._budget.seconds:g}s"

    def _doubt(self, number: int) -> float:
        """Return how much there is to find out: what a move seems to have changed."""
        answer = self._answers.get(number)
        if not isinstance(answer, Judgement):
            return 0.0
        later = self._answers.get(number + 1)
        end = later.chances if isinstance(later, Judgement) else self._result
        return max(abs(a - b) for a, b in zip(answer.chances, end, strict=True))


def review(
    game: Game,
    bot: str | None = None,
    budget: Budget | None = None,
    progress: Callable[[int, int], None] | None = None,
    *,
    winners: Sequence[int] = (),
    anywhere: bool = False,
) -> Review:
    """Review a finished game.

    With a number of iterations, the same game, bot and number give the same review on every run.

    :param bot: its name, with its budget for a decision (`champion:2000`); the strongest that is installed
        by default.
    :param budget: how long it may think about each decision; a budget in its name takes precedence.
    :param progress: called with how many decisions are judged in full, and how many there are.
    :param winners: who has won a game that was ended before its end by the rules.
    :param anywhere: take `module:Class` as a bot too, as `bots.find` does.
    """
    reviewer = reviewer_of(game, bot, budget, winners=winners, anywhere=anywhere)
    for task in reviewer.tasks():
        reviewer.take(task, reviewer.work(task))
        if progress is not None:
            progress(reviewer.done, len(reviewer.decisions))
    return reviewer.review()


def reviews(
    game: Game,
    bot: str | None = None,
    budget: Budget | None = None,
    *,
    winners: Sequence[int] = (),
    anywhere: bool = False,
) -> Iterator[Review]:
    """Yield better and better reviews of a finished game, from a coarse one to the full one."""
    reviewer = reviewer_of(game, bot, budget, winners=winners, anywhere=anywhere)
    for task in reviewer.tasks():
        if not task.is_coarse:
            yield reviewer.review()
        reviewer.take(task, reviewer.work(task))
    yield reviewer.review()


def reviewer_of(
    game: Game,
    bot: str | None = None,
    budget: Budget | None = None,
    *,
    winners: Sequence[int] = (),
    anywhere: bool = False,
) -> Reviewer:
    """Return the reviewer of a finished game, which has judged nothing so far: see `reviews`."""
    name, own = split(bot or strongest())
    find(name, anywhere=anywhere)
    thought = own or budget or Budget(iterations=ITERATIONS)
    return Reviewer(game, name, thought, tuple(winners), anywhere=anywhere)
