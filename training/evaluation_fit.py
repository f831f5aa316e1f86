"""Fit the guild's evaluation to the results of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from parure.bots.compiled.evaluation import HIDDEN_UNITS, INPUTS, NETWORK

BATCH = 1024
LEARNING_RATE = 2e-3
WEIGHT_DECAY = 1e-5


class Evaluation(nn.Module):
    """The network of `parure.bots.compiled.evaluation` in PyTorch; it scores each seat on its own."""

    def __init__(self, network: NDArray[Any] | None = None) -> None:
        """Start from the weights of a network, or from random ones."""
        super().__init__()
        self.hidden = nn.Linear(INPUTS, HIDDEN_UNITS)
        self.outputs = nn.Linear(HIDDEN_UNITS, 1, bias=False)
        self.direct = nn.Linear(INPUTS, 1, bias=False)
        if network is None:
            nn.init.normal_(self.hidden.weight, std=0.1)
            nn.init.zeros_(self.hidden.bias)
            nn.init.normal_(self.outputs.weight, std=0.2)
            nn.init.zeros_(self.direct.weight)
            return
        net = network[0]
        with torch.no_grad():
            for part, weights in zip(
                self.parameters(), (net.inputs, net.bias, net.outputs, net.direct), strict=True
            ):
                part.copy_(torch.from_numpy(np.array(weights)).view_as(part))

    def forward(self, features: Tensor) -> Tensor:
        """Return the log-probability of each seat to win."""
        scores = self.outputs(functional.relu(self.hidden(features))) + self.direct(features)
        return functional.log_softmax(scores.squeeze(-1), dim=1)

    def loss(self, features: Tensor, targets: Tensor) -> Tensor:
        """Return the mean cross-entropy with the results, in nats."""
        return -(targets * self(features)).sum(1).mean()

    @torch.no_grad()
    def network(self) -> NDArray[Any]:
        """Return the weights as the record that the bots use."""
        made = np.zeros(1, NETWORK)
        net = made[0]
        net.inputs, net.bias = self.hidden.weight.numpy(), self.hidden.bias.numpy()
        net.outputs, net.direct = self.outputs.weight[0].numpy(), self.direct.weight[0].numpy()
        return made


def fit(
    evaluation: Evaluation,
    features: Tensor,
    targets: Tensor,
    epochs: int,
    progress: Callable[[], object],
) -> None:
    """Minimise the loss with a falling learning rate; call `progress` after each step."""
    optimizer = torch.optim.Adam(
        evaluation.parameters(), lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY
    )
    steps = epochs * (len(features) // BATCH)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.005, steps)
    for _ in range(epochs):
        order = torch.randperm(len(features))
        for chosen in order[: len(order) // BATCH * BATCH].view(-1, BATCH):
            optimizer.zero_grad()
            evaluation.loss(features[chosen], targets[chosen]).backward()
            optimizer.step()
            schedule.step()
            progress()
