"""What a seat lacks for a card, a noble, a city or a post, and what keeps it from one, as the core counts it.

Doubled gold (T6), the gold of joker cards (O4), discard cards and cards to be paired are all in it, so that
nobody who shows a table need know these rules. The knowledge of any viewer will do, for any seat.

>>> from parure import Game
>>> for_card(Game(seed=7).knowledge(0), 0, "base-1w1").tokens
{'U': 3}
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, NoReturn, Protocol

from parure.components import CITIES, COLOURS, NOBLES, card_of, city_of, noble_of, post_of
from parure.core import calls
from parure.core.packed import BITS
from parure.core.state import NO_TILE
from parure.game.moves import PLACE_NAMES
from parure.game.position import State

__all__ = [
    "CardLack",
    "TileLack",
    "for_card",
    "for_city",
    "for_goals",
    "for_noble",
    "for_post",
    "may_have",
]


class Gems(dict[str, int]):
    """Numbers by colour, which can't be changed; a colour of which there is none is left out."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        super().__init__(numbers)
        self._hash = hash(tuple(self.items()))

    def __hash__(self) -> int:  # type: ignore[override]
        return self._hash

    def __reduce__(self) -> tuple[type["Gems"], tuple[dict[str, int]]]:
        return Gems, (dict(self),)

    def _refuse(self, *_values: object, **_named: object) -> NoReturn:
        raise TypeError("what a seat lacks can't be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


class Seen(Protocol):
    """A seat's or spectator's knowledge of a table, with the state behind it."""

    @property
    def state(self) -> State:
        """The state, stripped of what they may not know."""
        ...


class CardLack(NamedTuple):
    """What a seat lacks for a card."""

    due: Gems
    """The tokens it costs after the bonuses of the seat (B13)."""
    tokens: Gems
    """Those of them that the seat has not got, gold left aside."""
    gold: int
    """The gold that would stand for them (B14, T6)."""
    has_gold: int
    """The gold that the seat can spend, with that of its joker cards (O4)."""
    discards: int
    """How many cards (2017: bonuses) of the price of a discard card are lacking (O16, O17)."""
    bonus: bool
    """Whether a paired card has nothing to be paired with (O7)."""

    @property
    def is_nothing(self) -> bool:
        """Whether the seat can pay for the card."""
        return self.gold <= self.has_gold and not self.discards and not self.bonus


class TileLack(NamedTuple):
    """What a seat lacks for a noble, a city or a post."""

    colours: Gems
    """Cards (2017: bonuses) of each colour that the tile names (O22, O23)."""
    any_colour: int = 0
    """So many of one colour that a city does not name (C3)."""
    prestige: int = 0
    """For a city (C2)."""
    nobles: int = 0
    """For a post of 2017 (T7)."""

    @property
    def is_nothing(self) -> bool:
        """Whether the seat has all that the tile asks for."""
        return not any(self)


def for_card(known: Seen, seat: int, id: str) -> CardLack:
    """Return what a seat lacks for a card, wherever the card is."""
    return _card_lack(*calls.lacking_for_card(known.state, seat, card_of(id).number))


@lru_cache(1 << 14)
def _card_lack(
    due: int, tokens: int, gold: int, has_gold: int, discards: int, bonus: int
) -> CardLack:
    return CardLack(_gems(due), _gems(tokens), int(gold), int(has_gold), int(discards), bool(bonus))


def may_have(known: Seen, seat: int, place: str) -> bool:
    """Tell whether no other seat's strongholds keep a seat from the card of a place."""
    return bool(calls.is_free_for(known.state, seat, PLACE_NAMES.index(place)))


def for_noble(known: Seen, seat: int, id: str) -> TileLack:
    """Return what a seat lacks for a noble."""
    return _tile_lack(calls.lacking_for_noble(known.state, seat, noble_of(id).number), 0, 0, 0)


def for_city(known: Seen, seat: int, id: str) -> TileLack:
    """Return what a seat lacks for a city."""
    return _tile_lack(*calls.lacking_for_city(known.state, seat, city_of(id).number), 0)


def for_goals(known: Seen, seat: int) -> dict[str, TileLack]:
    """Return what a seat lacks for each city of the table, noble reserved for it and noble of the table."""
    s = known.state
    cities, nobles = s["city_tiles"][0].tolist(), s["nobles"][0].tolist()
    claimed = s["claimed"][0, seat].tolist()
    found = {}
    for id in [CITIES[city].id for city in cities if city != NO_TILE]:
        found[id] = for_city(known, seat, id)
    for id in [NOBLES[noble].id for noble in (*claimed, *nobles) if noble != NO_TILE]:
        found[id] = for_noble(known, seat, id)
    return found


def for_post(known: Seen, seat: int, id: str) -> TileLack:
    """Return what a seat lacks for a post, whether it has it or not."""
    colours, nobles = calls.lacking_for_post(known.state, seat, post_of(id).number)
    return _tile_lack(colours, 0, 0, nobles)


@lru_cache(1 << 14)
def _tile_lack(colours: int, any_colour: int, prestige: int, nobles: int) -> TileLack:
    return TileLack(_gems(colours), int(any_colour), int(prestige), int(nobles))


@lru_cache(1 << 14)
def _gems(packed: int) -> Gems:
    """Return packed numbers by colour (see `core.packed`)."""
    numbers = [(colour, int(packed) >> BITS * lane & 0xFF) for lane, colour in enumerate(COLOURS)]
    return Gems({colour: number for colour, number in numbers if number})
