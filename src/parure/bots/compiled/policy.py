"""Quick choices without looking ahead: the small decisions of a turn, and whole turns of novice and merchant.

`answer` makes the small decisions for the guild, too, in the turns that it imagines.
"""

import numpy as np
from numba import carray

from parure.bots.compiled.needs import (
    CROWD,
    LEAST,
    OWN,
    PATIENCE,
    RESERVE_DISTANCE,
    RESERVE_PRESTIGE,
    SOURCES,
    SPREAD,
    card_at,
    distance,
    weigh_colours,
    worth_of,
)
from parure.core import nobles, purchase
from parure.core.actions import (
    BUY,
    CLAIM_NOBLE,
    DISCARD_CARD,
    GAIN_GEM,
    KEEP_CARD,
    MOVE,
    PAIR_WITH,
    PASS,
    PAY,
    PAY_GOLD,
    PAY_JOKER,
    PLACE,
    REMOVE,
    RESERVE,
    RESERVE_DECK,
    RETURN_TOKEN,
    TAKE_GEMS,
    TAKE_GIFT,
)
from parure.core.jit import entry, kernel
from parure.core.legal import decide
from parure.core.packed import number_of, shortfall, total
from parure.core.random import random_below
from parure.core.state import (
    ACTION,
    CLAIM,
    DISCARD,
    GAIN,
    GIFT,
    KEEP,
    NO_CARD,
    PAIR,
    PAYMENT,
    RETURN,
    STRONGHOLD,
    TOKEN_LIMIT,
    head,
)
from parure.core.tables import (
    GEMS,
    GOLD,
    LEVEL,
    PLACES,
    PRESTIGE,
    PRICE,
    WORTH,
)
from parure.core.trading_posts import gold_value

# By so much a move must look better than one before it: more than machines differ in rounding.
AHEAD = 1e-9


@kernel
def answer(s, legal, n, needs):
    """Return a sensible move for a decision other than the action."""
    kind = head(s)
    if kind == PAYMENT:
        return pay_sparingly(s, legal, n)
    if kind == RETURN or kind == GAIN or kind == PAIR or kind == GIFT or kind == KEEP:
        weigh_colours(s, int(s.to_play), needs)
    if kind == STRONGHOLD:
        weigh_colours(s, int(s.to_play), needs)
        return best_stronghold(s, legal, n, needs)
    best, most = int(legal.moves[0]), -1e9
    for number in range(n):
        move = int(legal.moves[number])
        score = answer_score(s, kind, move, needs)
        if score > most + AHEAD:
            best, most = move, score
    return best


@kernel
def answer_score(s, kind, move, needs):
    """Return how good an answer to a small decision looks."""
    seat = int(s.to_play)
    score = 0.0
    if kind == RETURN:
        colour = move - RETURN_TOKEN
        if colour == GOLD:
            score = -100.0
        else:
            score = 0.2 * s.tokens[seat, colour] - needs.bonus[colour] - needs.token[colour]
    elif kind == GAIN:
        score = needs.token[move - GAIN_GEM] + 0.2 * needs.bonus[move - GAIN_GEM]
    elif kind == PAIR:
        score = needs.bonus[move - PAIR_WITH]
    elif kind == GIFT:
        score = worth_of(int(s.rows[move - TAKE_GIFT]), needs)
    elif kind == KEEP:
        card = move - KEEP_CARD
        score = worth_of(card, needs) / (2.0 + distance(s, seat, card))
    elif kind == DISCARD:
        card = move - DISCARD_CARD
        score = -2.0 * PRESTIGE[card] - WORTH[card] - 0.1 * LEVEL[card]
    elif kind == CLAIM:
        missing = nobles.lacking(s, seat, move - CLAIM_NOBLE)
        score = -float(total(missing))
    return score


@kernel
def pay_sparingly(s, legal, n):
    """Pay with as little gold as possible; with joker cards where two gold are needed."""
    first = int(legal.moves[0])
    if first == PAY:
        return first
    seat = int(s.to_play)
    value = gold_value(s, seat)
    needed = purchase.in_gold(shortfall(s.due, s.tokens_packed[seat]), value)
    if first == PAY_JOKER:
        covered = purchase.GOLD_OF_A_JOKER * int(s.jokers_used)
        left = total(needed) - covered
        if left >= purchase.GOLD_OF_A_JOKER or left > s.tokens[seat, GOLD]:
            return first
    for number in range(n):
        colour = int(legal.moves[number]) - PAY_GOLD
        if 0 <= colour < GEMS and number_of(needed, colour) > number_of(s.gold_for, colour):
            return int(legal.moves[number])
    return first


@kernel
def best_stronghold(s, legal, n, needs):
    """Guard the card that the seat wants most, or drive others away from it."""
    seat = int(s.to_play)
    best, most = int(legal.moves[0]), -1e9
    for number in range(n):
        move = int(legal.moves[number])
        place, origin = move - PLACE, -1
        if move >= MOVE:
            place, origin = (move - MOVE) % PLACES, (move - MOVE) // PLACES
        elif move >= REMOVE:
            place = move - REMOVE
        card = int(s.rows[place])
        if card == NO_CARD:
            continue
        score = worth_of(card, needs) / (2.0 + distance(s, seat, card))
        if origin >= 0:
            score -= 0.3
            if s.rows[origin] != NO_CARD:
                card = int(s.rows[origin])
                score -= worth_of(card, needs) / (2.0 + distance(s, seat, card))
        if score > most + AHEAD:
            best, most = move, score
    return best


@kernel
def best_target(s, seat, needs):
    """Return where the card lies that promises most for what the seat still lacks, or -1."""
    best, most = -1, 0.0
    for source in range(SOURCES):
        card = card_at(s, seat, source)
        if card >= 0:
            score = worth_of(card, needs) / (needs.style[PATIENCE] + distance(s, seat, card))
            if source >= PLACES:
                score *= needs.style[OWN]
            if score > most + AHEAD:
                best, most = source, score
    return best


@kernel
def take_score(s, seat, move, missing, needs):
    """Return how much the tokens of a take help towards a target, and a little what else they buy."""
    gems = TAKE_GEMS[move]
    score = 0.0
    for colour in range(GEMS):
        taken = number_of(gems, colour)
        if taken > 0:
            score += min(taken, number_of(missing, colour))
            score += needs.style[SPREAD] * needs.token[colour] * taken
    over = total(s.tokens_packed[seat]) + total(gems) - TOKEN_LIMIT
    return score - needs.style[CROWD] * max(0, over)


@kernel
def merchant_action(s, legal, n, needs):
    """Buy what is worth most; else gather for the best target, and reserve it when it is dear."""
    seat = int(s.to_play)
    weigh_colours(s, seat, needs)
    best, most = -1, needs.style[LEAST]
    for number in range(n):
        move = int(legal.moves[number])
        if BUY <= move < PASS:
            score = worth_of(card_at(s, seat, move - BUY), needs)
            if score > most + AHEAD:
                best, most = move, score
    if best >= 0:
        return best
    target = best_target(s, seat, needs)
    missing = 0
    if target >= 0:
        card = card_at(s, seat, target)
        missing = purchase.tokens_lacking(card, purchase.reach_of(s, seat))
        if (
            target < PLACES
            and PRESTIGE[card] >= needs.style[RESERVE_PRESTIGE]
            and s.hand_size[seat] < 2
            and s.bank[GOLD] > 0
            and distance(s, seat, card) <= needs.style[RESERVE_DISTANCE]
        ):
            return RESERVE + target
    best, most = int(legal.moves[0]), -1e9
    for number in range(n):
        move = int(legal.moves[number])
        score = -0.5
        if move < RESERVE:
            score = take_score(s, seat, move, missing, needs)
        elif move < RESERVE_DECK:
            card = int(s.rows[move - RESERVE])
            score += 0.3 * worth_of(card, needs) / (1.0 + distance(s, seat, card))
        elif move < BUY:
            score -= 0.1
        if score > most + AHEAD:
            best, most = move, score
    return best


@kernel
def novice_action(s, legal, n):
    """Buy at once whatever can be bought, the dearest first; else take any tokens, the more the better."""
    seat = int(s.to_play)
    best, most = -1, -1.0
    for number in range(n):
        move = int(legal.moves[number])
        score = -1.0
        if BUY <= move < PASS:
            card = card_at(s, seat, move - BUY)
            score = 100.0 + 5 * PRESTIGE[card] + total(PRICE[card])
        elif move < RESERVE:
            over = total(s.tokens_packed[seat]) + total(TAKE_GEMS[move]) - TOKEN_LIMIT
            score = 2.0 * total(TAKE_GEMS[move]) - 3.0 * max(0, over) + 0.01 * random_below(s, 300)
        elif move < BUY:
            score = 0.01 * random_below(s, 300)
        if score > most + AHEAD:
            best, most = move, score
    return best if best >= 0 else int(legal.moves[0])


@kernel
def merchant_move(s, legal, n, needs):
    """Return the merchant's move for any decision."""
    if head(s) == ACTION:
        return merchant_action(s, legal, n, needs)
    return answer(s, legal, n, needs)


@kernel
def novice_move(s, legal, n, needs):
    """Return the novice's move for any decision."""
    if head(s) == ACTION:
        return novice_action(s, legal, n)
    return answer(s, legal, n, needs)


@entry
def choose_as_novice(game, seed, legal, needs):
    """Return the novice's move in a stripped game."""
    game[0].rng = np.uint64(seed)
    return novice_move(game[0], legal[0], decide(game[0], legal[0]), needs[0])


@entry
def choose_as_merchant(game, legal, needs):
    """Return the merchant's move in a stripped game."""
    return merchant_move(game[0], legal[0], decide(game[0], legal[0]), needs[0])


def novice_by_pointers(state, legal, n, needs):
    """Return the novice's move, as loops over many games ask for it; see `parure.envs.policies`."""
    return novice_move(carray(state, 1)[0], carray(legal, 1)[0], n, carray(needs, 1)[0])


def merchant_by_pointers(state, legal, n, needs):
    """Return the merchant's move, as loops over many games ask for it."""
    return merchant_move(carray(state, 1)[0], carray(legal, 1)[0], n, carray(needs, 1)[0])
