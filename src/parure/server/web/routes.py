"""Routes that every page uses: the sprite sheet, the choice of language, the icon."""

import asyncio
import hashlib

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from parure.i18n import LANGUAGES
from parure.i18n import gettext as _
from parure.server.errors import Missing
from parure.server.web.faces import sheets, sprites
from parure.server.web.static_files import static

__all__ = ["pages"]

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


_A_YEAR = 31_536_000


@pages.get("/faces/{name}")
async def faces(request: Request, name: str) -> Response:
    """Return the sprites of all pieces; browsers cache them and revalidate."""
    rules = sheets().get(name)
    if rules is None:
        raise Missing(_("There’s nothing here."))
    html = await asyncio.to_thread(sprites, rules)
    etag = f'"{hashlib.sha256(html.encode()).hexdigest()[:16]}"'
    headers = {"Cache-Control": "no-cache", "ETag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return HTMLResponse(html, headers=headers)


@pages.get("/language/{code}")
async def language(request: Request, code: str, next: str = "/") -> RedirectResponse:
    """Set the language and go back to the page."""
    if code not in LANGUAGES:
        raise Missing(_("This language isn’t available."))
    is_ours = next.startswith("/") and not next.startswith(("//", "/\\"))
    answer = RedirectResponse(next if is_ours else "/", 303)
    answer.set_cookie("language", code, max_age=_A_YEAR, samesite="lax")
    return answer


@pages.get("/favicon.ico")
async def favicon() -> RedirectResponse:
    """Redirect browsers to the icon."""
    return RedirectResponse(static("web/static/icon.svg"))
