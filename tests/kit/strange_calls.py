"""Misbehaving functions that a worker process must survive."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

prepared: list[str] = []


def prepare() -> None:
    prepared.append("yes")


def was_prepared() -> list[str]:
    return prepared


def who() -> int:
    return os.getpid()


def add(one: int, other: int) -> int:
    return one + other


def fail() -> None:
    raise RuntimeError("no idea")


def leave() -> None:
    raise SystemExit


def end(code: int) -> None:
    os._exit(code)


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wait() -> None:
    threading.Event().wait()


def talk() -> str:
    print("I print", flush=True)
    os.write(1, b"and write")
    return sys.stdin.read()


def secret() -> object:
    return lambda: None


def count(tell, most: int) -> str:
    for number in range(most):
        tell(number)
    return "done"


def stumble(tell, most: int) -> None:
    count(tell, most)
    wait()


def wait_beside_a_child(tell, path: str) -> None:
    """Start a process that holds a named pipe open, and wait for ever."""
    command = f"import sys; file = open({path!r}, 'w'); print(flush=True); sys.stdin.read()"
    child = subprocess.Popen(
        [sys.executable, "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    tell(child.stdout.readline())
    wait()


def wait_for(path: str) -> None:
    """Wait until somebody writes to a named pipe."""
    Path(path).read_bytes()


def settings() -> tuple[int, list[int], str | None]:
    return os.nice(0), sorted(os.sched_getaffinity(0)), os.environ.get("NUMBA_NUM_THREADS")
