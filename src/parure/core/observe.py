"""What one seat may know (B29, B30). Everything that leaves the engine for a seat goes through here.

Stripped are: the order of every deck; the cards that other seats reserved from a deck, of which the
deck remains; the purchase of such a card before it is paid; the random generator. A seat that looks at
two cards (T9) sees those two while it decides, and knows the one that it put under the deck until that card
is drawn.
"""

import numpy as np

from parure.core.jit import kernel, large
from parure.core.market import has_put
from parure.core.orient import is_discard_card
from parure.core.purchase import can_buy, open_purchase
from parure.core.random import shuffle
from parure.core.state import DISCARD, HIDDEN, KEEP, NO_CARD, NOBODY, head, head_about
from parure.core.tables import (
    ALL_CARDS,
    DECK,
    DECK_CARDS,
    DECK_START,
    DECKS,
    DISCARDS,
    FIRST_ORIENT,
    ORIENT_CARDS,
    PLACES,
)

SPECTATOR = -1


@large
def hide(s, seat):
    """Strip a state, in place, of what a seat (or the SPECTATOR) may not know (B29, B30)."""
    s.rng = np.uint64(0)
    hide_purchase(s, seat)
    looks_at = -1
    if not s.over and head(s) == KEEP and s.to_play == seat:
        looks_at = head_about(s)
    for deck in range(DECKS):
        known = 2 if deck == looks_at else 0
        start = int(DECK_START[deck])
        under = int(s.under[deck])
        for height in range(s.deck_size[deck] - known):
            if under == 0 or not has_put(under, seat, height):
                s.decks[start + height] = HIDDEN - deck
    for other in range(int(s.players)):
        for position in range(s.hand_size[other]):
            card = int(s.hand[other, position])
            if other != seat and s.blind[other, position] and card >= 0:
                s.hand[other, position] = HIDDEN - DECK[card]


@kernel
def hide_purchase(s, seat):
    """Strip the purchase under way of a card that only its owner knows (B30)."""
    slot = s.buying_from - PLACES
    if s.buying >= 0 and s.to_play != seat and slot >= 0 and s.blind[s.to_play, slot]:
        s.buying = HIDDEN - DECK[s.buying]
        s.due = 0
        s.gold_for = 0
        s.jokers_used = 0
        s.paying_from = 0


@kernel
def is_public(s, card):
    """Tell whether a card of the game lies open, is gone, or is in a hand that shows it."""
    if s.owner[card] != NOBODY:
        return True
    for place in range(PLACES):
        if s.rows[place] == card:
            return True
    for seat in range(int(s.players)):
        for position in range(s.hand_size[seat]):
            if s.hand[seat, position] == card:
                return True
    return False


@kernel
def determinize(s, seed):
    """Fill a stripped state with one deal that its viewer cannot tell from the true one.

    The cards that are nowhere to be seen are shuffled, deck by deck, among the unknown places.
    """
    s.rng = np.uint64(seed)
    for deck in range(DECKS):
        start = int(DECK_START[deck])
        # The deck has room for all of its cards: what is known of it goes to the end, what is unseen to the
        # beginning.
        end = start + int(DECK_CARDS[deck])
        first_known = end
        known_heights = 0
        for height in range(s.deck_size[deck] - 1, -1, -1):
            if s.decks[start + height] >= 0:
                first_known -= 1
                s.decks[first_known] = s.decks[start + height]
                known_heights |= 1 << height
        unseen = 0
        for card in range(ALL_CARDS):
            if (
                DECK[card] == deck
                and is_in_game(s, card)
                and not is_among(s, card, first_known, end)
                and not is_public(s, card)
            ):
                s.decks[start + unseen] = card
                unseen += 1
        shuffle(s, s.decks, start, unseen)
        if s.buying == HIDDEN - deck:
            unseen -= 1
            imagine_purchase(s, start, start + unseen)
        for seat in range(int(s.players)):
            for position in range(s.hand_size[seat]):
                if s.hand[seat, position] == HIDDEN - deck:
                    unseen -= 1
                    s.hand[seat, position] = s.decks[start + unseen]
        for position in range(start + unseen, first_known):
            s.decks[position] = NO_CARD
        for height in range(s.deck_size[deck]):
            if known_heights >> height & 1:
                card = s.decks[first_known]
                s.decks[first_known] = NO_CARD
                first_known += 1
                for position in range(start + unseen, start + height, -1):
                    s.decks[position] = s.decks[position - 1]
                s.decks[start + height] = card
                unseen += 1


@kernel
def is_among(s, card, first, last):
    """Tell whether a card is in a stretch of `decks`."""
    for position in range(first, last):
        if s.decks[position] == card:
            return True
    return False


@kernel
def could_be_bought(s, card):
    """Tell whether a purchase under way, of which the price is hidden, could be of this card."""
    seat = int(s.to_play)
    if head(s) == DISCARD:
        return is_discard_card(card) and s.counted[seat, DISCARDS[card]] >= head_about(s)
    return not is_discard_card(card) and can_buy(s, seat, card)


@kernel
def imagine_purchase(s, first, last):
    """Take a card that could be bought out of a stretch of `decks`, and let it be the one bought."""
    found = last
    while found > first and not could_be_bought(s, int(s.decks[found])):
        found -= 1
    card = s.decks[found]
    s.decks[found] = s.decks[last]
    source = int(s.buying_from)
    s.hand[s.to_play, source - PLACES] = card
    open_purchase(s, source)


@kernel
def is_in_game(s, card):
    """Tell whether a card belongs to the decks of this game (O1)."""
    if card < FIRST_ORIENT:
        return True
    return s.orient != 0 and s.first_orient <= card < s.first_orient + ORIENT_CARDS
