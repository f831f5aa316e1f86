"""The templates: where they are, what they can call, in which language they speak."""

import hashlib
from collections.abc import Callable, Iterable, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from parure.components import COLOURS, card_of
from parure.i18n import LANGUAGES, gettext, language, ngettext, remembered
from parure.render.palette import DAY, NIGHT, PALETTES, Palette, css_variables
from parure.server.views import faces, pieces
from parure.server.views.changes import Drawn, Piece, cut, marked, unmarked
from parure.server.views.table.tips import drawn
from parure.words.pieces import (
    card_words,
    cards_words,
    city_name,
    gem_name,
    prestige_words,
    supply_words,
    titled,
)

__all__ = [
    "PALETTE",
    "STATIC",
    "environment",
    "palette_css",
    "render",
    "render_pieces",
    "static",
    "static_version",
]

WEB = Path(__file__).parent.parent / "web"
STATIC = WEB / "static"
"""The folder of stylesheets, scripts and pictures."""

PALETTE = "palette.css"
"""The one stylesheet that is made, not stored."""


@cache
def palette_css() -> str:
    """Return the stylesheet of the colours: by the theme chosen, else by what the system prefers."""
    chosen = [f":root[data-theme={name}]{_colours(one)}" for name, one in PALETTES.items()]
    system = f"@media (prefers-color-scheme:dark){{:root{_colours(NIGHT)}}}"
    return "\n".join([f":root{_colours(DAY)}", system, *chosen, ""])


def _colours(palette: Palette) -> str:
    """Return the colours of a palette, and how that is displayed which is for light or dark ones alone."""
    shown = "".join(
        f"--in-{scheme}:{'block' if scheme == palette.scheme else 'none'};"
        for scheme in ("light", "dark")
    )
    return f"{{color-scheme:{palette.scheme};{shown}{css_variables(palette)}}}"


def static(name: str) -> str:
    """Return the address of a static file; the folder in it changes with any of them.

    Scripts import each other by relative addresses, so that all come from one folder.
    """
    return f"/static/{static_version()}/{name}"


@cache
def static_version() -> str:
    """Return a fingerprint of all static files."""
    digest = hashlib.sha256(palette_css().encode())
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class _Environment(Environment):
    """Templates whose globals are a plain dict: to look into several costs more than to draw most pieces."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def _environment() -> Environment:
    made = _Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    made.globals.update(
        _=gettext,
        gettext=gettext,
        ngettext=ngettext,
        language=language,
        languages=LANGUAGES,
        themes=list(PALETTES),
        prestige_words=prestige_words,
        cards_words=cards_words,
        supply_words=supply_words,
        city_name=city_name,
        titled=titled,
        static=static,
        faces=faces,
        colours=COLOURS,
        gem_word=gem_name,
        with_gems=drawn,
        card_tip=lambda id: card_words(card_of(id)),
        piece=_piece,
        pieces=_pieces,
        **{name: getattr(pieces, name) for name in pieces.__all__},
    )
    made.filters["cut"] = cut
    made.filters["marked"] = marked
    made.filters["unmarked"] = unmarked
    made.globals["shared"] = _Remembered(made, "table/pieces.html")
    made.globals["part"] = _Remembered(made, "table/seat_parts.html")
    return made


class _Remembered:
    """The macros of a template, which depend on nothing but their values: drawn once, then remembered."""

    def __init__(self, made: Environment, template: str) -> None:
        self._made, self._template = made, template

    def __getattr__(self, name: str) -> Callable[..., Markup]:
        macro = getattr(self._made.get_template(self._template).module, name)
        drawn: Callable[..., Markup] = remembered(lambda *values: Markup(macro(*values)))
        setattr(self, name, drawn)
        return drawn


def _piece(template: str, **values: Any) -> Markup:
    """Return a piece of a page that depends on nothing but these values."""
    return marked(_drawn(template, tuple(values.items())).html)


def _pieces(template: str, name: str, all: Iterable[Any], **values: Any) -> Markup:
    """Return pieces that follow each other, of which each has a value of its own under a name."""
    rest = tuple(values.items())
    drawn = [_drawn(template, ((name, one), *rest)) for one in all]
    return Markup("").join([marked(piece.html) for piece in drawn])


@remembered
def _drawn(template: str, values: tuple[tuple[str, Any], ...]) -> Piece:
    """Draw a piece once, then remember it."""
    return Piece.of(render(template, **dict(values)))


def render_pieces(template: str, **values: Any) -> Drawn:
    """Return a page or a part of one as its pieces: those that are remembered are not put together again."""
    at_hand: dict[str, Piece] = {}

    def piece(template: str, **values: Any) -> Markup:
        drawn = _drawn(template, tuple(values.items()))
        at_hand[drawn.id] = drawn
        return drawn.place

    def pieces(template: str, name: str, all: Iterable[Any], **values: Any) -> Markup:
        rest = tuple(values.items())
        drawn = [_drawn(template, ((name, one), *rest)) for one in all]
        at_hand.update((piece.id, piece) for piece in drawn)
        return Markup("".join([piece.place for piece in drawn]))

    return Drawn.of(render(template, **values, piece=piece, pieces=pieces), at_hand)


environment = _environment()


def render(template: str, **values: Any) -> str:
    """Return a page or a part of one, in the language in use."""
    return environment.get_template(template).render(**values)
