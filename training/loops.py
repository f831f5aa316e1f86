"""The loops over all rows on the CPU, where tests and short runs learn. `cuda.py` has them for a GPU."""

import numba

from training import rows as one
from training.rows import PARTS, SLOTS, WORDS


@numba.njit(parallel=True)
def begin(games, seeds, legal, results):
    """Deal the first game of every row."""
    for row in numba.prange(len(games)):
        one.batch.begin(games[row], seeds[row], legal[row], results[row])


@numba.njit(parallel=True)
def plant(games, results, trees, nodes, room, compared):
    """Begin the trees of all rows."""
    for row in numba.prange(len(games)):
        one.plant_row(row, games, results, trees, nodes, room, compared)


@numba.njit(parallel=True)
def descend(
    game_words, games, legal, results, trees, nodes, branches, leaf_words, leaves, found, counts
):
    """Walk down all trees."""
    for row in numba.prange(len(games)):
        one.descend_row(
            row,
            game_words,
            games,
            legal,
            results,
            trees,
            nodes,
            branches,
            leaf_words,
            leaves,
            found,
            counts,
        )


@numba.njit(parallel=True)
def write_inputs(states, inputs):
    """Write the inputs of all positions, into empty ones."""
    for row in numba.prange(len(states)):
        for slot in range(SLOTS):
            one.write_slot(states[row], slot, inputs[row])
        for part in range(PARTS):
            one.write_part(states[row], part, inputs[row])


@numba.njit(parallel=True)
def judge(scores, values, trees, nodes, branches, leaves, found, counts, opinions):
    """Take the network's judgement into all trees."""
    for row in numba.prange(len(leaves)):
        one.judge_row(row, scores, values, trees, nodes, branches, leaves, found, counts, opinions)


@numba.njit(parallel=True)
def play(
    step, steps, trust, begun, game_words, kept_words, games, legal, results, trees, nodes, branches,
    opinions, moves, weights, targets, ready,
):  # fmt: skip
    """Keep every position with what its search found out, and move."""
    rows = len(games)
    for row in numba.prange(rows):
        at = step % steps * rows + row
        for word in range(WORDS):
            kept_words[at * WORDS + word] = game_words[row * WORDS + word]
        ready[at] = 0
        number = one.keep_row(
            row,
            at,
            games,
            legal,
            results,
            trees,
            nodes,
            branches,
            opinions,
            moves,
            weights,
            targets,
        )
        if one.advance_row(row, number, games, legal, results):
            one.finish_row(row, step, begun, rows, steps, results, targets, ready, trust)


@numba.njit(parallel=True)
def gather(kept_words, chosen, words):
    """Copy chosen positions side by side."""
    for number in numba.prange(len(chosen)):
        for word in range(WORDS):
            words[number * WORDS + word] = kept_words[chosen[number] * WORDS + word]
