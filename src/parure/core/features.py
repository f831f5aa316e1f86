"""What a seat observes as numbers: a row of int8 for programs that learn.

`encode` reads a state that `observe.hide` has stripped, so it cannot tell what the seat may not know; and it
tells all of that but the cards that the seat put under decks (T9), and what has no bearing on the game: the
order in which tiles were dealt or won. The seat that observes comes first, the others follow in turn order.
`LAYOUT` names the parts in order, each with its shape; whoever changes it raises
`parure.envs.spaces.VERSION`.
"""

from collections import namedtuple

import numpy as np

from parure.components import CARDS, CITIES, NOBLES
from parure.core import scoring
from parure.core.jit import inlined, kernel, large
from parure.core.market import top_of
from parure.core.packed import number_of
from parure.core.records import record
from parure.core.state import (
    CONQUEST,
    DISCARD,
    END_TURN,
    FIRST_STEP,
    GAIN,
    GIFT,
    GONE,
    HAND_LIMIT,
    HIDDEN,
    KEEP,
    MAX_CITIES,
    MAX_NOBLES,
    MAX_SEATS,
    NO_CARD,
    NO_TILE,
    NOBODY,
    PAIR,
    RETURN,
    head,
    head_about,
)
from parure.core.strongholds import conquest
from parure.core.tables import (
    ALL_CARDS,
    COLOUR,
    DECKS,
    DISCARDS,
    EFFECT,
    FIRST_ORIENT,
    GEMS,
    IS_PAIRED,
    NO_COLOUR,
    ORIENT_CARDS,
    PAIR_SLOT,
    PLACES,
    TOKENS,
    WORTH,
)

_EFFECTS = 8
_POWERS = 6
MOST_ROUNDS = 127

# Where the state keeps what paired cards are paired with; the two editions share most of these slots.
PAIRED_SLOTS = np.unique(PAIR_SLOT[IS_PAIRED])

# A card: is there one, of which deck, its price, colour, worth, prestige, effect, discard colour.
CARD_PARTS = 1 + DECKS + GEMS + GEMS + 1 + 1 + _EFFECTS + GEMS


def _card_row(card: int) -> list[int]:
    """Return the features of a known card."""
    printed = CARDS[card]

    def one_of(size: int, position: int) -> list[int]:
        return [int(place == position) for place in range(size)]

    deck = printed.level - 1 + 3 * (printed.set != "base")
    return [
        1,
        *one_of(DECKS, deck),
        *printed.price,
        *one_of(GEMS, int(COLOUR[card])),
        int(WORTH[card]),
        printed.prestige,
        *one_of(_EFFECTS, int(EFFECT[card])),
        *one_of(GEMS, int(DISCARDS[card])),
    ]


# The features of every card, then of a hidden card of each deck.
CARD_ROWS = np.zeros((len(CARDS) + DECKS, CARD_PARTS), np.int8)
for _card in range(len(CARDS)):
    CARD_ROWS[_card] = _card_row(_card)
for _deck in range(DECKS):
    CARD_ROWS[len(CARDS) + _deck, [0, 1 + _deck]] = 1

# The same, eight at once: threads of a GPU that look at different cards read a table one after the other.
CARD_WORDS = CARD_PARTS // 8
CARD_ROWS_PACKED = CARD_ROWS.view(np.int64)

LAYOUT: dict[str, tuple[int, ...]] = {
    "decision": (int(FIRST_STEP),),  # one of these is 1: what is asked
    "about_colour": (TOKENS,),  # return: from this colour on; gain: any but this one
    "about_gift": (2,),  # gift: of level 1, of level 2
    "about_deck": (DECKS,),  # keep: a card of this deck
    "about_place": (PLACES + HAND_LIMIT,),  # where the card is that is bought or conquered
    "discards_due": (1,),  # discard: what is still to pay
    "to_come": (int(END_TURN) + 1,),  # what this turn still holds, by kind: decisions, then steps
    "to_play": (MAX_SEATS,),  # whose decision it is, the observer first
    "seat": (MAX_SEATS,),  # the observer's own seat: how late it plays in a round
    "players": (MAX_SEATS - 1,),  # 2, 3 or 4
    "modules": (4,),  # cities, trading posts, Orient, strongholds
    "edition": (1,),  # 1 for 2024
    "rounds": (1,),  # finished; 127 stands for more, too
    "passes": (1,),  # in a row
    "ends": (MAX_SEATS,),  # who has what ends the game: this round is the last
    "winners": (MAX_SEATS,),  # when the game is over
    "bank": (TOKENS,),
    "deck_sizes": (DECKS,),
    "rows": (PLACES, CARD_PARTS),
    "waiting": (PLACES,),  # 1 for the place that is refilled first, 2 for the next…
    "strongholds": (PLACES, MAX_SEATS),  # how many of each seat stand there
    "buying": (CARD_PARTS,),  # the card that is bought, or paired
    "due": (GEMS,),
    "gold_for": (GEMS,),
    "jokers_used": (1,),
    "looks_at": (2, CARD_PARTS),  # the two cards to choose from (T9)
    "tokens": (MAX_SEATS, TOKENS),
    "bonuses": (MAX_SEATS, GEMS),
    "counted": (MAX_SEATS, GEMS),  # what conditions count: bonuses or cards
    "prestige": (MAX_SEATS,),
    "card_count": (MAX_SEATS,),
    "jokers": (MAX_SEATS,),
    "supply": (MAX_SEATS,),
    "powers": (MAX_SEATS, _POWERS),  # which posts: T4, T5, T6, T9, T7, T8 or T10
    "hand": (MAX_SEATS, HAND_LIMIT, 1 + CARD_PARTS),  # reserved unseen, then the card
    "cards": (MAX_SEATS, ALL_CARDS),  # which lie in front of each seat, by number
    "gone": (ALL_CARDS,),  # which have left the game
    "unseen": (ALL_CARDS,),  # which are in a deck, or in a hand that the observer cannot see
    "pairs": (len(PAIRED_SLOTS), GEMS),  # worth in its colour: o24-106 … 110, o24-206 … 210
    "nobles": (len(NOBLES),),  # which lie on the table, by number
    "nobles_won": (MAX_SEATS, len(NOBLES)),
    "nobles_claimed": (MAX_SEATS, len(NOBLES)),
    "cities": (len(CITIES),),  # which lie on the table, by number
    "cities_taken": (MAX_SEATS, len(CITIES)),
}

SIZE = sum(int(np.prod(shape)) for shape in LAYOUT.values())
OFFSETS = {
    name: sum(int(np.prod(shape)) for shape in list(LAYOUT.values())[:number])
    for number, name in enumerate(LAYOUT)
}
# The same for compiled code.
AT = namedtuple("AT", LAYOUT)(**OFFSETS)

# The parts of an observation: the question, the table, the seats, the things by their numbers.
CHAPTERS = 4

# Room for one observation. A record, since an array would be counted as a reference.
OBSERVATION = record([("values", np.int8, SIZE)])


@inlined
def put_card(o, at, card):
    """Write the features of a card, known or hidden, or leave none; return where the next part begins."""
    if card != NO_CARD:
        row = card if card >= 0 else ALL_CARDS + HIDDEN - card
        for word in range(CARD_WORDS):
            parts = CARD_ROWS_PACKED[row, word]
            for part in range(8):
                o.values[at + 8 * word + part] = parts >> 8 * part & 0xFF
    return at + CARD_PARTS


@large
def encode(s, seat, o):
    """Write what a seat observes, from a state stripped for it, into `o`."""
    for part in range(SIZE):
        o.values[part] = 0
    for chapter in range(CHAPTERS):
        encode_chapter(s, seat, o, chapter)


@large
def encode_chapter(s, seat, o, chapter):
    """Write one of the chapters of an observation that is empty so far; none looks at another."""
    if chapter == 0:
        encode_rules(s, seat, o)
        if not s.over:
            encode_question(s, seat, o)
    elif chapter == 1:
        encode_table(s, seat, o)
    elif chapter == 2:
        encode_seats(s, seat, o)
    else:
        encode_things(s, seat, o)


@large
def encode_question(s, seat, o):
    """Write what is asked, of whom, what it is about, and what comes after it."""
    kind, about = head(s), head_about(s)
    o.values[AT.decision + kind] = 1
    o.values[AT.to_play + (int(s.to_play) - seat) % s.players] = 1
    for number in range(s.pending_size - 1):
        o.values[AT.to_come + int(s.pending[number])] += 1
    if s.buying != NO_CARD:
        o.values[AT.about_place + int(s.buying_from)] = 1
    if kind == RETURN or (kind == GAIN and about != NO_COLOUR):
        o.values[AT.about_colour + about] = 1
    elif kind == GIFT:
        o.values[AT.about_gift + about - 1] = 1
    elif kind == KEEP:
        o.values[AT.about_deck + about] = 1
    elif kind == DISCARD:
        o.values[AT.discards_due] = about
    elif kind == CONQUEST:
        o.values[AT.about_place + conquest(s)] = 1


@large
def encode_rules(s, seat, o):
    """Write the rules of the game, and how far it is."""
    players = int(s.players)
    o.values[AT.seat + seat] = 1
    o.values[AT.players + players - 2] = 1
    o.values[AT.modules] = s.cities
    o.values[AT.modules + 1] = s.trading_posts
    o.values[AT.modules + 2] = s.orient
    o.values[AT.modules + 3] = s.strongholds
    o.values[AT.edition] = s.double_is_one_card
    o.values[AT.rounds] = min(s.turns // players, MOST_ROUNDS)
    o.values[AT.passes] = s.passes
    for turn in range(players):
        other = (seat + turn) % players
        o.values[AT.ends + turn] = scoring.reaches_goal(s, other)
        o.values[AT.winners + turn] = s.winners >> other & 1


@kernel
def is_asked(s, kind):
    """Tell whether this is what is asked."""
    return not s.over and head(s) == kind


@large
def encode_table(s, seat, o):
    """Write the table, and the purchase under way."""
    players = int(s.players)
    for colour in range(TOKENS):
        o.values[AT.bank + colour] = s.bank[colour]
    for deck in range(DECKS):
        o.values[AT.deck_sizes + deck] = s.deck_size[deck]
    for place in range(PLACES):
        put_card(o, AT.rows + CARD_PARTS * place, int(s.rows[place]))
        if s.holder[place] != NOBODY:
            turn = (int(s.holder[place]) - seat) % players
            o.values[AT.strongholds + MAX_SEATS * place + turn] = s.held[place]
    for number in range(s.waiting_size):
        o.values[AT.waiting + int(s.waiting[number])] = number + 1
    put_card(o, AT.buying, head_about(s) if is_asked(s, PAIR) else int(s.buying))
    for colour in range(GEMS):
        o.values[AT.due + colour] = number_of(s.due, colour)
        o.values[AT.gold_for + colour] = number_of(s.gold_for, colour)
    o.values[AT.jokers_used] = s.jokers_used
    if is_asked(s, KEEP) and s.to_play == seat:
        top = top_of(s, head_about(s))
        put_card(o, AT.looks_at, int(s.decks[top]))
        put_card(o, AT.looks_at + CARD_PARTS, int(s.decks[top - 1]))


@large
def encode_seats(s, seat, o):
    """Write the seats, each part for all of them, the observer first."""
    players = int(s.players)
    for turn in range(players):
        other = (seat + turn) % players
        for colour in range(TOKENS):
            o.values[AT.tokens + TOKENS * turn + colour] = s.tokens[other, colour]
        for colour in range(GEMS):
            o.values[AT.bonuses + GEMS * turn + colour] = s.bonuses[other, colour]
            o.values[AT.counted + GEMS * turn + colour] = s.counted[other, colour]
        o.values[AT.prestige + turn] = scoring.prestige(s, other)
        o.values[AT.card_count + turn] = s.card_count[other]
        o.values[AT.jokers + turn] = s.jokers[other]
        o.values[AT.supply + turn] = s.supply[other]
        for power in range(_POWERS):
            o.values[AT.powers + _POWERS * turn + power] = s.powers[other] >> power & 1
        at = AT.hand + HAND_LIMIT * (1 + CARD_PARTS) * turn
        for position in range(HAND_LIMIT):
            o.values[at] = s.blind[other, position]
            at = put_card(o, at + 1, int(s.hand[other, position]))


@large
def encode_things(s, seat, o):
    """Write where each card, noble and city is, by its number."""
    players = int(s.players)
    for turn in range(players):
        mark_owned(s, (seat + turn) % players, o, AT.cards + ALL_CARDS * turn)
    if s.orient:
        mark_owned(s, GONE, o, AT.gone)
    mark_unseen(s, o, 0, FIRST_ORIENT)
    if s.orient:
        mark_unseen(s, o, int(s.first_orient), ORIENT_CARDS)
    for place in range(PLACES):
        see(o, int(s.rows[place]))
    for other in range(players):
        for position in range(HAND_LIMIT):
            see(o, int(s.hand[other, position]))
    if is_asked(s, KEEP) and s.to_play == seat:
        top = top_of(s, head_about(s))
        see(o, int(s.decks[top]))
        see(o, int(s.decks[top - 1]))
    for number in range(len(PAIRED_SLOTS)):
        slot = PAIRED_SLOTS[number]
        if s.pair_worth[slot] > 0:
            o.values[AT.pairs + GEMS * number + int(s.pair_colour[slot])] = s.pair_worth[slot]
    mark_nobles(o, AT.nobles, s.nobles)
    for position in range(MAX_CITIES):
        if s.city_tiles[position] != NO_TILE:
            o.values[AT.cities + int(s.city_tiles[position])] = 1
    for turn in range(players):
        other = (seat + turn) % players
        mark_nobles(o, AT.nobles_won + len(NOBLES) * turn, s.won[other])
        mark_nobles(o, AT.nobles_claimed + len(NOBLES) * turn, s.claimed[other])
        if s.city[other] != NO_TILE:
            o.values[AT.cities_taken + len(CITIES) * turn + int(s.city[other])] = 1


@inlined
def mark_owned(s, owner, o, at):
    """Mark the cards that lie in front of a seat, or are GONE."""
    wanted = np.int8(owner)
    for card in range(ALL_CARDS):
        o.values[at + card] = s.owner[card] == wanted


@inlined
def mark_unseen(s, o, first, number):
    """Mark those of a row of cards that lie in front of nobody."""
    for card in range(first, first + number):
        o.values[AT.unseen + card] = s.owner[card] == NOBODY


@kernel
def see(o, card):
    """Note that a card, if it is one and known, is seen."""
    if card >= 0:
        o.values[AT.unseen + card] = 0


@kernel
def mark_nobles(o, at, tiles):
    """Mark the nobles of a row of tiles."""
    for position in range(MAX_NOBLES):
        if tiles[position] != NO_TILE:
            o.values[at + int(tiles[position])] = 1
