"""Draws goals: nobles, cities and trading posts, with their requirements.

A requirement is card-shaped, because cards meet it, not tokens. Each face takes its own width and
height, so that a page can lay them out as it likes.
"""

from collections.abc import Sequence
from functools import cache

from parure.components import COLOURS, POSTS, City, Post, city_of, noble_of, post_of
from parure.render.draw import Sheet, at, fit, group, number, path, rect, standalone, text, wrapped
from parure.render.gems import CROWN, any_chip, chip, gem, shield
from parure.render.palette import DAY, Palette
from parure.render.portraits import portrait
from parure.render.scenery import city_view
from parure.words.piece_words import city_name, city_words, noble_words, post_words, power_words

__all__ = [
    "city",
    "city_svg",
    "main_colour",
    "noble",
    "noble_svg",
    "post",
    "post_svg",
    "posts_of",
    "power_picture",
    "requirement",
]


def main_colour(post: Post) -> str:
    """The colour a post requires most of; no two posts of an edition share it."""
    return COLOURS[max(range(5), key=lambda index: post.needs[index])]


@cache
def posts_of(edition: int) -> tuple[Post, ...]:
    """The posts of an edition in the order of their main colours."""
    posts = [each for each in POSTS if each.edition == edition]
    return tuple(sorted(posts, key=lambda post: COLOURS.index(main_colour(post))))


def noble_svg(id: str, width: float = 112, *, palette: Palette = DAY) -> str:
    """One noble as a small square SVG document."""
    sheet = Sheet(palette)
    return standalone(
        sheet, noble(sheet, id, 112, 112), (112, 112), width, noble_words(noble_of(id))
    )


def city_svg(id: str, width: float = 132, *, palette: Palette = DAY) -> str:
    """One city as a small SVG document, 132 × 86."""
    sheet = Sheet(palette)
    return standalone(sheet, city(sheet, id, 132, 86), (132, 86), width, city_words(city_of(id)))


def post_svg(
    id: str,
    width: float = 124,
    *,
    seats: Sequence[int] = (),
    players: int = 4,
    palette: Palette = DAY,
) -> str:
    """One post as a small SVG document, 124 × 112, with the shields of the seats that have it."""
    sheet = Sheet(palette)
    face = post(sheet, id, 124, 112, seats, players)
    return standalone(sheet, face, (124, 112), width, post_words(post_of(id)))


def noble(sheet: Sheet, id: str, width: float, height: float) -> str:
    """A noble: prestige, portrait and requirement: beside the portrait, or over its foot on a small face."""
    palette = sheet.palette
    noble = noble_of(id)
    needs = [(colour, n) for colour, n in zip(COLOURS, noble.needs, strict=True) if n]
    size = 28 if height < 150 else 36
    drawn = _plate(palette, width, height)
    crest, right = min(height - 8, width * 0.93), width
    step, scale = (0.0, 0.0), 1.0
    if width > 1.9 * height:
        scale = max(1.0, min(1.5, height / 95))
        step = (24 * scale, 0)
        left, top = width - 24 * scale * len(needs) - 6, (height - 30 * scale) / 2
        right = left - 8
    elif height >= 100:
        scale = min(height / 112, (height - size - 8) / (31 * len(needs)))
        step = (0, 31 * scale)
        left, top = 7.0, height - 31 * scale * len(needs) - 6
    else:
        step = (24, 0)
        left, top = 8, height - 37
        crest = min(height - 22, width - 26)
    drawn += at(
        right - 0.93 * crest,
        min(4, (height - crest) / 2),
        portrait(palette, noble),
        scale=crest / 100,
    )
    drawn += text(9, 6 + size * 0.75, noble.prestige, size, palette.ink, serif=True, weight=700)
    for index, (colour, n) in enumerate(needs):
        drawn += chip(sheet, colour, n, left + index * step[0], top + index * step[1], scale=scale)
    return group(noble_words(noble), drawn)


def city(sheet: Sheet, id: str, width: float, height: float, seats: Sequence[int] = ()) -> str:
    """A city: name, prestige, view, requirement, and the shields of the seats that have it."""
    palette = sheet.palette
    city = city_of(id)
    chips = sum(n > 0 for n in city.needs) + bool(city.any_colour)
    scale = max(1.0, min(1.35, height / 90, (width - 16) / (24 * max(chips, 1))))
    drawn = _plate(palette, width, height) + _view(sheet, city, width, height)
    number_width = 36
    name = fit(city_name(city), 12, width - 18 - number_width, bold=True)
    drawn += text(9, 22, name, 12, palette.ink, weight=600)
    right = width - 9
    drawn += text(right, 25, city.prestige, 22, palette.ink, serif=True, weight=700, anchor="end")
    drawn += requirement(sheet, city.needs, city.any_colour, 8, height - 30 * scale - 7, scale)
    for index, seat in enumerate(reversed(seats)):
        drawn += shield(sheet, seat, width - 24 - 18 * index, 31, 15)
    return group(city_words(city), drawn)


def _view(sheet: Sheet, city: City, width: float, height: float) -> str:
    """The view of a city at the lower right of its face, on a pavement with the round corners of the face."""
    high = min((width - 1) * 48 / 132, height * 0.66)
    size = f'width="{number(width - 1)}" height="{number(high)}" viewBox="0 0 132 48"'
    place = f'x=".5" y="{number(height - 6.5 - high)}" {size} preserveAspectRatio="xMaxYMax"'
    pavement = f"M.5 {number(height - 6.5)}H{number(width - 0.5)}a6 6 0 0 1-6 6H6.5a6 6 0 0 1-6-6Z"
    return f"<svg {place}>{city_view(sheet, city)}</svg>" + path(pavement, sheet.palette.line)


def requirement(
    sheet: Sheet, needs: Sequence[int], any_colour: int, x: float, y: float, scale: float = 1
) -> str:
    """A row of chips for the required cards."""
    step = (24 if sum(n > 0 for n in needs) + bool(any_colour) < 5 else 22.5) * scale
    drawn, left = "", x
    for colour, n in zip(COLOURS, needs, strict=True):
        if n:
            drawn += chip(sheet, colour, n, left, y, scale=scale)
            left += step
    return drawn + (any_chip(sheet, any_colour, left, y, scale=scale) if any_colour else "")


def post(
    sheet: Sheet, id: str, width: float, height: float, seats: Sequence[int], players: int
) -> str:
    """A post: price left, power right and in words, and below the shields of those that have it.

    A wide post has its words beside the pictogram, a high one below.
    """
    palette = sheet.palette
    post = post_of(id)
    drawn = _plate(palette, width, height)
    left = 7.0
    for colour, n in zip(COLOURS, post.needs, strict=True):
        if n:
            drawn += chip(sheet, colour, n, left, 7)
            left += 24
    if post.nobles:
        drawn += rect(left, 7, 21, 30, palette.well, rx=3, stroke=palette.line2)
        drawn += at(left + 10.5 - 8.5 * 0.64 * 2, 2.5, path(CROWN, palette.ink2), scale=0.64)
        drawn += text(left + 10.5, 34, post.nobles, 13, palette.ink, weight=700, anchor="middle")
    power, words = power_picture(sheet, post), power_words(post)
    if width >= 240:
        drawn += at(58, 9, power)
        drawn += wrapped(124, 20, words, 12, width - 130, palette.ink2, 3)
        shields = height - 23.0
    else:
        drawn += at(width - 57, 9, power)
        drawn += wrapped(8, 50, words, 12, width - 15, palette.ink2, 3)
        shields = height - 20.5
        drawn += path(f"M7 {shields - 3.5:g}H{width - 7:g}", stroke=palette.line)
    owners: list[int | None] = [*seats, *([None] * (players - len(seats)))]
    for index, seat in enumerate(owners):
        drawn += shield(sheet, seat, 7 + 19 * index, shields, 15.5)
    return group(post_words(post), drawn)


def _plate(palette: Palette, width: float, height: float) -> str:
    return rect(0.5, 0.5, width - 1, height - 1, palette.panel, rx=6, stroke=palette.line)


def power_picture(sheet: Sheet, post: Post) -> str:
    """The pictogram of a power, in a box of 54 × 26."""
    palette = sheet.palette
    ink, ink2 = palette.ink, palette.ink2
    card = {"rx": "2", "stroke": ink2, "stroke_width": "1.3"}
    if post.power == "take_1_other_gem_after_taking_2_same":
        alike = "".join(_disc(x, 13, 8.25, ink2, palette.panel, 1.5) for x in (9, 19))
        return alike + _plus(ink, 28, 13, 18) + _gem_token(palette, 46, 8.25)
    if post.power == "gold_worth_2_of_same_colour":
        worth = text(27, 18, "=", 15, ink, weight=700) + text(39, 19, 2, 17, ink, weight=700)
        return gem(sheet, "gold", 2, 2, 22) + worth
    if post.power == "take_1_gem_after_purchase":
        tick = {"stroke_width": "1.9", "stroke_linecap": "round", "stroke_linejoin": "round"}
        bought = rect(1, 1, 16, 22.4, palette.stock, **card)
        bought += path("M5 12l3 3 5.5-6.5", stroke=ink, **tick)
        return bought + _plus(ink, 22, 15, 18) + _gem_token(palette, 43, 9.2)
    if post.power == "reserve_from_deck_draw_2_keep_1":
        seen = "".join(rect(x, 2, 15, 21, palette.stock, **card) for x in (1, 11))
        eye = "M31 13c3-4.5 6.5-6 9-6s6 1.5 9 6c-3 4.5-6.5 6-9 6s-6-1.5-9-6Z"
        seen += path(eye, stroke=ink, stroke_width="1.7")
        return seen + f'<circle cx="40" cy="13" r="2.6" fill="{ink}"/>'
    line = {"stroke": ink2, "stroke_width": "1.8", "stroke_linejoin": "round"}
    if post.power == "prestige_5":
        five = text(26, 21, 5, 23, ink, serif=True, weight=700, anchor="middle")
        return five + path("M13 5c-4 5-3 13 4 16M39 5c4 5 3 13-4 16", **line)
    one = text(5, 21, 1, 22, ink, serif=True, weight=700) + text(21, 18, "/", 14, ink, weight=700)
    if post.power == "prestige_1_per_own_trading_post":
        house = path("M30 11 39.5 4 49 11V22H30Z", **line)
        return one + house + path("M37 22v-6h5v6", stroke=ink2, stroke_width="1.6")
    outline = "M2 1.5h16v9.5c0 5-3.5 8-8 9.8C5.5 19 2 16 2 11Z"
    return one + at(30, 3, path(outline, **line), scale=0.9)


def _plus(ink: str, x: float, size: float, y: float) -> str:
    return text(x, y, "+", size, ink, weight=700)


def _disc(x: float, y: float, r: float, fill: str, stroke: str, width: float) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{stroke}"'
        f' stroke-width="{width:g}"/>'
    )


def _gem_token(palette: Palette, x: float, r: float) -> str:
    """A token of any colour."""
    k = r / 11
    gem = f"M{x:g} {13 - 6.5 * k:.4g}l{5 * k:.4g} {6.5 * k:.4g}-{5 * k:.4g} {6.5 * k:.4g}"
    gem += f"-{5 * k:.4g}-{6.5 * k:.4g}Z"
    disc = _disc(x, 13, r, palette.stock, palette.ink2, 1.6)
    return disc + path(gem, stroke=palette.ink2, stroke_width="1.6", stroke_linejoin="round")
