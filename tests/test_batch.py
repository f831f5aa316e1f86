"""Batches: many games at once are the same games as one at a time."""

import numba
import numpy as np
import pytest

import parure
from parure import Game, IllegalMove, Rules
from parure.envs import spaces
from parure.envs.batch import Batch
from parure.envs.gpu import CudaBatch, NoGPU

ALL = Rules(4, parure.MODULES)
KINDS = [Rules(2), Rules(3, "orient", 2017), ALL]


def batch(rules: Rules, n: int = 40, **options: object) -> Batch:
    return Batch(n, rules.players, rules.modules, rules.edition, seed=5, **options)  # type: ignore[arg-type]


def content(games: Batch) -> list[bytes]:
    arrays = (games.states, games._results, games._masks, games._observations)
    return [array.tobytes() for array in arrays]


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_a_row_is_the_game_of_its_seed(rules: Rules) -> None:
    games = batch(rules)
    for row in range(5):
        game = Game(rules.players, rules.modules, rules.edition, seed=5 + row)
        for _ in range(30):
            seat = game.to_play
            assert games.to_play[row] == seat
            assert np.array_equal(games.mask[row], spaces.mask(game))
            assert np.array_equal(games.observation[row], spaces.observe(game, seat))
            actions = games.sample().copy()
            game.push(parure.MOVES[actions[row]])
            games.step(actions)
        games.reset(5)


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    before = numba.get_num_threads()
    found = []
    for threads in {1, before}:
        numba.set_num_threads(threads)
        games = batch(ALL)
        for _ in range(60):
            games.step(games.sample())
        found.append(content(games))
    numba.set_num_threads(before)
    assert all(other == found[0] for other in found)


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_a_rollout_is_so_many_random_steps(rules: Rules) -> None:
    one, other = batch(rules, max_turns=50), batch(rules, max_turns=50)
    ended = np.zeros(len(one), int)
    for _ in range(150):
        one.step(one.sample())
        ended += one.terminated | one.truncated
    assert np.array_equal(other.rollout(150), ended)
    assert content(one) == content(other)


def test_rewards_are_given_in_the_step_that_ends_a_game() -> None:
    games, ends = batch(Rules(2), 200), 0
    for _ in range(250):
        games.step(games.sample())
        over = games.terminated
        assert not games.truncated.any()
        assert np.array_equal(games.rewards.sum(1), over.astype(np.float32))
        assert ((games.rewards > 0).any(1) == over).all()
        won = games.rewards[over].argmax(1)
        assert (games.margins[over, won] >= 0).all()
        assert not games.margins[~over].any()
        ends += int(over.sum())
    assert ends > 200


def test_games_stop_at_the_limit_of_turns() -> None:
    games = batch(Rules(2), max_turns=12)
    stopped = 0
    for _ in range(40):
        games.step(games.sample())
        assert not games.terminated.any()
        assert not games.rewards.any()
        assert (games.turns[games.truncated] >= 12).all()
        stopped += int(games.truncated.sum())
    assert stopped >= len(games)


@pytest.mark.parametrize("wrong", [-1, 858, 10_000, parure.Move.of("pay").number])
def test_one_illegal_action_changes_no_row(wrong: int) -> None:
    games = batch(Rules(2))
    actions = games.sample().astype(np.int64)
    before = content(games)
    actions[7] = wrong
    with pytest.raises(IllegalMove, match=r"Row 7: .* is not legal there. No row has changed."):
        games.step(actions)
    assert content(games) == before


@pytest.mark.parametrize("wrong", [[1, 2], np.zeros(40), np.zeros((40, 1), int), "take W U G"])
def test_actions_of_a_wrong_shape_are_refused(wrong: object) -> None:
    games = batch(Rules(2))
    with pytest.raises(IllegalMove, match="A batch of 40 games takes 40 whole numbers"):
        games.step(wrong)  # type: ignore[arg-type]


def test_a_batch_without_observations_plays_the_same_games() -> None:
    one, other = batch(ALL), batch(ALL, observations=False)
    for _ in range(30):
        one.step(one.sample())
        other.step(other.sample())
    assert one.states.tobytes() == other.states.tobytes()


def has_gpu() -> bool:
    cuda = pytest.importorskip("numba.cuda")
    return bool(cuda.is_available())


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_the_gpu_plays_the_same_games_or_says_what_is_missing(rules: Rules) -> None:
    if not has_gpu():
        with pytest.raises(NoGPU, match=r"CUDA GPU|pip install"):
            CudaBatch(40)
        return
    theirs = CudaBatch(40, rules.players, rules.modules, rules.edition, seed=5, max_turns=50)
    ours = batch(rules, max_turns=50)
    for _ in range(60):
        ours.step(ours.sample())
        theirs.step(theirs.sample())
    for policy in ("random", "novice", "merchant"):
        assert np.array_equal(ours.rollout(60, policy), theirs.rollout(60, policy).copy_to_host())
    assert ours.states.tobytes() == CudaBatch.to_host(theirs.states).tobytes()
    assert np.array_equal(ours.mask.T, theirs._masks.copy_to_host())
    assert np.array_equal(ours.observation.T, theirs._observations.copy_to_host())
