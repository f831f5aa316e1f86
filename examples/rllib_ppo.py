"""RLlib's PPO learns against the random bot, with masks: `python examples/rllib_ppo.py`.

It prints the mean margin of its games after each iteration. Needs RLlib and PyTorch:
pip install "parure[envs,train]" "ray[rllib]".
"""

import argparse

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from parure.envs.masked import for_rllib


def main() -> None:
    """Train as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch", type=int, default=4000)
    parser.add_argument("--max-turns", type=int, default=200)
    options = parser.parse_args()

    register_env("parure", lambda chosen: for_rllib(**chosen))
    chosen = {"reward": "margin", "seat": None, "max_turns": options.max_turns}
    model = {"head_fcnet_hiddens": [256, 256], "head_fcnet_activation": "relu"}
    config = (
        PPOConfig()
        .environment("parure", env_config=chosen)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=4)
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=model)
        )
        .training(
            train_batch_size_per_learner=options.batch,
            minibatch_size=min(256, options.batch),
            num_epochs=4,
            lr=3e-4,
        )
    )
    algorithm = config.build_algo()
    for iteration in range(1, options.iterations + 1):
        found = algorithm.train()["env_runners"]
        print(f"iteration {iteration}: a margin of {found['episode_return_mean']:+.1f} on average")
    algorithm.stop()


if __name__ == "__main__":
    main()
