"""Bots that play the best legal moves of a network saved as an .npz file, without PyTorch.

python examples/gpu_ppo.py --to ppo.npz
parure benchmark examples/network_bot.py:PPO

The file holds the weights and the biases of each layer in turn, with a ReLU between the layers. For a network
of your own, add a class with the name of its file.
"""

from collections.abc import Sequence

import numpy as np

from parure import Game
from parure.bots import Budget
from parure.envs.spaces import observe
from parure.game.knowledge import Knowledge
from parure.game.moves import Move


class PPO:
    """What `gpu_ppo.py` saved in this folder."""

    about = "Plays the best moves of a network that learnt with PPO."
    file = "ppo.npz"

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        with np.load(self.file) as arrays:
            self.layers = list(zip(*[iter(arrays.values())] * 2, strict=True))

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> Move:
        """Return the legal move with the highest output."""
        inner = observe(Game.from_state(known.state), known.seat).astype(np.float32)
        *layers, (weights, biases) = self.layers
        for weight, bias in layers:
            inner = np.maximum(weight @ inner + bias, 0)
        moves = [move.number for move in legal_moves]
        return legal_moves[(weights[moves] @ inner + biases[moves]).argmax()]


class DQN(PPO):
    """What `tianshou_dqn.py` saved in this folder."""

    about = "Plays the best moves of a network that learnt with DQN."
    file = "dqn.npz"
