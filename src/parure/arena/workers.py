"""Plays the games of a match: in processes on all cores, or on a Ray cluster (the `ray` extra).

It watches each process, and replaces it if a bot crashes it. On a cluster they are the same processes,
each in an actor somewhere on it.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar
from urllib.parse import urlsplit

from parure.arena.match import ArenaError, Fixture, Forfeit, Match, Result, forfeited, play
from parure.bots import Bot, make
from parure.compiling import warm_up
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.processes import Ended, Overdue, Pool, Process, all_cores, some_cores

__all__ = [
    "START_LIMIT",
    "new_process",
    "play_all",
    "play_in",
    "play_on_ray",
    "work_in_processes",
    "work_on_ray",
]

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
Job: TypeAlias = Callable[[Process, set[str]], T]
"""What a worker does: it gets a process, and a set for notes to the next jobs of the same worker."""


START_LIMIT = 300.0
"""Seconds for preparing a bot in a new process, since it may need compiling."""

_GRACE = 0.5
"""Seconds of grace before a process is stopped: a slow answer is better than none."""


class _Step(NamedTuple):
    """The next step of a process that plays a game."""

    seat: int
    """The seat whose bot is asked."""
    is_start: bool
    """Whether the bot is only created and tried out, which may take long the first time."""
    move: str
    """The previous move, if any."""


class _Watch:
    """Follows the steps of a game, and sets the time limit of each."""

    def __init__(self, limit: float, start_limit: float) -> None:
        self._limit = limit + _GRACE
        self._start_limit = start_limit
        self.steps: list[_Step] = []
        self.since = 0.0

    def listen(self, step: _Step) -> float:
        self.steps.append(step)
        self.since = time.monotonic()
        return self._start_limit if step.is_start else self._limit


def new_process(cores: Sequence[int]) -> Process:
    """Return a process for games, which discards output and compiles the rules before any bot is asked."""
    return Process(warm_up, cores=cores, is_quiet=True)


def play_in(
    process: Process, match: Match, fixture: Fixture, start_limit: float, never_ready: set[str]
) -> Result:
    """Play a game in a process and return its result, even if a bot crashes or hangs.

    :param start_limit: seconds that a bot may take to get ready.
    :param never_ready: the bots that failed to get ready in an earlier game, not tried again.
    """
    # The process may have died since its last game, which is no fault of this game's bots.
    for _attempt in range(2):
        watch = _Watch(match.limit, start_limit)
        try:
            return process.call(_play, match, fixture, frozenset(never_ready), listen=watch.listen)
        except (Ended, Overdue) as error:
            problem = error
        if watch.steps:
            break
    else:
        raise ArenaError(_("A worker process ended before its game began."))
    seconds = time.monotonic() - watch.since
    seat = watch.steps[-1].seat
    if watch.steps[-1].is_start:
        never_ready.add(match.bots[fixture.seats[seat]])
    if isinstance(problem, Ended):
        forfeit = Forfeit(seat, "death", str(problem.code))
    else:
        forfeit = Forfeit(seat, "slow", f"{seconds:.3g}")
    moves = [step.move for step in watch.steps if step.move]
    return forfeited(fixture, match.rules, moves, forfeit, seconds)


_tried_out: set[str] = set()
"""The bots used so far in this process."""


def _play(
    tell: Callable[[_Step], None], match: Match, fixture: Fixture, never_ready: frozenset[str]
) -> Result:
    """Play a game in this process, announcing each step before a bot is asked."""
    specs = [match.bots[bot] for bot in fixture.seats]

    def maker(seat: int) -> Bot:
        return make(specs[seat], fixture.bot_seeds[seat], anywhere=True)

    rules = match.rules
    trial = Game(rules.players, rules.modules, rules.edition, seed=1)
    for seat, spec in enumerate(specs):
        if spec in _tried_out or spec in never_ready:
            continue
        tell(_Step(seat, is_start=True, move=""))
        _tried_out.add(spec)
        # Compilation does not count against a bot; a crash does, but only in its game.
        with suppress(BaseException):
            maker(seat).choose(trial.knowledge(0), trial.legal_moves, None)
    return play(
        fixture, rules, match.limit, maker, lambda seat, last: tell(_Step(seat, False, last))
    )


def _jobs(match: Match, fixtures: Sequence[Fixture], start_limit: float) -> list[Job[Result]]:
    return [
        partial(_play_fixture, match=match, fixture=fixture, start_limit=start_limit)
        for fixture in fixtures
    ]


def _play_fixture(
    process: Process, never_ready: set[str], match: Match, fixture: Fixture, start_limit: float
) -> Result:
    return play_in(process, match, fixture, start_limit, never_ready)


def play_all(
    match: Match,
    fixtures: Sequence[Fixture],
    workers: int | None = None,
    start_limit: float = START_LIMIT,
) -> Generator[Result]:
    """Yield the results of games as they end, in any order.

    :param workers: how many games are played at the same time; all cores by default.
    """
    return work_in_processes(_jobs(match, fixtures, start_limit), workers)


def play_on_ray(
    match: Match,
    fixtures: Sequence[Fixture],
    address: str,
    workers: int | None,
    start_limit: float,
) -> Generator[Result]:
    """Yield the results of games as they end, in any order, from a Ray cluster; see `work_on_ray`."""
    return work_on_ray(_jobs(match, fixtures, start_limit), address, workers)


def _with_notes(job: Job[T], notes: set[str], process: Process) -> T:
    return job(process, notes)


def work_in_processes(jobs: Sequence[Job[T]], workers: int | None = None) -> Generator[T]:
    """Yield the results of jobs as they end, in any order.

    Few results wait here at a time, however many jobs there are.

    :param workers: how many processes there are; one for each core by default.
    """
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


PATIENCE = 60.0
"""Seconds within which a cluster must accept a connection."""

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


def work_on_ray(jobs: Sequence[Job[T]], address: str, workers: int | None) -> Generator[T]:
    """Yield the results of jobs as they end, in any order.

    :param address: the address of the cluster, or `local` for one on this machine.
    :param workers: how many jobs are done at the same time; by default as many as the cluster has cores.
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
            _("The Ray cluster at {address} is not responding: {problem}").format(
                address=address, problem=str(error).splitlines()[0]
            )
        ) from error
    try:
        count = workers or int(ray.cluster_resources().get("CPU", 1))
        actor = ray.remote(num_cpus=1)(_Actor)
        crew = [actor.remote() for _actor in range(min(count, len(jobs)))]
        nodes = ray.get([worker.node.remote() for worker in crew])
        for index, worker in enumerate(crew):
            worker.settle.remote(nodes[:index].count(nodes[index]), nodes.count(nodes[index]))
        yield from _spread(ray, crew, jobs)
    finally:
        if own:
            ray.shutdown()


class _Actor:
    """An actor that does jobs in a process on its machine of the cluster."""

    def __init__(self) -> None:
        self._notes: set[str] = set()

    def node(self) -> str:
        """Return the name of the machine."""
        return str(_ray().get_runtime_context().get_node_id())

    def settle(self, place: int, workers: int) -> None:
        """Take one worker's share of the cores of this machine."""
        self._process = new_process(some_cores(place, workers))

    def do(self, job: Job[T]) -> T:
        """Do a job."""
        return job(self._process, self._notes)

    def close(self) -> None:
        """End the process."""
        self._process.close()


def _spread(ray: Any, crew: list[Any], jobs: Sequence[Job[T]]) -> Generator[T]:
    """Give each worker a job, and the next one when it is done."""
    waiting = iter(jobs)
    busy = {worker.do.remote(job): worker for worker, job in zip(crew, waiting, strict=False)}
    while busy:
        (done, *_more), _rest = ray.wait(list(busy))
        worker = busy.pop(done)
        result: T = ray.get(done)
        following = next(waiting, None)
        if following is not None:
            busy[worker.do.remote(following)] = worker
        yield result
    for worker in crew:
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
        raise ArenaError(_("Ray is not installed: run pip install 'parure[ray]'.")) from error
    return ray
