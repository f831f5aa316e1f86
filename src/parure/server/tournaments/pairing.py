"""Who plays whom in the next round: everybody against everybody, or Swiss.

In a Swiss tournament those who stand next to each other are paired, the first before all others. Nobody plays
the same opponent twice, and nobody has a second bye, as long as that can be avoided: each choice is one after
which the rest needs no more repetitions than there have to be.
"""

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Pairing", "everybody", "most_pairs", "swiss"]

Met = Callable[[int, int], int]
"""How often two have played each other."""


class Pairing(NamedTuple):
    """Who plays whom in a round."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
    """Who has nobody to play."""


def everybody(players: int) -> list[Pairing]:
    """Return all rounds in which everybody plays everybody once, each player being a number.

    >>> everybody(4)[0].pairs
    ((0, 3), (1, 2))
    >>> [pairing.bye for pairing in everybody(3)]
    [0, 1, 2]
    """
    around: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    rounds = []
    for _round in range(len(around) - 1):
        pairs, bye = [], None
        for one, other in zip(around[: len(around) // 2], reversed(around), strict=False):
            if one is None or other is None:
                bye = one if other is None else other
            else:
                pairs.append((one, other))
        rounds.append(Pairing(tuple(pairs), bye))
        # The first stays, all others move on by one.
        around = [around[0], around[-1], *around[1:-1]]
    return rounds


def swiss(order: Sequence[int], met: Met, byes: Callable[[int], int]) -> Pairing:
    """Pair all players for a round.

    :param order: the players, the first at the beginning.
    :param byes: how often somebody has had a bye.

    >>> swiss([3, 1, 2, 0], met=lambda one, other: {one, other} == {3, 1}, byes=lambda _one: 0).pairs
    ((3, 2), (1, 0))
    """
    if len(order) % 2 == 0:
        return Pairing(tuple(_paired(list(order), met)))
    fewest = min(map(byes, order))
    resting = min(
        (one for one in reversed(order) if byes(one) == fewest),
        key=lambda one: _repeated(_without(order, one), met),
    )
    return Pairing(tuple(_paired(_without(order, resting), met)), resting)


def _paired(left: list[int], met: Met) -> Iterator[tuple[int, int]]:
    """Yield pairs with as few repetitions as possible; who is first gets the nearest opponent."""
    allowed = _repeated(left, met)
    while left:
        first = left[0]
        for other in sorted(left[1:], key=lambda other: met(first, other)):
            again, rest = bool(met(first, other)), _without(left, first, other)
            if _repeated(rest, met) + again <= allowed:
                break
        yield first, other
        allowed, left = allowed - again, rest


def _repeated(players: Sequence[int], met: Met) -> int:
    """Return how many pairs at least play each other again when all of them are paired."""
    graph = {
        one: [other for other in players if other != one and not met(one, other)] for one in players
    }
    return len(players) // 2 - most_pairs(graph)


def _without(players: Sequence[int], *gone: int) -> list[int]:
    return [player for player in players if player not in gone]


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
