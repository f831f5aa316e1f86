"""How many pairs can be made at once of those who may be paired: Edmonds' algorithm.

After Jack Edmonds, "Paths, trees, and flowers" (1965). It is exact, and takes milliseconds for the players of
a tournament; the libraries that have it bring much else along.
"""

from collections import deque
from collections.abc import Collection, Hashable, Mapping
from typing import Generic, TypeVar

__all__ = ["most_pairs"]

T = TypeVar("T", bound=Hashable)


def most_pairs(graph: Mapping[T, Collection[T]]) -> int:
    """Return how many pairs can be made at most, nobody being in two of them.

    :param graph: for each, those with whom they may be paired; the others have them, too.

    >>> most_pairs({1: [2], 2: [1, 3], 3: [2, 4], 4: [3]})
    2
    >>> most_pairs({1: [2, 3], 2: [1, 3], 3: [1, 2]})
    1
    """
    mates: dict[T, T] = {}
    for one, others in graph.items():
        if one not in mates:
            free = next((other for other in others if other not in mates), None)
            if free is not None:
                mates[one], mates[free] = free, one
    for one in graph:
        if one not in mates:
            _Search(graph, mates).augment(one)
    return len(mates) // 2


class _Search(Generic[T]):
    """A tree of paths on which every second step is a pair, from somebody who has nobody."""

    def __init__(self, graph: Mapping[T, Collection[T]], mates: dict[T, T]) -> None:
        self._graph, self._mates = graph, mates
        self._before: dict[T, T] = {}
        """From whom those were reached who may be given another partner."""
        self._base = {one: one for one in graph}
        """The first of the odd circle that somebody is in: all of it counts as one."""

    def augment(self, root: T) -> None:
        """Make one pair more, if there is a path from the root to somebody else who has nobody."""
        even, queue = {root}, deque([root])
        while queue:
            one = queue.popleft()
            for other in self._graph[one]:
                if self._base[one] == self._base[other] or self._mates.get(one) == other:
                    continue
                mate = self._mates.get(other)
                if other == root or (mate is not None and mate in self._before):
                    self._shrink(one, other, even, queue)
                elif other not in self._before:
                    self._before[other] = one
                    if mate is None:
                        self._turn(other)
                        return
                    even.add(mate)
                    queue.append(mate)

    def _turn(self, end: T) -> None:
        """Pair everybody on the path with the other neighbour."""
        one: T | None = end
        while one is not None:
            before = self._before[one]
            following = self._mates.get(before)
            self._mates[one], self._mates[before] = before, one
            one = following

    def _shrink(self, one: T, other: T, even: set[T], queue: deque[T]) -> None:
        """Let an odd circle count as one: whoever is in it may be reached either way."""
        base = self._common(one, other)
        circle: set[T] = set()
        self._mark(one, base, other, circle)
        self._mark(other, base, one, circle)
        for member in self._graph:
            if self._base[member] in circle:
                self._base[member] = base
                if member not in even:
                    even.add(member)
                    queue.append(member)

    def _common(self, one: T, other: T) -> T:
        """Return where the paths from two back to the root meet."""
        path: set[T] = set()
        while True:
            one = self._base[one]
            path.add(one)
            if one not in self._mates:
                break
            one = self._before[self._mates[one]]
        while True:
            other = self._base[other]
            if other in path:
                return other
            other = self._before[self._mates[other]]

    def _mark(self, one: T, base: T, child: T, circle: set[T]) -> None:
        while self._base[one] != base:
            mate = self._mates[one]
            circle |= {self._base[one], self._base[mate]}
            self._before[one] = child
            child, one = mate, self._before[mate]
