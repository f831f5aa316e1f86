"""The printed facts as arrays, for compiled code.

Everything here is read from `components`; a colour is its index in W U G R K, gold is `GOLD`.
"""

import numpy as np

from parure.components import CARDS, CITIES, COLOURS, NOBLES, POSTS

GEMS = 5
GOLD = 5
TOKENS = 6

LEVELS = 3
DECKS = 6

# Places of face-up cards: the twelve of the base game level by level, then the six of The Orient.
BASE_PLACES = 12
PLACES = 18
PLACE_DECK = np.array([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 5], np.int8)

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


def _colour(letter: str) -> int:
    return COLOURS.index(letter) if letter in COLOURS and letter else NO_COLOUR


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
DECK = np.array([card.level - 1 + LEVELS * (card.set != "base") for card in CARDS], np.int8)
DECK_CARDS = np.array([40, 30, 20, 10, 10, 10], np.int16)
DECK_START = np.array([0, 40, 70, 90, 100, 110], np.int16)
ALL_DECK_CARDS = 120
FIRST_ORIENT = 90
ORIENT_CARDS = 30
# Where the state keeps what a paired card is paired with; both editions use the same places.
PAIR_SLOT = np.array([(card - FIRST_ORIENT) % ORIENT_CARDS for card in range(len(CARDS))], np.int8)
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

CITY_NEEDS = np.array([city.needs for city in CITIES], np.int8)
CITY_PRESTIGE = np.array([city.prestige for city in CITIES], np.int8)
CITY_ANY_COLOUR = np.array([city.any_colour for city in CITIES], np.int8)
CITY_TILES = 7

POST_NEEDS = np.array([_packed(post.needs) for post in POSTS], np.int64)
POST_NOBLES = np.array([post.nobles for post in POSTS], np.int8)
POST_POWER = np.array([_POWERS[post.power] for post in POSTS], np.int64)
POSTS_IN_GAME = 5
