"""One process for many calls, each sent before the one before it is answered: it never waits for the next."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from parure.processes.process import CallFailed, Process

__all__ = ["Pipeline"]

T = TypeVar("T")


class _Call(NamedTuple):
    """Something to be called, and who waits for it."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float | None
    future: "Future[Any]"


class Pipeline:
    """A process with two threads: one sends calls, the other waits for their answers."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._sent: SimpleQueue[tuple[_Call, Callable[[float | None], Any]] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._is_closed = False
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._send, self._receive)
        ]
        for thread in self._threads:
            thread.start()

    def call(
        self, function: Callable[..., T], *arguments: Any, seconds: float | None = None
    ) -> "Future[T]":
        """Return what a function of a module will return, or `CallFailed`.

        :param seconds: how long it may take, once all before it are answered.
        """
        future: Future[T] = Future()
        with self._lock:
            if self._is_closed:
                raise CallFailed("no more calls are taken")
            self._calls.put(_Call(function, arguments, seconds, future))
        return future

    def close(self) -> None:
        """End the process; calls that are made or wait there fail."""
        with self._lock:
            self._is_closed = True
            self._calls.put(None)
        self._process.close()
        for thread in self._threads:
            thread.join()

    def _send(self) -> None:
        """Send one call after the other: the life of a thread."""
        while (call := self._calls.get()) is not None:
            if not call.future.set_running_or_notify_cancel():
                continue
            try:
                self._sent.put((call, self._process.send(call.function, *call.arguments)))
            except BaseException as error:
                call.future.set_exception(error)
        self._sent.put(None)

    def _receive(self) -> None:
        """Wait for one answer after the other: the life of another one."""
        while (sent := self._sent.get()) is not None:
            call, answer = sent
            try:
                call.future.set_result(answer(call.seconds))
            except BaseException as error:
                call.future.set_exception(error)
