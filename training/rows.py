"""What happens to one game of many that learn: compiled functions that loops on the CPU and the GPU share."""

import math
from typing import Any, NamedTuple

import numba
import numpy as np

from parure.bots.champion import tree
from parure.bots.champion.outputs import ABOUT, CLASS, LEAVING, code_of
from parure.core import batch
from parure.core.deals import redeal
from parure.core.random import random_below
from parure.core.state import MAX_SEATS, STATE

WORDS = STATE.itemsize // 8
"""A state as numbers of eight bytes, which is how it is copied."""

MOST_ROUNDS = 70
"""A game that lasts longer is stopped, and nobody has won it."""

BOLD_ROUNDS = 8
"""So long moves are drawn as often as they were walked, that games differ; later the best is played."""

DRAWN = 6
"""Cards of a deck that are dealt anew in each simulation: more are hardly drawn in one."""

LOTS = np.float32(10.0)
"""The larger, the more alike are the lots that are mixed into the policy at a root."""

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


class Rows(NamedTuple):
    """The arrays of all rows: in each a game, its tree, and the leaf of the tree that is judged."""

    game_words: Any
    """The games as numbers of eight bytes."""
    games: Any
    legal: Any
    results: Any
    trees: Any
    nodes: Any
    """Of all trees, one after the other; so are the branches."""
    branches: Any
    leaves: Any
    found: Any
    """The legal moves of a leaf, and in `counts` how many there are."""
    counts: Any
    doubt: Any
    """One number: how much of the policy at the roots is drawn by lot."""


class Kept(NamedTuple):
    """The arrays of what is kept to learn from: the last positions of every row, step by step."""

    words: Any
    moves: Any
    weights: Any
    targets: Any
    ready: Any
    """Whether the game of a position has ended, so that its targets are known."""
    begun: Any
    """For each row the step with which its game began."""


@numba.njit
def plant_row(row, r, nodes, branches):
    """Begin the tree of a row.

    :param nodes: how many a tree has room for; so the branches.
    """
    t = r.trees[row]
    t.last_node = (row + 1) * nodes
    t.last_branch = (row + 1) * branches
    tree.plant(t, r.nodes, row * nodes, row * branches)


@numba.njit
def deal_row(row, r, s, found):
    """Shuffle what the seat to play cannot know in `s`, a copy of the game of a row.

    :param found: gets the legal moves; how many there are is returned.
    """
    s.rng = s.rng ^ (np.uint64(r.trees[row].simulations + 2) * _SPREAD)
    redeal(s, int(s.to_play), DRAWN)
    count = int(r.results[row].count)
    copy_moves(r.legal[row], found, count)
    return count


@numba.njit
def copy_moves(legal, found, count):
    """Copy so many moves."""
    for number in range(count):
        found.moves[number] = legal.moves[number]


@numba.njit
def judge_row(row, r, scores, values, opinion):
    """Read what the network says of a leaf, and take it into the tree.

    :param opinion: room for it, the same for every row.
    """
    s, moves = r.leaves[row], r.found[row]
    n = int(r.counts[row])
    if n == 0:
        tree.judge_end(s, opinion)
    else:
        read_chances(row, s, values, opinion)
        read_priors(row, s, moves, n, scores, opinion)
        if r.trees[row].depth == 0 and r.doubt[0] > 0:
            doubt_priors(r.games[row], n, opinion, r.doubt[0])
    tree.expand(r.trees[row], r.nodes, r.branches, s, moves, n, opinion)
    tree.backup(r.trees[row], r.nodes, r.branches, opinion)


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
        code = code_of(s, int(moves.moves[number]))
        score = scores[row, CLASS[code]] + scores[row, ABOUT[code]] + scores[row, LEAVING[code]]
        opinion.priors[number] = score
        highest = max(highest, score)
    whole = np.float32(0.0)
    for number in range(n):
        opinion.priors[number] = math.exp(opinion.priors[number] - highest)
        whole += opinion.priors[number]
    for number in range(n):
        opinion.priors[number] /= whole


@numba.njit
def doubt_priors(s, n, opinion, doubt):
    """Mix the likelihoods of the moves with lots, of which few are large, that the unlikely are tried too."""
    before = s.rng
    whole = np.float32(1e-9)
    for _ in range(n):
        whole += lot(s, n)
    s.rng = before
    for number in range(n):
        opinion.priors[number] = (1 - doubt) * opinion.priors[number] + doubt * lot(s, n) / whole


@numba.njit
def lot(s, n):
    """Draw one of `n` numbers that, divided by their sum, are nearly of Dirichlet's distribution.

    A gamma variate of a small shape is a power of an even one, times one that is nearly exponential.
    """
    even = np.float32((random_below(s, _FINE) + 0.5) / _FINE)
    exponential = -math.log(np.float32((random_below(s, _FINE) + 0.5) / _FINE))
    return np.float32(exponential * even ** (np.float32(n) / LOTS))


@numba.njit
def play_row(row, r, kept, step, steps, trust, is_deep):
    """Keep the position of a row with what its search found out, and move.

    :param is_deep: whether the search was one that the policy learns from.
    """
    rows = r.games.shape[0]
    at = step % steps * rows + row
    for word in range(WORDS):
        kept.words[at * WORDS + word] = r.game_words[row * WORDS + word]
    kept.ready[at] = 0
    keep_row(row, r, kept, at, is_deep)
    if advance_row(row, r, choose_row(row, r)):
        finish_row(row, r, kept, step, steps, trust)


@numba.njit
def keep_row(row, r, kept, at, is_deep):
    """Note what a search found out, to learn from it."""
    s, t, targets = r.games[row], r.trees[row], kept.targets
    count, first = int(r.results[row].count), int(r.nodes[t.root].first)
    visits = np.float32(r.nodes[t.root].visits)
    for number in range(count):
        kept.moves[at, number] = code_of(s, int(r.legal[row].moves[number]))
        share = r.branches[first + number].visits / (visits - 1)
        kept.weights[at, number] = int(share * WEIGHT_ONE + 0.5) if is_deep else 0
    for seat in range(MAX_SEATS):
        targets[at, CHANCES + seat] = t.sums[seat] / visits
    targets[at, LEFT] = s.turns
    targets[at, MOVER] = s.to_play
    targets[at, PLAYERS] = s.players
    targets[at, COUNT] = count


@numba.njit
def choose_row(row, r):
    """Return the number of the move to play: early in a game by lot, so that games differ."""
    s, t = r.games[row], r.trees[row]
    count, first = int(r.results[row].count), int(r.nodes[t.root].first)
    if s.turns < BOLD_ROUNDS * s.players:
        left = random_below(s, int(r.nodes[t.root].visits) - 1)
        for number in range(count):
            left -= int(r.branches[first + number].visits)
            if left < 0:
                return number
    return best_of_row(row, r)


@numba.njit
def best_of_row(row, r):
    """Return the number of the move that the search went down most often."""
    count, first = int(r.results[row].count), int(r.nodes[r.trees[row].root].first)
    best, most = 0, np.float32(-1.0)
    for number in range(count):
        b = r.branches[first + number]
        # Of moves that were walked equally often, the better one.
        score = np.float32(b.visits) + b.total / np.float32(b.visits + 1)
        if score > most:
            best, most = number, score
    return best


@numba.njit
def move_row(row, r):
    """Make the best move; a row whose game is over keeps its result, and has nothing to decide."""
    if r.results[row].count > 0 and advance_row(row, r, best_of_row(row, r)):
        r.results[row].count = 0


@numba.njit
def finish_row(row, r, kept, step, steps, trust):
    """When a game has ended, say so to all its positions.

    The target of a position is the result, mixed with what later searches of the game believed.

    :param trust: how much of the mixture comes from after the next decision.
    """
    result, targets, rows = r.results[row], kept.targets, r.games.shape[0]
    players = int(targets[step % steps * rows + row, PLAYERS])
    whole = np.float32(0.0)
    for seat in range(players):
        whole += result.rewards[seat]
    first = max(kept.begun[row], step - steps + 1)
    g0, g1 = result.rewards[0], result.rewards[1]
    g2, g3 = result.rewards[2], result.rewards[3]
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
            targets[at, MARGINS + seat] = result.margins[seat] * MARGIN_SCALE
        targets[at, LEFT] = (result.turns - targets[at, LEFT]) * ROUND_SCALE / players
        kept.ready[at] = 1
    kept.begun[row] = step + 1


@numba.njit
def advance_row(row, r, number):
    """Make the chosen move; return whether the game has ended. The next one is dealt at once."""
    s, legal, result = r.games[row], r.legal[row], r.results[row]
    batch.advance(s, int(legal.moves[number]), legal, result, MOST_ROUNDS * int(s.players))
    return result.terminated != 0 or result.truncated != 0
