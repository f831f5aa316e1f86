"""The face-up cards and the decks they come from (B2, B16, O1, O2)."""

from parure.core import strongholds
from parure.core.jit import kernel
from parure.core.state import NO_CARD
from parure.core.tables import DECK_START, PLACE_DECK

# `under` has the seats that put cards under a deck, each plus one, in so many bits, the bottom card first.
# A deck shrinks by a card with each, so that of 40 cards no more than 20 were put there.
SEAT_BITS = 3
SEAT_MASK = (1 << SEAT_BITS) - 1
MOST_UNDER = 20


@kernel
def top_of(s, deck):
    """Return where in `decks` the top card of a deck is; the others lie before it."""
    return int(DECK_START[deck]) + int(s.deck_size[deck]) - 1


@kernel
def draw(s, deck):
    """Take the top card off a deck that has one."""
    top = top_of(s, deck)
    card = int(s.decks[top])
    s.decks[top] = NO_CARD
    s.deck_size[deck] -= 1
    s.under[deck] &= (1 << SEAT_BITS * min(int(s.deck_size[deck]), MOST_UNDER)) - 1
    return card


@kernel
def put_under(s, deck, card):
    """Put a card at the bottom of a deck, where the seat to play knows it (B29, T9)."""
    bottom = int(DECK_START[deck])
    for position in range(bottom + s.deck_size[deck], bottom, -1):
        s.decks[position] = s.decks[position - 1]
    s.decks[bottom] = card
    s.deck_size[deck] += 1
    s.under[deck] = int(s.under[deck]) << SEAT_BITS | int(s.to_play) + 1


@kernel
def has_put(under, seat, height):
    """Tell whether a seat put a card under its deck, so that it knows it (B29, T9).

    :param under: who put cards there, as `under` of the state has it for the deck.
    :param height: how many cards lie below the card.
    """
    put_by = (under >> SEAT_BITS * min(height, MOST_UNDER) & SEAT_MASK) - 1
    return seat >= 0 and put_by == seat


@kernel
def leave(s, place):
    """Take a card off its place, which waits for another; its strongholds go home (S7)."""
    card = int(s.rows[place])
    s.rows[place] = NO_CARD
    s.waiting[s.waiting_size] = place
    s.waiting_size += 1
    strongholds.recall(s, place)
    return card


@kernel
def refill(s):
    """Refill the places that wait from their own decks, in the order their cards left (B16, O2, O10).

    Where the deck is empty the place stays empty.
    """
    for number in range(s.waiting_size):
        place = int(s.waiting[number])
        deck = int(PLACE_DECK[place])
        if s.deck_size[deck] > 0:
            s.rows[place] = draw(s, deck)
        s.waiting[number] = 0
    s.waiting_size = 0
