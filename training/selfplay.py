"""Many games that the network plays against itself, each move chosen by a tree, and what is kept of them."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from parure.bots.champion.layout import INPUTS
from parure.bots.champion.tree import BRANCH, NODE, TREE
from parure.core.batch import RESULT
from parure.core.state import LEGAL, MAX_LEGAL, STATE
from parure.rules import Rules
from training import loops
from training.rows import TARGETS, WORDS, Kept, Rows

BRANCHES_A_NODE = 40
"""Room for the branches of a node, on average."""


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


class SelfPlay:
    """Games in rows, each by its own rules, on one device."""

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
        self.network, self.settings, self.device = network, settings, device
        self.step = self.simulations = 0
        rows, kept = settings.rows, settings.rows * settings.steps
        if device.type == "cuda":
            from training.cuda import Loops
            from training.fused import Fused

            self._loops: Any = Loops()
            self._judge: Any = Fused(network)
        else:
            self._loops, self._judge = loops, network
        nodes, branches = settings.simulations + 2, (settings.simulations + 2) * BRANCHES_A_NODE
        self._room = nodes, branches
        self._memory: dict[str, Tensor] = {}
        words = np.dtype(np.int64)
        self._rows = Rows(
            games=self._records("games", STATE, rows),
            game_words=self._records("games", words),
            legal=self._records("legal", LEGAL, rows),
            results=self._records("results", RESULT, rows),
            trees=self._records("trees", TREE, rows),
            nodes=self._records("nodes", NODE, rows * nodes),
            branches=self._records("branches", BRANCH, rows * branches),
            leaves=self._records("leaves", STATE, rows),
            found=self._records("found", LEGAL, rows),
            counts=self._records("counts", words, rows),
            doubt=self._records("doubt", np.dtype(np.float32), 1),
        )
        states, trees = np.zeros(rows, STATE), np.zeros(rows, TREE)
        self.kinds = _written(states, rules)
        self._fill("games", states)
        trees["explore"], trees["caution"] = settings.explore, settings.caution
        self._fill("trees", trees)
        self._records("inputs", INPUTS, rows)
        self.moves = torch.zeros((kept, MAX_LEGAL), dtype=torch.int16, device=device)
        self.weights = torch.zeros((kept, MAX_LEGAL), dtype=torch.int16, device=device)
        self.targets = torch.zeros((kept, TARGETS), dtype=torch.float32, device=device)
        self.ready = torch.zeros(kept, dtype=torch.int8, device=device)
        self.begun = torch.zeros(rows, dtype=torch.int64, device=device)
        self._kept = Kept(
            words=self._records("kept", words, kept * WORDS),
            moves=self._array(self.moves),
            weights=self._array(self.weights),
            targets=self._array(self.targets),
            ready=self._array(self.ready),
            begun=self._array(self.begun),
        )
        generator = np.random.default_rng(seed)
        seeds = torch.from_numpy(generator.integers(1 << 62, size=rows)).to(device)
        self._loops.begin(self._rows, self._array(seeds))
        self._graph: Any = None

    def _records(self, name: str, dtype: Any, n: int | None = None) -> Any:
        """Return an array of records in the memory of that name, which is made on first use."""
        if name not in self._memory:
            size = (n or 0) * dtype.itemsize
            self._memory[name] = torch.zeros(size, dtype=torch.uint8, device=self.device)
        tensor = self._memory[name]
        if self.device.type == "cuda":
            return self._loops.records(tensor, dtype)
        return tensor.numpy().view(dtype)

    def _array(self, tensor: Tensor) -> Any:
        """Return a tensor as an array that the loops take, on the same memory."""
        return self._loops.array(tensor) if self.device.type == "cuda" else tensor.numpy()

    def _fill(self, name: str, records: Any) -> None:
        self._memory[name].copy_(torch.from_numpy(records.view(np.uint8).reshape(-1)))

    def _walk(self) -> None:
        """Walk down all trees, and write the inputs of their leaves."""
        self._memory["leaves"].copy_(self._memory["games"])
        self._loops.descend(self._rows)
        self._loops.write_inputs(self._memory["leaves"], self._memory["inputs"])

    def _positions(self) -> Tensor:
        """Return the inputs of all leaves, as bytes."""
        return self._memory["inputs"].view(self.settings.rows, INPUTS.itemsize)

    def _judge_leaves(self) -> None:
        """Take what the network says of the leaves into the trees."""
        judged = self._judge(self._positions())
        self._loops.judge(self._rows, self._array(judged.scores), self._array(judged.chances))

    def _simulate(self) -> None:
        """Do one simulation in every tree."""
        self._walk()
        self._judge_leaves()

    @torch.no_grad()
    def play(self) -> None:
        """Search and move once in every game."""
        self.network.eval()
        settings = self.settings
        is_deep = self.step % settings.deep_every == 0
        self._memory["doubt"].view(torch.float32).fill_(settings.doubt if is_deep else 0.0)
        self._loops.plant(self._rows, *self._room)
        if self._judge is not self.network:
            self._judge.prepare()
        simulations = settings.simulations if is_deep else settings.few
        for _ in range(simulations + 1):
            if self.device.type == "cuda":
                self._replay()
            else:
                self._simulate()
        trust = np.float32(settings.trust)
        self._loops.play(self._rows, self._kept, self.step, settings.steps, trust, is_deep)
        self.step += 1
        self.simulations += settings.rows * (simulations + 1)

    def _replay(self) -> None:
        """Do one simulation by the recorded graph of kernels, which is recorded on first use."""
        if self._graph is None:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                self._walk()
                if not self._judge.agrees(self._positions()):
                    warnings.warn("The kernels do not judge as the network does.", stacklevel=2)
                    self._judge = self.network
                self._judge_leaves()
            torch.cuda.current_stream().wait_stream(stream)
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph):
                self._simulate()
            # The first simulation was done while compiling; it counts as one.
            return
        self._graph.replay()

    def wait(self) -> float:
        """Wait for the device, and return the time."""
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return time.monotonic()

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

    def results(self) -> Any:
        """Return the results of the last decision of every row, on the host."""
        return self._memory["results"].cpu().numpy().view(RESULT)


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
