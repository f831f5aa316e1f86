"""What a seat needs: how far each card is, how much it is worth, which colours would help.

These are quick judgements. The bots that look ahead use them for the small decisions of a turn only.
"""

import numpy as np

from parure.core import nobles, orient, purchase, strongholds
from parure.core.jit import kernel
from parure.core.packed import number_of, total
from parure.core.records import record
from parure.core.state import HAND_LIMIT, MAX_NOBLES, NO_CARD, NO_TILE
from parure.core.tables import (
    COLOUR,
    EFFECT,
    GEMS,
    IS_PAIRED,
    PLACES,
    PRESTIGE,
    WORTH,
)
from parure.core.trading_posts import gold_value

SOURCES = PLACES + HAND_LIMIT
# What the distance of a card is when the seat does not meet its condition.
FAR = 6

STYLE = (
    "card",  # what any card is worth, in prestige
    "bonus",  # a bonus, for each card and noble that it brings nearer
    "joker",  # the effects of the Orient cards, in the order of `tables`
    "pair",
    "pair_gift",
    "double",
    "claim",
    "gift",
    "discard",
    "patience",  # how much tokens that are lacking count against a card
    "own",  # how much more a reserved card counts as a target
    "spread",  # how much tokens count that other cards than the target ask for
    "crowd",  # what each token above ten costs
    "reserve_prestige",  # a target with so much prestige is reserved
    "reserve_distance",  # where it lacks no more tokens than this
    "least",  # what is worth less than this is not bought
)
CARD, BONUS = STYLE.index("card"), STYLE.index("bonus")
FIRST_EFFECT = STYLE.index("joker") - 1
PATIENCE, OWN, SPREAD = STYLE.index("patience"), STYLE.index("own"), STYLE.index("spread")
CROWD, LEAST = STYLE.index("crowd"), STYLE.index("least")
RESERVE_PRESTIGE, RESERVE_DISTANCE = (
    STYLE.index("reserve_prestige"),
    STYLE.index("reserve_distance"),
)

NEEDS = record(
    [
        ("bonus", np.float32, 8),  # how much one more of each colour would help
        ("token", np.float32, 8),  # the same
        ("style", np.float32, len(STYLE)),  # what counts how much, from `styles.csv`
    ],
    align=True,
)


@kernel
def card_at(s, seat, source):
    """Return the card at a place or in the seat's hand, NO_CARD where the seat can't have one."""
    if source < PLACES:
        if source < s.places and strongholds.is_free_for(s, seat, source):
            return int(s.rows[source])
        return NO_CARD
    position = source - PLACES
    return int(s.hand[seat, position]) if position < s.hand_size[seat] else NO_CARD


@kernel
def distance(s, seat, card):
    """Return how many tokens the seat lacks to buy a card, gold included."""
    lacking = purchase.gold_lacking(card, purchase.reach_of(s, seat), gold_value(s, seat))
    lacking = max(0, lacking - purchase.gold_of(s, seat))
    if s.orient and not orient.meets(orient.conditions_of(s, seat), card):
        lacking += FAR
    return lacking


@kernel
def weigh_colours(s, seat, needs):
    """Note how much bonuses and tokens of each colour would help the seat to what it sees."""
    for colour in range(GEMS):
        needs.bonus[colour] = 0.0
        needs.token[colour] = 0.0
    reach = purchase.reach_of(s, seat)
    for source in range(SOURCES):
        card = card_at(s, seat, source)
        if card >= 0:
            open_price = purchase.due_for(s, seat, card)
            missing = purchase.tokens_lacking(card, reach)
            appeal = plain_worth(card, needs)
            if source >= PLACES:
                appeal *= 2
            by_bonus = appeal / (2.0 + total(open_price))
            by_token = appeal / (1.0 + total(missing)) / (1.0 + total(missing))
            for colour in range(GEMS):
                if number_of(open_price, colour) > 0:
                    needs.bonus[colour] += by_bonus
                if number_of(missing, colour) > 0:
                    needs.token[colour] += by_token
    for position in range(MAX_NOBLES):
        noble = int(s.nobles[position])
        if noble != NO_TILE:
            missing = nobles.lacking(s, seat, noble)
            for colour in range(GEMS):
                if number_of(missing, colour) > 0:
                    needs.bonus[colour] += 3.0 / (2.0 + total(missing))


@kernel
def plain_worth(card, needs):
    """Return what a card is worth to anyone, in prestige."""
    worth = PRESTIGE[card] + needs.style[CARD]
    if EFFECT[card] > 0:
        worth += needs.style[FIRST_EFFECT + EFFECT[card]]
    return worth


@kernel
def worth_of(card, needs):
    """Return what a card would be worth to the seat, in prestige."""
    worth = plain_worth(card, needs)
    if COLOUR[card] >= 0:
        worth += needs.style[BONUS] * WORTH[card] * needs.bonus[COLOUR[card]]
    elif IS_PAIRED[card]:
        most = needs.bonus[0]
        for colour in range(1, GEMS):
            most = max(most, needs.bonus[colour])
        worth += needs.style[BONUS] * most
    return worth
