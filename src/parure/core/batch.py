"""Many games side by side: what happens to one row. Batches on the CPU and the GPU loop over these.

A row is a state, the list of its legal moves, and their number; what it writes for its user is in the
records below. A row never looks at another, so results do not depend on how rows share the work.
"""

import numpy as np

from parure.core import features, observe, scoring
from parure.core.actions import ACTIONS
from parure.core.apply import apply, step
from parure.core.jit import kernel
from parure.core.legal import decide
from parure.core.random import random_below, random_seed
from parure.core.records import record
from parure.core.setup import deal
from parure.core.state import MAX_SEATS

MASK = record([("values", np.int8, ACTIONS)])
"""1 for each legal move of the table of actions."""

RESULT = record(
    [
        ("rewards", np.float32, MAX_SEATS),  # for each seat, at the end of a game
        ("margins", np.float32, MAX_SEATS),  # prestige ahead of the best other seat
        ("turns", np.int32),  # turns of the game that ended
        ("terminated", np.int8),  # the game has ended
        ("truncated", np.int8),  # it was stopped at the limit of turns
        ("to_play", np.int8),  # the seat that decides now
        ("count", np.int16),  # how many moves are legal
    ],
    align=True,
)


@kernel
def begin(s, seed, legal, result):
    """Deal a game and go on to its first decision."""
    deal(s, seed)
    result.count = decide(s, legal)
    result.to_play = s.to_play


@kernel
def resume(s, legal, result):
    """Go on from a position that was put into a row."""
    forget(result)
    result.count = decide(s, legal)
    if result.count == 1:
        result.count = step(s, int(legal.moves[0]), legal)
    result.to_play = s.to_play


@kernel
def allows(mask, move):
    """Tell whether a number is that of a legal move."""
    return 0 <= move < ACTIONS and mask.values[move] != 0


@kernel
def advance(s, move, legal, result, max_turns):
    """Make a legal move in a row; where the game ends, note how, and deal the next one."""
    forget(result)
    result.count = step(s, move, legal)
    if has_ended(s, result, max_turns):
        begin_next(s, legal, result)


@kernel
def forget(result):
    """Clear what was noted of a game that ended in the step before."""
    if result.terminated or result.truncated:
        result.terminated = 0
        result.truncated = 0
        for seat in range(MAX_SEATS):
            result.rewards[seat] = 0.0
            result.margins[seat] = 0.0


@kernel
def has_ended(s, result, max_turns):
    """Tell whether the game of a row has ended or reached its limit, and note how."""
    result.to_play = s.to_play
    if not s.over and s.turns < max_turns:
        return False
    score(s, result)
    result.terminated = s.over
    result.truncated = 1 - s.over
    result.turns = s.turns
    return True


@kernel
def begin_next(s, legal, result):
    """Deal the game after the one that has ended."""
    begin(s, random_seed(s), legal, result)


@kernel
def play_one(s, move, legal, result):
    """Make one move, and leave forced ones that follow for the next calls.

    So the threads of a GPU, of which each may be elsewhere in its turn, wait less for each other.
    """
    if result.count > 1:
        forget(result)
    apply(s, move)
    result.count = decide(s, legal)


@kernel
def play_on(s, legal, result, max_turns, decisions):
    """Make so many random decisions in a row, one game after the other; return how many games ended.

    The same as so many times `choose` and `advance`.
    """
    made = 0
    ended = 0
    while made < decisions or result.count == 1:
        move = int(legal.moves[0])
        if result.count > 1:
            made += 1
            move = choose(s, legal, result.count)
        play_one(s, move, legal, result)
        if result.count != 1 and has_ended(s, result, max_turns):
            ended += 1
            begin_next(s, legal, result)
    return ended


@kernel
def play_out(s, legal, result, max_turns):
    """Make random decisions until the game ends, and note how."""
    result.count = decide(s, legal)
    while not has_ended(s, result, max_turns):
        result.count = step(s, choose(s, legal, result.count), legal)


@kernel
def score(s, result):
    """Write the rewards of a game: 1 shared by the winners, who may be none, and the margins."""
    players = int(s.players)
    winners = 0
    for seat in range(players):
        winners += s.winners >> seat & 1
    for seat in range(players):
        if s.winners >> seat & 1:
            result.rewards[seat] = 1.0 / winners
        best = -1
        for other in range(players):
            if other != seat:
                best = max(best, scoring.prestige(s, other))
        result.margins[seat] = scoring.prestige(s, seat) - best


@kernel
def write_mask(legal, result, mask):
    """Write the legal moves as a mask."""
    for move in range(ACTIONS):
        mask.values[move] = 0
    mark_legal(legal, result, mask)


@kernel
def mark_legal(legal, result, mask):
    """Write the legal moves into an empty mask."""
    for number in range(result.count):
        mask.values[legal.moves[number]] = 1


@kernel
def write_observation(view, seat, observation):
    """Strip a copy of a state for a seat, and write what it observes."""
    observe.hide(view, seat)
    features.encode(view, seat, observation)


@kernel
def choose(s, legal, n):
    """Return a random one of `n` legal moves."""
    return int(legal.moves[random_below(s, n)])
