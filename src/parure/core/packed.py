"""Five small numbers, one for each colour, in one integer, so that all are compared at once.

Each number has a byte of its own and is at most 127; the top bit of the byte guards its neighbour.
"""

from parure.core.jit import kernel
from parure.core.tables import GEMS

ONES = 0x01_01_01_01_01
GUARDS = 0x80_80_80_80_80


@kernel
def reach_of(s, seat):
    """Pack how high a price of each colour the seat can pay without gold: bonuses and tokens (B13)."""
    packed = 0
    for colour in range(GEMS):
        packed |= int(s.bonuses[seat, colour] + s.tokens[seat, colour]) << 8 * colour
    return packed


@kernel
def counted_of(s, seat):
    """Pack what conditions count of each colour (O22, O23)."""
    packed = 0
    for colour in range(GEMS):
        packed |= int(s.counted[seat, colour]) << 8 * colour
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
    return (numbers * ONES >> 32) & 0xFF
