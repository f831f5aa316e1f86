"""The champion's tree: one evaluation for each new node, in fresh deals of what the seat cannot know.

`descend` walks from the root, in one deal, along the branches that are legal there, and stops where the tree
ends. Whoever evaluates the position there says how likely each move is and each seat to win; `expand` gives
the node its branches and `backup` carries the chances up. The three know nothing of how a position is
judged, so one tree serves the network on one core, thousands of trees on a GPU, and tests.

A branch stands for what is done, not where (`core.deeds`), so that deals share what they have in common
and chance needs no nodes of its own. Every seat plays for its own chance, by the policy first and by what was
seen later (PUCT).
"""

import math

import numpy as np

from parure.core.apply import step
from parure.core.deeds import deed_of
from parure.core.jit import kernel, large
from parure.core.records import record
from parure.core.state import MAX_LEGAL, MAX_SEATS

NOWHERE = -1
MOST_PLIES = 48

NODE = record(
    [
        ("first", np.int32),  # its first branch; the others are linked
        ("visits", np.int32),
        ("chance", np.float32),  # of the seat that decides, as first judged
        ("rest", np.float32),  # the likelihood of a move that no deal has offered before
    ],
    align=True,
)

BRANCH = record(
    [
        ("key", np.int32),
        ("next", np.int32),
        ("child", np.int32),
        ("visits", np.int32),
        ("prior", np.float32),  # how likely the policy plays it
        ("total", np.float32),  # of the chances of the seat that decides
    ],
    align=True,
)

TREE = record(
    [
        ("seed", np.uint64),
        ("root", np.int32),
        ("choices", np.int32),  # legal moves at the root
        ("nodes", np.int32),  # where the next node goes
        ("branches", np.int32),
        ("last_node", np.int32),  # where the room ends
        ("last_branch", np.int32),
        ("leaf", np.int32),  # the node that `expand` fills, or NOWHERE
        ("depth", np.int32),
        ("simulations", np.int32),  # done so far
        ("forced", np.int32),  # the number of the move to walk down at the root, or NOWHERE
        ("exploration", np.float32),  # how much the policy counts against what was seen
        ("fpu_reduction", np.float32),  # how much less than its node an unseen move is worth
        ("sums", np.float32, MAX_SEATS),  # of the chances of all seats at the root
        ("path", np.int32, MOST_PLIES),
        ("movers", np.int8, MOST_PLIES),
    ],
    align=True,
)

OPINION = record(
    [
        ("chances", np.float32, MAX_SEATS),
        ("priors", np.float32, MAX_LEGAL),
    ],
    align=True,
)
"""What an evaluation says: the chance of each seat, and how likely each legal move is."""

LEAST_PRIOR = np.float32(1e-6)


@kernel
def plant(t, nodes, first_node, first_branch):
    """Begin a tree that has a root and nothing else, in the room from these numbers on."""
    t.root = first_node
    t.nodes = first_node
    t.branches = first_branch
    t.simulations = 0
    t.forced = NOWHERE
    t.leaf = NOWHERE
    for seat in range(MAX_SEATS):
        t.sums[seat] = 0.0
    add_node(t, nodes)


@kernel
def add_node(t, nodes):
    """Return a node without branches, or NOWHERE when there is no room."""
    if t.nodes >= t.last_node:
        return NOWHERE
    node = int(t.nodes)
    t.nodes += 1
    nodes[node].first = NOWHERE
    nodes[node].visits = 0
    return node


@kernel
def add_branch(t, branches, key, prior):
    """Return a branch that was never walked, or NOWHERE when there is no room."""
    if t.branches >= t.last_branch:
        return NOWHERE
    branch = int(t.branches)
    t.branches += 1
    b = branches[branch]
    b.key = key
    b.next = NOWHERE
    b.child = NOWHERE
    b.visits = 0
    b.prior = prior
    b.total = 0.0
    return branch


@kernel
def find_branch(branches, first, near, key):
    """Return the branch with a key, looked for from `near` on and then from the first, or NOWHERE."""
    branch = near
    while branch != NOWHERE:
        if branches[branch].key == key:
            return branch
        branch = int(branches[branch].next)
    branch = first
    while branch != near:
        if branches[branch].key == key:
            return branch
        branch = int(branches[branch].next)
    return NOWHERE


@kernel
def last_branch(branches, first):
    """Return the last branch of a node."""
    branch = first
    while branches[branch].next != NOWHERE:
        branch = int(branches[branch].next)
    return branch


@large
def select(t, nodes, branches, node, s, legal, n):
    """Return the number of the legal move to walk down, and its branch.

    A move that no deal has offered here before gets a branch of its own while there is room.
    """
    v = nodes[node]
    scale = t.exploration * np.float32(math.sqrt(np.float32(v.visits)))
    first = int(v.first)
    near = first
    best, chosen, most = 0, NOWHERE, np.float32(-1e9)
    if node == t.root and t.forced != NOWHERE:
        key = deed_of(s, int(legal.moves[t.forced]))
        return int(t.forced), find_branch(branches, first, first, key)
    for number in range(n):
        key = deed_of(s, int(legal.moves[number]))
        branch = find_branch(branches, first, near, key)
        if branch == NOWHERE:
            branch = add_branch(t, branches, key, v.rest)
            if branch == NOWHERE:
                continue
            branches[last_branch(branches, near)].next = branch
        b = branches[branch]
        near = int(b.next) if b.next != NOWHERE else first
        chance = v.chance - t.fpu_reduction
        if b.visits > 0:
            chance = b.total / np.float32(b.visits)
        score = chance + scale * b.prior / np.float32(1 + b.visits)
        if score > most:
            best, chosen, most = number, branch, score
    return best, chosen


@kernel
def start(t):
    """Stand at the root, from where `walk` goes on."""
    t.depth = 0
    t.leaf = t.root


@large
def walk(t, nodes, branches, s, legal, n):
    """Walk one branch further in the deal `s`; return how many moves are legal there, and whether to go on.

    The end is a node without branches, a branch that leads nowhere yet, or the end of the game.
    """
    node = int(t.leaf)
    if n == 0 or node == NOWHERE or nodes[node].first == NOWHERE or t.depth == MOST_PLIES:
        return n, False
    number, branch = select(t, nodes, branches, node, s, legal, n)
    if branch == NOWHERE:
        return n, False
    t.path[t.depth] = branch
    t.movers[t.depth] = s.to_play
    t.depth += 1
    n = step(s, int(legal.moves[number]), legal)
    if branches[branch].child == NOWHERE:
        branches[branch].child = add_node(t, nodes)
    t.leaf = branches[branch].child
    return n, True


@large
def descend(t, nodes, branches, s, legal, n):
    """Walk down from the root in the deal `s`, which changes; return how many moves are legal at the end."""
    start(t)
    goes_on = True
    while goes_on:
        n, goes_on = walk(t, nodes, branches, s, legal, n)
    return n


@kernel
def expand(t, nodes, branches, s, legal, n, opinion):
    """Give the leaf a branch for each legal move, if there is room for all."""
    node = int(t.leaf)
    if node == NOWHERE or n == 0 or nodes[node].first != NOWHERE:
        return
    if t.branches + n > t.last_branch:
        return
    first = int(t.branches)
    for number in range(n):
        key = deed_of(s, int(legal.moves[number]))
        branch = add_branch(t, branches, key, max(opinion.priors[number], LEAST_PRIOR))
        if number > 0:
            branches[branch - 1].next = branch
    nodes[node].first = first
    nodes[node].chance = opinion.chances[s.to_play]
    nodes[node].rest = np.float32(0.5) / np.float32(n)


@kernel
def backup(t, nodes, branches, opinion):
    """Carry the chances of all seats from the leaf to the root."""
    node = int(t.root)
    for ply in range(int(t.depth)):
        nodes[node].visits += 1
        b = branches[t.path[ply]]
        b.visits += 1
        b.total += opinion.chances[t.movers[ply]]
        node = int(b.child)
    if node != NOWHERE:
        nodes[node].visits += 1
    for seat in range(MAX_SEATS):
        t.sums[seat] += opinion.chances[seat]
    if t.depth > 0:
        t.simulations += 1


@kernel
def judge_end(s, opinion):
    """Write the chances of a game that is over: 1 shared by the winners, or by all where there is none."""
    players = int(s.players)
    winners = 0
    for seat in range(players):
        winners += s.winners >> seat & 1
    for seat in range(MAX_SEATS):
        if seat >= players:
            opinion.chances[seat] = 0.0
        elif winners == 0:
            opinion.chances[seat] = np.float32(1.0) / np.float32(players)
        else:
            opinion.chances[seat] = np.float32(s.winners >> seat & 1) / np.float32(winners)
