"""Games on a Ray cluster: the same processes, each in an actor somewhere on it (the `ray` extra)."""

import os
import socket
import subprocess
import sys
from collections.abc import Generator
from typing import Any
from urllib.parse import urlsplit

from parure.arena.match import ArenaError, Fixture, Match
from parure.arena.pool import new_process, play_in
from parure.arena.referee import Result
from parure.i18n import gettext as _
from parure.processes import some_cores

__all__ = ["play_on_ray"]

PATIENCE = 60.0
"""Seconds in which a cluster must let us in."""

_CONNECT = """
import sys, ray
try:
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level="error")
except ConnectionError:
    sys.exit(1)  # It names the address, and not the reason.
except Exception as error:
    print(str(error).splitlines()[0])
    sys.exit(1)
"""


def play_on_ray(
    match: Match,
    fixtures: list[Fixture],
    address: str,
    workers: int | None,
    start_limit: float,
) -> Generator[Result]:
    """Yield the results of games as they end, in any order.

    :param address: of the cluster, or `local` for one on this machine.
    :param workers: how many games are played at the same time; by default as many as the cluster has cores.
    """
    ray = _ray()
    own = not ray.is_initialized()
    try:
        if address != "local" and own:
            _knock(address)
            _try(address)
        ray.init(
            address=None if address == "local" else address,
            ignore_reinit_error=True,
            include_dashboard=False if address == "local" else None,
            log_to_driver=False,
            logging_level="error",
        )
    except (OSError, ValueError, RuntimeError) as error:
        raise ArenaError(
            _("The Ray cluster {address} does not answer: {problem}").format(
                address=address, problem=str(error).splitlines()[0]
            )
        ) from error
    try:
        count = workers or int(ray.cluster_resources().get("CPU", 1))
        actor = ray.remote(num_cpus=1)(_Actor)
        crew = [actor.remote(start_limit) for _actor in range(min(count, len(fixtures)))]
        nodes = ray.get([worker.node.remote() for worker in crew])
        for index, worker in enumerate(crew):
            worker.settle.remote(nodes[:index].count(nodes[index]), nodes.count(nodes[index]))
        yield from _spread(ray, crew, match, fixtures)
    finally:
        if own:
            ray.shutdown()


class _Actor:
    """Plays games in a process on whatever machine the cluster has put it."""

    def __init__(self, start_limit: float) -> None:
        self._start_limit = start_limit
        self._never_ready: set[str] = set()

    def node(self) -> str:
        """Return the name of the machine."""
        return str(_ray().get_runtime_context().get_node_id())

    def settle(self, place: int, workers: int) -> None:
        """Take the share of one of so many workers on this machine."""
        self._process = new_process(some_cores(place, workers))

    def play(self, match: Match, fixture: Fixture) -> Result:
        """Play a game."""
        return play_in(self._process, match, fixture, self._start_limit, self._never_ready)

    def close(self) -> None:
        """End the process."""
        self._process.close()


def _spread(ray: Any, crew: list[Any], match: Match, fixtures: list[Fixture]) -> Generator[Result]:
    """Give each worker a game, and the next one when it is done."""
    waiting = iter(fixtures)
    busy = {
        worker.play.remote(match, fixture): worker
        for worker, fixture in zip(crew, waiting, strict=False)
    }
    while busy:
        (done, *_more), _rest = ray.wait(list(busy))
        worker = busy.pop(done)
        result: Result = ray.get(done)
        following = next(waiting, None)
        if following is not None:
            busy[worker.play.remote(match, following)] = worker
        yield result
    for worker in crew:
        ray.get(worker.close.remote())


def _knock(address: str) -> None:
    """Fail at once where nobody listens: Ray itself would try for many minutes."""
    place = urlsplit(address if "://" in address else f"ray://{address}")
    if place.hostname and place.port:
        socket.create_connection((place.hostname, place.port), timeout=10).close()


def _try(address: str) -> None:
    """Connect in another process: where Ray is refused, it writes much, waits long and ends the process."""
    try:
        tried = subprocess.run(
            [sys.executable, "-c", _CONNECT, address],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if not tried.returncode:
            return
        problem = tried.stdout.strip()
    except subprocess.TimeoutExpired:
        problem = ""
    raise ConnectionError(
        problem
        or _("check its address, its token, and that Ray and Python have the same versions there.")
    )


def _ray() -> Any:
    # Ray would otherwise warn about a future version, and report its use to its makers.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise ArenaError(_("Ray is not installed: pip install 'parure[ray]' adds it.")) from error
    return ray
