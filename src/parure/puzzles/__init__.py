"""Puzzles: positions from bot games in which one action is far better than all others.

`book` reads those of the package, `answers` judges what somebody answers and explains the solution. `mining`
searches many games for more, and `finding` each of them.

>>> one = puzzles()[0]
>>> found = answer(one, one.solution)
>>> found.is_right, found.chance == max(one.chances)
(True, True)
"""

from parure.puzzles.answers import Answer, answer
from parure.puzzles.book import Making, Puzzle, PuzzleError, daily, making, puzzle, puzzles

__all__ = [
    "Answer",
    "Making",
    "Puzzle",
    "PuzzleError",
    "answer",
    "daily",
    "making",
    "puzzle",
    "puzzles",
]
