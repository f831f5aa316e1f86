"""How often a bot wins, and how sure that is.

The score of a game is the share in its victory: 1, 0, or a fraction when it is shared. The games of one
deal are not independent: a deal may favour a seat, and each bot has sat in it once. So the interval is
Wilson's, with the number of games replaced by the number of independent games that would vary as much as
the deals do.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Score", "by_deal", "score", "student"]

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
        """Return the score of each of so many seats."""
        return Score(self.mean / seats, self.low / seats, self.high / seats, self.games)


def student(freedom: float) -> float:
    """Return how many standard errors to each side hold 95 %, for so many degrees of freedom.

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
    """Return how much more the mean varies than that of as many independent games won or lost."""
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
