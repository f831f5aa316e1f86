"""Many games as a Gymnasium vector environment."""

from typing import Any

import gymnasium
import numba
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from parure import MODULES, IllegalMove
from parure.envs.batch import Batch
from parure.envs.single import IDS
from parure.envs.spaces import fields
from parure.envs.vector import ParureVectorEnv
from parure.errors import ParureError


def chosen(infos: dict[str, Any], step: int) -> Any:
    """Return a legal action of each row, another one at every step."""
    rows = [np.flatnonzero(row) for row in infos["action_mask"]]
    return np.array([legal[(7 * step + n) % len(legal)] for n, legal in enumerate(rows)])


def played(env: ParureVectorEnv, steps: int, seed: int = 7) -> list[Any]:
    """Return what so many steps give, the reset first."""
    observations, infos = env.reset(seed=seed)
    results: list[Any] = [(observations, infos)]
    for step in range(steps):
        *result, infos = env.step(chosen(infos, step))
        results.append((*result, infos))
    return results


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_makes_it(name: str) -> None:
    env = gymnasium.make_vec(name, num_envs=5, vectorization_mode="vector_entry_point", players=3)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space
    assert infos["seat"].tolist() == [0, 1, 2, 0, 1]
    observations, rewards, terminated, truncated, infos = env.step(chosen(infos, 0))
    assert observations in env.observation_space
    assert rewards.tolist() == [0.0] * 5
    assert not terminated.any()
    assert not truncated.any()


def test_the_agent_is_asked_for_its_own_seat_alone() -> None:
    env = ParureVectorEnv(8, 4, MODULES)
    for *_, infos in played(env, 60):
        assert infos["seat"].tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
        assert (infos["action_mask"].sum(axis=1) > 1).all()


def test_in_self_play_the_rows_are_those_of_a_batch() -> None:
    env, batch = ParureVectorEnv(6, max_turns=40, opponents="self"), Batch(6, max_turns=40, seed=3)
    observations, infos = env.reset(seed=3)
    for step in range(150):
        assert np.array_equal(observations, batch.observation)
        actions = chosen(infos, step)
        movers = batch.to_play.copy()
        batch.step(actions)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert np.array_equal(terminated, batch.terminated)
        assert np.array_equal(truncated, batch.truncated)
        won = batch.rewards[np.arange(6), movers] == 1
        assert (rewards[terminated] == np.where(won, 1, -1)[terminated]).all()
        assert not rewards[truncated].any()


def test_the_last_observation_of_a_game_shows_its_end() -> None:
    env = ParureVectorEnv(12, 3, "orient", reward="margin", max_turns=45)
    ended = 0
    for *_, rewards, terminated, truncated, infos in played(env, 120)[1:]:
        assert np.array_equal(infos.get("_final_obs", np.zeros(12, bool)), terminated | truncated)
        for row in np.flatnonzero(terminated | truncated):
            prestige = fields(infos["final_obs"][row])["prestige"]
            assert prestige[0] - prestige[1:3].max() == rewards[row]
            ended += 1
    assert ended > 12


def test_the_number_of_threads_changes_nothing() -> None:
    def run(threads: int) -> list[bytes]:
        numba.set_num_threads(threads)
        results = played(ParureVectorEnv(9, 2, "strongholds", max_turns=30), 50)
        return [step[0].tobytes() + step[-1]["action_mask"].tobytes() for step in results]

    most = numba.get_num_threads()
    try:
        assert run(1) == run(most)
    finally:
        numba.set_num_threads(most)


def test_seeds() -> None:
    env = ParureVectorEnv(3)
    of_a_list, _ = env.reset(seed=[5, 6, 7])
    of_a_number, _ = env.reset(seed=5)
    assert np.array_equal(of_a_list, of_a_number)
    other, _ = env.reset()
    assert not np.array_equal(of_a_number, other)


def test_an_illegal_action_changes_no_row() -> None:
    env = ParureVectorEnv(3)
    env.reset(seed=5)
    before = env.batch.states.tobytes()
    with pytest.raises(IllegalMove, match="Row 1"):
        env.step([0, 857, 0])
    assert env.batch.states.tobytes() == before


def test_options_that_do_not_exist() -> None:
    with pytest.raises(ParureError, match="opponents"):
        ParureVectorEnv(3, opponents="nobody")
