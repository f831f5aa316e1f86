"""Copies of batches, and positions that are saved: what plays on as it would have."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kit.alike import IN_TURN, by_sight
from parure.envs.batch import Batch
from parure.envs.opponents import Opponents, Pool
from parure.envs.policies import RANDOM
from parure.envs.vector import ParureVectorEnv

pytestmark = pytest.mark.verify

TESTS = Path(__file__).parents[1]

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
}

OPPONENTS: dict[str, Opponents | None] = {
    "nobody": None,
    "random": "random",
    "the merchant": "merchant",
    "a bot": "guild",
    "a function": by_sight,
    "a policy with notes": IN_TURN,
    "a pool": Pool(["merchant", by_sight, IN_TURN, RANDOM]),
}


def played(batch: Batch, steps: int) -> list[bytes]:
    """Return what so many steps show."""
    shown = []
    for step in range(steps):
        legal = [np.flatnonzero(row) for row in batch.mask]
        batch.step([row[(7 * step + n) % len(row)] for n, row in enumerate(legal)])
        results = (batch.rewards, batch.margins, batch.terminated, batch.truncated, batch.turns)
        seen = (batch.mask, batch.observation, batch.to_play, batch.seats)
        shown.append(b"".join(array.tobytes() for array in results + seen))
    return shown


@pytest.mark.parametrize(
    ("opponents", "way"),
    [
        *((opponents, "pickle") for opponents in OPPONENTS),
        ("a pool", "copy"),
        ("a pool", "deepcopy"),
    ],
)
def test_a_copy_plays_the_same_games(opponents: str, way: str) -> None:
    batch = Batch(6, seed=5, max_turns=24, opponents=OPPONENTS[opponents])
    played(batch, 8)
    other = WAYS[way](batch)
    before = batch.states.tobytes()
    ahead = played(other, 20)
    assert batch.states.tobytes() == before
    assert played(batch, 20) == ahead


def test_a_copy_knows_that_its_pool_has_grown() -> None:
    pool = Pool(["random"])
    batch = Batch(6, seed=5, max_turns=10, opponents=pool)
    pool.add(IN_TURN)
    other = copy.deepcopy(batch)
    pool.add("merchant")
    assert not np.array_equal(played(batch, 20), played(other, 20))
    assert {len(members) for members in other._opponents._members} == {2}


def test_another_process_plays_on(tmp_path: Path) -> None:
    batch = Batch(6, seed=5, max_turns=24, opponents=Pool(["merchant", IN_TURN, "random"]))
    played(batch, 8)
    (tmp_path / "batch").write_bytes(pickle.dumps(batch))
    program = (
        "import pickle, sys\n"
        "from envs import test_batch_copies as tests\n"
        "from pathlib import Path\n"
        "batch = pickle.loads(Path(sys.argv[1]).read_bytes())\n"
        "Path(sys.argv[2]).write_bytes(b''.join(tests.played(batch, 20)))\n"
    )
    command = [sys.executable, "-c", program, tmp_path / "batch", tmp_path / "shown"]
    subprocess.run(command, cwd=TESTS, check=True)
    assert (tmp_path / "shown").read_bytes() == b"".join(played(batch, 20))


def test_what_cannot_be_pickled_fails_as_pickle_does() -> None:
    batch = Batch(2, opponents=lambda observations, masks: masks.argmax(axis=1))
    with pytest.raises((AttributeError, pickle.PicklingError), match="lambda"):
        pickle.dumps(batch)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_of_a_vector_environment_plays_the_same_games(way: str) -> None:
    env = ParureVectorEnv(5, max_turns=24, opponents="merchant")
    env.reset(seed=5)
    other = WAYS[way](env)
    assert np.shares_memory(other.seats, other.batch.seats)
    for _ in range(30):
        steps = [one.step(one.action_masks().argmax(axis=1)) for one in (env, other)]
        assert all(map(np.array_equal, steps[0][:4], steps[1][:4]))
    assert np.array_equal(env.reset()[0], other.reset()[0])


@pytest.mark.parametrize("opponents", ["nobody", "random", "the merchant", "a function"])
@pytest.mark.parametrize("max_turns", [24, None])
def test_games_that_wait_for_the_next_step_are_loaded_as_they_were(
    opponents: str, max_turns: int | None
) -> None:
    """Those that are over, and those that were stopped."""
    options: dict[str, Any] = {"max_turns": max_turns, "opponents": OPPONENTS[opponents]}
    batch = Batch(6, seed=5, autoreset="next_step", **options)
    other = Batch(6, seed=9, autoreset="next_step", **options)
    ended = batch.terminated if max_turns is None else batch.truncated
    while not ended.any():
        batch.rollout(1, "merchant")
    other.load(batch.save())
    for name in ("mask", "rewards", "margins", "terminated", "truncated"):
        assert np.array_equal(getattr(batch, name), getattr(other, name))
    if OPPONENTS[opponents] is not None:
        assert np.array_equal(batch.observation, other.observation)
    other.turns[:] = batch.turns
    assert played(batch, 30) == played(other, 30)
