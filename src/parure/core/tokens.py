"""Taking, gaining and giving back tokens (B6–B9, B19; the gems of T4 and T5)."""

import numpy as np

from parure.core.actions import (
    GAIN_GEM,
    MOST_TAKES,
    RETURN_TOKEN,
    TAKE,
    TAKE_COUNT,
    TAKE_GEMS,
    TAKE_TWO,
    TAKES,
)
from parure.core.jit import inlined, kernel
from parure.core.packed import one, total
from parure.core.state import RETURN, TOKEN_LIMIT, plan_about
from parure.core.tables import GEMS, NO_COLOUR, TOKENS

ENOUGH_FOR_TWO = 4
# What `legal_gain` bars when it bars no colour (T4).
ANY_COLOUR = np.int64(NO_COLOUR)


@inlined
def legal_take(s, legal, n):
    """List the takes, never of gold (B9): three colours (B6), those left (B7), two of one (B8).

    All are written, and as many counted as there are: no branch that a processor would guess wrong.
    """
    available = 0
    for colour in range(GEMS):
        available |= (s.bank[colour] > 0) << colour
    for number in range(MOST_TAKES):
        legal.moves[n + number] = TAKES[available, number]
    n += TAKE_COUNT[available]
    for colour in range(GEMS):
        legal.moves[n] = TAKE_TWO + colour
        n += s.bank[colour] >= ENOUGH_FOR_TWO
    return n


@kernel
def take(s, move):
    """Move the tokens of a take from the bank to the seat (B6, B8)."""
    s.bank_packed -= TAKE_GEMS[move - TAKE]
    s.tokens_packed[s.to_play] += TAKE_GEMS[move - TAKE]


@kernel
def legal_gain(s, other_than, legal):
    """List the gems that a post gives and one must take (T12): any (T4), or any but one colour (T5)."""
    n = 0
    for colour in range(GEMS):
        if s.bank[colour] > 0 and colour != other_than:
            legal.moves[n] = GAIN_GEM + colour
            n += 1
    return n


@kernel
def gain(s, colour):
    """Take the gem that a post gives (T4, T5)."""
    s.bank_packed -= one(colour)
    s.tokens_packed[s.to_play] += one(colour)


@kernel
def legal_return(s, from_colour, legal):
    """List the tokens that may go back, in colour order, so that ten can still be reached (B19)."""
    seat = int(s.to_play)
    excess = total(s.tokens_packed[seat]) - TOKEN_LIMIT
    n = 0
    if excess <= 0:
        return n
    later = 0
    for colour in range(from_colour, TOKENS):
        later += s.tokens[seat, colour]
    for colour in range(from_colour, TOKENS):
        if s.tokens[seat, colour] > 0 and later >= excess:
            legal.moves[n] = RETURN_TOKEN + colour
            n += 1
        later -= s.tokens[seat, colour]
    return n


@kernel
def give_back(s, colour):
    """Return one token, and ask again while there are more than ten (B19)."""
    seat = int(s.to_play)
    s.tokens_packed[seat] -= one(colour)
    s.bank_packed += one(colour)
    if total(s.tokens_packed[seat]) > TOKEN_LIMIT:
        plan_about(s, RETURN, colour)
