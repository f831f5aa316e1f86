"""Card faces, 100 × 150 units: the full face, the compact one, the thumb and the backs of decks.

The level is filed into the top edge as notches, and decides what is pictured: mines, transport and
craft, or shops. The corners of Orient cards are cut. Top left is the prestige, top right what the card
gives, lower left the price, lower right what it does once.
"""

from functools import cache
from math import cos, pi, sin
from typing import Literal

from parure.components import COLOURS, Card, card_of
from parure.render.draw import Sheet, at, group, path, rect, standalone, text
from parure.render.gems import CROWN, NOTCH, facets, gem, notch_centres, tower
from parure.render.palette import DAY, PAGE, Palette
from parure.render.scenery import RIDGES, scene, scene_of
from parure.words.piece_words import card_words, deck_words

__all__ = [
    "CARD_BOX",
    "Face",
    "back",
    "card",
    "card_svg",
    "deck_shadow",
    "face_for",
    "shadow",
    "towers",
]

CARD_BOX = (100, 150)

Face = Literal["full", "compact", "thumb"]

_WINDOW = "0 50 45 54 56 102 100 107"
"""Where the picture ends: beside the price it goes on."""
_SHORT_WINDOW = "0 50 45 54 52 84 100 88"
"""The same above a price of two cards."""

# Broad rays from the horizon: behind a numeral they only raise its contrast.
_RAYS = (
    "M50 30 0 10V30ZM50 30 22 0H36ZM50 30 64 0H84ZM50 30 100 12V34Z",
    "M50 30H0V46ZM50 30 0 10 10 0H22Z",
)


def face_for(width: float) -> Face:
    """The face that is legible at a width in pixels."""
    return "full" if width >= 72 else "compact" if width >= 40 else "thumb"


def card_svg(
    id: str,
    width: float = 100,
    *,
    palette: Palette = DAY,
    stronghold: tuple[int, int] | None = None,
) -> str:
    """One card as a small SVG document without ids; `stronghold` is a seat and its number there.

    >>> card_svg("base-1w1", 104)[:70]
    '<svg xmlns="http://www.w3.org/2000/svg" width="104" height="156" viewB'
    """
    sheet = Sheet(palette)
    face = card(sheet, id, face_for(width), stronghold=stronghold)
    return standalone(sheet, face, CARD_BOX, width, card_words(card_of(id)))


def card(
    sheet: Sheet,
    id: str,
    face: Face = "full",
    *,
    paired: str | None = None,
    stronghold: tuple[int, int] | None = None,
    note: str = "",
) -> str:
    """The face of a card; `paired` is the colour that a paired card took, `note` ends its title."""
    card = card_of(id)
    palette = sheet.palette
    colour = paired or _colour(card)
    outline = _outline(card.level, card.set != "base")
    if face == "thumb":
        drawn = path(outline, palette.field(colour)) + _thumb(sheet, card, colour, paired)
    else:
        drawn = path(outline, palette.stock) + _field(sheet, card, colour, face)
        if card.prestige:
            x, y, size = (9, 35, 34) if face == "full" else (8, 40, 40)
            on = palette.on_field(colour)
            drawn += text(x, y, card.prestige, size, on, serif=True, weight=700)
        gift = _gives(sheet, card, paired)
        drawn += gift if face == "full" else at(-8, -1, gift, scale=1.1)
        drawn += _price(sheet, card, face)
        if face == "full":
            drawn += _effect(palette, card)
    drawn += path(outline, stroke=palette.rim, stroke_width=3 if face == "thumb" else 1)
    if stronghold:
        drawn += towers(sheet, card, *stronghold, face)
    words = card_words(card)
    return group(f"{words} {note}" if note else words, drawn)


def back(sheet: Sheet, deck: str, face: Face = "full") -> str:
    """The back of a deck, without its count."""
    palette = sheet.palette
    level, orient = int(deck[0]), deck.endswith("o")
    outline = _outline(level, orient)
    drawn = path(outline, palette.orient_back if orient else palette.back)
    if face != "thumb":
        drawn += facets(f"deck {deck}", level, _corners(orient, 150, 150))
    return group(deck_words(deck), drawn, path(outline, stroke=palette.rim))


def shadow(sheet: Sheet, id: str) -> str:
    """The shadow of a card that lies on the table, to be drawn before it."""
    card = card_of(id)
    return at(0.5, 2, path(_outline(card.level, card.set != "base"), sheet.palette.shadow))


def deck_shadow(sheet: Sheet, deck: str) -> str:
    """The shadow of a deck: it is thicker than a card."""
    outline = _outline(int(deck[0]), deck.endswith("o"))
    return at(2.6, 3, path(outline, sheet.palette.shadow))


def _colour(card: Card) -> str:
    return card.bonus or "gold"


_LOWER = {True: "V140L90 150H10L0 140", False: "V142a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8"}
"""The lower edge of a card, with corners that are cut or round."""


@cache
def _outline(level: int, orient: bool, seam: str = "") -> str:
    """The edge of a card, or of its field down to the seam: points from left to right."""
    half, depth = NOTCH
    notches = "".join(
        f"H{centre - half:g}l{half:g} {depth:g}l{half:g}-{depth:g}"
        for centre in notch_centres(level)
    )
    start, right = ("M10 0", "H90L100 10") if orient else ("M8 0", "H92a8 8 0 0 1 8 8")
    if seam:
        numbers = seam.split()
        points = [" ".join(numbers[index : index + 2]) for index in range(0, len(numbers), 2)]
        low = f"L{' '.join(reversed(points))}"
    else:
        low = _LOWER[orient]
    return start + notches + right + low + ("V10Z" if orient else "V8a8 8 0 0 1 8-8Z")


@cache
def _corners(orient: bool, left: int, right: int) -> tuple[tuple[float, float], ...]:
    """The outline as a convex polygon, clockwise, with its lower edge at these heights."""
    if orient:
        top: list[tuple[float, float]] = [(0, 10), (10, 0), (90, 0), (100, 10)]
    else:
        arc = [(8 - 8 * cos(step * pi / 8), 8 - 8 * sin(step * pi / 8)) for step in range(5)]
        top = arc + [(100 - x, y) for x, y in reversed(arc)]
    if left < 150:
        return (*top, (100, right), (0, left))
    return (*top, *((x, 150 - y) for x, y in reversed(top)))


def _field(sheet: Sheet, card: Card, colour: str, face: Face) -> str:
    """The coloured part of a card. A page has it with a picture and plain, and its style sheet chooses."""
    palette = sheet.palette
    orient = card.set != "base"
    if face == "compact":
        ridge = RIDGES["orient" if orient else "base", card.level]
        field = path(_outline(card.level, orient, ridge), palette.field(colour))
        return field + path(f"M{ridge}", stroke="#0003", stroke_width="1.2")
    pictured = _pictured(sheet, card, colour, orient=orient)
    if palette is not PAGE:
        return pictured
    plain = _plain(sheet, card, colour, orient=orient)
    return f'<g class="pictured">{pictured}</g><g class="plain">{plain}</g>'


def _pictured(sheet: Sheet, card: Card, colour: str, *, orient: bool) -> str:
    """A field with a scene, which goes on beside the price."""
    palette = sheet.palette
    seam = _SHORT_WINDOW if card.discards else _WINDOW
    drawn = path(_outline(card.level, orient, seam), palette.field(colour))
    pale = palette.on_field(colour) == palette.light_key
    tone, strengths = ("#0A0C16", (".12", ".06")) if pale else ("#FFF", (".2", ".1"))
    for d, strength in zip(_RAYS, strengths, strict=True):
        drawn += path(d, tone, fill_opacity=strength)
    drawn += scene(sheet, scene_of(card), colour)
    drawn += path(f"M{seam}{_LOWER[orient]}Z", palette.stock)
    return drawn + path(f"M{seam}", stroke="#0003")


def _plain(sheet: Sheet, card: Card, colour: str, *, orient: bool) -> str:
    """A field without a picture: cut like a gem, the finer the higher its level."""
    left, right = 47, 60
    seam = f"0 {left} 100 {right}"
    field = path(_outline(card.level, orient, seam), sheet.palette.field(colour))
    cut = facets(card.id, card.level, _corners(orient, left, right))
    field += sheet.place(f"cut-{card.id}", cut, 0, 0, 1)
    return field + path(f"M{seam}", stroke="#0002")


def _gives(sheet: Sheet, card: Card, paired: str | None) -> str:
    if card.effect == "gold2":
        coins = ((56, 6), (69, 12))
        return "".join(gem(sheet, "gold", x, y, 26, "key") for x, y in coins)
    if card.bonus == "paired" and not paired:
        return at(64, 7, _PAIRED)
    colour = paired or card.bonus
    if card.worth == 2:
        return "".join(gem(sheet, colour, x, y, 28, "key") for x, y in ((52, 6), (68, 11)))
    return gem(sheet, colour, 62, 5, 33, "key")


_PAIRED = (
    rect(1, 1, 16, 23, "#FFF", rx=2.5, fill_opacity=".35", stroke="#FFF", stroke_width="1.6")
    + rect(12, 7, 16, 23, "#FFF", rx=2.5, stroke="#2B2832", stroke_width="1.2")
    + path("M16.5 19.5h7m-7 4.5h7", stroke="#2B2832", stroke_width=2, stroke_linecap="round")
)


def _price(sheet: Sheet, card: Card, face: Face) -> str:
    if card.discards:
        return _discards(sheet, card.discards)
    price = [(colour, n) for colour, n in zip(COLOURS, card.price, strict=True) if n]
    ink = sheet.palette.ink
    drawn = ""
    if face == "full":
        top = 145 - 22 * len(price)
        for row, (colour, n) in enumerate(price):
            drawn += gem(sheet, colour, 7, top + 22 * row, 20)
            drawn += text(30, top + 22 * row + 16.6, n, 18.5, ink, weight=700)
        return drawn
    rows = (len(price) + 1) // 2
    for index, (colour, n) in enumerate(price):
        x = 4 + 47 * (index // rows)
        y = 112 - 37 * (rows - 1 - index % rows)
        drawn += gem(sheet, colour, x, y, 27)
        drawn += text(x + 28, y + 23, n, 27, ink, weight=700)
    return drawn


def _discards(sheet: Sheet, colour: str) -> str:
    palette = sheet.palette
    drawn = ""
    for x in (9.0, 38.3):
        drawn += rect(x, 105.35, 25.3, 35.65, palette.field(colour), rx=3, stroke=palette.line2)
        drawn += gem(sheet, colour, x + 1.7, 112.2, 21.9, "key")
    return (
        drawn
        + f'<circle cx="63.1" cy="105.9" r="8.5" fill="{palette.ink}"'
        + f' stroke="{palette.stock}" stroke-width="1.6"/>'
        + path(
            "M59.5 102.3l7.2 7.2m0-7.2l-7.2 7.2",
            stroke=palette.stock,
            stroke_width="2",
            stroke_linecap="round",
        )
    )


def _effect(palette: Palette, card: Card) -> str:
    """The pictogram of what a card does once."""
    pen = {"stroke": palette.ink, "stroke_linecap": "round", "stroke_linejoin": "round"}
    if card.effect == "gold2":
        arrow = path("M4 18a14 14 0 1 1 5 10.5", stroke_width="1.9", **pen)
        arrow += path("M15.5 26.5l-6.5 2 .5-7", stroke_width="1.9", **pen)
        once = text(18.5, 22, "1×", 10.5, palette.ink, weight=700, anchor="middle")
        return at(59, 109, arrow, once)
    if card.effect in ("pair_free_l1", "free_l2"):
        ink2 = {"stroke": palette.ink2, "stroke_width": "1.3"}
        gift = rect(11, 0, 18, 25.2, palette.stock, rx=2, **ink2)
        for x in (18.4,) if card.effect == "pair_free_l1" else (15.9, 20.9):
            gift += path(f"M{x} 0l1.6 2.6 1.6-2.6", **ink2)
        gift += path("M20 9.5v9m-3.5-3.5 3.5 3.5 3.5-3.5", stroke_width="1.9", **pen)
        palm = "M2 24c0 7 5 10.5 18 10.5S38 31 38 24"
        gift += path(palm, stroke=palette.ink2, stroke_width="1.7", stroke_linecap="round")
        return at(58, 108, gift)
    if card.effect == "reserve_noble":
        tile = rect(3, 2, 28, 30, "none", rx=3, stroke=palette.ink2, stroke_width="1.4")
        tile += path(CROWN, palette.ink2) + path("M23 2v11l3-2.6 3 2.6V2Z", palette.brass)
        return at(61, 109, tile)
    return ""


def _thumb(sheet: Sheet, card: Card, colour: str, paired: str | None) -> str:
    palette = sheet.palette
    drawn = ""
    if card.prestige:
        on = palette.on_field(colour)
        drawn += text(50, 66, card.prestige, 62, on, serif=True, weight=700, anchor="middle")
    if card.bonus == "paired" and not paired:
        return drawn + at(24, 72, _PAIRED, scale=1.9)
    if card.worth == 2:
        return drawn + "".join(gem(sheet, colour, x, y, 48, "key") for x, y in ((8, 78), (44, 90)))
    return drawn + gem(sheet, colour, 21, 78, 58, "key")


def towers(sheet: Sheet, card: Card, seat: int, count: int, face: Face) -> str:
    """Strongholds in the picture, where they hide no price."""
    width, step, y = (
        (20, 18.5, 43) if face == "compact" else (18, 16.5, 62 if card.discards else 80)
    )
    left = 98.5 - width - step * (count - 1)
    return "".join(tower(sheet, seat, left + step * index, y, width) for index in range(count))
