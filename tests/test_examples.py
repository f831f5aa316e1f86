"""The examples and the notebooks run: each in a short form."""

import runpy
import sys
from pathlib import Path

import nbformat
import pytest
import torch
from nbclient import NotebookClient

from parure import Game, bots
from parure.envs import spaces

pytestmark = pytest.mark.verify


ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))

SHORT = {
    "cleanrl_ppo.py": "--steps 64 --games 4 --rollout 8 --keep 2 --seeds 2",
    "clone_champion.py": "--epochs 1 --batch 2048 --games 4",
    "gpu_ppo.py": "--device cpu --games 4 --rollout 8 --steps 64 --seeds 2 --opponents self random",
    "gymnasium_random.py": "--games 2",
    "openspiel_random.py": "1",
    "pettingzoo_random.py": "--players 3 --modules orient strongholds --games 2",
    "ppo.py": "--steps 64 --games 4 --rollout 8 --seeds 2",
    "rllib_ppo.py": "--iterations 1 --batch 64 --seeds 2",
    "tianshou_dqn.py": "--epochs 1 --steps 64 --seeds 2",
    "torch_policy.py": "--games 16 --steps 4 --modules orient",
}
"""The arguments that make each example short."""

ELSEWHERE = {"rllib_ppo.py": "tree", "tianshou_dqn.py": "tianshou"}
"""What examples need that is too large for the tests; they run where it is. `tree` comes with RLlib."""


@pytest.mark.parametrize("name", SHORT)
def test_example(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if name in ELSEWHERE:
        pytest.importorskip(ELSEWHERE[name])
    monkeypatch.setattr(sys, "argv", [name, *SHORT[name].split()])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert capsys.readouterr().out


def test_a_bot_plays_the_best_moves_of_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLES)
    agent = runpy.run_path(str(EXAMPLES / "gpu_ppo.py"))["Agent"]()
    agent.save("ppo.npz")
    game = Game(2, "orient", seed=7)
    seen, mask = torch.tensor(spaces.observe(game, 0)), torch.tensor(spaces.mask(game))
    chances, _ = agent(seen[None], mask[None].bool(), torch.zeros((1, 4), dtype=torch.int64))
    bot = bots.make("network_bot:PPO", anywhere=True)
    best = bots.ask(bot, game.knowledge(0), game.legal_moves)
    assert best.number == chances.logits.argmax()


def test_openspiel_searches_for_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    game = Game(3, "orient", seed=7)
    one, two = (bots.make("openspiel_ismcts:ISMCTS:3", 1, anywhere=True) for _bot in range(2))
    known, legal = game.knowledge(0), game.legal_moves
    assert bots.ask(one, known, legal) == bots.ask(two, known, legal)


def test_stable_baselines_makes_environments_by_their_names() -> None:
    """It asks for `rgb_array`, whether it draws or not."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env

    name = "parure.envs.single:parure/Base-v1"
    envs = make_vec_env(name, n_envs=2, env_kwargs={"opponents": "novice"})
    assert envs.reset().shape == (2, spaces.SIZE)
    small = {"n_steps": 8, "batch_size": 8, "n_epochs": 1, "policy_kwargs": {"net_arch": [8]}}
    model = MaskablePPO("MlpPolicy", name, device="cpu", **small)
    assert model.learn(8).num_timesteps == 8


def test_every_example_is_run() -> None:
    """`guest_bot.py` in `tests/server/programs/test_programs.py`, `engine.py` in `tests/engine`."""
    elsewhere = {"guest_bot.py", "engine.py", "network_bot.py", "openspiel_ismcts.py"}
    assert {*SHORT, *elsewhere} == {path.name for path in EXAMPLES.glob("*.py")}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_from_top_to_bottom(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "keep it without its outputs"
    for cell in notebook.cells:
        # It learns for a third of the time.
        cell.source = cell.source.replace("ROUNDS = 64, 32, 18", "ROUNDS = 64, 32, 6")
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
