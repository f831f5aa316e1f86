"""Renders the templates: their folders, the functions they can call, and their language."""

import asyncio
from typing import Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from starlette.requests import Request

from parure.i18n import LANGUAGES, decimal, gettext, language, ngettext
from parure.render.palette import PALETTES
from parure.server.web import faces
from parure.server.web.static_files import SERVER, preloaded, static
from parure.words.piece_words import prestige_words, titled

__all__ = ["frame", "page", "render"]

_PICTURES = (
    "avatar",
    "back",
    "card",
    "city",
    "noble",
    "post",
    "scenery",
    "shield",
    "token",
    "tower",
)


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
        decimal=decimal,
        language=language,
        languages=LANGUAGES,
        themes=list(PALETTES),
        palettes=PALETTES,
        prestige_words=prestige_words,
        titled=titled,
        static=static,
        preloaded=preloaded,
        faces=faces,
        **{name: getattr(faces, name) for name in _PICTURES},
    )
    return made


_templates = _environment()


def render(template: str, **values: Any) -> str:
    """Return a page or a part of one, in the current language."""
    return _templates.get_template(template).render(**values)


async def page(request: Request, template: str, **values: Any) -> HTMLResponse:
    """Return a whole page in the viewer's language and theme, rendered in a thread."""
    html = await asyncio.to_thread(render, template, **frame(request), **values)
    return HTMLResponse(html)


def frame(request: Request) -> dict[str, Any]:
    """Return the values every page needs: its address, the chosen theme, whether the visitor is new."""
    theme = request.cookies.get("theme")
    viewer = request.scope.get("state", {}).get("viewer")
    path, query = request.scope["path"], request.scope["query_string"].decode("latin-1")
    return {
        "theme": theme if theme in PALETTES else None,
        "is_stranger": viewer is not None and viewer.is_new,
        "path": path,
        "here": f"{path}?{query}" if query else path,
    }
