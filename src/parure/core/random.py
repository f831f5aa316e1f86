"""The random generator of the core: SplitMix64, its state in the record.

`np.random` is never used, so that a seed means the same game on every machine.
"""

import numpy as np

from parure.core.jit import kernel, wrapping

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_1, _SHIFT_2, _SHIFT_3, _HALF = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_HALF_SEED = 1 << 31
_BEYOND_JSON = np.uint64(64 - 53)


@kernel
def scrambled(state):
    """Return 64 random bits from a state of the generator."""
    x = (state ^ (state >> _SHIFT_1)) * _MIX_1
    x = (x ^ (x >> _SHIFT_2)) * _MIX_2
    return x ^ (x >> _SHIFT_3)


@wrapping
def mixed(state):
    """Return 32 random bits from a state of the generator."""
    return scrambled(state) >> _HALF


@wrapping
def random_below(s, n):
    """Return a random integer from 0 to n - 1, where `n` is at most 2**32."""
    s.rng += _STEP
    return np.int64((mixed(s.rng) * np.uint64(n)) >> _HALF)


@kernel
def random_seed(s):
    """Return a seed for another game, any of 2**62."""
    return random_below(s, _HALF_SEED) * _HALF_SEED + random_below(s, _HALF_SEED)


@wrapping
def row_seed(seed, row):
    """Return the seed of row number `row` of many games: any of 2**53, so that JSON keeps it.

    It is a hash of both numbers: neighbouring seeds have no rows in common, as `seed + row` would have.
    """
    rows = scrambled(np.uint64(seed) + _STEP)
    return scrambled(rows + np.uint64(row) * _STEP) >> _BEYOND_JSON


@wrapping
def shuffle(s, cards, start, size):
    """Shuffle a stretch of an array in place."""
    state = s.rng
    for last in range(start + size - 1, start, -1):
        state += _STEP
        other = start + np.int64((mixed(state) * np.uint64(last - start + 1)) >> _HALF)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
    s.rng = state
