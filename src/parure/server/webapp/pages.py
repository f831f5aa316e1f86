"""What makes an app of the pages: the manifest, the service worker, the page shown without a connection."""

from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from parure.i18n import gettext as _
from parure.i18n import language
from parure.render.palette import DAY
from parure.server.web.rendering import page
from parure.server.web.static_files import static, static_version

__all__ = ["pages"]

pages = APIRouter(include_in_schema=False)

_WORKER = Path(__file__).parent / "static" / "service_worker.js"


@pages.get("/manifest.webmanifest")
async def manifest() -> JSONResponse:
    """Describe the app to a browser that installs it."""
    found = {
        "id": "/",
        "name": "Parure",
        "short_name": "Parure",
        "description": _("Play Splendor and its four modules with friends and bots."),
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": DAY.bench,
        "theme_color": DAY.bench,
        "categories": ["games"],
        "icons": [
            {"src": static(f"webapp/static/{name}.png"), "sizes": size, "type": "image/png"} | more
            for name, size, more in (
                ("icon-192", "192x192", {}),
                ("icon-512", "512x512", {}),
                ("icon-maskable-512", "512x512", {"purpose": "maskable"}),
            )
        ],
        "shortcuts": [
            {"name": _("Games"), "url": "/games"},
            {"name": _("Daily puzzle"), "url": "/puzzles/daily"},
        ],
    }
    return JSONResponse(found, media_type="application/manifest+json")


@pages.get("/service-worker.js")
async def service_worker() -> Response:
    """Return the service worker, here because it controls only what lies below its own address."""
    headers = {"Cache-Control": "no-cache"}
    return Response(_worker(), media_type="text/javascript", headers=headers)


@cache
def _worker() -> str:
    """Return the script with the version of all static files: browsers update a worker that differs."""
    return f"// {static_version()}\n{_WORKER.read_text(encoding='utf-8')}"


@pages.get("/offline")
async def offline(request: Request) -> HTMLResponse:
    """Show what can be read without a connection; the service worker keeps this page."""
    return await page(request, "webapp/offline.html")
