"""A network learns to beat the random bot: MaskablePPO of sb3-contrib on the vector environment.

python examples/ppo.py --steps 100000
python examples/ppo.py --seeds 5 --picture ppo.svg

It prints how many of 200 fresh games it wins while it learns, and at the end the mean of all seeds with its
95 % interval. Needs PyTorch and sb3-contrib: pip install "parure[envs,train]".
"""

import argparse
from typing import Any

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from parure import Rules
from parure.envs.learning_curves import report, share_won
from parure.envs.sb3 import ParureVecEnv
from parure.envs.single import IDS


class Measure(BaseCallback):
    """A callback that plays fresh games now and then, and keeps the share won."""

    def __init__(self, every: int, rules: Rules) -> None:
        super().__init__()
        self.every, self.next, self.rules = every, every, rules
        self.curve: list[tuple[int, float]] = []

    def choose(self, observations: Any, masks: Any) -> Any:
        """Return the best moves."""
        return self.model.predict(observations, action_masks=masks, deterministic=True)[0]

    def _on_step(self) -> bool:
        if self.num_timesteps >= self.next:
            self.next += self.every
            share = share_won(self.choose, rules=self.rules, max_turns=200)
            self.curve.append((self.num_timesteps, share))
            print(f"{self.num_timesteps:>9,} decisions: {share:4.0%} won against random")
        return True


def learn(options: argparse.Namespace, seed: int) -> list[tuple[int, float]]:
    """Train with a seed, and return the learning curve."""
    rules = Rules(options.players, IDS[options.env])
    # The margin teaches more than the victory alone, and its sign still says who won.
    env = ParureVecEnv(
        options.games, options.players, IDS[options.env], reward="margin", max_turns=200, seed=seed
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=options.rollout,
        batch_size=min(2048, options.games * options.rollout),
        n_epochs=4,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    measure = Measure(max(options.games * options.rollout, options.steps // 10), rules)
    model.learn(options.steps, measure)
    return measure.curve


def main() -> None:
    """Train as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="parure/Base-v1", choices=IDS)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--rollout", type=int, default=128, help="decisions of each per update")
    parser.add_argument("--seeds", type=int, default=1, help="runs, from seed 0 on")
    parser.add_argument("--picture", help="SVG of the mean of all runs")
    options = parser.parse_args()

    curves = [learn(options, seed) for seed in range(options.seeds)]
    if len(curves) > 1:
        print(report(curves, "MaskablePPO against random", options.picture))


if __name__ == "__main__":
    main()
