"""The printed facts: every card, noble, city and post of both editions.

The csv files beside this module hold them; this module only reads them. The position of a thing in
its tuple here is its number everywhere in the engine, so rows are only ever appended.

>>> CARDS[0]
Card(id='base-1w1', set='base', level=1, bonus='W', worth=1, prestige=0, price=(0, 3, 0, 0, 0), \
effect='none', discards='')
>>> len(CARDS), len(NOBLES), len(CITIES), len(POSTS)
(150, 12, 28, 10)
"""

import csv
from importlib.resources import files
from typing import NamedTuple

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
]

COLOURS = "WUGRK"
"""The letters of the five gems, in the order used everywhere."""

COLOUR_NAMES = ("white", "blue", "green", "red", "black")
"""The gems as the csv files spell them."""

Gems = tuple[int, int, int, int, int]


class Card(NamedTuple):
    """A development card."""

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

    id: str
    set: str
    """`base`, or the 2024 box it came in: `silk_road_2024`, `sun_never_sets_2024`."""
    prestige: int
    needs: Gems


class City(NamedTuple):
    """One side of a city tile."""

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


def _card(row: dict[str, str]) -> Card:
    return Card(
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


def _noble(row: dict[str, str]) -> Noble:
    return Noble(row["id"], row["set"], int(row["prestige"]), _gems(row))


def _city(row: dict[str, str]) -> City:
    return City(
        id=row["id"],
        edition=int(row["edition"]),
        tile=int(row["tile"]),
        name=row["name"],
        prestige=int(row["prestige"]),
        needs=_gems(row),
        any_colour=int(row["any_colour_count"]),
    )


def _post(row: dict[str, str]) -> Post:
    return Post(row["id"], int(row["edition"]), _gems(row), int(row["nobles"]), row["power"])


CARDS = tuple(_card(row) for row in _rows("cards.csv"))
NOBLES = tuple(_noble(row) for row in _rows("nobles.csv"))
CITIES = tuple(_city(row) for row in _rows("cities.csv"))
POSTS = tuple(_post(row) for row in _rows("trading_posts.csv"))
