"""The loops over all rows on the CPU, for tests and short runs; `cuda.py` has them for a GPU.

They use one core: parallel loops take three times as long to compile, which is most of a short run.
"""

import numba
import numpy as np

from parure.bots.champion import tree
from parure.bots.champion.inputs import write
from parure.bots.champion.layout import INPUTS
from parure.core import batch
from parure.core.state import STATE
from training import rows as one
from training.rows import WORDS


@numba.njit
def begin(r, seeds):
    """Deal the first game of every row."""
    for row in range(len(r.games)):
        batch.begin(r.games[row], seeds[row], r.legal[row], r.results[row])


@numba.njit
def plant(r, nodes, branches):
    """Start a new tree in every row."""
    for row in range(len(r.games)):
        one.plant_row(row, r, nodes, branches)


@numba.njit
def descend(r):
    """Walk down all trees; `leaves` holds copies of the games."""
    for row in range(len(r.games)):
        s, found = r.leaves[row], r.found[row]
        count = one.deal_row(row, r, s, found)
        r.counts[row] = tree.descend(r.trees[row], r.nodes, r.branches, s, found, count)


def write_inputs(states, inputs):
    """Write the network inputs of all positions, given as bytes."""
    _write_inputs(states.numpy().reshape(-1).view(STATE), inputs.numpy().reshape(-1).view(INPUTS))


@numba.njit
def _write_inputs(states, inputs):
    for row in range(len(states)):
        write(states[row], inputs[row])


@numba.njit
def judge(r, scores, values):
    """Feed the network's judgements into all trees."""
    opinions = np.zeros(1, tree.OPINION)
    for row in range(len(r.leaves)):
        one.judge_row(row, r, scores, values, opinions[0])


@numba.njit
def play(r, buffer, step, steps, td_lambda, is_full):
    """Store every position with the result of its search, and move."""
    for row in range(len(r.games)):
        one.play_row(row, r, buffer, step, steps, td_lambda, is_full)


@numba.njit
def move(r):
    """Make the most visited move in every unfinished game."""
    for row in range(len(r.games)):
        one.move_row(row, r)


@numba.njit
def gather(stored_words, chosen, words):
    """Copy the chosen positions into one batch."""
    for number in range(len(chosen)):
        for word in range(WORDS):
            words[number * WORDS + word] = stored_words[chosen[number] * WORDS + word]
