"""A minimal proxy before a server that drops its connections on request."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx


class Proxy:
    """Passes requests on and says where they come from, whatever the visitors say of it."""

    def __init__(self, target: str, *, scheme: str) -> None:
        """Be a proxy before a server.

        :param scheme: how visitors are said to have come.
        """
        url = httpx.URL(target)
        self._target = url.host, url.port
        self._scheme = scheme
        self._open: set[asyncio.Transport] = set()
        self.visitor = "192.0.2.1"
        """The address that visitors are said to have."""
        self.swallows = False
        """Cut connections instead of passing answers on."""
        self.loop = asyncio.new_event_loop()
        self.address = ""

    async def start(self) -> asyncio.Server:
        """Listen."""
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    def drop_all(self) -> None:
        """Cut every connection, to both sides, without a word."""

        async def drop() -> None:
            for transport in self._open:
                transport.abort()

        asyncio.run_coroutine_threadsafe(drop(), self.loop).result()

    async def _carry(self, visitor: asyncio.StreamReader, to_visitor: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection(*self._target)
        ends = [to_visitor, to_server]
        transports = {end.transport for end in ends}
        self._open |= transports
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                to_server.write(self._told(await visitor.readuntil(b"\r\n\r\n")))
                await asyncio.gather(
                    _pass(visitor, to_server),
                    _swallow(server, to_visitor) if self.swallows else _pass(server, to_visitor),
                )
        finally:
            self._open -= transports
            for end in ends:
                end.close()

    def _told(self, head: bytes) -> bytes:
        """Return the head of a request as the server gets it: one request for each connection."""
        head = re.sub(rb"\r\nx-forwarded-[^\r]*", b"", head, flags=re.IGNORECASE)
        if b"upgrade: websocket" not in head.lower():
            head = re.sub(rb"\r\nconnection:[^\r]*", b"", head, flags=re.IGNORECASE)
            head = head.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        said = f"X-Forwarded-For: {self.visitor}\r\nX-Forwarded-Proto: {self._scheme}\r\n\r\n"
        return head.removesuffix(b"\r\n") + said.encode()


async def _pass(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(65_536):
        target.write(data)
        await target.drain()
    if target.can_write_eof():
        target.write_eof()


async def _swallow(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Wait for an answer, and cut the connection to whoever waits for it."""
    await source.read()
    target.transport.abort()


@contextmanager
def proxied(target: str, *, scheme: str = "https") -> Iterator[Proxy]:
    """Run a proxy before a server."""
    proxy = Proxy(target, scheme=scheme)
    thread = threading.Thread(target=proxy.loop.run_forever, daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(proxy.start(), proxy.loop).result()
    try:
        yield proxy
    finally:
        proxy.drop_all()
        proxy.loop.call_soon_threadsafe(server.close)
        proxy.loop.call_soon_threadsafe(proxy.loop.stop)
        thread.join()
        proxy.loop.close()
