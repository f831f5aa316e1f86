"""The slots of the champion's inputs: which card lies there, and what it is to each seat."""

from parure.bots.champion.layout import (
    AT_CARD,
    AT_SLOT,
    CARD_SIZE,
    FIRST_HAND,
    FIRST_LOOK,
    HIDDEN_CARD,
    LOOKED_AT,
    MOST_LACKING,
    NOTHING_THERE,
    ON_TABLE,
    OTHER_HAND,
    OWN_HAND,
)
from parure.core import cities, nobles, orient, purchase, scoring, strongholds, trading_posts
from parure.core.jit import kernel
from parure.core.packed import number_of, total
from parure.core.state import (
    HAND_LIMIT,
    HIDDEN,
    KEEP,
    MAX_CITIES,
    MAX_NOBLES,
    NO_CARD,
    NO_TILE,
    STRONGHOLDS_EACH,
    head,
    head_about,
)
from parure.core.tables import (
    COLOUR,
    DECK,
    DECK_START,
    GEMS,
    NO_COLOUR,
    NOBLE_PRESTIGE,
    PLACES,
    POST_POWER,
    POSTS_IN_GAME,
    PRESTIGE,
)


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
