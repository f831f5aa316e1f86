"""One optimizer step: the policy learns the visits of the search, and the chances the result of the game."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from parure.bots.champion.outputs import ABOUT, CLASS, LEAVING
from parure.core.state import MAX_LEGAL, MAX_SEATS
from training.model import Judgement, Network
from training.rows import CHANCES, COUNT, LEFT, MARGINS, MOVER, PLAYERS, WEIGHT_ONE
from training.selfplay import Positions

AUXILIARY = 0.2
"""The weight of the auxiliary losses by default."""


class Losses(NamedTuple):
    """The losses of one batch."""

    policy: Tensor
    chances: Tensor
    auxiliary: Tensor

    @property
    def total(self) -> Tensor:
        """The sum, which the optimizer minimises."""
        return self.policy + self.chances + self.auxiliary


class Learner:
    """Computes losses and updates the network; keeps its lookup tables on the device."""

    def __init__(self, device: torch.device, auxiliary: float = AUXILIARY) -> None:
        self._auxiliary = auxiliary
        tables = np.stack([CLASS, ABOUT, LEAVING]).astype(np.int64)
        self._tables = torch.from_numpy(tables).to(device)
        self._numbers = torch.arange(MAX_LEGAL, device=device)
        self._seats = torch.arange(MAX_SEATS, device=device)

    def losses(self, said: Judgement, positions: Positions) -> Losses:
        """Return the losses of a batch of positions."""
        targets = positions.targets
        terms = self._tables[:, positions.moves.clamp(min=0)]
        scores = sum(said.scores.gather(1, term) for term in terms)
        absent = self._numbers >= targets[:, COUNT].unsqueeze(1)
        likely = functional.log_softmax(scores.masked_fill(absent, -1e9), dim=1)
        weights = (positions.weights / WEIGHT_ONE).masked_fill(absent, 0)
        weights = weights / weights.sum(1, keepdim=True).clamp(min=1e-6)
        entropy = torch.special.entr(weights).sum(1)
        policy = -(weights * likely.masked_fill(absent, 0)).sum(1) - entropy
        players = targets[:, PLAYERS].long().unsqueeze(1)
        seats = (targets[:, MOVER].long().unsqueeze(1) + self._seats) % players
        nobody = self._seats >= players
        wanted = targets[:, CHANCES : CHANCES + MAX_SEATS].gather(1, seats).masked_fill(nobody, 0)
        chances = functional.log_softmax(said.chances.masked_fill(nobody, -1e9), dim=1)
        margins = targets[:, MARGINS : MARGINS + MAX_SEATS].gather(1, seats)
        off = (said.margins - margins).masked_fill(nobody, 0).square().sum(1) / players.squeeze(1)
        off = off + (said.left - targets[:, LEFT]).square()
        searched = (positions.weights.sum(1) > 0).sum().clamp(min=1)
        return Losses(
            policy.sum() / searched,
            -(wanted * chances.masked_fill(nobody, 0)).sum(1).mean(),
            self._auxiliary * off.mean(),
        )

    def step(
        self, network: Network, optimizer: torch.optim.Optimizer, positions: Positions
    ) -> Losses:
        """Update the network with a batch; return the losses."""
        network.train()
        losses = self.losses(network(positions.inputs), positions)
        optimizer.zero_grad(set_to_none=True)
        losses.total.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        return losses
