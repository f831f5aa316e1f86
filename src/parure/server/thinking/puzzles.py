"""What another process finds out about an answer to a puzzle."""

from parure import Move
from parure.puzzles import answer, puzzle
from parure.review.values import Fact

__all__ = ["reasons"]


def reasons(number: int, move: str) -> tuple[Fact, ...]:
    """Return why the solution of a puzzle is better than a move, or than all others."""
    return answer(puzzle(number), Move.of(move)).facts
