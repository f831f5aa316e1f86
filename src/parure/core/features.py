"""What a seat observes as numbers: a row of int8 for programs that learn.

`encode` reads a state that `observe.hide` has stripped, so it cannot tell what the seat may not know. The
seat that observes comes first, the others follow in turn order. `LAYOUT` names the parts in order, each with
its shape; whoever changes it raises `parure.envs.spaces.VERSION`.
"""

import numpy as np

from parure.components import CARDS
from parure.core import scoring
from parure.core.jit import kernel
from parure.core.packed import number_of
from parure.core.state import (
    FIRST_STEP,
    GAIN,
    GIFT,
    HAND_LIMIT,
    HIDDEN,
    KEEP,
    MAX_CITIES,
    MAX_NOBLES,
    MAX_SEATS,
    NO_CARD,
    NO_TILE,
    NOBODY,
    RETURN,
    head,
    head_about,
)
from parure.core.tables import (
    ALL_CARDS,
    CITY_ANY_COLOUR,
    CITY_NEEDS,
    CITY_PRESTIGE,
    COLOUR,
    DECK_START,
    DECKS,
    DISCARDS,
    EFFECT,
    GEMS,
    NO_COLOUR,
    NOBLE_NEEDS,
    PLACES,
    TOKENS,
    WORTH,
)

_EFFECTS = 8
_POWERS = 6

# A card: is there one, of which deck, its price, colour, worth, prestige, effect, discard colour.
CARD_PARTS = 1 + DECKS + GEMS + GEMS + 1 + 1 + _EFFECTS + GEMS


def _card_row(card: int) -> list[int]:
    """Return the features of a known card."""
    printed = CARDS[card]

    def one_of(size: int, position: int) -> list[int]:
        return [int(place == position) for place in range(size)]

    deck = printed.level - 1 + 3 * (printed.set != "base")
    return [
        1,
        *one_of(DECKS, deck),
        *printed.price,
        *one_of(GEMS, int(COLOUR[card])),
        int(WORTH[card]),
        printed.prestige,
        *one_of(_EFFECTS, int(EFFECT[card])),
        *one_of(GEMS, int(DISCARDS[card])),
    ]


# The features of every card, then of a hidden card of each deck.
CARD_ROWS = np.zeros((len(CARDS) + DECKS, CARD_PARTS), np.int8)
for _card in range(len(CARDS)):
    CARD_ROWS[_card] = _card_row(_card)
for _deck in range(DECKS):
    CARD_ROWS[len(CARDS) + _deck, [0, 1 + _deck]] = 1

# The same, eight at once: threads of a GPU that look at different cards read a table one after the other.
CARD_WORDS = CARD_PARTS // 8
CARD_ROWS_PACKED = CARD_ROWS.view(np.int64)

LAYOUT: dict[str, tuple[int, ...]] = {
    "decision": (int(FIRST_STEP),),  # one of these is 1: what is asked
    "about_colour": (TOKENS,),  # return: from this colour on; gain: any but this one
    "about_gift": (2,),  # gift: of level 1, of level 2
    "to_play": (MAX_SEATS,),  # whose decision it is, the observer first
    "seat": (MAX_SEATS,),  # the observer's own seat: how late it plays in a round
    "players": (MAX_SEATS - 1,),  # 2, 3 or 4
    "modules": (4,),  # cities, trading posts, Orient, strongholds
    "edition": (1,),  # 1 for 2024
    "last_round": (1,),  # someone has what ends the game
    "passes": (1,),  # in a row
    "bank": (TOKENS,),
    "deck_sizes": (DECKS,),
    "rows": (PLACES, CARD_PARTS),
    "strongholds": (PLACES, MAX_SEATS),  # how many of each seat stand there
    "nobles": (MAX_NOBLES, 1 + GEMS),  # there, needs
    "cities": (MAX_CITIES, 3 + GEMS),  # there, prestige, any one colour, needs
    "buying": (CARD_PARTS,),  # the purchase under way
    "due": (GEMS,),
    "gold_for": (GEMS,),
    "jokers_used": (1,),
    "looks_at": (2, CARD_PARTS),  # the two cards to choose from (T9)
    "tokens": (MAX_SEATS, TOKENS),
    "bonuses": (MAX_SEATS, GEMS),
    "counted": (MAX_SEATS, GEMS),  # what conditions count: bonuses or cards
    "prestige": (MAX_SEATS,),
    "card_count": (MAX_SEATS,),
    "jokers": (MAX_SEATS,),
    "supply": (MAX_SEATS,),
    "powers": (MAX_SEATS, _POWERS),  # see `tables.POST_POWER`: T4, T5, T6, T9, T7, T8 or T10
    "nobles_won": (MAX_SEATS,),
    "has_city": (MAX_SEATS,),
    "claimed": (MAX_SEATS, MAX_NOBLES, 1 + GEMS),
    "hand": (MAX_SEATS, HAND_LIMIT, 1 + CARD_PARTS),  # reserved unseen, then the card
}

SIZE = sum(int(np.prod(shape)) for shape in LAYOUT.values())
OFFSETS = {
    name: sum(int(np.prod(shape)) for shape in list(LAYOUT.values())[:number])
    for number, name in enumerate(LAYOUT)
}
# The parts of an observation: the question, the table, the seats.
CHAPTERS = 3
FIRST_OF_TABLE = np.int64(OFFSETS["bank"])
FIRST_OF_SEATS = np.int64(OFFSETS["tokens"])

# Room for one observation. A record, since an array would be counted as a reference.
OBSERVATION = np.dtype((np.record, np.dtype([("values", np.int8, SIZE)])))


@kernel
def put_card(o, at, card):
    """Write the features of a card, known or hidden, or leave none; return where the next part begins."""
    if card != NO_CARD:
        row = card if card >= 0 else ALL_CARDS + HIDDEN - card
        for word in range(CARD_WORDS):
            parts = CARD_ROWS_PACKED[row, word]
            for part in range(8):
                o.values[at + 8 * word + part] = parts >> 8 * part & 0xFF
    return at + CARD_PARTS


@kernel
def put_noble(o, at, noble):
    """Write the needs of a noble, or nothing; return where the next part begins."""
    if noble != NO_TILE:
        o.values[at] = 1
        for colour in range(GEMS):
            o.values[at + 1 + colour] = number_of(NOBLE_NEEDS[noble], colour)
    return at + 1 + GEMS


@kernel
def encode(s, seat, o):
    """Write what a seat observes, from a state stripped for it, into `o`."""
    for part in range(SIZE):
        o.values[part] = 0
    for chapter in range(CHAPTERS):
        encode_chapter(s, seat, o, chapter)


@kernel
def encode_chapter(s, seat, o, chapter):
    """Write one of the chapters of an observation that is empty so far; none looks at another."""
    if chapter == 0:
        encode_question(s, seat, o, 0)
    elif chapter == 1:
        encode_table(s, seat, o, FIRST_OF_TABLE)
    else:
        encode_seats(s, seat, o, FIRST_OF_SEATS)


@kernel
def encode_question(s, seat, o, at):
    """Write what is asked, of whom, under which rules."""
    players = int(s.players)
    if not s.over:
        kind, about = head(s), head_about(s)
        o.values[at + kind] = 1
        at += FIRST_STEP
        if kind == RETURN or (kind == GAIN and about != NO_COLOUR):
            o.values[at + about] = 1
        at += TOKENS
        if kind == GIFT:
            o.values[at + about - 1] = 1
        at += 2
        o.values[at + (int(s.to_play) - seat) % players] = 1
        at += MAX_SEATS
    else:
        at += FIRST_STEP + TOKENS + 2 + MAX_SEATS
    o.values[at + seat] = 1
    o.values[at + MAX_SEATS + players - 2] = 1
    at += MAX_SEATS + MAX_SEATS - 1
    o.values[at] = s.cities
    o.values[at + 1] = s.trading_posts
    o.values[at + 2] = s.orient
    o.values[at + 3] = s.strongholds
    o.values[at + 4] = s.double_is_one_card
    o.values[at + 5] = scoring.is_decided(s)
    o.values[at + 6] = s.passes


@kernel
def encode_table(s, seat, o, at):
    """Write the table, and the purchase under way."""
    players = int(s.players)
    for colour in range(TOKENS):
        o.values[at + colour] = s.bank[colour]
    at += TOKENS
    for deck in range(DECKS):
        o.values[at + deck] = s.deck_size[deck]
    at += DECKS
    for place in range(PLACES):
        at = put_card(o, at, int(s.rows[place]))
    for place in range(PLACES):
        if s.holder[place] != NOBODY:
            o.values[at + (int(s.holder[place]) - seat) % players] = s.held[place]
        at += MAX_SEATS
    for position in range(MAX_NOBLES):
        at = put_noble(o, at, int(s.nobles[position]))
    for position in range(MAX_CITIES):
        city = int(s.city_tiles[position])
        if city != NO_TILE:
            o.values[at] = 1
            o.values[at + 1] = CITY_PRESTIGE[city]
            o.values[at + 2] = CITY_ANY_COLOUR[city]
            for colour in range(GEMS):
                o.values[at + 3 + colour] = number_of(CITY_NEEDS[city], colour)
        at += 3 + GEMS
    at = put_card(o, at, int(s.buying))
    for colour in range(GEMS):
        o.values[at + colour] = number_of(s.due, colour)
        o.values[at + GEMS + colour] = number_of(s.gold_for, colour)
    at += GEMS + GEMS
    o.values[at] = s.jokers_used
    at += 1
    if not s.over and head(s) == KEEP and s.to_play == seat:
        top = int(DECK_START[head_about(s)]) + int(s.deck_size[head_about(s)]) - 1
        put_card(o, at, int(s.decks[top]))
        put_card(o, at + CARD_PARTS, int(s.decks[top - 1]))


@kernel
def encode_seats(s, seat, o, at):
    """Write the seats, each part for all of them, the observer first."""
    players = int(s.players)
    for turn in range(players):
        other = (seat + turn) % players
        here = at
        for colour in range(TOKENS):
            o.values[here + TOKENS * turn + colour] = s.tokens[other, colour]
        here += MAX_SEATS * TOKENS
        for colour in range(GEMS):
            o.values[here + GEMS * turn + colour] = s.bonuses[other, colour]
            o.values[here + GEMS * (MAX_SEATS + turn) + colour] = s.counted[other, colour]
        here += 2 * MAX_SEATS * GEMS
        o.values[here + turn] = scoring.prestige(s, other)
        o.values[here + MAX_SEATS + turn] = s.card_count[other]
        o.values[here + 2 * MAX_SEATS + turn] = s.jokers[other]
        o.values[here + 3 * MAX_SEATS + turn] = s.supply[other]
        here += 4 * MAX_SEATS
        for power in range(_POWERS):
            o.values[here + _POWERS * turn + power] = s.powers[other] >> power & 1
        here += MAX_SEATS * _POWERS
        for position in range(MAX_NOBLES):
            o.values[here + turn] += s.won[other, position] != NO_TILE
        o.values[here + MAX_SEATS + turn] = s.city[other] != NO_TILE
        here += 2 * MAX_SEATS
        for position in range(MAX_NOBLES):
            noble = int(s.claimed[other, position])
            put_noble(o, here + (1 + GEMS) * (MAX_NOBLES * turn + position), noble)
        here += MAX_SEATS * MAX_NOBLES * (1 + GEMS)
        here += HAND_LIMIT * (1 + CARD_PARTS) * turn
        for position in range(HAND_LIMIT):
            o.values[here] = s.blind[other, position]
            here = put_card(o, here + 1, int(s.hand[other, position]))
