"""Games on all cores: one process for each, watched, and replaced when a bot brings it down."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from parure.arena.match import ArenaError, Fixture, Match
from parure.arena.referee import Forfeit, Result, forfeited
from parure.i18n import gettext as _

__all__ = ["START_LIMIT", "Worker", "all_cores", "play_all", "some_cores"]

START_LIMIT = 300.0
"""Seconds that a bot may take to get ready in a new process: it may have to be compiled."""

_GRACE = 0.5
"""Seconds beyond the limit before a process is stopped: a slow answer is better than none."""


def _task(match: Match, fixture: Fixture) -> dict[str, Any]:
    """Return what a worker needs to know to play a game, ready for JSON."""
    return {
        "fixture": fixture._asdict(),
        "players": match.rules.players,
        "modules": list(match.rules.modules),
        "edition": match.rules.edition,
        "bots": [match.bots[bot] for bot in fixture.seats],
        "limit": match.limit,
    }


@dataclass
class _Watch:
    """What a process is doing: which seat it asks, since when, and how long that may take."""

    seat: int | None = None
    since: float = 0.0
    limit: float = float("inf")
    is_start: bool = False
    overdue: bool = False

    def begin(self, seat: int, limit: float, *, is_start: bool) -> None:
        """Start the clock of a seat."""
        self.seat, self.limit, self.is_start = seat, limit, is_start
        self.since = time.monotonic()


class Worker:
    """Plays games one after the other in a process of its own.

    :param cores: the cores of the machine that it may use, so that games at the same time do not slow each
        other down.
    """

    def __init__(self, cores: Sequence[int], start_limit: float = START_LIMIT) -> None:
        self._cores = list(cores)
        self._start_limit = start_limit
        self._process: subprocess.Popen[str] | None = None
        self._tried_out: set[str] = set()
        self._never_ready: set[str] = set()
        self._watch = _Watch()
        self._closed = threading.Event()
        threading.Thread(target=self._stop_when_overdue, daemon=True).start()

    def play(self, match: Match, fixture: Fixture) -> Result:
        """Play a game and return its result, whatever the bots do."""
        # A process may be gone since its last game, with nobody in this one to blame.
        result = self._try(match, fixture) or self._try(match, fixture)
        if result is None:
            raise ArenaError(_("A process that plays games has ended before its game began."))
        return result

    def _try(self, match: Match, fixture: Fixture) -> Result | None:
        """Play a game; None where the process ends before a bot is asked, or the match is over."""
        if self._closed.is_set():
            return None
        process = self._running()
        bots = [match.bots[bot] for bot in fixture.seats]
        known = self._tried_out | self._never_ready
        try_out = [seat for seat, bot in enumerate(bots) if bot not in {*known, *bots[:seat]}]
        watch = self._watch = _Watch()
        moves: list[str] = []
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps({**_task(match, fixture), "try_out": try_out}) + "\n")
            process.stdin.flush()
        for line in process.stdout:
            if line.startswith("{"):
                watch.limit = float("inf")
                self._tried_out.update(bots)
                return Result.from_dict(json.loads(line))
            word, seat, move = line.removesuffix("\n").split(" ", 2)
            if move:
                moves.append(move)
            is_start = word == "start"
            limit = self._start_limit if is_start else match.limit + _GRACE
            watch.begin(int(seat), limit, is_start=is_start)
        self._stop()
        if self._closed.is_set() or watch.seat is None:
            return None
        seconds = time.monotonic() - watch.since
        if watch.is_start:
            self._never_ready.add(bots[watch.seat])
        kind, problem = (
            ("slow", f"{seconds:.3g}") if watch.overdue else ("death", str(process.returncode))
        )
        forfeit = Forfeit(watch.seat, kind, problem)
        return forfeited(fixture, match.rules, moves, forfeit, seconds)

    def close(self) -> None:
        """Stop the process and whatever its bots have started."""
        self._closed.set()
        self._stop()

    def _running(self) -> subprocess.Popen[str]:
        """Return the process, started if there is none."""
        if self._process is None:
            self._tried_out.clear()
            paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
            self._process = subprocess.Popen(
                [sys.executable, "-m", "parure.arena.worker", *map(str, self._cores)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                env={
                    **os.environ,
                    "PYTHONPATH": paths,
                    "NUMBA_NUM_THREADS": str(len(self._cores)),
                },
                start_new_session=True,
            )
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _stop_when_overdue(self) -> None:
        """Kill the process when a bot is far beyond its limit."""
        while not self._closed.wait(0.05):
            watch, process = self._watch, self._process
            if process is not None and time.monotonic() - watch.since > watch.limit:
                watch.overdue = True
                _kill(process)


def _kill(process: "subprocess.Popen[str]") -> None:
    """Kill a process with its children."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def all_cores() -> list[int]:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def some_cores(place: int, workers: int) -> list[int]:
    """Return the share of one of so many workers in the cores; several have the same where they are few."""
    cores = all_cores()
    return cores[place % len(cores) :: min(workers, len(cores))]


def play_all(
    match: Match,
    fixtures: Iterable[Fixture],
    workers: int | None = None,
    start_limit: float = START_LIMIT,
) -> Generator[Result]:
    """Yield the results of games as they end, in any order.

    :param workers: how many games are played at the same time; all cores by default.
    """
    count = workers or len(all_cores())
    waiting: queue.SimpleQueue[Fixture | None] = queue.SimpleQueue()
    finished: queue.SimpleQueue[Result | Exception] = queue.SimpleQueue()
    number = 0
    for fixture in fixtures:
        waiting.put(fixture)
        number += 1
    crew = [Worker(some_cores(place, count), start_limit) for place in range(min(count, number))]
    for worker in crew:
        waiting.put(None)
        threading.Thread(
            target=_play_on, args=(worker, match, waiting, finished), daemon=True
        ).start()
    try:
        for _game in range(number):
            result = finished.get()
            if isinstance(result, Exception):
                raise result
            yield result
    finally:
        for worker in crew:
            worker.close()


def _play_on(
    worker: Worker,
    match: Match,
    waiting: "queue.SimpleQueue[Fixture | None]",
    finished: "queue.SimpleQueue[Result | Exception]",
) -> None:
    """Play games with one worker until none is left."""
    while (fixture := waiting.get()) is not None:
        try:
            finished.put(worker.play(match, fixture))
        except Exception as error:
            finished.put(error)
            return
