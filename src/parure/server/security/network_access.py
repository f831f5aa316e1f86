"""The door to the network: a server for its own machine alone lets others in while it is open.

Whoever sits at the machine opens it: the server then listens at the address of the machine on its network,
too. Closing it ends that, and every connection that came in by it.
"""

import asyncio
from contextlib import suppress

import uvicorn
from starlette.datastructures import URL

from parure.i18n import gettext as _
from parure.server.errors import Conflict
from parure.server.security import network
from parure.server.security.connections import Connections
from parure.server.security.network import AddressError, listen
from parure.server.settings import Settings

__all__ = ["NetworkAccess"]


class NetworkAccess:
    """Whether others on the network are let in, and where they find the server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._server: uvicorn.Server | None = None
        self._connections: Connections | None = None
        self._listening: asyncio.Server | None = None
        self._lock = asyncio.Lock()
        self.host: str | None = None
        """The address of this machine on its network, while the door is open."""
        self._port = 0

    @property
    def is_open(self) -> bool:
        """Whether others are let in, by this door or since the server was started so."""
        return self.host is not None or not self._settings.is_local

    def hang(self, server: uvicorn.Server, connections: Connections) -> None:
        """Say which server it lets others into."""
        self._server, self._connections = server, connections

    def knows(self, name: str) -> bool:
        """Tell whether a request may name the server so: a foreign name that points here may not."""
        return not self._settings.is_local or name in (*network.LOCAL_NAMES, self.host)

    def link(self, url: URL) -> str:
        """Return the address of a page as others can open it."""
        if self.host is not None and url.hostname in network.LOCAL_NAMES:
            url = url.replace(hostname=self.host, port=self._port)
        return network.link_for_others(url, is_local=self._settings.is_local)

    async def open(self) -> None:
        """Let others in."""
        async with self._lock:
            if self.is_open:
                return
            server, host = self._server, network.own_address()
            if server is None or host is None:
                raise Conflict(_("This computer is on no network."))
            port = server.servers[0].sockets[0].getsockname()[1]
            try:
                listening = listen(host, port, any_port=True)
            except AddressError as error:
                raise Conflict(
                    _("The network refuses it: a firewall or another program may be in the way.")
                ) from error
            self._port = listening.getsockname()[1]
            loop = asyncio.get_running_loop()
            self._listening = await loop.create_server(
                lambda: server.config.http_protocol_class(  # type: ignore[call-arg]
                    config=server.config,
                    server_state=server.server_state,
                    app_state=server.lifespan.state,
                ),
                sock=listening,
            )
            server.servers.append(self._listening)
            self.host = host

    async def close(self) -> None:
        """Let nobody in any more, and those out who came in."""
        async with self._lock:
            if self._listening is None or self._server is None:
                return
            host, self.host = self.host, None
            self._listening.close()
            with suppress(ValueError):
                self._server.servers.remove(self._listening)
            self._listening = None
            if self._connections is not None and host is not None:
                self._connections.end(host)
