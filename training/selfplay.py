"""Self-play on one device, and the replay buffer that the network learns from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from parure.bots.champion.layout import INPUTS
from parure.core.state import MAX_LEGAL, STATE
from parure.rules import Rules
from training.rows import TARGETS, WORDS, Buffer
from training.search import Search


class Settings(NamedTuple):
    """The settings of self-play."""

    rows: int = 65536
    steps: int = 320
    """Decisions per row in the replay buffer."""
    simulations: int = 96
    """Simulations of a full search, from which the policy learns; fast searches only choose moves."""
    fast_simulations: int = 16
    """Simulations of a fast search."""
    full_every: int = 4
    """One decision in this many gets a full search."""
    root_noise: float = 0.25
    """The share of noise in the policy at the root of a full search."""
    td_lambda: float = 0.98
    """The λ of TD(λ): 1 learns from results alone, less mixes in what later searches expected."""
    exploration: float = 1.0
    fpu_reduction: float = 0.1


class Positions(NamedTuple):
    """A batch of positions to learn from."""

    inputs: Tensor
    moves: Tensor
    weights: Tensor
    targets: Tensor


class SelfPlay(Search):
    """Games of one network against itself, one per row, each with rules of its own."""

    def __init__(
        self,
        network: nn.Module,
        rules: Sequence[tuple[Rules, float]],
        settings: Settings,
        device: torch.device,
        seed: int,
    ) -> None:
        """Deal the games.

        :param rules: the sets of rules to play, each with its share of the rows.
        """
        rows, stored = settings.rows, settings.rows * settings.steps
        states = np.zeros(rows, STATE)
        self.kinds = _written(states, rules)
        seeds = np.random.default_rng(seed).integers(1 << 62, size=rows)
        super().__init__(
            [network], states, seeds, settings.simulations, device,
            exploration=settings.exploration, fpu_reduction=settings.fpu_reduction,
        )  # fmt: skip
        self.settings, self.step = settings, 0
        self.moves = torch.zeros((stored, MAX_LEGAL), dtype=torch.int16, device=device)
        self.weights = torch.zeros((stored, MAX_LEGAL), dtype=torch.int16, device=device)
        self.targets = torch.zeros((stored, TARGETS), dtype=torch.float32, device=device)
        self.ready = torch.zeros(stored, dtype=torch.int8, device=device)
        self.started = torch.zeros(rows, dtype=torch.int64, device=device)
        self._buffer = Buffer(
            words=self._records("stored", np.dtype(np.int64), stored * WORDS),
            moves=self._array(self.moves),
            weights=self._array(self.weights),
            targets=self._array(self.targets),
            ready=self._array(self.ready),
            started=self._array(self.started),
        )

    def play(self) -> None:
        """Search and make one decision in every game."""
        settings = self.settings
        is_full = self.step % settings.full_every == 0
        simulations = settings.simulations if is_full else settings.fast_simulations
        self.search(simulations, settings.root_noise if is_full else 0.0)
        td_lambda = np.float32(settings.td_lambda)
        self._loops.play(self.records, self._buffer, self.step, settings.steps, td_lambda, is_full)
        self.step += 1

    def sample(self, ready: Tensor, size: int) -> Positions:
        """Return a random batch of positions from finished games.

        :param ready: the indices of those positions.
        """
        chosen = ready[torch.randint(len(ready), (size,), device=self.device)]
        words = self._records("batch", np.dtype(np.int64), size * WORDS)
        self._loops.gather(self._buffer.words, self._array(chosen), words)
        self._records("batch inputs", INPUTS, size)
        self._loops.write_inputs(self._memory["batch"], self._memory["batch inputs"])
        return Positions(
            self._memory["batch inputs"].view(size, INPUTS.itemsize),
            self.moves[chosen].long(),
            self.weights[chosen].float(),
            self.targets[chosen],
        )


def _written(states: Any, rules: Sequence[tuple[Rules, float]]) -> list[slice]:
    """Write the rules into the rows; return the rows of each set of rules."""
    whole = sum(share for _, share in rules)
    slices, first, shares = [], 0, 0.0
    for each, share in rules:
        shares += share
        last = round(len(states) * shares / whole)
        if last > first:
            each.write(states[first])
            states[first:last] = states[first]
        slices.append(slice(first, last))
        first = last
    return slices
