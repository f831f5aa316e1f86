"""The state of a game: one aligned record, and the queue of decisions in it.

A game is a length-1 array of `STATE`, a batch a longer one: to copy, compare, save or send a game is to
copy its bytes. So that equal positions have equal bytes, whatever is not in use holds a fixed value:
NO_CARD, NOBODY or zero.
"""

from typing import Any

import numpy as np

from parure.core.jit import kernel
from parure.core.records import record
from parure.core.tables import (
    ALL_CARDS,
    ALL_DECK_CARDS,
    DECKS,
    ORIENT_CARDS,
    PLACES,
    POSTS_IN_GAME,
)

MAX_SEATS = 4
LANES = 8
HAND_LIMIT = 3
TOKEN_LIMIT = 10
MAX_NOBLES = MAX_SEATS + 1
MAX_CITIES = 3
MAX_POSTS = POSTS_IN_GAME
MAX_WAITING = 6
MAX_PENDING = 16
STRONGHOLDS_EACH = 3

NO_CARD = -1
# A card that the viewer may not know is HIDDEN minus the number of its deck.
HIDDEN = -2
NO_TILE = -1

# Owners of a card that is in no seat's play area.
NOBODY = -1
GONE = -2

# What is asked, in the order of `moves.DECISIONS`, then the steps that take care of themselves.
# They are np.int64 since Numba compiles a function anew for every plain literal it is called with.
(
    ACTION,
    PAYMENT,
    DISCARD,
    PAIR,
    CLAIM,
    GIFT,
    GAIN,
    STRONGHOLD,
    CONQUEST,
    KEEP,
    RETURN,
    NOBLE,
    POST,
    CITY,
    ENTER,
    REFILL,
    END_TURN,
) = (np.int64(number) for number in range(17))
FIRST_STEP = ENTER

_CARD = np.int16
_SMALL = np.int8

_FIELDS = np.dtype(
    [
        ("rng", np.uint64),  # the random generator; read by setup, playouts and determinize
        # Numbers by colour: five gems and gold, in eight bytes, so that `packed` reads them as one integer.
        ("bank", _SMALL, LANES),
        ("tokens", _SMALL, (MAX_SEATS, LANES)),
        ("bonuses", _SMALL, (MAX_SEATS, LANES)),  # what lowers prices (B13)
        ("counted", _SMALL, (MAX_SEATS, LANES)),  # what conditions count (O22, O23)
        # The rules of this game, from `Rules`: written once, before setup.
        ("edition", np.int16),  # for whoever reads the state: no rule asks for it
        ("players", _SMALL),
        ("places", _SMALL),  # of face-up cards: 12, or 18 with The Orient
        ("cities", _SMALL),  # 1 where the module is played; so the next three
        ("trading_posts", _SMALL),
        ("orient", _SMALL),
        ("strongholds", _SMALL),
        ("gems", _SMALL),  # tokens of each gem in the game (B4)
        ("extra_nobles", _SMALL, 2),  # which of the two 2024 nobles join the ten (B3)
        ("first_orient", _CARD),  # number of the edition's first Orient card (O1)
        ("first_city", _SMALL),  # number of the edition's first city side (C1)
        ("first_post", _SMALL),  # number of the edition's first post (T2, T3)
        ("double_is_one_card", _SMALL),  # conditions count cards, not bonuses (O23)
        ("pair_copies_worth", _SMALL),  # a paired card is worth what it is paired with (O6)
        ("city_is_taken", _SMALL),  # the tile goes to the seat (C5), or stays (C6)
        ("post_is_chosen", _SMALL),  # one post a turn by choice (T3), or all that are met (T2)
        ("remove_only_single", _SMALL),  # only a lone stronghold can be removed (S5)
        ("refill_before_conquest", _SMALL),  # S10, or S11
        # The table.
        ("rows", _CARD, PLACES),  # the face-up cards, see `tables.PLACE_DECK`
        ("decks", _CARD, ALL_DECK_CARDS),  # deck after deck, each with its top card last
        ("deck_size", _SMALL, DECKS),
        ("under", np.int64, DECKS),  # who put its last cards there (T9), see `market.has_put`
        ("nobles", _SMALL, MAX_NOBLES),  # in the order dealt
        ("city_tiles", _SMALL, MAX_CITIES),  # in the order dealt
        ("holder", _SMALL, PLACES),  # seat whose strongholds stand on a place, or NOBODY
        ("held", _SMALL, PLACES),  # how many strongholds stand there
        # The seats.
        ("points", np.int16, MAX_SEATS),  # prestige of cards and nobles
        ("card_count", _SMALL, MAX_SEATS),  # cards in front of the seat (O24)
        ("jokers", _SMALL, MAX_SEATS),  # joker cards in front of the seat (O4)
        ("hand", _CARD, (MAX_SEATS, HAND_LIMIT)),  # in the order of reserving
        ("blind", _SMALL, (MAX_SEATS, HAND_LIMIT)),  # 1 where reserved from a deck (B30)
        ("hand_size", _SMALL, MAX_SEATS),
        ("won", _SMALL, (MAX_SEATS, MAX_NOBLES)),  # nobles, in the order won
        ("claimed", _SMALL, (MAX_SEATS, MAX_NOBLES)),  # nobles reserved for the seat (O12)
        ("posts", _SMALL, (MAX_SEATS, MAX_POSTS)),  # in the order won
        ("post_count", _SMALL, MAX_SEATS),
        ("powers", _SMALL, MAX_SEATS),  # bits of the powers of those posts
        ("city", _SMALL, MAX_SEATS),  # the city taken (C5)
        ("supply", _SMALL, MAX_SEATS),  # strongholds not on cards
        ("owner", _SMALL, ALL_CARDS),  # the seat a card lies in front of, NOBODY or GONE
        ("pair_colour", _SMALL, ORIENT_CARDS),  # of each paired card, see `tables.PAIR_SLOT`
        ("pair_worth", _SMALL, ORIENT_CARDS),
        # The turn.
        ("turns", np.int32),  # finished turns
        ("to_play", _SMALL),
        ("passes", _SMALL),  # passes in a row (B18)
        ("over", _SMALL),
        ("winners", _SMALL),  # bits of the seats
        ("turn_plan", _SMALL, MAX_PENDING),  # what a turn puts there, the first step last
        ("turn_steps", _SMALL),
        ("pending", _SMALL, MAX_PENDING),  # decisions and steps to come, the next one last
        ("pending_about", _CARD, MAX_PENDING),  # what each is about: a card, level, colour…
        ("pending_size", _SMALL),
        ("waiting", _SMALL, MAX_WAITING),  # places to refill, in the order their cards left
        ("waiting_size", _SMALL),
        # The purchase under way.
        ("buying", _CARD),
        ("buying_from", _SMALL),  # its place, or PLACES plus its position in the hand
        ("due", np.int64),  # the price after the bonuses (B13), see `packed`
        ("gold_for", np.int64),  # gold chosen so far for each colour, packed
        ("jokers_used", _SMALL),  # joker cards chosen so far
        ("paying_from", _SMALL),  # gold goes to this colour or a later one
    ],
    align=True,
)

# The same bytes under a second name: the numbers by colour, each row as one integer.
_PACKED: dict[str, tuple[str, Any]] = {
    "bank_packed": ("bank", np.int64),
    "tokens_packed": ("tokens", (np.int64, MAX_SEATS)),
    "bonuses_packed": ("bonuses", (np.int64, MAX_SEATS)),
    "counted_packed": ("counted", (np.int64, MAX_SEATS)),
}

_LAYOUT: dict[str, tuple[Any, int]] = {
    name: (form, offset) for name, (form, offset, *_) in (_FIELDS.fields or {}).items()
}

# Every byte belongs to a field: NumPy copies field by field and leaves what is between them to chance.
_end = 0
for _name, _dtype, _offset in [(n, *_LAYOUT[n]) for n in [*_LAYOUT]] + [
    ("", None, _FIELDS.itemsize)
]:
    if _offset > _end:
        _LAYOUT[f"unused_{_end}"] = np.dtype((_SMALL, _offset - _end)), _end
    _end = _offset + (_dtype.itemsize if _dtype is not None else 0)

_LAYOUT |= {name: (form, _LAYOUT[field][1]) for name, (field, form) in _PACKED.items()}

STATE = record(
    {
        "names": list(_LAYOUT),
        "formats": [form for form, _ in _LAYOUT.values()],
        "offsets": [offset for _, offset in _LAYOUT.values()],
        "itemsize": _FIELDS.itemsize,
        "aligned": True,
    }
)

MAX_LEGAL = 128

# Room for the legal moves of any decision. A record, since an array would be counted as a reference.
LEGAL = record([("moves", np.int16, MAX_LEGAL)], align=True)


@kernel
def plan_about(s, kind, about):
    """Append a decision and what it is about; see `plan_is_made`."""
    s.pending[s.pending_size] = kind
    s.pending_about[s.pending_size] = about
    s.pending_size += 1


@kernel
def plan(s, kind):
    """Append a decision or step that needs no more words."""
    s.pending[s.pending_size] = kind
    s.pending_size += 1


@kernel
def plan_is_made(s, before):
    """Turn what was planned since the queue had `before` entries around: first planned, first done."""
    low = before
    high = s.pending_size - 1
    while low < high:
        kind, about = s.pending[low], s.pending_about[low]
        s.pending[low], s.pending_about[low] = s.pending[high], s.pending_about[high]
        s.pending[high], s.pending_about[high] = kind, about
        low += 1
        high -= 1


@kernel
def drop_head(s):
    """Take the head off the queue."""
    s.pending_size -= 1
    s.pending[s.pending_size] = 0
    s.pending_about[s.pending_size] = 0


@kernel
def head(s):
    """Return the kind of the decision or step at the head of the queue."""
    return int(s.pending[s.pending_size - 1])


@kernel
def head_about(s):
    """Return what the head of the queue is about."""
    return int(s.pending_about[s.pending_size - 1])
