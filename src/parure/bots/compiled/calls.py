"""What Python calls: the entries into the compiled code of the bots."""

import numpy as np

from parure.bots.compiled import lookahead, policy
from parure.bots.compiled import search as _search
from parure.core import deeds as _deeds
from parure.core import legal as _legal
from parure.core import observe
from parure.core.jit import background, entry


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


@entry
def begin_search(tree, nodes, seed):
    """Empty a tree."""
    t = tree[0]
    t.seed = np.uint64(seed)
    t.iterations = 0
    t.nodes = 0
    t.branches = 0
    t.root = _search.add_node(t, nodes)


@entry
def keep_search(tree, nodes, branches, view, move):
    """Make the position after a move the root of the tree; False where the tree has nothing of it."""
    t = tree[0]
    child = _search.child_by(t, nodes, branches, _deeds.deed_of(view[0], move))
    if child == _search.NOTHING:
        return False
    t.root = child
    return True


@background
def search(tree, nodes, branches, view, states, legal, d, o, net, iterations):
    """Do so many iterations of a search."""
    _search.search(
        tree[0],
        nodes,
        branches,
        view[0],
        states,
        legal[0],
        legal[1],
        d[0],
        o[0],
        net[0],
        iterations,
    )


@entry
def report(tree, nodes, branches, view, states, legal, found):
    """Write what a search found out about each legal move; return how many there are."""
    states[0] = view[0]
    n = _legal.decide(states[0], legal[0])
    _search.report(tree[0], nodes, branches, states[0], legal[0], n, found[0])
    return n


@entry
def follow(tree, nodes, branches, view, move, states, legal, d, line):
    """Write the expected line after a move; return its length."""
    states[0] = view[0]
    observe.determinize(states[0], tree[0].seed)
    return _search.follow(
        tree[0], nodes, branches, view[0], move, states[0], legal[0], d[0], line[0]
    )
