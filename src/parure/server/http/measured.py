"""Each request gets a name, is measured, and may have a line in the log."""

import logging
import random
import re
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parure.server import metrics
from parure.server.logs import REQUEST

__all__ = ["Measured"]

_HEADER = "X-Request-Id"
_NAME = re.compile(r"[\w.-]{1,64}", re.ASCII)

log = logging.getLogger("parure.server.requests")


class Measured:
    """The outermost middleware."""

    def __init__(self, app: ASGIApp, *, has_proxy: bool) -> None:
        """Measure all requests; those that a proxy passes on may have a name already."""
        self._app = app
        self._has_proxy = has_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on."""
        if scope["type"] in ("http", "websocket"):
            REQUEST.set(self._name(Headers(scope=scope)))
        if scope["type"] == "http":
            await self._measure(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _name(self, headers: Headers) -> str:
        given = headers.get(_HEADER, "") if self._has_proxy else ""
        return given if _NAME.fullmatch(given) else f"{random.getrandbits(64):016x}"

    async def _measure(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[_HEADER] = REQUEST.get() or ""
            await send(message)

        try:
            await self._app(scope, receive, answer)
        finally:
            seconds = time.perf_counter() - began
            method, path = scope["method"], scope["path"]
            metrics.REQUESTS.labels(_kind(path), _known(method), status).observe(seconds)
            more = {"method": method, "path": path, "status": status, "seconds": round(seconds, 4)}
            log.info(
                "%s %s: %s in %.1f ms", method, path, status, 1e3 * seconds, extra={"more": more}
            )


def _kind(path: str) -> str:
    """Return which part of the server answers; the path itself would be a series for each table."""
    first = path.removeprefix("/").partition("/")[0]
    return first if first in ("api", "static", "healthz", "readyz") else "pages"


def _known(method: str) -> str:
    """Return a method; anybody may make up others."""
    return method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "?"
