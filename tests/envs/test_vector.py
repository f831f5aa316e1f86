"""Many games as a Gymnasium vector environment."""

from typing import Any

import gymnasium
import numba
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import NormalizeObservation, RecordEpisodeStatistics

from parure import MODULES, IllegalMove
from parure.envs.batch import Batch
from parure.envs.single import IDS
from parure.envs.spaces import fields
from parure.envs.vector import ParureVectorEnv
from parure.errors import ParureError

pytestmark = pytest.mark.verify


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


def test_the_next_game_can_wait_for_the_next_step() -> None:
    """Both ways of going on give the same games; one shows their ends, the other leaves them out."""
    options = {"players": 3, "modules": "orient", "reward": "margin", "max_turns": 30}
    same = played(ParureVectorEnv(1, **options), 60)
    env = ParureVectorEnv(1, **options, autoreset_mode="NextStep")
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    observations, infos = env.reset(seed=7)
    ended = 0
    for step, (expected, *_, rewards, terminated, truncated, told) in enumerate(same[1:]):
        observations, *results, infos = env.step(chosen(infos, step))
        assert [list(result) for result in results] == [
            list(result) for result in (rewards, terminated, truncated)
        ]
        if terminated[0] or truncated[0]:
            assert np.array_equal(observations, told["final_obs"])
            assert infos["action_mask"].all()
            ended += 1
            observations, *results, infos = env.step(np.array([857]))
            assert not np.any(results)
        assert np.array_equal(observations, expected)
        assert np.array_equal(infos["action_mask"], told["action_mask"])
    assert ended > 3


def test_gymnasiums_wrappers_take_it() -> None:
    """`NormalizeObservation` refuses an environment that deals in the same step."""
    env = gymnasium.make_vec(
        "parure/Base-v1",
        num_envs=4,
        vectorization_mode="vector_entry_point",
        autoreset_mode="NextStep",
        max_turns=6,
    )
    wrapped = RecordEpisodeStatistics(NormalizeObservation(env))
    _, infos = wrapped.reset(seed=1)
    lengths = []
    for step in range(12):
        *_, infos = wrapped.step(chosen(infos, step))
        lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert len(lengths) >= 4


def test_the_number_of_threads_changes_nothing() -> None:
    def run(threads: int) -> list[bytes]:
        results = played(ParureVectorEnv(9, 2, "strongholds", max_turns=30, threads=threads), 50)
        return [step[0].tobytes() + step[-1]["action_mask"].tobytes() for step in results]

    assert run(1) == run(numba.get_num_threads())


def test_seeds() -> None:
    env = ParureVectorEnv(3)
    of_a_number, _ = env.reset(seed=5)
    of_a_list, _ = env.reset(seed=env.batch.seeds.tolist())
    assert np.array_equal(of_a_list, of_a_number)
    other, _ = env.reset()
    assert not np.array_equal(of_a_number, other)


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (-1, "A seed must be a whole number"),
        (2**64, "A seed must be a whole number"),
        (1.7, "A seed must be a whole number"),
        ([1, -2, 3], "A seed must be a whole number"),
        ([1], "A batch of 3 games needs 3 seeds, not 1"),
        ([1, 2, None, 4], "A batch of 3 games needs 3 seeds, not 4"),
    ],
    ids=str,
)
def test_seeds_that_are_none_are_refused(seed: Any, words: str) -> None:
    with pytest.raises(ParureError, match=words):
        ParureVectorEnv(3).reset(seed=seed)


def test_an_illegal_action_changes_no_row() -> None:
    env = ParureVectorEnv(3)
    env.reset(seed=5)
    before = env.batch.states.tobytes()
    with pytest.raises(IllegalMove, match="Row 1"):
        env.step([0, 857, 0])
    assert env.batch.states.tobytes() == before


def test_options_that_do_not_exist() -> None:
    for options, words in (
        ({"opponents": "nobody"}, "There is no bot “nobody”: choose from random, novice"),
        ({"autoreset_mode": AutoresetMode.DISABLED}, "autoreset_mode can’t be 'Disabled'"),
        ({"max_turns": 0}, "max_turns must be None or a whole number, 1 or more"),
        ({"num_envs": -1}, "The number of games in a batch must be a whole number"),
        ({"reward": "fame"}, "reward can’t be 'fame': choose from 'win', 'margin'"),
    ):
        with pytest.raises(ParureError, match=words):
            ParureVectorEnv(**({"num_envs": 3} | options))  # type: ignore[arg-type]
