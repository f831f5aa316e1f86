"""Static files: under their present version a browser may keep them, under another it asks again."""

import os

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from parure.server.views.environment import PALETTE, STATIC, palette_css, static_version

__all__ = ["Static"]

_KEEP = "public, max-age=31536000, immutable"


class Static(StaticFiles):
    """The files of `web/static`, and the stylesheet that is made; the first folder is a version."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or say that the browser has it."""
        version, _separator, name = path.partition(os.sep)
        if name == PALETTE and scope["method"] in ("GET", "HEAD"):
            answer = self._palette(scope)
        else:
            answer = await super().get_response(name, scope)
        answer.headers["Cache-Control"] = _KEEP if version == static_version() else "no-cache"
        return answer

    def _palette(self, scope: Scope) -> Response:
        etag = {"ETag": f'"{static_version()}"'}
        made = Response(palette_css(), media_type="text/css", headers=etag)
        if self.is_not_modified(made.headers, Headers(scope=scope)):
            return NotModifiedResponse(made.headers)
        return made
