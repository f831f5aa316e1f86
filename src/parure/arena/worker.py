"""The process that plays games: `python -m parure.arena.worker CORE…`, started by `pool`.

It reads a game in JSON from each line of its input and answers with lines of its own:

    start SEAT          the bot of this seat is made and tried out, which may take long the first time
    ask SEAT MOVE       this seat is asked; MOVE is what was played before, if anything
    {"number": 3, …}    the result

A process of its own can be stopped when a bot never answers, and may be brought down by one.
"""

import json
import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

from parure.arena.match import Fixture
from parure.arena.referee import play
from parure.bots import Bot, make
from parure.game import Game
from parure.rules import Rules

__all__ = ["main"]


def main() -> None:
    """Play the games that come in until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, map(int, sys.argv[1:]))
    answers = _own_output()
    tasks: SimpleQueue[dict[str, Any]] = SimpleQueue()
    Thread(target=_read, args=(tasks,), daemon=True).start()
    while True:
        _serve(tasks.get(), answers)


def _own_output() -> TextIO:
    """Return a stream to the pool that is out of reach of bots that print."""
    kept = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return kept


def _read(tasks: "SimpleQueue[dict[str, Any]]") -> None:
    """Pass tasks on; when the pool is gone, end at once, whatever a bot is doing."""
    for line in sys.stdin:
        tasks.put(json.loads(line))
    os._exit(0)


def _serve(task: dict[str, Any], answers: TextIO) -> None:
    """Play the game of a task and send its result."""
    fixture = Fixture(**{**task["fixture"], "seats": tuple(task["fixture"]["seats"])})
    rules = Rules(task["players"], task["modules"], task["edition"])

    def send(*words: object) -> None:
        print(*words, file=answers, flush=True)

    def maker(seat: int) -> Bot:
        return make(task["bots"][seat], fixture.bot_seeds[seat], anywhere=True)

    trial = Game(rules.players, rules.modules, rules.edition, seed=1)
    for seat in task["try_out"]:
        send("start", seat, "")
        # Compiling is not held against a bot; a crash is, but only in its game.
        with suppress(BaseException):
            maker(seat).choose(trial.lazy_view(0), trial.legal_moves, None)
    result = play(fixture, rules, task["limit"], maker, lambda seat, last: send("ask", seat, last))
    send(json.dumps(result.to_dict()))


if __name__ == "__main__":
    main()
