"""The printed facts: every card, noble, city and post of both editions.

The csv files beside this module hold them; this module only reads them. The position of a thing in
its tuple here is its number everywhere in the engine, so rows are only ever appended.

>>> card_of("base-1w1")
Card(number=0, id='base-1w1', set='base', level=1, bonus='W', worth=1, prestige=0, \
price=(0, 3, 0, 0, 0), effect='none', discards='')
>>> len(CARDS), len(NOBLES), len(CITIES), len(POSTS)
(150, 12, 28, 10)
"""

import csv
from importlib.resources import files
from typing import NamedTuple

from parure.types import Colour

__all__ = [
    "CARDS",
    "CITIES",
    "COLOURS",
    "COLOUR_NAMES",
    "NOBLES",
    "POSTS",
    "Card",
    "City",
    "Noble",
    "Post",
    "card_of",
    "city_of",
    "noble_of",
    "post_of",
]

COLOURS: tuple[Colour, ...] = ("W", "U", "G", "R", "K")
"""The letters of the five gems, in the order used everywhere."""

COLOUR_NAMES = ("white", "blue", "green", "red", "black")
"""The gems as the csv files spell them."""

Gems = tuple[int, int, int, int, int]


class Card(NamedTuple):
    """A development card."""

    number: int
    id: str
    set: str
    """`base`, `orient` (the Orient of 2017) or `orient_2024`."""
    level: int
    bonus: str
    """A colour letter; `paired` where it is chosen on buying; empty for a joker card."""
    worth: int
    """How many bonuses the card gives."""
    prestige: int
    price: Gems
    effect: str
    """`none`, `gold2`, `pair`, `pair_free_l1`, `double`, `reserve_noble`, `free_l2` or `discard2`."""
    discards: str
    """The colour letter of the price of a discard card, else empty."""


class Noble(NamedTuple):
    """A noble tile."""

    number: int
    id: str
    set: str
    """`base`, or the 2024 box it came in: `silk_road_2024`, `sun_never_sets_2024`."""
    prestige: int
    needs: Gems


class City(NamedTuple):
    """One side of a city tile."""

    number: int
    id: str
    edition: int
    tile: int
    """Both sides of a tile have the same number."""
    name: str
    prestige: int
    needs: Gems
    any_colour: int
    """That many of one more colour, which is none of `needs`."""


class Post(NamedTuple):
    """A trading post."""

    number: int
    id: str
    edition: int
    needs: Gems
    nobles: int
    power: str


def _rows(name: str) -> list[dict[str, str]]:
    text = (files(__name__) / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _letter(colour: str) -> str:
    return COLOURS[COLOUR_NAMES.index(colour)] if colour in COLOUR_NAMES else colour


def _gems(row: dict[str, str]) -> Gems:
    white, blue, green, red, black = (int(row[name]) for name in COLOUR_NAMES)
    return white, blue, green, red, black


def _card(number: int, row: dict[str, str]) -> Card:
    return Card(
        number=number,
        id=row["id"],
        set=row["set"],
        level=int(row["level"]),
        bonus=_letter(row["bonus"]),
        worth=int(row["bonus_count"]),
        prestige=int(row["prestige"]),
        price=_gems(row),
        effect=row["effect"],
        discards=_letter(row["discard_colour"]),
    )


def _noble(number: int, row: dict[str, str]) -> Noble:
    return Noble(number, row["id"], row["set"], int(row["prestige"]), _gems(row))


def _city(number: int, row: dict[str, str]) -> City:
    return City(
        number=number,
        id=row["id"],
        edition=int(row["edition"]),
        tile=int(row["tile"]),
        name=row["name"],
        prestige=int(row["prestige"]),
        needs=_gems(row),
        any_colour=int(row["any_colour_count"]),
    )


def _post(number: int, row: dict[str, str]) -> Post:
    return Post(
        number, row["id"], int(row["edition"]), _gems(row), int(row["nobles"]), row["power"]
    )


CARDS = tuple(_card(*numbered) for numbered in enumerate(_rows("cards.csv")))
NOBLES = tuple(_noble(*numbered) for numbered in enumerate(_rows("nobles.csv")))
CITIES = tuple(_city(*numbered) for numbered in enumerate(_rows("cities.csv")))
POSTS = tuple(_post(*numbered) for numbered in enumerate(_rows("trading_posts.csv")))

_CARDS = {card.id: card for card in CARDS}
_NOBLES = {noble.id: noble for noble in NOBLES}
_CITIES = {city.id: city for city in CITIES}
_POSTS = {post.id: post for post in POSTS}


def card_of(id: str) -> Card:
    """Return the card of that id; none is a `KeyError`, here and below."""
    return _CARDS[id]


def noble_of(id: str) -> Noble:
    """Return the noble of that id."""
    return _NOBLES[id]


def city_of(id: str) -> City:
    """Return the side of a city tile of that id."""
    return _CITIES[id]


def post_of(id: str) -> Post:
    """Return the post of that id."""
    return _POSTS[id]
