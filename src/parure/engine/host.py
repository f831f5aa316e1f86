"""Hosts an engine: starts its process, asks it for moves and judgements, and refuses what is wrong.

>>> import sys
>>> with popen([sys.executable, "examples/engine.py"]) as engine:
...     engine.name, engine.play(Game(seed=7), Budget(seconds=1)).move
('Thrifty', Move('take W U G'))
"""

import base64
import json
import os
import shlex
import subprocess
import threading
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from math import isfinite
from queue import Empty, Queue
from types import TracebackType
from typing import Any, NamedTuple, NoReturn, Self

from parure.components import CARDS
from parure.core.state import STATE
from parure.errors import ParureError
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import MOVES, Move
from parure.i18n import gettext as _
from parure.thinking import Budget, Estimate

__all__ = ["PROTOCOL", "Engine", "EngineError", "Info", "Played", "layout", "popen"]

PROTOCOL = 1
"""The version of the protocol, which `docs/formats/engine.md` describes."""

PATIENCE = 60.0
"""Seconds that an engine may take to answer, beside those that it was given to think."""
START = 300.0
"""Seconds that it may take to get ready, since it may need compiling."""

_LONGEST = 1_000_000
"""Bytes of a line."""
_SHOWN = 80
_MOST_WAITING = 1000
"""Lines that are read ahead: an engine that writes more has to wait."""


class EngineError(ParureError):
    """The engine can't be started, has ended, or does not keep to the protocol."""


class Info(NamedTuple):
    """What an engine tells while it thinks."""

    lines: tuple[Estimate, ...] = ()
    """Its judgement of moves, best first."""
    simulations: int | None = None
    seconds: float | None = None
    speed: float | None = None
    """Simulations per second."""


class Played(NamedTuple):
    """An engine's move, and the last that it told before."""

    move: Move
    info: Info


@cache
def layout() -> str:
    """Return a fingerprint of the core's states: engines with the same one take them as they are."""
    names = " ".join(map(str, MOVES))
    return blake2b(f"{STATE} {names}".encode(), digest_size=8).hexdigest()


def popen(
    command: str | Sequence[str], *, patience: float = PATIENCE, start: float = START
) -> "Engine":
    """Start an engine and wait until it is ready.

    :param command: its program and arguments, as one text or one by one.
    :param patience: seconds to wait for an answer, beside those that the engine was given to think.
    :param start: seconds to wait until it is ready.
    """
    return Engine(command, patience, start)


class Engine:
    """An engine in a process of its own. Close it with `quit`, or use it in a `with` statement.

    Whatever goes wrong raises `EngineError` with a sentence that names the engine. After an error of the
    engine its process is ended: `is_over` tells.
    """

    def __init__(self, command: str | Sequence[str], patience: float, start: float) -> None:
        self.command = command if isinstance(command, str) else shlex.join(command)
        self.is_over = False
        self._patience, self._start = patience, start
        self._lines: Queue[bytes | None] = Queue(_MOST_WAITING)
        try:
            words = _words(command) if isinstance(command, str) else list(command)
            if not words:
                raise ValueError(_("there is no command"))
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            self.is_over = True
            problem = getattr(error, "strerror", None) or error
            raise EngineError(
                _("“{name}” can’t be started: {problem}.").format(
                    name=self.command, problem=str(problem).rstrip(".")
                )
            ) from error
        threading.Thread(target=self._read, daemon=True).start()
        self.send({"type": "hello", "loupe": PROTOCOL, "host": f"Parure {version('parure')}"})
        self._take_in(self.receive("ready", start, after="hello"))

    def _take_in(self, ready: Mapping[str, Any]) -> None:
        """Read how the engine describes itself."""
        if ready.get("loupe") != PROTOCOL:
            self.fail(
                _("“{name}” speaks version {other} of the protocol, not {own}."),
                other=_short(ready.get("loupe")),
                own=PROTOCOL,
            )
        name, author, options = ready.get("name"), ready.get("author", ""), ready.get("options", [])
        if not isinstance(name, str) or not name.strip() or not isinstance(author, str):
            self.fail(_("“{name}” doesn’t say its name."))
        if not isinstance(options, list) or not all(isinstance(one, str) for one in options):
            self.fail(_("“{name}” must list the names of its options."))
        self.name, self.author, self.options = _printable(name), _printable(author), tuple(options)
        self._takes_states = ready.get("state") == layout()

    def configure(self, **options: object) -> None:
        """Set options of the engine; those that it does not have are left out."""
        chosen = {name: value for name, value in options.items() if name in self.options}
        self.send({"type": "options", **chosen})
        self.receive("ready", self._start, after="options")

    # What it is asked

    def play(self, game: Game, budget: Budget | None = None) -> Played:
        """Return the engine's move for the seat to play.

        :param budget: how long it may think; by default as long as it likes to.
        """
        return self.choose(game.knowledge(game.to_play), game.legal_moves, budget)

    def choose(
        self,
        known: Knowledge,
        legal_moves: Sequence[Move],
        budget: Budget | None = None,
        *,
        clock: float | None = None,
        lines: int = 0,
    ) -> Played:
        """Return the engine's move, from what its seat may know.

        :param clock: seconds that the seat has left for the whole game.
        :param lines: of how many moves it should tell its judgement.
        """
        info, going = Info(), self._go(known, legal_moves, budget, clock, lines)
        try:
            while True:
                told = next(going)
                info = told if told.lines or not info.lines else told._replace(lines=info.lines)
        except StopIteration as end:
            return Played(end.value, info)

    def analyse(
        self, game: Game, budget: Budget | None = None, lines: int | None = None
    ) -> tuple[Estimate, ...]:
        """Return what the engine thinks of the moves of the seat to play, best first.

        :param lines: of how many moves; of all by default. An engine may tell fewer, or nothing.
        """
        moves = game.legal_moves
        count = len(moves) if lines is None else lines
        return self.choose(game.knowledge(game.to_play), moves, budget, lines=count).info.lines

    def analysis(self, game: Game, lines: int = 1) -> Generator[Info, None, None]:
        """Yield what the engine tells, for as long as it is asked: end the loop, and it stops."""
        known = game.knowledge(game.to_play)
        yield from self._go(known, game.legal_moves, lines=lines, infinite=True)

    def _go(
        self,
        known: Knowledge,
        legal_moves: Sequence[Move],
        budget: Budget | None = None,
        clock: float | None = None,
        lines: int = 0,
        infinite: bool = False,
    ) -> Generator[Info, None, Move]:
        """Ask for a move, yield what the engine tells and return its move."""
        moves = {str(move): move for move in legal_moves}
        seconds, simulations = budget or Budget()
        wanted = {
            "seconds": seconds,
            "simulations": simulations,
            "clock": clock,
            "lines": lines or None,
            "infinite": infinite or None,
        }
        self.ask(known, moves, **{name: n for name, n in wanted.items() if n is not None})
        players = int(known.state["players"].item())
        patience = (seconds or 0) + self._patience
        until = time.monotonic() + patience
        try:
            while True:
                left = None if infinite else until - time.monotonic()
                message = self.receive("best", left, after="go")
                if message["type"] == "best":
                    return self._best(message, moves)
                yield self._info(message, moves, players)
        except GeneratorExit:
            self.stop()
            raise

    def ask(self, known: Knowledge, moves: Iterable[str], **wanted: object) -> None:
        """Tell the engine what its seat may know, and let it think."""
        self.send(self.position(known), {"type": "go", "moves": [*moves], **wanted})

    def stop(self) -> None:
        """Stop the engine, and pass over its move."""
        self.send({"type": "stop"})
        until = time.monotonic() + self._patience
        while self.receive("best", until - time.monotonic(), after="stop")["type"] != "best":
            pass

    def position(self, known: Knowledge) -> dict[str, Any]:
        """Return the message that tells an engine what its seat may know, and no more."""
        message = {"type": "position", "seat": known.seat, "view": known.view}
        if (card := int(known.state["buying"].item())) >= 0:
            message["buying"] = CARDS[card].id
        if self._takes_states:
            message["state"] = base64.b64encode(known.state.tobytes()).decode()
        return message

    def _best(self, message: Mapping[str, Any], moves: Mapping[str, Move]) -> Move:
        answer = message.get("move")
        if not isinstance(answer, str) or answer not in moves:
            self.fail(_("“{name}” made an illegal move: {move}."), move=_short(answer))
        return moves[answer]

    def _info(self, message: Mapping[str, Any], moves: Mapping[str, Move], players: int) -> Info:
        lines = []
        try:
            for line in message.get("lines", []):
                if line["move"] not in moves:
                    self.fail(
                        _("“{name}” judges an illegal move: {move}."), move=_short(line["move"])
                    )
                chances = tuple(map(float, line["chances"]))
                if (
                    len(chances) != players
                    or not all(0 <= chance <= 1 for chance in chances)
                    or abs(sum(chances) - 1) > 0.01
                ):
                    self.fail(
                        _("“{name}” must give each seat a chance, together 1, not {chances}."),
                        chances=_short(line["chances"]),
                    )
                follow = tuple(Move.of(text) for text in line.get("line", [line["move"]]))
                visits = int(line.get("visits", 0))
                lines.append(Estimate(moves[line["move"]], chances, visits, follow))
            figures = [message.get(name) for name in ("simulations", "seconds", "speed")]
            simulations, seconds, speed = (None if n is None else float(n) for n in figures)
            whole = None if simulations is None else int(simulations)
            if not all(isfinite(n or 0) for n in (seconds, speed)):
                raise ValueError
        except EngineError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            self.fail(_("“{name}” sent an info that can’t be read: {line}."), line=_short(message))
        return Info(tuple(lines), whole, seconds, speed)

    # The lines

    def send(self, *messages: Mapping[str, Any]) -> None:
        """Send messages to the engine."""
        text = "".join(json.dumps(message, separators=(",", ":")) + "\n" for message in messages)
        assert self._process.stdin is not None
        # An engine that is gone is noticed when it does not answer.
        with suppress(OSError, ValueError):
            self._process.stdin.write(text.encode())
            self._process.stdin.flush()

    def receive(self, kind: str, seconds: float | None, *, after: str) -> dict[str, Any]:
        """Return the engine's next message, which must be of a kind; before `best`, an info will do.

        :param seconds: how long to wait.
        :param after: the message that is to be answered.
        """
        if self.is_over:
            raise EngineError(_("“{name}” has ended.").format(name=self.command))
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            try:
                message = self.read(None if until is None else until - time.monotonic(), after)
            except Empty:
                self.fail(
                    _("“{name}” didn’t answer “{message}” within {n} s."),
                    message=after,
                    n=f"{seconds:.3g}",
                )
            got = message["type"]
            if got == kind or (got == "info" and kind == "best"):
                return message
            if got == "error":
                raise EngineError(
                    _("“{name}” says: {sentence}").format(
                        name=self.command, sentence=_short(message.get("sentence"))
                    )
                )
            if got in ("ready", "best"):
                self.fail(_("“{name}” sent “{got}” where “{kind}” was due."), got=got, kind=kind)
            # An info that comes late, or something that a later version knows.

    def read(self, seconds: float | None, after: str) -> dict[str, Any]:
        """Return the engine's next message, whatever it is; raise `Empty` if none comes in time."""
        if seconds is not None and seconds <= 0:
            line = self._lines.get_nowait()
        else:
            line = self._lines.get(timeout=seconds)
        if line is None:
            self.fail(
                _("“{name}” ended without an answer to “{message}” (exit code {code})."),
                message=after,
                code=self._process.wait(),
            )
        if len(line) > _LONGEST:
            self.fail(_("“{name}” wrote a line that is too long."))
        try:
            message = json.loads(line, parse_constant=_refuse)
        except (ValueError, RecursionError):
            text = line.decode(errors="replace").strip()[:_SHOWN]
            self.fail(_("“{name}” wrote a line that is not JSON: {line}."), line=_printable(text))
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            self.fail(_("“{name}” wrote a message without a type: {line}."), line=_short(message))
        return message

    def _read(self) -> None:
        """Read the engine's lines, in a thread."""
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            while line := stream.readline(_LONGEST + 1):
                self._lines.put(line)
        self._lines.put(None)

    def fail(self, sentence: str, **words: object) -> NoReturn:
        """End an engine that does not keep to the protocol, and say why."""
        self.close()
        raise EngineError(sentence.format(name=self.command, **words))

    # The end

    def quit(self) -> None:
        """Ask the engine to quit; one that does not is ended."""
        if not self.is_over:
            self.send({"type": "quit"})
            self.wait(min(self._patience, 5.0))
        self.close()

    def end_input(self) -> None:
        """Close the engine's input, as a host does that dies."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the process; return whether it came."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.returncode is not None

    def close(self) -> None:
        """End the process at once."""
        self.is_over = True
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self.end_input()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.quit()


def _words(command: str) -> list[str]:
    return shlex.split(command, posix=os.name == "posix")


def _short(value: object) -> str:
    """Return a value of a message as a short text."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return _printable(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _printable(text: str) -> str:
    """Return a text that an engine wrote without what would control a terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _refuse(constant: str) -> NoReturn:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(constant)
