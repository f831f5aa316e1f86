"""`parure serve`: find a port, say where the game is, open the browser, run until Ctrl-C."""

import contextlib
import errno
import os
import shutil
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from parure.core import cache
from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.server.app import create_app
from parure.server.http.connections import Connections, open_files
from parure.server.http.network import own_address
from parure.server.settings import Settings

__all__ = ["configured", "listen", "serve"]

_PORTS_TRIED = 20


class AddressError(ParureError):
    """The server can't listen where it was told to."""


def serve(settings: Settings, *, any_port: bool, browser: bool) -> None:
    """Serve until somebody presses Ctrl-C.

    :param any_port: take the next free port where the one of the settings is taken.
    :param browser: open the page when it is there.
    """
    open_files(2 * settings.limits.connections)
    listening = listen(settings.host, settings.port, any_port=any_port)
    with contextlib.suppress(OSError):
        cache.clear_unused()
    with listening:
        app = create_app(settings)
        address = _address(settings.host, listening.getsockname()[1])
        for line in _welcome(settings, address):
            print(line, flush=True)
        if app.state.identities.has_lost_key:
            print(_("The key was lost: nobody has the seats that they had."), flush=True)
        if browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        try:
            uvicorn.Server(configured(app, settings)).run(sockets=[listening])
        except KeyboardInterrupt:
            print(_("Goodbye."))


def configured(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return how the application is served: quietly, and with small incoming messages alone."""
    connections = Connections(settings.limits, settings.proxies)
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        http=connections.http,
        ws=connections.socket,
        ws_max_size=4_096,
        ws_per_message_deflate=not settings.is_local,
        timeout_keep_alive=65,
        timeout_graceful_shutdown=2,
    )


def listen(host: str, port: int, *, any_port: bool = False) -> socket.socket:
    """Return a socket that listens, or say why none can."""
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


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _welcome(settings: Settings, address: str) -> Iterator[str]:
    """Say where the game is, and how others reach it."""
    yield _("Parure is at {address}").format(address=address)
    yield _("The games are kept in {folder}").format(folder=settings.data)
    if settings.is_local:
        yield _(
            "Only this machine can open it; for others on your network: {command} serve --host 0.0.0.0"
        ).format(command=_command())
    elif settings.host in ("0.0.0.0", "::") and (own := own_address()) is not None:
        port = address.rstrip("/").rpartition(":")[2]
        yield _("Others on your network open http://{host}:{port}/").format(host=own, port=port)
    yield _("Ctrl-C ends it.")


def _command() -> str:
    """Return how the command is called here: by its path where the shell would not find it."""
    own = Path(sys.argv[0])
    return str(own) if own.name == "parure" and shutil.which("parure") is None else "parure"


def _has_screen() -> bool:
    """Whether a browser can show something: not in a bare terminal, where it would take it over."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
