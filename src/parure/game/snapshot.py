"""Snapshots: the state of the core as a plain dict.

`to_dict` shows a state as it is, so a stripped state (see `core.observe`) gives a view. `snapshot_reader`
reads snapshots back.
"""

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

from parure.components import CARDS, CITIES, COLOURS, NOBLES, POSTS
from parure.core import calls
from parure.core import state as core
from parure.core.market import SEAT_BITS, SEAT_MASK
from parure.core.tables import DECK_START, IS_PAIRED, LEVELS, PAIR_SLOT
from parure.game.moves import DECKS, PLACE_NAMES, TOKEN_NAMES
from parure.game.position import State, decision_of, rules_of
from parure.types import SeatSnapshot, Snapshot, Token, View

__all__ = [
    "FORMAT",
    "NEWEST_FORMAT",
    "at_an_action",
    "in_a_turn",
    "to_dict",
    "to_view",
    "with_format",
]

FORMAT = 1
"""The format of records, and of snapshots and views that have nothing newer; what has none is of format 1.

It stands for what the fields mean and for the rules by which they are read: whoever changes either raises it,
and goes on reading the earlier ones. `docs/formats/` describes the fields.
"""
NEWEST_FORMAT = 2
"""The format of snapshots and views that have `under`."""

_CARDS = sorted(range(len(CARDS)), key=lambda card: CARDS[card].id)
"""All cards in the order of their ids."""
_PLACES = sorted(range(len(PLACE_NAMES)), key=lambda place: PLACE_NAMES[place])
"""All places of the rows in the order of their names."""


_SHOWN = (
    "players", "orient", "turns", "to_play", "over", "winners", "bank", "places", "rows", "holder", "held",
    "decks", "deck_size", "nobles", "city_tiles", "owner", "tokens", "pair_colour", "pair_worth", "hand",
    "hand_size", "blind", "won", "claimed", "posts", "city", "supply", "bonuses", "under",
)  # fmt: skip
"""The fields of a state that a snapshot shows."""


def _shown(state: State) -> SimpleNamespace:
    """Return these fields as plain numbers and lists: records are slow to read."""
    return SimpleNamespace(**{name: state[name][0].tolist() for name in _SHOWN})


def to_dict(state: State) -> Snapshot:
    """Return the snapshot of a state, without its format and what is pending."""
    return cast(Snapshot, _table(state, _deck, _seats_under))


def to_view(state: State, seat: int | None) -> View:
    """Return the snapshot of a state with the decks as numbers of cards: of a stripped one, its view.

    :param seat: the seat that sees the cards that it put under decks; None for a spectator.
    """
    table = _table(
        state, lambda s, deck: s.deck_size[deck], lambda s, deck: _cards_under(s, deck, seat)
    )
    return cast(View, with_format(table))


def with_format(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a snapshot or a view with the number of its format."""
    before = table.get("pending", {}).get("before", {})
    has_under = "under" in table or "under" in before
    return {"format": NEWEST_FORMAT if has_under else FORMAT, **table}


def at_an_action(state: State) -> Snapshot:
    """Return the snapshot of a state that asks for an action, with the passes so far, if any."""
    snapshot, passes = to_dict(state), int(state[0].passes)
    if passes:
        snapshot["pending"] = {"passes": passes}
    return snapshot


def in_a_turn(state: State, before: State, moves: list[str]) -> Snapshot:
    """Return the snapshot of a state in the middle of a turn.

    :param before: the state where its action was asked.
    :param moves: those chosen since.
    """
    return {**to_dict(state), "pending": {"before": at_an_action(before), "moves": moves}}


def _table(
    state: State,
    deck_of: Callable[[SimpleNamespace, int], object],
    under_of: Callable[[SimpleNamespace, int], Sequence[object]],
) -> dict[str, Any]:
    s = _shown(state)
    rules = rules_of(state)
    players, owner, count = s.players, s.owner, s.places
    places = [place for place in _PLACES if place < count]
    decks = range(len(DECKS) if s.orient else LEVELS)
    under = {DECKS[deck]: cards for deck in decks if (cards := under_of(s, deck))}
    owned: list[list[int]] = [[] for _number in range(players)]
    for card in _CARDS:
        if 0 <= owner[card] < players:
            owned[owner[card]].append(card)
    return {
        "edition": rules.edition,
        "modules": list(rules.modules),
        "players": rules.players,
        "turns": s.turns,
        "to_play": None if s.over else s.to_play,
        "decision": decision_of(state),
        "over": bool(s.over),
        "winners": [seat for seat in range(s.players) if s.winners >> seat & 1],
        "bank": _tokens(s.bank),
        "rows": {PLACE_NAMES[p]: _face_up(s.rows[p]) for p in places},
        "decks": {DECKS[deck]: deck_of(s, deck) for deck in decks},
        **({"under": under} if under else {}),
        "nobles": [NOBLES[n].id for n in s.nobles if n != core.NO_TILE],
        "cities": [CITIES[c].id for c in s.city_tiles if c != core.NO_TILE],
        "strongholds": {PLACE_NAMES[p]: [s.holder[p], s.held[p]] for p in places if s.held[p]},
        "seats": [
            _seat(s, seat, cards, int(calls.prestige(state, seat)))
            for seat, cards in enumerate(owned)
        ],
    }


def _tokens(counts: Sequence[int]) -> dict[Token, int]:
    return {name: counts[lane] for lane, name in enumerate(TOKEN_NAMES)}


def _face_up(card: int) -> str | None:
    return None if card == core.NO_CARD else _card_id(card)


def _card_id(card: int) -> str:
    return CARDS[card].id if card >= 0 else f"?{DECKS[core.HIDDEN - card]}"


def _deck(s: SimpleNamespace, deck: int) -> list[str]:
    start = int(DECK_START[deck])
    return [_card_id(card) for card in s.decks[start : start + s.deck_size[deck]][::-1]]


def _seats_under(s: SimpleNamespace, deck: int) -> list[int]:
    """Return the seats that put the last cards of a deck there (T9), in the order of the deck."""
    seats, packed = list[int](), s.under[deck]
    while packed:
        seats.append((packed & SEAT_MASK) - 1)
        packed >>= SEAT_BITS
    return seats[::-1]


def _cards_under(s: SimpleNamespace, deck: int, viewer: int | None) -> list[str]:
    """Return those cards, if the viewer put one there; the cards of others stay hidden."""
    seats = _seats_under(s, deck)
    if viewer not in seats:
        return []
    cards = _deck(s, deck)[-len(seats) :]
    return [
        card if seat == viewer else f"?{DECKS[deck]}"
        for seat, card in zip(seats, cards, strict=True)
    ]


def _seat(s: SimpleNamespace, seat: int, cards: Sequence[int], prestige: int) -> SeatSnapshot:
    paired = [card for card in cards if IS_PAIRED[card] and s.pair_worth[PAIR_SLOT[card]] > 0]
    return {
        "tokens": _tokens(s.tokens[seat]),
        "cards": [CARDS[card].id for card in cards],
        "paired": {
            CARDS[card].id: [
                COLOURS[s.pair_colour[PAIR_SLOT[card]]],
                s.pair_worth[PAIR_SLOT[card]],
            ]
            for card in paired
        },
        "hand": [_card_id(card) for card in s.hand[seat][: s.hand_size[seat]]],
        "blind": [bool(blind) for blind in s.blind[seat][: s.hand_size[seat]]],
        "nobles": [NOBLES[n].id for n in s.won[seat] if n != core.NO_TILE],
        "claimed": [NOBLES[n].id for n in s.claimed[seat] if n != core.NO_TILE],
        "posts": [POSTS[p].id for p in s.posts[seat] if p != core.NO_TILE],
        "city": CITIES[s.city[seat]].id if s.city[seat] != core.NO_TILE else None,
        "strongholds": s.supply[seat],
        "bonuses": {name: s.bonuses[seat][c] for c, name in enumerate(COLOURS)},
        "prestige": prestige,
    }
