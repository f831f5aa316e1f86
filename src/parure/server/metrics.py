"""The metrics for Prometheus, none of which names a person or a table."""

import logging
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from prometheus_client import REGISTRY, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parure.server.logs import REQUEST

__all__ = ["EVENTS", "KEEPING", "NOT_KEPT", "REQUESTS", "SHOWING", "Measured", "exposed"]

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

EVENTS = Counter("parure_events", "What happened at tables and was kept.", ["kind"])
KEEPING = Histogram(
    "parure_keeping_seconds", "From an event to its being safely kept.", buckets=_SECONDS
)
SHOWING = Histogram(
    "parure_showing_seconds",
    "From a table's going on, once that is kept, to its being sent to a page.",
    buckets=_SECONDS,
)
NOT_KEPT = Counter("parure_not_kept", "Events that the database did not take.")
REQUESTS = Histogram(
    "parure_request_seconds",
    "From a request to the end of its answer.",
    ["kind", "method", "status"],
    buckets=_SECONDS,
)

Gauge = Callable[[], float]


class _Gauges(Collector):
    """Gauges that are read when Prometheus asks."""

    def __init__(self, gauges: Mapping[tuple[str, str], Gauge]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for (name, meaning), read in self._gauges.items():
            yield GaugeMetricFamily(name, meaning, value=read())


@contextmanager
def exposed(host: str, port: int, gauges: Mapping[tuple[str, str], Gauge]) -> Iterator[None]:
    """Serve the metrics to Prometheus at a separate address."""
    collector = _Gauges(gauges)
    server, thread = start_http_server(port, addr=host)
    REGISTRY.register(collector)
    try:
        yield
    finally:
        REGISTRY.unregister(collector)
        server.shutdown()
        server.server_close()
        thread.join()


_HEADER = "X-Request-Id"
_NAME = re.compile(r"[\w.-]{1,64}", re.ASCII)

log = logging.getLogger("parure.server.requests")


class Measured:
    """The outermost middleware, which measures requests."""

    def __init__(self, app: ASGIApp, *, has_proxy: bool) -> None:
        """Measure all requests, which may already have an id from a proxy."""
        self._app = app
        self._has_proxy = has_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Measure a request and pass it on."""
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
            REQUESTS.labels(_kind(path), _known(method), status).observe(seconds)
            more = {"method": method, "path": path, "status": status, "seconds": round(seconds, 4)}
            log.info(
                "%s %s: %s in %.1f ms", method, path, status, 1e3 * seconds, extra={"more": more}
            )


def _kind(path: str) -> str:
    """Return the part of the server that answers: the path itself would make a series for each table."""
    first = path.removeprefix("/").partition("/")[0]
    return first if first in ("api", "static", "healthz", "readyz") else "pages"


def _known(method: str) -> str:
    """Return a known HTTP method, or `?` for any other, since clients can make up names."""
    return method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "?"
