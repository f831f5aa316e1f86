"""A socket that listens, or a sentence on why none can."""

import errno
import os
import socket

from parure.errors import ParureError
from parure.i18n import gettext as _

__all__ = ["AddressError", "listen"]

_PORTS_TRIED = 20


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
