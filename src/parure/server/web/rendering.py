"""The templates: where they are, what they can call, in which language they speak."""

import asyncio
import hashlib
import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from starlette.requests import Request

from parure.components import card_of
from parure.i18n import LANGUAGES, gettext, language, ngettext
from parure.render.palette import DAY, NIGHT, PALETTES, Palette, css_variables
from parure.server.web import faces, pieces
from parure.server.web.vocabulary import vocabularies
from parure.words.piece_words import (
    card_words,
    cards_words,
    city_name,
    gem_name,
    prestige_words,
    supply_words,
    titled,
)

__all__ = [
    "IMPORT",
    "SERVER",
    "environment",
    "frame",
    "imported",
    "made",
    "page",
    "palette_css",
    "render",
    "static",
    "static_files",
    "static_version",
    "words_of",
]

SERVER = Path(__file__).parent.parent
"""The folder whose folders have templates and static files of their own."""

IMPORT = re.compile(r'^(?:import|\} from|import .* from) "(\.[^"]+)";', re.MULTILINE)
"""What a script imports, as it names it."""


def static_files() -> list[Path]:
    """Return all stylesheets, scripts and pictures that are stored."""
    return sorted(path for path in SERVER.glob("*/static/**/*") if path.is_file())


@cache
def made() -> dict[str, str]:
    """Return the static files that are made, not stored: the colours, and the words of the scripts."""
    scripts = [path.read_text(encoding="utf-8") for path in static_files() if path.suffix == ".js"]
    words = vocabularies("\n".join(scripts))
    return {
        "web/static/palette.css": palette_css(),
        **{words_of(code): text for code, text in words.items()},
    }


def words_of(code: str) -> str:
    """Return the name of the script that holds the words of a language."""
    return f"web/static/words/{code}.js"


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
    """Return the address of a static file, named by its path in `server/`.

    The version in it changes with any of them: scripts import each other by relative addresses.
    """
    return f"/static/{static_version()}/{name}"


@cache
def static_version() -> str:
    """Return a fingerprint of all static files."""
    digest = hashlib.sha256("".join(made().values()).encode())
    for path in static_files():
        digest.update(path.relative_to(SERVER).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def imported(script: str) -> tuple[str, ...]:
    """Return a script and all that it imports, each once and after what it imports itself."""
    found: dict[str, None] = {}
    for name in IMPORT.findall((SERVER / script).read_text(encoding="utf-8")):
        found |= dict.fromkeys(imported(normpath(join(dirname(script), name))))
    return (*found, script)


def preloaded(script: str) -> list[str]:
    """Return the addresses of all that a page's script needs, which a browser then asks for at once."""
    scripts = imported(script)
    words = [words_of(language())] if "web/static/table/words.js" in scripts else []
    return [static(name) for name in (*scripts, *words)]


def _environment() -> Environment:
    made = Environment(
        loader=PrefixLoader(
            {path.parent.name: FileSystemLoader(path) for path in SERVER.glob("*/templates")}
        ),
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
        preloaded=preloaded,
        faces=faces,
        gem_word=gem_name,
        card_tip=lambda id: card_words(card_of(id)),
        **{name: getattr(pieces, name) for name in pieces.__all__},
    )
    return made


environment = _environment()


def render(template: str, **values: Any) -> str:
    """Return a page or a part of one, in the language in use."""
    return environment.get_template(template).render(**values)


async def page(request: Request, template: str, **values: Any) -> HTMLResponse:
    """Return a whole page in the viewer's language and theme, drawn beside the event loop."""
    html = await asyncio.to_thread(render, template, **frame(request), **values)
    return HTMLResponse(html)


def frame(request: Request) -> dict[str, Any]:
    """Return what every page needs: its address and the theme that was chosen."""
    theme = request.cookies.get("theme")
    path, query = request.scope["path"], request.scope["query_string"].decode("latin-1")
    return {
        "theme": theme if theme in PALETTES else None,
        "path": path,
        "here": f"{path}?{query}" if query else path,
    }
