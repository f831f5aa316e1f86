"""RLlib's PPO learns against the random bot, with masks.

python examples/rllib_ppo.py --iterations 10
python examples/rllib_ppo.py --seeds 5 --picture rllib.svg

It prints how many of 200 fresh games it wins after each iteration, and at the end the mean of all seeds with
its 95 % interval. Needs RLlib and PyTorch: pip install "parure[envs,train]" "ray[rllib]".
"""

import argparse
from typing import Any

import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from parure.envs.learning_curves import report, share_won
from parure.envs.masked import for_rllib

GAMES = 4
"""Games at once."""


def learn(options: argparse.Namespace, seed: int) -> list[tuple[int, float]]:
    """Train with a seed, and return the learning curve."""
    # The margin teaches more than the victory alone, and its sign still says who won.
    chosen = {"reward": "margin", "seat": None, "max_turns": 200}
    model = {"head_fcnet_hiddens": [256, 256], "head_fcnet_activation": "relu"}
    config = (
        PPOConfig()
        .environment("parure", env_config=chosen)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=GAMES)
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=model)
        )
        .training(
            train_batch_size_per_learner=options.batch,
            minibatch_size=min(256, options.batch),
            num_epochs=4,
            lr=3e-4,
        )
        .debugging(seed=GAMES * seed)  # of the first game; the others follow
    )
    algorithm = config.build_algo()

    def choose(observations: Any, masks: Any) -> Any:
        observation = torch.tensor(observations).float()
        seen = {"observations": observation, "action_mask": torch.tensor(masks).float()}
        outputs = algorithm.get_module().forward_inference({"obs": seen})
        return outputs["action_dist_inputs"].argmax(1)

    curve: list[tuple[int, float]] = []
    for iteration in range(1, options.iterations + 1):
        algorithm.train()
        done = iteration * options.batch  # RLlib adds up to three decisions to each iteration
        share = share_won(choose, max_turns=200)
        curve.append((done, share))
        print(f"{done:>9,} decisions: {share:4.0%} won against random")
    algorithm.stop()
    return curve


def main() -> None:
    """Train as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch", type=int, default=4000, help="decisions of an iteration")
    parser.add_argument("--seeds", type=int, default=1, help="runs, from seed 0 on")
    parser.add_argument("--picture", help="SVG of the mean of all runs")
    options = parser.parse_args()

    register_env("parure", lambda chosen: for_rllib(**chosen))
    curves = [learn(options, seed) for seed in range(options.seeds)]
    if len(curves) > 1:
        print(report(curves, "RLlib's PPO against random", options.picture))


if __name__ == "__main__":
    main()
