"""Opponents of a batch: whoever they are, they play as the same players do one game at a time."""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
import pytest

import parure
from parure import Game, IllegalMove, Knowledge, Move, ParureError, Rules
from parure.core.actions import PASS
from parure.envs import spaces
from parure.envs.batch import Batch
from parure.envs.opponents import Opponents, Pool
from parure.envs.policies import Policy

pytestmark = pytest.mark.verify


def first(observations: Any, masks: Any) -> Any:
    """Choose the first legal action."""
    return masks.argmax(axis=1)


def last(observations: Any, masks: Any) -> Any:
    """Choose the last legal action."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


class First:
    """The same as a bot."""

    about = "chooses the first move"

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> Move:
        assert known.seat == known.view["to_play"]
        return legal_moves[0]


@numba.njit
def first_of(state, legal, n, notes):  # type: ignore[no-untyped-def]
    """The same as a compiled policy."""
    return legal.moves[0]


@numba.njit
def passes(state, legal, n, notes):  # type: ignore[no-untyped-def]
    """Pass, which is rarely legal."""
    return PASS


FIRST = Policy(first_of)
TWO = Rules(2)


def play(steps: int, opponents: Opponents, rules: Rules = TWO) -> list[Any]:
    """Return what so many steps of an agent that chooses the last action give."""
    batch = Batch(6, rules=[rules] * 6, seed=5, max_turns=40, opponents=opponents)
    given = []
    for _ in range(steps):
        assert batch.to_play.tolist() == batch.seats.tolist()
        given.append((batch.mask.copy(), batch.observation.copy()))
        batch.step(last(None, batch.mask))
        given.append((batch.rewards.copy(), batch.truncated.copy()))
    return given


def same(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(sum(one, ()), sum(other, ()), strict=True))


@pytest.mark.parametrize("rules", [Rules(2), Rules(4, parure.MODULES)], ids=str)
def test_a_policy_a_function_and_a_bot_that_choose_the_same_play_the_same(rules: Rules) -> None:
    expected = play(30, FIRST, rules)
    assert same(expected, play(30, first, rules))
    assert same(expected, play(30, First(), rules))
    assert same(expected, play(30, Pool([first]), rules))
    assert any(truncated.any() for _, truncated in expected[1::2])


def test_games_against_opponents_are_those_of_game() -> None:
    """Each opponent sits where it should, and sees its own seat alone."""
    seen = []

    def watcher(observations: Any, masks: Any) -> Any:
        seen.append(observations.copy())
        return first(observations, masks)

    batch = Batch(1, 3, "orient", seed=[5], opponents=[watcher, last], seats=[1])
    game = Game(3, "orient", seed=5)
    for _ in range(40):
        while game.to_play != 1:
            legal = [move.number for move in game.legal_moves]
            if game.to_play == 2:
                assert np.array_equal(seen.pop(0)[0], spaces.observe(game, 2))
            game.push(parure.MOVES[min(legal) if game.to_play == 2 else max(legal)])
        assert np.array_equal(batch.observation[0], spaces.observe(game, 1))
        move = batch.mask[0].nonzero()[0][0]
        batch.step([move])
        game.push(parure.MOVES[move])
    assert not seen


@pytest.mark.parametrize("waits", ["same_step", "next_step"])
def test_bots_by_name_play_until_the_end(waits: Any) -> None:
    """`merchant` plays inside compiled code, `guild` is asked."""
    batch = Batch(
        2,
        3,
        seed=1,
        opponents=["merchant", "guild"],
        autoreset=waits,
        max_turns=8,
        observations=False,
    )
    ended = np.zeros(2, int)
    for _ in range(9):
        batch.step(first(None, batch.mask))
        ended += batch.truncated
    assert ended.all()


def test_a_pool_is_drawn_from_for_each_seat_and_game_and_can_grow() -> None:
    asked = []

    def member(name: str) -> Any:
        def choose(observations: Any, masks: Any) -> Any:
            asked.append(name)
            return first(observations, masks)

        return choose

    pool = Pool([member("a"), member("b")], most=3)
    batch = Batch(8, 3, seed=2, opponents=pool, max_turns=9, observations=False)
    batch.step(batch.sample())
    assert set(asked) == {"a", "b"}
    pool.add(member("c"))
    for _ in range(20):
        batch.step(batch.sample())
    assert set(asked) == {"a", "b", "c"}
    pool.add("random")
    pool.add(FIRST)
    asked.clear()
    for _ in range(20):
        batch.step(batch.sample())
    assert set(asked) == {"c"}
    assert [type(one).__name__ for one in pool.members] == ["str", "Policy", "function"]


def test_a_pool_draws_the_same_for_the_same_seed() -> None:
    assert same(play(30, Pool([first, FIRST, "random"])), play(30, Pool([first, FIRST, "random"])))
    assert not same(play(30, Pool([first, last])), play(30, first))


def test_positions_are_loaded_with_opponents() -> None:
    batch, game = Batch(2, 3, seed=1, opponents="random"), Game(3, seed=9)
    batch.load([game], [1])
    assert batch.to_play.tolist() == [0, 1]
    assert batch.states["turns"].tolist() == [0, 1]
    with pytest.raises(ParureError, match="the number of players in a row can’t change"):
        batch.load([Game(2, seed=9)], [1])


def wrong(observations: Any, masks: Any) -> Any:
    """Choose what is not legal."""
    return masks.argmin(axis=1)


@pytest.mark.parametrize("opponent", [wrong, Policy(passes)])
def test_an_opponent_that_chooses_what_is_not_legal_is_refused(opponent: Any) -> None:
    batch = Batch(3, seed=1, opponents=opponent, seats=0)
    for _ in range(2):
        with pytest.raises(IllegalMove, match="Row 0: an opponent chose an illegal move"):
            batch.step(batch.mask.argmax(axis=1))
    batch.reset(1)
    assert batch.to_play.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    "answers",
    [
        lambda _, masks: [0],
        lambda _, masks: 0,
        lambda _, masks: masks.argmax(axis=1) + 0.5,
        lambda _, masks: masks.argmax(axis=1)[:, None],
        lambda _, masks: masks[:, 0],
        lambda _, masks: None,
        lambda _, masks: ["take W U G"] * len(masks),
    ],
)
def test_answers_of_functions_are_whole_numbers(answers: Any) -> None:
    with pytest.raises(IllegalMove, match="needs 3 whole numbers, not an array of"):
        Batch(3, seed=1, opponents=answers, seats=1)


def test_a_step_in_which_an_opponent_fails_is_finished_by_the_next() -> None:
    fails = [False]

    def flaky(observations: Any, masks: Any) -> Any:
        if fails.pop():
            raise RuntimeError("no network")
        return first(observations, masks)

    options: dict[str, Any] = {"players": 3, "seed": 5, "max_turns": 12, "last_observations": True}
    batch = Batch(6, **options, opponents=[flaky, "random"], seats=0)
    other = Batch(6, **options, opponents=[first, "random"], seats=0)
    ended = 0
    for step in range(60):
        actions = last(None, batch.mask)
        other.step(actions)
        if step % 3 == 0:
            fails[:] = [False] * 50 + [True]
            with pytest.raises(RuntimeError, match="no network"):
                batch.step(actions)
            waiting = batch.to_play != 0
            assert waiting.any()
            assert np.array_equal(batch.observation, batch.observe(range(6)))
            actions[:] = PASS
        fails[:] = [False] * 50
        batch.step(actions)
        for name in ("states", "mask", "observation", "last_observation", "to_play", "_results"):
            assert getattr(batch, name).tobytes() == getattr(other, name).tobytes()
        ended += int(batch.truncated.sum())
    assert ended > 6


def test_a_rollout_goes_on_after_an_opponent_has_failed() -> None:
    fails = [False] * 50 + [True]

    def flaky(observations: Any, masks: Any) -> Any:
        if fails.pop():
            raise RuntimeError("no network")
        return first(observations, masks)

    batch, other = (Batch(4, seed=5, opponents=one, seats=0) for one in (flaky, first))
    with pytest.raises(RuntimeError, match="no network"):
        batch.rollout(2, FIRST)
    assert np.array_equal(batch.observation, batch.observe(range(4)))
    batch.rollout(2, FIRST)
    other.rollout(3, FIRST)
    assert batch.states.tobytes() == other.states.tobytes()


def test_an_empty_pool_is_refused() -> None:
    with pytest.raises(ParureError, match="at least"):
        Pool([])
    with pytest.raises(ParureError, match="limit"):
        Pool([first, last], most=1)


@pytest.mark.parametrize("one", ["random", FIRST, first, First()])
def test_a_pool_may_begin_with_a_single_one(one: Any) -> None:
    assert Pool(one).members == (one,)


def test_who_cannot_play_does_not_come_into_a_pool() -> None:
    pool = Pool("random")
    for wrong in ("nobody", 7):
        with pytest.raises(ParureError, match=f"There is no bot “{wrong}”"):
            pool.add(wrong)  # type: ignore[arg-type]
        with pytest.raises(ParureError, match=f"There is no bot “{wrong}”"):
            Pool(["random", wrong])  # type: ignore[list-item]
    assert (pool.members, pool.version) == (("random",), 0)
