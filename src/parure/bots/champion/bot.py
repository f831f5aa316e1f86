"""The champion as a bot: its trees, how long they grow, and when one is kept for the next decision."""

import os
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parure.bots import Budget, Estimate, try_out
from parure.bots.champion import search
from parure.bots.champion.network import work_of
from parure.bots.champion.tree import BRANCH, NODE, NOWHERE, TREE
from parure.bots.champion.weights import Weights, load, name_for, shipped
from parure.compiling import completed_by
from parure.core import calls
from parure.core.state import LEGAL, STATE
from parure.game.knowledge import Knowledge
from parure.game.moves import MOVES, Move
from parure.game.position import State, copied, rules_of
from parure.i18n import mark
from parure.processes import all_cores

__all__ = ["Champion"]

SECONDS = 1.0
"""How long a decision is thought about where nothing else was said."""
SHARE_OF_CLOCK = 1 / 20
"""The part of the time left for the whole game that one decision may take."""
AT_A_TIME = 32
"""Simulations between two looks at the clock."""

MOST_TREES = 8
NODES_A_SECOND = 60_000
MOST_NODES = 600_000
BRANCHES_A_NODE = 40

DECISIONS = 3
"""A tree that is kept from one decision of a turn to the next has room for so many."""

LEAST_LOOKS = 4
"""So often at least an analysis looks at a move."""

EXPLORATION = 0.5
FPU_REDUCTION = 0.2

FOLDER = "PARURE_CHAMPION"
"""A folder with other weights may be named in the environment, to try them."""


class Found(NamedTuple):
    """What all trees together found out about the legal moves."""

    numbers: list[int]
    visits: NDArray[Any]
    sums: NDArray[Any]
    """Of the chances of each seat, a row for each move."""
    priors: NDArray[Any]
    """How likely the network plays each move without a search."""


class Tree:
    """One tree, with the room that its thread works in."""

    def __init__(self, nodes: int, folder: str = FOLDER) -> None:
        named = os.environ.get(folder)
        self._named = load(Path(named)) if named else None
        self.weights: Weights
        self.work: NDArray[Any]
        self.tree = np.zeros(1, TREE)
        self.tree["exploration"], self.tree["fpu_reduction"] = EXPLORATION, FPU_REDUCTION
        self.tree["last_node"], self.tree["last_branch"] = nodes, nodes * BRANCHES_A_NODE
        self.nodes = np.zeros(nodes, NODE)
        self.branches = np.zeros(nodes * BRANCHES_A_NODE, BRANCH)
        self.states = np.zeros(3, STATE)
        self.legal = np.zeros(2, LEGAL)
        self.report = np.zeros(1, search.REPORT)

    def begin(self, view: State, seed: int) -> None:
        """Forget everything, and judge a position with the network for its rules."""
        shape, self.weights = self._named or shipped(name_for(rules_of(view)))
        self.work = np.zeros(1, work_of(shape))
        self.states[0] = view[0]
        search.begin(self.tree, self.nodes, self.states, self.legal, self.report, seed)
        self.search(1)

    def search(self, simulations: int) -> None:
        """Do so many simulations."""
        search.search(
            self.tree, self.nodes, self.branches, self.states, self.legal, self.work, self.weights,
            self.report, simulations,
        )  # fmt: skip

    def until_fresh(self) -> int:
        """Return how many simulations there are until the next deal from nothing."""
        return search.FRESH_EVERY - int(self.tree["simulations"].item()) % search.FRESH_EVERY

    def look(self, move: int, simulations: int) -> None:
        """Do so many simulations that begin with one of the legal moves."""
        self.tree["forced"] = move
        self.search(simulations)
        self.tree["forced"] = NOWHERE

    def keep(self, before: State, move: int, view: State) -> bool:
        """Keep what follows a move, where it is known."""
        self.states[0], self.states[1] = view[0], before[0]
        return bool(
            search.keep(
                self.tree, self.nodes, self.branches, self.states, self.legal, self.report, move
            )
        )

    def read(self) -> int:
        """Bring the report up to date; return how many moves are legal."""
        return int(
            search.read(self.tree, self.nodes, self.branches, self.states, self.legal, self.report)
        )

    def line(self, move: int) -> tuple[Move, ...]:
        """Return how the game would probably go on, beginning with a move."""
        line = np.zeros(1, LEGAL)
        length = search.follow(
            self.tree, self.nodes, self.branches, self.states, self.legal, move, line
        )
        return tuple(MOVES[number] for number in line["moves"][0, :length].tolist())


class Champion:
    """Searches a tree that asks a network of every position: who will win, and which moves are likely.

    With a number of simulations, the same seed gives the same choices on every machine. With a time
    instead, it uses every core it may, one tree each.
    """

    about = mark("Judges like an old hand and looks far ahead before every move.")
    default_budget = Budget(seconds=SECONDS)
    folder = FOLDER
    """Where other weights are named, in the environment."""

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self._random = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        self._budget = budget or self.default_budget
        self._now = time.perf_counter
        self.is_stopped: Callable[[], bool] = lambda: False
        """Whether to end the search at once, for whoever asked for it."""
        self._trees: list[Tree] = []
        self._last: Found | None = None
        self._before: tuple[State, int, State] | None = None
        """The last decision, where the turn goes on: what was known, the move, what follows."""

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None, /) -> Move:
        """Return the move that the search went down most often."""
        found = self._search(known.state, clock)
        seat = known.state["to_play"].item()
        best = max(
            range(len(found.numbers)),
            key=lambda number: (
                found.visits[number], found.sums[number, seat], found.priors[number]
            ),
        )  # fmt: skip
        move = MOVES[found.numbers[best]]
        after = expected_after(known.state, move.number)
        self._before = None if after is None else (known.state, move.number, after)
        return move

    def analyse(
        self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None, /
    ) -> list[Estimate]:
        """Return what the search found out about every legal move, the most visited first."""
        self._before = None
        found = self._search(known.state, clock, LEAST_LOOKS)
        players, seat = known.state["players"].item(), known.state["to_play"].item()
        whole = found.sums.sum(axis=0)[:players] / max(1, found.visits.sum())
        estimates = []
        for number, move in enumerate(found.numbers):
            visits = int(found.visits[number])
            chances = found.sums[number, :players] / visits if visits else whole
            line = self._trees[0].line(move)
            estimates.append(
                Estimate(MOVES[move], tuple((chances / chances.sum()).tolist()), visits, line)
            )
        return sorted(estimates, key=lambda each: (-each.visits, -each.chances[seat]))

    def _search(self, view: State, clock: float | None, least: int = 0) -> Found:
        """Search within the budget, and return what was found out.

        :param least: how often each tree looks at every legal move, whatever it thinks of it; at most in a
            quarter of its simulations.
        """
        self._prepare(view)
        deadline = self._deadline(clock)
        if not self._goes_on(view):
            for tree in self._trees:
                tree.begin(view, int(self._random.integers(1 << 62)))
        looked, iterations = self._look_at_all(least), self._budget.iterations
        left = None if iterations is None else iterations - looked
        with ThreadPoolExecutor(len(self._trees)) as pool:
            growing = [
                pool.submit(copy_context().run, self._grow, tree, left, deadline)
                for tree in self._trees
            ]
        for tree_is_grown in growing:
            tree_is_grown.result()
        self._last = self._found()
        return self._last

    @property
    def visits(self) -> dict[Move, int]:
        """How often the search for the last decision went down each legal move."""
        if self._last is None:
            return {}
        visits = self._last.visits.tolist()
        return {MOVES[move]: n for move, n in zip(self._last.numbers, visits, strict=True)}

    def _deadline(self, clock: float | None) -> float | None:
        """Return when a decision must be made; None where only the simulations count."""
        limits = [] if clock is None else [clock * SHARE_OF_CLOCK]
        if self._budget.seconds is not None:
            limits.append(self._budget.seconds)
        return self._now() + min(limits) if limits else None

    def _grow(self, tree: Tree, simulations: int | None, deadline: float | None) -> None:
        """Grow a tree until its simulations are done, the time is over or the search is stopped."""
        if simulations is None and deadline is None:
            return
        done = 0
        while (simulations is None or done < simulations) and not self.is_stopped():
            # Without a clock, a pause where a fresh deal is due anyway changes nothing.
            some = tree.until_fresh() if deadline is None else AT_A_TIME
            some = some if simulations is None else min(some, simulations - done)
            tree.search(some)
            done += some
            if deadline is not None and self._now() >= deadline:
                break

    def _look_at_all(self, times: int) -> int:
        """Look at every legal move a few times; return how many simulations that took."""
        choices = int(self._trees[0].tree["choices"][0])
        if self._budget.iterations is not None:
            times = min(times, self._budget.iterations // (4 * choices * len(self._trees)))
        for tree in self._trees:
            for move in range(choices if times else 0):
                tree.look(move, times)
        return times * choices * len(self._trees)

    def _goes_on(self, view: State) -> bool:
        """Tell whether the trees know this position from the decision before, and keep what they know."""
        before, self._before = self._before, None
        if before is None or not continues(before[2], view):
            return False
        return all(tree.keep(before[0], before[1], view) for tree in self._trees)

    def _prepare(self, view: State) -> None:
        """Make the trees on first use, and compile before the time is taken."""
        if not self._trees:
            count, nodes = 1, (self._budget.iterations or 0) + 2
            if self._budget.iterations is None:
                count = min(len(all_cores()), MOST_TREES)
                nodes = int(NODES_A_SECOND * (self._budget.seconds or SECONDS)) + 100
            nodes = min(DECISIONS * nodes, MOST_NODES)
            self._trees = [Tree(nodes, self.folder) for _ in range(count)]
            self._trees[0].begin(view, 0)

    def _found(self) -> Found:
        """Add up what the trees found out."""
        count = 0
        for tree in self._trees:
            count = tree.read()
        reports = np.concatenate([tree.report for tree in self._trees])
        return Found(
            self._trees[0].legal["moves"][0, :count].tolist(),
            reports["visits"][:, :count].sum(axis=0),
            reports["sums"][:, :count].sum(axis=0),
            reports["priors"][:, :count].mean(axis=0),
        )


_SEEN_BY_ALL = ("players", "turns", "to_play", "bank", "tokens", "owner", "nobles", "pending")


def expected_after(view: State, move: int) -> State | None:
    """Return the state after a move, as far as one can know it, where the turn goes on after it."""
    after, legal = copied(view), np.zeros(1, LEGAL)
    calls.determinize(after, 0)
    calls.apply(after, move)
    while calls.decide(after, legal) == 1:
        calls.apply(after, legal["moves"].item(0))
    return after if after["turns"] == view["turns"] else None


def continues(expected: State, view: State) -> bool:
    """Tell whether a view is what was expected, as far as one can know what a turn turns up."""
    return all(np.array_equal(expected[name], view[name]) for name in _SEEN_BY_ALL)


completed_by("parure.bots.champion.search", lambda: try_out(Champion(1, Budget(iterations=20))))
