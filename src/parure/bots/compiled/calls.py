"""What Python calls: the entries into the compiled code of the bots."""

import numpy as np

from parure.bots.compiled import lookahead, policy
from parure.core import legal as _legal
from parure.core import observe
from parure.core.jit import entry


@entry
def novice(game, seed, legal, d):
    """Return the novice's move in a stripped game."""
    game[0].rng = np.uint64(seed)
    n = _legal.decide(game[0], legal[0])
    return policy.novice_move(game[0], legal[0], n, d[0])


@entry
def merchant(game, legal, d):
    """Return the merchant's move in a stripped game."""
    n = _legal.decide(game[0], legal[0])
    return policy.merchant_move(game[0], legal[0], n, d[0])


@entry
def guild(view, seed, deals, states, legal, d, o, net, chances):
    """Write the chances after each legal move, averaged over imagined deals; return how many there are.

    :param states: room for three states; `legal` for two lists of moves.
    """
    states[2] = view[0]
    n = _legal.decide(states[2], legal[0])
    lookahead.clear_chances(chances[0], n)
    for number in range(deals):
        states[2] = view[0]
        observe.determinize(states[2], seed + np.uint64(number))
        lookahead.look_ahead(
            states, states[2], legal[0], n, legal[1], d[0], o[0], net[0], chances[0]
        )
    for number in range(n):
        for seat in range(int(view[0].players)):
            chances[0].of[number, seat] /= deals
    return n
