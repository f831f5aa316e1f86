"""Whole pages: what is around the parts, also where something is wrong."""

import asyncio
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.server.errors import Refusal
from parure.server.views.environment import render

__all__ = ["error_html", "error_page", "page"]

_TITLES = {
    403: mark("Not allowed"),
    404: mark("Not found"),
    429: mark("One moment, please"),
    503: mark("Not just now"),
}
_ANY_TITLE = mark("That did not work")


async def page(request: Request, template: str, **values: Any) -> HTMLResponse:
    """Return a whole page in the viewer's language and theme, drawn beside the event loop."""
    html = await asyncio.to_thread(render, template, **_frame(request), **values)
    return HTMLResponse(html)


def _frame(request: Request) -> dict[str, Any]:
    """Return what every page needs: its address and the theme that was chosen."""
    theme = request.cookies.get("theme")
    query = f"?{request.url.query}" if request.url.query else ""
    return {
        "theme": theme if theme in ("day", "night") else None,
        "path": request.url.path,
        "here": request.url.path + query,
    }


def error_page(request: Request, refusal: Refusal) -> HTMLResponse:
    """Return the page that says what is wrong."""
    return HTMLResponse(error_html(refusal, **_frame(request)), refusal.status)


def error_html(refusal: Refusal, theme: str | None = None, path: str = "", here: str = "/") -> str:
    """Return the text of that page, also where no request was let in."""
    title = _(_TITLES.get(refusal.status, _ANY_TITLE))
    frame = {"theme": theme, "path": path, "here": here}
    return render("error.html", **frame, title=title, sentence=str(refusal))
