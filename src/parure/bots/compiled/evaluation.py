"""The chance of each seat to win, estimated at the beginning of a turn.

Each seat is described by some dozens of numbers, `FEATURES`, most of them from 0 to 1. A small network, the
same for every seat, turns them into a score, and the scores into chances that add up to 1. Its weights come
from games that the bots played against each other (`training/guild.py`); they are an argument, so that tuning
compiles nothing.
"""

import math
from typing import NamedTuple

import numpy as np

from parure.bots.compiled.needs import FAR
from parure.core import cities, nobles, orient, purchase, scoring, trading_posts
from parure.core.jit import kernel, summing
from parure.core.packed import number_of, total
from parure.core.records import record
from parure.core.state import MAX_CITIES, MAX_NOBLES, MAX_SEATS, NO_TILE, STRONGHOLDS_EACH
from parure.core.tables import (
    CITY_PRESTIGE,
    EFFECT,
    GEMS,
    LEVEL,
    POST_POWER,
    POSTS_IN_GAME,
    PRESTIGE,
    TOKENS,
)
from parure.core.trading_posts import gold_value


class OwnFeatures(NamedTuple):
    """What describes a seat by itself, each with its place in a row of features."""

    prestige: int
    goal: int  # has what ends the game
    late_prestige: int  # above nine
    cards: int
    bonuses: int
    colours_1: int  # colours with a bonus, with two, with three
    colours_2: int
    colours_3: int
    tokens: int
    gold: int
    token_colours: int
    crowded: int  # tokens above seven
    hand: int
    engine_1: int  # how far the bonuses alone go towards the face-up cards, level by level
    engine_2: int
    engine_3: int
    near_best: (
        int  # what bonuses and tokens together bring near: the best card, the next, all prestige
    )
    near_second: int
    near_prestige: int
    near_cheap: int
    affordable: int
    affordable_prestige: int
    hand_near: int  # the same for reserved cards, which nobody else can buy
    hand_engine: int
    hand_best: int
    hand_affordable: int
    noble_best: int
    noble_sum: int
    order: int  # how many seats play before this one
    last_word: int  # seats that play late in a round
    is_done: int  # the last round is on, and this seat has played
    progress: int  # cards of all seats: how far the game is
    jokers: int
    gem_after_purchase: int  # the powers of posts, six in the order of their bits
    gem_after_two: int
    double_gold: int
    look_at_two: int
    prestige_5: int
    prestige_per_post: int
    post_best: int
    post_sum: int
    city_best: int
    city_second: int
    supply: int
    guarded: int  # what the seat's own strongholds keep for it
    blocked: int  # what those of others keep from it
    conquest: int


OWN = OwnFeatures(*range(len(OwnFeatures._fields)))
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
FEATURES = (
    *OWN._fields,
    *(f"rival_{name}" for name in RIVAL),
    *(f"with_{name}" for name in MODULE),
)

RIVALS = np.array([getattr(OWN, name) for name in RIVAL], np.int64)
FIRST_RIVAL = len(OWN)
FIRST_MODULE = FIRST_RIVAL + len(RIVAL)
INPUTS = len(FEATURES)
HIDDEN_UNITS = 24

NETWORK = record(
    [
        ("inputs", np.float32, (HIDDEN_UNITS, INPUTS)),
        ("bias", np.float32, HIDDEN_UNITS),
        ("outputs", np.float32, HIDDEN_UNITS),
        ("direct", np.float32, INPUTS),  # what counts without the hidden units
    ],
    align=True,
)

OPINION = record(
    [
        ("chances", np.float32, MAX_SEATS),
        ("features", np.float32, (MAX_SEATS, INPUTS)),
    ],
    align=True,
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
    x[OWN.prestige] = prestige / 15.0
    x[OWN.goal] = scoring.reaches_goal(s, seat)
    x[OWN.late_prestige] = max(0, prestige - 9) / 6.0
    x[OWN.cards] = s.card_count[seat] / 12.0
    x[OWN.bonuses] = total(s.bonuses_packed[seat]) / 12.0
    for colour in range(GEMS):
        x[OWN.colours_1] += 0.2 * (s.bonuses[seat, colour] >= 1)
        x[OWN.colours_2] += 0.2 * (s.bonuses[seat, colour] >= 2)
        x[OWN.colours_3] += 0.2 * (s.bonuses[seat, colour] >= 3)
        x[OWN.token_colours] += 0.2 * (s.tokens[seat, colour] >= 1)
    tokens = total(s.tokens_packed[seat])
    x[OWN.tokens] = tokens / 10.0
    x[OWN.gold] = s.tokens[seat, TOKENS - 1] / 5.0
    x[OWN.crowded] = max(0, tokens - 7) / 3.0
    x[OWN.hand] = s.hand_size[seat] / 3.0
    x[OWN.jokers] = s.jokers[seat] / 2.0
    describe_cards(s, seat, x)
    describe_nobles(s, seat, x)
    if s.trading_posts:
        describe_posts(s, seat, x)
    if s.cities:
        describe_cities(s, seat, prestige, x)


@kernel
def tokens_away(card, reach, value, gold):
    """Return how far a price is: the tokens lacking, and again those of one colour that take longer."""
    missing = purchase.in_gold(purchase.tokens_lacking(card, reach), value)
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
    reach = purchase.reach_of(s, seat)
    gold = purchase.gold_of(s, seat)
    value = gold_value(s, seat)
    conditions = orient.conditions_of(s, seat) if s.orient else 0
    for place in range(s.places):
        card = int(s.rows[place])
        if card < 0:
            continue
        lacking = tokens_away(card, reach, value, gold)
        open_price = total(purchase.due_for(s, seat, card))
        if s.orient and not orient.meets(conditions, card):
            lacking += FAR
            open_price += FAR
        near = APPEAL[card] * BY_TOKENS[lacking]
        if s.strongholds and s.held[place] > 0:
            if s.holder[place] != seat:
                x[OWN.blocked] += near * 0.2
                continue
            x[OWN.guarded] += near * 0.2
            if s.held[place] == STRONGHOLDS_EACH:
                x[OWN.conquest] = near * 0.2
        level = int(LEVEL[card])
        x[OWN.engine_1 + level - 1] += APPEAL[card] * BY_BONUSES[open_price] * 0.2
        x[OWN.near_prestige] += PRESTIGE[card] * BY_TOKENS[lacking] * 0.1
        if level == 1:
            x[OWN.near_cheap] = max(x[OWN.near_cheap], BY_TOKENS[lacking])
        if near * 0.2 > x[OWN.near_best]:
            x[OWN.near_second] = x[OWN.near_best]
            x[OWN.near_best] = near * 0.2
        elif near * 0.2 > x[OWN.near_second]:
            x[OWN.near_second] = near * 0.2
        if lacking == 0:
            x[OWN.affordable] += 0.2
            x[OWN.affordable_prestige] = max(x[OWN.affordable_prestige], PRESTIGE[card] * 0.2)
    for position in range(s.hand_size[seat]):
        card = int(s.hand[seat, position])
        if card < 0:
            continue
        lacking = tokens_away(card, reach, value, gold)
        open_price = total(purchase.due_for(s, seat, card))
        if s.orient and not orient.meets(conditions, card):
            lacking += FAR
            open_price += FAR
        near = APPEAL[card] * BY_TOKENS[lacking] * 0.2
        x[OWN.hand_near] += near
        x[OWN.hand_engine] += APPEAL[card] * BY_BONUSES[open_price] * 0.2
        x[OWN.hand_best] = max(x[OWN.hand_best], near)
        x[OWN.hand_affordable] += 0.3 * (lacking == 0)


@kernel
def describe_nobles(s, seat, x):
    """Write how near a visit is, of nobles on the table or reserved for the seat."""
    for position in range(MAX_NOBLES):
        noble = int(s.nobles[position])
        if noble == NO_TILE:
            break
        near = BY_CARDS[total(nobles.lacking(s, seat, noble))]
        x[OWN.noble_sum] += near * 0.5
        x[OWN.noble_best] = max(x[OWN.noble_best], near)
    for position in range(MAX_NOBLES):
        noble = int(s.claimed[seat, position])
        if noble == NO_TILE:
            break
        near = BY_CARDS[total(nobles.lacking(s, seat, noble))]
        x[OWN.noble_sum] += near
        x[OWN.noble_best] = max(x[OWN.noble_best], near)


@kernel
def describe_posts(s, seat, x):
    """Write the powers of the seat's posts, and how near the others are."""
    for power in range(6):
        x[OWN.gem_after_purchase + power] = s.powers[seat] >> power & 1
    for post in range(s.first_post, s.first_post + POSTS_IN_GAME):
        if not trading_posts.has_power(s, seat, POST_POWER[post]):
            missing = total(trading_posts.lacking(s, seat, post))
            missing += 2 * trading_posts.nobles_lacking(s, seat, post)
            x[OWN.post_sum] += BY_CARDS[missing] * 0.5
            x[OWN.post_best] = max(x[OWN.post_best], BY_CARDS[missing])


@kernel
def describe_cities(s, seat, prestige, x):
    """Write how near the two nearest cities are, in prestige and cards."""
    for position in range(MAX_CITIES):
        city = int(s.city_tiles[position])
        if city == NO_TILE:
            continue
        missing = total(cities.lacking(s, seat, city))
        missing += cities.any_colour_lacking(s, seat, city)
        near = math.exp(-0.25 * missing - 0.15 * max(0, CITY_PRESTIGE[city] - prestige))
        if near > x[OWN.city_best]:
            x[OWN.city_second] = x[OWN.city_best]
            x[OWN.city_best] = near
        elif near > x[OWN.city_second]:
            x[OWN.city_second] = near


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
        decided = decided or o.features[seat, OWN.goal] > 0
    for seat in range(players):
        x = o.features[seat]
        x[OWN.order] = ((seat - s.to_play) % players) / players
        x[OWN.last_word] = seat / players
        x[OWN.is_done] = decided and seat < s.to_play
        x[OWN.progress] = cards / (players * 12.0)
        if s.strongholds:
            x[OWN.supply] = s.supply[seat] / 3.0
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
        activation = net.bias[unit]
        for feature in range(INPUTS):
            activation += o.features[seat, feature] * net.inputs[unit, feature]
        score += max(activation, np.float32(0.0)) * net.outputs[unit]
    return score


@kernel
def is_last_round(o, players):
    """Tell from the features whether a seat has what ends the game."""
    for seat in range(players):
        if o.features[seat, OWN.goal] > 0:
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
