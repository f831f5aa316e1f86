"""What the network's outputs mean: each move has a score, from its class and from the cards it is about.

A move has a *class* (a take of certain colours, a purchase from a certain deck, a token given back…), and
may be about the card of a slot: that card's number is matched with what the position wishes for a purchase,
a reservation, a stronghold and so on (`KINDS`). The columns of a row are alike, so moves about them share
all weights. The score of a move is the sum of up to three numbers of one row of scores.
"""

import numpy as np

from parure.bots.champion.layout import FIRST_HAND, FIRST_LOOK, SLOTS
from parure.core.actions import (
    ACTIONS,
    BUY,
    BUY_HAND,
    CONQUER,
    DISCARD_CARD,
    KEEP_CARD,
    MOVE,
    PASS,
    PLACE,
    REMOVE,
    RESERVE,
    TAKE_GIFT,
)
from parure.core.jit import kernel
from parure.core.market import top_of
from parure.core.state import head_about
from parure.core.tables import ALL_CARDS, DECKS, PLACE_DECK, PLACES

BUYS, RESERVES, GIFTS, PLACES_ONE, REMOVES, CONQUERS, MOVES_FROM, KEEPS = range(8)
KINDS = 8


def _classes() -> tuple[list[int], int]:
    """Return the class of every move: those at places share one for each deck, others have their own."""
    shared = {RESERVE, BUY, TAKE_GIFT, PLACE, REMOVE, CONQUER}
    classes, last = [0] * ACTIONS, 0
    move = 0
    while move < ACTIONS:
        if move in shared:
            for place in range(PLACES):
                classes[move + place] = last + int(PLACE_DECK[place])
            move, last = move + PLACES, last + DECKS
        elif move == MOVE:
            classes[move : move + PLACES * PLACES] = [last] * (PLACES * PLACES)
            move, last = move + PLACES * PLACES, last + 1
        elif move == KEEP_CARD:
            classes[move : move + ALL_CARDS] = [last] * ALL_CARDS
            move, last = move + ALL_CARDS, last + 1
        else:
            classes[move] = last
            move, last = move + 1, last + 1
    return classes, last


# The network knows a move by its number, but those that keep one of the two cards of a look into a deck by
# these two.
KEEP_FIRST = ACTIONS
CODES = ACTIONS + 2

_class_list, CLASSES = _classes()
CLASS = np.array([*_class_list, _class_list[KEEP_CARD], _class_list[KEEP_CARD]], np.int16)

# A row of scores: the classes, then every kind for every slot, then a zero.
FIRST_SLOT_SCORE = CLASSES
NO_SCORE = FIRST_SLOT_SCORE + KINDS * SLOTS
SCORES = -(-(NO_SCORE + 1) // 8) * 8

# The kind and the slot that a move is about, -1 where there is none; a moved stronghold leaves another slot.
KIND = np.full(CODES, -1, np.int16)
SLOT = np.full(CODES, -1, np.int16)
LEAVES = np.full(CODES, -1, np.int16)
for _first, _kind in (
    (BUY, BUYS),
    (RESERVE, RESERVES),
    (TAKE_GIFT, GIFTS),
    (PLACE, PLACES_ONE),
    (REMOVE, REMOVES),
    (CONQUER, CONQUERS),
):
    KIND[_first : _first + PLACES] = _kind
    SLOT[_first : _first + PLACES] = np.arange(PLACES)
KIND[BUY_HAND:PASS] = BUYS
SLOT[BUY_HAND:PASS] = FIRST_HAND + np.arange(PASS - BUY_HAND)
KIND[MOVE:DISCARD_CARD] = PLACES_ONE
SLOT[MOVE:DISCARD_CARD] = np.arange(PLACES * PLACES) % PLACES
LEAVES[MOVE:DISCARD_CARD] = np.arange(PLACES * PLACES) // PLACES
KIND[KEEP_FIRST:] = KEEPS
SLOT[KEEP_FIRST:] = FIRST_LOOK, FIRST_LOOK + 1

# The same as places in a row of scores.
ABOUT = np.where(KIND < 0, NO_SCORE, FIRST_SLOT_SCORE + SLOTS * KIND + SLOT)
LEAVING = np.where(LEAVES < 0, NO_SCORE, FIRST_SLOT_SCORE + SLOTS * MOVES_FROM + LEAVES)
ABOUT, LEAVING = ABOUT.astype(np.int16), LEAVING.astype(np.int16)


@kernel
def code_of(s, move):
    """Return the number by which the network knows a legal move."""
    if move < KEEP_CARD:
        return move
    return KEEP_FIRST + int(s.decks[top_of(s, head_about(s))] != move - KEEP_CARD)
