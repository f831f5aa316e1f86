"""Random play inside the core, for benchmarks and tests."""

from parure.core.apply import step
from parure.core.jit import kernel
from parure.core.legal import decide
from parure.core.random import random_below, random_seed
from parure.core.setup import deal


@kernel
def start(s, seed, legal):
    """Deal a game and list the moves of its first decision."""
    deal(s, seed)
    return decide(s, legal)


@kernel
def random_play(s, seed, legal, decisions):
    """Make so many random decisions, one game after the other; return how many games ended."""
    n = start(s, seed, legal)
    games = 0
    for _ in range(decisions):
        n = step(s, legal.moves[random_below(s, n)], legal)
        if n == 0:
            games += 1
            n = start(s, random_seed(s), legal)
    return games
