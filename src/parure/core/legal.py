"""What may be done now: the head of the queue alone decides."""

from parure.core import (
    cities,
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
    FIRST_STEP,
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


@kernel
def legal_action(s, legal):
    """List the four actions; only where there is none, a pass (B18)."""
    n = tokens.legal_take(s, legal, 0)
    n = reserve.legal_reserve(s, legal, n)
    n = purchase.legal_buy(s, legal, n)
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
def legal_answers(s, kind, legal):
    """Write the legal moves of a decision other than the action into `legal`; return their number."""
    about = head_about(s)
    n = 0
    if kind == PAYMENT:
        n = purchase.legal_payment(s, legal)
    elif kind == RETURN:
        n = tokens.legal_return(s, about, legal)
    elif kind == NOBLE:
        n = nobles.legal_noble(s, legal)
    elif kind == POST:
        n = trading_posts.legal_post(s, legal)
    elif kind == CITY:
        n = cities.legal_city(s, scoring.prestige(s, int(s.to_play)), legal)
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
def decide(s, legal):
    """Go on to the next decision that has a legal move, and list its moves; 0 when the game is over.

    The action is listed after the loop, where the threads of a GPU that have come to it meet.
    """
    n = 0
    while n == 0 and not s.over and head(s) != ACTION:
        kind = head(s)
        if kind < FIRST_STEP:
            n = legal_answers(s, kind, legal)
            if n == 0:
                drop_head(s)
        else:
            drop_head(s)
            turn.do_step(s, kind)
    if n == 0 and not s.over:
        n = legal_action(s, legal)
    return n
