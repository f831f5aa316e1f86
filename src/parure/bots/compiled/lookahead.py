"""How the guild looks one move ahead: what the game looks like when the turn is over, for each legal move."""

import numpy as np

from parure.bots.compiled.evaluation import evaluate
from parure.bots.compiled.policy import answer
from parure.core.apply import apply
from parure.core.deals import redeal
from parure.core.jit import entry, kernel
from parure.core.legal import decide
from parure.core.observe import determinize
from parure.core.records import record
from parure.core.state import ACTION, MAX_LEGAL, MAX_SEATS, head

# How many cards of a deck may be drawn in one turn.
DRAWN_IN_A_TURN = 4

MOVE_CHANCES = record([("of", np.float32, (MAX_LEGAL, MAX_SEATS))])
"""The chances of all seats after each legal move."""


@kernel
def finish_turn(s, legal, needs):
    """Make the small decisions of a turn by quick judgement; return how many actions the next seat has."""
    n = decide(s, legal)
    while n > 0 and head(s) != ACTION:
        move = int(legal.moves[0])
        if n > 1:
            move = answer(s, legal, n, needs)
        apply(s, move)
        n = decide(s, legal)
    return n


@kernel
def look_after(s, move, legal, needs, o, net):
    """Make a move in a state, finish the turn, and write the chances of all seats after it."""
    apply(s, move)
    finish_turn(s, legal, needs)
    evaluate(s, o, net)


@kernel
def clear_chances(chances, n):
    """Set the chances after the first `n` moves to nothing."""
    for number in range(n):
        for seat in range(MAX_SEATS):
            chances.of[number, seat] = 0.0


@kernel
def look_ahead(states, s, legal, n, later, needs, o, net, chances):
    """Add to `chances` those after each legal move in one imagined deal.

    :param states: room for two states: the imagined deal, and what becomes of it.
    :param later: room for the legal moves of what follows.
    """
    states[0] = s
    redeal(states[0], int(s.to_play), DRAWN_IN_A_TURN)
    for number in range(n):
        states[1] = states[0]
        look_after(states[1], int(legal.moves[number]), later, needs, o, net)
        for seat in range(int(s.players)):
            chances.of[number, seat] += o.chances[seat]


@entry
def weigh_moves(view, seed, deals, states, legal, needs, o, net, chances):
    """Write the chances after each legal move, averaged over imagined deals; return how many there are.

    :param states: room for three states; `legal` for two lists of moves.
    """
    states[2] = view[0]
    n = decide(states[2], legal[0])
    clear_chances(chances[0], n)
    for number in range(deals):
        states[2] = view[0]
        determinize(states[2], seed + np.uint64(number))
        look_ahead(states, states[2], legal[0], n, legal[1], needs[0], o[0], net[0], chances[0])
    for number in range(n):
        for seat in range(int(view[0].players)):
            chances[0].of[number, seat] /= deals
    return n
