"""Who plays whom in the next round: everybody against everybody, or Swiss.

In a Swiss tournament those who stand next to each other are paired, the first before all others. Nobody plays
the same opponent twice, and nobody has a second bye, as long as that can be avoided: each choice is one after
which the rest needs no more repetitions than there have to be.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from parure.server.tournaments.matching import most_pairs

__all__ = ["Pairing", "everybody", "swiss"]

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
