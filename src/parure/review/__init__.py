"""Reviews of finished games: everybody's chances at every decision, and where the game was won and lost.

A move is judged by what its player could know; hidden cards are never used. Read `values` first,
which is all that a review says. `reviewer` has the decisions judged one after the other, `judgement` asks a
bot about each, `summary` makes the answers agree and adds them up, `turning_points` finds what is worth
telling, `sentences` tells it; `chart` and `page` show it.

>>> from parure import Game
>>> game = Game(seed=7)
>>> while not game.is_over:
...     game.push(game.legal_moves[-1])
>>> found = review(game, bot="random")
>>> found.winners == game.winners, found.is_complete, found.chances[0]
(True, True, (0.5, 0.5))
"""

from parure.review.reviewer import (
    ITERATIONS,
    Reviewer,
    ReviewError,
    review,
    reviewer_of,
    reviews,
)
from parure.review.values import Choice, Deed, Fact, Review, Side, TurningPoint

__all__ = [
    "ITERATIONS",
    "Choice",
    "Deed",
    "Fact",
    "Review",
    "ReviewError",
    "Reviewer",
    "Side",
    "TurningPoint",
    "review",
    "reviewer_of",
    "reviews",
]
