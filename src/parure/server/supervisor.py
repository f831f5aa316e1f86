"""`parure serve --processes N`: a supervisor and several processes that serve the same tables.

The supervisor listens and shares its socket with the others, so that connections wait there until one of them
is free, even while they are replaced. A dead process is replaced at once, on Linux by a fork of the
supervisor, with the program and the compiled rules in memory; the others are told, so they need not wait for
a missing heartbeat. SIGHUP replaces the processes one after the other, each when the next is ready; from then
on they load the program afresh, since it may have been updated. If the supervisor dies, for whatever reason,
the others exit.
"""

import gc
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from itertools import count
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NamedTuple

from parure.compiling import warm_up
from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.i18n import language, use_language
from parure.server.app import create_app
from parure.server.errors import Conflict
from parure.server.logs import Form, Level, log_to_stderr
from parure.server.play.sessions import Sessions
from parure.server.security.connections import open_files
from parure.server.security.identity import Identities
from parure.server.security.network_access import listen
from parure.server.serve import announce, answering_prometheus, server_of
from parure.server.settings import Settings
from parure.server.store import is_address, opened
from parure.server.store.documents import Files
from parure.server.tables.options import bot_names

__all__ = ["Logs", "serve"]

_GLANCE = 0.2
"""Seconds between two checks of the processes."""
_PATIENCE = 15.0
"""Seconds that a process may take to end."""
_AGAIN = 1.0
"""Seconds before replacing a process that was never ready."""

log = logging.getLogger("parure.server")


class Logs(NamedTuple):
    """How each process logs."""

    form: Form
    level: Level


def serve(settings: Settings, logs: Logs, *, any_port: bool, browser: bool) -> None:
    """Serve in several processes until somebody presses Ctrl-C.

    :param any_port: use the next free port if the one in the settings is taken.
    :param browser: open the page in a browser once it is available.
    """
    database = settings.database
    if database is None or not is_address(database):
        raise Conflict(
            _(
                "A file serves only one process; several need PostgreSQL (--database "
                "postgresql://…)."
            )
        )
    with listen(settings.host, settings.port, any_port=any_port) as listening:
        with closing(opened(database)) as store:
            has_games = not store.is_empty().result()
            documents = store.documents or Files(settings.data)
            identities = Identities.open(documents, has_games=has_games, new_key=settings.new_key)
            place = store.name
        has_lost_key = identities.has_lost_key
        announce(settings, listening, place, has_lost_key=has_lost_key, browser=browser)
        if _Supervisor(replace(settings, new_key=False), logs, listening).run() == signal.SIGINT:
            print(_("Goodbye."))


class _ServerProcess:
    """A process that serves."""

    def __init__(
        self,
        settings: Settings,
        logs: Logs,
        listening: socket.socket,
        number: int,
        others: Sequence["_ServerProcess"],
        *,
        is_copy: bool,
    ) -> None:
        self.number = number
        self.name: str | None = None
        """The id by which the others know it; None until it is ready."""
        self._life, theirs = Pipe()
        self._ends: float | None = None
        if settings.metrics is not None:
            host, port = settings.metrics
            settings = replace(settings, metrics=(host, port + number))
        # A fork must close the supervisor's pipes, or the others would not notice the supervisor's end.
        inherited = [self._life, *(other._life for other in others)] if is_copy else []
        arguments = (settings, logs, language(), listening, theirs, inherited)
        if is_copy:
            self.process: BaseProcess = get_context("fork").Process(target=_serve, args=arguments)
        else:
            self.process = get_context("spawn").Process(target=_serve, args=arguments)
        self.process.start()
        theirs.close()

    @property
    def is_ending(self) -> bool:
        """Whether the process was told to end."""
        return self._ends is not None

    @property
    def is_ready(self) -> bool:
        """Whether the process is serving."""
        return self.name is not None

    def check(self) -> bool:
        """Note if it has become ready, kill it if it does not end, and tell whether it lives."""
        with suppress(EOFError, OSError):
            if not self.is_ready and not self.is_ending and self._life.poll():
                self.name = self._life.recv()
        if self._ends is not None and time.monotonic() > self._ends:
            log.error("process %s does not end: it is killed", self.process.pid)
            self.process.kill()
        return self.process.is_alive()

    def hear_of_death(self, name: str) -> None:
        """Tell the process that another one has died."""
        if not self.is_ending:
            with suppress(OSError):
                self._life.send(name)

    def end(self) -> None:
        """Ask the process to finish its work and end."""
        self._ends = time.monotonic() + _PATIENCE
        self._life.close()
        if not self.is_ready:
            self.process.terminate()


def _heard() -> list[signal.Signals]:
    """Return the signals that the supervisor handles."""
    everywhere = [signal.SIGINT, signal.SIGTERM]
    return everywhere if sys.platform == "win32" else [*everywhere, signal.SIGHUP]


class _Supervisor:
    """Starts the server processes and replaces those that die."""

    def __init__(self, settings: Settings, logs: Logs, listening: socket.socket) -> None:
        self._settings, self._logs, self._listening = settings, logs, listening
        self._servers: list[_ServerProcess] = []
        self._old: list[_ServerProcess] = []
        """The processes to replace."""
        self._end: int | None = None
        self._copies = sys.platform == "linux"
        """Whether new processes may be forks of this one."""

    def run(self) -> int:
        """Supervise the processes until a signal ends them; return that signal."""
        with self._hearing_signals():
            if self._copies:
                # Each fork starts with everything loaded here.
                warm_up()
                bot_names()
            gc.freeze()  # Freeze what is loaded, so that all forks share its memory.
            while self._end is None:
                self._bury_dead()
                self._start_missing()
            for server in self._servers:
                server.end()
            while self._servers:
                self._bury_dead()
        return self._end

    @contextmanager
    def _hearing_signals(self) -> Iterator[None]:
        def end(number: int, _frame: object) -> None:
            self._end = number

        def renew(_number: int, _frame: object) -> None:
            self._old = list(self._servers)
            self._copies = False

        before = {number: signal.signal(number, end) for number in _heard()}
        if sys.platform != "win32":
            signal.signal(signal.SIGHUP, renew)
        try:
            yield
        finally:
            for number, act in before.items():
                signal.signal(number, act)

    def _bury_dead(self) -> None:
        """Wait a moment, then remove the processes that have died."""
        wait([server.process.sentinel for server in self._servers], _GLANCE)
        for server in [server for server in self._servers if not server.check()]:
            self._servers.remove(server)
            if not server.is_ending and self._end is None:
                pid, code = server.process.pid, server.process.exitcode
                log.error("process %s has died (%s): another one takes its place", pid, code)
                if server.name is None:
                    time.sleep(_AGAIN)
                else:
                    for other in self._servers:
                        other.hear_of_death(server.name)

    def _start_missing(self) -> None:
        """Start missing processes and replacements; end a replaced one when all are ready."""
        serving = [server for server in self._servers if not server.is_ending]
        self._old = [server for server in self._old if server in serving]
        if len(serving) < self._settings.processes + bool(self._old):
            taken = {server.number for server in self._servers}
            number = next(number for number in count() if number not in taken)
            made = _ServerProcess(
                self._settings, self._logs, self._listening, number, self._servers,
                is_copy=self._copies,
            )  # fmt: skip
            self._servers.append(made)
        elif self._old and all(server.is_ready for server in serving):
            self._old[0].end()


def _serve(
    settings: Settings,
    logs: Logs,
    spoken: str,
    listening: socket.socket,
    life: Connection,
    inherited: Sequence[Connection],
) -> None:
    """Serve in a separate process until told to end, or until the supervisor is gone.

    :param inherited: what belongs only to the supervisor.
    """
    for connection in inherited:
        connection.close()
    for number in _heard():
        signal.signal(number, signal.SIG_DFL)
    use_language(spoken)
    log_to_stderr(*logs)
    open_files(2 * settings.limits.connections)
    warm_up()  # Load the rules before taking over any connection.
    try:
        app = create_app(settings, lasts=True)
    except ParureError as error:
        log.error("%s", error)
        sys.exit(1)
    server = server_of(app, settings)

    def live() -> None:
        cluster = app.state.services[Sessions].cluster
        try:
            while not (server.started and cluster.takes_part):
                time.sleep(_GLANCE)
            life.send(app.state.store.process)
            while True:
                cluster.bury(life.recv())
        except (EOFError, OSError):
            pass  # It should end, or the supervisor has ended.
        finally:
            server.should_exit = True

    threading.Thread(target=live, name="life", daemon=True).start()
    with suppress(KeyboardInterrupt), answering_prometheus(app, settings):
        server.run(sockets=[listening])  # The supervisor then exits with the signal that ended it.
