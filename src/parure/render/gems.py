"""Draws gems, tokens, requirement chips, shields and towers, distinct by shape before colour.

A gem is drawn in a box from -12 to 12. A card shape stands for cards and bonuses, a disc for a
token, a shield for a seat, a tower for a stronghold.

The cut of a card arises from its id: the same id gives the same drawing everywhere.
Corners of facets are whole numbers before clipping, so that no machine rounds them differently. A facet is
clipped here rather than by the picture: then no ids are needed, and every viewer shows the same.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import atan2, cos, pi, sin
from random import Random
from typing import Literal

from parure.render.draw import Sheet, number, path, rect, text

__all__ = [
    "CROWN",
    "NOTCH",
    "Edge",
    "any_chip",
    "chip",
    "facets",
    "gem",
    "notch_centres",
    "shield",
    "token",
    "tower",
]

Edge = Literal["plain", "key", "pale"]
"""The outline of a gem: plain on stock, a light keyline on a field of its colour, pale for none."""

_OUTLINES = {
    "W": "M0-11 8.6 0 0 11-8.6 0Z",
    "U": "M0-11.4C2-6.9 8.2-2.2 8.2 3.1A8.2 8.2 0 0 1-8.2 3.1C-8.2-2.2-2-6.9 0-11.4Z",
    "G": "M-4.4-10.4H4.4L8.2-6.6V6.6L4.4 10.4H-4.4L-8.2 6.6V-6.6Z",
    "R": "M-5.6-8.6H5.6L10.6-2.2 0 10.4-10.6-2.2Z",
    "K": "M0-10 10.8 8.8H-10.8Z",
    "gold": "M0-10A10 10 0 1 1 0 10A10 10 0 1 1 0-10Z",
}

_SLATE = "#51617C"
_BRONZE = "#5D3F05"

# Each facet: its path, its tint and the strength of the tint.
_FACETS = {
    "W": (
        ("M0-11-8.6 0H-3.6L0-4.6Z", "#FFF", ".9"),
        ("M0-11 8.6 0H3.6L0-4.6Z", _SLATE, ".1"),
        ("M-8.6 0 0 11V4.6L-3.6 0Z", _SLATE, ".22"),
        ("M8.6 0 0 11V4.6L3.6 0Z", _SLATE, ".42"),
    ),
    "U": (
        ("M0-11.4C-2-6.9-8.2-2.2-8.2 3.1L-4 2.6 0-4.6Z", "#FFF", ".38"),
        ("M0-11.4C2-6.9 8.2-2.2 8.2 3.1L4 2.6 0-4.6Z", "#FFF", ".17"),
        ("M-8.2 3.1A8.2 8.2 0 0 0 0 11.3L0 6.6-4 2.6Z", "#000", ".1"),
        ("M8.2 3.1A8.2 8.2 0 0 1 0 11.3L0 6.6 4 2.6Z", "#000", ".28"),
    ),
    "G": (
        ("M-4.4-10.4H4.4L8.2-6.6 3.7-4.4 2-6.1H-2L-3.7-4.4-8.2-6.6Z", "#FFF", ".45"),
        ("M-8.2-6.6-3.7-4.4V4.4L-8.2 6.6Z", "#FFF", ".17"),
        ("M8.2-6.6 3.7-4.4V4.4L8.2 6.6Z", "#000", ".1"),
        ("M-8.2 6.6-3.7 4.4-2 6.1H2L3.7 4.4 8.2 6.6 4.4 10.4H-4.4Z", "#000", ".28"),
    ),
    "R": (
        ("M-5.6-8.6-10.6-2.2H-4.4Z", "#FFF", ".38"),
        ("M-5.6-8.6H5.6L4.4-2.2H-4.4Z", "#FFF", ".17"),
        ("M-10.6-2.2H-4.4L0 10.4Z", "#000", ".1"),
        ("M10.6-2.2H4.4L0 10.4Z", "#000", ".28"),
    ),
    "K": (
        ("M0-10-10.8 8.8-4.6 5.2 0-2.8Z", "#FFF", ".34"),
        ("M0-10 10.8 8.8 4.6 5.2 0-2.8Z", "#FFF", ".13"),
        ("M-10.8 8.8H10.8L4.6 5.2H-4.6Z", "#000", ".5"),
    ),
    "gold": (
        (
            "M0-10A10 10 0 0 0-7.07 7.07L-4.6 4.6A6.5 6.5 0 0 1 4.6-4.6L7.07-7.07A10 10 0 0 0 0-10",
            "#FFF",
            ".38",
        ),
        ("M7.07-7.07A10 10 0 0 1-7.07 7.07L-4.6 4.6A6.5 6.5 0 0 0 4.6-4.6Z", "#000", ".28"),
        ("M0-4.6 1.1-1.1 4.6 0 1.1 1.1 0 4.6-1.1 1.1-4.6 0-1.1-1.1Z", _BRONZE, ".75"),
    ),
}

_SHIELD = "M2 1.5h16v9.5c0 5-3.5 8-8 9.8C5.5 19 2 16 2 11Z"

# Pale, chevron, bend, roundel: the charge of each seat.
_SHIELD_CHARGES = (
    "M8 2h4v18l-2 .8-2-.8Z",
    "M3 13.5 10 7l7 6.5-1.8 3.2L10 12l-5.2 4.7Z",
    "M2.5 2H7l10 10.5-1.6 3.2-12.9-11Z",
    "M10 6.2a4 4 0 1 1 0 8 4 4 0 1 1 0-8Z",
)

_TOWER = "M2 1h4v3h2.5V1h3v3H14V1h4v8l-2.5 2.5V20l2.5 2.5V25H2v-2.5L4.5 20v-8.5L2 9Z"
_TOWER_CHARGES = (
    "M8.5 13h3v6h-3Z",
    "M5.5 17.8 10 13.5l4.5 4.3v1.7L10 16.4 5.5 19.5Z",
    "M5 12.5h3l7 6v1h-2.5L5 13.5Z",
    "M10 13.3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5Z",
)

CROWN = "M8.5 13.5l4 4 4.5-7 4.5 7 4-4-1.5 9.5h-14Z"
"""The sign of a noble, in a box from (6, 9) to (28, 24)."""


def gem(sheet: Sheet, colour: str, x: float, y: float, size: float, edge: Edge = "plain") -> str:
    """A gem or a gold coin in the square of that size at `x`, `y`."""
    palette = sheet.palette
    strokes = {
        "plain": {"W": palette.edge_w, "K": palette.edge_k, "gold": _BRONZE},
        "key": {"W": "#3F4856", "K": palette.light_key, "gold": _BRONZE},
        "pale": dict.fromkeys("WUGRK", palette.ink3) | {"gold": _BRONZE},
    }[edge]
    stroke = strokes.get(colour, palette.light_key if edge == "key" else palette.edge)
    width = (
        "1.3" if colour == "W" else "1.5" if edge == "key" else "1.3" if colour == "K" else "1.15"
    )
    outline = _OUTLINES[colour]
    shape = path(outline, palette.gem(colour))
    shape += "".join(path(d, tint, fill_opacity=alpha) for d, tint, alpha in _FACETS[colour])
    shape += path(outline, stroke=stroke, stroke_width=width, stroke_linejoin="round")
    half = size / 2
    return sheet.place(f"gem-{colour}-{edge}", shape, x + half, y + half, size / 24)


def token(sheet: Sheet, colour: str, x: float, y: float, size: float) -> str:
    """A token: a gem or a coin on a disc."""
    palette = sheet.palette
    r = size / 2
    ring = f'cx="{x + r:g}" cy="{y + r + 1.5:g}" r="{r + 1.5:g}"'
    disc = f'cx="{x + r:g}" cy="{y + r:g}" r="{r + 0.75:g}"'
    return (
        f'<circle {ring} fill="{palette.line2}"/>'
        f'<circle {disc} fill="{palette.stock}" stroke="{palette.line2}" stroke-width="1.5"/>'
        + gem(sheet, colour, x + size / 6, y + size / 6, size * 2 / 3)
    )


def chip(
    sheet: Sheet,
    colour: str,
    count: int,
    x: float,
    y: float,
    *,
    scale: float = 1,
    wide: bool = False,
) -> str:
    """A required number of cards of one colour: 21 × 30, or 31 × 21 when wide."""
    palette = sheet.palette
    width, height = (31 * scale, 21 * scale) if wide else (21 * scale, 30 * scale)
    on = palette.on_field(colour)
    card = rect(x, y, width, height, palette.field(colour), rx=3)
    card += rect(x + 0.5, y + 0.5, width - 1, height - 1, "none", rx=2.5, stroke="#0003")
    size = 13 * scale
    if wide:
        card += gem(sheet, colour, x + 3 * scale, y + 4 * scale, size, "key")
        return card + text(x + 18 * scale, y + 15.5 * scale, count, size, on, weight=700)
    card += gem(sheet, colour, x + 4 * scale, y + 2.5 * scale, size, "key")
    middle = x + width / 2
    return card + text(middle, y + 27 * scale, count, size, on, weight=700, anchor="middle")


def any_chip(
    sheet: Sheet, count: int, x: float, y: float, *, scale: float = 1, wide: bool = False
) -> str:
    """Cards of any one other colour: five stripes over, or beside, the number."""
    palette = sheet.palette
    width, height = (31 * scale, 21 * scale) if wide else (21 * scale, 30 * scale)
    card = rect(x + 0.5, y + 0.5, width - 1, height - 1, "#FFFDF9", rx=2.5, stroke=palette.line2)
    left, top = (3, 5) if wide else (3.5, 3.5)
    step, tall = (2.6 * scale, 11 * scale) if wide else (2.8 * scale, 11.5 * scale)
    left, top = x + left * scale, y + top * scale
    for index, colour in enumerate("WUGRK"):
        card += rect(left + index * step, top, step, tall, palette.field(colour))
    card += rect(left, top, 5 * step, tall, "none", stroke="#1B1A1F", stroke_width=".7")
    if wide:
        return card + text(
            x + 19 * scale, y + 15.5 * scale, count, 13 * scale, "#1B1A1F", weight=700
        )
    middle = x + width / 2
    return card + text(
        middle, y + 27 * scale, count, 13 * scale, "#1B1A1F", weight=700, anchor="middle"
    )


def shield(sheet: Sheet, seat: int | None, x: float, y: float, width: float) -> str:
    """The shield of a seat; a dashed outline if no seat has the place yet."""
    palette = sheet.palette
    if seat is None:
        dashes = {"stroke_width": "1.3", "stroke_dasharray": "2.2 2", "stroke_opacity": ".6"}
        empty = path(_SHIELD, stroke=palette.line2, **dashes)
        return sheet.place("shield", empty, x, y, width / 20)
    colour = palette.seat(seat)
    shape = path(_SHIELD, colour) + path(_SHIELD_CHARGES[seat], palette.charge)
    shape += path(_SHIELD, stroke=colour, stroke_width="1.4")
    return sheet.place(f"shield-{seat}", shape, x, y, width / 20)


def tower(sheet: Sheet, seat: int, x: float, y: float, width: float) -> str:
    """A stronghold of a seat, 1.3 times as high as wide."""
    palette = sheet.palette
    body = {"stroke": palette.charge, "stroke_width": "1.2", "paint_order": "stroke"}
    shape = path(_TOWER, palette.seat(seat), **body)
    shape += path("M4.5 11.5h11M4.5 20h11", stroke="#0004")
    shape += path(_TOWER_CHARGES[seat], palette.charge)
    return sheet.place(f"tower-{seat}", shape, x, y, width / 20)


Point = tuple[float, float]
Polygon = Sequence[Point]

NOTCH = (3.2, 4.6)
"""Half the width, and the depth, of a notch."""

_SIDES = {1: (5, 6), 2: (7, 9), 3: (11, 13)}
_RADII = {1: (16.5, 150), 2: (9.6, 30, 150), 3: (9.2, 18.5, 38, 150)}
_TONES = (("#FFF", ".3"), ("#FFF", ".13"), None, ("#000", ".1"), ("#000", ".2"))
_LIGHT = -3 * pi / 4


def notch_centres(level: int) -> tuple[float, ...]:
    """Where the notches that tell the level are filed into the top edge."""
    return tuple(50 + 9 * (index - (level - 1) / 2) for index in range(level))


@cache
def facets(seed: str, level: int, outline: tuple[Point, ...]) -> str:
    """The cut of a card within a convex outline, one path for each tone."""
    chance = Random(seed)
    sides = chance.randint(*_SIDES[level])
    centre = (chance.randint(38, 60), chance.randint(17, 33))
    turn = chance.random() * 2 * pi
    rings = [
        _ring(centre, radius, sides, turn + index * pi / sides, chance)
        for index, radius in enumerate(_RADII[level])
    ]
    tones: list[list[Polygon]] = [[] for _ in _TONES]
    tones[0].append(rings[0])
    for inner, outer in pairwise(rings):
        before = 0
        for index in range(sides):
            after = (index + 1) % sides
            star = (inner[index], outer[index], inner[after])
            kite = (outer[index], inner[after], outer[after])
            for facet, tilt in ((star, 0.25), (kite, -0.25)):
                tone = _tone(facet, centre, chance.uniform(-0.35, 0.35) + tilt)
                if tone == before:
                    tone += 1 if tone == 0 or (tone < 4 and chance.random() < 0.5) else -1
                before = tone
                tones[tone].append(facet)
    drawn = ""
    for tint, polygons in zip(_TONES, tones, strict=True):
        if tint:
            d = "".join(_clipped(polygon, level, outline) for polygon in polygons)
            drawn += path(d, tint[0], fill_opacity=tint[1]) if d else ""
    return drawn


def _ring(centre: Point, radius: float, sides: int, turn: float, chance: Random) -> list[Point]:
    points: list[Point] = []
    for index in range(sides):
        angle = turn + 2 * pi * (index + chance.uniform(-0.07, 0.07)) / sides
        points.append(
            (round(centre[0] + radius * cos(angle)), round(centre[1] + radius * sin(angle)))
        )
    return points


def _tone(facet: Polygon, centre: Point, sparkle: float) -> int:
    """The tone of a facet, by how it faces the light from the upper left."""
    x = sum(point[0] for point in facet) / len(facet) - centre[0]
    y = sum(point[1] for point in facet) / len(facet) - centre[1]
    facing = cos(atan2(y, x) - _LIGHT) + sparkle
    return sum(facing < limit for limit in (0.62, 0.12, -0.1, -0.55))


def _clipped(polygon: Polygon, level: int, outline: Polygon) -> str:
    """The part of a convex polygon inside the outline and outside the notches, as a path."""
    for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
        polygon = _cut(polygon, a, b)
    parts = [polygon]
    half, depth = NOTCH
    for centre in notch_centres(level):
        left, tip, right = (centre - half, 0.0), (centre, depth), (centre + half, 0.0)
        split: list[Polygon] = []
        for part in parts:
            if not _overlaps(part, centre):
                split.append(part)
                continue
            split.append(_cut(part, left, tip))
            split.append(_cut(_cut(part, tip, left), tip, right))
        parts = split
    return "".join(_path(part) for part in parts)


def _overlaps(polygon: Polygon, centre: float) -> bool:
    half, depth = NOTCH
    return (
        bool(polygon)
        and min(y for _, y in polygon) < depth
        and min(x for x, _ in polygon) < centre + half
        and max(x for x, _ in polygon) > centre - half
    )


def _cut(polygon: Polygon, a: Point, b: Point) -> Polygon:
    """The part of a polygon to the right of the line from `a` to `b`, as seen with y downwards."""

    def side(point: Point) -> float:
        return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])

    kept: list[Point] = []
    for here, there in _edges(polygon):
        from_here, from_there = side(here), side(there)
        if from_here >= 0:
            kept.append(here)
        if (from_here > 0 > from_there) or (from_here < 0 < from_there):
            share = from_here / (from_here - from_there)
            kept.append(
                (here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1]))
            )
    return kept


def _edges(polygon: Polygon) -> Iterable[tuple[Point, Point]]:
    return zip(polygon, [*polygon[1:], *polygon[:1]], strict=True)


def _path(polygon: Polygon) -> str:
    points: list[str] = []
    for x, y in polygon:
        point = f"{number(round(x, 1))} {number(round(y, 1))}"
        if not points or point != points[-1]:
            points.append(point)
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
    return f"M{'L'.join(points)}Z" if len(points) > 2 else ""
