"""The champion's inputs as numbers in a row: which there are, and where each is.

A *slot* holds a card, the *table* says the rest; seats are counted from the one to play. Whoever changes
anything here raises `VERSION`.
"""

from collections import namedtuple
from typing import Any

import numpy as np

from parure.core.records import record
from parure.core.state import (
    FIRST_STEP,
    HAND_LIMIT,
    MAX_CITIES,
    MAX_NOBLES,
    MAX_SEATS,
)
from parure.core.tables import ALL_CARDS, DECKS, GEMS, PLACES, POSTS_IN_GAME, TOKENS

VERSION = 1
"""Changes whenever a number means something else: weights are for one version."""

FIRST_HAND = PLACES
FIRST_LOOK = FIRST_HAND + MAX_SEATS * HAND_LIMIT
SLOTS = FIRST_LOOK + 2

# What a slot holds: a card, a hidden card of a deck, nothing.
HIDDEN_CARD = ALL_CARDS
NOTHING_THERE = HIDDEN_CARD + DECKS
FACES = NOTHING_THERE + 1

MOST_LACKING = 7
POWERS = 6


def _offsets(name: str, sizes: dict[str, int]) -> tuple[Any, int]:
    """Return where each part begins, and how many numbers there are."""
    at, offsets = 0, {}
    for part, size in sizes.items():
        offsets[part] = at
        at += size
    return namedtuple(name, sizes)(**offsets), at


def _in_words(size: int) -> int:
    """Return a size in whole words of eight bytes."""
    return -(-size // 8) * 8


# A card as one seat sees it.
AT_CARD, CARD_SIZE = _offsets(
    "AT_CARD",
    {
        "lacking": MOST_LACKING + 1,  # one of these is 1: tokens lacking when all gold is used
        "unmet": 1,  # what the card asks for beside tokens is not there (O7, O15)
        "price": 1,  # left after the bonuses
        "most": 1,  # lacking of one colour
        "shut": 1,  # another's strongholds stand there (S6)
    },
)

AT_SLOT, _size = _offsets(
    "AT_SLOT",
    {
        "seats": MAX_SEATS * CARD_SIZE,
        "missing": 2 * GEMS,  # by colour, without gold: for the seat to play, and for the next one
        "not_in_bank": 1,  # of the tokens that are missing
        "nobles": 2,  # how many want this colour still: for the seat to play, and for the next one
        "completes": 2,  # a noble comes with this card
        "ends": MAX_SEATS,  # the card brings the seat to the goal
        "cities": 1,  # that want this colour still
        "posts": 1,
        "own_bonuses": 1,  # of this colour
        "own_towers": 1,
        "other_towers": 1,
        "conquest": 1,  # three towers of one's own
        "where": 4,  # on the table, in the own hand, in another's, looked at
        "blind": 1,
        "buying": 1,
    },
)
SLOT_INPUTS = _in_words(_size)
ON_TABLE, OWN_HAND, OTHER_HAND, LOOKED_AT = range(4)

NOBLE_SIZE = 1 + MAX_SEATS + GEMS  # there, lacking for each seat, by colour for the one to play
CITY_SIZE = 1 + 2 * MAX_SEATS + GEMS + 1  # cards and prestige lacking, by colour, of any one colour
POST_SIZE = 2 * MAX_SEATS  # has it, cards lacking
THRESHOLDS = np.array((6, 9, 11, 12, 13, 14, 15), np.int64)

AT_SEAT, SEAT_SIZE = _offsets(
    "AT_SEAT",
    {
        "there": 1,
        "tokens": TOKENS,
        "crowded": 1,  # tokens above seven
        "bonuses": GEMS,
        "counted": GEMS,  # what conditions count, with The Orient
        "prestige": 1,
        "thresholds": len(THRESHOLDS),
        "cards": 1,
        "hand": 1,
        "hand_full": 1,
        "blind": 1,
        "jokers": 1,
        "supply": 1,
        "powers": POWERS,
        "won": 1,  # nobles
        "goal": 1,
        "to_come": 1,  # plays in this round, now or later
        "claimed": 1,
        "claimed_lacking": 1,
    },
)

AT_TABLE, _size = _offsets(
    "AT_TABLE",
    {
        "decision": int(FIRST_STEP),
        "about_colour": TOKENS,
        "about_gift": 2,
        "players": MAX_SEATS - 1,
        "modules": 4,
        "edition": 1,
        "last_round": 1,
        "own_seat": MAX_SEATS,
        "passes": 1,
        "bank": TOKENS,
        "decks": DECKS,
        "due": GEMS,
        "gold_for": GEMS,
        "jokers_used": 1,
        "nobles": MAX_NOBLES * NOBLE_SIZE,
        "cities": MAX_CITIES * CITY_SIZE,
        "posts": POSTS_IN_GAME * POST_SIZE,
        "seats": MAX_SEATS * SEAT_SIZE,
    },
)
TABLE_INPUTS = _in_words(_size)

INPUTS = record(
    [
        ("slots", np.int8, (SLOTS, SLOT_INPUTS)),
        ("table", np.int8, TABLE_INPUTS),
        ("faces", np.int16, SLOTS),
    ],
    align=True,
)
"""Room for the inputs of one position."""

# The table is written in parts, none of which looks at another: threads of a GPU share them.
PART_SEATS = 0
PART_QUESTION = PART_SEATS + MAX_SEATS
PART_BANK = PART_QUESTION + 1
PART_NOBLES = PART_BANK + 1
PART_CITIES = PART_NOBLES + MAX_NOBLES
PART_POSTS = PART_CITIES + MAX_CITIES
PARTS = PART_POSTS + POSTS_IN_GAME
assert PARTS <= SLOTS
