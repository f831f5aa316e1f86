"""A network learns to beat the random bot: MaskablePPO of sb3-contrib on the vector environment.

python examples/ppo.py --steps 100000

It prints how many of its games it wins while it learns. Needs PyTorch and sb3-contrib:
pip install "parure[envs,train]".
"""

import argparse
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from parure.envs.single import IDS
from parure.envs.vector import ParureVectorEnv


class Games(VecEnv):
    """The vector environment with the interface of Stable-Baselines3."""

    def __init__(self, env: ParureVectorEnv, seed: int) -> None:
        self.env = env
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)
        self.seed(seed)

    def reset(self) -> Any:
        """Deal all games."""
        return self.env.reset(seed=self._seeds[0])[0]

    def step_async(self, actions: Any) -> None:
        """Store the moves of the next step."""
        self.actions = actions

    def step_wait(self) -> Any:
        """Make the stored moves."""
        observations, rewards, terminated, truncated, infos = self.env.step(self.actions)
        each: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(terminated | truncated):
            each[row] = {
                "terminal_observation": infos["final_obs"][row],
                "TimeLimit.truncated": bool(truncated[row]),
            }
        return observations, rewards, terminated | truncated, each

    def env_method(self, name: str, *_args: Any, indices: Any = None, **_kwargs: Any) -> Any:
        """Call a method; the algorithm only needs `action_masks`."""
        return getattr(self.env, name)()

    def get_attr(self, name: str, indices: Any = None) -> Any:
        """Return an attribute, the same for all games."""
        return [getattr(self.env, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all games."""
        setattr(self.env, name, value)

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        """Return False for every game: none is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """End."""


class Score(BaseCallback):
    """A callback that prints the share of victories during training."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self.every, self.next = every, every
        self.games = self.wins = 0
        self.share = 0.0

    def _on_step(self) -> bool:
        ended = self.locals["dones"]
        self.games += ended.sum()
        self.wins += (self.locals["rewards"][ended] > 0).sum()
        if self.num_timesteps >= self.next:
            self.next += self.every
            self.share = self.wins / max(1, self.games)
            print(
                f"{self.num_timesteps:>9,} decisions: {self.share:4.0%} of {self.games} games won"
            )
            self.games = self.wins = 0
        return True


def main() -> None:
    """Train as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="parure/Base-v1", choices=IDS)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--rollout", type=int, default=128, help="decisions of each per update")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    # The margin teaches more than the victory alone, and its sign still says who won.
    env = ParureVectorEnv(
        options.games, options.players, IDS[options.env], reward="margin", max_turns=200
    )
    model = MaskablePPO(
        "MlpPolicy",
        Games(env, options.seed),
        n_steps=options.rollout,
        batch_size=min(2048, options.games * options.rollout),
        n_epochs=4,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [256, 256]},
        seed=options.seed,
        device="cpu",
    )
    model.learn(options.steps, Score(max(1, options.steps // 10)))


if __name__ == "__main__":
    main()
