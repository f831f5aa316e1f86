"""The templates: where they are, what they can call, in which language they speak."""

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from parure.components import COLOURS, card_of
from parure.i18n import LANGUAGES, gettext, language, ngettext
from parure.render.palette import DAY, NIGHT, PALETTES, Palette, css_variables
from parure.server.views import faces, pieces
from parure.server.views.changes import marked, unmarked
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

__all__ = ["PALETTE", "STATIC", "environment", "palette_css", "render", "static", "static_version"]

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


def _environment() -> Environment:
    made = Environment(
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
        piece=piece,
        **{name: getattr(pieces, name) for name in pieces.__all__},
    )
    made.filters["marked"] = marked
    made.filters["unmarked"] = unmarked
    # To import macros costs a template more than to draw most pieces.
    made.globals["shared"] = made.get_template("table/pieces.html").module
    made.globals["part"] = made.get_template("table/seat_parts.html").module
    return made


def piece(template: str, **values: Any) -> Markup:
    """Return a piece of a page that depends on nothing but these values: drawn once, then remembered."""
    return _piece(template, language(), tuple(values.items()))


@lru_cache(8192)
def _piece(template: str, _language: str, values: tuple[tuple[str, Any], ...]) -> Markup:
    return marked(render(template, **dict(values)))


environment = _environment()


def render(template: str, **values: Any) -> str:
    """Return a page or a part of one, in the language in use."""
    return environment.get_template(template).render(**values)
