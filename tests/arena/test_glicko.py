"""Ratings of those who play: Glickman's own example, and what must hold for two to four seats."""

import math
import random

import pytest

from parure.arena.glicko import FIRST, Game, Rating, aged, rate, updated


def test_the_published_example():
    # Glickman, "Example of the Glicko-2 system", page 4 to 6.
    games = [
        Game(Rating(1400, 30), 1),
        Game(Rating(1550, 100), 0),
        Game(Rating(1700, 300), 0),
    ]
    after = updated(Rating(1500, 200, 0.06), games)
    assert after.points == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_is_known_less_and_less():
    rating = Rating(1700, 50, 0.06)
    assert updated(rating, []) == aged(rating, 1)
    assert aged(rating, 1).deviation == pytest.approx(math.hypot(50, 0.06 * 173.7178), abs=1e-3)
    assert aged(aged(rating, 2), 3).deviation == pytest.approx(aged(rating, 5).deviation)
    assert aged(rating, 1e9) == (1700, FIRST.deviation, 0.06)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equals_who_all_win_together_stay_equal(seats):
    before = Rating(1500, 80)
    after = rate([before] * seats, range(seats))
    assert {one.points for one in after} == {1500}
    assert all(one.deviation < 80 for one in after)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_winner_gains_what_equals_lose(seats):
    winner, *others = rate([Rating(1500, 80)] * seats, [0])
    assert len(set(others)) == 1
    assert winner.points - 1500 == pytest.approx(sum(1500 - one.points for one in others), rel=0.06)


def test_fixed_seats_stay_and_nobody_else():
    before = [Rating(1600, 10), Rating(1500, 200), Rating(1400, 90)]
    after = rate(before, [1], [5.0, 0.0, 0.0], fixed=[0])
    assert after[0] == before[0]
    assert after[1].points > 1500
    assert after[2].points < 1400


def test_an_upset_of_the_certain_is_survived():
    weak, strong = rate([Rating(100, 350), Rating(4000, 10)], [0])
    assert all(math.isfinite(value) for value in (*weak, *strong))


@pytest.mark.verify
@pytest.mark.parametrize("seats", [2, 4])
def test_ratings_find_the_strengths_and_their_intervals_hold_them(seats):
    """Thirty people of known strengths, 200 games each, by Plackett and Luce's model."""
    draw = random.Random(seats)
    strengths = [draw.gauss(1500, 150) for _person in range(30)]
    ratings = [FIRST] * len(strengths)
    for _game in range(200 * len(strengths) // seats):
        table = draw.sample(range(len(strengths)), seats)
        weights = [10 ** (strengths[person] / 400) for person in table]
        won = draw.choices(range(seats), weights)
        for person, after in zip(table, rate([ratings[p] for p in table], won), strict=True):
            ratings[person] = after
    apart = sum(strengths) / len(strengths) - sum(one.points for one in ratings) / len(ratings)
    off = [s - one.points - apart for s, one in zip(strengths, ratings, strict=True)]
    held = sum(abs(by) <= one.error for by, one in zip(off, ratings, strict=True))
    assert held >= 26
    assert max(one.deviation for one in ratings) < 60
