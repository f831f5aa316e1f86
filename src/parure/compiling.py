"""Says what is compiled, which takes its time on a first run, and compiles at once what belongs together.

What is in the cache is not compiled, so usually nothing is said. The first use of the rules, of a kind of bot
or of batches compiles all of that kind, so that no later program of the same kind has to wait again.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from parure.core import cache, calls, jit
from parure.core.features import OBSERVATION
from parure.game.game import Game
from parure.game.lacking import for_card, for_goals, for_post, may_have
from parure.game.moves import PLACE_NAMES
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.rules import MODULES

__all__ = ["complete", "completed_by", "quietly", "said", "say", "uses", "warm_up", "words_for"]

_WORDS = {
    "parure.core.": mark("Compiling the rules (first run only)…"),
    "parure.bots.compiled.policy.": mark("Compiling the novice and the merchant (first run only)…"),
    "parure.bots.compiled.lookahead.": mark("Compiling the guild (first run only)…"),
    "parure.bots.champion.": mark("Compiling the champion and its levels (first run only)…"),
    "parure.bots.": mark("Compiling the bots (first run only)…"),
    "parure.envs.": mark("Compiling the game batches (first run only)…"),
}
"""What is said of the functions whose names begin so; the first that fits."""

_UNKEPT = mark(
    "{folder} can’t be written, so every program compiles again: set PARURE_CACHE_DIR to another folder."
)

said: set[str] = set()
"""What has been said."""
uses: dict[str, Callable[[], object]] = {}
"""What uses all that a program of a kind may use, by the words for the kind."""
complete: set[str] = set()
"""The words for what is complete, or is being completed."""


def say(words: str, **values: object) -> None:
    """Say once, in the language of the user, what takes so long."""
    if words not in said:
        said.add(words)
        print(_(words).format(**values), file=sys.stderr, flush=True)


@contextmanager
def quietly() -> Iterator[None]:
    """Suppress reports of compilation within the block, because the caller makes its own."""
    before = set(said)
    said.update(_WORDS.values())
    try:
        yield
    finally:
        said.intersection_update(before)


def completed_by(function: str, use: Callable[[], object]) -> None:
    """Let something be used, which compiles the rest, once a function or one of its kind was compiled."""
    words = words_for(function)
    assert words is not None
    uses[words] = use


def words_for(function: str) -> str | None:
    """Return what is said of a function, by its name."""
    return next((words for begin, words in _WORDS.items() if function.startswith(begin)), None)


def _hear(function: str) -> None:
    """Say what is compiled, from the name of one of its functions."""
    if words := words_for(function):
        say(words)
        if jit.cache_folder is None:
            say(_UNKEPT, folder=cache.root())


def _go_on(function: str) -> None:
    """Compile what is of the same kind as a function that was compiled."""
    words = words_for(function)
    if words in uses and words not in complete:
        complete.add(words)
        with quietly():
            uses[words]()


jit.listeners.append(_hear)
jit.finished.append(_go_on)


def warm_up() -> None:
    """Compile the rules, or load them from the cache, by using all of them that Python calls."""
    complete.add(_WORDS["parure.core."])
    for modules in ((), MODULES):
        game, chance = Game(4, modules, seed=1), random.Random(1)
        Game.from_snapshot(game.snapshot())
        known = game.knowledge(0)
        for_goals(known, 0)
        for_card(known, 0, "base-1w1")
        for_post(known, 0, "tp24-2")
        may_have(known, 0, PLACE_NAMES[0])
        calls.encode(game.stripped(0), 0, np.zeros(1, OBSERVATION))
        while not game.is_over:
            game.push(chance.choice(game.legal_moves))
        game.cities_of(0)
        Game.from_snapshot(game.snapshot())
        Game.from_knowledge(known)


completed_by("parure.core.calls.deal", warm_up)
