"""What speaks for the people of the load: HTTP on connections that are kept, and pages over WebSocket.

It shares the machine with the server that it measures, and so does as little as it can between a socket and
the JSON that comes over it.
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

KEPT = 30.0
"""The seconds after which a connection that nobody has used is not used again: servers close them."""
LARGEST = 2**24
"""The bytes of a message."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine gives, on the fastest loop that there is."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(work)


class Answer(NamedTuple):
    """What a server answers."""

    status: int
    body: bytes

    def json(self) -> Any:
        """Return what it says, unless it refuses."""
        if self.status >= 400:
            raise RuntimeError(f"{self.status} {self.body.decode()}")
        return json.loads(self.body)


class Client:
    """Asks one server: each request on a connection where nothing is under way, as browsers do."""

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
        """Return the answer to a request."""
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
        """Return the JSON that is at a path."""
        return (await self.ask("GET", path, token)).json()

    async def post(self, path: str, token: str = "", body: object = None) -> Any:
        """Return the JSON that answers another one."""
        return (await self.ask("POST", path, token, body)).json()

    async def page(self, path: str, token: str, told: Callable[[bytes], None]) -> "Page":
        """Open a page, which passes on what it is told."""
        page = Page(f"ws://{self.host}{path}", token, told)
        await self._connect(page)
        return page

    async def _connection(self) -> "_Connection":
        now = asyncio.get_running_loop().time()
        while self._idle:
            connection = self._idle.pop()
            if connection.answered > now - KEPT:
                return connection
            connection.transport.close()
        connection = _Connection()
        await self._connect(connection)
        return connection

    async def _connect(self, protocol: asyncio.Protocol) -> None:
        name, _colon, port = self.host.rpartition(":")
        await asyncio.get_running_loop().create_connection(lambda: protocol, name, int(port))


class _Connection(asyncio.Protocol):
    """A connection on which one request after the other is answered."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._parser = httptools.HttpResponseParser(self)
        self._answer: asyncio.Future[Answer] = self._loop.create_future()
        self._parts: list[bytes] = []
        self._is_small = False
        self.answered = self._loop.time()
        """When it was last of use."""

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
            self._is_small = value == b"gzip"

    def on_body(self, body: bytes) -> None:
        self._parts.append(body)

    def on_message_complete(self) -> None:
        body = b"".join(self._parts)
        if self._is_small:
            body = gzip.decompress(body)
        self._parts, self._is_small = [], False
        self.answered = self._loop.time()
        if not self._answer.done():
            self._answer.set_result(Answer(self._parser.get_status_code(), body))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._answer.done():
            self._answer.set_exception(exc or ConnectionError("the server has closed a connection"))


class Page(asyncio.Protocol):
    """An open page: it reads what it is sent for as long as it is open."""

    def __init__(self, address: str, token: str, told: Callable[[bytes], None]) -> None:
        self._speech = ClientProtocol(parse_uri(address), max_size=LARGEST)
        self._token, self._told = token, told
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when it is closed; fails where the server has refused it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the page."""
        self._transport: asyncio.Transport = transport  # type: ignore[assignment]
        request = self._speech.connect()
        request.headers["Authorization"] = f"Bearer {self._token}"
        self._speech.send_request(request)
        self._send()

    def data_received(self, data: bytes) -> None:
        """Pass on what comes."""
        self._speech.receive_data(data)
        for event in self._speech.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._told(bytes(event.data))
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        """Say that it is closed."""
        if self.gone.done():
            return
        self._speech.receive_eof()
        if self._speech.close_code in (1000, 1001):
            self.gone.set_result(None)
        else:
            problem = self._speech.handshake_exc or exc or ConnectionClosed(None, None)
            self.gone.set_exception(problem)

    def close(self) -> None:
        """Close it."""
        if not self._transport.is_closing():
            self._speech.send_close(1000)
            self._send()

    def _send(self) -> None:
        for data in self._speech.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
