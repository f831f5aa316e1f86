"""What Python calls: the entries into compiled code.

Each takes a length-1 array, which crosses ten times faster than a record.
"""

from parure.core import apply as _apply
from parure.core import cities as _cities
from parure.core import features as _features
from parure.core import legal as _legal
from parure.core import observe as _observe
from parure.core import playout as _playout
from parure.core import scoring as _scoring
from parure.core import setup as _setup
from parure.core import turn as _turn
from parure.core.jit import entry


@entry
def deal(game, seed):
    """Set up a game whose rules are written."""
    _setup.deal(game[0], seed)


@entry
def clear(game):
    """Empty a game whose rules are written."""
    _setup.clear(game[0])


@entry
def decide(game, legal):
    """Go on to the next decision; write its moves and return their number."""
    return _legal.decide(game[0], legal[0])


@entry
def apply(game, move):
    """Carry out a legal move, and nothing after it."""
    _apply.apply(game[0], move)


@entry
def prestige(game, seat):
    """Return a seat's prestige."""
    return _scoring.prestige(game[0], seat)


@entry
def find_winners(game):
    """Return the bits of the seats that would win now."""
    return _scoring.find_winners(game[0])


@entry
def is_decided(game):
    """Tell whether someone has what ends the game, so that this round is the last."""
    return _scoring.is_decided(game[0])


@entry
def meets_city(game, seat, city):
    """Tell whether a seat reaches a city's prestige and colours."""
    return _cities.meets_city(game[0], seat, city, _scoring.prestige(game[0], seat))


@entry
def hide(game, seat):
    """Strip a game of what a seat may not know."""
    _observe.hide(game[0], seat)


@entry
def determinize(game, seed):
    """Fill a stripped game with one possible deal."""
    _observe.determinize(game[0], seed)


@entry
def random_play(game, seed, legal, decisions):
    """Make so many random decisions; return how many games ended."""
    return _playout.random_play(game[0], seed, legal[0], decisions)


@entry
def begin_turn(game):
    """Plan the turn of the seat to play, in a position that was read."""
    _turn.begin_turn(game[0])


@entry
def encode(game, seat, observation):
    """Write what a seat observes, from a game stripped for it."""
    _features.encode(game[0], seat, observation[0])
