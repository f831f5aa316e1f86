"""Checks whether an engine keeps to the protocol, step by step, each with its sentence."""

import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty

from parure.engine.host import PATIENCE, START, Engine, popen
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.rules import MODULES, Rules
from parure.thinking import Budget

__all__ = ["check"]

GAMES = (Rules(2), Rules(3, ("cities",), 2017), Rules(4, MODULES))
LIMIT = Budget(seconds=0.02)
MOST_DECISIONS = 400
THINKING = 0.5
"""Seconds that an engine thinks without a limit before it is stopped."""


def check(command: str, *, patience: float = PATIENCE, start: float = START) -> Iterator[str]:
    """Yield a sentence for each thing that an engine does as it should.

    The first that it does not raises `EngineError`.

    :param patience: seconds to wait for each answer, beside those that the engine was given to think.
    :param start: seconds to wait until it is ready.
    """
    engine = popen(command, patience=patience, start=start)
    try:
        yield _("It is ready: {name}.").format(name=engine.name)
        _check_tolerance(engine)
        yield _("It takes options, and ignores what it doesn’t know.")
        for number, rules in enumerate(GAMES):
            game = Game(rules.players, rules.modules, rules.edition, seed=number)
            decisions = _play(engine, game)
            yield _("It plays a game for {players}: {n} legal moves.").format(
                players=rules.players, n=decisions
            )
        judged = len(engine.analyse(Game(seed=1), LIMIT))
        yield _("It judges {n} moves of a position.").format(n=judged)
        _check_stop(engine)
        yield _("It thinks until it is stopped.")
        engine.send({"type": "quit"})
        if not engine.wait(patience):
            engine.fail(_("“{name}” doesn’t end when it is told to quit."))
        yield _("It quits.")
        engine.close()
        engine = popen(command, patience=patience, start=start)
        engine.end_input()
        if not engine.wait(patience):
            engine.fail(_("“{name}” doesn’t end when its input ends."))
        yield _("It ends with its input.")
    finally:
        engine.close()


def _check_tolerance(engine: Engine) -> None:
    """Send what the engine does not know, what has no effect, and options."""
    engine.send({"type": "message of a later version", "field": []}, {"type": "stop"})
    engine.configure(seed=1)


def _play(engine: Engine, game: Game) -> int:
    """Let the engine play all seats of a game; return how many decisions it made."""
    decisions = 0
    while not game.is_over and decisions < MOST_DECISIONS:
        game.push(engine.play(game, LIMIT).move)
        decisions += 1
        if decisions == 1:
            engine.configure()  # A second answer would come before this one's.
    return decisions


def _check_stop(engine: Engine) -> None:
    """Let the engine think without a limit: it must go on until it is stopped."""
    game = Game(seed=1)
    moves = [str(move) for move in game.legal_moves]
    engine.ask(game.knowledge(0), moves, infinite=True)
    until = time.monotonic() + THINKING
    with suppress(Empty):
        while engine.read(until - time.monotonic(), "go")["type"] != "best":
            pass
        engine.fail(_("“{name}” answered before it was stopped."))
    engine.stop()
