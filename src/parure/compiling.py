"""Compiles the rules ahead, and says what is compiled: on a first run it takes long enough to be missed.

What is in the cache is not compiled, so usually nothing is said.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from parure.core.jit import listeners
from parure.game import Game
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.rules import MODULES

__all__ = ["quietly", "say", "warm_up"]

_WORDS = {
    "parure.core": mark("Compiling the rules (first run only)…"),
    "parure.bots": mark("Compiling the bots (first run only)…"),
    "parure.envs": mark("Compiling the environments (first run only)…"),
}
"""What is said of a package."""


_said: set[str] = set()


def say(words: str) -> None:
    """Say once, in the language of the user, what takes so long."""
    if words not in _said:
        _said.add(words)
        print(_(words), file=sys.stderr, flush=True)


@contextmanager
def quietly() -> Iterator[None]:
    """Say nothing of what is compiled meanwhile: somebody else does."""
    before = set(_said)
    _said.update(_WORDS.values())
    try:
        yield
    finally:
        _said.intersection_update(before)


def _hear(module: str) -> None:
    """Say what is compiled, from the module of one of its functions."""
    package = ".".join(module.split(".")[:2])
    if package in _WORDS:
        say(_WORDS[package])


listeners.append(_hear)


def warm_up() -> None:
    """Compile the rules, or load them from the cache, by using all that a game at a table uses."""
    game = Game(4, MODULES, seed=1)
    game.push(game.legal_moves[0])
    game.view(0)
    game.knowledge(None)
    assert not game.is_last_round
    assert sum(game.prestige) == 0
