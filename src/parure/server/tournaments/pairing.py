"""Pairs players for the next round: round robin or Swiss."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

__all__ = ["Pairing", "everybody", "swiss"]


class Pairing(NamedTuple):
    """The pairings of a round."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
    """The player with a bye."""


def everybody(players: int) -> list[Pairing]:
    """Return all rounds of a round robin, with each player as a number.

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
        # The first player stays, all others rotate by one.
        around = [around[0], around[-1], *around[1:-1]]
    return rounds


def swiss(
    order: Sequence[int], met: Callable[[int, int], int], byes: Callable[[int], int]
) -> Pairing:
    """Pair all players for a Swiss round: neighbours in the standings, with priority for the leaders.

    Nobody plays the same opponent twice, and nobody has a second bye, as long as that can be avoided.

    :param order: the players, the first at the beginning.
    :param met: returns how often two players have met.
    :param byes: returns how often a player has had a bye.

    >>> swiss([3, 1, 2, 0], met=lambda one, other: {one, other} == {3, 1}, byes=lambda _one: 0).pairs
    ((3, 2), (1, 0))
    """
    # Slow to import, and few servers have a Swiss tournament.
    import networkx

    # The cost of a pairing is a number whose digits are its flaws, worst first: how many pairs meet again,
    # how high the player with the bye stands, how far the first, the second… is from the opponent.
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
