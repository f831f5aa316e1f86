"""The champion's search on one core: fresh deals, one tree, one evaluation for each new node."""

import numpy as np

from parure.bots.champion import tree
from parure.bots.champion.network import evaluate
from parure.core.apply import step
from parure.core.deals import redeal
from parure.core.deeds import deed_of, names_unseen
from parure.core.jit import background, entry, kernel
from parure.core.legal import decide
from parure.core.observe import determinize
from parure.core.records import record
from parure.core.state import MAX_LEGAL, MAX_SEATS

# A new deal from nothing after so many simulations; in between, the tops of the decks are shuffled.
FRESH_EVERY = 64
DRAWN_IN_A_WALK = 10
# An expected line goes on while its moves have more visits than this.
LITTLE_SEEN = 10

REPORT = record(
    [
        ("visits", np.int64, MAX_LEGAL),
        ("sums", np.float64, (MAX_LEGAL, MAX_SEATS)),  # of the chances of all seats
        ("priors", np.float32, MAX_LEGAL),
    ],
    align=True,
)
"""What searches found out about each legal move at the root."""


@kernel
def judge(s, legal, n, w, net):
    """Write the opinion of a position, which may be the end of the game."""
    if n == 0:
        tree.judge_end(s, w)
    else:
        evaluate(s, legal, n, w, net)


@kernel
def number_of(s, legal, key):
    """Return the number of the legal move that does what a key of a branch says."""
    number = 0
    while deed_of(s, int(legal.moves[number])) != key:
        number += 1
    return number


@background
def search(trees, nodes, branches, states, legal, work, net, report, simulations):
    """Do so many simulations from what the seat to play knows, and add what they found to the report.

    :param states: what the seat knows, the last deal from nothing, and the deal that is walked in.
    :param legal: the moves at the root, and room for those at the leaf.
    """
    t, w = trees[0], work[0]
    viewer = int(states[0].to_play)
    for number in range(simulations):
        if t.simulations % FRESH_EVERY == 0 or number == 0:
            states[1] = states[0]
            determinize(states[1], t.seed + np.uint64(t.simulations))
        states[2] = states[1]
        redeal(states[2], viewer, DRAWN_IN_A_WALK)
        states[1].rng = states[2].rng
        legal[1] = legal[0]
        n = tree.descend(t, nodes, branches, states[2], legal[1], int(t.choices))
        judge(states[2], legal[1], n, w, net[0])
        tree.expand(t, nodes, branches, states[2], legal[1], n, w)
        tree.backup(t, nodes, branches, w)
        if t.depth > 0:
            number = number_of(states[0], legal[0], branches[t.path[0]].key)
            for seat in range(MAX_SEATS):
                report[0].sums[number, seat] += w.chances[seat]


@entry
def begin(trees, nodes, states, legal, report, seed):
    """Begin a tree for a stripped state: the first simulation judges its root."""
    t = trees[0]
    tree.plant(t, nodes, 0, 0)
    t.seed = np.uint64(seed)
    states[2] = states[0]
    t.choices = decide(states[2], legal[0])
    clear(report)


@entry
def keep(trees, nodes, branches, states, legal, report, move):
    """Make what follows a move the root; return whether all its moves are known there.

    :param states: what the seat knows there, and in the second place what it knew before the move.
    """
    t = trees[0]
    first = int(nodes[t.root].first)
    branch = tree.find_branch(branches, first, first, deed_of(states[1], move))
    child = int(branches[branch].child) if branch != tree.NOWHERE else tree.NOWHERE
    if child == tree.NOWHERE or nodes[child].first == tree.NOWHERE:
        return False
    states[2] = states[0]
    t.choices = decide(states[2], legal[0])
    first = int(nodes[child].first)
    for number in range(int(t.choices)):
        key = deed_of(states[0], int(legal[0].moves[number]))
        if tree.find_branch(branches, first, first, key) == tree.NOWHERE:
            return False
    t.root = child
    clear(report)
    return True


@kernel
def clear(report):
    """Forget the chances after each move."""
    for number in range(MAX_LEGAL):
        for seat in range(MAX_SEATS):
            report[0].sums[number, seat] = 0.0


@entry
def read(trees, nodes, branches, states, legal, report):
    """Write the visits and the priors of the moves at the root; return how many there are."""
    t = trees[0]
    first = int(nodes[t.root].first)
    for number in range(int(t.choices)):
        key = deed_of(states[0], int(legal[0].moves[number]))
        b = branches[tree.find_branch(branches, first, first, key)]
        report[0].visits[number] = b.visits
        report[0].priors[number] = b.prior
    return int(t.choices)


@entry
def follow(trees, nodes, branches, states, legal, move, line):
    """Write how the game most often went on after a move at the root; return how many moves.

    The line ends where little was seen of it, or where it would name a card that nobody knows.
    """
    t = trees[0]
    s = states[2]
    states[2] = states[1]
    node = int(t.root)
    length = 0
    while length < tree.MOST_PLIES:
        line[0].moves[length] = move
        length += 1
        key = deed_of(s, move)
        branch = tree.find_branch(branches, int(nodes[node].first), int(nodes[node].first), key)
        if branch == tree.NOWHERE:
            break
        node = int(branches[branch].child)
        n = step(s, move, legal[1])
        if n == 0 or node == tree.NOWHERE or nodes[node].first == tree.NOWHERE:
            break
        first = int(nodes[node].first)
        most, move = LITTLE_SEEN, tree.NOWHERE
        for number in range(n):
            key = deed_of(s, int(legal[1].moves[number]))
            branch = tree.find_branch(branches, first, first, key)
            if branch != tree.NOWHERE and branches[branch].visits > most:
                most = int(branches[branch].visits)
                move = int(legal[1].moves[number])
        if move == tree.NOWHERE or names_unseen(s, states[0], move):
            break
    return length
