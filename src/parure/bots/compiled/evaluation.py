"""The chance of each seat to win, estimated at the beginning of a turn.

Each seat is described by some dozens of numbers, `FEATURES`, most of them from 0 to 1. A small network, the
same for every seat, turns them into a score, and the scores into chances that add up to 1. Its weights come
from games that the bots played against each other (`tuning/`); they are an argument, so that tuning
compiles nothing.
"""

import math

import numpy as np

from parure.bots.compiled.desires import FAR
from parure.core import cities, nobles, orient, purchase, scoring, trading_posts
from parure.core.jit import kernel, summing
from parure.core.packed import number_of, shortfall, total
from parure.core.state import MAX_CITIES, MAX_NOBLES, MAX_SEATS, NO_TILE, STRONGHOLDS_EACH
from parure.core.tables import (
    CITY_NEEDS,
    CITY_PRESTIGE,
    EFFECT,
    GEMS,
    LEVEL,
    NOBLE_NEEDS,
    POST_NEEDS,
    POST_NOBLES,
    POST_POWER,
    POSTS_IN_GAME,
    PRESTIGE,
    PRICE,
    TOKENS,
)
from parure.core.trading_posts import gold_value

OWN = (
    "prestige",
    "goal",  # has what ends the game
    "late_prestige",  # above nine
    "cards",
    "bonuses",
    "colours_1",  # colours with a bonus, with two, with three
    "colours_2",
    "colours_3",
    "tokens",
    "gold",
    "token_colours",
    "crowded",  # tokens above seven
    "hand",
    "engine_1",  # how far the bonuses alone go towards the face-up cards, level by level
    "engine_2",
    "engine_3",
    "near_best",  # what bonuses and tokens together bring near: the best card, the next, all prestige
    "near_second",
    "near_prestige",
    "near_cheap",
    "affordable",
    "affordable_prestige",
    "hand_near",  # the same for reserved cards, which nobody else can buy
    "hand_engine",
    "hand_best",
    "hand_affordable",
    "noble_best",
    "noble_sum",
    "order",  # how many seats play before this one
    "last_word",  # seats that play late in a round
    "is_done",  # the last round is on, and this seat has played
    "progress",  # cards of all seats: how far the game is
    "jokers",
    "gem_after_purchase",
    "gem_after_two",
    "double_gold",
    "look_at_two",
    "prestige_5",
    "prestige_per_post",
    "post_best",
    "post_sum",
    "city_best",
    "city_second",
    "supply",
    "guarded",  # what the seat's own strongholds keep for it
    "blocked",  # what those of others keep from it
    "conquest",
)
RIVAL = (
    "prestige",
    "goal",
    "cards",
    "engine_2",
    "engine_3",
    "near_best",
    "near_prestige",
    "hand_near",
    "noble_best",
    "city_best",
    "is_done",
)
MODULE = ("cities", "trading_posts", "orient", "strongholds")
FEATURES = (*OWN, *(f"rival_{name}" for name in RIVAL), *(f"with_{name}" for name in MODULE))

(
    PRESTIGE_NOW,
    GOAL,
    LATE_PRESTIGE,
    CARDS,
    BONUSES,
    COLOURS_1,
    COLOURS_2,
    COLOURS_3,
    TOKEN_COUNT,
    GOLD_COUNT,
    TOKEN_COLOURS,
    CROWDED,
    HAND,
    ENGINE_1,
    ENGINE_2,
    ENGINE_3,
    NEAR_BEST,
    NEAR_SECOND,
    NEAR_PRESTIGE,
    NEAR_CHEAP,
    AFFORDABLE,
    AFFORDABLE_PRESTIGE,
    HAND_NEAR,
    HAND_ENGINE,
    HAND_BEST,
    HAND_AFFORDABLE,
    NOBLE_BEST,
    NOBLE_SUM,
    ORDER,
    LAST_WORD,
    IS_DONE,
    PROGRESS,
    JOKERS,
    POWERS,  # six, in the order of their bits
    _,
    _,
    _,
    _,
    _,
    POST_BEST,
    POST_SUM,
    CITY_BEST,
    CITY_SECOND,
    SUPPLY,
    GUARDED,
    BLOCKED,
    CONQUEST,
) = range(len(OWN))
RIVALS = np.array([OWN.index(name) for name in RIVAL], np.int64)
FIRST_RIVAL = len(OWN)
FIRST_MODULE = FIRST_RIVAL + len(RIVAL)
INPUTS = len(FEATURES)
HIDDEN_UNITS = 24

NETWORK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("inputs", np.float32, (HIDDEN_UNITS, INPUTS)),
                ("bias", np.float32, HIDDEN_UNITS),
                ("outputs", np.float32, HIDDEN_UNITS),
                ("direct", np.float32, INPUTS),  # what counts without the hidden units
            ],
            align=True,
        ),
    )
)

OPINION = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("chances", np.float32, MAX_SEATS),
                ("features", np.float32, (MAX_SEATS, INPUTS)),
            ],
            align=True,
        ),
    )
)
"""Room for an evaluation: the chances, and what they were computed from."""

# What is left of the appeal of a thing that lacks so many tokens, bonuses or cards.
BY_TOKENS = np.exp(-np.arange(64) / 4.0).astype(np.float32)
BY_BONUSES = np.exp(-np.arange(64) / 4.0).astype(np.float32)
BY_CARDS = np.exp(-np.arange(64) / 2.0).astype(np.float32)

DOUBT, DOUBT_AT_THE_END = np.float32(0.02), np.float32(0.01)

# The prestige that the effects of the Orient cards are about worth, in the order of `tables`.
EFFECT_WORTH = np.array([0.0, 0.8, 0.4, 1.0, 0.6, 0.6, 1.8, -1.5], np.float32)
_APPEAL = PRESTIGE + EFFECT_WORTH[EFFECT] + np.where(LEVEL == 1, 0.5, 0.3)
APPEAL = np.maximum(_APPEAL, 0.0).astype(np.float32)


@kernel
def describe_seat(s, seat, x):
    """Write the features of a seat that need no look at the others, into a row of zeros."""
    prestige = scoring.prestige(s, seat)
    x[PRESTIGE_NOW] = prestige / 15.0
    x[GOAL] = scoring.reaches_goal(s, seat)
    x[LATE_PRESTIGE] = max(0, prestige - 9) / 6.0
    x[CARDS] = s.card_count[seat] / 12.0
    x[BONUSES] = total(s.bonuses_packed[seat]) / 12.0
    for colour in range(GEMS):
        x[COLOURS_1] += 0.2 * (s.bonuses[seat, colour] >= 1)
        x[COLOURS_2] += 0.2 * (s.bonuses[seat, colour] >= 2)
        x[COLOURS_3] += 0.2 * (s.bonuses[seat, colour] >= 3)
        x[TOKEN_COLOURS] += 0.2 * (s.tokens[seat, colour] >= 1)
    tokens = total(s.tokens_packed[seat])
    x[TOKEN_COUNT] = tokens / 10.0
    x[GOLD_COUNT] = s.tokens[seat, TOKENS - 1] / 5.0
    x[CROWDED] = max(0, tokens - 7) / 3.0
    x[HAND] = s.hand_size[seat] / 3.0
    x[JOKERS] = s.jokers[seat] / 2.0
    describe_cards(s, seat, x)
    describe_nobles(s, seat, x)
    if s.trading_posts:
        describe_posts(s, seat, x)
    if s.cities:
        describe_cities(s, seat, prestige, x)


@kernel
def tokens_away(card, reach, value, gold):
    """Return how far a price is: the tokens lacking, and again those of one colour that take longer."""
    missing = purchase.in_gold(shortfall(PRICE[card], reach), value)
    lacking = total(missing) - gold
    if lacking <= 0:
        return 0
    most = 0
    for colour in range(GEMS):
        most = max(most, number_of(missing, colour))
    return lacking + max(0, most - gold - 1)


@kernel
def describe_cards(s, seat, x):
    """Write how near the face-up and the reserved cards are."""
    bonuses = s.bonuses_packed[seat]
    reach = purchase.reach_of(s, seat)
    gold = purchase.gold_of(s, seat)
    value = gold_value(s, seat)
    conditions = orient.conditions_of(s, seat) if s.orient else 0
    for place in range(s.places):
        card = int(s.rows[place])
        if card < 0:
            continue
        lacking = tokens_away(card, reach, value, gold)
        open_price = total(shortfall(PRICE[card], bonuses))
        if s.orient and not orient.meets(conditions, card):
            lacking += FAR
            open_price += FAR
        near = APPEAL[card] * BY_TOKENS[lacking]
        if s.strongholds and s.held[place] > 0:
            if s.holder[place] != seat:
                x[BLOCKED] += near * 0.2
                continue
            x[GUARDED] += near * 0.2
            if s.held[place] == STRONGHOLDS_EACH:
                x[CONQUEST] = near * 0.2
        level = int(LEVEL[card])
        x[ENGINE_1 + level - 1] += APPEAL[card] * BY_BONUSES[open_price] * 0.2
        x[NEAR_PRESTIGE] += PRESTIGE[card] * BY_TOKENS[lacking] * 0.1
        if level == 1:
            x[NEAR_CHEAP] = max(x[NEAR_CHEAP], BY_TOKENS[lacking])
        if near * 0.2 > x[NEAR_BEST]:
            x[NEAR_SECOND] = x[NEAR_BEST]
            x[NEAR_BEST] = near * 0.2
        elif near * 0.2 > x[NEAR_SECOND]:
            x[NEAR_SECOND] = near * 0.2
        if lacking == 0:
            x[AFFORDABLE] += 0.2
            x[AFFORDABLE_PRESTIGE] = max(x[AFFORDABLE_PRESTIGE], PRESTIGE[card] * 0.2)
    for position in range(s.hand_size[seat]):
        card = int(s.hand[seat, position])
        if card < 0:
            continue
        lacking = tokens_away(card, reach, value, gold)
        open_price = total(shortfall(PRICE[card], bonuses))
        if s.orient and not orient.meets(conditions, card):
            lacking += FAR
            open_price += FAR
        near = APPEAL[card] * BY_TOKENS[lacking] * 0.2
        x[HAND_NEAR] += near
        x[HAND_ENGINE] += APPEAL[card] * BY_BONUSES[open_price] * 0.2
        x[HAND_BEST] = max(x[HAND_BEST], near)
        x[HAND_AFFORDABLE] += 0.3 * (lacking == 0)


@kernel
def describe_nobles(s, seat, x):
    """Write how near a visit is, of nobles on the table or reserved for the seat."""
    has = s.counted_packed[seat]
    for position in range(MAX_NOBLES):
        noble = int(s.nobles[position])
        if noble == NO_TILE:
            break
        near = BY_CARDS[total(shortfall(NOBLE_NEEDS[noble], has))]
        x[NOBLE_SUM] += near * 0.5
        x[NOBLE_BEST] = max(x[NOBLE_BEST], near)
    for position in range(MAX_NOBLES):
        noble = int(s.claimed[seat, position])
        if noble == NO_TILE:
            break
        near = BY_CARDS[total(shortfall(NOBLE_NEEDS[noble], has))]
        x[NOBLE_SUM] += near
        x[NOBLE_BEST] = max(x[NOBLE_BEST], near)


@kernel
def describe_posts(s, seat, x):
    """Write the powers of the seat's posts, and how near the others are."""
    for power in range(6):
        x[POWERS + power] = s.powers[seat] >> power & 1
    for post in range(s.first_post, s.first_post + POSTS_IN_GAME):
        if not trading_posts.has_power(s, seat, POST_POWER[post]):
            missing = total(shortfall(POST_NEEDS[post], s.counted_packed[seat]))
            missing += 2 * max(0, POST_NOBLES[post] - nobles.count(s.won[seat]))
            x[POST_SUM] += BY_CARDS[missing] * 0.5
            x[POST_BEST] = max(x[POST_BEST], BY_CARDS[missing])


@kernel
def describe_cities(s, seat, prestige, x):
    """Write how near the two nearest cities are, in prestige and cards."""
    for position in range(MAX_CITIES):
        city = int(s.city_tiles[position])
        if city == NO_TILE:
            continue
        missing = total(shortfall(CITY_NEEDS[city], s.counted_packed[seat]))
        missing += cities.any_colour_lacking(s, seat, city)
        near = math.exp(-0.25 * missing - 0.15 * max(0, CITY_PRESTIGE[city] - prestige))
        if near > x[CITY_BEST]:
            x[CITY_SECOND] = x[CITY_BEST]
            x[CITY_BEST] = near
        elif near > x[CITY_SECOND]:
            x[CITY_SECOND] = near


@kernel
def describe(s, o):
    """Write the features of every seat."""
    players = int(s.players)
    cards = 0
    decided = False
    for seat in range(players):
        for feature in range(INPUTS):
            o.features[seat, feature] = 0.0
        describe_seat(s, seat, o.features[seat])
        cards += s.card_count[seat]
        decided = decided or o.features[seat, GOAL] > 0
    for seat in range(players):
        x = o.features[seat]
        x[ORDER] = ((seat - s.to_play) % players) / players
        x[LAST_WORD] = seat / players
        x[IS_DONE] = decided and seat < s.to_play
        x[PROGRESS] = cards / (players * 12.0)
        if s.strongholds:
            x[SUPPLY] = s.supply[seat] / 3.0
        x[FIRST_MODULE] = s.cities
        x[FIRST_MODULE + 1] = s.trading_posts
        x[FIRST_MODULE + 2] = s.orient
        x[FIRST_MODULE + 3] = s.strongholds
    for seat in range(players):
        for number in range(len(RIVALS)):
            most = np.float32(0.0)
            for other in range(players):
                if other != seat:
                    most = max(most, o.features[other, RIVALS[number]])
            o.features[seat, FIRST_RIVAL + number] = most


@summing
def score_seat(o, seat, net):
    """Return the score of a seat from its features."""
    score = np.float32(0.0)
    for feature in range(INPUTS):
        score += o.features[seat, feature] * net.direct[feature]
    for unit in range(HIDDEN_UNITS):
        activity = net.bias[unit]
        for feature in range(INPUTS):
            activity += o.features[seat, feature] * net.inputs[unit, feature]
        score += max(activity, np.float32(0.0)) * net.outputs[unit]
    return score


@kernel
def is_last_round(o, players):
    """Tell from the features whether a seat has what ends the game."""
    for seat in range(players):
        if o.features[seat, GOAL] > 0:
            return True
    return False


@kernel
def evaluate(s, o, net):
    """Write the chances of all seats: as they are when the game is over, else as they look."""
    players = int(s.players)
    if s.over:
        winners = 0
        for seat in range(players):
            winners += s.winners >> seat & 1
        for seat in range(players):
            if winners > 0:
                o.chances[seat] = (s.winners >> seat & 1) / winners
            else:
                o.chances[seat] = 1.0 / players
        return
    describe(s, o)
    highest = np.float32(-1e9)
    for seat in range(players):
        o.chances[seat] = score_seat(o, seat, net)
        highest = max(highest, o.chances[seat])
    whole = np.float32(0.0)
    for seat in range(players):
        o.chances[seat] = math.exp(o.chances[seat] - highest)
        whole += o.chances[seat]
    # Nothing is quite sure before the end, so that a bot that wins anyway ends the game.
    doubt = DOUBT_AT_THE_END if is_last_round(o, players) else DOUBT
    for seat in range(players):
        o.chances[seat] = (1 - doubt) * o.chances[seat] / whole + doubt / players
