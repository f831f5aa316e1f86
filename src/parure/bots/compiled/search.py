"""Tree search over what a seat knows: information-set Monte Carlo tree search.

Each iteration imagines a fresh deal, walks down one tree by the moves that are legal in that deal, adds a
node where it leaves the tree, and carries the chances of all seats there back up. A branch stands for what
is done rather than where (`core.deeds`), so that deals share what they have in common and chance needs no
nodes of its own. Every seat plays for its own chance.

The small decisions of the turn at the root are in the tree; those of later turns are made by quick
judgement, as are the ends of the turns that give each new branch its first value.
"""

import math

import numpy as np

from parure.bots.compiled.evaluation import evaluate
from parure.bots.compiled.lookahead import look_after
from parure.bots.compiled.policy import answer
from parure.core.apply import apply
from parure.core.deals import redeal
from parure.core.deeds import DEEDS, deed_of, names_unseen
from parure.core.jit import kernel
from parure.core.legal import decide
from parure.core.observe import determinize
from parure.core.state import ACTION, MAX_LEGAL, MAX_SEATS, head

NOTHING = -1
LEAST_DOUBT = np.float32(1e-4)
UNKNOWN = np.float32(-1e9)
# How far, in the exponent, a branch may be behind the best, or ahead where it is found later.
LEAST_AHEAD, MOST_AHEAD = -10.0, 3.0
MOST_PLIES = 60
# A new deal from nothing after so many iterations; in between, the tops of the decks are shuffled.
FRESH_EVERY = 64
DRAWN_IN_A_WALK = 10
# An expected line goes on while its moves have more visits than this.
LITTLE_SEEN = 10

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("first", np.int32),  # its first branch; the others are linked
                ("visits", np.int32),
                ("best", np.float32),  # the log-odds of the branch that looked best
            ],
            align=True,
        ),
    )
)

BRANCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.int32),
                ("next", np.int32),
                ("child", np.int32),
                ("visits", np.int32),
                ("prior", np.float32),  # how good it looked, compared with the node's best
                ("chance", np.float32),  # the first estimate for the seat that decides
                ("sums", np.float32, MAX_SEATS),  # of the chances of all seats, over the visits
            ],
            align=True,
        ),
    )
)

TREE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seed", np.uint64),
                ("iterations", np.int64),  # done so far
                ("root", np.int32),
                ("nodes", np.int32),  # in use
                ("branches", np.int32),
                ("exploration", np.float32),  # how much priors count against what was seen
                ("temperature", np.float32),  # of the priors: how even they are
                ("mark", np.int32),
                (
                    "marks",
                    np.int32,
                    DEEDS,
                ),  # which keys have a branch at the node that is looked at
                ("slots", np.int32, DEEDS),  # and which
                ("offered", np.int32, MAX_LEGAL),  # the branches of the legal moves
                ("path", np.int32, MOST_PLIES),
            ],
            align=True,
        ),
    )
)

REPORT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("visits", np.int64, MAX_LEGAL),
                ("first", np.float32, MAX_LEGAL),  # the first estimate for the seat that decides
                ("sums", np.float32, (MAX_LEGAL, MAX_SEATS)),
            ],
            align=True,
        ),
    )
)
"""What a search found out about each legal move."""


@kernel
def add_node(t, nodes):
    """Return a node without branches, or NOTHING where there is no room."""
    if t.nodes == len(nodes):
        return NOTHING
    node = int(t.nodes)
    t.nodes += 1
    nodes[node].first = NOTHING
    nodes[node].visits = 0
    nodes[node].best = UNKNOWN
    return node


@kernel
def mark_branches(t, nodes, branches, node):
    """Note which keys have a branch at a node."""
    t.mark += 1
    branch = int(nodes[node].first)
    while branch != NOTHING:
        t.marks[branches[branch].key] = t.mark
        t.slots[branches[branch].key] = branch
        branch = int(branches[branch].next)


@kernel
def log_odds(chance):
    """Return the log-odds of a chance."""
    chance = min(max(chance, 1e-4), 1.0 - 1e-4)
    return math.log(chance / (1.0 - chance))


@kernel
def expand(t, nodes, branches, node, states, s, legal, n, later, d, o, net):
    """Add a branch for every legal move that has none; False where there is no room.

    A branch begins with the chance that the seat has after it when the turn is finished.
    """
    seat = int(s.to_play)
    first = int(t.branches)
    if first + n > len(branches):
        return False
    best = nodes[node].best
    for number in range(n):
        move = int(legal.moves[number])
        key = deed_of(s, move)
        if t.marks[key] != t.mark:
            branch = int(t.branches)
            t.branches += 1
            t.marks[key] = t.mark
            t.slots[key] = branch
            states[1] = s
            look_after(states[1], move, later, d, o, net)
            b = branches[branch]
            b.key = key
            b.child = NOTHING
            b.visits = 0
            b.chance = o.chances[seat]
            b.prior = log_odds(b.chance)
            for other in range(MAX_SEATS):
                b.sums[other] = 0.0
            b.next = nodes[node].first
            nodes[node].first = branch
            best = max(best, b.prior)
    if first == t.branches:
        return True
    if nodes[node].best == UNKNOWN:
        nodes[node].best = best
    for branch in range(first, t.branches):
        ahead = (branches[branch].prior - nodes[node].best) / t.temperature
        branches[branch].prior = math.exp(max(min(ahead, MOST_AHEAD), LEAST_AHEAD))
    return True


@kernel
def select(t, branches, s, legal, n):
    """Return the number of the legal move to walk down, by its value so far and its prior (PUCT)."""
    seat = int(s.to_play)
    visits = 0
    prior = np.float32(0.0)
    seen = np.float32(0.0)
    for number in range(n):
        slot = int(t.slots[deed_of(s, int(legal.moves[number]))])
        t.offered[number] = slot
        visits += branches[slot].visits
        prior += branches[slot].prior
        seen += branches[slot].sums[seat]
    # Where the game is as good as decided, chances differ little, and priors must count little.
    doubt = np.float32(0.25)
    if visits > 0:
        seen /= visits
        doubt = max(seen * (1 - seen), LEAST_DOUBT)
    scale = 2 * t.exploration * np.float32(math.sqrt(doubt * (visits + 1))) / prior
    best, most = 0, np.float32(-1e9)
    for number in range(n):
        b = branches[t.offered[number]]
        score = (b.chance + b.sums[seat] + scale * b.prior) / np.float32(1 + b.visits)
        if score > most:
            best, most = number, score
    return best


@kernel
def go_on(s, turn, legal, d):
    """Go on to the next decision of the tree: any of the turn at the root, later only actions."""
    n = decide(s, legal)
    while n == 1 or (n > 0 and s.turns != turn and head(s) != ACTION):
        move = int(legal.moves[0])
        if n > 1:
            move = answer(s, legal, n, d)
        apply(s, move)
        n = decide(s, legal)
    return n


@kernel
def look_here(s, legal, n, d, o, net):
    """Write the chances of all seats, after the end of a turn that is under way."""
    if n > 0 and head(s) != ACTION:
        look_after(s, answer(s, legal, n, d), legal, d, o, net)
    else:
        evaluate(s, o, net)


@kernel
def walk(t, nodes, branches, states, legal, later, d, o, net):
    """Do one iteration from the deal in `states[0]`."""
    s = states[0]
    turn = int(s.turns)
    node = int(t.root)
    depth = 0
    n = go_on(s, turn, legal, d)
    while n > 0 and depth < MOST_PLIES:
        visits = int(nodes[node].visits)
        nodes[node].visits += 1
        if visits == 0 and depth > 0:
            break
        mark_branches(t, nodes, branches, node)
        if not expand(t, nodes, branches, node, states, s, legal, n, later, d, o, net):
            break
        move = int(legal.moves[select(t, branches, s, legal, n)])
        branch = int(t.slots[deed_of(s, move)])
        t.path[depth] = branch
        depth += 1
        apply(s, move)
        n = go_on(s, turn, legal, d)
        if branches[branch].child == NOTHING:
            branches[branch].child = add_node(t, nodes)
        node = int(branches[branch].child)
        if node == NOTHING:
            break
    look_here(s, legal, n, d, o, net)
    for ply in range(depth):
        b = branches[t.path[ply]]
        b.visits += 1
        for seat in range(int(s.players)):
            b.sums[seat] += o.chances[seat]


@kernel
def search(t, nodes, branches, view, states, legal, later, d, o, net, iterations):
    """Do so many iterations from what a seat knows.

    :param states: room for three states: the deal, a look ahead, the last deal from nothing.
    """
    viewer = int(view.to_play)
    for number in range(iterations):
        if t.iterations % FRESH_EVERY == 0 or number == 0:
            states[2] = view
            determinize(states[2], t.seed + np.uint64(t.iterations))
        states[0] = states[2]
        redeal(states[0], viewer, DRAWN_IN_A_WALK)
        states[2].rng = states[0].rng
        walk(t, nodes, branches, states, legal, later, d, o, net)
        t.iterations += 1


@kernel
def child_by(t, nodes, branches, key):
    """Return the node after a branch of the root, or NOTHING."""
    branch = int(nodes[t.root].first)
    while branch != NOTHING:
        if branches[branch].key == key:
            return int(branches[branch].child)
        branch = int(branches[branch].next)
    return NOTHING


@kernel
def report(t, nodes, branches, s, legal, n, found):
    """Write what the root knows of each legal move."""
    mark_branches(t, nodes, branches, int(t.root))
    for number in range(n):
        key = deed_of(s, int(legal.moves[number]))
        found.visits[number] = 0
        found.first[number] = 0.0
        for seat in range(MAX_SEATS):
            found.sums[number, seat] = 0.0
        if t.marks[key] == t.mark:
            b = branches[t.slots[key]]
            found.visits[number] = b.visits
            found.first[number] = b.chance
            for seat in range(MAX_SEATS):
                found.sums[number, seat] = b.sums[seat]


@kernel
def follow(t, nodes, branches, view, move, s, legal, d, line):
    """Write how the game most often went on after a move at the root; return how many moves.

    The line ends where little was seen of it, or where it would name a card that nobody knows.
    """
    node = int(t.root)
    turn = int(s.turns)
    length = 0
    while length < MOST_PLIES:
        line.moves[length] = move
        length += 1
        mark_branches(t, nodes, branches, node)
        key = deed_of(s, move)
        if t.marks[key] != t.mark:
            break
        node = int(branches[t.slots[key]].child)
        apply(s, move)
        n = go_on(s, turn, legal, d)
        if n == 0 or node == NOTHING or nodes[node].first == NOTHING:
            break
        mark_branches(t, nodes, branches, node)
        most = LITTLE_SEEN
        move = NOTHING
        for number in range(n):
            key = deed_of(s, int(legal.moves[number]))
            if t.marks[key] == t.mark and branches[t.slots[key]].visits > most:
                most = int(branches[t.slots[key]].visits)
                move = int(legal.moves[number])
        if move == NOTHING or names_unseen(s, view, move):
            break
    return length
