"""The table of the champion's inputs: the question, the bank, the tiles by what is lacking, and the seats."""

from parure.bots.champion.layout import (
    AT_SEAT,
    AT_TABLE,
    CITY_SIZE,
    NOBLE_SIZE,
    PART_BANK,
    PART_CITIES,
    PART_NOBLES,
    PART_POSTS,
    PART_QUESTION,
    POST_SIZE,
    POWERS,
    SEAT_SIZE,
    THRESHOLDS,
)
from parure.core import cities, nobles, scoring, trading_posts
from parure.core.jit import kernel
from parure.core.packed import number_of, total
from parure.core.state import (
    GAIN,
    GIFT,
    HAND_LIMIT,
    MAX_NOBLES,
    MAX_SEATS,
    NO_TILE,
    RETURN,
    TOKEN_LIMIT,
    head,
    head_about,
)
from parure.core.tables import (
    CITY_PRESTIGE,
    DECKS,
    GEMS,
    NO_COLOUR,
    POST_POWER,
    TOKENS,
)

MANY_TOKENS = TOKEN_LIMIT - 3


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
        x.table[AT_TABLE.decision + kind] = 1
        if kind == RETURN or (kind == GAIN and about != NO_COLOUR):
            x.table[AT_TABLE.about_colour + about] = 1
        if kind == GIFT:
            x.table[AT_TABLE.about_gift + about - 1] = 1
    x.table[AT_TABLE.players + int(s.players) - 2] = 1
    x.table[AT_TABLE.modules] = s.cities
    x.table[AT_TABLE.modules + 1] = s.trading_posts
    x.table[AT_TABLE.modules + 2] = s.orient
    x.table[AT_TABLE.modules + 3] = s.strongholds
    x.table[AT_TABLE.edition] = s.double_is_one_card
    x.table[AT_TABLE.last_round] = scoring.is_decided(s)
    x.table[AT_TABLE.own_seat + int(s.to_play)] = 1
    x.table[AT_TABLE.passes] = s.passes


@kernel
def write_bank(s, x):
    """Write the bank, the decks and the payment under way."""
    for colour in range(TOKENS):
        x.table[AT_TABLE.bank + colour] = s.bank[colour]
    for deck in range(DECKS):
        x.table[AT_TABLE.decks + deck] = s.deck_size[deck]
    for colour in range(GEMS):
        x.table[AT_TABLE.due + colour] = number_of(s.due, colour)
        x.table[AT_TABLE.gold_for + colour] = number_of(s.gold_for, colour)
    x.table[AT_TABLE.jokers_used] = s.jokers_used


@kernel
def write_noble(s, position, x):
    """Write what the seats lack for a noble of the table."""
    noble = int(s.nobles[position])
    if noble == NO_TILE:
        return
    at = AT_TABLE.nobles + NOBLE_SIZE * position
    x.table[at] = 1
    for ahead in range(int(s.players)):
        seat = (int(s.to_play) + ahead) % int(s.players)
        missing = nobles.lacking(s, seat, noble)
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
    at = AT_TABLE.cities + CITY_SIZE * position
    x.table[at] = 1
    for ahead in range(int(s.players)):
        seat = (int(s.to_play) + ahead) % int(s.players)
        missing = cities.lacking(s, seat, city)
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
    at = AT_TABLE.posts + POST_SIZE * position
    for ahead in range(int(s.players)):
        seat = (int(s.to_play) + ahead) % int(s.players)
        if trading_posts.has_power(s, seat, POST_POWER[post]):
            x.table[at + ahead] = 1
        else:
            missing = total(trading_posts.lacking(s, seat, post))
            missing += 2 * trading_posts.nobles_lacking(s, seat, post)
            x.table[at + MAX_SEATS + ahead] = missing


@kernel
def write_a_seat(s, ahead, x):
    """Write what a seat has."""
    seat = (int(s.to_play) + ahead) % int(s.players)
    at = AT_TABLE.seats + SEAT_SIZE * ahead
    x.table[at + AT_SEAT.there] = 1
    for colour in range(TOKENS):
        x.table[at + AT_SEAT.tokens + colour] = s.tokens[seat, colour]
    x.table[at + AT_SEAT.crowded] = max(0, total(s.tokens_packed[seat]) - MANY_TOKENS)
    for colour in range(GEMS):
        x.table[at + AT_SEAT.bonuses + colour] = s.bonuses[seat, colour]
        if s.orient:
            x.table[at + AT_SEAT.counted + colour] = s.counted[seat, colour]
    prestige = scoring.prestige(s, seat)
    x.table[at + AT_SEAT.prestige] = prestige
    for step in range(len(THRESHOLDS)):
        x.table[at + AT_SEAT.thresholds + step] = prestige >= THRESHOLDS[step]
    x.table[at + AT_SEAT.cards] = s.card_count[seat]
    x.table[at + AT_SEAT.hand] = s.hand_size[seat]
    x.table[at + AT_SEAT.hand_full] = s.hand_size[seat] == HAND_LIMIT
    blind = 0
    for position in range(HAND_LIMIT):
        blind += s.blind[seat, position]
    x.table[at + AT_SEAT.blind] = blind
    x.table[at + AT_SEAT.jokers] = s.jokers[seat]
    x.table[at + AT_SEAT.supply] = s.supply[seat]
    for power in range(POWERS):
        x.table[at + AT_SEAT.powers + power] = s.powers[seat] >> power & 1
    x.table[at + AT_SEAT.won] = nobles.count(s.won[seat])
    x.table[at + AT_SEAT.goal] = scoring.reaches_goal(s, seat)
    x.table[at + AT_SEAT.to_come] = seat >= s.to_play
    least = 0
    for position in range(MAX_NOBLES):
        noble = int(s.claimed[seat, position])
        if noble != NO_TILE:
            x.table[at + AT_SEAT.claimed] += 1
            missing = total(nobles.lacking(s, seat, noble))
            least = missing if least == 0 else min(least, missing)
    x.table[at + AT_SEAT.claimed_lacking] = least
