"""The program of a worker process: `python child.py PATIENCE CORE…`, started by `Process`.

It reads calls from its input and answers each with `("result", …)` or `("error", …)`, after `("step", …)` as
often as the function likes. It is run by its path and imports nothing of ours: whatever is called brings what
it needs.
"""

import os
import pickle
import signal
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, BinaryIO

__all__ = ["read", "write"]

_LENGTH = 8
"""The header of each message: its length."""


def main(patience: int, cores: list[int]) -> None:
    """Answer calls until the owner is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(patience)
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
    calls: SimpleQueue[bytes] = SimpleQueue()
    incoming, answers = _own_streams()
    Thread(target=_read, args=(incoming, calls), daemon=True).start()
    while True:
        _answer(calls.get(), answers)


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the streams from and to the owner, protected from functions that read and print."""
    streams = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return streams


def _read(stream: BinaryIO, calls: "SimpleQueue[bytes]") -> None:
    """Pass calls on; when the owner is gone, exit at once, even during a call."""
    while (call := read(stream)) is not None:
        calls.put(call)
    os._exit(0)


def _answer(call: bytes, answers: BinaryIO) -> None:
    def say(kind: str, answer: Any) -> None:
        write(answers, pickle.dumps((kind, answer)))

    try:
        function, arguments, in_steps = pickle.loads(call)
        if in_steps:
            arguments = (lambda step: say("step", step), *arguments)
        say("result", function(*arguments))
    except BaseException as error:
        say("error", "".join(traceback.format_exception_only(error)).strip())


def write(stream: IO[bytes], message: bytes) -> None:
    """Send a message at once."""
    stream.write(len(message).to_bytes(_LENGTH) + message)
    stream.flush()


def read(stream: IO[bytes]) -> bytes | None:
    """Return the next message, or None when no more come."""
    length = int.from_bytes(stream.read(_LENGTH))
    message = stream.read(length)
    return message if length and len(message) == length else None


if __name__ == "__main__":
    main(int(sys.argv[1]), [int(core) for core in sys.argv[2:]])
