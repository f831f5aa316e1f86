"""What fits other libraries: masks where they look for them, and tensors on the same memory."""

import builtins
import importlib
import sys
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from parure import ParureError
from parure.envs import spaces
from parure.envs.batch import Batch
from parure.envs.learning_curves import mean_of, report, share_won
from parure.envs.masked import for_rllib, for_tianshou
from parure.envs.tensors import ARRAYS

pytestmark = pytest.mark.verify

SB3 = "parure.envs.sb3"


@pytest.mark.parametrize(
    ("make", "seen", "mask"),
    [(for_rllib, "observations", "action_mask"), (for_tianshou, "obs", "mask")],
)
def test_the_mask_is_beside_the_observation(make: Any, seen: str, mask: str) -> None:
    env: gymnasium.Env[Any, Any] = make(reward="margin", max_turns=20)
    row, info = env.reset(seed=3)
    ended = False
    while not ended:
        assert env.observation_space.contains(row)
        assert np.array_equal(row[mask], info["action_mask"])
        row, _reward, terminated, truncated, info = env.step(int(row[mask].argmax()))
        ended = terminated or truncated
    assert row[seen].shape == (spaces.SIZE,)


def test_stable_baselines_sees_the_games_of_the_vector_environment() -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks

    from parure.envs.sb3 import ParureVecEnv
    from parure.envs.vector import ParureVectorEnv

    env, same = ParureVecEnv(4, max_turns=20, seed=5), ParureVectorEnv(4, max_turns=20)
    observation, ended = env.reset(), 0
    assert np.array_equal(observation, same.reset(seed=5)[0])
    for _step in range(60):
        masks = get_action_masks(env)
        assert np.array_equal(masks, same.action_masks())
        observation, rewards, dones, infos = env.step(masks.argmax(axis=1))
        expected, their_rewards, terminated, truncated, last = same.step(masks.argmax(axis=1))
        assert np.array_equal(observation, expected)
        assert np.array_equal(rewards, their_rewards)
        assert np.array_equal(dones, terminated | truncated)
        for row in np.flatnonzero(dones):
            ended += 1
            assert np.array_equal(infos[row]["terminal_observation"], last["final_obs"][row])
            assert infos[row]["TimeLimit.truncated"] == truncated[row]
    assert ended
    assert env.env_is_wrapped(gymnasium.Wrapper, [0, 2]) == [False, False]
    assert env.get_attr("num_envs", [1]) == [4]


def test_what_stable_baselines_cannot_use_is_refused(english: None) -> None:
    pytest.importorskip("stable_baselines3")
    from parure.envs.sb3 import ParureVecEnv

    with pytest.raises(ParureError, match="leave out autoreset_mode"):
        ParureVecEnv(2, autoreset_mode="NextStep")
    env = ParureVecEnv(2)
    env.set_options({"deal": 3})
    with pytest.raises(ParureError, match="leave out deal"):
        env.reset()


def test_a_batch_is_seen_through_tensors() -> None:
    import torch

    batch = Batch(8, seed=1, max_turns=10)
    tensors = batch.to_torch()
    assert set(tensors) == {*ARRAYS} - {"last_observation"}
    for _step in range(40):
        batch.step(tensors["mask"].int().argmax(1))
        for name, tensor in tensors.items():
            assert np.array_equal(tensor.numpy(), getattr(batch, name)), name
    for name in tensors:
        array = getattr(batch, name)
        assert torch.from_dlpack(array).data_ptr() == array.ctypes.data


@pytest.mark.parametrize(
    ("module", "library"), [("sb3", "stable_baselines3"), ("tensors", "torch")]
)
def test_a_library_that_is_missing_is_named(
    module: str, library: str, monkeypatch: pytest.MonkeyPatch, english: None
) -> None:
    usual = builtins.__import__

    def without(name: str, *arguments: Any, **options: Any) -> Any:
        if name.split(".")[0] == library:
            raise ModuleNotFoundError(f"No module named {name!r}", name=library)
        return usual(name, *arguments, **options)

    monkeypatch.delitem(sys.modules, SB3, raising=False)
    batch = Batch(1)
    monkeypatch.setattr(builtins, "__import__", without)
    use = batch.to_torch if module == "tensors" else partial(importlib.import_module, SB3)
    with pytest.raises(ParureError, match=rf"^{library} is not installed: .*parure\[train\]"):
        use()


def test_an_agent_is_measured_from_every_seat() -> None:
    def first(_observations: Any, masks: Any) -> Any:
        return masks.argmax(axis=1)

    asked = share_won(first, "merchant", games=20)
    assert asked == share_won(first, "merchant", games=20)
    assert asked < 0.3
    seats = Batch(20, opponents="merchant").seats
    assert np.bincount(seats).tolist() == [10, 10]


def test_several_runs_have_a_mean_and_an_interval(tmp_path: Path, english: None) -> None:
    shares = (0.5, 0.55, 0.6, 0.65, 0.7)
    runs = [[(100, share), (200, 1.0)] for share in shares]
    first, last = mean_of(runs)
    # 2.776 standard errors, from a table of Student's t with 4 degrees of freedom
    half = 2.776 * np.std(shares, ddof=1) / 5**0.5
    assert first.share == pytest.approx(0.6)
    assert (first.low, first.high) == pytest.approx((0.6 - half, 0.6 + half), abs=1e-3)
    assert last[1:] == (1.0, 1.0, 1.0)
    words = report(runs, "An agent", tmp_path / "curve.svg")
    assert words.startswith("After 200 decisions: 100.0% won on average in 5 runs")
    picture = (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert "An agent" in picture
    assert "mean of 5 runs" in picture
    with pytest.raises(ParureError, match="at least two runs"):
        mean_of(runs[:1])
