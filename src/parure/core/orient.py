"""The Orient (O4–O23): what its cards do when they come in front of a seat, and how they leave it.

O1 to O3 need no rule of their own: `setup` and `market` know all places and decks. A gift never
meets O7, since the card that gives it is a card with a bonus.
"""

import numpy as np

from parure.core import strongholds
from parure.core.actions import DISCARD_CARD, PAIR_WITH, TAKE_GIFT
from parure.core.jit import kernel
from parure.core.packed import one
from parure.core.state import (
    CLAIM,
    DISCARD,
    GIFT,
    GONE,
    NO_CARD,
    PAIR,
    plan,
    plan_about,
    plan_is_made,
)
from parure.core.tables import (
    ALL_CARDS,
    COLOUR,
    CONDITION,
    DISCARD_2,
    DISCARDS,
    EFFECT,
    FIRST_ORIENT,
    GEMS,
    GIFT_2,
    GOLD2,
    HAS_BONUS,
    HAS_DISCARDS,
    IS_PAIRED,
    LEVEL,
    NO_COLOUR,
    PAIR_GIFT_1,
    PAIR_SLOT,
    PRESTIGE,
    RESERVE_NOBLE,
    UNCONDITIONAL,
    WORTH,
)

DISCARD_PRICE = np.int64(2)


@kernel
def is_discard_card(card):
    """Tell whether the price of the card is cards (O15)."""
    return EFFECT[card] == DISCARD_2


@kernel
def conditions_of(s, seat):
    """Return the bits of the conditions that the seat meets: see `tables.CONDITION`.

    A paired card asks for a card with a bonus (O7), a discard card for 2 bonuses (O16) or 2 cards (O17)
    of its colour.
    """
    met = UNCONDITIONAL
    for colour in range(GEMS):
        if s.bonuses[seat, colour] > 0:
            met |= HAS_BONUS
        if s.counted[seat, colour] >= DISCARD_PRICE:
            met |= HAS_DISCARDS << colour
    return met


@kernel
def meets(conditions, card):
    """Tell whether what the card asks for beside tokens is among the conditions (O7, O15)."""
    return conditions & CONDITION[card] != 0


@kernel
def discards_lacking(s, seat, card):
    """Return how many bonuses (O16) or cards (O17) the seat lacks of the price of a discard card."""
    if not is_discard_card(card):
        return 0
    return max(0, DISCARD_PRICE - s.counted[seat, DISCARDS[card]])


@kernel
def lacks_bonus(s, seat, card):
    """Tell whether it is a paired card, and the seat has nothing to pair it with (O7)."""
    return IS_PAIRED[card] and s.bonuses_packed[seat] == 0


@kernel
def add_bonus(s, seat, colour, worth):
    """Add the bonuses of a card, or take them away where `worth` is negative (B17, O11, O20).

    For conditions a double card is two in 2017 (O22) and one in 2024 (O23).
    """
    s.bonuses_packed[seat] += worth * one(colour)
    s.counted_packed[seat] += counted_worth(s, worth) * one(colour)


@kernel
def counted_worth(s, worth):
    """Return what a card of that worth is in conditions and discards (O16, O17, O22, O23)."""
    if s.double_is_one_card:
        return 1 if worth > 0 else -1
    return worth


@kernel
def plan_effects(s, card):
    """Queue what the card does once, before anything else (M10)."""
    before = int(s.pending_size)
    effect = EFFECT[card]
    if IS_PAIRED[card]:
        plan_about(s, PAIR, card)
    if effect == PAIR_GIFT_1 or effect == GIFT_2:
        plan_about(s, GIFT, int(LEVEL[card]) - 1)
    if effect == RESERVE_NOBLE:
        plan(s, CLAIM)
    plan_is_made(s, before)


@kernel
def legal_pair(s, legal):
    """List the colours of the seat's bonuses (O6)."""
    n = 0
    for colour in range(GEMS):
        if s.bonuses[s.to_play, colour] > 0:
            legal.moves[n] = PAIR_WITH + colour
            n += 1
    return n


@kernel
def pair(s, card, colour):
    """Make the card one of that colour for good (O6): worth 1, or the best it can be paired with."""
    seat = int(s.to_play)
    worth = np.int64(1)
    if s.pair_copies_worth:
        for other in range(ALL_CARDS):
            if s.owner[other] == seat and colour_of(s, other) == colour:
                worth = max(worth, worth_of(s, other))
    put_pair(s, seat, card, colour, worth)


@kernel
def put_pair(s, seat, card, colour, worth):
    """Give a paired card in front of a seat its colour and worth (O6)."""
    s.pair_colour[PAIR_SLOT[card]] = colour
    s.pair_worth[PAIR_SLOT[card]] = worth
    add_bonus(s, seat, colour, worth)


@kernel
def colour_of(s, card):
    """Return the colour of an owned card, NO_COLOUR for a joker card."""
    return int(s.pair_colour[PAIR_SLOT[card]]) if IS_PAIRED[card] else int(COLOUR[card])


@kernel
def worth_of(s, card):
    """Return how many bonuses an owned card gives (O11)."""
    return int(s.pair_worth[PAIR_SLOT[card]]) if IS_PAIRED[card] else int(WORTH[card])


@kernel
def legal_gift(s, level, legal):
    """List the face-up cards of a level that may be taken for free (O8, O14, M8)."""
    n = 0
    for place in range(s.places):
        card = int(s.rows[place])
        if (
            card != NO_CARD
            and LEVEL[card] == level
            and strongholds.is_free_for(s, int(s.to_play), place)
        ):
            legal.moves[n] = TAKE_GIFT + place
            n += 1
    return n


@kernel
def list_discards(s, paired, legal):
    """List the seat's cards, paired or not, that have the colour of the price."""
    seat = int(s.to_play)
    n = 0
    for card in range(ALL_CARDS):
        if (
            s.owner[card] == seat
            and IS_PAIRED[card] == paired
            and colour_of(s, card) == DISCARDS[s.buying]
        ):
            legal.moves[n] = DISCARD_CARD + card
            n += 1
    return n


@kernel
def legal_discard(s, legal):
    """List the cards that may pay for a discard card: paired ones of the colour first (O18)."""
    n = list_discards(s, True, legal)
    return n if n > 0 else list_discards(s, False, legal)


@kernel
def discard(s, card, left):
    """Discard one card of the price, and ask again until two are gone (O16, O17, O19)."""
    worth = worth_of(s, card)
    colour = colour_of(s, card)
    add_bonus(s, int(s.to_play), colour, -worth)
    remove_card(s, card)
    left -= counted_worth(s, worth)
    if left > 0:
        plan_about(s, DISCARD, left)


@kernel
def remove_card(s, card):
    """Take a card in front of the seat out of the game, with its prestige (O5, O20)."""
    seat = int(s.to_play)
    s.owner[card] = GONE
    s.card_count[seat] -= 1
    s.points[seat] -= PRESTIGE[card]
    if IS_PAIRED[card]:
        s.pair_colour[PAIR_SLOT[card]] = NO_COLOUR
        s.pair_worth[PAIR_SLOT[card]] = 0


@kernel
def spend_jokers(s, seat, number):
    """Discard so many joker cards, the lowest numbers first (O4, O5)."""
    for card in range(FIRST_ORIENT, ALL_CARDS):
        if number > 0 and s.owner[card] == seat and EFFECT[card] == GOLD2:
            remove_card(s, card)
            s.jokers[seat] -= 1
            number -= 1
