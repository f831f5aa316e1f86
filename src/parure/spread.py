"""Does many jobs at once: in processes on all cores, or on a Ray cluster (the `ray` extra).

A job is given a process of its worker, so that whatever happens there ends no more than that process. On a
cluster the workers are actors on its machines; where one is lost, another does its job again. So a job must
give the same result wherever and however often it is done.
"""

import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

from parure import __version__
from parure.compiling import warm_up
from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.processes import Pool, Process, all_cores, some_cores

__all__ = ["ClusterError", "Job", "new_process", "spread"]

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
Job: TypeAlias = Callable[[Process, set[str]], T]
"""What a worker does: it gets a process, and a set for notes to the next jobs of the same worker."""


class ClusterError(ParureError):
    """The Ray cluster cannot be used."""


def spread(
    jobs: Sequence[Job[T]], workers: int | None = None, ray: str | None = None
) -> Generator[T]:
    """Yield the results of jobs as they end, in any order.

    :param workers: how many jobs are done at the same time; by default one for each core.
    :param ray: the address of a Ray cluster, or `local` for one on this machine; without it, no cluster.
    """
    if ray is None or not jobs:
        return _in_processes(jobs, workers)
    return _on_cluster(jobs, ray, workers)


def new_process(cores: Sequence[int]) -> Process:
    """Return a process for games, which discards output and compiles the rules before any bot is asked."""
    return Process(warm_up, cores=cores, is_quiet=True)


def _in_processes(jobs: Sequence[Job[T]], workers: int | None) -> Generator[T]:
    """Yield the results of jobs; few of them wait here at a time, however many jobs there are."""
    count = workers or len(all_cores())
    crew = range(min(count, len(jobs)))
    pool = Pool([new_process(some_cores(place, count)) for place in crew])
    notes: set[str] = set()
    finished: SimpleQueue[Future[T]] = SimpleQueue()

    def begin(some: Iterable[Job[T]]) -> None:
        for job in some:
            pool.do(partial(_with_notes, job, notes)).add_done_callback(finished.put)

    waiting = iter(jobs)
    try:
        begin(islice(waiting, 2 * count))
        for _job in jobs:
            result = finished.get().result()
            begin(islice(waiting, 1))
            yield result
    finally:
        pool.close()


def _with_notes(job: Job[T], notes: set[str], process: Process) -> T:
    return job(process, notes)


# On a cluster

PATIENCE = 60.0
"""Seconds within which a cluster must accept a connection, and give its cores to workers."""

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


def _on_cluster(jobs: Sequence[Job[T]], address: str, workers: int | None) -> Generator[T]:
    ray = _ray()
    is_own = not ray.is_initialized()
    _connect(ray, address, is_own)
    try:
        yield from _done_by(ray, _hired(ray, len(jobs), workers), jobs)
    finally:
        if is_own:
            ray.shutdown()


def _connect(ray: Any, address: str, is_first: bool) -> None:
    try:
        if address != "local" and is_first:
            _knock(address)
            _try(address)
        ray.init(
            address=address,
            ignore_reinit_error=True,
            include_dashboard=False if address == "local" else None,
            log_to_driver=False,
            logging_level="error",
        )
    except (OSError, ValueError, RuntimeError) as error:
        raise ClusterError(
            _("The Ray cluster at {address} is not responding: {problem}").format(
                address=address, problem=str(error).splitlines()[0]
            )
        ) from error


class _Actor:
    """A worker on a machine of the cluster."""

    def __init__(self) -> None:
        self._notes: set[str] = set()

    def place(self) -> tuple[str, str]:
        """Return the name of its machine, and the version of Parure there."""
        return str(_ray().get_runtime_context().get_node_id()), __version__

    def settle(self, place: int, workers: int) -> None:
        """Take one worker's share of the cores of this machine."""
        self._process = new_process(some_cores(place, workers))

    def do(self, job: Job[T]) -> T:
        """Do a job."""
        return job(self._process, self._notes)

    def close(self) -> None:
        """End the process."""
        self._process.close()


def _hired(ray: Any, jobs: int, workers: int | None) -> list[Any]:
    """Return the workers of the cluster, ready for jobs."""
    count = workers or int(ray.cluster_resources().get("CPU", 1))
    actor = ray.remote(num_cpus=1)(_Actor)
    crew = [actor.remote() for _job in range(min(count, jobs))]
    hired = {worker.place.remote(): worker for worker in crew}
    here, late = ray.wait(list(hired), num_returns=len(hired), timeout=PATIENCE)
    for place in late:
        ray.kill(hired[place])
    if not here:
        raise ClusterError(_("The Ray cluster has no free cores."))
    try:
        places = ray.get(here)
    except ray.exceptions.RayError as error:
        raise _unlike() from error
    if any(version != __version__ for _node, version in places):
        raise _unlike()
    crew, nodes = [hired[place] for place in here], [node for node, _version in places]
    for index, worker in enumerate(crew):
        worker.settle.remote(nodes[:index].count(nodes[index]), nodes.count(nodes[index]))
    return crew


def _unlike() -> ClusterError:
    return ClusterError(
        _(
            "A machine of the Ray cluster lacks Parure or has another version; install the same "
            "everywhere."
        )
    )


def _done_by(ray: Any, crew: list[Any], jobs: Sequence[Job[T]]) -> Generator[T]:
    """Yield the results of jobs; one whose worker is lost goes to another."""
    waiting, free = deque(jobs), deque(crew)
    busy: dict[Any, tuple[Any, Job[T]]] = {}

    def begin() -> None:
        while waiting and free:
            worker, job = free.popleft(), waiting.popleft()
            busy[worker.do.remote(job)] = worker, job

    begin()
    while busy:
        (done, *_more), _rest = ray.wait(list(busy))
        worker, job = busy.pop(done)
        try:
            result: T = ray.get(done)
        except ray.exceptions.RayActorError:
            waiting.append(job)
            begin()
            continue
        except ray.exceptions.RayTaskError as error:
            raise error.cause from error
        free.append(worker)
        begin()
        yield result
    if waiting:
        raise ClusterError(_("All machines of the Ray cluster are gone."))
    for worker in free:
        with suppress(ray.exceptions.RayActorError):
            ray.get(worker.close.remote())


def _knock(address: str) -> None:
    """Fail at once if nobody listens: Ray itself would retry for many minutes."""
    place = urlsplit(address if "://" in address else f"ray://{address}")
    if place.hostname and place.port:
        socket.create_connection((place.hostname, place.port), timeout=10).close()


def _try(address: str) -> None:
    """Connect in another process first: a refused Ray prints a lot, waits long and ends its process."""
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
        or _(
            "check the address and token, and that the cluster has the same versions of "
            "Ray and Python."
        )
    )


def _ray() -> Any:
    # Ray would otherwise warn about a future version, and report its use to its makers.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise ClusterError(_("Ray is not installed: run pip install 'parure[ray]'.")) from error
    return ray
