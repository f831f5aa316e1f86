"""Win rates and Elo ratings of bots, with the errors of both.

The score of a game is the share in its victory: 1, 0, or a fraction when it is shared. The games of one deal
are not independent: a deal may favour a seat, and each bot has sat in it once. So the interval of a score is
Wilson's, with the number of games replaced by the number of independent games that would vary as much as the
deals do.

A bot with strength `s` wins a game with probability `s / (sum of all strengths at the table)`: Bradley and
Terry's model for two seats, and the first place of Plackett and Luce's for more. A shared victory counts
as a part of a win for each. 400 points are ten times the chance at the same table. One drawn game is added
to every line-up, so that ratings stay finite when a bot never loses.
This is written by hand: `choix` gives the same strengths but no errors, and needs SciPy.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["LineUp", "Rating", "Score", "by_deal", "rate", "score", "student"]

_PRIOR = 2.0
"""How many deals' worth of independent games are mixed into the measured variation, which few deals
tell little about."""


class Score(NamedTuple):
    """A mean of shares with its 95 % interval."""

    mean: float
    low: float
    high: float
    games: int

    def divided(self, seats: int) -> "Score":
        """Return the score per seat of a number of seats."""
        return Score(self.mean / seats, self.low / seats, self.high / seats, self.games)


def student(freedom: float) -> float:
    """Return the half width of a 95 % interval in standard errors, for some degrees of freedom.

    >>> round(student(10), 2), round(student(1e9), 2)
    (2.23, 1.96)
    """
    z = 1.959964
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def score(deals: Sequence[Sequence[float]]) -> Score:
    """Return the mean of the shares in all games, grouped by deal, with its interval.

    >>> score([[1, 0], [0.5, 1]]).mean
    0.625
    """
    games = sum(map(len, deals))
    if not games:
        return Score(0.5, 0.0, 1.0, 0)
    mean = sum(map(sum, deals)) / games
    freedom = len(deals) - 1 + _PRIOR
    independent = games / _design_effect(deals, mean, games)
    z2 = student(freedom) ** 2
    middle = (mean + z2 / (2 * independent)) / (1 + z2 / independent)
    half = math.sqrt(mean * (1 - mean) / independent * z2 + (z2 / (2 * independent)) ** 2)
    half /= 1 + z2 / independent
    return Score(mean, max(0.0, middle - half), min(1.0, middle + half), games)


def _design_effect(deals: Sequence[Sequence[float]], mean: float, games: int) -> float:
    """Return how much more the mean varies than that of equally many independent wins and losses."""
    one_game = mean * (1 - mean)
    if one_game <= 0:
        return 1.0
    one_deal = one_game * games / len(deals)
    measured = sum((sum(deal) - mean * len(deal)) ** 2 for deal in deals)
    return (measured + _PRIOR * one_deal) / ((len(deals) - 1 + _PRIOR) * one_deal)


def by_deal(shares: Iterable[tuple[int, float]]) -> list[list[float]]:
    """Group shares by the deal that they come from."""
    deals: dict[int, list[float]] = defaultdict(list)
    for deal, share in shares:
        deals[deal].append(share)
    return list(deals.values())


POINTS = 400 / math.log(10)
"""Elo points for a factor of e in strength."""

LineUp = tuple[int, ...]
"""The bots that play together, in rising order."""

Matrix = NDArray[Any]


class Rating(NamedTuple):
    """How far a bot stands above the anchor, with the half width of its 95 % interval."""

    elo: float
    error: float


def rate(
    bots: int,
    wins: Mapping[LineUp, Sequence[float]],
    deals: Sequence[Mapping[LineUp, Sequence[float]]] = (),
    anchor: int | None = None,
) -> list[Rating]:
    """Return the rating of each bot.

    :param wins: for each line-up, the victories of each bot, shared ones in parts; they add up to its
        games.
    :param deals: the same for each deal by itself: what varies between deals widens the errors.
    :param anchor: the bot at 0; the weakest by default.

    >>> [round(rating.elo) for rating in rate(2, {(0, 1): (300, 100)})]
    [190, 0]
    """
    strengths, information = _fit(bots, wins)
    inverse = np.linalg.pinv(information)
    spread = inverse
    if len(deals) > 1:
        pulls = np.array([_pull(bots, deal, strengths) for deal in deals])
        clustered = inverse @ pulls.T @ pulls @ inverse * len(deals) / (len(deals) - 1)
    else:
        clustered = spread
    base = int(np.argmin(strengths)) if anchor is None else anchor
    ratings = []
    for bot in range(bots):
        apart = np.zeros(bots)
        apart[bot] += 1
        apart[base] -= 1
        variance = max(apart @ spread @ apart, apart @ clustered @ apart, 0.0)
        elo = float(strengths[bot] - strengths[base]) * POINTS
        ratings.append(Rating(elo, 1.96 * math.sqrt(variance) * POINTS))
    return ratings


def _fit(bots: int, wins: Mapping[LineUp, Sequence[float]]) -> tuple[Matrix, Matrix]:
    """Return the most likely strengths (as logarithms) and the information that the games give on them."""
    padded = {line_up: _with_a_draw(bots, line_up, won) for line_up, won in wins.items()}
    strengths = np.zeros(bots)
    information = np.zeros((bots, bots))
    for _round in range(200):
        information = np.zeros((bots, bots))
        for line_up, won in padded.items():
            chances = _chances(bots, line_up, strengths)
            information += sum(won) * (np.diag(chances) - np.outer(chances, chances))
        step = np.linalg.pinv(information) @ _pull(bots, padded, strengths)
        largest = float(np.abs(step).max(initial=0.0))
        strengths = strengths + step * min(1.0, 1 / max(largest, 1e-12))
        if largest < 1e-9:
            break
    return strengths, information


def _with_a_draw(bots: int, line_up: LineUp, won: Sequence[float]) -> list[float]:
    return [won[bot] + line_up.count(bot) / len(line_up) for bot in range(bots)]


def _chances(bots: int, line_up: LineUp, strengths: Matrix) -> Matrix:
    """Return each bot's chance of winning in a line-up, summed over its seats."""
    weights = np.array([line_up.count(bot) for bot in range(bots)]) * np.exp(
        strengths - strengths[list(line_up)].max()
    )
    chances: Matrix = weights / weights.sum()
    return chances


def _pull(bots: int, wins: Mapping[LineUp, Sequence[float]], strengths: Matrix) -> Matrix:
    """Return how much more each bot has won than its strength predicts."""
    pull = np.zeros(bots)
    for line_up, won in wins.items():
        pull += np.array(won) - sum(won) * _chances(bots, line_up, strengths)
    return pull
