"""Glicko-2 ratings, updated after each game of two to four seats.

After Mark Glickman, "Example of the Glicko-2 system" (2022), http://www.glicko.net/glicko/glicko2.pdf.
Three things go beyond it, which no library for Glicko-2 offers:

- A game is rated when it ends; what makes a rating less certain is the time since the one before, in
  periods, whole or not.
- With more than two seats, a game compares those who have won with each of the others. Who was behind
  whom among the rest tells nothing: only a victory counts. Where strengths follow Plackett and Luce, as in
  `parure.arena.ratings`, each such pair follows Bradley and Terry; but the pairs of a game hang together,
  and for seats of equal strength they tell 2 / seats of what as many games would. So much each pair weighs.
- A bot that was measured elsewhere is fixed: others are rated against it, it stays as it is.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["FIRST", "Game", "Rating", "aged", "rate", "updated"]

_POINTS = 400 / math.log(10)
"""Points on Elo's scale for one on that of the formulas."""
_MIDDLE = 1500.0
_WIDEST = 350.0
_TAU = 0.5
"""How readily the volatility changes."""
_EXACT = 1e-6


class Rating(NamedTuple):
    """A rating on the Elo scale, with its uncertainty.

    >>> Rating(1500, 30).interval
    (1441.2, 1558.8)
    """

    points: float
    deviation: float
    """The standard error of the points."""
    volatility: float = 0.06
    """How much the strength itself changes within a period."""

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval."""
        return 1.96 * self.deviation

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rating."""
        return self.points - self.error, self.points + self.error


FIRST = Rating(_MIDDLE, _WIDEST)
"""What is known of somebody who has not played yet."""


class Game(NamedTuple):
    """A game from one player's view: the opponent's rating, their own score from 0 to 1, and a weight."""

    other: Rating
    score: float
    weight: float = 1.0


def aged(rating: Rating, periods: float) -> Rating:
    """Return a rating after some periods without a game: unchanged, but less certain.

    >>> round(aged(Rating(1500, 50, 0.06), 100).deviation, 1)
    115.6
    """
    grown = math.hypot(rating.deviation, rating.volatility * math.sqrt(periods) * _POINTS)
    return rating._replace(deviation=min(grown, _WIDEST))


def updated(rating: Rating, games: Sequence[Game], periods: float = 1.0) -> Rating:
    """Return a rating after the games of one rating period.

    :param periods: how much time they end, since the rating was made.
    """
    if not games:
        return aged(rating, periods)
    deviation = rating.deviation / _POINTS
    information = surprise = 0.0
    for other, score, weight in games:
        blur = 1 / math.sqrt(1 + 3 * (other.deviation / _POINTS / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-blur * (rating.points - other.points) / _POINTS))
        information += weight * blur**2 * expected * (1 - expected)
        surprise += weight * blur * (score - expected)
    volatility = _volatility(rating.volatility, deviation**2, 1 / information, surprise)
    before = deviation**2 + periods * volatility**2
    variance = 1 / (1 / before + information)
    return Rating(
        rating.points + variance * surprise * _POINTS,
        min(math.sqrt(variance) * _POINTS, _WIDEST),
        volatility,
    )


def _volatility(old: float, before: float, variance: float, surprise: float) -> float:
    """Return the volatility after some games (step 5 of the paper, by the Illinois algorithm).

    :param before: the square of the deviation.
    :param variance: that of the rating by these games alone.
    """
    square = (variance * surprise) ** 2
    start = math.log(old**2)

    def slope(x: float) -> float:
        spread = before + variance + math.exp(x)
        return math.exp(x) * (square - spread) / (2 * spread**2) - (x - start) / _TAU**2

    a = start
    if square > before + variance:
        b = math.log(square - before - variance)
    else:
        b = start - _TAU
        while slope(b) < 0:
            b -= _TAU
    at_a, at_b = slope(a), slope(b)
    while abs(b - a) > _EXACT:
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = slope(c)
        if at_c * at_b <= 0:
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return math.exp(a / 2)


def rate(
    seats: Sequence[Rating],
    winners: Iterable[int],
    periods: Sequence[float] | None = None,
    fixed: Iterable[int] = (),
) -> list[Rating]:
    """Return the ratings of all seats after a game.

    :param winners: the seats that have won, alone or together.
    :param periods: the time since the last game of each, in periods; none by default.
    :param fixed: the seats whose ratings stay as they are.

    >>> even = Rating(1500, 60)
    >>> [round(rating.points) for rating in rate([even, even], winners=[0])]
    [1510, 1490]
    >>> [round(rating.points) for rating in rate([even] * 4, winners=[0])]
    [1515, 1495, 1495, 1495]
    """
    won, kept = set(winners), set(fixed)
    past = periods or [0.0] * len(seats)
    now = [one if seat in kept else aged(one, past[seat]) for seat, one in enumerate(seats)]
    after = []
    for seat, rating in enumerate(seats):
        games = [
            Game(now[other], (1 + (seat in won) - (other in won)) / 2, 2 / len(seats))
            for other in range(len(seats))
            if other != seat and (seat in won or other in won)
        ]
        after.append(rating if seat in kept else updated(rating, games, past[seat]))
    return after
