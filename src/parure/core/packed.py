"""Five small numbers, one for each colour, in one integer, so that all are compared at once.

Each number has a byte of its own and is at most 127; the top bit of the byte guards its neighbour.
"""

import numpy as np

from parure.core.jit import kernel
from parure.core.tables import GEMS

BITS = 8
ONES = 0x01_01_01_01_01
GUARDS = 0x80_80_80_80_80
# Masks, for `settled`.
NONE = np.int64(0)
ALL = np.int64(0xFF_FF_FF_FF_FF)


@kernel
def tokens_of(s, seat):
    """Pack the gem tokens of a seat."""
    packed = 0
    for colour in range(GEMS):
        packed |= int(s.tokens[seat, colour]) << BITS * colour
    return packed


@kernel
def bonuses_of(s, seat):
    """Pack the bonuses of a seat."""
    packed = 0
    for colour in range(GEMS):
        packed |= int(s.bonuses[seat, colour]) << BITS * colour
    return packed


@kernel
def counted_of(s, seat):
    """Pack what conditions count of each colour (O22, O23)."""
    packed = 0
    for colour in range(GEMS):
        packed |= int(s.counted[seat, colour]) << BITS * colour
    return packed


@kernel
def covers(have, need):
    """Tell whether every number of `have` is at least that of `need`."""
    return ((have | GUARDS) - need) & GUARDS == GUARDS


@kernel
def shortfall(need, have):
    """Return, packed, by how much each number of `need` is above that of `have`."""
    gap = (need | GUARDS) - have
    is_short = gap & GUARDS
    return gap & (is_short - (is_short >> 7))


@kernel
def half(numbers):
    """Return the packed numbers halved and rounded up."""
    return ((numbers + ONES) >> 1) & ~GUARDS


@kernel
def total(numbers):
    """Return the sum of the packed numbers, which is at most 255."""
    return (numbers * ONES >> BITS * (GEMS - 1)) & 0xFF


@kernel
def one(colour):
    """Return, packed, 1 of a colour and 0 of the others."""
    return 1 << BITS * colour


@kernel
def number_of(numbers, colour):
    """Return the number of one colour."""
    return (numbers >> BITS * colour) & 0xFF
