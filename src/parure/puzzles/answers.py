"""Answers to puzzles: how good they are, and why the solution is better.

>>> from parure.puzzles.book import puzzles
>>> one = puzzles()[0]
>>> answer(one, one.solution).is_right
True
"""

from dataclasses import dataclass

from parure.game.moves import Move
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.puzzles.book import Puzzle
from parure.review import facts
from parure.review.coming import coming
from parure.review.moments import Moment, deed_of
from parure.review.sentences import Show, fact_words
from parure.review.values import Choice, Deed, Fact

__all__ = [
    "JUST_AS_GOOD",
    "Answer",
    "answer",
    "coming_words",
    "goal_words",
    "right_words",
    "why_words",
    "wrong_words",
]

JUST_AS_GOOD = 3
"""An answer that loses no more than so many points is as good as the solution."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a puzzle, compared with the solution."""

    puzzle: Puzzle
    move: Move
    chance: int
    """What it may expect, in points of 100."""
    facts: tuple[Fact, ...]
    """What the solution brings and this move does not; for the solution itself, the next best move."""

    @property
    def is_right(self) -> bool:
        """Whether the answer is the solution, or as good."""
        return self.chance >= max(self.puzzle.chances) - JUST_AS_GOOD

    @property
    def is_solution(self) -> bool:
        """Whether the answer is the solution itself."""
        return self.move == self.puzzle.solution


def answer(puzzle: Puzzle, move: Move) -> Answer:
    """Judge a legal move as the answer to a puzzle.

    The same puzzle and move have the same answer.
    """
    compared = _next_best(puzzle) if move == puzzle.solution else move
    return Answer(puzzle, move, puzzle.chance(move), _facts(puzzle, compared))


def _next_best(puzzle: Puzzle) -> Move:
    chances = dict(zip(puzzle.position.legal_moves, puzzle.chances, strict=True))
    del chances[puzzle.solution]
    return max(chances, key=lambda move: chances[move])


def _facts(puzzle: Puzzle, move: Move) -> tuple[Fact, ...]:
    """Return what the solution brings and another move does not, from what the seat can know."""
    position, seat = puzzle.position, puzzle.seat
    known = position.knowledge(seat)
    moment = Moment(
        number=0,
        ply=0,
        turn=position.turns,
        seat=seat,
        asked="action",
        known=known,
        legal=tuple(position.legal_moves),
        played=move,
        later=(),
        revealed=(),
        learnt=False,
    )
    choice = Choice(
        0, 0, position.turns, seat, "action", deed_of(move, known.view, seat), line=puzzle.line
    )
    return facts.of_decision((moment,), choice, thorough=True)


# In words

_GOALS = {"win": mark("Find the move that wins"), "best": mark("Find the best move")}

_OF_YOU = {"affords": mark("After it you can pay for {piece}.")}
"""What is said of the seat that answers, where the sentence would name it."""


def goal_words(puzzle: Puzzle) -> str:
    """Return the question of a puzzle in words."""
    return _(_GOALS[puzzle.goal])


def right_words(puzzle: Puzzle, move: Move) -> str:
    """What is said of an answer that is right."""
    if move != puzzle.solution:
        return _("Just as good")
    return _("Right: it wins") if puzzle.goal == "win" else _("Right")


def wrong_words(chance: int) -> str:
    """What is said of one that is not."""
    return _("Not yet: {n} %").format(n=chance)


def why_words(answer: Answer, show: Show) -> list[str]:
    """Why the solution is better, a sentence for each fact."""
    best, own = _deed(answer.puzzle), answer.puzzle.seat
    return [
        show.fill(_(_OF_YOU[fact.kind]), piece=show.card(fact.piece))
        if fact.seat == own and fact.kind in _OF_YOU
        else fact_words(fact, show, best)
        for fact in answer.facts
    ]


def coming_words(puzzle: Puzzle, show: Show) -> list[tuple[int, str]]:
    """How the game goes on after the solution: who, and what they do."""
    return coming(puzzle.position.knowledge(puzzle.seat), puzzle.line, show)


def _deed(puzzle: Puzzle) -> Deed:
    return deed_of(puzzle.solution, puzzle.position.view(puzzle.seat), puzzle.seat)
