"""What happens to one game of many that learn: compiled functions that loops on the CPU and the GPU share."""

import math

import numba
import numpy as np

from parure.bots.champion import inputs as champion_inputs
from parure.bots.champion import tree
from parure.bots.champion.answers import ABOUT, CLASS, LEAVING, saying_of
from parure.core import batch
from parure.core.deals import redeal
from parure.core.random import random_below
from parure.core.state import MAX_SEATS, STATE

WORDS = STATE.itemsize // 8
"""A state as numbers of eight bytes, which is how it is copied."""

MOST_ROUNDS = 70
"""A game that lasts longer is stopped, and nobody has won it."""

BOLD_ROUNDS = 8
"""So long moves are drawn by the policy, that games differ; later the best one is played."""

DRAWN = 6
"""Cards of a deck that are dealt anew in each simulation: more are hardly drawn in one."""

WEIGHT_ONE = 32767
"""What likelihoods are multiplied with where they are kept as whole numbers."""

# What is kept of a position to learn from, in float32.
CHANCES = 0
MARGINS = CHANCES + MAX_SEATS
LEFT = MARGINS + MAX_SEATS
MOVER = LEFT + 1
PLAYERS = MOVER + 1
COUNT = PLAYERS + 1
TARGETS = 12
assert TARGETS >= COUNT + 1

MARGIN_SCALE = 0.1
ROUND_SCALE = 0.1
_SPREAD = np.uint64(0xD1342543DE82EF95)
_FINE = 1 << 24
LEAST_REST = np.float32(1e-6)


@numba.njit
def plant_row(row, games, results, trees, nodes, room, compared):
    """Begin the tree of a row, with fresh noise for the moves at its root.

    :param room: how many nodes and branches a tree has.
    """
    t = trees[row]
    t.last_node = (row + 1) * room[0]
    t.last_branch = (row + 1) * room[1]
    tree.plant(t, nodes, row * room[0], row * room[1])
    t.compared = compared
    for number in range(results[row].count):
        chance = (random_below(games[row], _FINE) + 0.5) / _FINE
        t.noise[number] = -math.log(-math.log(chance))


@numba.njit
def descend_row(
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
):
    """Walk down the tree of a row in a fresh deal; its end is written to `leaves`, `found` and `counts`."""
    t = trees[row]
    for word in range(WORDS):
        leaf_words[row * WORDS + word] = game_words[row * WORDS + word]
    s = leaves[row]
    s.rng = s.rng ^ (np.uint64(t.simulations + 2) * _SPREAD)
    redeal(s, int(s.to_play), DRAWN)
    count = int(results[row].count)
    for number in range(count):
        found[row].moves[number] = legal[row].moves[number]
    counts[row] = tree.descend(t, nodes, branches, s, found[row], count)


@numba.njit
def judge_row(row, scores, values, trees, nodes, branches, leaves, found, counts, opinions):
    """Read what the network says of a leaf, and take it into the tree."""
    s, moves, opinion = leaves[row], found[row], opinions[row]
    n = int(counts[row])
    if n == 0:
        tree.judge_end(s, opinion)
    else:
        read_chances(row, s, values, opinion)
        read_priors(row, s, moves, n, scores, opinion)
    tree.expand(trees[row], nodes, branches, s, moves, n, opinion)
    tree.backup(trees[row], nodes, branches, opinion)


@numba.njit
def read_chances(row, s, values, opinion):
    """Turn the scores of the seats, from the one to play on, into chances."""
    players, seat = int(s.players), int(s.to_play)
    highest = values[row, 0]
    for ahead in range(1, players):
        highest = max(highest, values[row, ahead])
    whole = np.float32(0.0)
    for ahead in range(MAX_SEATS):
        opinion.chances[ahead] = 0.0
    for ahead in range(players):
        other = (seat + ahead) % players
        opinion.chances[other] = math.exp(values[row, ahead] - highest)
        whole += opinion.chances[other]
    for other in range(players):
        opinion.chances[other] /= whole


@numba.njit
def read_priors(row, s, moves, n, scores, opinion):
    """Turn the scores of the legal moves into likelihoods."""
    highest = np.float32(-1e30)
    for number in range(n):
        saying = saying_of(s, int(moves.moves[number]))
        score = (
            scores[row, CLASS[saying]] + scores[row, ABOUT[saying]] + scores[row, LEAVING[saying]]
        )
        opinion.priors[number] = score
        highest = max(highest, score)
    whole = np.float32(0.0)
    for number in range(n):
        opinion.priors[number] = math.exp(opinion.priors[number] - highest)
        whole += opinion.priors[number]
    for number in range(n):
        opinion.priors[number] /= whole


@numba.njit
def keep_row(
    row, at, games, legal, results, trees, nodes, branches, opinions, moves, weights, targets
):
    """Note what a search found out, to learn from it; return the number of the move to play."""
    s, t, opinion = games[row], trees[row], opinions[row]
    count = int(results[row].count)
    is_early = s.turns < BOLD_ROUNDS * s.players
    number = tree.improve(t, nodes, branches, opinion, np.float32(1.0 if is_early else 0.0))
    for other in range(count):
        moves[at, other] = saying_of(s, int(legal[row].moves[other]))
        weights[at, other] = int(opinion.priors[other] * WEIGHT_ONE + 0.5)
    # The walks also tried moves that nobody will play: what the seat has by those it will is more.
    mover, visits = int(s.to_play), np.float32(nodes[t.root].visits)
    rest = max(np.float32(1.0) - t.sums[mover] / visits, LEAST_REST)
    for seat in range(MAX_SEATS):
        share = t.sums[seat] / visits / rest
        targets[at, CHANCES + seat] = t.worth if seat == mover else share * (1 - t.worth)
    targets[at, LEFT] = s.turns
    targets[at, MOVER] = s.to_play
    targets[at, PLAYERS] = s.players
    targets[at, COUNT] = count
    return number


@numba.njit
def finish_row(row, step, begun, rows, steps, results, targets, ready, trust):
    """When a game has ended, say so to all its positions.

    The target of a position is the result, mixed with what later searches of the game believed.

    :param trust: how much of the mixture comes from after the next decision.
    """
    r = results[row]
    players = int(targets[step % steps * rows + row, PLAYERS])
    whole = np.float32(0.0)
    for seat in range(players):
        whole += r.rewards[seat]
    first = max(begun[row], step - steps + 1)
    g0, g1, g2, g3 = r.rewards[0], r.rewards[1], r.rewards[2], r.rewards[3]
    if whole == 0:
        share = np.float32(1.0) / np.float32(players)
        g0, g1 = share, share
        g2 = share if players > 2 else np.float32(0.0)
        g3 = share if players > 3 else np.float32(0.0)
    for earlier in range(step, first - 1, -1):
        at = earlier % steps * rows + row
        c0, c1 = targets[at, CHANCES], targets[at, CHANCES + 1]
        c2, c3 = targets[at, CHANCES + 2], targets[at, CHANCES + 3]
        targets[at, CHANCES], targets[at, CHANCES + 1] = g0, g1
        targets[at, CHANCES + 2], targets[at, CHANCES + 3] = g2, g3
        g0, g1 = trust * g0 + (1 - trust) * c0, trust * g1 + (1 - trust) * c1
        g2, g3 = trust * g2 + (1 - trust) * c2, trust * g3 + (1 - trust) * c3
        for seat in range(MAX_SEATS):
            targets[at, MARGINS + seat] = r.margins[seat] * MARGIN_SCALE
        targets[at, LEFT] = (r.turns - targets[at, LEFT]) * ROUND_SCALE / players
        ready[at] = 1
    begun[row] = step + 1


@numba.njit
def advance_row(row, number, games, legal, results):
    """Make the chosen move; return whether the game has ended. The next one is dealt at once."""
    limit = MOST_ROUNDS * int(games[row].players)
    batch.advance(games[row], int(legal[row].moves[number]), legal[row], results[row], limit)
    return results[row].terminated != 0 or results[row].truncated != 0


SLOTS, PARTS = champion_inputs.SLOTS, champion_inputs.PARTS
write_slot, write_part = champion_inputs.write_slot, champion_inputs.write_part
