"""Cuts seen from above, and skylines: the drawing that an id gives rise to.

The same id gives the same drawing everywhere: corners of facets are whole numbers before clipping,
so that no machine rounds them differently. A facet is clipped here rather than by the picture: then
no ids are needed, and every viewer shows the same.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import atan2, cos, pi, sin
from random import Random

from parure.render.draw import number, path

__all__ = ["NOTCH", "facets", "notch_centres", "skyline"]

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


@cache
def skyline(seed: str, width: int, height: int) -> str:
    """The roofs of a city, as the path of a box: domes, gables, battlements and chimneys."""
    chance = Random(seed)
    x, d = 0.0, f"M0 {height}"
    while x < width:
        house = min(chance.choice((9, 11, 13, 15, 17, 19)), width - x)
        y = height - chance.randint(int(height * 0.28), int(height * 0.72))
        end, half = x + house, house / 2
        roof = chance.choice(("dome", "gable", "battlements", "chimney", "flat"))
        d += f"L{number(x)} {y}"
        if house < 8 or roof == "flat":
            d += f"H{number(end)}"
        elif roof == "dome":
            d += f"A{number(half)} {number(half)} 0 0 1 {number(end)} {y}"
        elif roof == "gable":
            d += f"L{number(x + half)} {y - 8}L{number(end)} {y}"
        elif roof == "battlements":
            third = number(house / 3)
            d += f"h{third}v-4h{third}v4H{number(end)}"
        else:
            d += f"h{number(half - 1.5)}v-10h3v10H{number(end)}"
        x = end
    return d + f"L{width} {height}Z"


def _ring(centre: Point, radius: float, sides: int, turn: float, chance: Random) -> list[Point]:
    points: list[Point] = []
    for index in range(sides):
        angle = turn + 2 * pi * (index + chance.uniform(-0.07, 0.07)) / sides
        points.append(
            (round(centre[0] + radius * cos(angle)), round(centre[1] + radius * sin(angle)))
        )
    return points


def _tone(facet: Polygon, centre: Point, sparkle: float) -> int:
    """How a facet faces the light from the upper left."""
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
