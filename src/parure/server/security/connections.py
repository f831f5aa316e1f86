"""Limits connections: their number, and the time a request may take to arrive and an answer to be read.

Uvicorn waits for ever for the rest of a request, and for a peer that never reads; this module disconnects
both. The HTTP parser accepts headers of any length and any number of pipelined requests; this module limits
them.
"""

import asyncio
import os
import socket
import struct
from collections import Counter
from collections.abc import Sequence
from functools import partial
from ipaddress import ip_address, ip_network
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from parure.server.security.network_access import place_of
from parure.server.settings import Limits

__all__ = ["Connections", "open_files"]

try:
    import resource
except ImportError:  # Not on Windows, where sockets are not files.
    resource = None  # type: ignore[assignment]

_ENOUGH = 1_000_000
_AT_ONCE = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)
"""The socket option that closes a connection without waiting until the peer has read everything."""
_HEAD = 65_536
"""The most bytes of a request before its body."""
_WAITING = 100
"""The most pipelined requests that wait on one connection."""


def open_files(wanted: int = 0) -> int:
    """Return how many files this process may open, after raising the limit to that number if possible."""
    if resource is None:
        return _ENOUGH
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return _ENOUGH
    more = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if allowed >= more:
        return allowed
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))
    except (OSError, ValueError):
        # The system may have a lower limit of its own, as macOS does.
        return allowed
    return more


class Connections:
    """The open connections of a server, by address."""

    def __init__(self, limits: Limits, proxies: Sequence[str] = ()) -> None:
        """Limit connections; those of proxies count towards the total, but not by address."""
        self.limits = limits
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self.most = min(limits.connections, open_files() // 2)
        """The most connections: files and processes also use up the limit on open files."""
        self._open: dict[asyncio.BaseTransport, str] = {}
        self._of_place: Counter[str] = Counter()
        self.http = cast(type[asyncio.Protocol], partial(_Http, self))
        """The HTTP protocol class for Uvicorn."""
        self.socket = cast(type[asyncio.Protocol], partial(_Socket, self))
        """The WebSocket protocol class for upgraded connections."""

    def __len__(self) -> int:
        return len(self._open)

    def let_in(self, transport: asyncio.Transport) -> bool:
        """Count a new connection, or refuse it if there are too many."""
        address = (transport.get_extra_info("peername") or ("",))[0]
        place = "" if self._is_proxy(address) else place_of(address)
        if len(self) >= self.most:
            return False
        if place and self._of_place[place] >= self.limits.connections_of_address:
            return False
        self._open[transport] = place
        self._of_place[place] += 1
        return True

    def is_near(self, transport: asyncio.Transport) -> bool:
        """Tell whether the peer is this machine itself, not a proxy on it."""
        address = (transport.get_extra_info("peername") or ("",))[0]
        return not self._is_proxy(address) and bool(address) and ip_address(address).is_loopback

    def _is_proxy(self, address: str) -> bool:
        return bool(self._proxies) and any(ip_address(address) in one for one in self._proxies)

    def let_go(self, transport: asyncio.Transport) -> None:
        """Stop counting a closed connection."""
        place = self._open.pop(transport, None)
        if place is not None:
            self._of_place[place] -= 1
            if not self._of_place[place]:
                del self._of_place[place]

    def end(self, host: str) -> None:
        """Close the connections that arrived at one address of this machine."""
        for transport in list(self._open):
            if (transport.get_extra_info("sockname") or ("",))[0] == host:
                cast(asyncio.Transport, transport).abort()


class _Watched(asyncio.Protocol):
    """A connection that closes if its peer does not read what it is sent."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop

    def __init__(self, connections: Connections, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.guests = connections
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Pause while any data at all waits to be read.
        cast(asyncio.Transport, transport).set_write_buffer_limits(high=0)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.guests.let_go(self.transport)
        self._stop(self._unread)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self._unread = self._start(self.guests.limits.answer_seconds)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._stop(self._unread)
        super().resume_writing()

    def _start(self, seconds: float) -> asyncio.TimerHandle:
        """Start a timer that closes the connection unless it is stopped."""
        return self.loop.call_later(seconds, self.give_up)

    def _stop(self, timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()

    def give_up(self) -> None:
        """Close the connection, dropping whatever the peer has not read."""
        raw: socket.socket | None = self.transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self.transport.abort()


class _Http(_Watched, HttpToolsProtocol):
    """HTTP on a connection, with limits on the time a request takes to arrive and on its head."""

    def __init__(self, connections: Connections, **uvicorn: Any) -> None:
        super().__init__(connections, **uvicorn)
        self._incoming: asyncio.TimerHandle | None = None
        self._head = 0
        """The bytes so far of the incoming request, without its body."""
        self._answered: RequestResponseCycle | None = None
        """The request being answered; others may wait behind it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.guests.let_in(self.transport):
            self._comes_in()
        else:
            self.give_up()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_come_in()
        super().connection_lost(exc)
        if self._answered is not None:
            self._answered.disconnected = True

    def data_received(self, data: bytes) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._comes_in()
        self._head += len(data)
        super().data_received(data)
        if self._head > _HEAD and self._incoming is not None:
            self.send_400_response("Invalid HTTP request received.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._comes_in()

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= _WAITING:
            raise ValueError("too many requests at once")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._has_come_in()
        self._head = 0
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        self._stop(self._unread)
        super().handle_websocket_upgrade()
        if not cast(_Socket, self.transport.get_protocol()).handshake_initiated:
            # The WebSocket protocol has limits of its own, and Uvicorn gives no answer beyond them.
            self.send_400_response("Invalid HTTP request received.")

    def _comes_in(self) -> None:
        if self._incoming is None:
            self._incoming = self._start(self.guests.limits.request_seconds)

    def _has_come_in(self) -> None:
        self._stop(self._incoming)
        self._incoming = None


class _Socket(_Watched, WebSocketsSansIOProtocol):
    """WebSocket on a connection, with compression unless the peer is this machine."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.guests.is_near(self.transport):
            self.conn.available_extensions = []
        self.loop.call_later(self.guests.limits.request_seconds, self._check_handshake)

    def handle_text(self, event: Frame) -> None:
        """Treat a text message as bytes: its content is ignored and may be invalid UTF-8."""
        self.handle_bytes(event)

    async def send(self, message: Any) -> None:
        """Send, unless the connection is closed, which would make Uvicorn log a traceback."""
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def _check_handshake(self) -> None:
        """Close a connection whose WebSocket handshake has not begun."""
        if not self.handshake_complete:
            self.give_up()
