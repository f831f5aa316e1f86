"""Whole pages: what is around the parts."""

import asyncio
from typing import Any

from fastapi.responses import HTMLResponse
from starlette.requests import Request

from parure.render.palette import PALETTES
from parure.server.views.environment import render

__all__ = ["frame", "page"]


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
