"""Tree search in many games at once, with a network as judge, on one device."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from parure.bots.champion.layout import INPUTS
from parure.bots.champion.tree import BRANCH, NODE, TREE
from parure.core.batch import RESULT
from parure.core.state import LEGAL, STATE
from parure.errors import ParureError
from training import loops
from training.rows import Rows

BRANCHES_A_NODE = 40
"""Branches allocated per node."""

MOST_NODES = np.iinfo(np.int32).max // BRANCHES_A_NODE
"""The most nodes in all trees together: branch numbers have 32 bits."""


class TooLarge(ParureError):
    """The trees of so many games and simulations would not fit."""


class Search:
    """One game and one search tree per row; all trees advance in step."""

    def __init__(
        self,
        networks: Sequence[nn.Module],
        states: NDArray[Any],
        seeds: NDArray[np.int64],
        simulations: int,
        device: torch.device,
        *,
        exploration: float,
        fpu_reduction: float,
    ) -> None:
        """Deal the games.

        :param networks: the networks that judge positions; `judge_of` says which one judges each row.
        :param states: the states of the rows, of which only the rules are read.
        :param simulations: the simulations of the longest search.
        """
        nodes, rows = simulations + 2, len(states)
        if nodes * rows > MOST_NODES:
            raise TooLarge(
                f"Searches of {simulations} simulations leave room for {MOST_NODES // nodes} games at most."
            )
        self.networks, self.device, self.rows = networks, device, rows
        self.simulations = 0
        self.judge_of = torch.zeros(self.rows, dtype=torch.int8, device=device)
        self._judges: list[Any] = list(networks)
        self._loops: Any = loops
        if device.type == "cuda":
            from training.cuda import Loops
            from training.fused import Fused

            self._loops = Loops()
            self._judges = [Fused(network) for network in networks]
        self._room = nodes, nodes * BRANCHES_A_NODE
        self._memory: dict[str, Tensor] = {}
        words = np.dtype(np.int64)
        self.records = Rows(
            games=self._records("games", STATE, rows),
            game_words=self._records("games", words),
            legal=self._records("legal", LEGAL, rows),
            results=self._records("results", RESULT, rows),
            trees=self._records("trees", TREE, rows),
            nodes=self._records("nodes", NODE, rows * nodes),
            branches=self._records("branches", BRANCH, rows * nodes * BRANCHES_A_NODE),
            leaves=self._records("leaves", STATE, rows),
            found=self._records("found", LEGAL, rows),
            counts=self._records("counts", words, rows),
            root_noise=self._records("root_noise", np.dtype(np.float32), 1),
        )
        trees = np.zeros(rows, TREE)
        trees["exploration"], trees["fpu_reduction"] = exploration, fpu_reduction
        self._fill("games", states)
        self._fill("trees", trees)
        self._records("inputs", INPUTS, rows)
        self._loops.begin(self.records, self._array(torch.from_numpy(seeds).to(device)))
        self._graph: Any = None

    def _records(self, name: str, dtype: Any, n: int | None = None) -> Any:
        """Return a named block of memory as records; the first call with a name allocates it."""
        if name not in self._memory:
            size = (n or 0) * dtype.itemsize
            self._memory[name] = torch.zeros(size, dtype=torch.uint8, device=self.device)
        tensor = self._memory[name]
        if self.device.type == "cuda":
            return self._loops.records(tensor, dtype)
        return tensor.numpy().view(dtype)

    def _array(self, tensor: Tensor) -> Any:
        """Return a tensor as an array for the loops, sharing its memory."""
        return self._loops.array(tensor) if self.device.type == "cuda" else tensor.numpy()

    def _fill(self, name: str, records: Any) -> None:
        self._memory[name].copy_(torch.from_numpy(records.view(np.uint8).reshape(-1)))

    def _walk(self) -> None:
        """Walk down every tree and write the network inputs of the leaves."""
        self._memory["leaves"].copy_(self._memory["games"])
        self._loops.descend(self.records)
        self._loops.write_inputs(self._memory["leaves"], self._memory["inputs"])

    def _positions(self) -> Tensor:
        """Return the inputs of all leaves, as bytes."""
        return self._memory["inputs"].view(self.rows, INPUTS.itemsize)

    def _judge_leaves(self) -> None:
        """Judge all leaves and feed the judgements into the trees."""
        first, *others = [judge(self._positions()) for judge in self._judges]
        scores, chances = first.scores, first.chances
        for number, said in enumerate(others, 1):
            here = (self.judge_of == number).unsqueeze(1)
            scores = torch.where(here, said.scores, scores)
            chances = torch.where(here, said.chances, chances)
        self._loops.judge(self.records, self._array(scores), self._array(chances))

    def _simulate(self) -> None:
        """Run one simulation in every tree."""
        self._walk()
        self._judge_leaves()

    @torch.no_grad()
    def search(self, simulations: int, root_noise: float = 0.0) -> None:
        """Search the position of every row with a new tree.

        :param root_noise: the share of noise in the policy at the roots.
        """
        self._memory["root_noise"].view(torch.float32).fill_(root_noise)
        self._loops.plant(self.records, *self._room)
        for judge, network in zip(self._judges, self.networks, strict=True):
            network.eval()
            if judge is not network:
                judge.prepare()
        for _ in range(simulations + 1):
            if self.device.type == "cuda":
                self._replay()
            else:
                self._simulate()
        self.simulations += self.rows * (simulations + 1)

    def _replay(self) -> None:
        """Run one simulation as a CUDA graph, which the first call records."""
        if self._graph is None:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                self._walk()
                for number, network in enumerate(self.networks):
                    if not self._judges[number].agrees(self._positions()):
                        warnings.warn("The fused kernels disagree with the network.", stacklevel=2)
                        self._judges[number] = network
                self._judge_leaves()
            torch.cuda.current_stream().wait_stream(stream)
            self._graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self._graph):
                self._simulate()
            # Compiling above ran the first simulation.
            return
        self._graph.replay()

    def wait(self) -> float:
        """Wait until the device is idle, and return the time."""
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return time.monotonic()

    def results(self) -> Any:
        """Return the result of the last decision in every row, on the host."""
        return self._memory["results"].cpu().numpy().view(RESULT)
