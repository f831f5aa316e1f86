"""A light HTTP and WebSocket client for the people of a load test.

It shares the machine with the server that it measures, so it does as little as possible between a socket and
the JSON.
"""

import asyncio
import gzip
import json
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, Self, TypeVar

import httptools
from uvicorn.loops.auto import auto_loop_factory
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

T = TypeVar("T")

IDLE_SECONDS = 30.0
"""Seconds after which an idle connection is not reused, because servers close it."""
MAX_BYTES = 2**24
"""The largest message, in bytes."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the fastest event loop available, and return its result."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(work)


class Answer(NamedTuple):
    """An HTTP response."""

    status: int
    body: bytes

    def json(self) -> Any:
        """Return the body as JSON; raise if the server refused."""
        if self.status >= 400:
            raise RuntimeError(f"{self.status} {self.body.decode()}")
        return json.loads(self.body)


class Client:
    """A client of one server; like a browser, it sends each request on an idle connection."""

    def __init__(self, address: str) -> None:
        self.host = address.removeprefix("http://")
        self._idle: list[_Connection] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_problem: object) -> None:
        for connection in self._idle:
            connection.transport.close()

    async def ask(
        self, method: str, path: str, token: str = "", body: object = None, accept: str = "*/*"
    ) -> Answer:
        """Send a request and return the answer."""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nAccept-Encoding: gzip\r\n"
        head += f"Accept: {accept}\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        data = b"" if body is None else json.dumps(body).encode()
        if data:
            head += "Content-Type: application/json\r\n"
        if method != "GET":
            head += f"Content-Length: {len(data)}\r\n"
        connection = await self._connection()
        answer = await connection.ask(f"{head}\r\n".encode() + data)
        self._idle.append(connection)
        return answer

    async def get(self, path: str, token: str = "") -> Any:
        """Return the JSON at a path."""
        return (await self.ask("GET", path, token)).json()

    async def post(self, path: str, token: str = "", body: object = None) -> Any:
        """Post JSON and return the JSON of the answer."""
        return (await self.ask("POST", path, token, body)).json()

    async def page(self, path: str, token: str, told: Callable[[bytes], None]) -> "Page":
        """Open a WebSocket that calls `told` with each message."""
        page = Page(f"ws://{self.host}{path}", token, told)
        await self._connect(page)
        return page

    async def _connection(self) -> "_Connection":
        now = asyncio.get_running_loop().time()
        while self._idle:
            connection = self._idle.pop()
            if connection.answered > now - IDLE_SECONDS:
                return connection
            connection.transport.close()
        connection = _Connection()
        await self._connect(connection)
        return connection

    async def _connect(self, protocol: asyncio.Protocol) -> None:
        name, _colon, port = self.host.rpartition(":")
        await asyncio.get_running_loop().create_connection(lambda: protocol, name, int(port))


class _Connection(asyncio.Protocol):
    """A connection that carries one request at a time."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._parser = httptools.HttpResponseParser(self)
        self._answer: asyncio.Future[Answer] = self._loop.create_future()
        self._parts: list[bytes] = []
        self._is_gzipped = False
        self.answered = self._loop.time()
        """The time of the last answer."""

    async def ask(self, request: bytes) -> Answer:
        self._answer = self._loop.create_future()
        self.transport.write(request)
        return await self._answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"content-encoding":
            self._is_gzipped = value == b"gzip"

    def on_body(self, body: bytes) -> None:
        self._parts.append(body)

    def on_message_complete(self) -> None:
        body = b"".join(self._parts)
        if self._is_gzipped:
            body = gzip.decompress(body)
        self._parts, self._is_gzipped = [], False
        self.answered = self._loop.time()
        if not self._answer.done():
            self._answer.set_result(Answer(self._parser.get_status_code(), body))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._answer.done():
            self._answer.set_exception(exc or ConnectionError("the server closed the connection"))


class Page(asyncio.Protocol):
    """The WebSocket of an open page."""

    def __init__(self, address: str, token: str, told: Callable[[bytes], None]) -> None:
        self._protocol = ClientProtocol(parse_uri(address), max_size=MAX_BYTES)
        self._token, self._told = token, told
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the socket is closed; fails if the server refused it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the WebSocket handshake."""
        self._transport: asyncio.Transport = transport  # type: ignore[assignment]
        request = self._protocol.connect()
        request.headers["Authorization"] = f"Bearer {self._token}"
        self._protocol.send_request(request)
        self._send()

    def data_received(self, data: bytes) -> None:
        """Pass on each message."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._told(bytes(event.data))
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        """Settle `gone`."""
        if self.gone.done():
            return
        self._protocol.receive_eof()
        if self._protocol.close_code in (1000, 1001):
            self.gone.set_result(None)
        else:
            problem = self._protocol.handshake_exc or exc or ConnectionClosed(None, None)
            self.gone.set_exception(problem)

    def close(self) -> None:
        """Close the socket."""
        if not self._transport.is_closing():
            self._protocol.send_close(1000)
            self._send()

    def _send(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
