"""An engine as a bot, named `engine:COMMAND` or by a name that the environment gives it."""

import json
import os
import shlex
import shutil
from collections.abc import Sequence
from functools import cache

from parure.engine.host import Engine, EngineError, popen
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.thinking import Budget, Estimate

__all__ = ["ENGINES", "EngineBot", "bot_of", "command_of", "named_engines"]

ENGINES = "PARURE_ENGINES"
"""The environment variable with named engines: JSON, a command for each name. Processes inherit it."""

_PREFIX = "engine:"
_SEEDS = 2**53
"""Seeds are smaller in the protocol: larger numbers lose digits in many languages that read JSON."""

_idle: dict[str, list[Engine]] = {}
"""The engines whose bots are gone, by their command: the next bot takes one of them."""


class EngineBot:
    """A bot that asks an engine; starts it when it is first asked, and again after a failure."""

    about = mark("Played by an engine, a program of its own.")
    command = ""

    def __init__(self, seed: int | None = None, budget: Budget | None = None) -> None:
        self._seed, self._budget = seed, budget
        self._engine: Engine | None = None

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None, /) -> Move:
        """Return the engine's move."""
        return self._ready().choose(known, legal_moves, self._budget, clock=clock).move

    def analyse(
        self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None, /
    ) -> Sequence[Estimate]:
        """Return what the engine thinks of every legal move."""
        count = len(legal_moves)
        played = self._ready().choose(known, legal_moves, self._budget, clock=clock, lines=count)
        if len({estimate.move for estimate in played.info.lines}) < count:
            raise EngineError(_("“{name}” doesn’t judge every move.").format(name=self.command))
        return played.info.lines

    def _ready(self) -> Engine:
        if self._engine is None or self._engine.is_over:
            idle = _idle.setdefault(self.command, [])
            self._engine = idle.pop() if idle else popen(self.command)
            self._engine.configure(**({} if self._seed is None else {"seed": self._seed % _SEEDS}))
        return self._engine

    def __del__(self) -> None:
        if self._engine is not None and not self._engine.is_over:
            _idle[self.command].append(self._engine)


@cache
def bot_of(command: str) -> type[EngineBot]:
    """Return the class of bots that ask the engine with this command."""
    return type("EngineBot", (EngineBot,), {"command": command})


def command_of(name: str) -> str | None:
    """Return the command in `engine:COMMAND`, or a name that is itself a command with the path of a program.

    >>> command_of("engine:sort"), command_of("sort")
    ('sort', None)
    """
    if name.startswith(_PREFIX):
        return name.removeprefix(_PREFIX)
    try:
        program = shlex.split(name)[0]
    except (ValueError, IndexError):
        return None
    is_path = bool(os.path.dirname(program)) and shutil.which(program) is not None
    return name if is_path else None


def named_engines() -> dict[str, str]:
    """Return the commands of the engines that the environment names."""
    return dict(json.loads(os.environ.get(ENGINES) or "{}"))
