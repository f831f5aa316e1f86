"""Fresh deals of what a seat cannot know, much cheaper than imagining one from nothing.

`observe.determinize` fills a stripped state; from there on it is enough to shuffle again what is hidden,
and of the decks only as many cards as will be drawn.
"""

from parure.core.jit import kernel, large
from parure.core.random import random_below
from parure.core.state import KEEP, head, head_about
from parure.core.tables import DECK, DECK_START, DECKS, LEVELS


@kernel
def is_unknown(s, viewer, seat, position, deck):
    """Tell whether a reserved card is one that the viewer cannot know, of a deck."""
    card = int(s.hand[seat, position])
    return seat != viewer and s.blind[seat, position] != 0 and DECK[card] == deck


@kernel
def count_unknown(s, viewer, deck):
    """Return how many reserved cards of a deck the viewer cannot know."""
    unknown = 0
    for seat in range(int(s.players)):
        for position in range(s.hand_size[seat]):
            unknown += is_unknown(s, viewer, seat, position, deck)
    return unknown


@large
def redeal(s, viewer, depth):
    """Shuffle again what the viewer cannot know, the decks down to a depth.

    It is the viewer's decision. After this, each order of the hidden cards is as likely as any other, as
    far as the depth goes.
    """
    for deck in range(DECKS if s.orient else LEVELS):
        size = int(s.deck_size[deck])
        if head(s) == KEEP and head_about(s) == deck:
            size -= 2
        unknown = count_unknown(s, viewer, deck)
        if unknown > 0:
            redeal_hands(s, viewer, deck, size, unknown)
        first = int(DECK_START[deck])
        for last in range(size - 1, max(0, size - 1 - depth), -1):
            other = first + random_below(s, last + 1)
            card = s.decks[first + last]
            s.decks[first + last] = s.decks[other]
            s.decks[other] = card


@large
def redeal_hands(s, viewer, deck, size, unknown):
    """Exchange each unknown reserved card with any card of its deck, or with a later unknown one."""
    first = int(DECK_START[deck])
    for seat in range(int(s.players)):
        for position in range(s.hand_size[seat]):
            if is_unknown(s, viewer, seat, position, deck):
                chosen = random_below(s, size + unknown)
                unknown -= 1
                card = s.hand[seat, position]
                if chosen < size:
                    s.hand[seat, position] = s.decks[first + chosen]
                    s.decks[first + chosen] = card
                else:
                    exchange(s, viewer, deck, seat, position, chosen - size)


@kernel
def exchange(s, viewer, deck, seat, position, steps):
    """Exchange an unknown reserved card with the one so many unknown ones later."""
    other_seat, other_position = seat, position
    while steps > 0:
        other_position += 1
        if other_position == s.hand_size[other_seat]:
            other_seat, other_position = other_seat + 1, -1
        elif is_unknown(s, viewer, other_seat, other_position, deck):
            steps -= 1
    card = s.hand[seat, position]
    s.hand[seat, position] = s.hand[other_seat, other_position]
    s.hand[other_seat, other_position] = card
