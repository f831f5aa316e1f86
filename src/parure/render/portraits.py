"""Draws the nobles in profile, in flat facets, in the colours of the required cards and with jewels for them.

A portrait is put together from parts: who they are, how they wear their hair, what is on their head and on
their shoulders. Each part is a list of facets in a box of 100, painted one over the other. The ground has
all the colours, the clothes the first and the hat the last.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from parure.components import COLOURS, Noble
from parure.render.draw import Sheet, number, path
from parure.render.gems import gem
from parure.render.palette import Palette

__all__ = ["portrait"]

Facet = tuple[str, str]
"""A path, and the letter of its tone: a capital one lies in shadow on the facet before."""

_TONES = {"a": 0.96, "b": 0.8, "c": 0.64, "d": 0.48, "e": 0.34, "f": 0.22, "g": 0.12}
"""How much of the light lies on a facet, from the brightest to the one in shadow."""

_OVAL = "M50 1A40 49 0 0 1 50 99A40 49 0 0 1 50 1Z"
_PARTS = {
    2: ("M66 3.9A40 49 0 0 1 50 99 40 49 0 0 1 34 94.9Z",),
    3: ("M58 2A40 49 0 0 1 50 99 40 49 0 0 1 27 90.1Z", "M80 17.6A40 49 0 0 1 51.4 99Z"),
}
"""The ground from the second colour on, each over the one before."""
_RIM = "M50 4.5A36.5 45.5 0 0 1 50 95.5A36.5 45.5 0 0 1 50 4.5Z"

Colours = tuple[str, str]
"""A material in the light and in shadow."""

_SKINS: dict[str, Colours] = {
    "fine": ("#FEEFE1", "#6B4A3C"),
    "strong": ("#F4DCC4", "#6B4A3C"),
    "hooked": ("#E8C7A8", "#6B4A3C"),
}
_HAIR_COLOURS: dict[str, Colours] = {
    "blond": ("#DCC2A6", "#7E5E3A"),
    "brown": ("#C3A596", "#5F4123"),
    "auburn": ("#CE998C", "#6A2D19"),
    "chestnut": ("#B9A090", "#553424"),
    "dark": ("#A69B93", "#423329"),
    "black": ("#999A9A", "#2D2727"),
    "white": ("#E6E3DC", "#8F857E"),
}
_CLOTH = "#1E2028"
_DYES = {"W": "#F7FAFF", "U": "#5F96F2", "G": "#6DD3AC", "R": "#E6565F", "K": "#8D8E9C"}
_METALS: dict[str, Colours] = {
    "crown": ("#F5D06D", "#7A5410"),
    "tiara": ("#F5D06D", "#7A5410"),
    "helmet": ("#E1E6EE", _CLOTH),
}

_FACES: dict[str, Sequence[Facet]] = {
    "fine": (
        (
            "M43 27 38 34 37 41 32 48.5 35.2 50 34.6 53 36 54.4 35 57 37.5 62 43 64 47.5 66.5 46 77"
            " 64 77 64 54 60 34 52 26Z",
            "a",
        ),
        ("M37.5 62 43 64 47.5 66.5 46 77 64 77 64 56 55 60Z", "B"),
        ("M47.5 66.5 46 77 55 77 60 62Z", "C"),
    ),
    "strong": (
        (
            "M43 26 37.5 34 35.5 39.5 36.6 42.4 30.5 50 34.4 51.6 34 54.4 35 56 34 59.4 36 65 42 67.4"
            " 47.5 67 46 78 66 78 65 52 60 34 52 26Z",
            "a",
        ),
        ("M36 65 42 67.4 47.5 67 46 78 66 78 65 54 54 62Z", "B"),
        ("M47.5 67 46 78 57 78 61 63Z", "C"),
    ),
    "hooked": (
        (
            "M43 26 37.8 33 35.8 39.4 37 42 31.4 46 30.6 51.4 35 51.8 34.2 54.6 35.2 56.2 34 59 36 64"
            " 42 66.6 47.5 66.5 46 78 65 78 65 52 60 34 52 26Z",
            "a",
        ),
        ("M36 64 42 66.6 47.5 66.5 46 78 65 78 65 54 54 61Z", "B"),
        ("M47.5 66.5 46 78 57 78 61 63Z", "C"),
    ),
}

_HAIR: dict[str, Sequence[Facet]] = {
    "short": (
        ("M40 31 46 22 57 20 66 27 70 38 69 50 64 60 59 56 57 46 52 43 49 35Z", "d"),
        ("M57 20 66 27 70 38 69 50 64 60 62 44Z", "E"),
    ),
    "bob": (
        ("M39 33 45 22 57 19 67 26 71 38 71 62 66 68 57 67 55 50 50 44 48 36Z", "d"),
        ("M57 19 67 26 71 38 71 62 66 68 63 46Z", "E"),
        ("M48 36 50 44 55 50 57 67 60 50 54 36Z", "F"),
    ),
    "long": (
        ("M40 32 46 22 57 20 67 27 71 40 72 58 70 70 76 82 62 84 60 68 57 52 51 44 48 36Z", "d"),
        ("M57 20 67 27 71 40 72 58 70 70 76 82 68 82 66 62 64 42Z", "E"),
        ("M48 36 51 44 57 52 60 68 62 84 64 64 60 46 53 36Z", "F"),
    ),
    "bun": (
        ("M40 31 46 22 57 20 65 26 68 36 66 47 60 54 57 46 52 42 48 35Z", "d"),
        ("M57 20 65 26 68 36 66 47 60 54 61 38Z", "E"),
        ("M66 33 72 28 80 31 82 40 77 47 69 46 65 41Z", "d"),
        ("M72 28 80 31 82 40 77 47 74 38Z", "E"),
    ),
    "braid": (
        ("M40 31 46 22 57 20 66 26 69 38 67 50 60 56 57 46 52 42 48 35Z", "d"),
        ("M57 20 66 26 69 38 67 50 62 42Z", "E"),
        ("M61 52 70 50 72 58 64 61ZM65 62 73 59 74 67 67 70ZM67 71 75 68 74 76 69 79Z", "d"),
        ("M66 51 70 50 72 58 68 60ZM69 61 73 59 74 67 70 69ZM71 70 75 68 74 76 71 78Z", "E"),
    ),
    "none": (),
}

_BEARDS: dict[str, Sequence[Facet]] = {
    "": (),
    "full": (
        ("M58 47 55 56 46 57 41 56 34.6 56.6 35 66 40 76 47 79 54 72 60 62Z", "d"),
        ("M58 47 55 56 46 57 50 66 47 79 54 72 60 62Z", "E"),
        ("M42 53.6 34.4 54.6 33.6 57.4 40 57.4 45 58.4Z", "c"),
    ),
    "pointed": (
        ("M58 48 54 58 46 60 41 58 34.8 58.6 36 66 40 80 47 72 54 68 60 60Z", "d"),
        ("M58 48 54 58 46 60 45 66 40 80 47 72 54 68 60 60Z", "E"),
        ("M43 53.4 34.4 54.4 32.4 58.4 39 57 45 58.6Z", "c"),
    ),
    "long": (
        ("M58 46 55 56 46 57 41 56 34.6 56.6 34 68 38 84 43 91 50 82 56 70 60 60Z", "c"),
        ("M58 46 55 56 46 57 48 70 43 91 50 82 56 70 60 60Z", "D"),
        ("M42 53.6 34.4 54.6 32.4 59 40 57.4 45 58.8Z", "b"),
    ),
    "thin": (
        ("M42.6 53 34.6 54 31 62 35.6 58.4 41 56.4Z", "e"),
        ("M36 62 35.6 66 38 78 41.4 68 43 65Z", "e"),
    ),
}

_CLOTHES: dict[str, Sequence[Facet]] = {
    "gown": (
        ("M20 82.4 34 78 46 73.5 52 84 63 74 76 78.5 80 82.4A40 49 0 0 1 20 82.4Z", "e"),
        ("M52 84 63 74 76 78.5 80 82.4A40 49 0 0 1 56 98.5Z", "F"),
        ("M20 82.4 34 78 46 73.5 52 84 44 87 33 83Z", "d"),
    ),
    "mantle": (
        ("M20 82.4 38 73 48 76 58 76 66 71 80 82.4A40 49 0 0 1 20 82.4Z", "f"),
        ("M20 82.4 38 73 47 79 46 99A40 49 0 0 1 20 82.4Z", "e"),
        ("M34 75 44 72 52 84 63 71 71 75 58 92 55 98.7 45 98.7 42 90Z", "a"),
        ("M52 84 63 71 71 75 58 92 55 98.7 50 99Z", "B"),
        (
            "M40 78l1.4 3.4-2 .8ZM46 84l1.4 3.4-2 .8ZM62 77l1.2 3.4-2 .6ZM57 84l1.2 3.4-2 .6"
            "ZM50 91l1.2 3.4-2 .6Z",
            "n",
        ),
    ),
    "ruff": (
        ("M20 82.4 36 78 66 78 80 82.4A40 49 0 0 1 20 82.4Z", "f"),
        ("M20 82.4 36 78 50 80 48 99A40 49 0 0 1 20 82.4Z", "e"),
        (
            "M30 66 35 71 37 66.6 42 72.4 45 67.6 51 73.6 55 68 60 72.6 64 67 68 70.6 73 65 74 73"
            " 69 79 63 75.6 59 81 53 76.6 48 81.6 43 76.6 37 79.6 34 74.6 28 74Z",
            "a",
        ),
        ("M51 73.6 55 68 60 72.6 64 67 68 70.6 73 65 74 73 69 79 63 75.6 59 81 53 76.6Z", "B"),
    ),
    "high": (
        ("M20 82.4 38 76 64 74 80 82.4A40 49 0 0 1 20 82.4Z", "f"),
        ("M20 82.4 38 76 50 82 47 99A40 49 0 0 1 20 82.4Z", "e"),
        ("M42 69 48 72 58 72 67 61 71 66 66 80 52 84 41 79Z", "d"),
        ("M58 72 67 61 71 66 66 80 52 84Z", "E"),
        ("M48 83 54 83 55 98.8 47 98.8Z", "b"),
    ),
    "chain": (
        ("M20 82.4 36 76 46 74 64 74 80 82.4A40 49 0 0 1 20 82.4Z", "e"),
        ("M64 74 80 82.4A40 49 0 0 1 54 98.8Z", "F"),
        ("M30 78.4 36 76 50 92 66 75 71 77.6 50 98Z", "b"),
        ("M66 75 71 77.6 50 98 50 92Z", "C"),
    ),
    "armour": (
        ("M20 82.4 34 75 46 74 64 74 76 77 80 82.4A40 49 0 0 1 20 82.4Z", "c"),
        ("M52 80 64 74 76 77 80 82.4A40 49 0 0 1 52 99Z", "E"),
        ("M20 82.4 34 75 42 80 36 93.6A40 49 0 0 1 20 82.4Z", "b"),
        ("M66 79 76 77 80 82.4A40 49 0 0 1 66 95Z", "D"),
        ("M43 72 48 74 60 73 65 70 67 76 52 81 42 77Z", "a"),
    ),
    "fan": (
        ("M62 74 62 56 74 44 84 50 86 66 82 78 70 82Z", "b"),
        ("M62 74 74 44 76 62ZM66 78 86 66 78 80Z", "C"),
        ("M20 82.4 34 78 46 74 54 86 66 76 80 82.4A40 49 0 0 1 20 82.4Z", "e"),
        ("M54 86 66 76 80 82.4A40 49 0 0 1 56 98.5Z", "F"),
        ("M34 78 46 74 54 86 42 86Z", "d"),
    ),
}

_HATS: dict[str, Sequence[Facet]] = {
    "crown": (
        (
            "M38.5 28 35.5 14 43 20.5 47.5 9.5 53.5 19 60 8.5 62.6 18.4 70 12.5 65.5 25.5 66.5 31 39 35Z",
            "a",
        ),
        ("M53.5 19 60 8.5 62.6 18.4 70 12.5 65.5 25.5 66.5 31 54 33Z", "B"),
        ("M38.6 28.6 65.6 25.2 66.5 31 39 35Z", "C"),
    ),
    "hennin": (
        ("M70 8 86 32 82 58 88 74 78 70 74 40Z", "f"),
        ("M40 31 46 20 70 8 69 38 60 36 52 32Z", "b"),
        ("M56 15 70 8 69 38 60 36Z", "C"),
        ("M40 31 44 23.6 54 28 66 38 63 42 52 34Z", "a"),
    ),
    "beret": (
        ("M60 20 66 8 78 5 87 14 83 13 84 20 77 17 74 23 68 22Z", "a"),
        ("M66 8 78 5 87 14 83 13 76 11Z", "B"),
        ("M34 30 37 22 50 15 65 17 74 26 71 32 60 31 42 34Z", "c"),
        ("M50 15 65 17 74 26 71 32 60 31 58 22Z", "D"),
        ("M38 31 64 26.6 70 31 69 35 40 36Z", "e"),
    ),
    "veil": (
        (
            "M39 31 46 20 58 18 68 27 72 46 74 66 82 80 66 86 54 78 47 75 44 66 49 58 50 46 47 36Z",
            "b",
        ),
        ("M58 18 68 27 72 46 74 66 82 80 66 86 64 60 62 40Z", "D"),
        ("M47 36 50 46 49 58 44 66 47 75 54 78 58 62 56 44 52 36Z", "C"),
    ),
    "turban": (
        ("M36 32 34 24 40 16 51 11.5 63 13 71 21 71 31 63 37 48 36Z", "b"),
        ("M36 32 34 24 40 16 54 22 71 21 71 25 54 29Z", "a"),
        ("M51 11.5 63 13 71 21 54 22 44 19Z", "C"),
        ("M54 29 71 25 71 31 63 37 48 36Z", "D"),
        ("M42 19 37 8 41 2 44 8 43 12 48 8 46 17Z", "a"),
    ),
    "laurel": (
        (
            "M38 31 41 25 45 29ZM43 29 45 21 51 25ZM50 26 53 18 58 23ZM57 25 62 19 65 26Z"
            "M63 29 70 26 69 33Z",
            "a",
        ),
        ("M38.6 32 46 30.4 43 35ZM46 31 53 29 50 34.6ZM53 30 60 29 58 35ZM60 31 67 32 63 37Z", "c"),
    ),
    "helmet": (
        ("M42 19 47 8 60 4 73 10 79 24 78 42 72 36 68 24 58 15Z", "d"),
        ("M60 4 73 10 79 24 78 42 72 36 69 20Z", "E"),
        ("M37 35 39 24 49 15 62 17 70 28 69 46 63 55 60 42 50 37Z", "a"),
        ("M49 15 62 17 70 28 69 46 63 55 60 42 58 26Z", "B"),
        ("M37 35 38 29 54 31 61 36 60 42 50 37Z", "C"),
    ),
    "hood": (
        ("M41 30 44 19 55 14 67 21 72 38 73 64 65 66 64 46 58 32 49 29Z", "c"),
        ("M55 14 67 21 72 38 73 64 65 66 66 40Z", "E"),
        ("M41 30 44 19 55 14 58 17 49 23 47 29.6Z", "a"),
    ),
    "cap": (
        ("M33 29 37 21 64 16 76 23 74 30 62 31 40 34Z", "c"),
        ("M37 21 64 16 76 23 60 26Z", "b"),
        ("M60 26 76 23 74 30 62 31Z", "E"),
        ("M40 31 66 27.6 69 36 62 38 50 35Z", "d"),
    ),
    "brim": (
        ("M52 12 56 3 60 8 66 4 64 12 57 15Z", "a"),
        ("M40 30 52 12 57 12 68 27Z", "b"),
        ("M54.6 12 57 12 68 27 58 28Z", "D"),
        ("M27 33 40 28 68 25 78 28 70 33 42 37Z", "a"),
        ("M42 37 58 30 78 28 70 33Z", "C"),
    ),
    "tiara": (
        ("M41 29 41 20 46.4 24.6 51 14 56 22 62 18 63 27Z", "a"),
        ("M51 14 56 22 62 18 63 27 52 28Z", "B"),
    ),
}

_EYE = "M36.6 44.4 41 42.6 42.4 44.2 38.6 45Z"
_BROW = "M36.4 41.2 41.6 39.2 43.6 40.6 43 41.2 41.4 40.4Z"


class Sitter(NamedTuple):
    """The parts of a portrait, and the places of its jewels: x, y and size."""

    face: str
    hair: str
    colour: str
    """Of the hair and the beard."""
    hat: str
    clothes: str
    jewels: Sequence[tuple[float, float, float]]
    beard: str = ""
    looks_right: bool = False


_SITTERS = {
    "noble-01": Sitter("fine", "long", "blond", "crown", "gown", ((50, 28.5, 8), (52, 88, 10))),
    "noble-02": Sitter(
        "strong", "bob", "dark", "crown", "mantle", ((46, 29.4, 8), (57, 27.8, 8)), "full", True
    ),
    "noble-03": Sitter("fine", "none", "blond", "hennin", "gown", ((47, 27, 8), (52, 88, 10))),
    "noble-04": Sitter(
        "strong", "short", "chestnut", "beret", "ruff", ((62, 26, 9), (49, 90, 9)), "pointed", True
    ),
    "noble-05": Sitter("fine", "none", "brown", "veil", "high", ((46, 27, 8), (51, 90, 9))),
    "noble-06": Sitter(
        "hooked",
        "none",
        "black",
        "turban",
        "chain",
        ((44, 21, 9), (37, 83, 8), (50, 95, 8)),
        "pointed",
    ),
    "noble-07": Sitter(
        "fine", "bob", "brown", "laurel", "chain", ((38, 85, 8), (50, 95, 9), (62, 85, 8)), "", True
    ),
    "noble-08": Sitter(
        "fine", "braid", "blond", "helmet", "armour", ((54, 31, 8), (48, 79, 8), (58, 78, 8))
    ),
    "noble-09": Sitter(
        "fine",
        "bun",
        "chestnut",
        "hood",
        "ruff",
        ((45, 24, 7), (51, 18.6, 7), (49, 90, 9)),
        "",
        True,
    ),
    "noble-10": Sitter(
        "hooked",
        "short",
        "white",
        "cap",
        "mantle",
        ((48, 32, 7), (57, 31, 7), (64, 30.4, 7)),
        "long",
    ),
    "noble-silkroad": Sitter(
        "strong",
        "short",
        "dark",
        "brim",
        "high",
        ((50, 25, 8), (51, 88, 7), (51, 95, 7)),
        "thin",
        True,
    ),
    "noble-sunneversets": Sitter(
        "hooked", "bun", "auburn", "tiara", "fan", ((51.6, 23, 8), (54, 90, 10))
    ),
}


@cache
def portrait(palette: Palette, noble: Noble) -> str:
    """A noble, in a box of 100."""
    sitter = _SITTERS[noble.id]
    colours = [colour for colour, n in zip(COLOURS, noble.needs, strict=True) if n]
    hair = _HAIR_COLOURS[sitter.colour]
    drawn = _cut(_FACES[sitter.face], _SKINS[sitter.face]) + path(_EYE + _BROW, "#3A2A26")
    drawn += _cut(_CLOTHES[sitter.clothes], (_DYES[colours[0]], _CLOTH))
    drawn += _cut(_HAIR[sitter.hair], hair) + _cut(_BEARDS[sitter.beard], hair)
    drawn += _cut(_HATS[sitter.hat], _METALS.get(sitter.hat, (_DYES[colours[-1]], _CLOTH)))
    sheet = Sheet(palette)
    for colour, (x, y, size) in zip(colours, sitter.jewels, strict=True):
        drawn += gem(sheet, colour, x - size / 2, y - size / 2, size)
    if sitter.looks_right:
        drawn = f'<g transform="translate(100) scale(-1 1)">{drawn}</g>'
    rim = path(_RIM, stroke=palette.light_key, stroke_opacity=".45", stroke_width=".8")
    return _ground(palette, colours) + rim + drawn


def _ground(palette: Palette, colours: Sequence[str]) -> str:
    """The oval in the colours, muted by slate."""
    drawn = ""
    for part, colour in zip((_OVAL, *_PARTS[len(colours)]), colours, strict=True):
        drawn += path(part, palette.back)
        drawn += path(part, palette.field(colour), fill_opacity=".25" if colour == "W" else ".42")
    return drawn


def _cut(facets: Sequence[Facet], colours: Colours) -> str:
    """The facets of a part: between its colours, or shadow over the facet before."""
    bright, dark = colours
    drawn, light = "", 1.0
    for d, tone in facets:
        if tone.isupper():
            shade = 1 - _TONES[tone.lower()] / light
            drawn += path(d, dark, fill_opacity=number(shade))
        else:
            light = _TONES.get(tone, 0)
            drawn += path(d, _mixed(bright, dark, light))
    return drawn


def _mixed(one: str, other: str, share: float) -> str:
    """A colour with that share of the first."""
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)
