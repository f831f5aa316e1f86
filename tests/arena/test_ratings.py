"""Ratings: what the formulas say, what simulated games give back, and errors that are right."""

import numpy as np
import pytest

from parure.arena.ratings import POINTS, rate


def test_three_wins_to_one_are_191_points() -> None:
    stronger, weaker = rate(2, {(0, 1): (30_000, 10_000)})
    assert stronger.elo == pytest.approx(400 * np.log10(3), abs=0.1)
    assert weaker == (0, 0)


def test_one_against_three_equals_is_even_at_a_quarter() -> None:
    for rating in rate(2, {(0, 1, 1, 1): (250, 750)}):
        assert rating.elo == pytest.approx(0, abs=1e-6)


def test_a_bot_that_never_loses_has_a_finite_rating_and_a_wide_error() -> None:
    stronger, _weaker = rate(2, {(0, 1): (400, 0)})
    assert 1000 < stronger.elo < 1400
    assert stronger.error > 300


def test_the_error_is_that_of_the_win_rate() -> None:
    stronger, _weaker = rate(2, {(0, 1): (3000, 1000)})
    expected = 1.96 * np.sqrt(0.75 * 0.25 / 4000) / (0.75 * 0.25) * POINTS
    assert stronger.error == pytest.approx(expected, rel=0.01)


def test_another_anchor_only_shifts() -> None:
    wins = {(0, 1): (60.0, 40.0, 0.0), (1, 2): (0.0, 70.0, 30.0)}
    lowest, middle = rate(3, wins), rate(3, wins, anchor=1)
    shifts = {round(a.elo - b.elo, 6) for a, b in zip(lowest, middle, strict=True)}
    assert len(shifts) == 1
    assert middle[1] == (0, 0)


def play(chance, strengths, tables, deals: int):
    """Return the victories of simulated games, by deal."""
    found = []
    for _deal in range(deals):
        wins = {}
        for table in tables:
            weights = np.exp(strengths[list(table)])
            won = [0.0] * len(strengths)
            for _seat in table:
                won[table[chance.choice(len(table), p=weights / weights.sum())]] += 1
            wins[table] = won
        found.append(wins)
    return found


def total(deals):
    return {table: np.sum([deal[table] for deal in deals], axis=0).tolist() for table in deals[0]}


@pytest.mark.verify
@pytest.mark.parametrize("tables", [[(0, 1), (0, 2), (1, 2)], [(0, 1, 2)], [(0, 1, 1, 2)]])
def test_simulated_strengths_come_back(tables) -> None:
    strengths = np.array([0.0, 0.8, 1.5])
    deals = play(np.random.default_rng(3), strengths, tables, 500)
    for strength, rating in zip(strengths, rate(3, total(deals), deals, anchor=0), strict=True):
        assert rating.elo == pytest.approx(strength * POINTS, abs=max(1.5 * rating.error, 1e-9))
        assert rating.error < 40


@pytest.mark.verify
def test_errors_hold_the_truth_about_95_times_in_100() -> None:
    chance, truth = np.random.default_rng(4), 1.0 * POINTS
    hits = 0
    for _match in range(300):
        deals = play(chance, np.array([0.0, 1.0]), [(0, 1)], 50)
        rating = rate(2, total(deals), deals, anchor=0)[1]
        hits += abs(rating.elo - truth) <= rating.error
    assert 0.92 <= hits / 300 <= 0.99


def test_deals_that_decide_widen_the_error() -> None:
    decided = [{(0, 1): [2.0, 0.0]}, {(0, 1): [0.0, 2.0]}] * 50
    mixed = [{(0, 1): [1.0, 1.0]}] * 100
    wide, narrow = rate(2, total(decided), decided), rate(2, total(mixed), mixed)
    assert max(r.error for r in wide) > 1.3 * max(r.error for r in narrow)
