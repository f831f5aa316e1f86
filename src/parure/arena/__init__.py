"""The arena: matches between bots, with fair deals and honest statistics.

Every deal is played once with each bot in each seat, so that luck and the first move favour nobody;
what comes out are shares of victory with their intervals, and ratings.

>>> from parure import Rules
>>> match = Match(("random", "random"), Rules(2), games=4, seed=7)
>>> [fixture.seats for fixture in match.fixtures()]
[(0, 1), (1, 0), (0, 1), (1, 0)]

`run` plays a match on all cores and goes on where an interrupted one stopped; from a program that is
`report = run(match, json="result.json")`.
"""

from parure.arena.match import ArenaError, Fixture, Match
from parure.arena.referee import Forfeit, Result
from parure.arena.report import Report
from parure.arena.run import run

__all__ = ["ArenaError", "Fixture", "Forfeit", "Match", "Report", "Result", "run"]
