"""The order of things: a turn, a purchase, the end (M10).

The one file that knows every module. What is planned here stands in the queue of the state; `legal`
asks what is at its head, `apply` answers it.
"""

from parure.core import purchase, scoring
from parure.core.jit import kernel
from parure.core.orient import DISCARD_PRICE, is_discard_card
from parure.core.state import (
    ACTION,
    CITY,
    CONQUEST,
    DISCARD,
    END_TURN,
    ENTER,
    GAIN,
    MAX_PENDING,
    NOBLE,
    PAYMENT,
    POST,
    REFILL,
    RETURN,
    STRONGHOLD,
    drop_head,
    head,
    plan,
    plan_about,
    plan_is_made,
)
from parure.core.tables import GEM_AFTER_PURCHASE, GEM_AFTER_TWO
from parure.core.tokens import ANY_COLOUR
from parure.core.trading_posts import has_power


@kernel
def plan_turns(s):
    """Plan what is the same in every turn of the game: one action, then what follows it (M10).

    What the action took from the rows is replaced before the conquest (S10) or with what the conquest took
    (S11); posts are won before cities (M2).
    """
    before = int(s.pending_size)
    plan(s, ACTION)
    if s.strongholds:
        if s.refill_before_conquest:
            plan(s, REFILL)  # S10
        plan(s, CONQUEST)  # S8
    plan(s, REFILL)  # B16, S11
    plan(s, RETURN)  # B19
    if not s.cities:
        plan(s, NOBLE)  # B20, C1
    if s.trading_posts:
        plan(s, POST)  # T1
    if s.cities and s.city_is_taken:
        plan(s, CITY)  # C5, M2
    plan(s, END_TURN)
    plan_is_made(s, before)
    s.turn_steps = s.pending_size
    while s.pending_size > 0:
        s.turn_plan[s.pending_size - 1] = head(s)
        drop_head(s)


@kernel
def begin_turn(s):
    """Queue the steps of a turn; what is copied beyond them is zero, as is an empty queue."""
    for number in range(MAX_PENDING):
        s.pending[number] = s.turn_plan[number]
    s.pending_size = s.turn_steps


@kernel
def begin_purchase(s, source):
    """Plan a purchase from a place or the hand, in the order of M10; the card's effects go in between.

    The card is not there while it is paid for (O21). The gem of a post (M6) and the stronghold (M9) come
    once, however many gifts the card leads to.
    """
    before = int(s.pending_size)
    purchase.open_purchase(s, source)
    if s.orient and is_discard_card(s.buying):
        plan_about(s, DISCARD, DISCARD_PRICE)  # O15
    else:
        plan(s, PAYMENT)  # B14
    plan(s, ENTER)  # S7, B17, O21, then the effects of the card: O6, O8, O12, O14
    if has_power(s, int(s.to_play), GEM_AFTER_PURCHASE):
        plan_about(s, GAIN, ANY_COLOUR)  # T4, M6
    if s.strongholds:
        plan(s, STRONGHOLD)  # S2, M9
    plan_is_made(s, before)


@kernel
def after_taking_two(s, colour):
    """Plan the third gem of a post (T5)."""
    if has_power(s, int(s.to_play), GEM_AFTER_TWO):
        plan_about(s, GAIN, colour)


@kernel
def end_turn(s):
    """Finish the turn, and with it the game or the round (B18, B23), or go on with the next seat (B5)."""
    s.turns += 1
    ends_round = s.to_play == s.players - 1
    if s.passes == s.players or (ends_round and scoring.is_decided(s)):
        s.over = 1
        s.winners = scoring.find_winners(s)
    else:
        s.to_play = 0 if ends_round else s.to_play + 1
        begin_turn(s)
