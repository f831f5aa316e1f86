"""Snapshots: the state of the core as a plain dict.

`to_dict` shows a state as it is, so a stripped state (see `core.observe`) gives a view. `position` reads
snapshots back.
"""

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from parure.components import CARDS, CITIES, COLOURS, NOBLES, POSTS
from parure.core import calls
from parure.core import state as core
from parure.core.tables import (
    DECK_START,
    IS_PAIRED,
    LEVELS,
    PAIR_SLOT,
)
from parure.game.formats import FORMAT
from parure.game.moves import DECISIONS, DECKS, PLACE_NAMES, TOKEN_NAMES
from parure.rules import MODULES, Rules
from parure.types import Decision, SeatSnapshot, Snapshot, Token, View

__all__ = [
    "State",
    "cards_seen",
    "copied",
    "decision_of",
    "from_bytes",
    "holds_alike",
    "key_of",
    "position_bytes",
    "rules_of",
    "shows_more",
    "to_dict",
    "to_view",
]

State = NDArray[Any]
"""A length-1 array of `core.state.STATE`."""


def copied(state: State) -> State:
    """Return a copy of a state; as bytes, since NumPy copies records field by field."""
    return from_bytes(state.tobytes())


def from_bytes(data: bytes) -> State:
    """Return the state of the core that has these bytes."""
    return np.ndarray(1, core.STATE, bytearray(data))


def position_bytes(state: State) -> bytes:
    """Return the bytes that equal positions have in common: all but the random generator, which is first."""
    return state.tobytes()[core.STATE["rng"].itemsize :]


def key_of(state: State) -> int:
    """Return 64 bits that tell positions apart."""
    return int.from_bytes(blake2b(position_bytes(state), digest_size=8).digest())


def rules_of(state: State) -> Rules:
    """Return the rules written in a state."""
    modules = tuple([module for module in MODULES if state[module].item()])
    return _rules(state["players"].item(), modules, state["edition"].item())


_rules = cache(Rules.of)
"""The rules of a game, checked once."""


def decision_of(state: State) -> Decision | None:
    """Return the name of the decision that is asked, None when the game is over."""
    if state["over"].item():
        return None
    asked: int = state["pending"].item(state["pending_size"].item() - 1)
    return DECISIONS[asked]


_HOLDING = ("owner", "rows", "hand", "decks")
"""The fields that say where cards are."""


def holds_alike(state: State, before: State) -> bool:
    """Tell whether all cards are where they were."""
    return all(state[name].tobytes() == before[name].tobytes() for name in _HOLDING)


def shows_more(state: State, before: State) -> bool:
    """Tell whether a stripped state holds a card that another one of the same game does not."""
    owner, *places = (before[name].ravel().tolist() for name in _HOLDING)
    new_owner, *new_places = (state[name].ravel().tolist() for name in _HOLDING)
    came = {
        card for card, (old, new) in enumerate(zip(owner, new_owner, strict=True)) if old != new
    }
    for old, new in zip(places, new_places, strict=True):
        if old != new:
            came.update(card for card in {*new}.difference(old) if card >= 0)
    return any(
        owner[card] == core.NOBODY and not any(card in cards for cards in places) for card in came
    )


def cards_seen(state: State) -> set[int]:
    """Return the cards whose identity a stripped state holds."""
    owner, *places = (state[name].ravel() for name in _HOLDING)
    owned = np.flatnonzero(owner != core.NOBODY)
    return set(owned.tolist()).union(*(cards[cards >= 0].tolist() for cards in places))


_CARDS = sorted(range(len(CARDS)), key=lambda card: CARDS[card].id)
"""All cards in the order of their ids."""
_PLACES = sorted(range(len(PLACE_NAMES)), key=lambda place: PLACE_NAMES[place])
"""All places of the rows in the order of their names."""


_SHOWN = (
    "players", "orient", "turns", "to_play", "over", "winners", "bank", "places", "rows", "holder", "held",
    "decks", "deck_size", "nobles", "city_tiles", "owner", "tokens", "pair_colour", "pair_worth", "hand",
    "hand_size", "blind", "won", "claimed", "posts", "city", "supply", "bonuses",
)  # fmt: skip
"""The fields of a state that a snapshot shows."""


def _shown(state: State) -> SimpleNamespace:
    """Return these fields as plain numbers and lists: records are slow to read."""
    return SimpleNamespace(**{name: state[name][0].tolist() for name in _SHOWN})


def to_dict(state: State) -> Snapshot:
    """Return the snapshot of a state, without its format and what is pending."""
    return cast(Snapshot, _table(state, _deck))


def to_view(state: State) -> View:
    """Return the snapshot of a state with the decks as numbers of cards: of a stripped one, its view."""
    return cast(View, {"format": FORMAT, **_table(state, lambda s, deck: s.deck_size[deck])})


def _table(state: State, deck_of: Callable[[SimpleNamespace, int], object]) -> dict[str, Any]:
    s = _shown(state)
    rules = rules_of(state)
    players, owner, count = s.players, s.owner, s.places
    places = [place for place in _PLACES if place < count]
    decks = range(len(DECKS) if s.orient else LEVELS)
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
