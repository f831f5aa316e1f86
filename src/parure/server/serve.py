"""`parure serve`: find a port, print the address, open the browser, run until Ctrl-C."""

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator

import uvicorn
from fastapi import FastAPI

from parure.core import cache
from parure.i18n import gettext as _
from parure.server import metrics
from parure.server.app import create_app
from parure.server.security.connections import Connections, open_files
from parure.server.security.identity import Identities
from parure.server.security.network_access import AddressError, NetworkAccess, listen, own_address
from parure.server.settings import Settings
from parure.terminal.screen import reason

__all__ = ["announce", "answering_prometheus", "serve", "server_of"]


def serve(settings: Settings, *, any_port: bool, browser: bool) -> None:
    """Serve until somebody presses Ctrl-C.

    :param any_port: use the next free port if the one in the settings is taken.
    :param browser: open the page in a browser once it is available.
    """
    open_files(2 * settings.limits.connections)
    listening = listen(settings.host, settings.port, any_port=any_port)
    with contextlib.suppress(OSError):
        cache.clear_unused()
    with listening:
        app = create_app(settings, lasts=True)
        place = app.state.store.name if settings.database else settings.data
        has_lost_key = app.state.services[Identities].has_lost_key
        announce(settings, listening, place, has_lost_key=has_lost_key, browser=browser)
        try:
            with answering_prometheus(app, settings):
                server_of(app, settings).run(sockets=[listening])
        except KeyboardInterrupt:
            print(_("Goodbye."))


def announce(
    settings: Settings,
    listening: socket.socket,
    place: object,
    *,
    has_lost_key: bool,
    browser: bool,
) -> None:
    """Print the address of the game, and open it in a browser if there is one."""
    address = _address(settings.host, listening.getsockname()[1])
    for line in _welcome(settings, address, place):
        print(line, flush=True)
    if has_lost_key:
        print(_("The key was lost, so everyone has lost their earlier seats."), flush=True)
    if browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


@contextlib.contextmanager
def answering_prometheus(app: FastAPI, settings: Settings) -> Iterator[None]:
    """Serve metrics to Prometheus while the server runs, if configured."""
    with contextlib.ExitStack() as stack:
        if settings.metrics is not None:
            host, port = settings.metrics
            try:
                stack.enter_context(metrics.exposed(host, port, app.state.gauges))
            except OSError as error:
                raise AddressError(
                    _("Metrics can’t be served at {host}:{port}: {problem}").format(
                        host=host, port=port, problem=reason(error)
                    )
                ) from error
        yield


def server_of(app: FastAPI, settings: Settings) -> uvicorn.Server:
    """Return the Uvicorn server of the application, quiet and with a limit on incoming messages."""
    connections = Connections(settings.limits, settings.proxies)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        http=connections.http,
        ws=connections.socket,
        ws_max_size=4_096,
        timeout_keep_alive=65,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    app.state.services[NetworkAccess].attach(server, connections.end)
    return server


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _welcome(settings: Settings, address: str, place: object) -> Iterator[str]:
    """Print the address of the game, and how others reach it."""
    yield _("Parure is running at {address}").format(address=address)
    yield _("Games are kept in {folder}").format(folder=place)
    if settings.may_open_network:
        yield _(
            "Only this machine can open it. To let your network in, use the switch on a "
            "table’s page."
        )
    elif settings.host in ("0.0.0.0", "::") and (own := own_address()) is not None:
        port = address.rstrip("/").rpartition(":")[2]
        yield _("Others on your network can open http://{host}:{port}/").format(host=own, port=port)
    yield _("Press Ctrl-C to stop.")


def _has_screen() -> bool:
    """Tell whether there is a graphical browser, as opposed to one that would take over the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
