"""Buying a card: who can, how it is paid, and how it comes to the seat (B12–B17, T6, O4, O5).

A payment is `k` joker cards, then gold for each colour, then the rest in tokens of the colour; nothing
moves before it is complete. Between the least gold that a colour needs and the most that it can use
every number is allowed, so a partial payment can be completed when two ranges meet.
"""

from parure.core import market, orient, reserve
from parure.core.actions import BUY, BUY_HAND, PAY, PAY_GOLD, PAY_JOKER
from parure.core.jit import inlined, kernel
from parure.core.packed import (
    ALL,
    NONE,
    covers,
    half,
    one,
    shortfall,
    total,
)
from parure.core.state import NO_CARD, PAYMENT, plan
from parure.core.tables import (
    COLOUR,
    EFFECT,
    GEMS,
    GOLD,
    GOLD2,
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
def in_gold(numbers, value):
    """Return, packed, how much gold covers so many tokens of each colour (B14, T6)."""
    return half(numbers) if value == 2 else numbers


@kernel
def reach_of(s, seat):
    """Return, packed, how high a price the seat can pay without gold (B13)."""
    return s.bonuses_packed[seat] + s.tokens_packed[seat]


@kernel
def due_for(s, seat, card):
    """Return, packed, the tokens that a card costs the seat after its bonuses (B13)."""
    return shortfall(PRICE[card], s.bonuses_packed[seat])


@kernel
def tokens_lacking(card, reach):
    """Return, packed, what a price asks for beyond all tokens of its colours (B14)."""
    return shortfall(PRICE[card], reach)


@kernel
def gold_lacking(card, reach, value):
    """Return the gold that a price asks for when all tokens of its colours are used (B14, T6)."""
    return total(in_gold(tokens_lacking(card, reach), value))


@kernel
def can_buy(s, seat, card):
    """Tell whether at least one payment for the card is legal (B12–B14, O7, O15)."""
    lacking = gold_lacking(card, reach_of(s, seat), gold_value(s, seat))
    return lacking <= gold_of(s, seat) and orient.meets(orient.conditions_of(s, seat), card)


@inlined
def legal_buy(s, legal, n):
    """List the face-up cards and the cards in hand that can be bought (B12).

    This is `can_buy` for each of them, without a branch that a processor would guess wrong.
    """
    seat = int(s.to_play)
    reach, value, gold = reach_of(s, seat), gold_value(s, seat), gold_of(s, seat)
    conditions = orient.conditions_of(s, seat) if s.orient else UNCONDITIONAL
    for place in range(s.places):
        card = int(s.rows[place])
        if card >= 0:
            legal.moves[n] = BUY + place
            n += (gold_lacking(card, reach, value) <= gold) & orient.meets(conditions, card)
    for position in range(s.hand_size[seat]):
        card = int(s.hand[seat, position])
        legal.moves[n] = BUY_HAND + position
        n += (gold_lacking(card, reach, value) <= gold) & orient.meets(conditions, card)
    return n


@kernel
def open_purchase(s, source):
    """Note the card to be bought, from its place or the hand, and what is due for it (B13)."""
    seat = int(s.to_play)
    s.buying = s.rows[source] if source < PLACES else s.hand[seat, source - PLACES]
    s.buying_from = source
    s.due = due_for(s, seat, int(s.buying))


@kernel
def can_complete(needed, useful, chosen, settled, jokers, gold):
    """Tell whether a payment with `chosen` gold and so many joker cards can be completed.

    `needed` and `useful` are the least and the most gold for each colour, `settled` masks the colours
    whose gold cannot change any more, `gold` is how many gold tokens there are.
    """
    if not covers(useful, chosen) or not covers(chosen, needed & settled):
        return False
    least = total(chosen + shortfall(needed, chosen))
    most = total((chosen & settled) + (useful & ~settled))
    # Each joker card must be needed (O5), and virtual gold goes before gold tokens.
    least = max(least, GOLD_OF_A_JOKER * jokers - 1)
    most = min(most, GOLD_OF_A_JOKER * jokers + gold)
    return least <= most


@kernel
def legal_payment(s, legal):
    """List how the payment may go on: the rest in colours, a joker card, gold (B14, O5, T6)."""
    seat = int(s.to_play)
    n = 0
    if gold_of(s, seat) == 0:
        legal.moves[n] = PAY
        return n + 1
    needed = in_gold(shortfall(s.due, s.tokens_packed[seat]), gold_value(s, seat))
    useful = in_gold(s.due, gold_value(s, seat))
    gold, used = int(s.tokens[seat, GOLD]), int(s.jokers_used)
    if can_complete(needed, useful, s.gold_for, ALL, used, gold):
        legal.moves[n] = PAY
        n += 1
    if s.gold_for == 0:
        for jokers in range(used + 1, int(s.jokers[seat]) + 1):
            if can_complete(needed, useful, s.gold_for, NONE, jokers, gold):
                legal.moves[n] = PAY_JOKER
                n += 1
                break
    for colour in range(s.paying_from, GEMS):
        more = s.gold_for + one(colour)
        if can_complete(needed, useful, more, one(colour) - 1, used, gold):
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
        s.gold_for += one(colour)
        s.paying_from = colour
    plan(s, PAYMENT)


@kernel
def settle(s):
    """Give the tokens to the bank, gold included (B15), and the joker cards away (O5)."""
    seat = int(s.to_play)
    value = gold_value(s, seat)
    spent = shortfall(s.due, value * s.gold_for)
    spent += one(GOLD) * max(0, total(s.gold_for) - GOLD_OF_A_JOKER * s.jokers_used)
    s.tokens_packed[seat] -= spent
    s.bank_packed += spent
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
    s.due = 0
    s.gold_for = 0
    if source < PLACES:
        enter(s, market.leave(s, source))
    else:
        enter(s, reserve.take_from_hand(s, source - PLACES))


@kernel
def enter(s, card):
    """Put a card in front of the seat that plays, and plan its effects (B17, O9)."""
    put_before(s, int(s.to_play), card)
    if s.orient:
        orient.plan_effects(s, card)


@kernel
def put_before(s, seat, card):
    """Put a card in front of a seat: its prestige, and its bonus unless that is chosen later (B17, O4)."""
    s.owner[card] = seat
    s.card_count[seat] += 1
    s.points[seat] += PRESTIGE[card]
    s.jokers[seat] += EFFECT[card] == GOLD2
    if COLOUR[card] >= 0:
        orient.add_bonus(s, seat, int(COLOUR[card]), int(WORTH[card]))
