"""The champion's search keeps its budget, and uses what it knows already."""

import os
from collections.abc import Iterator

import pytest

from kit.positions import position
from parure import MODULES, Game, Rules
from parure.bots import Budget
from parure.bots.champion.bot import AT_A_TIME, SHARE_OF_CLOCK, Champion


def done(bot: Champion) -> int:
    """Return how many simulations the trees of a bot have done."""
    return sum(int(tree.tree[0].simulations) for tree in bot._trees)


@pytest.mark.parametrize("iterations", [1, 2, 7, 300])
def test_a_number_of_iterations_is_kept_exactly(iterations: int) -> None:
    game = Game(2, seed=4)
    bot = Champion(1, Budget(iterations=iterations))
    bot.choose(game.knowledge(0), game.legal_moves, None)
    assert len(bot._trees) == 1
    assert done(bot) == iterations


class Clock:
    """A clock that goes on by the 64th part of a second whenever it is looked at."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks / 64


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Give a bot one core, and a clock that does not depend on the machine."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0})
    clock = Clock()
    monkeypatch.setattr("parure.bots.champion.bot.time.perf_counter", clock)
    return clock


@pytest.mark.parametrize(
    ("seconds", "left", "looks"), [(0.25, None, 16), (2.0, 10.0, 32), (0.125, 50.0, 8)]
)
def test_the_time_is_kept(clock: Clock, seconds: float, left: float | None, looks: int) -> None:
    """It takes its budget, or its part of the time left where that is less."""
    assert SHARE_OF_CLOCK == 1 / 20
    game = Game(2, seed=4)
    bot = Champion(1, Budget(seconds=seconds))
    bot.choose(game.knowledge(0), game.legal_moves, left)
    assert clock.looks == 1 + looks
    assert done(bot) == looks * AT_A_TIME


def test_with_iterations_the_clock_still_counts(clock: Clock) -> None:
    game = Game(2, seed=4)
    bot = Champion(1, Budget(iterations=100_000))
    bot.choose(game.knowledge(0), game.legal_moves, 2.0)
    assert done(bot) <= clock.looks * AT_A_TIME < 1000


def test_it_uses_a_tree_for_each_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1, 2})
    game = Game(2, seed=4)
    bot = Champion(1, Budget(seconds=0.01))
    bot.choose(game.knowledge(0), game.legal_moves, None)
    assert len(bot._trees) == 3
    assert all(tree.tree[0].simulations >= AT_A_TIME for tree in bot._trees)


def test_what_it_knows_serves_the_next_decision_of_the_turn() -> None:
    game = many_tokens()
    bot = Champion(1, Budget(iterations=400))
    game.push(bot.choose(game.knowledge(0), game.legal_moves, None))
    assert game.decision == "payment"
    game.push(bot.choose(game.knowledge(0), game.legal_moves, None))
    assert done(bot) == 800


def test_the_next_turn_is_begun_anew() -> None:
    game = many_tokens()
    bot = Champion(1, Budget(iterations=400))
    game.push(bot.choose(game.knowledge(0), game.legal_moves, None))
    while game.to_play == 0:
        game.push(game.legal_moves[0])
    bot.choose(game.knowledge(1), game.legal_moves, None)
    assert done(bot) == 400


def many_tokens() -> Game:
    """Return a game where seat 0 had best buy a card, and has the choice to pay for it with gold."""
    return position(seats=[{"tokens": "W W U U G G R R K gold"}])


def test_another_game_is_begun_anew() -> None:
    bot = Champion(1, Budget(iterations=100))
    first, second = many_tokens(), Game(2, seed=1)
    bot.choose(first.knowledge(0), first.legal_moves, None)
    bot.choose(second.knowledge(0), second.legal_moves, None)
    assert done(bot) == 100


@pytest.mark.verify
def test_its_line_can_be_played() -> None:
    longest = 0
    for seed in range(3):
        game = Game(2, seed=seed)
        best = Champion(1, Budget(iterations=4000)).analyse(
            game.knowledge(0), game.legal_moves, None
        )[0]
        longest = max(longest, len(best.line))
        for move in best.line:
            game.push(move)
    assert longest > 1


def test_chances_are_for_each_seat_of_four() -> None:
    rules = Rules(4, MODULES)
    game = Game(rules.players, rules.modules, seed=2)
    found = Champion(3, Budget(iterations=300)).analyse(game.knowledge(0), game.legal_moves, None)
    assert all(len(estimate.chances) == 4 for estimate in found)
    assert sum(estimate.visits for estimate in found) == 300
