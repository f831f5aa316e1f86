"""A worker process, started on demand and supervised, and pools of them.

A process that takes too long is killed. A pool serves the most urgent call first.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from queue import Empty, PriorityQueue, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from parure.processes import child
from parure.processes.child import read, write

__all__ = [
    "CallFailed",
    "Ended",
    "Overdue",
    "Pool",
    "Process",
    "all_cores",
    "do_nothing",
    "some_cores",
]

T = TypeVar("T")


class CallFailed(Exception):
    """Raised if a call raises an error or takes too long, or its process ends."""


class Overdue(CallFailed):
    """Raised if a call takes too long; its process was killed."""


class Ended(CallFailed):
    """Raised if a process ends in the middle of a call."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the process has ended with {code}")
        self.code = code
        """The exit code; below 0, the signal that ended the process."""


class Process:
    """A process that calls functions one after the other; after a crash the next call gets a fresh one."""

    def __init__(
        self,
        prepare: Callable[[], object] | None = None,
        *,
        start: float | None = None,
        cores: Sequence[int] = (),
        patience: int = 0,
        is_quiet: bool = False,
    ) -> None:
        """Set the options of the process, which starts with the first call.

        :param prepare: called in every fresh process before anything else.
        :param start: the seconds within which a process must be prepared.
        :param cores: the cores of the machine that it may use; all of them by default.
        :param patience: its niceness, on POSIX.
        :param is_quiet: discard printed output; otherwise it goes to the standard error.
        """
        self._prepare = prepare
        self._start = start
        self._cores = list(cores)
        self._patience = patience
        self._is_quiet = is_quiet
        self._running: _Running | None = None
        self._is_closed = False
        self._lock = threading.Lock()
        """Held while a process is started or ended."""

    def call(
        self,
        function: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        listen: Callable[[Any], float | None] | None = None,
    ) -> T:
        """Return what a function of a module returns, or raise `CallFailed`.

        :param seconds: how long it may take; as long as it likes by default.
        :param listen: makes it a call in steps: the function gets as its first argument another one, and
            whatever it tells that one is told here. The answer says how long it may take until the next
            step, instead of `seconds`.
        """
        call = pickle.dumps((function, arguments, listen is not None))
        running = self._running or self._fresh()
        running.send(call)
        return self._answer(running, seconds, listen)  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the process, whatever it is doing; no other is started."""
        with self._lock:
            self._is_closed = True
            running = self._running
        if running is not None:
            self._stop(running)

    def _fresh(self) -> "_Running":
        """Start and prepare a process, and return it."""
        with self._lock:
            if self._is_closed:
                raise CallFailed("no more calls are taken")
            try:
                running = self._running = _Running(self._cores, self._patience, self._is_quiet)
            except OSError as error:
                raise CallFailed(str(error)) from error
        if self._prepare is not None:
            try:
                running.send(pickle.dumps((self._prepare, (), False)))
                self._answer(running, self._start)
            except CallFailed:
                self._stop(running)
                raise
        return running

    def _answer(
        self,
        running: "_Running",
        seconds: float | None,
        listen: Callable[[Any], float | None] | None = None,
    ) -> Any:
        """Return the answer to a call; if there is none, discard the process."""
        try:
            while True:
                kind, answer = running.answer(seconds)
                if kind != "step":
                    break
                assert listen is not None
                seconds = listen(answer)
        except BaseException:
            self._stop(running)
            raise
        if kind == "error":
            raise CallFailed(answer)
        return answer

    def _stop(self, running: "_Running") -> None:
        with self._lock:
            if self._running is running:
                self._running = None
        running.end()


class _Running:
    """A running process, with a thread that reads its messages."""

    def __init__(self, cores: Sequence[int], patience: int, is_quiet: bool) -> None:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        threads = {"NUMBA_NUM_THREADS": str(len(cores))} if cores else {}
        self._process = subprocess.Popen(
            [sys.executable, "-P", child.__file__, str(patience), *map(str, cores)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if is_quiet else None,
            env={**os.environ, "PYTHONPATH": paths, **threads},
            # A group of its own is ended with all that it has started, and hears no Ctrl-C. A session of
            # its own would do so too, but make Linux forget how patient it is.
            process_group=0 if os.name == "posix" else None,
        )
        self._ending = threading.Lock()
        self._answers: SimpleQueue[bytes | None] = SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            while (message := read(stream)) is not None:
                self._answers.put(message)
        self._answers.put(None)

    def send(self, call: bytes) -> None:
        """Send a call to the process."""
        assert self._process.stdin is not None
        # A dead process is detected when it does not answer.
        with suppress(OSError, ValueError):
            write(self._process.stdin, call)

    def answer(self, seconds: float | None) -> tuple[str, Any]:
        """Return the next message of the process: its kind and its content."""
        if (code := self._process.returncode) is not None:
            raise Ended(code)
        try:
            message = self._answers.get(timeout=seconds)
        except Empty:
            raise Overdue("no answer in time") from None
        if message is None:
            self.end()
            raise Ended(self._process.returncode)
        kind, answer = pickle.loads(message)
        return kind, answer

    def end(self) -> None:
        """End the process and all that it has started."""
        with self._ending:
            if self._process.returncode is not None:
                return
            with suppress(ProcessLookupError, PermissionError):
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
            self._process.wait()
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()


def all_cores() -> list[int]:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def some_cores(place: int, workers: int) -> list[int]:
    """Return one worker's share of the cores; if there are too few cores, workers share them."""
    cores = all_cores()
    return cores[place % len(cores) :: min(workers, len(cores))]


Job = Callable[[Process], T]


def do_nothing() -> None:
    """Do nothing: a process that answers this call is ready."""


class _Waiting(NamedTuple):
    """A job in the queue, ordered by urgency, then by arrival."""

    rank: float
    number: int
    job: Job[Any] | None
    future: "Future[Any]"


class Pool:
    """A pool of processes, each with a thread that takes jobs from a common queue."""

    def __init__(self, processes: Sequence[Process]) -> None:
        self.count = len(processes)
        self._processes = processes
        self._queue: PriorityQueue[_Waiting] = PriorityQueue()
        self._numbers = count()
        self._lock = threading.Lock()
        self.is_closed = False
        self._threads = [
            threading.Thread(target=self._work, args=(process,), daemon=True)
            for process in processes
        ]
        for thread in self._threads:
            thread.start()

    def call(
        self,
        function: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        rank: float = 0,
    ) -> "Future[T]":
        """Return a future for the result of a function of a module, or for `CallFailed`.

        :param seconds: its time limit, once it has begun.
        :param rank: its priority: among waiting calls, the lowest comes first.
        """
        return self.do(lambda process: process.call(function, *arguments, seconds=seconds), rank)

    def do(self, job: Job[T], rank: float = 0) -> "Future[T]":
        """Return a future for a job that makes its own calls to one of the processes."""
        future: Future[T] = Future()
        with self._lock:
            if self.is_closed:
                raise CallFailed("no more calls are taken")
            self._queue.put(_Waiting(rank, next(self._numbers), job, future))
        return future

    @property
    def waiting(self) -> int:
        """The number of calls not yet begun."""
        return self._queue.qsize()

    def close(self) -> None:
        """End all processes; running and waiting calls fail."""
        with self._lock:
            self.is_closed = True
        while not self._queue.empty():
            future = self._queue.get().future
            if future.set_running_or_notify_cancel():
                future.set_exception(CallFailed("no more calls are taken"))
        for process in self._processes:
            self._queue.put(_Waiting(0, next(self._numbers), None, Future()))
            process.close()
        for thread in self._threads:
            thread.join()

    def _work(self, process: Process) -> None:
        """Do one job after the other, in a thread."""
        while (waiting := self._queue.get()).job is not None:
            if not waiting.future.set_running_or_notify_cancel():
                continue
            try:
                waiting.future.set_result(waiting.job(process))
            except BaseException as error:
                waiting.future.set_exception(error)
