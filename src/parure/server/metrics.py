"""What is counted and measured, for Prometheus; nothing in it names a person or a table."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from prometheus_client import REGISTRY, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

__all__ = ["EVENTS", "KEEPING", "NOT_KEPT", "REQUESTS", "SHOWING", "exposed"]

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
    """What is looked at when somebody asks."""

    def __init__(self, gauges: Mapping[tuple[str, str], Gauge]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for (name, meaning), read in self._gauges.items():
            yield GaugeMetricFamily(name, meaning, value=read())


@contextmanager
def exposed(host: str, port: int, gauges: Mapping[tuple[str, str], Gauge]) -> Iterator[None]:
    """Answer Prometheus at an address of its own, with what is counted and some gauges."""
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
