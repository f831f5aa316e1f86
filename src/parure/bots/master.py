"""The master searches: it looks at what may follow in thousands of imagined deals before it moves."""

import secrets
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parure.bots import Budget, Estimate
from parure.bots.compiled import calls
from parure.bots.compiled.search import BRANCH, NODE, REPORT, TREE
from parure.bots.sequel import continues, sequel
from parure.bots.thinking import SECONDS, deadline_of, grow, room_for
from parure.bots.trying import try_out
from parure.bots.workspace import Workspace
from parure.compiling import completed_by
from parure.core.state import LEGAL
from parure.game.knowledge import Knowledge
from parure.game.moves import MOVES, Move
from parure.game.position import State
from parure.i18n import mark

__all__ = ["Master", "Tree"]

TREES = 2
"""How many trees share a number of iterations: always the same, so that the choice is, too."""

NODES_A_SECOND = 100_000
MOST_NODES = 1_500_000
BRANCHES_A_NODE = 12

EXPLORATION = 0.3
TEMPERATURE = 0.5


class Found(NamedTuple):
    """What all trees together found out about the legal moves."""

    numbers: list[int]
    visits: NDArray[Any]
    sums: NDArray[Any]
    """Of the chances of each seat, a row for each move."""
    first: NDArray[Any]
    """The first estimate of each move for the seat that decides."""


class Tree:
    """One tree, with the room that its thread works in."""

    def __init__(self, nodes: int) -> None:
        self.room = Workspace()
        self.tree = np.zeros(1, TREE)
        self.tree[0].exploration = EXPLORATION
        self.tree[0].temperature = TEMPERATURE
        self.nodes = np.zeros(nodes, NODE)
        self.branches = np.zeros(nodes * BRANCHES_A_NODE, BRANCH)
        self.found = np.zeros(1, REPORT)

    def begin(self, view: State, seed: int) -> None:
        """Forget everything."""
        self.room.prepare(view)
        calls.begin_search(self.tree, self.nodes, seed)

    def keep(self, view: State, move: int) -> bool:
        """Keep what follows a move, if anything is known of it."""
        return bool(calls.keep_search(self.tree, self.nodes, self.branches, view, move))

    def search(self, view: State, iterations: int) -> None:
        """Do so many iterations."""
        room = self.room
        calls.search(
            self.tree, self.nodes, self.branches, view, room.states, room.legal, room.desires,
            room.opinion, room.network, iterations,
        )  # fmt: skip

    def report(self, view: State) -> int:
        """Write what is known of each legal move into `found`; return how many there are."""
        room = self.room
        return int(
            calls.report(
                self.tree, self.nodes, self.branches, view, room.states, room.legal, self.found
            )
        )

    def line(self, view: State, move: int) -> tuple[Move, ...]:
        """Return how the game would probably go on, beginning with a move."""
        room, line = self.room, np.zeros(1, LEGAL)
        length = calls.follow(
            self.tree, self.nodes, self.branches, view, move, room.states, room.legal, room.desires,
            line,
        )  # fmt: skip
        return tuple(MOVES[number] for number in line["moves"][0, :length].tolist())


class Master:
    """Searches a tree of what may follow, in fresh deals of the hidden cards.

    With a number of iterations, the same seed gives the same choices. With a time instead, it uses every
    core it may, one tree each. What it found out in one decision serves the next ones of the same turn.

    No game is played out: where an iteration leaves the tree, it looks one move ahead with the network of
    the guild, which judges some seven positions and is most of what an iteration costs. A search that first
    played thirty decisions out as the merchant would won 25 % of 72 games against this one in equal time.
    """

    about = mark("Looks at thousands of ways the game may go before it moves.")
    default_budget = Budget(seconds=SECONDS)

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self._random = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        self._budget = budget or self.default_budget
        self._now = time.perf_counter
        self._trees: list[Tree] = []
        self._expected: tuple[State, State, int] | None = None

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None) -> Move:
        """Return the move that the search went down most often."""
        found = self._search(known.state, clock)
        seat = known.state["to_play"].item()
        best = max(
            range(len(found.numbers)),
            key=lambda number: (found.visits[number], found.sums[number, seat]),
        )
        move = MOVES[found.numbers[best]]
        after = sequel(known.state, move.number)
        self._expected = None if after is None else (known.state, after, move.number)
        return move

    def analyse(
        self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None
    ) -> list[Estimate]:
        """Return what the search found out about every legal move, the most visited first."""
        found = self._search(known.state, clock)
        self._expected = None
        players, seat = known.state["players"].item(), known.state["to_play"].item()
        estimates = []
        for number, move in enumerate(found.numbers):
            visits = int(found.visits[number])
            if visits:
                chances = found.sums[number, :players] / visits
            else:
                chances = np.full(players, (1 - found.first[number]) / (players - 1))
                chances[seat] = found.first[number]
            line = self._trees[0].line(known.state, move)
            estimates.append(
                Estimate(MOVES[move], tuple((chances / chances.sum()).tolist()), visits, line)
            )
        return sorted(estimates, key=lambda each: (-each.visits, -each.chances[seat]))

    def _search(self, view: State, clock: float | None) -> Found:
        """Search within the budget, and return what was found out."""
        self._prepare(view)
        deadline = deadline_of(self._budget, clock, self._now())
        searches = [partial(tree.search, view) for tree in self._trees]
        grow(searches, self._budget.iterations, deadline, self._now)
        return self._found(view)

    def _prepare(self, view: State) -> None:
        """Make the trees on first use, and begin them anew unless they already know this position."""
        if not self._trees:
            count, nodes = room_for(self._budget, TREES, NODES_A_SECOND)
            self._trees = [Tree(min(4 * nodes, MOST_NODES)) for _ in range(count)]
            self._begin(view)
            # Compile before the time is taken.
            self._trees[0].search(view, 0)
        before = self._expected
        self._expected = None
        if before is None or not continues(before[1], view):
            self._begin(view)
            return
        for tree in self._trees:
            if not tree.keep(before[0], before[2]):
                self._begin(view)
                return

    def _begin(self, view: State) -> None:
        for tree in self._trees:
            tree.begin(view, int(self._random.integers(1 << 62)))

    def _found(self, view: State) -> Found:
        """Add up what the trees found out."""
        for tree in self._trees:
            count = tree.report(view)
        found = np.concatenate([tree.found for tree in self._trees])
        return Found(
            self._trees[0].room.legal["moves"][0, :count].tolist(),
            found["visits"][:, :count].sum(axis=0),
            found["sums"][:, :count].sum(axis=0),
            found["first"][:, :count].max(axis=0),
        )


completed_by("parure.bots.compiled.calls.search", lambda: try_out(Master(1, Budget(iterations=20))))
