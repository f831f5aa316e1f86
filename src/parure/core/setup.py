"""The beginning of a game (B1–B5, C1, O1, S1).

The fields that hold the rules of the game are written before, by `Rules.write`; `deal` writes all others.
"""

import numpy as np

from parure.core import market, nobles, turn
from parure.core.jit import kernel
from parure.core.random import random_below, shuffle
from parure.core.state import (
    HAND_LIMIT,
    MAX_CITIES,
    MAX_NOBLES,
    MAX_PENDING,
    MAX_POSTS,
    MAX_SEATS,
    MAX_WAITING,
    NO_CARD,
    NO_TILE,
    NOBODY,
    STRONGHOLDS_EACH,
)
from parure.core.tables import (
    ALL_CARDS,
    ALL_DECK_CARDS,
    BASE_NOBLES,
    CITY_TILES,
    DECK_CARDS,
    DECK_START,
    DECKS,
    FIRST_ORIENT,
    GEMS,
    GOLD,
    LEVELS,
    NO_COLOUR,
    ORIENT_CARDS,
    PLACE_DECK,
    PLACES,
)

GOLD_TOKENS = 5
SIDES = np.int64(2)


@kernel
def clear(s):
    """Empty everything but the rules: no cards, no tokens, no turn."""
    s.bank_packed = 0
    for place in range(PLACES):
        s.rows[place] = NO_CARD
        s.holder[place] = NOBODY
        s.held[place] = 0
    for position in range(ALL_DECK_CARDS):
        s.decks[position] = NO_CARD
    for deck in range(DECKS):
        s.deck_size[deck] = 0
        s.under[deck] = 0
    for position in range(MAX_NOBLES):
        s.nobles[position] = NO_TILE
    for position in range(MAX_CITIES):
        s.city_tiles[position] = NO_TILE
    for card in range(ALL_CARDS):
        s.owner[card] = NOBODY
    for card in range(ORIENT_CARDS):
        s.pair_colour[card] = NO_COLOUR
        s.pair_worth[card] = 0
    for seat in range(MAX_SEATS):
        clear_seat(s, seat)
    s.turns = 0
    s.to_play = 0
    s.passes = 0
    s.over = 0
    s.winners = 0
    for position in range(MAX_PENDING):
        s.pending[position] = 0
        s.pending_about[position] = 0
        s.turn_plan[position] = 0
    s.pending_size = 0
    turn.plan_turns(s)
    for position in range(MAX_WAITING):
        s.waiting[position] = 0
    s.waiting_size = 0
    s.buying = NO_CARD
    s.buying_from = 0
    s.jokers_used = 0
    s.paying_from = 0
    s.due = 0
    s.gold_for = 0


@kernel
def clear_seat(s, seat):
    """Empty a seat; its strongholds are in its supply (S1)."""
    s.tokens_packed[seat] = 0
    s.bonuses_packed[seat] = 0
    s.counted_packed[seat] = 0
    s.points[seat] = 0
    s.card_count[seat] = 0
    s.jokers[seat] = 0
    for position in range(HAND_LIMIT):
        s.hand[seat, position] = NO_CARD
        s.blind[seat, position] = 0
    s.hand_size[seat] = 0
    for position in range(MAX_NOBLES):
        s.won[seat, position] = NO_TILE
        s.claimed[seat, position] = NO_TILE
    for position in range(MAX_POSTS):
        s.posts[seat, position] = NO_TILE
    s.post_count[seat] = 0
    s.powers[seat] = 0
    s.city[seat] = NO_TILE
    s.supply[seat] = STRONGHOLDS_EACH if s.strongholds and seat < s.players else 0


@kernel
def first_card(s, deck):
    """Return the number of the first card of a deck; the others follow it (B2, O1)."""
    start = int(DECK_START[deck])
    return start if deck < LEVELS else int(s.first_orient) + start - FIRST_ORIENT


@kernel
def deal(s, seed):
    """Set up a game from a seed, the same one everywhere: tokens (B4), cards, nobles or cities."""
    clear(s)
    s.rng = np.uint64(seed)
    for colour in range(GEMS):
        s.bank[colour] = s.gems
    s.bank[GOLD] = GOLD_TOKENS
    deal_cards(s)
    if s.cities:
        deal_cities(s)
    else:
        deal_nobles(s)
    turn.begin_turn(s)


@kernel
def deal_cards(s):
    """Shuffle each deck on its own and turn up the rows (B2, O1)."""
    for deck in range(DECKS if s.orient else LEVELS):
        start = int(DECK_START[deck])
        for number in range(DECK_CARDS[deck]):
            s.decks[start + number] = first_card(s, deck) + number
        s.deck_size[deck] = DECK_CARDS[deck]
        shuffle(s, s.decks, start, int(DECK_CARDS[deck]))
    for place in range(s.places):
        s.rows[place] = market.draw(s, int(PLACE_DECK[place]))


@kernel
def deal_nobles(s):
    """Draw one noble more than there are players, each with the same chance (B3)."""
    left = BASE_NOBLES + s.extra_nobles[0] + s.extra_nobles[1]
    wanted = s.players + 1
    noble = 0
    dealt = 0
    while dealt < wanted:
        if nobles.is_in_game(s, noble):
            if random_below(s, left) < wanted - dealt:
                s.nobles[dealt] = noble
                dealt += 1
            left -= 1
        noble += 1
    shuffle(s, s.nobles, 0, wanted)


@kernel
def deal_cities(s):
    """Draw 3 of the edition's 7 city tiles, each with a random side up (C1)."""
    left = np.int64(CITY_TILES)
    tile = 0
    dealt = 0
    while dealt < MAX_CITIES:
        if random_below(s, left) < MAX_CITIES - dealt:
            s.city_tiles[dealt] = s.first_city + 2 * tile + random_below(s, SIDES)
            dealt += 1
        left -= 1
        tile += 1
    shuffle(s, s.city_tiles, 0, MAX_CITIES)
