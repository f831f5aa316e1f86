"""What the champion's network looks at: small whole numbers, from what the seat to play may know.

Thirty-two *slots* hold a card each: the places of the table, the hands of all seats, and the two cards of a
look into a deck (T9). A slot says which card lies there, and what it is to each seat: the tokens that are
lacking, the nobles it brings nearer, whether it ends the game. The *table* says the rest: the question, the
bank, nobles, cities and posts by what is lacking, and the seats. Seats are counted from the one to play.

All of it follows from the core's own functions. A card that the seat may not know counts as any card of its
deck, so a state gives the same inputs before and after `observe.hide`.
"""

from parure.bots.champion.layout import (
    AT_CARD,
    AT_SEAT,
    AT_SLOT,
    AT_TABLE,
    CARD_SIZE,
    CITY_SIZE,
    FIRST_HAND,
    FIRST_LOOK,
    HIDDEN_CARD,
    LOOKED_AT,
    MOST_LACKING,
    NOBLE_SIZE,
    NOTHING_THERE,
    ON_TABLE,
    OTHER_HAND,
    OWN_HAND,
    PART_BANK,
    PART_CITIES,
    PART_NOBLES,
    PART_POSTS,
    PART_QUESTION,
    PARTS,
    POST_SIZE,
    POWERS,
    SEAT_SIZE,
    SLOT_INPUTS,
    SLOTS,
    TABLE_INPUTS,
    THRESHOLDS,
)
from parure.core import cities, nobles, orient, purchase, scoring, strongholds, trading_posts
from parure.core.jit import entry, kernel
from parure.core.packed import number_of, total
from parure.core.state import (
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
    CITY_PRESTIGE,
    COLOUR,
    DECK,
    DECK_START,
    DECKS,
    GEMS,
    NO_COLOUR,
    NOBLE_PRESTIGE,
    PLACES,
    POST_POWER,
    POSTS_IN_GAME,
    PRESTIGE,
    TOKENS,
)

MANY_TOKENS = TOKEN_LIMIT - 3


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


@entry
def write_rows(states, work, rows):
    """Write the inputs of many positions.

    :param work: where a search writes those of one position, so that `write` is compiled once for both.
    """
    w = work[0]
    for row in range(len(states)):
        write(states[row], w)
        for slot in range(SLOTS):
            rows[row].faces[slot] = w.faces[slot]
            for number in range(SLOT_INPUTS):
                rows[row].slots[slot, number] = w.slots[slot, number]
        for number in range(TABLE_INPUTS):
            rows[row].table[number] = w.table[number]


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
        x.slots[slot, AT_SLOT.where + ON_TABLE] = 1
        write_towers(s, slot, x)
    elif slot < FIRST_LOOK:
        first = (slot - FIRST_HAND) // HAND_LIMIT
        last = first + 1
        x.slots[slot, AT_SLOT.where + (OWN_HAND if first == 0 else OTHER_HAND)] = 1
        position = (slot - FIRST_HAND) % HAND_LIMIT
        x.slots[slot, AT_SLOT.blind] = s.blind[(seat + first) % players, position]
    else:
        last = 1
        x.slots[slot, AT_SLOT.where + LOOKED_AT] = 1
    if face >= 0:
        x.slots[slot, AT_SLOT.buying] = s.buying == face
        for ahead in range(first, last):
            write_for_seat(s, slot, face, ahead, x)


@kernel
def write_towers(s, place, x):
    """Write the strongholds of a place."""
    if s.held[place] > 0:
        if s.holder[place] == s.to_play:
            x.slots[place, AT_SLOT.own_towers] = s.held[place]
            x.slots[place, AT_SLOT.conquest] = s.held[place] == STRONGHOLDS_EACH
        else:
            x.slots[place, AT_SLOT.other_towers] = s.held[place]


@kernel
def write_for_seat(s, slot, card, ahead, x):
    """Write what a card is to a seat that so many seats are ahead of."""
    seat = (int(s.to_play) + ahead) % int(s.players)
    at = AT_SLOT.seats + CARD_SIZE * ahead
    missing = purchase.tokens_lacking(card, purchase.reach_of(s, seat))
    in_gold = purchase.in_gold(missing, trading_posts.gold_value(s, seat))
    lacking = max(0, total(in_gold) - purchase.gold_of(s, seat))
    x.slots[slot, at + AT_CARD.lacking + min(lacking, MOST_LACKING)] = 1
    x.slots[slot, at + AT_CARD.unmet] = s.orient and not orient.meets(
        orient.conditions_of(s, seat), card
    )
    x.slots[slot, at + AT_CARD.price] = total(purchase.due_for(s, seat, card))
    x.slots[slot, at + AT_CARD.shut] = slot < PLACES and not strongholds.is_free_for(s, seat, slot)
    most = 0
    short = 0
    for colour in range(GEMS):
        number = number_of(missing, colour)
        most = max(most, number)
        if ahead < 2:
            x.slots[slot, AT_SLOT.missing + GEMS * ahead + colour] = number
        short += max(0, number - s.bank[colour])
    x.slots[slot, at + AT_CARD.most] = most
    gain = int(PRESTIGE[card])
    colour = int(COLOUR[card])
    if ahead == 0:
        x.slots[slot, AT_SLOT.not_in_bank] = short
    if colour != NO_COLOUR:
        if ahead < 2:
            gain += write_nobles_of_card(s, slot, seat, colour, ahead, x)
        if ahead == 0:
            x.slots[slot, AT_SLOT.own_bonuses] = s.bonuses[seat, colour]
            write_goals_of_card(s, slot, seat, colour, x)
    if not s.cities:
        x.slots[slot, AT_SLOT.ends + ahead] = scoring.prestige(s, seat) + gain >= scoring.GOAL


@kernel
def write_nobles_of_card(s, slot, seat, colour, ahead, x):
    """Write which nobles want a colour; return the prestige of one that the card completes."""
    wanted, gain = 0, 0
    for number in range(2 * MAX_NOBLES):
        own = number >= MAX_NOBLES
        noble = int(s.claimed[seat, number - MAX_NOBLES]) if own else int(s.nobles[number])
        if noble != NO_TILE:
            missing = nobles.lacking(s, seat, noble)
            if number_of(missing, colour) > 0:
                wanted += 1
                if total(missing) == 1:
                    gain = int(NOBLE_PRESTIGE[noble])
    x.slots[slot, AT_SLOT.nobles + ahead] = wanted
    x.slots[slot, AT_SLOT.completes + ahead] = gain > 0
    return gain


@kernel
def write_goals_of_card(s, slot, seat, colour, x):
    """Write how many cities and posts want a colour of the seat to play."""
    wanted = 0
    if s.cities:
        for position in range(MAX_CITIES):
            city = int(s.city_tiles[position])
            if city != NO_TILE:
                missing = cities.lacking(s, seat, city)
                wanted += number_of(missing, colour) > 0
    x.slots[slot, AT_SLOT.cities] = wanted
    wanted = 0
    if s.trading_posts:
        for post in range(s.first_post, s.first_post + POSTS_IN_GAME):
            if not trading_posts.has_power(s, seat, POST_POWER[post]):
                missing = trading_posts.lacking(s, seat, post)
                wanted += number_of(missing, colour) > 0
    x.slots[slot, AT_SLOT.posts] = wanted


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
