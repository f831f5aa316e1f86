"""Carrying a move out. The caller has checked that it is legal."""

from parure.core import (
    cities,
    market,
    nobles,
    orient,
    purchase,
    reserve,
    strongholds,
    tokens,
    trading_posts,
    turn,
)
from parure.core.actions import (
    BUY,
    CLAIM_NOBLE,
    CONQUER,
    DECLINE,
    DISCARD_CARD,
    GAIN_GEM,
    KEEP_CARD,
    PAIR_WITH,
    PASS,
    RESERVE,
    RESERVE_DECK,
    RETURN_TOKEN,
    TAKE_CITY,
    TAKE_GIFT,
    TAKE_TWO,
    WELCOME,
    WIN_POST,
)
from parure.core.jit import large
from parure.core.legal import decide
from parure.core.state import (
    ACTION,
    CITY,
    CLAIM,
    CONQUEST,
    DISCARD,
    GAIN,
    GIFT,
    KEEP,
    NOBLE,
    PAIR,
    PAYMENT,
    POST,
    RETURN,
    STRONGHOLD,
    drop_head,
    head,
    head_about,
)


@large
def apply_action(s, move):
    """Carry out the action of the turn (B6–B12), or the pass (B18)."""
    s.passes = s.passes + 1 if move == PASS else 0
    if move < RESERVE:
        tokens.take(s, move)
        if move >= TAKE_TWO:
            turn.after_taking_two(s, move - TAKE_TWO)
    elif move < RESERVE_DECK:
        reserve.reserve_face_up(s, move - RESERVE)
    elif move < BUY:
        reserve.reserve_from_deck(s, move - RESERVE_DECK)
    elif move < PASS:
        turn.begin_purchase(s, move - BUY)


@large
def apply(s, move):
    """Carry out a legal move of the decision at the head of the queue."""
    kind = head(s)
    about = head_about(s)
    drop_head(s)
    if kind == ACTION:
        apply_action(s, move)
    elif kind == PAYMENT:
        purchase.pay(s, move)
    elif kind == RETURN:
        tokens.give_back(s, move - RETURN_TOKEN)
    elif kind == NOBLE:
        nobles.welcome(s, move - WELCOME)
    elif kind == POST:
        trading_posts.win_post(s, move - WIN_POST)
    elif kind == CITY:
        cities.take_city(s, move - TAKE_CITY)
    elif kind == GAIN:
        tokens.gain(s, move - GAIN_GEM)
    elif kind == STRONGHOLD:
        strongholds.act(s, move)
    elif kind == CONQUEST:
        if move != DECLINE:
            turn.begin_purchase(s, move - CONQUER)
    elif kind == KEEP:
        reserve.keep(s, about, move - KEEP_CARD)
    elif kind == PAIR:
        orient.pair(s, about, move - PAIR_WITH)
    elif kind == GIFT:
        purchase.enter(s, market.leave(s, move - TAKE_GIFT))
    elif kind == DISCARD:
        orient.discard(s, move - DISCARD_CARD, about)
    elif kind == CLAIM:
        nobles.claim(s, move - CLAIM_NOBLE)


@large
def step(s, move, legal):
    """Apply a move and every forced one after it; list the next moves and return their number."""
    n = 1
    while n == 1:
        apply(s, move)
        n = decide(s, legal)
        move = int(legal.moves[0])
    return n
