"""Reserving a card (B10, B11), with a look at two (T9)."""

from parure.core import market
from parure.core.actions import KEEP_CARD, RESERVE, RESERVE_DECK
from parure.core.jit import inlined, kernel
from parure.core.packed import one
from parure.core.state import HAND_LIMIT, KEEP, NO_CARD, plan_about
from parure.core.tables import DECKS, GOLD, LOOK_AT_TWO
from parure.core.trading_posts import has_power


@inlined
def legal_reserve(s, legal, n):
    """List the face-up cards and the decks to reserve from, while the hand has room (B10, B11, O3)."""
    seat = int(s.to_play)
    if s.hand_size[seat] >= HAND_LIMIT:
        return n
    for place in range(s.places):
        legal.moves[n] = RESERVE + place
        n += s.rows[place] != NO_CARD
    for deck in range(DECKS):
        if s.deck_size[deck] > 0:
            legal.moves[n] = RESERVE_DECK + deck
            n += 1
    return n


@kernel
def put_in_hand(s, card, blind):
    """Add a card to the hand, and take 1 gold if there is any (B10)."""
    seat = int(s.to_play)
    s.hand[seat, s.hand_size[seat]] = card
    s.blind[seat, s.hand_size[seat]] = blind
    s.hand_size[seat] += 1
    if s.bank[GOLD] > 0:
        s.bank_packed -= one(GOLD)
        s.tokens_packed[seat] += one(GOLD)


@kernel
def take_from_hand(s, position):
    """Take a card out of the hand; the later ones move up (B11)."""
    seat = int(s.to_play)
    card = int(s.hand[seat, position])
    s.hand_size[seat] -= 1
    for later in range(position, s.hand_size[seat]):
        s.hand[seat, later] = s.hand[seat, later + 1]
        s.blind[seat, later] = s.blind[seat, later + 1]
    s.hand[seat, s.hand_size[seat]] = NO_CARD
    s.blind[seat, s.hand_size[seat]] = 0
    return card


@kernel
def reserve_face_up(s, place):
    """Reserve a face-up card, which is replaced at once (B10, B16, S7, S11)."""
    put_in_hand(s, market.leave(s, place), 0)
    market.refill(s)


@kernel
def reserve_from_deck(s, deck):
    """Reserve the top card of a deck unseen (B10), or ask which of its first two (T9, M3)."""
    if s.deck_size[deck] > 1 and has_power(s, int(s.to_play), LOOK_AT_TWO):
        plan_about(s, KEEP, deck)
    else:
        put_in_hand(s, market.draw(s, deck), 1)


@kernel
def legal_keep(s, deck, legal):
    """List the first two cards of the deck, in the order of their numbers (T9)."""
    top = market.top_of(s, deck)
    first, second = s.decks[top], s.decks[top - 1]
    legal.moves[0] = KEEP_CARD + int(min(first, second))
    legal.moves[1] = KEEP_CARD + int(max(first, second))
    return 2


@kernel
def keep(s, deck, card):
    """Reserve the card kept, and put the other at the bottom of the deck (T9)."""
    first = market.draw(s, deck)
    second = market.draw(s, deck)
    market.put_under(s, deck, second if card == first else first)
    put_in_hand(s, card, 1)
