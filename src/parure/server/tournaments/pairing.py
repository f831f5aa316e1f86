"""Who plays whom in the next round: everybody against everybody, or Swiss."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

__all__ = ["Pairing", "everybody", "swiss"]


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


def swiss(
    order: Sequence[int], met: Callable[[int, int], int], byes: Callable[[int], int]
) -> Pairing:
    """Pair all players for a round: those who stand next to each other, the first before all others.

    Nobody plays the same opponent twice, and nobody has a second bye, as long as that can be avoided.

    :param order: the players, the first at the beginning.
    :param met: how often two have played each other.
    :param byes: how often somebody has had a bye.

    >>> swiss([3, 1, 2, 0], met=lambda one, other: {one, other} == {3, 1}, byes=lambda _one: 0).pairs
    ((3, 2), (1, 0))
    """
    # It takes a while to load, and few servers have a Swiss tournament.
    import networkx

    # A pairing costs a number whose digits tell what is wrong with it, the worst first: how many play each
    # other again, how high whoever has the bye stands, how far the first, the second… is from an opponent.
    count, base = len(order), len(order) + 1
    graph = networkx.Graph()
    for place, one in enumerate(order):
        others = sorted(range(place + 1, count), key=lambda other: met(one, order[other]))
        for distance, other in enumerate(others):
            again = base ** (count + 1) if met(one, order[other]) else 0
            graph.add_edge(place, other, weight=again + distance * base ** (count - 1 - place))
        if count % 2 and byes(one) == min(map(byes, order)):
            graph.add_edge(place, count, weight=(count - 1 - place) * base**count)
    found = sorted(sorted(pair) for pair in networkx.min_weight_matching(graph))
    pairs = tuple((order[one], order[other]) for one, other in found if other < count)
    return Pairing(pairs, next((order[one] for one, other in found if other == count), None))
