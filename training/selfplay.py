"""Many games that the network plays against itself, and what is kept of them to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from parure.bots.champion.layout import INPUTS
from parure.core.state import MAX_LEGAL, STATE
from parure.rules import Rules
from training.rows import TARGETS, WORDS, Kept
from training.search import Search


class Settings(NamedTuple):
    """How games are played to learn from."""

    rows: int = 65536
    steps: int = 320
    """Decisions of every row that are kept."""
    simulations: int = 96
    """Of a deep search, from which the policy learns; the others only choose moves."""
    few: int = 16
    """Simulations of the others."""
    deep_every: int = 4
    """One decision in so many is searched deeply."""
    doubt: float = 0.25
    trust: float = 0.98
    explore: float = 1.0
    caution: float = 0.1


class Positions(NamedTuple):
    """Positions to learn from, side by side."""

    inputs: Tensor
    moves: Tensor
    weights: Tensor
    targets: Tensor


class SelfPlay(Search):
    """Games in rows, each by its own rules, that one network plays against itself."""

    def __init__(
        self,
        network: nn.Module,
        rules: Sequence[tuple[Rules, float]],
        settings: Settings,
        device: torch.device,
        seed: int,
    ) -> None:
        """Deal the games.

        :param rules: by which rules games are played, each with its share of the rows.
        """
        rows, kept = settings.rows, settings.rows * settings.steps
        states = np.zeros(rows, STATE)
        self.kinds = _written(states, rules)
        seeds = np.random.default_rng(seed).integers(1 << 62, size=rows)
        super().__init__(
            [network], states, seeds, settings.simulations, device,
            explore=settings.explore, caution=settings.caution,
        )  # fmt: skip
        self.settings, self.step = settings, 0
        self.moves = torch.zeros((kept, MAX_LEGAL), dtype=torch.int16, device=device)
        self.weights = torch.zeros((kept, MAX_LEGAL), dtype=torch.int16, device=device)
        self.targets = torch.zeros((kept, TARGETS), dtype=torch.float32, device=device)
        self.ready = torch.zeros(kept, dtype=torch.int8, device=device)
        self.begun = torch.zeros(rows, dtype=torch.int64, device=device)
        self._kept = Kept(
            words=self._records("kept", np.dtype(np.int64), kept * WORDS),
            moves=self._array(self.moves),
            weights=self._array(self.weights),
            targets=self._array(self.targets),
            ready=self._array(self.ready),
            begun=self._array(self.begun),
        )

    def play(self) -> None:
        """Search and move once in every game."""
        settings = self.settings
        is_deep = self.step % settings.deep_every == 0
        simulations = settings.simulations if is_deep else settings.few
        self.search(simulations, settings.doubt if is_deep else 0.0)
        trust = np.float32(settings.trust)
        self._loops.play(self.records, self._kept, self.step, settings.steps, trust, is_deep)
        self.step += 1

    def sample(self, ready: Tensor, size: int) -> Positions:
        """Return so many of the positions whose games have ended.

        :param ready: their numbers.
        """
        chosen = ready[torch.randint(len(ready), (size,), device=self.device)]
        words = self._records("batch", np.dtype(np.int64), size * WORDS)
        self._loops.gather(self._kept.words, self._array(chosen), words)
        self._records("batch inputs", INPUTS, size)
        self._loops.write_inputs(self._memory["batch"], self._memory["batch inputs"])
        return Positions(
            self._memory["batch inputs"].view(size, INPUTS.itemsize),
            self.moves[chosen].long(),
            self.weights[chosen].float(),
            self.targets[chosen],
        )


def _written(states: Any, rules: Sequence[tuple[Rules, float]]) -> list[slice]:
    """Write the rules of the rows; return which rows each of them has."""
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
