"""A few processes for many calls, on the cores there are: whatever matters most is called first."""

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import count
from queue import PriorityQueue
from typing import Any, NamedTuple, TypeVar

from parure.processes.process import CallFailed, Process

__all__ = ["Pool", "all_cores", "do_nothing", "some_cores"]


def all_cores() -> list[int]:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def some_cores(place: int, workers: int) -> list[int]:
    """Return the share of one of so many workers in the cores; several have the same where they are few."""
    cores = all_cores()
    return cores[place % len(cores) :: min(workers, len(cores))]


T = TypeVar("T")
Job = Callable[[Process], T]


def do_nothing() -> None:
    """Be called: a process that answers is ready."""


class _Waiting(NamedTuple):
    """A job in the queue, in the order of urgency and arrival."""

    rank: float
    number: int
    job: Job[Any] | None
    future: "Future[Any]"


class Pool:
    """Processes with a thread each, which wait for the same queue."""

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
        """Return what a function of a module will return, or `CallFailed`.

        :param seconds: how long it may take, once it is begun.
        :param rank: of those that wait, the lowest comes first.
        """
        return self.do(lambda process: process.call(function, *arguments, seconds=seconds), rank)

    def do(self, job: Job[T], rank: float = 0) -> "Future[T]":
        """Return what a job will return that makes its calls itself, in one of the processes."""
        future: Future[T] = Future()
        with self._lock:
            if self.is_closed:
                raise CallFailed("no more calls are taken")
            self._queue.put(_Waiting(rank, next(self._numbers), job, future))
        return future

    def start(self) -> "list[Future[None]]":
        """Start all processes before there is anything to call; each is done when one is there."""
        return [self.call(do_nothing) for _process in self._processes]

    @property
    def waiting(self) -> int:
        """How many calls nobody has begun."""
        return self._queue.qsize()

    def close(self) -> None:
        """End all processes; calls that are made or wait there fail."""
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
