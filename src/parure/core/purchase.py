"""Buying a card: who can, how it is paid, and how it comes to the seat (B12–B17, T6, O4, O5).

A payment is `k` joker cards, then gold for each colour, then the rest in tokens of the colour; nothing
moves before it is complete. Between the least gold that a colour needs and the most that it can use
every number is allowed, so a partial payment can be completed when two ranges meet.
"""

from parure.core import market, orient, reserve, strongholds
from parure.core.actions import BUY, BUY_HAND, PAY, PAY_GOLD, PAY_JOKER
from parure.core.jit import kernel
from parure.core.packed import half, reach_of, shortfall, total
from parure.core.state import NO_CARD, PAYMENT, plan
from parure.core.tables import (
    COLOUR,
    GEMS,
    GOLD,
    PACKED_PRICE,
    PLACES,
    PRESTIGE,
    PRICE,
    UNCONDITIONAL,
    WORTH,
)
from parure.core.trading_posts import gold_value

GOLD_OF_A_JOKER = 2


@kernel
def gold_of(s, seat):
    """Return the gold that the seat can spend, virtual gold included (O4)."""
    return int(s.tokens[seat, GOLD]) + GOLD_OF_A_JOKER * int(s.jokers[seat])


@kernel
def gold_lacking(card, reach, value):
    """Return the gold that a price asks for when all tokens of its colours are used (B14, T6)."""
    lack = shortfall(PACKED_PRICE[card], reach)
    return total(half(lack)) if value == 2 else total(lack)


@kernel
def can_buy(s, seat, card):
    """Tell whether at least one payment for the card is legal (B12–B14, O7, O15)."""
    lacking = gold_lacking(card, reach_of(s, seat), gold_value(s, seat))
    return lacking <= gold_of(s, seat) and orient.meets(orient.conditions_of(s, seat), card)


@kernel
def legal_buy(s, legal, n):
    """List the face-up cards and the cards in hand that can be bought (B12, S6).

    This is `can_buy` for each of them, without a branch that a processor would guess wrong.
    """
    seat = s.to_play
    reach, value, gold = reach_of(s, seat), gold_value(s, seat), gold_of(s, seat)
    conditions = orient.conditions_of(s, seat) if s.orient else UNCONDITIONAL
    for place in range(PLACES):
        card = int(s.rows[place])
        if card == NO_CARD:
            continue
        legal.moves[n] = BUY + place
        n += (
            (gold_lacking(card, reach, value) <= gold)
            & orient.meets(conditions, card)
            & strongholds.is_free_for(s, seat, place)
        )
    for position in range(s.hand_size[seat]):
        card = s.hand[seat, position]
        legal.moves[n] = BUY_HAND + position
        n += (gold_lacking(card, reach, value) <= gold) & orient.meets(conditions, card)
    return n


@kernel
def open_purchase(s, source):
    """Note the card to be bought, from its place or the hand, and what is due for it (B13)."""
    seat = s.to_play
    s.buying = s.rows[source] if source < PLACES else s.hand[seat, source - PLACES]
    s.buying_from = source
    for colour in range(GEMS):
        s.due[colour] = max(0, PRICE[s.buying, colour] - s.bonuses[seat, colour])


@kernel
def can_complete(s, jokers, colour, more):
    """Tell whether the payment so far, with `jokers` and `more` gold for `colour`, can be completed.

    Gold for the colours before `colour` is settled; `GEMS` settles all.
    """
    seat = s.to_play
    value = gold_value(s, seat)
    least = 0
    most = 0
    for c in range(GEMS):
        needed = (max(0, s.due[c] - s.tokens[seat, c]) + value - 1) >> (value - 1)
        useful = (s.due[c] + value - 1) >> (value - 1)
        chosen = s.gold_for[c] + (more if c == colour else 0)
        if c < colour:
            if chosen < needed:
                return False
            least += chosen
            most += chosen
        else:
            if chosen > useful:
                return False
            least += max(needed, chosen)
            most += useful
    # Each joker card must be needed (O5), and virtual gold goes before gold tokens.
    least = max(least, GOLD_OF_A_JOKER * jokers - 1)
    most = min(most, GOLD_OF_A_JOKER * jokers + s.tokens[seat, GOLD])
    return least <= most


@kernel
def gold_chosen(s):
    """Return the gold of the payment so far, virtual gold included."""
    total = 0
    for colour in range(GEMS):
        total += s.gold_for[colour]
    return total


@kernel
def legal_payment(s, legal):
    """List how the payment may go on: all the rest in colours, a joker card, gold (B14, O5, T6)."""
    seat = s.to_play
    if gold_of(s, seat) == 0:
        legal.moves[0] = PAY
        return 1
    n = 0
    if can_complete(s, s.jokers_used, GEMS, 0):
        legal.moves[n] = PAY
        n += 1
    if s.jokers_used < s.jokers[seat] and gold_chosen(s) == 0:
        for jokers in range(s.jokers_used + 1, s.jokers[seat] + 1):
            if can_complete(s, jokers, 0, 0):
                legal.moves[n] = PAY_JOKER
                n += 1
                break
    if s.tokens[seat, GOLD] > 0 or s.jokers_used > 0:
        for colour in range(s.paying_from, GEMS):
            if s.due[colour] > 0 and can_complete(s, s.jokers_used, colour, 1):
                legal.moves[n] = PAY_GOLD + colour
                n += 1
    return n


@kernel
def pay(s, move):
    """Take one step of a payment; `pay` completes it and moves the tokens (B15)."""
    if move == PAY:
        settle(s)
        return
    if move == PAY_JOKER:
        s.jokers_used += 1
    else:
        colour = move - PAY_GOLD
        s.gold_for[colour] += 1
        s.paying_from = colour
    plan(s, PAYMENT, 0)


@kernel
def settle(s):
    """Give the tokens to the bank, gold included (B15), and the joker cards away (O5)."""
    seat = s.to_play
    value = gold_value(s, seat)
    for colour in range(GEMS):
        spent = max(0, s.due[colour] - value * s.gold_for[colour])
        s.tokens[seat, colour] -= spent
        s.bank[colour] += spent
    gold = max(0, gold_chosen(s) - GOLD_OF_A_JOKER * s.jokers_used)
    s.tokens[seat, GOLD] -= gold
    s.bank[GOLD] += gold
    if s.jokers_used > 0:
        orient.spend_jokers(s, seat, s.jokers_used)


@kernel
def close_purchase(s):
    """Bring the card that is paid for to the seat, and clear the purchase (S7, B17)."""
    source = int(s.buying_from)
    s.buying = NO_CARD
    s.buying_from = 0
    s.jokers_used = 0
    s.paying_from = 0
    for colour in range(GEMS):
        s.due[colour] = 0
        s.gold_for[colour] = 0
    if source < PLACES:
        enter(s, market.leave(s, source))
    else:
        enter(s, reserve.take_from_hand(s, source - PLACES))


@kernel
def enter(s, card):
    """Put a card in front of the seat: its bonus, its prestige, its effects (B17, O9)."""
    seat = s.to_play
    s.owner[card] = seat
    s.card_count[seat] += 1
    s.points[seat] += PRESTIGE[card]
    if COLOUR[card] >= 0:
        orient.add_bonus(s, seat, COLOUR[card], WORTH[card])
    if s.orient:
        orient.plan_effects(s, seat, card)
