"""The nobles (B20–B22), and those that an Orient card of 2017 reserves (O12, O13)."""

from parure.core.actions import CLAIM_NOBLE, WELCOME
from parure.core.jit import kernel
from parure.core.packed import covers, shortfall
from parure.core.state import MAX_NOBLES, NO_TILE
from parure.core.tables import BASE_NOBLES, NOBLE_NEEDS, NOBLE_PRESTIGE


@kernel
def insert(legal, n, move):
    """Put a move among the first `n`, which are in order, so that they stay so."""
    while n > 0 and legal.moves[n - 1] > move:
        legal.moves[n] = legal.moves[n - 1]
        n -= 1
    legal.moves[n] = move


@kernel
def legal_noble(s, legal):
    """List the nobles that may visit, of the table or reserved for this seat (B20, B21, O13, O23)."""
    seat = int(s.to_play)
    has = s.counted_packed[seat]
    n = 0
    for position in range(MAX_NOBLES):
        noble = int(s.nobles[position])
        if noble == NO_TILE:
            break
        if covers(has, NOBLE_NEEDS[noble]):
            insert(legal, n, WELCOME + noble)
            n += 1
    for position in range(MAX_NOBLES):
        noble = int(s.claimed[seat, position])
        if noble == NO_TILE:
            break
        if covers(has, NOBLE_NEEDS[noble]):
            insert(legal, n, WELCOME + noble)
            n += 1
    return n


@kernel
def lacking(s, seat, noble):
    """Return, packed, what a seat lacks for a noble (B20, O23)."""
    return shortfall(NOBLE_NEEDS[noble], s.counted_packed[seat])


@kernel
def is_in_game(s, noble):
    """Tell whether a noble may be dealt: none with The Cities (C1), two with their boxes alone (B3)."""
    if s.cities:
        return False
    return noble < BASE_NOBLES or s.extra_nobles[noble - BASE_NOBLES] != 0


@kernel
def legal_claim(s, legal):
    """List the nobles on the table that may be reserved (O12)."""
    n = 0
    for position in range(MAX_NOBLES):
        if s.nobles[position] != NO_TILE:
            insert(legal, n, CLAIM_NOBLE + int(s.nobles[position]))
            n += 1
    return n


@kernel
def take_out(tiles, tile):
    """Remove a tile from a row of tiles, if it is there, and close the gap."""
    kept = 0
    for position in range(MAX_NOBLES):
        current = tiles[position]
        tiles[position] = NO_TILE
        if current != tile:
            tiles[kept] = current
            kept += 1


@kernel
def put_last(tiles, tile):
    """Append a tile to a row of tiles."""
    position = 0
    while tiles[position] != NO_TILE:
        position += 1
    tiles[position] = tile


@kernel
def count(tiles):
    """Return how many tiles a row has."""
    total = 0
    for position in range(MAX_NOBLES):
        total += tiles[position] != NO_TILE
    return total


@kernel
def welcome(s, noble):
    """Let a noble visit the seat; it is worth its prestige and is not replaced (B22)."""
    seat = int(s.to_play)
    take_out(s.nobles, noble)
    take_out(s.claimed[seat], noble)
    put_noble(s, seat, noble)


@kernel
def put_noble(s, seat, noble):
    """Put a noble that has come in front of a seat (B22)."""
    put_last(s.won[seat], noble)
    s.points[seat] += NOBLE_PRESTIGE[noble]


@kernel
def claim(s, noble):
    """Reserve a noble of the table for the seat (O12)."""
    take_out(s.nobles, noble)
    put_last(s.claimed[s.to_play], noble)
