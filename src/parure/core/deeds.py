"""What a move does, wherever its card lies: by this, those who search know a move again in another deal.

To buy, reserve or be given a card is the same deed at every place; all other moves are deeds of their own.
"""

from parure.core.actions import ACTIONS, BUY, PASS, RESERVE, RESERVE_DECK, TAKE_GIFT
from parure.core.jit import kernel
from parure.core.tables import ALL_CARDS, PLACES

# The deeds that name a card follow those that are moves.
BUY_CARD = ACTIONS
RESERVE_CARD = BUY_CARD + ALL_CARDS
GIFT_CARD = RESERVE_CARD + ALL_CARDS


@kernel
def deed_of(s, move):
    """Return what a legal move does."""
    if BUY <= move < PASS:
        source = move - BUY
        if source < PLACES:
            return BUY_CARD + int(s.rows[source])
        return BUY_CARD + int(s.hand[s.to_play, source - PLACES])
    if RESERVE <= move < RESERVE_DECK:
        return RESERVE_CARD + int(s.rows[move - RESERVE])
    if TAKE_GIFT <= move < TAKE_GIFT + PLACES:
        return GIFT_CARD + int(s.rows[move - TAKE_GIFT])
    return move


@kernel
def names_unseen(s, view, move):
    """Tell whether a legal move is about a card that only an imagined deal shows, and the view does not."""
    deed = deed_of(s, move)
    if deed < ACTIONS:
        return False
    card = (deed - ACTIONS) % ALL_CARDS
    for place in range(int(view.places)):
        if view.rows[place] == card:
            return False
    for seat in range(int(view.players)):
        for position in range(view.hand_size[seat]):
            if view.hand[seat, position] == card:
                return False
    return True
