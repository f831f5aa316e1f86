"""Draws the pieces of the game for pages: as single pictures, or in a sprite sheet that a table refers to.

They are those of `parure.render` in the palette of the page, whose colours are CSS variables, and without
style attributes, which the content policy forbids. A table is redrawn often, so each card or gem is once in
the sprite sheet, under the name that the table's scripts use (`table/sprites.js`). The pictures of a sheet
have no text alternative: the element around each has the label.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from zlib import adler32

from markupsafe import Markup

from parure.components import CARDS, CITIES, COLOURS, NOBLES, POSTS
from parure.game.moves import DECKS, TOKEN_NAMES
from parure.i18n import remembered
from parure.render import cards, gems, goals
from parure.render.cards import Face
from parure.render.draw import Sheet, number, path, rect, text
from parure.render.gems import CROWN, Edge
from parure.render.palette import PAGE
from parure.render.portraits import portrait
from parure.render.scenery import city_view, scene
from parure.rules import Rules, all_rules
from parure.types import View
from parure.words.piece_words import gem_name

__all__ = [
    "avatar",
    "back",
    "card",
    "city",
    "first_sprites",
    "noble",
    "post",
    "scenery",
    "sheets",
    "shield",
    "sprites",
    "sprites_in",
    "token",
    "tower",
]

_STYLE = ' style="font-variant-numeric:lining-nums tabular-nums"'


def _clean(svg: str) -> Markup:
    return Markup(svg.replace(_STYLE, "", 1))


def _small(
    draw: Callable[[Sheet], str], width: float, height: float, title: str, box: str | None = None
) -> Markup:
    """Return a fragment as a picture; without a title it is decoration."""
    size = f'width="{number(width)}" height="{number(height)}"'
    view = box or f"0 0 {number(width)} {number(height)}"
    name = f'role="img" aria-label="{Markup.escape(title)}"' if title else 'aria-hidden="true"'
    return Markup(f'<svg {size} viewBox="{view}" {name}>{draw(Sheet(PAGE))}</svg>')


def token(colour: str, size: float = 40) -> Markup:
    """Return a token: a gem or a coin on a disc."""
    draw = partial(gems.token, colour=colour, x=1.5, y=1.5, size=size - 5)
    return _small(draw, size, size, gem_name(colour))


@lru_cache(64)
def shield(seat: int | None, width: float = 20, *, title: str = "") -> Markup:
    """Return the shield of a seat, dashed if the seat is open."""
    draw = partial(gems.shield, seat=seat, x=0, y=0, width=20)
    return _small(draw, width, width * 1.1, title, "0 0 20 22")


@lru_cache(64)
def tower(seat: int, width: float = 20) -> Markup:
    """Return a stronghold of a seat."""
    draw = partial(gems.tower, seat=seat, x=0, y=0, width=20)
    return _small(draw, width, width * 1.3, "", "0 0 20 26")


@remembered
def card(id: str, width: float = 104, *, stronghold: tuple[int, int] | None = None) -> Markup:
    """Return a card, with the face that is legible at this width."""
    return _clean(cards.card_svg(id, width, palette=PAGE, stronghold=stronghold))


@lru_cache(16)
def back(deck: str, width: float = 104) -> Markup:
    """Return the back of a deck, as decoration."""
    draw = partial(cards.back, deck=deck)
    return _small(draw, width, width * 1.5, "", "0 0 100 150")


@remembered
def noble(id: str, width: float = 112) -> Markup:
    """Return a noble."""
    return _clean(goals.noble_svg(id, width, palette=PAGE))


@remembered
def city(id: str, width: float = 132) -> Markup:
    """Return a city."""
    return _clean(goals.city_svg(id, width, palette=PAGE))


def avatar(name: str, width: float = 28) -> Markup:
    """Return the portrait that goes with a name, the same everywhere, as decoration."""
    return _portrait(adler32(name.encode()) % len(NOBLES), width)


@lru_cache(256)
def _portrait(noble: int, width: float) -> Markup:
    drawn = portrait(PAGE, NOBLES[noble])
    return _small(lambda _sheet: drawn, width, width * 1.2, "", "9 0 82 100")


@lru_cache(64)
def scenery(name: str, colour: str) -> Markup:
    """Return the part of a scene that cards show, on its ground, as decoration that fills its place."""
    return Markup(
        '<svg class="scene" viewBox="40 42 60 68" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f"{rect(0, 0, 100, 110, PAGE.field(colour))}{scene(Sheet(PAGE), name, colour)}</svg>"
    )


@remembered
def post(id: str, width: float = 124, *, seats: tuple[int, ...] = (), of: int = 4) -> Markup:
    """Return a trading post with the shields of the seats that have it."""
    return _clean(goals.post_svg(id, width, seats=seats, players=of, palette=PAGE))


_LETTERS = {"W": 3.1, "U": 5.9, "G": 3.2, "R": 2.2, "K": 6.2, "gold": 2.8}
"""The baseline of the letter of each gem, in its box from -12 to 12."""

_EDGES: dict[Edge, str] = {"plain": "", "key": "k", "pale": "p"}
_FACES: dict[Face, str] = {"full": "f", "compact": "c", "thumb": "t"}
_BOX = "0 0 100 150"
_TITLE = re.compile(r'<g role="img"><title>[^<]*</title>')


_NAMED = re.compile(r"^(?:[fctn]|cut)-|-[WUGRK]$")
"""The suffixes of a part's name: its face, and the colour it is paired with."""


def _sheet_name(rules: Rules) -> str:
    """Return the name of a game's sheet, the same for all games with the same pieces."""
    return f"{rules.edition}-orient" if "orient" in rules.modules else str(rules.edition)


@cache
def _parts(edition: int, *, has_orient: bool) -> dict[str, str]:
    """Return the parts of a sheet by name: the empty one has what every page needs, then cards and nobles.

    The cuts of plain cards are parts of their own, so that the first sheet of a page need not have them.
    """
    sheet = Sheet(PAGE, shared=True)
    orient = "orient_2024" if edition == 2024 else "orient"
    sets = {"base", orient} if has_orient else {"base"}
    faces = {
        f"{_FACES[face]}-{one.id}": _face(sheet, one.id, face)
        for one in CARDS
        if one.set in sets
        for face in _FACES
    }
    for one in CARDS:
        if one.set in sets and one.bonus == "paired":
            faces |= {f"c-{one.id}-{to}": _face(sheet, one.id, "compact", to) for to in COLOURS}
    for noble in NOBLES:
        name = f"n-{noble.id}"
        faces[name] = _symbol(name, "0 0 100 100", portrait(PAGE, noble))
    shapes = {name: f'<g id="{name}">{drawn}</g>' for name, drawn in sheet.shapes.items()}
    scenes = [drawn for name, drawn in shapes.items() if "-scene-" in name]
    cuts = {name.removeprefix("parure-page-"): shapes[name] for name in shapes if "-cut-" in name}
    sign = f'<g id="crown">{path(CROWN, PAGE.ink2)}</g>'
    common = [*_gems(), *scenes, *_seats(), *_backs(), *_goals(edition), sign]
    return {"": "".join(common), **faces, **cuts}


def _parts_of(rules: Rules) -> dict[str, str]:
    return _parts(rules.edition, has_orient="orient" in rules.modules)


def sprites(rules: Rules) -> Markup:
    """Return the sheet with every piece of a game, for a page whose first view is already drawn."""
    return _sprites(_parts_of(rules).values())


def first_sprites(view: View) -> Markup:
    """Return the sheet for the first view; the page fetches the whole sheet afterwards."""
    rules = Rules(view["players"], view["modules"], view["edition"])
    near = {*view["rows"].values(), *(id for seat in view["seats"] for id in seat["hand"])}
    nobles = {*view["nobles"], *(id for s in view["seats"] for id in (*s["nobles"], *s["claimed"]))}
    seen = {"", *(f"f-{id}" for id in near), *(f"n-{id}" for id in nobles)}
    for id in {*near, *(id for seat in view["seats"] for id in seat["cards"])}:
        seen |= {f"c-{id}", f"t-{id}"}
    for seat in view["seats"]:
        seen |= {f"c-{id}-{to[0]}" for id, to in seat["paired"].items()}
    parts = (part for name, part in _parts_of(rules).items() if name in seen)
    return _sprites(parts, f' data-whole="/faces/{_sheet_name(rules)}"')


def sprites_in(rules: Rules, text: str) -> Markup:
    """Return the sheet with the cards and nobles named in a text, such as a game as JSON."""
    names = ((name, _NAMED.sub("", name)) for name in _parts_of(rules))
    parts = (_parts_of(rules)[name] for name, thing in names if thing in text)
    return _sprites(parts)


def _sprites(parts: Iterable[str], attributes: str = "") -> Markup:
    return Markup(
        f'<svg class="sprites" width="0" height="0" aria-hidden="true"{attributes}><defs>'
        f"{''.join(parts)}</defs></svg>"
    )


@cache
def sheets() -> dict[str, Rules]:
    """Return all whole sheets by name, each with rules that use it."""
    return {_sheet_name(rules): rules for rules in all_rules(2)}


def _symbol(id: str, box: str, drawn: str) -> str:
    """Return a part of the sheet, without titles, which a browser would show as tooltips."""
    return (
        f'<symbol id="{id}" viewBox="{box}" overflow="visible">{_TITLE.sub("<g>", drawn)}</symbol>'
    )


def _gems() -> Iterable[str]:
    """Return the gems, under the names `Sheet` gives them and as symbols of their own."""
    for colour in TOKEN_NAMES:
        light = colour in ("W", "G", "gold")
        letter = text(
            0,
            _LETTERS[colour],
            "Au" if colour == "gold" else colour,
            8.2,
            "#17171C" if light else "#FFF",
            anchor="middle",
        ).replace("<text", f'<text class="letter{" letter-dark" if light else ""}"')
        for edge, suffix in _EDGES.items():
            name = f"parure-page-gem-{colour}-{edge}"
            drawn = gems.gem(Sheet(PAGE), colour, -12, -12, 24, edge)
            yield f'<g id="{name}">{drawn}{letter}</g>'
            yield _symbol(f"g{colour}{suffix}", "-12 -12 24 24", f'<use href="#{name}"/>')


def _seats() -> Iterable[str]:
    """Return the shields and towers."""
    for seat in (None, 0, 1, 2, 3):
        name = "shield" if seat is None else f"shield-{seat}"
        yield f'<g id="parure-page-{name}">{gems.shield(Sheet(PAGE), seat, 0, 0, 20)}</g>'
        shape = "h" if seat is None else f"h{seat}"
        yield _symbol(shape, "0 0 20 22", f'<use href="#parure-page-{name}"/>')
        if seat is not None:
            name = f"parure-page-tower-{seat}"
            yield f'<g id="{name}">{gems.tower(Sheet(PAGE), seat, 0, 0, 20)}</g>'
            yield _symbol(f"w{seat}", "0 0 20 26", f'<use href="#{name}"/>')


def _backs() -> Iterable[str]:
    for deck in DECKS:
        for face, letter in _FACES.items():
            yield _symbol(
                f"{letter}-deck-{deck}", _BOX, cards.back(Sheet(PAGE, shared=True), deck, face)
            )


def _goals(edition: int) -> Iterable[str]:
    """Return the views of cities and the powers of posts."""
    for city in CITIES:
        if city.edition == edition:
            view = _symbol(f"s-{city.id}", "0 0 132 48", city_view(Sheet(PAGE), city))
            yield view.replace("<symbol", '<symbol preserveAspectRatio="xMaxYMax"')
    for post in POSTS:
        if post.edition == edition:
            yield _symbol(
                f"p-{post.id}", "0 0 54 26", goals.power_picture(Sheet(PAGE, shared=True), post)
            )


def _face(sheet: Sheet, id: str, face: Face, paired: str | None = None) -> str:
    name = f"{_FACES[face]}-{id}-{paired}" if paired else f"{_FACES[face]}-{id}"
    return _symbol(name, _BOX, cards.card(sheet, id, face, paired=paired))
