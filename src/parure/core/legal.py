"""What may be done now: the head of the queue alone decides."""

import numpy as np

from parure.core import (
    cities,
    market,
    nobles,
    orient,
    purchase,
    reserve,
    scoring,
    strongholds,
    tokens,
    trading_posts,
    turn,
)
from parure.core.actions import PASS
from parure.core.jit import kernel
from parure.core.state import (
    ACTION,
    CITY,
    CLAIM,
    CONQUEST,
    DISCARD,
    END_TURN,
    ENTER,
    GAIN,
    GIFT,
    KEEP,
    NOBLE,
    PAIR,
    PAYMENT,
    POST,
    REFILL,
    RETURN,
    STRONGHOLD,
    drop_head,
    head,
    head_about,
)

# Nothing is left to go past: a decision waits for its answer, or the game is over.
ASKED = np.int64(-1)
OVER = np.int64(-2)


@kernel
def legal_action(s, legal):
    """List the four actions; only where there is none, a pass (B18)."""
    n = tokens.legal_take(s, legal, 0)
    n = reserve.legal_reserve(s, legal, n)
    n = purchase.legal_buy(s, legal, n)
    if s.strongholds:
        n = strongholds.without_shut(s, legal, n)
    if n == 0:
        legal.moves[0] = PASS
        n = 1
    return n


@kernel
def legal_conquest(s, legal):
    """Ask for a conquest only where the card can be bought now (S8, S9)."""
    place = strongholds.conquest(s)
    if place >= 0 and purchase.can_buy(s, int(s.to_play), int(s.rows[place])):
        return strongholds.legal_conquest(place, legal)
    return 0


@kernel
def legal_within_action(s, kind, legal):
    """List the answers to a decision within an action: a price, what a card or a post brings, a conquest."""
    about = head_about(s)
    n = 0
    if kind == PAYMENT:
        n = purchase.legal_payment(s, legal)
    elif kind == GAIN:
        n = tokens.legal_gain(s, about, legal)
    elif kind == STRONGHOLD:
        n = strongholds.legal_stronghold(s, legal)
    elif kind == CONQUEST:
        n = legal_conquest(s, legal)
    elif kind == KEEP:
        n = reserve.legal_keep(s, about, legal)
    elif kind == PAIR:
        n = orient.legal_pair(s, legal)
    elif kind == GIFT:
        n = orient.legal_gift(s, about, legal)
    elif kind == DISCARD:
        n = orient.legal_discard(s, legal)
    elif kind == CLAIM:
        n = nobles.legal_claim(s, legal)
    return n


@kernel
def go_past(s, n):
    """Drop the decision at the head of the queue if it has no legal move; return what is there then."""
    if n > 0:
        return ASKED
    drop_head(s)
    return head(s)


@kernel
def decide(s, legal):
    """Go on to the next decision that has a legal move, and list its moves; 0 when the game is over.

    What may be at the head of the queue is looked for in the order of a turn (M10), so that one round does
    all that follows an action, and the threads of a GPU, each elsewhere in its turn, meet on the way.
    """
    n = 0
    kind = OVER if s.over else head(s)
    while kind > ACTION:
        if kind < RETURN:
            n = legal_within_action(s, kind, legal)
            kind = go_past(s, n)
        if kind == ENTER:
            drop_head(s)
            purchase.close_purchase(s)
            kind = head(s)
        if kind == REFILL:
            drop_head(s)
            market.refill(s)
            kind = head(s)
        if kind == RETURN:
            n = tokens.legal_return(s, head_about(s), legal)
            kind = go_past(s, n)
        if kind == NOBLE:
            n = nobles.legal_noble(s, legal)
            kind = go_past(s, n)
        if kind == POST:
            n = trading_posts.legal_post(s, legal)
            kind = go_past(s, n)
        if kind == CITY:
            n = cities.legal_city(s, scoring.prestige(s, int(s.to_play)), legal)
            kind = go_past(s, n)
        if kind == END_TURN:
            drop_head(s)
            turn.end_turn(s)
            kind = OVER if s.over else ACTION
    if kind == ACTION:
        n = legal_action(s, legal)
    return n
