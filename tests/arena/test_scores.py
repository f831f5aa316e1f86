"""The intervals are right: of many simulated matches, about 95 in 100 hold the truth."""

import numpy as np
import pytest

from parure.arena.ratings import score, student

pytestmark = pytest.mark.verify


def coverage(deals, truth: float) -> float:
    """Return how often the interval of a match holds the truth."""
    found = [score(match.tolist()) for match in deals]
    return sum(one.low <= truth <= one.high for one in found) / len(found)


def coins(truth: float, deals: int, games: int = 2, bias: float = 0.0, sign: int = 1):
    """Flip coins for 1500 matches; the deal favours one side by `bias`.

    :param sign: 1 when it favours the same bot in all its games, -1 when it favours one of the two seats.
    """
    chance = np.random.default_rng(1)
    favour = chance.choice([-bias, bias], (1500, deals, 1))
    favour = favour * np.resize([1, sign], games)
    return (chance.random((1500, deals, games)) < truth + favour).astype(float)


@pytest.mark.parametrize(("truth", "deals"), [(0.25, 100), (0.5, 20), (0.9, 20), (0.9, 100)])
def test_independent_games(truth: float, deals: int) -> None:
    assert 0.93 <= coverage(coins(truth, deals), truth) <= 0.98


@pytest.mark.parametrize(("truth", "sign"), [(0.5, 1), (0.6, -1)])
def test_deals_that_favour_a_bot_or_a_seat(truth: float, sign: int) -> None:
    assert 0.93 <= coverage(coins(truth, 100, bias=0.35, sign=sign), truth) <= 0.98


def test_seatings_of_four() -> None:
    assert 0.93 <= coverage(coins(0.25, 50, games=4, bias=0.2, sign=-1), 0.25) <= 0.98


def test_shared_victories() -> None:
    chance = np.random.default_rng(2)
    matches = chance.choice([0.0, 0.5, 1.0], (1500, 60, 2), p=[0.2, 0.4, 0.4])
    assert 0.93 <= coverage(matches, 0.6) <= 0.98


def test_rare_losses() -> None:
    assert 0.92 <= coverage(coins(0.99, 200), 0.99) <= 0.98


def test_a_seat_that_always_wins_gives_a_narrow_interval() -> None:
    """With every deal split evenly, nothing is left to chance."""
    split, luck = score([[1, 0]] * 100), score([[1, 1], [0, 0]] * 50)
    assert split.mean == luck.mean == 0.5
    assert split.high - split.low < 0.05 < luck.high - luck.low


def test_all_won() -> None:
    won = score([[1, 1]] * 200)
    assert won.mean == won.high == 1
    assert 0.98 < won.low < 1


def test_no_game_tells_nothing() -> None:
    assert score([])[1:] == (0, 1, 0)


@pytest.mark.parametrize(("freedom", "exact"), [(5, 2.571), (10, 2.228), (30, 2.042), (200, 1.972)])
def test_quantiles(freedom: float, exact: float) -> None:
    assert student(freedom) == pytest.approx(exact, abs=0.01)
