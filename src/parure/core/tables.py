"""The printed facts as arrays, for compiled code.

Everything here is read from `components`; a colour is its index in W U G R K, gold is `GOLD`.
"""

from collections.abc import Iterable
from itertools import groupby

import numpy as np

from parure.components import CARDS, CITIES, COLOURS, NOBLES, POSTS

GEMS = 5
GOLD = 5
TOKENS = 6

LEVELS = 3
DECKS = 6

# Places of face-up cards: the twelve of the base game level by level, then the six of The Orient (B2, O1).
BASE_COLUMNS, ORIENT_COLUMNS = 4, 2
BASE_PLACES = LEVELS * BASE_COLUMNS
PLACES = BASE_PLACES + LEVELS * ORIENT_COLUMNS
PLACE_DECK = np.repeat(
    np.arange(DECKS, dtype=np.int8), [BASE_COLUMNS] * LEVELS + [ORIENT_COLUMNS] * LEVELS
)

NONE, GOLD2, PAIR, PAIR_GIFT_1, DOUBLE, RESERVE_NOBLE, GIFT_2, DISCARD_2 = range(8)
_EFFECTS = {
    "none": NONE,
    "gold2": GOLD2,
    "pair": PAIR,
    "pair_free_l1": PAIR_GIFT_1,
    "double": DOUBLE,
    "reserve_noble": RESERVE_NOBLE,
    "free_l2": GIFT_2,
    "discard2": DISCARD_2,
}

GEM_AFTER_PURCHASE, GEM_AFTER_TWO, DOUBLE_GOLD, LOOK_AT_TWO, PRESTIGE_5, PRESTIGE_PER_POST = (
    np.int64(1 << bit) for bit in range(6)
)
_POWERS = {
    "take_1_gem_after_purchase": GEM_AFTER_PURCHASE,
    "take_1_other_gem_after_taking_2_same": GEM_AFTER_TWO,
    "gold_worth_2_of_same_colour": DOUBLE_GOLD,
    "reserve_from_deck_draw_2_keep_1": LOOK_AT_TWO,
    "prestige_5": PRESTIGE_5,
    "prestige_1_per_own_coat_of_arms": PRESTIGE_PER_POST,
    "prestige_1_per_own_trading_post": PRESTIGE_PER_POST,
}

NO_COLOUR = -1

_EDITIONS = {city.edition for city in CITIES}


def _colour(letter: str) -> int:
    return COLOURS.index(letter) if letter in COLOURS else NO_COLOUR


def _same(sizes: Iterable[int]) -> int:
    """Return a size that is the same in both editions, which share the room in the state."""
    (size,) = set(sizes)
    return size


def _packed(gems: tuple[int, ...]) -> int:
    """Pack five numbers into one integer, as `packed` explains."""
    return sum(number << 8 * colour for colour, number in enumerate(gems))


PRICE = np.array([_packed(card.price) for card in CARDS], np.int64)
PRESTIGE = np.array([card.prestige for card in CARDS], np.int8)
LEVEL = np.array([card.level for card in CARDS], np.int8)
EFFECT = np.array([_EFFECTS[card.effect] for card in CARDS], np.int8)
# The printed colour: none for joker cards, and none for paired cards before they are paired.
COLOUR = np.array([_colour(card.bonus) for card in CARDS], np.int8)
WORTH = np.array([card.worth for card in CARDS], np.int8)
DISCARDS = np.array([_colour(card.discards) for card in CARDS], np.int8)


# Decks are numbered level by level: 0 to 2 base, 3 to 5 Orient. A deck's cards are numbered in a row.
ALL_CARDS = len(CARDS)
DECK = np.array([card.level - 1 + LEVELS * (card.set != "base") for card in CARDS], np.int8)
_RUNS = [(int(deck), len([*run])) for deck, run in groupby(DECK)]
assert [deck for deck, _ in _RUNS] == [0, 1, 2, *[3, 4, 5] * len(_EDITIONS)]
DECK_CARDS = np.array(
    [_same(size for other, size in _RUNS if other == deck) for deck in range(DECKS)], np.int16
)
DECK_START = (np.cumsum(DECK_CARDS) - DECK_CARDS).astype(np.int16)
ALL_DECK_CARDS = int(DECK_CARDS.sum())
FIRST_ORIENT = int(DECK_START[LEVELS])
ORIENT_CARDS = ALL_DECK_CARDS - FIRST_ORIENT
# Where the state keeps what a paired card is paired with; both editions use the same places.
PAIR_SLOT = np.array([(card - FIRST_ORIENT) % ORIENT_CARDS for card in range(ALL_CARDS)], np.int8)
IS_PAIRED = np.array([card.bonus == "paired" for card in CARDS])

# What a seat must have, beside tokens, to buy a card, as one bit.
UNCONDITIONAL, HAS_BONUS, HAS_DISCARDS = 1, 2, 4
CONDITION = np.array(
    [
        HAS_DISCARDS << _colour(card.discards)
        if card.discards
        else HAS_BONUS
        if card.bonus == "paired"
        else UNCONDITIONAL
        for card in CARDS
    ],
    np.int16,
)

NOBLE_NEEDS = np.array([_packed(noble.needs) for noble in NOBLES], np.int64)
NOBLE_PRESTIGE = np.array([noble.prestige for noble in NOBLES], np.int8)
BASE_NOBLES = sum(noble.set == "base" for noble in NOBLES)

CITY_NEEDS = np.array([_packed(city.needs) for city in CITIES], np.int64)
CITY_PRESTIGE = np.array([city.prestige for city in CITIES], np.int8)
CITY_ANY_COLOUR = np.array([city.any_colour for city in CITIES], np.int8)
CITY_TILES = _same(
    len({city.tile for city in CITIES if city.edition == edition}) for edition in _EDITIONS
)

POST_NEEDS = np.array([_packed(post.needs) for post in POSTS], np.int64)
POST_NOBLES = np.array([post.nobles for post in POSTS], np.int8)
POST_POWER = np.array([_POWERS[post.power] for post in POSTS], np.int64)
POSTS_IN_GAME = _same(sum(post.edition == edition for post in POSTS) for edition in _EDITIONS)
