"""Self-play in one row, as compiled functions that the loops on the CPU and the GPU share."""

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
"""The size of a state in words of eight bytes, the unit in which it is copied."""

MOST_ROUNDS = 70
"""Rounds after which a game is truncated, without a winner."""

SAMPLED_ROUNDS = 8
"""Rounds in which moves are sampled by visits, so that games differ; later the most visited is played."""

DRAWN = 6
"""Cards of a deck that each simulation shuffles again; a simulation rarely draws more."""

DIRICHLET_TOTAL = np.float32(10.0)
"""The sum of the Dirichlet parameters of the root noise; the larger, the more even the noise."""

WEIGHT_ONE = 32767
"""The integer that stands for a likelihood of 1 in the buffer."""

# The targets of a position, in float32.
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
    """The arrays of all rows: the game, its tree, and the leaf to judge."""

    game_words: Any
    """The games as words of eight bytes."""
    games: Any
    legal: Any
    results: Any
    trees: Any
    nodes: Any
    """The nodes of all trees, one tree after another; the same holds for the branches."""
    branches: Any
    leaves: Any
    found: Any
    """The legal moves of each leaf; `counts` has their number."""
    counts: Any
    root_noise: Any
    """One number: the share of noise in the policy at the roots."""


class Buffer(NamedTuple):
    """The arrays of the replay buffer: the last positions of every row, step by step."""

    words: Any
    moves: Any
    weights: Any
    targets: Any
    ready: Any
    """Whether the game has ended, so that the targets are known."""
    started: Any
    """The step at which the game of each row began."""


@numba.njit
def plant_row(row, r, nodes, branches):
    """Start a new tree in a row.

    :param nodes: the room of one tree, in nodes.
    :param branches: the same in branches.
    """
    t = r.trees[row]
    t.last_node = (row + 1) * nodes
    t.last_branch = (row + 1) * branches
    tree.plant(t, r.nodes, row * nodes, row * branches)


@numba.njit
def deal_row(row, r, s, found):
    """Shuffle what the seat to play cannot know in `s`, a copy of the row's game; return the number of moves.

    :param found: receives the legal moves.
    """
    s.rng = s.rng ^ (np.uint64(r.trees[row].simulations + 2) * _SPREAD)
    redeal(s, int(s.to_play), DRAWN)
    count = int(r.results[row].count)
    copy_moves(r.legal[row], found, count)
    return count


@numba.njit
def copy_moves(legal, found, count):
    """Copy the first `count` moves."""
    for number in range(count):
        found.moves[number] = legal.moves[number]


@numba.njit
def judge_row(row, r, scores, values, opinion):
    """Feed the network's judgement of a leaf into its tree.

    :param opinion: working memory, which rows may share.
    """
    s, moves = r.leaves[row], r.found[row]
    n = int(r.counts[row])
    if n == 0:
        tree.judge_end(s, opinion)
    else:
        read_chances(row, s, values, opinion)
        read_priors(row, s, moves, n, scores, opinion)
        if r.trees[row].depth == 0 and r.root_noise[0] > 0:
            add_root_noise(r.games[row], n, opinion, r.root_noise[0])
    tree.expand(r.trees[row], r.nodes, r.branches, s, moves, n, opinion)
    tree.backup(r.trees[row], r.nodes, r.branches, opinion)


@numba.njit
def read_chances(row, s, values, opinion):
    """Turn the scores of the seats into chances; scores start with the seat to play."""
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
    """Turn the scores of the legal moves into priors."""
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
def add_root_noise(s, n, opinion, share):
    """Mix Dirichlet noise into the priors at the root, so that unlikely moves are tried too."""
    before = s.rng
    whole = np.float32(1e-9)
    for _ in range(n):
        whole += gamma_variate(s, n)
    s.rng = before
    for number in range(n):
        noise = gamma_variate(s, n) / whole
        opinion.priors[number] = (1 - share) * opinion.priors[number] + share * noise


@numba.njit
def gamma_variate(s, n):
    """Draw a gamma variate; `n` of them divided by their sum are nearly Dirichlet distributed.

    For a small shape, it is a power of a uniform variate times a nearly exponential one.
    """
    uniform = np.float32((random_below(s, _FINE) + 0.5) / _FINE)
    exponential = -math.log(np.float32((random_below(s, _FINE) + 0.5) / _FINE))
    return np.float32(exponential * uniform ** (np.float32(n) / DIRICHLET_TOTAL))


@numba.njit
def play_row(row, r, buffer, step, steps, td_lambda, is_full):
    """Store the position of a row with the result of its search, and move.

    :param is_full: whether this was a full search, from which the policy learns.
    """
    rows = r.games.shape[0]
    at = step % steps * rows + row
    for word in range(WORDS):
        buffer.words[at * WORDS + word] = r.game_words[row * WORDS + word]
    buffer.ready[at] = 0
    store_row(row, r, buffer, at, is_full)
    if advance_row(row, r, choose_move(row, r)):
        set_targets(row, r, buffer, step, steps, td_lambda)


@numba.njit
def store_row(row, r, buffer, at, is_full):
    """Store the visits and chances of a search as targets."""
    s, t, targets = r.games[row], r.trees[row], buffer.targets
    count, first = int(r.results[row].count), int(r.nodes[t.root].first)
    visits = np.float32(r.nodes[t.root].visits)
    for number in range(count):
        buffer.moves[at, number] = code_of(s, int(r.legal[row].moves[number]))
        share = r.branches[first + number].visits / (visits - 1)
        buffer.weights[at, number] = int(share * WEIGHT_ONE + 0.5) if is_full else 0
    for seat in range(MAX_SEATS):
        targets[at, CHANCES + seat] = t.sums[seat] / visits
    targets[at, LEFT] = s.turns
    targets[at, MOVER] = s.to_play
    targets[at, PLAYERS] = s.players
    targets[at, COUNT] = count


@numba.njit
def choose_move(row, r):
    """Return the index of the move to play: sampled by visits early in a game, the most visited later."""
    s, t = r.games[row], r.trees[row]
    count, first = int(r.results[row].count), int(r.nodes[t.root].first)
    if s.turns < SAMPLED_ROUNDS * s.players:
        left = random_below(s, int(r.nodes[t.root].visits) - 1)
        for number in range(count):
            left -= int(r.branches[first + number].visits)
            if left < 0:
                return number
    return most_visited(row, r)


@numba.njit
def most_visited(row, r):
    """Return the index of the move with the most visits."""
    count, first = int(r.results[row].count), int(r.nodes[r.trees[row].root].first)
    best, most = 0, np.float32(-1.0)
    for number in range(count):
        b = r.branches[first + number]
        # The mean result breaks ties.
        score = np.float32(b.visits) + b.total / np.float32(b.visits + 1)
        if score > most:
            best, most = number, score
    return best


@numba.njit
def move_row(row, r):
    """Make the most visited move; a finished game keeps its result and has nothing to decide."""
    if r.results[row].count > 0 and advance_row(row, r, most_visited(row, r)):
        r.results[row].count = 0


@numba.njit
def set_targets(row, r, buffer, step, steps, td_lambda):
    """Set the targets of all positions of a finished game.

    The target is a TD(λ) return: the result, mixed with the chances that later searches of the game gave.

    :param td_lambda: the share that comes from later than the next decision.
    """
    result, targets, rows = r.results[row], buffer.targets, r.games.shape[0]
    players = int(targets[step % steps * rows + row, PLAYERS])
    whole = np.float32(0.0)
    for seat in range(players):
        whole += result.rewards[seat]
    first = max(buffer.started[row], step - steps + 1)
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
        g0, g1 = td_lambda * g0 + (1 - td_lambda) * c0, td_lambda * g1 + (1 - td_lambda) * c1
        g2, g3 = td_lambda * g2 + (1 - td_lambda) * c2, td_lambda * g3 + (1 - td_lambda) * c3
        for seat in range(MAX_SEATS):
            targets[at, MARGINS + seat] = result.margins[seat] * MARGIN_SCALE
        targets[at, LEFT] = (result.turns - targets[at, LEFT]) * ROUND_SCALE / players
        buffer.ready[at] = 1
    buffer.started[row] = step + 1


@numba.njit
def advance_row(row, r, number):
    """Make a move and return whether it ended the game. If so, the row holds a new game."""
    s, legal, result = r.games[row], r.legal[row], r.results[row]
    batch.advance(s, int(legal.moves[number]), legal, result, MOST_ROUNDS * int(s.players))
    return result.terminated != 0 or result.truncated != 0
