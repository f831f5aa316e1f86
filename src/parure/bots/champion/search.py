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
from parure.core.state import MAX_LEGAL, MAX_SEATS

# A new deal from nothing after so many simulations; in between, the tops of the decks are shuffled.
FRESH_EVERY = 64
DRAWN_IN_A_WALK = 10
# An expected line goes on while its moves have more visits than this.
LITTLE_SEEN = 10

REPORT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("visits", np.int64, MAX_LEGAL),
                ("sums", np.float64, (MAX_LEGAL, MAX_SEATS)),  # of the chances of all seats
                ("priors", np.float32, MAX_LEGAL),
            ],
            align=True,
        ),
    )
)
"""What searches found out about each legal move at the root."""


@kernel
def judge(s, legal, n, w, net):
    """Write the opinion of a position, which may be the end of the game."""
    if n == 0:
        tree.judge_end(s, w)
    else:
        evaluate(s, legal, n, w, net)


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
            first = t.path[0] - nodes[t.root].first
            for seat in range(MAX_SEATS):
                report[0].sums[first, seat] += w.chances[seat]


@entry
def begin(trees, nodes, branches, states, legal, work, net, report, seed):
    """Begin a tree for a stripped state: its root is judged, and has its branches."""
    t = trees[0]
    tree.plant(t, nodes, 0, 0)
    t.seed = np.uint64(seed)
    states[1] = states[0]
    determinize(states[1], t.seed)
    states[2] = states[1]
    t.choices = decide(states[2], legal[0])
    legal[1] = legal[0]
    n = tree.descend(t, nodes, branches, states[2], legal[1], int(t.choices))
    judge(states[2], legal[1], n, work[0], net[0])
    tree.expand(t, nodes, branches, states[2], legal[1], n, work[0])
    tree.backup(t, nodes, branches, work[0])
    for number in range(MAX_LEGAL):
        for seat in range(MAX_SEATS):
            report[0].sums[number, seat] = 0.0
    return int(t.choices)


@entry
def read(trees, nodes, branches, report):
    """Write the visits and the priors of the moves at the root; return how many there are."""
    t = trees[0]
    branch = int(nodes[t.root].first)
    for number in range(int(t.choices)):
        report[0].visits[number] = branches[branch].visits
        report[0].priors[number] = branches[branch].prior
        branch = int(branches[branch].next)
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
