"""Engines: programs in any language that play, by the protocol Loupe.

An engine reads lines of JSON from its standard input and writes lines of JSON to its standard output;
`docs/formats/engine.md` says which. `popen` starts one, and `check` tells whether it keeps to the protocol:

>>> import sys
>>> from parure import Budget, Game, engine
>>> game = Game(seed=7)
>>> with engine.popen([sys.executable, "examples/engine.py"]) as thrifty:
...     while not game.is_over:
...         game.push(thrifty.play(game, Budget(seconds=1)).move)

In the order of reading: `host` talks to an engine, `engine_bot` makes a bot of it, `conformance` checks it.
The other side, a bot as an engine, is in `parure.bots.as_engine`.
"""

from parure.engine.conformance import check
from parure.engine.host import Engine, EngineError, Info, Played, popen

__all__ = ["Engine", "EngineError", "Info", "Played", "check", "popen"]
