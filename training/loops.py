"""The loops over all rows on the CPU, where tests and short runs learn. `cuda.py` has them for a GPU.

A parallel loop counts in unsigned numbers, for which Numba would compile everything once more: rows are
handed on as signed ones.
"""

import numba
import numpy as np

from parure.bots.champion.layout import PARTS, SLOTS
from parure.bots.champion.slots import write_slot
from parure.bots.champion.table import write_part
from parure.core import batch
from training import rows as one
from training.rows import WORDS


@numba.njit(parallel=True)
def begin(r, seeds):
    """Deal the first game of every row."""
    for row in numba.prange(len(r.games)):
        batch.begin(r.games[row], seeds[row], r.legal[row], r.results[row])


@numba.njit(parallel=True)
def plant(r, nodes, branches):
    """Begin the trees of all rows."""
    for row in numba.prange(len(r.games)):
        one.plant_row(np.int64(row), r, nodes, branches)


@numba.njit(parallel=True)
def descend(r):
    """Walk down all trees."""
    for row in numba.prange(len(r.games)):
        one.descend_row(np.int64(row), r)


@numba.njit(parallel=True)
def write_inputs(states, inputs):
    """Write the inputs of all positions, into empty ones."""
    for row in numba.prange(len(states)):
        for slot in range(SLOTS):
            write_slot(states[row], np.int64(slot), inputs[row])
        for part in range(PARTS):
            write_part(states[row], np.int64(part), inputs[row])


@numba.njit(parallel=True)
def judge(r, scores, values):
    """Take the network's judgement into all trees."""
    for row in numba.prange(len(r.leaves)):
        one.judge_row(np.int64(row), r, scores, values)


@numba.njit(parallel=True)
def play(r, kept, step, steps, trust, is_deep):
    """Keep every position with what its search found out, and move."""
    for row in numba.prange(len(r.games)):
        one.play_row(np.int64(row), r, kept, step, steps, trust, is_deep)


@numba.njit(parallel=True)
def gather(kept_words, chosen, words):
    """Copy chosen positions side by side."""
    for number in numba.prange(len(chosen)):
        for word in range(WORDS):
            words[number * WORDS + word] = kept_words[chosen[number] * WORDS + word]
