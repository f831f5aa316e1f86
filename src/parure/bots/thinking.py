"""How a bot that searches spends its budget: how many trees it grows, how large, and for how long."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from parure.bots import Budget
from parure.processes import all_cores

__all__ = ["AT_A_TIME", "SECONDS", "SHARE_OF_CLOCK", "deadline_of", "grow", "room_for"]

SECONDS = 1.0
"""How long a decision is thought about where nothing else was said."""

MOST_TREES = 8
SHARE_OF_CLOCK = 1 / 20
"""The part of the time left for the whole game that one decision may take."""

AT_A_TIME = 32
"""Iterations between two looks at the clock."""


def room_for(budget: Budget, trees: int, nodes_a_second: int) -> tuple[int, int]:
    """Return how many trees are grown, and how many nodes each may get.

    :param trees: how many share a number of iterations; a time has one on every core.
    """
    if budget.iterations is not None:
        return trees, budget.iterations + 2
    return min(len(all_cores()), MOST_TREES), int(
        nodes_a_second * (budget.seconds or SECONDS)
    ) + 100


def deadline_of(budget: Budget, clock: float | None, now: float) -> float | None:
    """Return when a decision must be made; None where only the iterations count."""
    limits = [] if clock is None else [clock * SHARE_OF_CLOCK]
    if budget.seconds is not None:
        limits.append(budget.seconds)
    return now + min(limits) if limits else None


def grow(
    searches: Sequence[Callable[[int], None]],
    iterations: int | None,
    deadline: float | None,
    now: Callable[[], float],
) -> None:
    """Grow all trees, each in a thread, until their iterations are done or the time is over.

    :param searches: for each tree, what does so many iterations in it.
    :param iterations: how many they share; None where only time counts.
    """
    shares: list[int | None] = [None] * len(searches)
    if iterations is not None:
        each, more = divmod(iterations, len(searches))
        shares = [each + (number < more) for number in range(len(searches))]
    with ThreadPoolExecutor(len(searches)) as pool:
        thoughts = [
            pool.submit(copy_context().run, _grow_one, search, share, deadline, now)
            for search, share in zip(searches, shares, strict=True)
        ]
    for thought in thoughts:
        thought.result()


def _grow_one(
    search: Callable[[int], None],
    share: int | None,
    deadline: float | None,
    now: Callable[[], float],
) -> None:
    if deadline is None:
        search(share or 0)
        return
    done = 0
    while share is None or done < share:
        batch = AT_A_TIME if share is None else min(AT_A_TIME, share - done)
        search(batch)
        done += batch
        if now() >= deadline:
            break
