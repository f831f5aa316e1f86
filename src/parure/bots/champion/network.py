"""The network at play: the same sums as in training, compiled like the rules, in float32.

Every card in a slot is encoded by one small layer; the cards of a group of slots are added up and, with the
table, go through three layers to what the position is about, its *context*. From it follow the chances of
all seats, a score for each class of moves, and for each kind of move the wish that a card is matched with.

Every sum is made in one fixed order, one input after the other into all units at once, so that the same
position gets the same judgement on every machine. Inputs that are zero, which are most, cost nothing.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parure.bots.champion import inputs
from parure.bots.champion.layout import (
    FACES,
    FIRST_HAND,
    FIRST_LOOK,
    INPUTS,
    NOTHING_THERE,
    SLOT_INPUTS,
    SLOTS,
    TABLE_INPUTS,
)
from parure.bots.champion.outputs import (
    CLASS,
    CLASSES,
    KIND,
    KINDS,
    LEAVES,
    MOVES_FROM,
    SLOT,
    code_of,
)
from parure.bots.champion.tree import OPINION
from parure.core.jit import kernel
from parure.core.records import record
from parure.core.state import HAND_LIMIT, MAX_SEATS
from parure.core.tables import LEVELS, PLACE_DECK, PLACES

__all__ = ["GROUP", "GROUPS", "Shape", "evaluate", "weights_of", "work_of"]


class Shape(NamedTuple):
    """How many units the layers have: each a multiple of four."""

    card: int = 48
    wide: int = 256
    deep: int = 64


# Slots whose cards are added up: the rows level by level, each hand, the cards looked at.
GROUP = np.zeros(SLOTS, np.int64)
GROUP[:PLACES] = PLACE_DECK % LEVELS
GROUP[FIRST_HAND:FIRST_LOOK] = LEVELS + np.arange(FIRST_LOOK - FIRST_HAND) // HAND_LIMIT
GROUP[FIRST_LOOK:] = GROUP[FIRST_LOOK - 1] + 1
GROUPS = int(GROUP[-1]) + 1


def weights_of(shape: Shape) -> Any:
    """Return the record of the weights of a network: of each layer a row for every input."""
    card, wide, deep = shape
    return _record(
        {
            "faces": (FACES, card),
            "slot": (SLOT_INPUTS, card),
            "table": (TABLE_INPUTS + GROUPS * card, wide),
            "table_bias": (wide,),
            "middle": (wide, deep),
            "middle_bias": (deep,),
            "context": (deep, deep),
            "context_bias": (deep,),
            "chances": (MAX_SEATS, deep),
            "chances_bias": (MAX_SEATS,),
            "classes": (CLASSES, deep),
            "classes_bias": (CLASSES,),
            "wishes": (KINDS, deep, card),
            "wishes_bias": (KINDS, card),
        }
    )


@cache
def work_of(shape: Shape) -> Any:
    """Return the record that an evaluation works in: inputs, opinion, and what is between them."""
    card, wide, deep = shape
    between = _record(
        {
            "cards": (SLOTS, card),
            "sums": (GROUPS * card,),
            "wide": (wide,),
            "deep": (deep,),
            "context": (deep,),
            "wishes": (KINDS, card),
            "amounts": (TABLE_INPUTS + GROUPS * card + 4,),
        }
    )
    fields = [*_fields(INPUTS), *_fields(OPINION), *_fields(between)]
    fields += [("active", np.int64, TABLE_INPUTS + GROUPS * card + 4), ("wished", np.int8, KINDS)]
    return record(fields, align=True)


def _record(shapes: dict[str, tuple[int, ...]]) -> Any:
    fields = [(name, np.float32, shape) for name, shape in shapes.items()]
    return record(fields, align=True)


def _fields(dtype: Any) -> list[Any]:
    return [(name, dtype.fields[name][0].base, dtype.fields[name][0].shape) for name in dtype.names]


_NONE = np.float32(0.0)
_LOG_2 = np.float32(0.6931472)
_PER_LOG_2 = np.float32(1.442695)
_LEAST = np.float32(-80.0)
# The series of the exponential, to the sixth power.
_C2, _C3, _C4, _C5, _C6 = (np.float32(1 / n) for n in (2, 6, 24, 120, 720))
_ONE = np.float32(1.0)
# A half to every power that the least exponential asks for.
_HALVED = np.float32(0.5) ** np.arange(120, dtype=np.float32)


@kernel
def exponential(x):
    """Return e to the power of a float32 that is at most 0, within a millionth."""
    if x < _LEAST:
        return np.float32(0.0)
    halvings = np.int64(-x * _PER_LOG_2)
    r = np.float32(x + np.float32(halvings) * _LOG_2)
    y = _ONE + r * (_ONE + r * (_C2 + r * (_C3 + r * (_C4 + r * (_C5 + r * _C6)))))
    return y * _HALVED[halvings]


@kernel
def encode_cards(w, net):
    """Encode the card of every slot, and add up those of each group."""
    units = net.slot.shape[1]
    for number in range(GROUPS * units):
        w.sums[number] = _NONE
    for slot in range(SLOTS):
        face = int(w.faces[slot])
        if face == NOTHING_THERE:
            continue
        n = gather(w.slots[slot], SLOT_INPUTS, 0, w, 0)
        fill(w, n, net.slot, net.faces[face], w.cards[slot])
        first = int(GROUP[slot]) * units
        for unit in range(units):
            w.sums[first + unit] += w.cards[slot, unit]


@kernel
def gather(values, size, first, w, n):
    """List the values that are not zero after the `n` that are listed; return how many there are then."""
    for number in range(size):
        w.active[n] = first + number
        w.amounts[n] = np.float32(values[number])
        n += values[number] != 0
    return n


@kernel
def add_rows(w, n, weights, bias, out):
    """Add up the rows of the listed inputs, four at a time."""
    for more in range(n, n + 4):
        w.active[more] = 0
        w.amounts[more] = _NONE
    for unit in range(out.shape[0]):
        out[unit] = bias[unit]
    for number in range(0, n, 4):
        i0, i1 = w.active[number], w.active[number + 1]
        i2, i3 = w.active[number + 2], w.active[number + 3]
        a0, a1 = w.amounts[number], w.amounts[number + 1]
        a2, a3 = w.amounts[number + 2], w.amounts[number + 3]
        for unit in range(out.shape[0]):
            out[unit] = (
                out[unit]
                + a0 * weights[i0, unit]
                + a1 * weights[i1, unit]
                + a2 * weights[i2, unit]
                + a3 * weights[i3, unit]
            )


@kernel
def fill(w, n, weights, bias, out):
    """Work out the units of a layer from the listed inputs: none is below zero."""
    add_rows(w, n, weights, bias, out)
    for unit in range(out.shape[0]):
        out[unit] = max(out[unit], _NONE)


@kernel
def product(a, b):
    """Return the sum of products of two rows, in four sums that do not wait for each other."""
    s0, s1, s2, s3 = _NONE, _NONE, _NONE, _NONE
    for number in range(0, a.shape[0], 4):
        s0 += a[number] * b[number]
        s1 += a[number + 1] * b[number + 1]
        s2 += a[number + 2] * b[number + 2]
        s3 += a[number + 3] * b[number + 3]
    return (s0 + s1) + (s2 + s3)


@kernel
def understand(w, net):
    """Turn the inputs into the context."""
    encode_cards(w, net)
    n = gather(w.table, TABLE_INPUTS, 0, w, 0)
    n = gather(w.sums, w.sums.shape[0], TABLE_INPUTS, w, n)
    fill(w, n, net.table, net.table_bias, w.wide)
    n = gather(w.wide, w.wide.shape[0], 0, w, 0)
    fill(w, n, net.middle, net.middle_bias, w.deep)
    n = gather(w.deep, w.deep.shape[0], 0, w, 0)
    fill(w, n, net.context, net.context_bias, w.context)


@kernel
def soften(scores, n):
    """Turn the first n scores into shares of 1 (softmax)."""
    highest = np.float32(-1e30)
    for number in range(n):
        highest = max(highest, scores[number])
    whole = _NONE
    for number in range(n):
        scores[number] = exponential(scores[number] - highest)
        whole += scores[number]
    for number in range(n):
        scores[number] /= whole


@kernel
def judge_seats(s, w, net):
    """Write the chances of all seats."""
    players, seat = int(s.players), int(s.to_play)
    for ahead in range(MAX_SEATS):
        w.chances[ahead] = _NONE
    for ahead in range(players):
        score = net.chances_bias[ahead] + product(net.chances[ahead], w.context)
        w.chances[(seat + ahead) % players] = score
    soften(w.chances, players)


@kernel
def wish(w, net, n, kind, slot):
    """Return how well the card of a slot fits what the position wishes for a kind of move.

    :param n: how many units of the context are listed.
    """
    if w.wished[kind] == 0:
        w.wished[kind] = 1
        add_rows(w, n, net.wishes[kind], net.wishes_bias[kind], w.wishes[kind])
    return product(w.wishes[kind], w.cards[slot])


@kernel
def judge_moves(s, legal, n, w, net):
    """Write how likely each legal move is."""
    for kind in range(KINDS):
        w.wished[kind] = 0
    listed = gather(w.context, w.context.shape[0], 0, w, 0)
    for number in range(n):
        code = code_of(s, int(legal.moves[number]))
        own = CLASS[code]
        score = net.classes_bias[own] + product(net.classes[own], w.context)
        if KIND[code] >= 0:
            score += wish(w, net, listed, int(KIND[code]), int(SLOT[code]))
        if LEAVES[code] >= 0:
            score += wish(w, net, listed, MOVES_FROM, int(LEAVES[code]))
        w.priors[number] = score
    soften(w.priors, n)


@kernel
def evaluate(s, legal, n, w, net):
    """Write the chances of all seats and the likelihood of each legal move, as the seat to play sees it."""
    inputs.write(s, w)
    understand(w, net)
    judge_seats(s, w, net)
    judge_moves(s, legal, n, w, net)
