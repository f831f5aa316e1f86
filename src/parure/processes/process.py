"""One process: started when it is needed, watched while it works, ended when it takes too long."""

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from parure.processes import child
from parure.processes.child import read, write

__all__ = ["CallFailed", "Ended", "Overdue", "Process"]

T = TypeVar("T")


class CallFailed(Exception):
    """A call raised an error, took too long, or its process has ended."""


class Overdue(CallFailed):
    """A call took too long; its process was ended."""


class Ended(CallFailed):
    """A process ended in the middle of a call."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the process has ended with {code}")
        self.code = code
        """Its exit code; below 0 the signal that ended it."""


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
        """Say how the process is to be; it starts with the first call.

        :param prepare: is called in every fresh process before anything else.
        :param start: the seconds until a process must be prepared.
        :param cores: the cores of the machine that it may use; all of them by default.
        :param patience: how much it steps back behind other processes, on POSIX.
        :param is_quiet: whether what is printed there is lost; else it goes to the standard error.
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
        running = self._sent(function, arguments, in_steps=listen is not None)
        return self._answer(running, seconds, listen)  # type: ignore[no-any-return]

    def send(self, function: Callable[..., T], *arguments: Any) -> Callable[[float | None], T]:
        """Call a function without waiting; return what waits so many seconds at most for what it returns.

        Answers must be awaited in the order of the calls.
        """
        return partial(self._answer, self._sent(function, arguments))

    def close(self) -> None:
        """End the process, whatever it is doing; no other is started."""
        with self._lock:
            self._is_closed = True
            running = self._running
        if running is not None:
            self._stop(running)

    def _sent(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], *, in_steps: bool = False
    ) -> "_Running":
        """Send a call to the process, or to a fresh one; return who will answer."""
        call = pickle.dumps((function, arguments, in_steps))
        running = self._running or self._fresh()
        running.send(call)
        return running

    def _fresh(self) -> "_Running":
        """Return a process that is just started, and prepared."""
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
        """Return the answer to a call; without one the process is no longer of use."""
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
    """A process that has been started, with a thread that reads what it says."""

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
        """Let the process do something."""
        assert self._process.stdin is not None
        # One that is gone is found out when it does not answer.
        with suppress(OSError, ValueError):
            write(self._process.stdin, call)

    def answer(self, seconds: float | None) -> tuple[str, Any]:
        """Return what the process says next: the kind of answer, and the answer."""
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
