"""Many games that the network plays against itself, each move chosen by a tree, and what is kept of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from parure.bots.champion.inputs import INPUTS
from parure.bots.champion.tree import BRANCH, MOST_COMPARED, NODE, OPINION, TREE
from parure.core.batch import RESULT
from parure.core.state import LEGAL, MAX_LEGAL, STATE
from parure.rules import Rules
from training import loops
from training.rows import TARGETS

BRANCHES_A_NODE = 40
"""Room for the branches of a node, on average."""


class Settings(NamedTuple):
    """How games are played to learn from."""

    rows: int = 65536
    steps: int = 320
    """Decisions of every row that are kept."""
    simulations: int = 32
    compared: int = MOST_COMPARED
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
        self.step = 0
        rows, kept = settings.rows, settings.rows * settings.steps
        if device.type == "cuda":
            from training.cuda import Loops

            self._loops: Any = Loops()
        else:
            self._loops = loops
        nodes, branches = settings.simulations + 2, (settings.simulations + 2) * BRANCHES_A_NODE
        self._memory: dict[str, Tensor] = {}
        states = np.zeros(rows, STATE)
        self.kinds = _written(states, rules)
        self._games = self._records("games", STATE, rows)
        self._fill("games", states)
        self._leaves = self._records("leaves", STATE, rows)
        self._legal = self._records("legal", LEGAL, rows)
        self._results = self._records("results", RESULT, rows)
        trees = np.zeros(rows, TREE)
        trees["explore"], trees["caution"] = settings.explore, settings.caution
        self._trees = self._records("trees", TREE, rows)
        self._fill("trees", trees)
        self._nodes = self._records("nodes", NODE, rows * nodes)
        self._branches = self._records("branches", BRANCH, rows * branches)
        self._found = self._records("found", LEGAL, rows)
        self._counts = self._plain(torch.zeros(rows, dtype=torch.int64))
        self._inputs = self._records("inputs", INPUTS, rows)
        self._opinions = self._records("opinions", OPINION, rows)
        self._game_words = self._records("games", np.dtype(np.int64))
        self._leaf_words = self._records("leaves", np.dtype(np.int64))
        self._room = self._plain(torch.tensor([nodes, branches], dtype=torch.int64))
        self.begun = torch.zeros(rows, dtype=torch.int64, device=device)
        # What is kept to learn from.
        self._kept_words = self._records("kept", np.dtype(np.int64), kept * STATE.itemsize // 8)
        self.moves = torch.zeros((kept, MAX_LEGAL), dtype=torch.int16, device=device)
        self.weights = torch.zeros((kept, MAX_LEGAL), dtype=torch.int16, device=device)
        self.targets = torch.zeros((kept, TARGETS), dtype=torch.float32, device=device)
        self.ready = torch.zeros(kept, dtype=torch.int8, device=device)
        generator = np.random.default_rng(seed)
        seeds = torch.from_numpy(generator.integers(1 << 62, size=rows))
        self._loops.begin(self._games, self._plain(seeds), self._legal, self._results)
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

    def _plain(self, tensor: Tensor) -> Any:
        """Return a tensor as an array that the loops take."""
        tensor = tensor.to(self.device)
        self._memory[f"plain {len(self._memory)}"] = tensor
        return tensor if self.device.type == "cuda" else tensor.numpy()

    def _array(self, tensor: Tensor) -> Any:
        return tensor if self.device.type == "cuda" else tensor.numpy()

    def _fill(self, name: str, records: Any) -> None:
        self._memory[name].copy_(torch.from_numpy(records.view(np.uint8).reshape(-1)))

    def _simulate(self) -> None:
        """Do one simulation in every tree."""
        loops_ = self._loops
        loops_.descend(
            self._game_words, self._games, self._legal, self._results, self._trees, self._nodes,
            self._branches, self._leaf_words, self._leaves, self._found,
            self._counts,
        )  # fmt: skip
        inputs = self._memory["inputs"]
        inputs.zero_()
        loops_.write_inputs(self._leaves, self._inputs)
        judged = self.network(inputs.view(self.settings.rows, INPUTS.itemsize))
        loops_.judge(
            self._array(judged.scores), self._array(judged.chances), self._trees, self._nodes,
            self._branches, self._leaves, self._found, self._counts, self._opinions,
        )  # fmt: skip

    @torch.no_grad()
    def play(self) -> None:
        """Search and move once in every game."""
        self.network.eval()
        self._loops.plant(
            self._games, self._results, self._trees, self._nodes, self._room, self.settings.compared
        )
        for _ in range(self.settings.simulations + 1):
            if self.device.type == "cuda":
                self._replay()
            else:
                self._simulate()
        self._loops.play(
            self.step, self.settings.steps, np.float32(self.settings.trust), self._array(self.begun),
            self._game_words, self._kept_words, self._games, self._legal, self._results,
            self._trees, self._nodes, self._branches, self._opinions, self._array(self.moves),
            self._array(self.weights), self._array(self.targets), self._array(self.ready),
        )  # fmt: skip
        self.step += 1

    def _replay(self) -> None:
        """Do one simulation by the recorded graph of kernels, which is recorded on first use."""
        if self._graph is None:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                self._simulate()
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
        words = self._records("batch", np.dtype(np.int64), size * STATE.itemsize // 8)
        self._loops.gather(self._kept_words, self._array(chosen), words)
        inputs = self._records("batch inputs", INPUTS, size)
        self._memory["batch inputs"].zero_()
        self._loops.write_inputs(self._records("batch", STATE), inputs)
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
