"""Parure: the rules of Splendor with its four modules, in both editions.

>>> import parure
>>> game = parure.Game(players=3, modules=("orient", "strongholds"), seed=7)
>>> game.push("take W U G")
>>> game.to_play, game.decision
(1, 'action')
"""

from importlib.metadata import version

from parure import compiling as compiling
from parure.bots.analysis import analyse
from parure.errors import IllegalMove, ParureError, RecordError, RulesError, SnapshotError
from parure.game import Game, Ply
from parure.moves import MOVES, Move
from parure.rules import EDITIONS, MODULES, Rules, all_rules

__all__ = [
    "EDITIONS",
    "MODULES",
    "MOVES",
    "Game",
    "IllegalMove",
    "Move",
    "ParureError",
    "Ply",
    "RecordError",
    "Rules",
    "RulesError",
    "SnapshotError",
    "all_rules",
    "analyse",
]

__version__ = version("parure")
