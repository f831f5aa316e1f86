"""All moves of all modules as small integers, in one table.

A move that concerns one of several things is the number of its kind plus the number of the thing:
`BUY + place`, `RETURN + colour`, `MOVE + PLACES * origin + destination`. One more card, noble, post or city
therefore moves the kinds after it, which is another version of `parure.envs.spaces`.
"""

from itertools import combinations

import numpy as np

from parure.components import CARDS, CITIES, NOBLES, POSTS
from parure.core.state import HAND_LIMIT
from parure.core.tables import DECKS, GEMS, PLACES, TOKENS

# Three colours (B6), the two or one that are left (B7), two of one colour (B8).
TAKEN_COLOURS = (
    *combinations(range(GEMS), 3),
    *combinations(range(GEMS), 2),
    *combinations(range(GEMS), 1),
    *((colour, colour) for colour in range(GEMS)),
)

TAKE = 0
TAKE_TWO = TAKE + len(TAKEN_COLOURS) - GEMS
RESERVE = TAKE + len(TAKEN_COLOURS)
RESERVE_DECK = RESERVE + PLACES
BUY = RESERVE_DECK + DECKS
BUY_HAND = BUY + PLACES
PASS = BUY_HAND + HAND_LIMIT
PAY = PASS + 1
PAY_JOKER = PAY + 1
PAY_GOLD = PAY_JOKER + 1
PAIR_WITH = PAY_GOLD + GEMS
GAIN_GEM = PAIR_WITH + GEMS
RETURN_TOKEN = GAIN_GEM + GEMS
TAKE_GIFT = RETURN_TOKEN + TOKENS
PLACE = TAKE_GIFT + PLACES
REMOVE = PLACE + PLACES
CONQUER = REMOVE + PLACES
DECLINE = CONQUER + PLACES
CLAIM_NOBLE = DECLINE + 1
WELCOME = CLAIM_NOBLE + len(NOBLES)
WIN_POST = WELCOME + len(NOBLES)
TAKE_CITY = WIN_POST + len(POSTS)
MOVE = TAKE_CITY + len(CITIES)
DISCARD_CARD = MOVE + PLACES * PLACES
KEEP_CARD = DISCARD_CARD + len(CARDS)
ACTIONS = KEEP_CARD + len(CARDS)


def _takes(available: int) -> list[int]:
    """List the takes of different colours when `available` has a bit for each colour left (B6, B7)."""
    size = min(3, available.bit_count())
    return [
        TAKE + number
        for number, colours in enumerate(TAKEN_COLOURS[: TAKE_TWO - TAKE])
        if len(colours) == size and all(available >> colour & 1 for colour in colours)
    ]


# For every set of colours left in the bank: the takes, and how many there are.
MOST_TAKES = 10
TAKES = np.zeros((1 << GEMS, MOST_TAKES), np.int16)
TAKE_COUNT = np.zeros(1 << GEMS, np.int64)
for _available in range(1 << GEMS):
    _moves = _takes(_available)
    TAKE_COUNT[_available] = len(_moves)
    TAKES[_available, : len(_moves)] = _moves

# The tokens that a take brings, packed.
TAKE_GEMS = np.array(
    [sum(1 << 8 * colour for colour in colours) for colours in TAKEN_COLOURS], np.int64
)
