"""The templates: where they are, what they can call, in which language they speak."""

import hashlib
from collections.abc import Mapping, MutableMapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from parure.components import card_of
from parure.i18n import LANGUAGES, gettext, language, ngettext, remembered
from parure.render.palette import DAY, NIGHT, PALETTES, Palette, css_variables
from parure.server.views import faces, pieces
from parure.server.views.changes import Drawn, Frame, Piece, box, cut, place
from parure.server.views.table import things
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
    "draw",
    "environment",
    "palette_css",
    "piece_of",
    "render",
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
        gem_word=gem_name,
        with_gems=drawn,
        card_tip=lambda id: card_words(card_of(id)),
        answer=lambda *values: Markup(things.answer(*values)),
        tip=lambda told: Markup(things.tip(told)),
        place=place,
        box=box,
        **{name: getattr(pieces, name) for name in pieces.__all__},
    )
    made.filters["cut"] = lambda part: Markup(cut(escape(part)))
    return made


environment = _environment()


def render(template: str, **values: Any) -> str:
    """Return a page or a part of one, in the language in use."""
    return environment.get_template(template).render(**values)


def piece_of(template: str, **values: Any) -> Piece:
    """Return a piece that depends on nothing but these values: rendered once, then remembered."""
    return _piece(template, tuple(values.items()))


@remembered
def _piece(template: str, values: tuple[tuple[str, Any], ...]) -> Piece:
    return Piece.of(render(template, **dict(values)))


def draw(template: str, places: Mapping[str, Sequence[Piece]], **values: Any) -> Drawn:
    """Return a page or a part of one: pieces in the places of a frame, which is remembered, too."""
    there = {name: pieces for name, pieces in places.items() if pieces}
    frame = _frame(template, tuple(there), tuple(values.items()))
    return Drawn.on(frame, [there[name] for name in frame.places])


@remembered
def _frame(template: str, there: tuple[str, ...], values: tuple[tuple[str, Any], ...]) -> Frame:
    return Frame.of(render(template, there=there, **dict(values)))
