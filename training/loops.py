"""The loops over all rows on the CPU, where tests and short runs learn. `cuda.py` has them for a GPU.

They use one core: loops for several would take three times as long to compile, which is most of a short run.
"""

import numba

from parure.bots.champion.layout import PARTS, SLOTS
from parure.bots.champion.slots import write_slot
from parure.bots.champion.table import write_part
from parure.core import batch
from training import rows as one
from training.rows import WORDS


@numba.njit
def begin(r, seeds):
    """Deal the first game of every row."""
    for row in range(len(r.games)):
        batch.begin(r.games[row], seeds[row], r.legal[row], r.results[row])


@numba.njit
def plant(r, nodes, branches):
    """Begin the trees of all rows."""
    for row in range(len(r.games)):
        one.plant_row(row, r, nodes, branches)


@numba.njit
def descend(r):
    """Walk down all trees."""
    for row in range(len(r.games)):
        one.descend_row(row, r)


@numba.njit
def write_inputs(states, inputs):
    """Write the inputs of all positions, into empty ones."""
    for row in range(len(states)):
        for slot in range(SLOTS):
            write_slot(states[row], slot, inputs[row])
        for part in range(PARTS):
            write_part(states[row], part, inputs[row])


@numba.njit
def judge(r, scores, values):
    """Take the network's judgement into all trees."""
    for row in range(len(r.leaves)):
        one.judge_row(row, r, scores, values)


@numba.njit
def play(r, kept, step, steps, trust, is_deep):
    """Keep every position with what its search found out, and move."""
    for row in range(len(r.games)):
        one.play_row(row, r, kept, step, steps, trust, is_deep)


@numba.njit
def gather(kept_words, chosen, words):
    """Copy chosen positions side by side."""
    for number in range(len(chosen)):
        for word in range(WORDS):
            words[number * WORDS + word] = kept_words[chosen[number] * WORDS + word]
