"""A faster forward pass of the network on a GPU, with two fused kernels.

`model.Network` looks up the cards, converts the inputs and sums them in separate passes over memory. Here one
kernel does all of it, a second matches wishes with cards, and the weights are prepared once for many batches.
The kernels are in Triton, which comes with PyTorch on a GPU.
"""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

import torch
import triton
import triton.language as tl
from torch import Tensor
from torch.nn import functional

from parure.bots.champion.layout import FACES, INPUTS, SLOT_INPUTS, SLOTS, TABLE_INPUTS
from parure.bots.champion.outputs import CLASSES, KINDS, NO_SCORE, SCORES
from training.model import COUNT_SCALE, Network

# Kernels work on powers of two: the inputs of a slot are split into two, and encoded cards are padded.
MOST = 64
REST = 16
assert MOST + REST == SLOT_INPUTS

# How much one program of a kernel does; these values were the fastest.
SLOTS_AT_ONCE = 128
ROWS_AT_ONCE = 4

ROUNDING = 0.03
"""The relative difference allowed; the network in bfloat16 is off by 0.007 itself."""

SIZE = INPUTS.itemsize
FACES_AT = INPUTS.fields["faces"][1]
TABLE_AT = INPUTS.fields["table"][1]


class Said(NamedTuple):
    """The outputs of a `model.Judgement` that a search needs."""

    scores: Tensor
    chances: Tensor


@triton.jit
def encode(  # type: ignore[no-untyped-def]
    inputs, faces, weight, known, encoded, slots,
    SIZE: tl.constexpr, SLOTS: tl.constexpr, MOST: tl.constexpr, REST: tl.constexpr,
    FACES_AT: tl.constexpr, CARD: tl.constexpr, PADDED: tl.constexpr, WIDTH: tl.constexpr,
    MANY: tl.constexpr,
):  # fmt: skip
    """Write the encoded cards of `MANY` slots."""
    number = tl.program_id(0) * MANY + tl.arange(0, MANY)
    here = (number < slots)[:, None]
    row, slot = (number // SLOTS).to(tl.int64), number % SLOTS
    most, rest, unit = tl.arange(0, MOST), MOST + tl.arange(0, REST), tl.arange(0, PADDED)
    at = inputs + (row * SIZE + slot * (MOST + REST))[:, None]
    kind = weight.dtype.element_ty
    first = tl.load(at + most[None, :], mask=here, other=0).to(kind)
    last = tl.load(at + rest[None, :], mask=here, other=0).to(kind)
    found = tl.dot(first, tl.load(weight + most[:, None] * PADDED + unit[None, :]))
    found = tl.dot(last, tl.load(weight + rest[:, None] * PADDED + unit[None, :]), found)
    face = tl.load(faces + row * (SIZE // 2) + FACES_AT // 2 + slot, mask=number < slots, other=0)
    found += tl.load(known + face.to(tl.int32)[:, None] * PADDED + unit[None, :]).to(tl.float32)
    to = encoded + (row * WIDTH + slot * CARD)[:, None] + unit[None, :]
    tl.store(to, tl.maximum(found, 0.0).to(kind), mask=here & (unit < CARD)[None, :])


@triton.jit
def match(  # type: ignore[no-untyped-def]
    encoded, wishes, scores, rows,
    WIDTH: tl.constexpr, SLOTS: tl.constexpr, CARD: tl.constexpr, PADDED: tl.constexpr,
    KINDS: tl.constexpr, CLASSES: tl.constexpr, SCORES: tl.constexpr, MANY: tl.constexpr,
):  # fmt: skip
    """Write how well the card of each slot matches each wish, for `MANY` positions."""
    row = (tl.program_id(0) * MANY + tl.arange(0, MANY)).to(tl.int64)
    slot, unit = tl.arange(0, SLOTS), tl.arange(0, PADDED)
    here = (row < rows)[:, None]
    known = here & (unit < CARD)[None, :]
    cards = encoded + row[:, None, None] * WIDTH + slot[None, :, None] * CARD + unit[None, None, :]
    cards = tl.load(cards, mask=known[:, None, :], other=0.0).to(tl.float32)
    for kind in tl.static_range(KINDS):
        wish = wishes + row[:, None] * (KINDS * CARD) + kind * CARD + unit[None, :]
        wish = tl.load(wish, mask=known, other=0.0).to(tl.float32)
        to = scores + row[:, None] * SCORES + CLASSES + kind * SLOTS + slot[None, :]
        tl.store(to, tl.sum(cards * wish[:, None, :], axis=2), mask=here)


class Fused:
    """A network's forward pass in fused kernels; call `prepare` after its weights have changed."""

    def __init__(self, network: Network) -> None:
        self.network = network
        card, wide, _deep = network.shape
        self._width = SLOTS * card + TABLE_INPUTS
        self._padded = triton.next_power_of_2(card)
        device = network.slot.weight.device
        kind = torch.bfloat16 if device.type == "cuda" else torch.float32

        def zeros(*shape: int) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=device)

        self.slot, self.known = zeros(SLOT_INPUTS, self._padded), zeros(FACES, self._padded)
        self.wide, self.wide_bias = zeros(self._width, wide), zeros(wide)
        layers = network.middle, network.context, network.classes, network.wishes, network.chances
        self._copies = [(layer, deepcopy(layer).to(kind)) for layer in layers]
        self.prepare()

    @torch.no_grad()
    def prepare(self) -> None:
        """Copy the weights from the network."""
        net, card = self.network, self.network.shape.card
        self.slot[:, :card] = net.slot.weight.T * COUNT_SCALE
        self.known[:, :card] = net.faces() + net.slot.bias
        of_table, bias = net.of_table(self.wide.dtype)
        self.wide[:-TABLE_INPUTS] = net.of_slots(self.wide.dtype)
        self.wide[-TABLE_INPUTS:] = of_table.T
        self.wide_bias.copy_(bias)
        for layer, copy in self._copies:
            copy.weight.copy_(layer.weight)
            copy.bias.copy_(layer.bias)

    @torch.no_grad()
    def __call__(self, inputs: Tensor) -> Said:
        """Judge a batch of positions, each the bytes of an INPUTS record."""
        card, rows = self.network.shape.card, inputs.shape[0]
        middle, context, classes, wishes, chances = (copy for _, copy in self._copies)
        numbers, faces = inputs.view(torch.int8), inputs.view(torch.int16)
        encoded = self.wide.new_empty((rows, self._width))
        scores = torch.empty((rows, SCORES), device=inputs.device)
        encode[(triton.cdiv(SLOTS * rows, SLOTS_AT_ONCE),)](
            numbers, faces, self.slot, self.known, encoded, SLOTS * rows,
            SIZE, SLOTS, MOST, REST, FACES_AT, card, self._padded, self._width, SLOTS_AT_ONCE,
        )  # fmt: skip
        encoded[:, -TABLE_INPUTS:] = numbers[:, TABLE_AT : TABLE_AT + TABLE_INPUTS]
        found = functional.relu(torch.addmm(self.wide_bias, encoded, self.wide))
        found = functional.relu(context(functional.relu(middle(found))))
        match[(triton.cdiv(rows, ROWS_AT_ONCE),)](
            encoded, wishes(found), scores, rows,
            self._width, SLOTS, card, self._padded, KINDS, CLASSES, SCORES, ROWS_AT_ONCE,
        )  # fmt: skip
        scores[:, :CLASSES] = classes(found)
        scores[:, NO_SCORE:] = 0
        return Said(scores, chances(found).float())

    @torch.no_grad()
    def agrees(self, inputs: Tensor) -> bool:
        """Tell whether the kernels agree with the network, apart from rounding.

        What Triton compiles depends on its version and on the GPU.
        """
        said, judged = self(inputs), self.network(inputs)
        return all(
            bool((ours - theirs).norm() <= ROUNDING * theirs.norm())
            for ours, theirs in ((said.scores, judged.scores), (said.chances, judged.chances))
        )
