"""Scenes of cards and views of cities: what `scenes.svg` and `cities.svg` draw, as tones over a colour."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from parure.components import COLOURS, Card, City
from parure.render.draw import Sheet, path

__all__ = ["RIDGES", "SCENES", "city_view", "scene", "scene_of"]

SCENES = {
    ("base", 1): ("adit", "pit", "vein"),
    ("base", 2): ("ship", "wagon", "cutter"),
    ("base", 3): ("shop", "dome", "canal"),
    ("orient", 1): ("caravan",),
    ("orient", 2): ("bazaar",),
    ("orient", 3): ("palace",),
}
"""The scenes by set and level: mines, transport and craft, shops; in the Orient one for each level."""

RIDGES = {
    ("base", 1): "0 58 13 52 25 58 39 51 52 60 64 55 80 63 92 57 100 61",
    ("base", 2): "0 56 8 60 17 61 25 56 33 61 42 62 50 57 58 62 67 63 75 58 83 63 92 64 100 59",
    ("base", 3): (
        "0 54 14 54 14 58 22 58 29 51 36 58 44 58 44 54 56 54 56 60 62 60 70 53 78 60 84 60 84 56 94 56"
        " 94 62 100 62"
    ),
    ("orient", 1): "0 60 18 54 30 53 46 60 58 63 76 56 86 55 100 61",
    ("orient", 2): "0 60 6 60 20 51 34 60 40 60 52 53 64 61 70 61 83 54 96 62 100 62",
    ("orient", 3): (
        "0 60 8 60 8 57 10 54 15 50 20 54 22 57 22 60 38 61 38 58 41 54 50 48 59 54 62 58 62 61 78 62"
        " 78 59 80 56 85 52 90 56 92 59 92 62 100 62"
    ),
}
"""The outlines of the scenes, for faces too small for them: mountains, waves, roofs, dunes, tents, domes."""

_LIGHT, _SHADE = "#FFF", "#0A0C16"
_LAMP = ("#FFE3A0", ".95")
_TONES = {
    "bright": (_LIGHT, ".62"),
    "light": (_LIGHT, ".34"),
    "pale": (_LIGHT, ".16"),
    "dim": (_SHADE, ".15"),
    "dark": (_SHADE, ".34"),
    "deep": (_SHADE, ".6"),
    "lamp": _LAMP,
}
_ON_BLACK = _TONES | {"dim": (_LIGHT, ".1"), "dark": (_LIGHT, ".17"), "deep": ("#05060A", ".78")}
"""On a black field shade would not be seen."""

_STRENGTHS = {
    "far": ".1",
    "thin": ".2",
    "wall": ".34",
    "roof": ".52",
    "deep": ".75",
    "lamp": ".9",
    "paper": ".7",
}
"""The tones of a city."""


@cache
def _drawings(file: str) -> dict[str, list[dict[str, str]]]:
    """The paths of each drawing in a file, as their attributes."""
    root = ElementTree.parse(Path(__file__).with_name(file)).getroot()
    return {one.attrib["id"]: [each.attrib for each in one] for one in root.iterfind("{*}symbol")}


def scene_of(card: Card) -> str:
    """The name of a card's scene: cards of one colour that follow each other have different ones."""
    scenes = SCENES["base" if card.set == "base" else "orient", card.level]
    return scenes[card.number % len(scenes)]


def scene(sheet: Sheet, name: str, colour: str) -> str:
    """A scene over the field of a card, 100 × 110."""
    tones, ground = (_ON_BLACK, "-black") if colour == "K" else (_TONES, "")
    drawn = ""
    for each in _drawings("scenes.svg")[name]:
        fill, strength = tones[each["class"]]
        holes = {"fill_rule": each["fill-rule"]} if "fill-rule" in each else {}
        drawn += path(each["d"], fill, fill_opacity=strength, **holes)
    return sheet.place(f"scene-{name}{ground}", drawn, 0, 0, 1)


def city_view(sheet: Sheet, city: City) -> str:
    """The view of a city, 132 × 48, in the first of blue, green and red that it requires.

    A city that requires many colours, or any, has none of its own. The hill goes on to the left, where a box
    may be wider.
    """
    palette = sheet.palette
    asked = [colour for colour, n in zip(COLOURS, city.needs, strict=True) if n]
    tints = [colour for colour in asked if colour in "UGR" and len(asked) < 3]
    tint = palette.view(tints[0]) if tints else palette.view_other
    ground = palette.field(tints[0]) if tints else palette.orient_back
    drawn = path("M-200 46 66 1 132 12V48H-200Z", ground, fill_opacity=".2")
    for each in _drawings("cities.svg")[city.name.lower()]:
        kind = each["class"]
        fill = {"lamp": "#F0C659", "paper": palette.panel}.get(kind, tint)
        drawn += path(each["d"], fill, fill_opacity=_STRENGTHS[kind])
    return drawn
