"""The pieces of the table as small pictures that share one sheet of gems, shields and towers.

A live table is sent again and again, so a gem is drawn once, in the sheet of `sprites`, and referred to
wherever it lies. This also lets a style sheet show the letters of the gems. The pictures have no words of
their own: what a thing is stands in the label and the tip of the element around it.
"""

import re
from functools import cache, lru_cache

from markupsafe import Markup

from parure.components import POSTS
from parure.render import cards, gems, goals
from parure.render.cards import Face
from parure.render.draw import Sheet, path, text
from parure.render.facets import rosette as rosette_paths
from parure.render.facets import skyline
from parure.render.gems import CROWN, Edge
from parure.render.palette import PAGE

__all__ = [
    "back",
    "card",
    "crown",
    "gem",
    "named_card",
    "power",
    "rosette",
    "same_card",
    "shield",
    "sky",
    "sprites",
    "tower",
]

TOKENS = ("W", "U", "G", "R", "K", "gold")
EDGES: tuple[Edge, ...] = ("plain", "key", "pale")

_LETTERS = {"W": 3.1, "U": 5.9, "G": 3.2, "R": 2.2, "K": 6.2, "gold": 2.8}
"""The baseline of the letter of each gem, in its box from -12 to 12."""

_POSTS = {post.id: post for post in POSTS}
_TITLE = re.compile(r'<g role="img"><title>[^<]*</title>')


def _sheet() -> Sheet:
    return Sheet(PAGE, shared=True)


def _bare(drawn: str) -> str:
    """A fragment without its titles, which a browser would show as tips of its own."""
    return _TITLE.sub("<g>", drawn)


def _svg(drawn: str, box: str, kind: str, size: str = "") -> Markup:
    return Markup(f'<svg class="{kind}"{size} viewBox="{box}" aria-hidden="true">{drawn}</svg>')


@cache
def sprites() -> Markup:
    """The sheet with every gem, shield and tower; a page holds it once."""
    shapes = []
    for colour in TOKENS:
        letter = "Au" if colour == "gold" else colour
        light = colour in ("W", "G", "gold")
        for edge in EDGES:
            sheet = Sheet(PAGE)
            drawn = gems.gem(sheet, colour, -12, -12, 24, edge)
            drawn += text(
                0, _LETTERS[colour], letter, 8.2, "#17171C" if light else "#FFF", anchor="middle"
            ).replace("<text", f'<text class="letter{" letter-dark" if light else ""}"')
            shapes.append(f'<g id="parure-page-gem-{colour}-{edge}">{drawn}</g>')
    for seat in (None, 0, 1, 2, 3):
        name = "shield" if seat is None else f"shield-{seat}"
        drawn = gems.shield(Sheet(PAGE), seat, 0, 0, 20)
        shapes.append(f'<g id="parure-page-{name}">{drawn}</g>')
        if seat is not None:
            drawn = gems.tower(Sheet(PAGE), seat, 0, 0, 20)
            shapes.append(f'<g id="parure-page-tower-{seat}">{drawn}</g>')
    return Markup(
        f'<svg class="sprites" width="0" height="0" aria-hidden="true"><defs>{"".join(shapes)}</defs></svg>'
    )


@cache
def gem(colour: str, size: int = 16, edge: Edge = "plain") -> Markup:
    """A gem or a gold coin."""
    use = f'<use href="#parure-page-gem-{colour}-{edge}"/>'
    return _svg(use, "-12 -12 24 24", "gem", f' width="{size}" height="{size}"')


@cache
def shield(seat: int | None, width: int = 20) -> Markup:
    """The shield of a seat, or a dashed one."""
    name = "shield" if seat is None else f"shield-{seat}"
    size = f' width="{width}" height="{width * 1.1:g}"'
    return _svg(f'<use href="#parure-page-{name}"/>', "0 0 20 22", "shield", size)


@cache
def tower(seat: int, width: int = 18) -> Markup:
    """A stronghold of a seat."""
    size = f' width="{width}" height="{width * 1.3:g}"'
    return _svg(f'<use href="#parure-page-tower-{seat}"/>', "0 0 20 26", "tower", size)


@lru_cache(4096)
def card(
    id: str,
    face: Face = "full",
    *,
    held: tuple[int, int] | None = None,
    paired: str | None = None,
) -> Markup:
    """The face of a card; `held` is the seat whose strongholds stand on it, and how many."""
    drawn = _bare(cards.card(_sheet(), id, face, paired=paired, stronghold=held))
    return _svg(drawn, "0 0 100 150", f"face face--{face}")


@lru_cache(4096)
def named_card(id: str, *, held: tuple[int, int] | None = None) -> Markup:
    """The full face of a card on the table, which `same_card` shows again."""
    drawn = _bare(cards.card(_sheet(), id, "full", stronghold=held))
    return _svg(f'<g id="face-{id}">{drawn}</g>', "0 0 100 150", "face face--full")


@cache
def same_card(id: str) -> Markup:
    """The card of `named_card` once more, without drawing it again."""
    return _svg(f'<use href="#face-{id}"/>', "0 0 100 150", "face face--full")


@cache
def back(deck: str, face: Face = "full") -> Markup:
    """The back of a deck."""
    return _svg(_bare(cards.back(_sheet(), deck, face)), "0 0 100 150", f"face face--{face}")


@cache
def power(post: str) -> Markup:
    """The pictogram of what a post does."""
    return _svg(goals.power_picture(_sheet(), _POSTS[post]), "0 0 54 26", "power")


@cache
def rosette(noble: str) -> Markup:
    """The rosette of a noble."""
    return _svg(rosette_paths(noble, PAGE.ink), "0 0 100 100", "rosette")


@cache
def sky(city: str) -> Markup:
    """The skyline of a city."""
    drawn = path(skyline(city, 132, 58), PAGE.ink, fill_opacity=".075")
    return Markup(
        '<svg class="sky" viewBox="0 0 132 58" preserveAspectRatio="none" aria-hidden="true">'
        f"{drawn}</svg>"
    )


@cache
def crown(width: int = 22) -> Markup:
    """The sign of a noble."""
    return _svg(path(CROWN, PAGE.ink2), "6 8 22 17", "crown", f' width="{width}"')
