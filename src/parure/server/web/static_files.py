"""Static files: under their present version a browser may keep them, under another it asks again."""

import os

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from parure.server.web.rendering import SERVER, made, static_version

__all__ = ["Static"]

_KEEP = "public, max-age=31536000, immutable"


class Static(StaticFiles):
    """The files in the `static/` of each folder, and those that are made; the first folder is a version."""

    def __init__(self) -> None:
        super().__init__(directory=SERVER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or say that the browser has it."""
        version, _separator, name = path.partition(os.sep)
        text = made().get(name)
        if text is not None and scope["method"] in ("GET", "HEAD"):
            answer = self._made(
                text, "text/css" if name.endswith(".css") else "text/javascript", scope
            )
        elif name.split(os.sep)[1:2] == ["static"]:
            answer = await super().get_response(name, scope)
        else:
            raise HTTPException(404)
        answer.headers["Cache-Control"] = _KEEP if version == static_version() else "no-cache"
        return answer

    def _made(self, text: str, kind: str, scope: Scope) -> Response:
        etag = {"ETag": f'"{static_version()}"'}
        answer = Response(text, media_type=kind, headers=etag)
        if self.is_not_modified(answer.headers, Headers(scope=scope)):
            return NotModifiedResponse(answer.headers)
        return answer
