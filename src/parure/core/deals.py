"""Fresh deals of what a seat cannot know, much cheaper than imagining one from nothing.

`observe.determinize` fills a stripped state; from there on it is enough to shuffle again what is hidden,
and of the decks only as many cards as will be drawn.
"""

from parure.core.jit import kernel, large
from parure.core.market import has_put
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
        hidden = size
        under = int(s.under[deck])
        if under != 0:
            for height in range(size):
                hidden -= has_put(under, viewer, height)
        unknown = count_unknown(s, viewer, deck)
        if unknown > 0:
            redeal_hands(s, viewer, deck, hidden, unknown)
        for last in range(hidden - 1, max(0, hidden - 1 - depth), -1):
            position = hidden_position(s, viewer, deck, last)
            other = hidden_position(s, viewer, deck, random_below(s, last + 1))
            card = s.decks[position]
            s.decks[position] = s.decks[other]
            s.decks[other] = card


@kernel
def hidden_position(s, viewer, deck, below):
    """Return where in `decks` a card lies that the viewer cannot know.

    :param below: how many such cards lie below it in its deck.
    """
    height = below
    under = int(s.under[deck])
    if under != 0:
        height = 0
        while below > 0 or has_put(under, viewer, height):
            below -= not has_put(under, viewer, height)
            height += 1
    return int(DECK_START[deck]) + height


@large
def redeal_hands(s, viewer, deck, hidden, unknown):
    """Exchange each unknown reserved card with any hidden one of its deck, or with a later unknown one.

    :param hidden: how many cards of the deck the viewer cannot know.
    :param unknown: how many reserved ones.
    """
    for seat in range(int(s.players)):
        for position in range(s.hand_size[seat]):
            if is_unknown(s, viewer, seat, position, deck):
                chosen = random_below(s, hidden + unknown)
                unknown -= 1
                card = s.hand[seat, position]
                if chosen < hidden:
                    other = hidden_position(s, viewer, deck, chosen)
                    s.hand[seat, position] = s.decks[other]
                    s.decks[other] = card
                else:
                    exchange(s, viewer, deck, seat, position, chosen - hidden)


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
