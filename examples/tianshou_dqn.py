"""Tianshou's DQN learns against the random bot, with masks: `python examples/tianshou_dqn.py`.

It prints the share of games that it wins after each epoch. `network_bot.py` plays with what it saves by
`--to dqn.npz`. Needs Tianshou 2: pip install "parure[envs]" "tianshou>=2".
"""

import argparse
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from parure.envs.masked import for_tianshou
from parure.envs.spaces import ACTIONS, SIZE


def main() -> None:
    """Train as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--steps", type=int, default=5000, help="decisions of an epoch")
    parser.add_argument("--games", type=int, default=40, help="games to measure with")
    parser.add_argument("--to", type=Path, help="save the layers of the network in this .npz file")
    options = parser.parse_args()

    # The margin teaches more than the victory alone, and its sign still says who won.
    masked = partial(for_tianshou, seat=None, reward="margin")
    training, testing = DummyVectorEnv([masked] * 8), DummyVectorEnv([masked] * 8)
    space = gymnasium.spaces.Discrete(ACTIONS)
    net = Net(state_shape=SIZE, action_shape=ACTIONS, hidden_sizes=[256, 256])
    policy = DiscreteQLearningPolicy(
        model=net,
        action_space=space,
        eps_training=0.1,
    )
    dqn: Any = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=3e-4), gamma=0.99, target_update_freq=250
    )
    collector = Collector[Any](dqn, training, VectorReplayBuffer(20_000, 8))
    collector.reset()

    def score(found: Any) -> float:
        share = float((found.returns > 0).mean())
        print(f"{share:4.0%} of {len(found.returns)} games won")
        return share

    dqn.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            test_collector=Collector[Any](dqn, testing),
            test_step_num_episodes=options.games,
            compute_score_fn=score,
            max_epochs=options.epochs,
            epoch_num_steps=options.steps,
            collection_step_num_env_steps=min(options.steps, 160),
            update_step_num_gradient_steps_per_sample=0.1,
            verbose=False,
            show_progress=False,
        )
    )
    if options.to:
        np.savez(options.to, *[weights.detach() for weights in net.parameters()])


if __name__ == "__main__":
    main()
