"""Functions called in processes of their own: whatever happens there, the server goes on.

A few threads wait for a few processes, one each. A call that crashes takes only its own process with it,
and one that does not return in time is ended; the next call gets a fresh process.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, TypeVar

from parure import MODULES, Game

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

__all__ = ["CallFailed", "Processes", "warm_up"]

T = TypeVar("T")
_FIRST_CALL = 120.0
"""The seconds that a first call may take longer: the rules may have to be compiled."""


class CallFailed(Exception):
    """A call raised an error, took too long, or its process has ended."""


def warm_up() -> None:
    """Compile the rules, or load them from the cache, by using all that a table uses."""
    game = Game(4, MODULES, seed=1)
    game.push(game.legal_moves[0])
    game.view(0)
    game.lazy_view(None)
    assert not game.is_last_round


class Processes:
    """A few processes that functions are called in."""

    def __init__(self, count: int, seconds: float, patience: int = 5) -> None:
        """Make the pool; a process starts when it is first needed.

        :param count: how many processes at most.
        :param seconds: how long a call may take.
        :param patience: how much the processes step back behind the server itself, on POSIX.
        """
        self._patience = patience
        self.count = count
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="processes")
        self._own = threading.local()
        self._workers: set[_Worker] = set()
        self.is_closed = False

    async def call(
        self, function: Callable[..., T], *arguments: Any, seconds: float | None = None
    ) -> T:
        """Return what a function of a module returns, or raise `CallFailed`.

        :param seconds: how long this call may take, where that is not as long as any other.
        """
        if self.is_closed:
            raise CallFailed("the server ends")
        loop = asyncio.get_running_loop()
        limit = self._seconds if seconds is None else seconds
        result: T = await loop.run_in_executor(
            self._threads, self._call, function, arguments, limit
        )
        return result

    def _call(self, function: Callable[..., T], arguments: tuple[Any, ...], limit: float) -> Any:
        worker: _Worker | None = getattr(self._own, "worker", None)
        if worker is None or not worker.is_alive:
            try:
                worker = self._own.worker = _Worker(self._patience)
            except OSError as error:
                raise CallFailed(str(error)) from error
            self._workers.add(worker)
            if self.is_closed:
                worker.end()
        try:
            return worker.call((function, arguments), limit)
        except CallFailed:
            if not worker.is_alive:
                self._workers.discard(worker)
            raise

    def close(self) -> None:
        """End all processes."""
        self.is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in list(self._workers):
            worker.end()
        self._threads.shutdown(wait=True)


class _Worker:
    """One process, used by one thread."""

    def __init__(self, patience: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=_work, args=(theirs, patience), daemon=True
        )
        self._process.start()
        theirs.close()
        self._is_warm = False

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def call(self, call: Any, seconds: float) -> Any:
        """Return the result of a call, or fail when none comes in time."""
        try:
            self._pipe.send(call)
            if not self._pipe.poll(seconds if self._is_warm else seconds + _FIRST_CALL):
                self.end()
                raise CallFailed("no answer in time")
            has_returned, result = self._pipe.recv()
        except (EOFError, OSError) as error:
            self.end()
            raise CallFailed("the process has ended") from error
        if not has_returned:
            raise CallFailed(result)
        self._is_warm = True
        return result

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join()


def _work(pipe: "Connection[Any, Any]", patience: int) -> None:
    """Answer calls until the server is gone: the life of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        # Whoever waits for a move to be acknowledged comes first.
        os.nice(patience)
    warm_up()
    while True:
        try:
            function, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, function(*arguments))
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return
