"""Small numbers by colour, the five gems and gold, in one integer, so that all are compared at once.

Each number has a byte of its own, in the order W U G R K gold, and is at most 127; the top bit of the byte
guards its neighbour. The fields of the state whose names end in `_packed` are such integers.
"""

import sys

import numpy as np

from parure.core.jit import kernel, wrapping
from parure.core.tables import TOKENS

assert sys.byteorder == "little", "the state is read as bytes and as integers"

BITS = 8
ONES = sum(1 << BITS * lane for lane in range(TOKENS))
GUARDS = ONES << BITS - 1
# Masks: no colour, every colour.
NONE = np.int64(0)
ALL = np.int64(ONES * 0xFF)


@kernel
def covers(have, need):
    """Tell whether every number of `have` is at least that of `need`."""
    return ((have | GUARDS) - need) & GUARDS == GUARDS


@kernel
def shortfall(need, have):
    """Return, packed, by how much each number of `need` is above that of `have`."""
    gap = (need | GUARDS) - have
    is_short = gap & GUARDS
    return gap & (is_short - (is_short >> BITS - 1))


@kernel
def half(numbers):
    """Return the packed numbers halved and rounded up."""
    return ((numbers + ONES) >> 1) & ~GUARDS


@wrapping
def total(numbers):
    """Return the sum of the packed numbers, which is at most 255."""
    return (numbers * ONES >> BITS * (TOKENS - 1)) & 0xFF


@kernel
def one(colour):
    """Return, packed, 1 of a colour and 0 of the others."""
    return 1 << BITS * colour


@kernel
def number_of(numbers, colour):
    """Return the number of one colour."""
    return (numbers >> BITS * colour) & 0xFF
