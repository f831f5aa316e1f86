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
from parure.puzzles.book import puzzle as by_number
from parure.review.judgement import Decision, deed_of
from parure.review.sentences import Show, expected_line, fact_words
from parure.review.turning_points import decision_facts
from parure.review.values import Fact

__all__ = [
    "JUST_AS_GOOD",
    "Answer",
    "answer",
    "facts_of",
    "goal_words",
    "line_words",
    "right_words",
    "why_words",
    "wrong_words",
]

JUST_AS_GOOD = 3
"""An answer that loses at most this many points is as good as the solution."""


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
    others = [other for other in puzzle.position.legal_moves if other != puzzle.solution]
    compared = max(others, key=puzzle.chance) if move == puzzle.solution else move
    position, seat = puzzle.position, puzzle.seat
    decision = Decision(position.turns, seat, "action", position.knowledge(seat), played=compared)
    facts = decision_facts(decision, puzzle.line, thorough=True)
    return Answer(puzzle, move, puzzle.chance(move), facts)


def facts_of(number: int, move: str) -> tuple[Fact, ...]:
    """Return the facts about an answer to a puzzle; for use in another process."""
    return answer(by_number(number), Move.of(move)).facts


# In words

_GOALS = {"win": mark("Find the move that wins"), "best": mark("Find the best move")}

_OF_YOU = {"affords": mark("You can then afford {piece}.")}
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
    return _("Not yet: {n}%").format(n=chance)


def why_words(answer: Answer, show: Show) -> list[str]:
    """Why the solution is better, a sentence for each fact."""
    one, own = answer.puzzle, answer.puzzle.seat
    best = deed_of(one.solution, one.position.view(own), own)
    return [
        show.fill(_(_OF_YOU[fact.kind]), piece=show.card(fact.piece))
        if fact.seat == own and fact.kind in _OF_YOU
        else fact_words(fact, show, best)
        for fact in answer.facts
    ]


def line_words(puzzle: Puzzle, show: Show) -> list[tuple[int, str]]:
    """The expected line: who does what from the solution on."""
    return expected_line(puzzle.position.knowledge(puzzle.seat), puzzle.line, show)
