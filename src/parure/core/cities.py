"""The Cities (C1–C9). Who wins, C8 and C9, is in `scoring`."""

from parure.core.actions import TAKE_CITY
from parure.core.jit import kernel
from parure.core.nobles import insert
from parure.core.packed import covers, number_of, shortfall
from parure.core.state import MAX_CITIES, NO_TILE
from parure.core.tables import CITY_ANY_COLOUR, CITY_NEEDS, CITY_PRESTIGE, GEMS


@kernel
def meets_city(s, seat, city, prestige):
    """Tell whether the seat reaches a city's prestige and colours (C2, C3)."""
    return (
        prestige >= CITY_PRESTIGE[city]
        and covers(s.counted_packed[seat], CITY_NEEDS[city])
        and any_colour_lacking(s, seat, city) == 0
    )


@kernel
def lacking(s, seat, city):
    """Return, packed, what a seat lacks of the colours that the tile names (C2)."""
    return shortfall(CITY_NEEDS[city], s.counted_packed[seat])


@kernel
def any_colour_lacking(s, seat, city):
    """Return how many the seat lacks of the best colour that the tile does not name (C3)."""
    best = 0
    for colour in range(GEMS):
        if number_of(CITY_NEEDS[city], colour) == 0:
            best = max(best, int(s.counted[seat, colour]))
    return max(0, CITY_ANY_COLOUR[city] - best)


@kernel
def fulfils_any(s, seat, prestige):
    """Tell whether the seat has taken a city (C5), or fulfils one of the table (C6)."""
    if s.city_is_taken:
        return s.city[seat] != NO_TILE
    for position in range(MAX_CITIES):
        if s.city_tiles[position] != NO_TILE and meets_city(
            s, seat, int(s.city_tiles[position]), prestige
        ):
            return True
    return False


@kernel
def legal_city(s, prestige, legal):
    """List the cities that the seat meets; a seat takes only one (C5)."""
    seat = int(s.to_play)
    n = 0
    if s.city[seat] != NO_TILE:
        return n
    for position in range(MAX_CITIES):
        city = int(s.city_tiles[position])
        if city != NO_TILE and meets_city(s, seat, city, prestige):
            insert(legal, n, TAKE_CITY + city)
            n += 1
    return n


@kernel
def take_city(s, city):
    """Give the tile to the seat; it is no longer there for others (C5)."""
    kept = 0
    for position in range(MAX_CITIES):
        current = s.city_tiles[position]
        s.city_tiles[position] = NO_TILE
        if current != city:
            s.city_tiles[kept] = current
            kept += 1
    s.city[s.to_play] = city
