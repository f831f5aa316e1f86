"""Parure: Splendor with its four modules, in both editions.

>>> import parure
>>> game = parure.Game(players=3, modules=("orient", "strongholds"), seed=7)
>>> game.push("take W U G")
>>> game.to_play, game.decision
(1, 'action')
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING

from parure import bots as bots
from parure import compiling as compiling
from parure import engine as engine
from parure import review as review
from parure.bots import Bot, Budget, Estimate, analyse
from parure.errors import IllegalMove, ParureError, RecordError, RulesError, SnapshotError
from parure.game.game import Game, Ply
from parure.game.knowledge import Knowledge
from parure.game.moves import DECISIONS, MOVES, Move
from parure.review import Review, ReviewError
from parure.rules import EDITIONS, MODULES, Rules, all_rules
from parure.types import (
    Colour,
    Decision,
    Edition,
    Module,
    Record,
    SeatSnapshot,
    Snapshot,
    Token,
    View,
)

__all__ = [
    "DECISIONS",
    "EDITIONS",
    "MODULES",
    "MOVES",
    "Bot",
    "Budget",
    "Colour",
    "Decision",
    "Edition",
    "Estimate",
    "Game",
    "IllegalMove",
    "Knowledge",
    "Module",
    "Move",
    "ParureError",
    "Ply",
    "Record",
    "RecordError",
    "Review",
    "ReviewError",
    "Rules",
    "RulesError",
    "SeatSnapshot",
    "Snapshot",
    "SnapshotError",
    "Token",
    "View",
    "all_rules",
    "analyse",
]

__version__ = version("parure")

_MODULES = (
    "annotated",
    "arena",
    "collection",
    "dataset",
    "envs",
    "game_tree",
    "notebook",
    "openings",
    "puzzles",
    "record",
)

if TYPE_CHECKING:
    from parure import annotated as annotated
    from parure import arena as arena
    from parure import collection as collection
    from parure import dataset as dataset
    from parure import envs as envs
    from parure import game_tree as game_tree
    from parure import notebook as notebook
    from parure import openings as openings
    from parure import puzzles as puzzles
    from parure import record as record
else:

    def __getattr__(name: str) -> object:
        """Import a module on first use."""
        if name in _MODULES:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the modules too that are yet to be imported."""
    return sorted({*globals(), *_MODULES})
