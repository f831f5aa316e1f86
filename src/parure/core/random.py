"""The random generator of the core: SplitMix64, its state in the record.

`np.random` is never used, so that a seed means the same game on every machine.
"""

import numpy as np

from parure.core.jit import kernel

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_1, _SHIFT_2, _SHIFT_3, _HALF = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@kernel
def random_below(s, n):
    """Return a random integer from 0 to n - 1."""
    s.rng += _STEP
    x = s.rng
    x = (x ^ (x >> _SHIFT_1)) * _MIX_1
    x = (x ^ (x >> _SHIFT_2)) * _MIX_2
    x = x ^ (x >> _SHIFT_3)
    return np.int64(((x >> _HALF) * np.uint64(n)) >> _HALF)


@kernel
def shuffle(s, cards, start, size):
    """Shuffle a stretch of an array in place."""
    for last in range(start + size - 1, start, -1):
        other = start + random_below(s, last - start + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
