"""The champion's network in PyTorch, for training; `parure.bots.champion.network` computes the same."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from parure.bots.champion.layout import (
    FACES,
    INPUTS,
    NOTHING_THERE,
    SLOT_INPUTS,
    SLOTS,
    TABLE_INPUTS,
)
from parure.bots.champion.network import GROUP, GROUPS, Shape
from parure.bots.champion.outputs import CLASSES, KINDS, NO_SCORE, SCORES
from parure.components import CARDS
from parure.core.state import MAX_SEATS
from parure.core.tables import COLOUR, DECKS, DISCARDS, EFFECT, GEMS, WORTH

_EFFECTS = 8
EMPTY = -1000.0
"""What an empty slot adds before the ReLU, so that its encoding is zero."""
COUNT_SCALE = 0.25
"""The factor that brings small counts into the range of the other inputs."""


def printed() -> Tensor:
    """Return the printed features of each face: all cards, a hidden card of each deck, and no card."""

    def one_of(size: int, position: int) -> list[int]:
        return [int(place == position) for place in range(size)]

    rows = []
    for number, card in enumerate(CARDS):
        deck = card.level - 1 + 3 * (card.set != "base")
        rows.append(
            [
                *one_of(DECKS, deck),
                *(COUNT_SCALE * price for price in card.price),
                *one_of(GEMS, int(COLOUR[number])),
                int(WORTH[number]),
                COUNT_SCALE * card.prestige,
                *one_of(_EFFECTS, int(EFFECT[number])),
                *one_of(GEMS, int(DISCARDS[number])),
            ]
        )
    width = len(rows[0])
    for deck in range(DECKS):
        rows.append([*one_of(DECKS, deck), *([0] * (width - DECKS))])
    rows.append([0] * width)
    return torch.tensor(rows, dtype=torch.float32)


class Judgement(NamedTuple):
    """The outputs of the network for a batch of positions."""

    scores: Tensor
    """A row of SCORES numbers; see `outputs`."""
    chances: Tensor
    """The logits of the chances to win, starting with the seat to play."""
    margins: Tensor
    """Final prestige minus that of the best other seat; an auxiliary output."""
    left: Tensor
    """Rounds left; an auxiliary output."""


class Network(nn.Module):
    """One encoder for all cards; their sums and the table go through three layers to the output heads."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        card, wide, deep = shape
        self.register_buffer("printed", printed(), persistent=False)
        self.register_buffer("group", torch.from_numpy(GROUP), persistent=False)
        self.face = nn.Embedding(FACES, card)
        self.face_by_print = nn.Linear(self.printed.shape[1], card, bias=False)
        self.slot = nn.Linear(SLOT_INPUTS, card)
        self.table = nn.Linear(TABLE_INPUTS + GROUPS * card, wide)
        self.middle = nn.Linear(wide, deep)
        self.context = nn.Linear(deep, deep)
        self.classes = nn.Linear(deep, CLASSES)
        self.wishes = nn.Linear(deep, KINDS * card)
        self.chances = nn.Linear(deep, MAX_SEATS)
        self.auxiliary = nn.Linear(deep, MAX_SEATS + 1)
        nn.init.normal_(self.face.weight, std=0.02)
        for layer in (self.classes, self.wishes, self.chances, self.auxiliary):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)

    def faces(self) -> Tensor:
        """Return what each face adds to its slot; “no card” is far below zero."""
        table = self.face.weight + functional.linear(self.printed, self.face_by_print.weight)
        return torch.cat([table[:NOTHING_THERE], table.new_full((1, self.shape.card), EMPTY)])

    def cards(self, slots: Tensor, faces: Tensor) -> Tensor:
        """Return the encoded card of every slot."""
        table, weight = self.faces().to(slots.dtype), self.slot.weight.to(slots.dtype) * COUNT_SCALE
        if self.training:
            # A matrix product instead of a lookup, whose gradients collide where slots share a face.
            numbers = torch.arange(FACES, dtype=faces.dtype, device=faces.device)
            slots = torch.cat([slots, (faces.unsqueeze(-1) == numbers).to(slots.dtype)], dim=2)
            weight = torch.cat([weight, table.T], dim=1)
            found = functional.linear(slots, weight, self.slot.bias.to(slots.dtype))
        else:
            known = functional.embedding(faces.int(), table + self.slot.bias.to(slots.dtype))
            found = torch.addmm(known.flatten(0, 1), slots.flatten(0, 1), weight.T).view_as(known)
        return functional.relu(found)

    def of_table(self, kind: torch.dtype) -> tuple[Tensor, Tensor]:
        """Return the weights of the table's inputs in the wide layer, and its biases."""
        weight = self.table.weight[:, :TABLE_INPUTS] * COUNT_SCALE
        return weight.to(kind), self.table.bias.to(kind)

    def of_slots(self, kind: torch.dtype) -> Tensor:
        """Return the weights of the encoded cards in the wide layer, by slot; slots of a group share theirs.

        One large product is many times faster than summing the groups first.
        """
        of_groups = self.table.weight[:, TABLE_INPUTS:].T.view(GROUPS, self.shape.card, -1)
        return of_groups[self.group].flatten(0, 1).to(kind)

    def forward(self, inputs: Tensor) -> Judgement:
        """Judge positions, each the bytes of an INPUTS record."""
        n = inputs.shape[0]
        fields = INPUTS.fields
        slots_at, table_at, faces_at = (fields[name][1] for name in ("slots", "table", "faces"))
        numbers = inputs.view(torch.int8)
        kind = torch.bfloat16 if inputs.is_cuda else torch.float32
        slots = numbers[:, slots_at : slots_at + SLOTS * SLOT_INPUTS].to(kind)
        table = numbers[:, table_at : table_at + TABLE_INPUTS].to(kind)
        faces = inputs[:, faces_at : faces_at + 2 * SLOTS].contiguous().view(torch.int16)
        cards = self.cards(slots.view(n, SLOTS, SLOT_INPUTS), faces)
        wide = functional.linear(table, *self.of_table(kind))
        wide = functional.relu(torch.addmm(wide, cards.flatten(1), self.of_slots(kind)))
        deep = functional.relu(_linear(self.middle, wide))
        context = functional.relu(_linear(self.context, deep))
        wishes = _linear(self.wishes, context).view(n, KINDS, self.shape.card)
        about = torch.matmul(wishes, cards.transpose(1, 2)).flatten(1)
        nothing = about.new_zeros(n, SCORES - NO_SCORE)
        auxiliary = _linear(self.auxiliary, context)
        return Judgement(
            torch.cat([_linear(self.classes, context), about, nothing], dim=1).float(),
            _linear(self.chances, context).float(),
            auxiliary[:, :MAX_SEATS].float(),
            auxiliary[:, MAX_SEATS].float(),
        )


def _linear(layer: nn.Linear, x: Tensor) -> Tensor:
    """Apply a layer in the precision of its input."""
    return functional.linear(x, layer.weight.to(x.dtype), layer.bias.to(x.dtype))
