"""Tianshou's DQN learns against the random bot, with masks.

python examples/tianshou_dqn.py --to dqn.npz
python examples/tianshou_dqn.py --seeds 5 --picture dqn.svg

It prints how many of 200 fresh games it wins after each epoch, and at the end the mean of all seeds with its
95 % interval. `network_bot.py` plays with what it saves. Needs Tianshou 2:
pip install "parure[envs]" "tianshou>=2".
"""

import argparse
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from parure.envs.learning_curves import report, share_won
from parure.envs.masked import for_tianshou
from parure.envs.spaces import ACTIONS, SIZE

GAMES = 8
"""Games at once."""


def learn(options: argparse.Namespace, seed: int) -> list[tuple[int, float]]:
    """Train with a seed, save the network if asked to, and return the learning curve."""
    torch.manual_seed(seed)
    np.random.seed(seed)
    # The margin teaches more than the victory alone, and its sign still says who won.
    training = DummyVectorEnv([partial(for_tianshou, seat=None, reward="margin")] * GAMES)
    training.seed(GAMES * seed)  # of the first game; the others follow
    net = Net(state_shape=SIZE, action_shape=ACTIONS, hidden_sizes=[256, 256])
    policy: Any = DiscreteQLearningPolicy(
        model=net, action_space=gymnasium.spaces.Discrete(ACTIONS), eps_training=0.1
    )
    dqn: Any = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=3e-4), gamma=0.99, target_update_freq=250
    )
    collector = Collector[Any](dqn, training, VectorReplayBuffer(20_000, GAMES))
    trainer = dqn.create_trainer(
        OffPolicyTrainerParams(
            training_collector=collector,
            epoch_num_steps=options.steps,
            collection_step_num_env_steps=min(options.steps, 160),
            update_step_num_gradient_steps_per_sample=0.1,
            show_progress=False,
        )
    )
    trainer.reset()

    def choose(observations: Any, masks: Any) -> Any:
        return policy(Batch(obs={"obs": observations, "mask": masks}, info={})).act

    curve: list[tuple[int, float]] = []
    for _epoch in range(options.epochs):
        trainer.execute_epoch()
        share = share_won(choose)
        curve.append((collector.collect_step, share))
        print(f"{collector.collect_step:>9,} decisions: {share:4.0%} won against random")
    if options.to:
        np.savez(options.to, *[weights.detach() for weights in net.parameters()])
    return curve


def main() -> None:
    """Train as the command line says, and print the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--steps", type=int, default=5000, help="decisions of an epoch")
    parser.add_argument("--seeds", type=int, default=1, help="runs, from seed 0 on")
    parser.add_argument("--picture", help="SVG of the mean of all runs")
    parser.add_argument(
        "--to", type=Path, help="save the layers of the last run's network in this .npz file"
    )
    options = parser.parse_args()

    curves = [learn(options, seed) for seed in range(options.seeds)]
    if len(curves) > 1:
        print(report(curves, "Tianshou's DQN against random", options.picture))


if __name__ == "__main__":
    main()
