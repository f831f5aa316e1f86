"""Where the server is: the names of its own machine, and the address that others know it by."""

import errno
import os
import socket
from functools import lru_cache
from ipaddress import IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import URL

from parure.errors import ParureError
from parure.i18n import gettext as _

__all__ = [
    "LOCAL_NAMES",
    "AddressError",
    "host_of",
    "is_here",
    "link_for_others",
    "listen",
    "name_of",
    "own_address",
    "place_of",
]

_PORTS_TRIED = 20


LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
"""The names that only this machine uses for itself."""

_REMEMBERED = 100
"""Of so many names it is remembered what they are: nearly all requests have the same few."""


@lru_cache(maxsize=_REMEMBERED)
def name_of(host: str) -> str:
    """Return the name or number in a `Host` header, without its port; none where it makes no sense."""
    try:
        parts = urlsplit(f"//{host}")
        return (parts.hostname or "") if parts.port != 0 else ""
    except ValueError:
        return ""


def host_of(origin: str) -> str | None:
    """Return the host in an `Origin` header, as a `Host` header has it; none where it makes no sense."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


@lru_cache(maxsize=1_000)
def place_of(address: str) -> str:
    """Return what is counted as one place: an address, or the network of a customer where those are long.

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


@lru_cache(maxsize=_REMEMBERED)
def is_here(address: str, name: str) -> bool:
    """Tell whether a request comes from this machine, and calls it by one of its own names."""
    try:
        return name in LOCAL_NAMES and ip_address(address).is_loopback
    except ValueError:
        return False


def own_address() -> str | None:
    """Return the address of this machine on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def link_for_others(url: URL, *, is_local: bool) -> str:
    """Return the address of a page as others can open it.

    Whoever started the server has it open under a name of their own machine.

    :param is_local: nobody else can reach the server.
    """
    link = url.replace(query="")
    if not is_local and link.hostname in LOCAL_NAMES and (own := own_address()) is not None:
        link = link.replace(hostname=own)
    return str(link)


class AddressError(ParureError):
    """The server can't listen where it was told to."""


def listen(host: str, port: int, *, any_port: bool = False) -> socket.socket:
    """Return a socket that listens, or say why none can.

    :param any_port: take the next free port where this one is taken.
    """
    ports = range(port, min(port + _PORTS_TRIED, 65_536)) if any_port and port else [port]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in ports:
        # Named as TCP, since asyncio sends small packets at once only where it sees that.
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
                    _(
                        "Port {port} is not for everybody: choose one above 1023 with --port."
                    ).format(port=number)
                ) from error
            raise AddressError(
                _("This machine has no address “{host}” to listen on.").format(host=host)
            ) from error
        return found
    raise AddressError(_("Port {port} is taken: choose another one with --port.").format(port=port))
