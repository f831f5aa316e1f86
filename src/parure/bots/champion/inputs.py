"""What the champion's network looks at: small whole numbers, from what the seat to play may know.

Thirty-two *slots* hold a card each: the places of the table, the hands of all seats, and the two cards of a
look into a deck (T9). A slot says which card lies there, and what it is to each seat: the tokens that are
lacking, the nobles it brings nearer, whether it ends the game. The *table* says the rest: the question, the
bank, nobles, cities and posts by what is lacking, and the seats. Seats are counted from the one to play.

All of it follows from the core's own functions. A card that the seat may not know counts as any card of its
deck, so a state gives the same inputs before and after `observe.hide`.
"""

import numpy as np

from parure.core import cities, nobles, orient, purchase, scoring, strongholds, trading_posts
from parure.core.jit import kernel
from parure.core.packed import number_of, shortfall, total
from parure.core.state import (
    FIRST_STEP,
    GAIN,
    GIFT,
    HAND_LIMIT,
    HIDDEN,
    KEEP,
    MAX_CITIES,
    MAX_NOBLES,
    MAX_SEATS,
    NO_CARD,
    NO_TILE,
    RETURN,
    STRONGHOLDS_EACH,
    TOKEN_LIMIT,
    head,
    head_about,
)
from parure.core.tables import (
    ALL_CARDS,
    CITY_NEEDS,
    CITY_PRESTIGE,
    COLOUR,
    DECK,
    DECK_START,
    DECKS,
    GEMS,
    NO_COLOUR,
    NOBLE_NEEDS,
    NOBLE_PRESTIGE,
    PLACES,
    POST_NEEDS,
    POST_POWER,
    POSTS_IN_GAME,
    PRESTIGE,
    TOKENS,
)

VERSION = 1
"""Changes whenever a number means something else: weights are for one version."""

FIRST_HAND = PLACES
FIRST_LOOK = FIRST_HAND + MAX_SEATS * HAND_LIMIT
SLOTS = FIRST_LOOK + 2

# What a slot holds: a card, a hidden card of a deck, nothing.
HIDDEN_CARD = ALL_CARDS
NOTHING_THERE = HIDDEN_CARD + DECKS
FACES = NOTHING_THERE + 1

_MOST_LACKING = 7
_POWERS = 6


def _offsets(sizes: dict[str, int]) -> tuple[dict[str, int], int]:
    """Return where each part begins, and how many numbers there are, in whole words of eight."""
    offsets, at = {}, 0
    for name, size in sizes.items():
        offsets[name] = at
        at += size
    return offsets, -(-at // 8) * 8


# A card as one seat sees it.
_OF_SEAT = {
    "lacking": _MOST_LACKING + 1,  # one of these is 1: tokens lacking when all gold is used
    "unmet": 1,  # what the card asks for beside tokens is not there (O7, O15)
    "price": 1,  # left after the bonuses
    "most": 1,  # lacking of one colour
    "shut": 1,  # another's strongholds stand there (S6)
}
_SEAT_AT, _ = _offsets(_OF_SEAT)
SEAT_SIZE = sum(_OF_SEAT.values())

SLOT_LAYOUT = {
    "seats": MAX_SEATS * SEAT_SIZE,
    "missing": 2 * GEMS,  # by colour, without gold: for the seat to play, and for the next one
    "not_in_bank": 1,  # of the tokens that are missing
    "nobles": 2,  # how many want this colour still: for the seat to play, and for the next one
    "completes": 2,  # a noble comes with this card
    "ends": MAX_SEATS,  # the card brings the seat to the goal
    "cities": 1,  # that want this colour still
    "posts": 1,
    "own_bonuses": 1,  # of this colour
    "own_towers": 1,
    "other_towers": 1,
    "conquest": 1,  # three towers of one's own
    "where": 4,  # on the table, in the own hand, in another's, looked at
    "blind": 1,
    "buying": 1,
}
SLOT_AT, SLOT_INPUTS = _offsets(SLOT_LAYOUT)

_OF_NOBLE = 1 + MAX_SEATS + GEMS  # there, lacking for each seat, by colour for the one to play
_OF_CITY = 1 + 2 * MAX_SEATS + GEMS + 1  # cards and prestige lacking, by colour, of any one colour
_OF_POST = 2 * MAX_SEATS  # has it, cards lacking
_THRESHOLDS = (6, 9, 11, 12, 13, 14, 15)

_A_SEAT = {
    "there": 1,
    "tokens": TOKENS,
    "crowded": 1,  # tokens above seven
    "bonuses": GEMS,
    "counted": GEMS,  # what conditions count, with The Orient
    "prestige": 1,
    "thresholds": len(_THRESHOLDS),
    "cards": 1,
    "hand": 1,
    "hand_full": 1,
    "blind": 1,
    "jokers": 1,
    "supply": 1,
    "powers": _POWERS,
    "won": 1,  # nobles
    "goal": 1,
    "to_come": 1,  # plays in this round, now or later
    "claimed": 1,
    "claimed_lacking": 1,
}
_A_SEAT_AT, _ = _offsets(_A_SEAT)
A_SEAT_SIZE = sum(_A_SEAT.values())

TABLE_LAYOUT = {
    "decision": int(FIRST_STEP),
    "about_colour": TOKENS,
    "about_gift": 2,
    "players": MAX_SEATS - 1,
    "modules": 4,
    "edition": 1,
    "last_round": 1,
    "own_seat": MAX_SEATS,
    "passes": 1,
    "bank": TOKENS,
    "decks": DECKS,
    "due": GEMS,
    "gold_for": GEMS,
    "jokers_used": 1,
    "nobles": MAX_NOBLES * _OF_NOBLE,
    "cities": MAX_CITIES * _OF_CITY,
    "posts": POSTS_IN_GAME * _OF_POST,
    "seats": MAX_SEATS * A_SEAT_SIZE,
}
TABLE_AT, TABLE_INPUTS = _offsets(TABLE_LAYOUT)

INPUTS = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("slots", np.int8, (SLOTS, SLOT_INPUTS)),
                ("table", np.int8, TABLE_INPUTS),
                ("faces", np.int16, SLOTS),
            ],
            align=True,
        ),
    )
)
"""Room for the inputs of one position."""

# The table is written in parts, none of which looks at another: threads of a GPU share them.
PART_SEATS = 0
PART_QUESTION = PART_SEATS + MAX_SEATS
PART_BANK = PART_QUESTION + 1
PART_NOBLES = PART_BANK + 1
PART_CITIES = PART_NOBLES + MAX_NOBLES
PART_POSTS = PART_CITIES + MAX_CITIES
PARTS = PART_POSTS + POSTS_IN_GAME
assert PARTS <= SLOTS

_LACKING, _UNMET, _PRICE, _MOST, _SHUT = (_SEAT_AT[name] for name in _OF_SEAT)
(
    _MISSING,
    _NOT_IN_BANK,
    _NOBLES,
    _COMPLETES,
    _ENDS,
    _CITIES,
    _POSTS,
    _OWN_BONUSES,
    _OWN_TOWERS,
    _OTHER_TOWERS,
    _CONQUEST,
    _WHERE,
    _BLIND,
    _BUYING,
) = (SLOT_AT[name] for name in list(SLOT_LAYOUT)[1:])
_ON_TABLE, _OWN_HAND, _OTHER_HAND, _LOOKED_AT = range(4)


@kernel
def face_at(s, slot):
    """Return the card of a slot as the seat to play sees it: NO_CARD, or HIDDEN minus its deck."""
    if slot < FIRST_HAND:
        return int(s.rows[slot]) if slot < s.places else NO_CARD
    if slot >= FIRST_LOOK:
        if s.over or head(s) != KEEP:
            return NO_CARD
        deck = head_about(s)
        return int(
            s.decks[int(DECK_START[deck]) + int(s.deck_size[deck]) - 1 - (slot - FIRST_LOOK)]
        )
    ahead = (slot - FIRST_HAND) // HAND_LIMIT
    if ahead >= s.players:
        return NO_CARD
    seat = (int(s.to_play) + ahead) % int(s.players)
    position = (slot - FIRST_HAND) % HAND_LIMIT
    card = int(s.hand[seat, position])
    if ahead > 0 and s.blind[seat, position] and card >= 0:
        return HIDDEN - int(DECK[card])
    return card


@kernel
def write_slot(s, slot, x):
    """Write one slot into an empty row of slots."""
    face = face_at(s, slot)
    if face == NO_CARD:
        x.faces[slot] = NOTHING_THERE
        return
    x.faces[slot] = face if face >= 0 else HIDDEN_CARD + HIDDEN - face
    players, seat = int(s.players), int(s.to_play)
    first, last = 0, players
    if slot < FIRST_HAND:
        x.slots[slot, _WHERE + _ON_TABLE] = 1
        write_towers(s, slot, x)
    elif slot < FIRST_LOOK:
        first = (slot - FIRST_HAND) // HAND_LIMIT
        last = first + 1
        x.slots[slot, _WHERE + (_OWN_HAND if first == 0 else _OTHER_HAND)] = 1
        position = (slot - FIRST_HAND) % HAND_LIMIT
        x.slots[slot, _BLIND] = s.blind[(seat + first) % players, position]
    else:
        last = 1
        x.slots[slot, _WHERE + _LOOKED_AT] = 1
    if face >= 0:
        x.slots[slot, _BUYING] = s.buying == face
        for ahead in range(first, last):
            write_for_seat(s, slot, face, ahead, x)


@kernel
def write_towers(s, place, x):
    """Write the strongholds of a place."""
    if s.held[place] > 0:
        if s.holder[place] == s.to_play:
            x.slots[place, _OWN_TOWERS] = s.held[place]
            x.slots[place, _CONQUEST] = s.held[place] == STRONGHOLDS_EACH
        else:
            x.slots[place, _OTHER_TOWERS] = s.held[place]


@kernel
def write_for_seat(s, slot, card, ahead, x):
    """Write what a card is to a seat that so many seats are ahead of."""
    seat = (int(s.to_play) + ahead) % int(s.players)
    at = SEAT_SIZE * ahead
    missing = purchase.tokens_lacking(card, purchase.reach_of(s, seat))
    in_gold = purchase.in_gold(missing, trading_posts.gold_value(s, seat))
    lacking = max(0, total(in_gold) - purchase.gold_of(s, seat))
    x.slots[slot, at + _LACKING + min(lacking, _MOST_LACKING)] = 1
    x.slots[slot, at + _UNMET] = s.orient and not orient.meets(orient.conditions_of(s, seat), card)
    x.slots[slot, at + _PRICE] = total(purchase.due_for(s, seat, card))
    x.slots[slot, at + _SHUT] = slot < PLACES and not strongholds.is_free_for(s, seat, slot)
    most = 0
    short = 0
    for colour in range(GEMS):
        number = number_of(missing, colour)
        most = max(most, number)
        if ahead < 2:
            x.slots[slot, _MISSING + GEMS * ahead + colour] = number
        short += max(0, number - s.bank[colour])
    x.slots[slot, at + _MOST] = most
    gain = int(PRESTIGE[card])
    colour = int(COLOUR[card])
    if ahead == 0:
        x.slots[slot, _NOT_IN_BANK] = short
    if colour != NO_COLOUR:
        if ahead < 2:
            gain += write_nobles_of_card(s, slot, seat, colour, ahead, x)
        if ahead == 0:
            x.slots[slot, _OWN_BONUSES] = s.bonuses[seat, colour]
            write_goals_of_card(s, slot, seat, colour, x)
    if not s.cities:
        x.slots[slot, _ENDS + ahead] = scoring.prestige(s, seat) + gain >= scoring.GOAL


@kernel
def write_nobles_of_card(s, slot, seat, colour, ahead, x):
    """Write which nobles want a colour; return the prestige of one that the card completes."""
    wanted, gain = 0, 0
    for number in range(2 * MAX_NOBLES):
        own = number >= MAX_NOBLES
        noble = int(s.claimed[seat, number - MAX_NOBLES]) if own else int(s.nobles[number])
        if noble != NO_TILE:
            missing = shortfall(NOBLE_NEEDS[noble], s.counted_packed[seat])
            if number_of(missing, colour) > 0:
                wanted += 1
                if total(missing) == 1:
                    gain = int(NOBLE_PRESTIGE[noble])
    x.slots[slot, _NOBLES + ahead] = wanted
    x.slots[slot, _COMPLETES + ahead] = gain > 0
    return gain


@kernel
def write_goals_of_card(s, slot, seat, colour, x):
    """Write how many cities and posts want a colour of the seat to play."""
    wanted = 0
    if s.cities:
        for position in range(MAX_CITIES):
            city = int(s.city_tiles[position])
            if city != NO_TILE:
                missing = shortfall(CITY_NEEDS[city], s.counted_packed[seat])
                wanted += number_of(missing, colour) > 0
    x.slots[slot, _CITIES] = wanted
    wanted = 0
    if s.trading_posts:
        for post in range(s.first_post, s.first_post + POSTS_IN_GAME):
            if not trading_posts.has_power(s, seat, POST_POWER[post]):
                missing = shortfall(POST_NEEDS[post], s.counted_packed[seat])
                wanted += number_of(missing, colour) > 0
    x.slots[slot, _POSTS] = wanted


(
    _DECISION,
    _ABOUT_COLOUR,
    _ABOUT_GIFT,
    _PLAYERS,
    _MODULES,
    _EDITION,
    _LAST_ROUND,
    _OWN_SEAT,
    _PASSES,
    _BANK,
    _DECKS,
    _DUE,
    _GOLD_FOR,
    _JOKERS_USED,
    _ALL_NOBLES,
    _ALL_CITIES,
    _ALL_POSTS,
    _SEATS,
) = (TABLE_AT[name] for name in TABLE_LAYOUT)


@kernel
def write_part(s, part, x):
    """Write one part of an empty table."""
    if part < PART_QUESTION:
        if part < s.players:
            write_a_seat(s, part, x)
    elif part == PART_QUESTION:
        write_question(s, x)
    elif part == PART_BANK:
        write_bank(s, x)
    elif part < PART_CITIES:
        write_noble(s, part - PART_NOBLES, x)
    elif part < PART_POSTS:
        if s.cities:
            write_city(s, part - PART_CITIES, x)
    elif s.trading_posts:
        write_post(s, part - PART_POSTS, x)


@kernel
def write_question(s, x):
    """Write what is asked, and by which rules."""
    if not s.over:
        kind, about = head(s), head_about(s)
        x.table[_DECISION + kind] = 1
        if kind == RETURN or (kind == GAIN and about != NO_COLOUR):
            x.table[_ABOUT_COLOUR + about] = 1
        if kind == GIFT:
            x.table[_ABOUT_GIFT + about - 1] = 1
    x.table[_PLAYERS + int(s.players) - 2] = 1
    x.table[_MODULES] = s.cities
    x.table[_MODULES + 1] = s.trading_posts
    x.table[_MODULES + 2] = s.orient
    x.table[_MODULES + 3] = s.strongholds
    x.table[_EDITION] = s.double_is_one_card
    x.table[_LAST_ROUND] = scoring.is_decided(s)
    x.table[_OWN_SEAT + int(s.to_play)] = 1
    x.table[_PASSES] = s.passes


@kernel
def write_bank(s, x):
    """Write the bank, the decks and the payment under way."""
    for colour in range(TOKENS):
        x.table[_BANK + colour] = s.bank[colour]
    for deck in range(DECKS):
        x.table[_DECKS + deck] = s.deck_size[deck]
    for colour in range(GEMS):
        x.table[_DUE + colour] = number_of(s.due, colour)
        x.table[_GOLD_FOR + colour] = number_of(s.gold_for, colour)
    x.table[_JOKERS_USED] = s.jokers_used


@kernel
def write_noble(s, position, x):
    """Write what the seats lack for a noble of the table."""
    noble = int(s.nobles[position])
    if noble == NO_TILE:
        return
    at = _ALL_NOBLES + _OF_NOBLE * position
    x.table[at] = 1
    for ahead in range(int(s.players)):
        seat = (int(s.to_play) + ahead) % int(s.players)
        missing = shortfall(NOBLE_NEEDS[noble], s.counted_packed[seat])
        x.table[at + 1 + ahead] = total(missing)
        if ahead == 0:
            for colour in range(GEMS):
                x.table[at + 1 + MAX_SEATS + colour] = number_of(missing, colour)


@kernel
def write_city(s, position, x):
    """Write what the seats lack for a city, in cards and prestige (C2, C3)."""
    city = int(s.city_tiles[position])
    if city == NO_TILE:
        return
    at = _ALL_CITIES + _OF_CITY * position
    x.table[at] = 1
    for ahead in range(int(s.players)):
        seat = (int(s.to_play) + ahead) % int(s.players)
        missing = shortfall(CITY_NEEDS[city], s.counted_packed[seat])
        any_colour = cities.any_colour_lacking(s, seat, city)
        if ahead == 0:
            for colour in range(GEMS):
                x.table[at + 1 + 2 * MAX_SEATS + colour] = number_of(missing, colour)
            x.table[at + 1 + 2 * MAX_SEATS + GEMS] = any_colour
        x.table[at + 1 + ahead] = total(missing) + any_colour
        lacking = max(0, int(CITY_PRESTIGE[city]) - scoring.prestige(s, seat))
        x.table[at + 1 + MAX_SEATS + ahead] = lacking


@kernel
def write_post(s, position, x):
    """Write who has a post, and what the others lack for it."""
    post = int(s.first_post) + position
    at = _ALL_POSTS + _OF_POST * position
    for ahead in range(int(s.players)):
        seat = (int(s.to_play) + ahead) % int(s.players)
        if trading_posts.has_power(s, seat, POST_POWER[post]):
            x.table[at + ahead] = 1
        else:
            missing = total(shortfall(POST_NEEDS[post], s.counted_packed[seat]))
            missing += 2 * trading_posts.nobles_lacking(s, seat, post)
            x.table[at + MAX_SEATS + ahead] = missing


(
    _THERE,
    _TOKENS,
    _CROWDED,
    _BONUSES,
    _COUNTED,
    _PRESTIGE,
    _PRESTIGE_FROM,
    _CARDS,
    _HAND,
    _HAND_FULL,
    _HAND_BLIND,
    _JOKERS,
    _SUPPLY,
    _SEAT_POWERS,
    _WON,
    _GOAL,
    _TO_COME,
    _CLAIMED,
    _CLAIMED_LACKING,
) = (_A_SEAT_AT[name] for name in _A_SEAT)
_STEPS = np.array(_THRESHOLDS, np.int64)
_MANY_TOKENS = TOKEN_LIMIT - 3


@kernel
def write_a_seat(s, ahead, x):
    """Write what a seat has."""
    seat = (int(s.to_play) + ahead) % int(s.players)
    at = _SEATS + A_SEAT_SIZE * ahead
    x.table[at + _THERE] = 1
    for colour in range(TOKENS):
        x.table[at + _TOKENS + colour] = s.tokens[seat, colour]
    x.table[at + _CROWDED] = max(0, total(s.tokens_packed[seat]) - _MANY_TOKENS)
    for colour in range(GEMS):
        x.table[at + _BONUSES + colour] = s.bonuses[seat, colour]
        if s.orient:
            x.table[at + _COUNTED + colour] = s.counted[seat, colour]
    prestige = scoring.prestige(s, seat)
    x.table[at + _PRESTIGE] = prestige
    for step in range(len(_STEPS)):
        x.table[at + _PRESTIGE_FROM + step] = prestige >= _STEPS[step]
    x.table[at + _CARDS] = s.card_count[seat]
    x.table[at + _HAND] = s.hand_size[seat]
    x.table[at + _HAND_FULL] = s.hand_size[seat] == HAND_LIMIT
    blind = 0
    for position in range(HAND_LIMIT):
        blind += s.blind[seat, position]
    x.table[at + _HAND_BLIND] = blind
    x.table[at + _JOKERS] = s.jokers[seat]
    x.table[at + _SUPPLY] = s.supply[seat]
    for power in range(_POWERS):
        x.table[at + _SEAT_POWERS + power] = s.powers[seat] >> power & 1
    x.table[at + _WON] = nobles.count(s.won[seat])
    x.table[at + _GOAL] = scoring.reaches_goal(s, seat)
    x.table[at + _TO_COME] = seat >= s.to_play
    least = 0
    for position in range(MAX_NOBLES):
        noble = int(s.claimed[seat, position])
        if noble != NO_TILE:
            x.table[at + _CLAIMED] += 1
            missing = total(shortfall(NOBLE_NEEDS[noble], s.counted_packed[seat]))
            least = missing if least == 0 else min(least, missing)
    x.table[at + _CLAIMED_LACKING] = least


@kernel
def clear(x):
    """Empty the inputs."""
    for slot in range(SLOTS):
        for number in range(SLOT_INPUTS):
            x.slots[slot, number] = 0
    for number in range(TABLE_INPUTS):
        x.table[number] = 0


@kernel
def write(s, x):
    """Write the inputs of a position, as the seat to play sees it."""
    clear(x)
    for slot in range(SLOTS):
        write_slot(s, slot, x)
    for part in range(PARTS):
        write_part(s, part, x)
