"""The pieces of the game as small pictures inside a page.

They are those of `parure.render` in the palette of the page, whose colours are css variables, and without
style attributes, which the content policy forbids. Drawn once for each language, then remembered.
"""

from collections.abc import Callable
from functools import lru_cache, partial

from markupsafe import Markup

from parure.i18n import remembered
from parure.render import cards, gems, goals
from parure.render.draw import Sheet, number
from parure.render.palette import PAGE
from parure.words.piece_words import gem_name

__all__ = ["back", "card", "city", "noble", "post", "shield", "token", "tower"]

_STYLE = ' style="font-variant-numeric:lining-nums tabular-nums"'


def _clean(svg: str) -> Markup:
    return Markup(svg.replace(_STYLE, "", 1))


def _small(
    draw: Callable[[Sheet], str], width: float, height: float, title: str, box: str | None = None
) -> Markup:
    """A fragment as a picture of its own; without a title it is decoration."""
    size = f'width="{number(width)}" height="{number(height)}"'
    view = box or f"0 0 {number(width)} {number(height)}"
    name = f'role="img" aria-label="{Markup.escape(title)}"' if title else 'aria-hidden="true"'
    return Markup(f'<svg {size} viewBox="{view}" {name}>{draw(Sheet(PAGE))}</svg>')


def token(colour: str, size: float = 40) -> Markup:
    """A token: a gem or a coin on a disc."""
    draw = partial(gems.token, colour=colour, x=1.5, y=1.5, size=size - 5)
    return _small(draw, size, size, gem_name(colour))


@lru_cache(64)
def shield(seat: int | None, width: float = 20, *, title: str = "") -> Markup:
    """The shield of a seat, or a dashed one where nobody sits."""
    draw = partial(gems.shield, seat=seat, x=0, y=0, width=20)
    return _small(draw, width, width * 1.1, title, "0 0 20 22")


@lru_cache(64)
def tower(seat: int, width: float = 20) -> Markup:
    """A stronghold of a seat."""
    draw = partial(gems.tower, seat=seat, x=0, y=0, width=20)
    return _small(draw, width, width * 1.3, "", "0 0 20 26")


@remembered
def card(id: str, width: float = 104, *, stronghold: tuple[int, int] | None = None) -> Markup:
    """A card, with the face that is legible at this width."""
    return _clean(cards.card_svg(id, width, palette=PAGE, stronghold=stronghold))


@lru_cache(16)
def back(deck: str, width: float = 104) -> Markup:
    """The back of a deck, as decoration."""
    draw = partial(cards.back, deck=deck)
    return _small(draw, width, width * 1.5, "", "0 0 100 150")


@remembered
def noble(id: str, width: float = 112) -> Markup:
    """A noble."""
    return _clean(goals.noble_svg(id, width, palette=PAGE))


@remembered
def city(id: str, width: float = 132) -> Markup:
    """A city."""
    return _clean(goals.city_svg(id, width, palette=PAGE))


@remembered
def post(id: str, width: float = 124, *, seats: tuple[int, ...] = (), of: int = 4) -> Markup:
    """A trading post with the shields of the seats that have it, out of so many."""
    return _clean(goals.post_svg(id, width, seats=seats, players=of, palette=PAGE))
