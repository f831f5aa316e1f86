"""The Strongholds (S1–S9).

S10 and S11, when the cards are replaced, are a line of `turn`; the conquest's purchase is any purchase.
"""

from parure.core.actions import BUY, CONQUER, DECLINE, MOVE, PLACE, REMOVE, RESERVE
from parure.core.jit import kernel
from parure.core.state import NO_CARD, NOBODY, STRONGHOLDS_EACH
from parure.core.tables import PLACES


@kernel
def is_free_for(s, seat, place):
    """Tell whether no other player's stronghold stands on the place (S3, S6, M8)."""
    return (s.held[place] == 0) | (s.holder[place] == seat)


@kernel
def without_shut(s, legal, n):
    """Drop the cards on which another player's stronghold stands from a list of actions (S6)."""
    seat = int(s.to_play)
    kept = 0
    for number in range(n):
        move = int(legal.moves[number])
        legal.moves[kept] = move
        if RESERVE <= move < RESERVE + PLACES:
            kept += is_free_for(s, seat, move - RESERVE)
        elif BUY <= move < BUY + PLACES:
            kept += is_free_for(s, seat, move - BUY)
        else:
            kept += 1
    return kept


@kernel
def recall(s, place):
    """Give the strongholds of a place back to their owner (S7, M8)."""
    if s.held[place] > 0:
        s.supply[s.holder[place]] += s.held[place]
        s.held[place] = 0
        s.holder[place] = NOBODY


@kernel
def can_hold(s, seat, place):
    """Tell whether the seat may put a stronghold there: a face-up card that no other holds (S3, M7)."""
    return s.rows[place] != NO_CARD and is_free_for(s, seat, place)


@kernel
def can_remove(s, seat, place):
    """Tell whether the seat may remove a stronghold there: another's (S4), and a lone one (S5)."""
    if is_free_for(s, seat, place):
        return False
    return s.held[place] == 1 or s.remove_only_single == 0


@kernel
def legal_stronghold(s, legal):
    """List what the buyer may do: place, remove or move one (S2)."""
    seat = int(s.to_play)
    n = 0
    if s.supply[seat] > 0:
        for place in range(s.places):
            if can_hold(s, seat, place):
                legal.moves[n] = PLACE + place
                n += 1
    for place in range(s.places):
        if can_remove(s, seat, place):
            legal.moves[n] = REMOVE + place
            n += 1
    if s.supply[seat] < STRONGHOLDS_EACH:
        for origin in range(s.places):
            if s.held[origin] > 0 and s.holder[origin] == seat:
                for place in range(s.places):
                    if place != origin and can_hold(s, seat, place):
                        legal.moves[n] = MOVE + PLACES * origin + place
                        n += 1
    return n


@kernel
def put(s, seat, place):
    """Put one stronghold on a place."""
    s.holder[place] = seat
    s.held[place] += 1


@kernel
def lift(s, place):
    """Take one stronghold off a place."""
    s.held[place] -= 1
    if s.held[place] == 0:
        s.holder[place] = NOBODY


@kernel
def act(s, move):
    """Place, remove or move a stronghold (S2)."""
    seat = int(s.to_play)
    if move >= MOVE:
        lift(s, (move - MOVE) // PLACES)
        put(s, seat, (move - MOVE) % PLACES)
    elif move >= REMOVE:
        place = move - REMOVE
        s.supply[s.holder[place]] += 1
        lift(s, place)
    else:
        s.supply[seat] -= 1
        put(s, seat, move - PLACE)


@kernel
def conquest(s):
    """Return the place that holds all three strongholds of the seat, or -1 (S8)."""
    if s.supply[s.to_play] == 0:
        for place in range(s.places):
            if s.held[place] == STRONGHOLDS_EACH and s.holder[place] == s.to_play:
                return place
    return -1


@kernel
def legal_conquest(place, legal):
    """List the two answers to the question of a conquest, which may be declined (S8)."""
    legal.moves[0] = CONQUER + place
    legal.moves[1] = DECLINE
    return 2
