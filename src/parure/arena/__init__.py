"""The arena: matches between bots, with fair deals and honest statistics.

Every deal is played once with each bot in each seat, so that luck and the first move favour nobody;
the results are shares of victory with their intervals, and ratings.

>>> from parure import Rules
>>> match = Match(("random", "random"), Rules(2), games=4, seed=7)
>>> [fixture.seats for fixture in match.fixtures()]
[(0, 1), (1, 0), (0, 1), (1, 0)]

In the order of reading: `match` says who sits where and plays one game, `workers` has processes for
many, `runner` keeps what they bring, `ratings` and `match_report` say what it means, `picture` draws it.
`strength` has the matches of our own bots, `parure_1` those that compare any bot with them, and `glicko` the
ratings of people, which the server uses. `best_response` finds out how much a bot can be exploited.

`run` plays a match on all cores and goes on where an interrupted one stopped; from a program that is
`report = run(match, json="result.json")`.
"""

from parure.arena.match import ArenaError, Fixture, Forfeit, Match, Result
from parure.arena.match_report import Report
from parure.arena.runner import run

__all__ = ["ArenaError", "Fixture", "Forfeit", "Match", "Report", "Result", "run"]
