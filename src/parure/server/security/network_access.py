"""Access to the server from the network: its names and addresses, its sockets, links and QR codes.

A server for its own machine alone can let others in: when a person at that machine opens it, the server also
listens at the machine's address on its network. Closing it ends that, and every connection made that way.
"""

import asyncio
import errno
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Network, ip_address
from urllib.parse import urlsplit

import segno
import uvicorn
from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.datastructures import URL

from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.server.errors import Conflict, Forbidden
from parure.server.security.viewer import TheViewer, limited, viewer_of
from parure.server.services import service
from parure.server.settings import Settings
from parure.server.tables.options import Strict

__all__ = [
    "LOCAL_NAMES",
    "AddressError",
    "Invitation",
    "NetworkAccess",
    "api",
    "host_of",
    "invitation",
    "is_here",
    "link_for_others",
    "listen",
    "name_of",
    "own_address",
    "place_of",
    "qr_code",
]

_PORTS_TRIED = 20


LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
"""The names by which a machine addresses itself."""


def name_of(host: str) -> str:
    """Return the name or address in a `Host` header without its port; None if the header is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        return (parts.hostname or "") if parts.port != 0 else ""
    except ValueError:
        return ""


def host_of(origin: str) -> str | None:
    """Return the host in an `Origin` header in the form of a `Host` header; None if it is malformed."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def place_of(address: str) -> str:
    """Return the unit for limits by address: an IPv4 address, or the network of an IPv6 customer.

    >>> place_of("192.0.2.7"), place_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, 64), strict=False).network_address)


def is_here(address: str, name: str) -> bool:
    """Tell whether a request comes from this machine and uses one of its local names."""
    try:
        return name in LOCAL_NAMES and ip_address(address).is_loopback
    except ValueError:
        return False


def own_address() -> str | None:
    """Return the address of this machine on its network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def link_for_others(url: URL, *, is_local: bool) -> str:
    """Return the address of a page as others can open it.

    The person who started the server sees it under a name that works only on their machine.

    :param is_local: only this machine can reach the server.
    """
    link = url.replace(query="")
    if not is_local and link.hostname in LOCAL_NAMES and (own := own_address()) is not None:
        link = link.replace(hostname=own)
    return str(link)


class AddressError(ParureError):
    """Raised if the server can't listen at the chosen address."""


def listen(host: str, port: int, *, any_port: bool = False) -> socket.socket:
    """Return a listening socket, or raise an error that says why not.

    :param any_port: use the next free port if this one is taken.
    """
    ports = range(port, min(port + _PORTS_TRIED, 65_536)) if any_port and port else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in ports:
        # Explicitly TCP, because only then does asyncio send small packets at once.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, number))
            found.listen(512)
        except OSError as error:
            found.close()
            if error.errno == errno.EADDRINUSE:
                continue
            if error.errno == errno.EACCES:
                raise AddressError(
                    _("Port {port} is reserved: choose one above 1023 with --port.").format(
                        port=number
                    )
                ) from error
            raise AddressError(
                _("This machine has no address “{host}” to listen on.").format(host=host)
            ) from error
        return found
    raise AddressError(
        _("Port {port} is in use: choose another one with --port.").format(port=port)
    )


class NetworkAccess:
    """Whether others on the network can reach the server, and at which address."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._server: uvicorn.Server | None = None
        self._end: Callable[[str], None] = lambda _host: None
        self._listening: asyncio.Server | None = None
        self._lock = asyncio.Lock()
        self.host: str | None = None
        """The address of this machine on its network, while others can use it."""
        self._port = 0

    @property
    def is_open(self) -> bool:
        """Whether others can reach the server, for now or by its settings."""
        return self.host is not None or not self._settings.is_local

    def attach(self, server: uvicorn.Server, end: Callable[[str], None]) -> None:
        """Set the server to open to others, and the function that closes the connections to an address."""
        self._server, self._end = server, end

    def knows(self, name: str) -> bool:
        """Tell whether a request may use this host name: a foreign name that points here may not."""
        return not self._settings.is_local or name in (*LOCAL_NAMES, self.host)

    def link(self, url: URL) -> str:
        """Return the address under which others can open a page."""
        if self.host is not None and url.hostname in LOCAL_NAMES:
            url = url.replace(hostname=self.host, port=self._port)
        return link_for_others(url, is_local=self._settings.is_local)

    async def open(self) -> None:
        """Start listening for others on the network."""
        async with self._lock:
            if self.is_open:
                return
            server, host = self._server, own_address()
            if server is None or host is None:
                raise Conflict(_("This computer isn’t connected to a network."))
            port = server.servers[0].sockets[0].getsockname()[1]
            try:
                listening = listen(host, port, any_port=True)
            except AddressError as error:
                raise Conflict(
                    _("The network refused: a firewall or another program may be in the way.")
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
        """Stop listening for others, and close their connections."""
        async with self._lock:
            if self._listening is None or self._server is None:
                return
            host, self.host = self.host, None
            self._listening.close()
            with suppress(ValueError):
                self._server.servers.remove(self._listening)
            self._listening = None
            if host is not None:
                self._end(host)


@dataclass(frozen=True)
class Invitation:
    """An invitation: how others reach a page."""

    link: str
    is_open: bool
    """Whether others can open the page at all."""
    may_open: bool
    """Whether this viewer may let others in."""

    @property
    def picture(self) -> Markup:
        """The link as a QR code for a phone's camera."""
        return qr_code(self.link)


api = APIRouter(prefix="/api", include_in_schema=False)


class OpenWish(Strict):
    """A request to open or close the server to the network."""

    open: bool


@api.put("/door", dependencies=[limited("door", lambda _limits: (0.2, 10.0), by_address=True)])
async def open_network(request: Request, viewer: TheViewer, wish: OpenWish) -> dict[str, bool]:
    """Open or close the server to the network; only for a person at its machine."""
    if not viewer.is_here:
        raise Forbidden(_("You can do that only on the computer that runs the server."))
    network_access = service(request, NetworkAccess)
    await (network_access.open() if wish.open else network_access.close())
    return {"open": network_access.is_open}


@lru_cache(256)
def qr_code(text: str) -> Markup:
    """Return the QR code of a text as a picture without a label."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    return Markup(code.svg_inline(border=3, omitsize=True, dark="#211e1a", svgclass="qr"))


def invitation(request: Request, url: URL) -> Invitation:
    """Return an invitation to a page."""
    network_access = service(request, NetworkAccess)
    return Invitation(
        link=network_access.link(url),
        is_open=network_access.is_open,
        may_open=viewer_of(request).is_here,
    )
