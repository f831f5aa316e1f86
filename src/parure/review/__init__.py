"""Reviews of finished games: everybody's chances at every decision, and where the game was won and lost.

A move is judged by what its player could know; hidden cards are never used. `judging` asks a bot about
one decision, `course` says in which order, `belief` makes the answers agree, `summary` adds up, `turning`
and `facts` find what is worth telling, `sentences` tells it.

>>> from parure import Game
>>> game = Game(seed=7)
>>> while not game.is_over:
...     game.push(game.legal_moves[-1])
>>> found = review(game, bot="random")
>>> found.winners == game.winners, found.is_complete, found.chances[0]
(True, True, (0.5, 0.5))
"""

from collections.abc import Callable, Iterator, Sequence

from parure.bots import Budget, find, split
from parure.bots.analysis import strongest
from parure.game.game import Game
from parure.review.course import Course, ReviewError
from parure.review.values import Choice, Deed, Fact, Review, Side, TurningPoint

__all__ = [
    "ITERATIONS",
    "Choice",
    "Deed",
    "Fact",
    "Review",
    "ReviewError",
    "Side",
    "TurningPoint",
    "review",
    "reviews",
]

ITERATIONS = 3_000
"""How much a bot thinks about each decision by itself."""


def review(
    game: Game,
    bot: str | None = None,
    budget: Budget | int | None = None,
    progress: Callable[[int, int], None] | None = None,
    *,
    winners: Sequence[int] = (),
    anywhere: bool = False,
) -> Review:
    """Review a finished game.

    With a number of iterations, the same game, bot and number give the same review on every run.

    :param bot: its name, with its budget for a decision (`champion:2000`); the strongest that is installed
        by default.
    :param budget: iterations for each decision, or a `Budget`; what the bot's name says goes first.
    :param progress: called with how many decisions are judged in full, and how many there are.
    :param winners: who has won a game that was ended before its end by the rules.
    :param anywhere: take `module:Class` as a bot too, as `bots.find` does.
    """
    course = begun(game, bot, budget, winners=winners, anywhere=anywhere)
    for task in course.tasks():
        course.take(task, course.work(task))
        if progress is not None:
            progress(course.done, len(course.moments))
    return course.review()


def reviews(
    game: Game,
    bot: str | None = None,
    budget: Budget | int | None = None,
    *,
    winners: Sequence[int] = (),
    anywhere: bool = False,
) -> Iterator[Review]:
    """Yield better and better reviews of a finished game, from a coarse one to the full one."""
    course = begun(game, bot, budget, winners=winners, anywhere=anywhere)
    for task in course.tasks():
        if not task.is_coarse:
            yield course.review()
        course.take(task, course.work(task))
    yield course.review()


def begun(
    game: Game,
    bot: str | None = None,
    budget: Budget | int | None = None,
    *,
    winners: Sequence[int] = (),
    anywhere: bool = False,
) -> Course:
    """Return the course of a review that has just begun: see `reviews`."""
    name, own = split(bot or strongest())
    if isinstance(budget, int):
        budget = Budget(iterations=budget)
    find(name, anywhere=anywhere)
    thought = own or budget or Budget(iterations=ITERATIONS)
    return Course(game, name, thought, tuple(winners), anywhere=anywhere)
