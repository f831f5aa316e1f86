"""The champion's network as a PyTorch module, to look into, to distil or to train further.

    from parure.bots.champion.torch_network import inputs_of, network_for

    network = network_for(Rules(2))
    logits, chances = network(*inputs_of(batch.states))

It computes the same as `parure.bots.champion.network`, for many positions at once. Needs PyTorch:
`pip install "parure[train]"`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.bots.champion.inputs import write_rows
from parure.bots.champion.layout import (
    AT_TABLE,
    FIRST_LOOK,
    INPUTS,
    NOTHING_THERE,
)
from parure.bots.champion.network import GROUP, GROUPS, Shape, work_of
from parure.bots.champion.outputs import (
    ABOUT,
    CLASS,
    KEEP_FIRST,
    LEAVING,
    NO_SCORE,
    SCORES,
)
from parure.bots.champion.weights import Weights, name_for, shipped
from parure.core.actions import KEEP_CARD
from parure.core.state import MAX_SEATS
from parure.core.tables import ALL_CARDS
from parure.errors import NotInstalled
from parure.rules import Rules

try:
    import torch
    from torch import Tensor, nn
except ModuleNotFoundError as error:
    raise NotInstalled(error.name, "train") from error

__all__ = ["ChampionNetwork", "inputs_of", "network_for"]


class ChampionNetwork(nn.Module):  # type: ignore[misc]
    """The champion's network; its parameters are named as in its weights."""

    def __init__(self, shape: Shape, weights: Weights) -> None:
        """Take the weights of a network, as `parure.bots.champion.weights` loads them."""
        super().__init__()
        self.shape = shape
        for name in weights.dtype.names or ():
            setattr(self, name, nn.Parameter(torch.tensor(weights[name][0])))
        for name, numbers in (
            ("group", GROUP),
            ("of_class", CLASS),
            ("about", ABOUT),
            ("leaving", LEAVING),
        ):
            self.register_buffer(name, torch.tensor(numbers, dtype=torch.int64), persistent=False)

    def forward(self, slots: Tensor, table: Tensor, faces: Tensor) -> tuple[Tensor, Tensor]:
        """Return a logit for each action and each seat's chance to win, beginning with the seat to play.

        The logits of illegal actions mean nothing: mask them before the softmax.
        """
        kind, n = self.table.dtype, len(table)
        faces, table = faces.long(), table.to(kind)
        there = (faces != NOTHING_THERE).unsqueeze(-1)
        cards = torch.relu(self.faces[faces] + slots.to(kind) @ self.slot) * there
        groups = cards.new_zeros(n, GROUPS, self.shape.card).index_add(1, self.group, cards)
        inputs = torch.cat([table, groups.flatten(1)], dim=1)
        wide = torch.relu(inputs @ self.table + self.table_bias)
        deep = torch.relu(wide @ self.middle + self.middle_bias)
        context = torch.relu(deep @ self.context + self.context_bias)
        return self._logits(context, cards, faces), self._chances(context, table)

    def _logits(self, context: Tensor, cards: Tensor, faces: Tensor) -> Tensor:
        """Add up what speaks for each action: its class, and the card that it is about."""
        classes = context @ self.classes.T + self.classes_bias
        wishes = torch.einsum("nd,kdc->nkc", context, self.wishes) + self.wishes_bias
        wished = torch.einsum("nkc,nsc->nks", wishes, cards).flatten(1)
        nothing = classes.new_zeros(len(classes), SCORES - NO_SCORE)
        scores = torch.cat([classes, wished, nothing], dim=1)
        codes = scores[:, self.of_class] + scores[:, self.about] + scores[:, self.leaving]
        # A look into a deck keeps one of two cards, which the network knows as the first and the second.
        kept = torch.arange(ALL_CARDS, device=faces.device)
        is_first = faces[:, FIRST_LOOK : FIRST_LOOK + 1] == kept
        keeps = torch.where(is_first, codes[:, KEEP_FIRST, None], codes[:, KEEP_FIRST + 1, None])
        return torch.cat([codes[:, :KEEP_CARD], keeps], dim=1)

    def _chances(self, context: Tensor, table: Tensor) -> Tensor:
        """Return the chances of the seats; of those that nobody holds it is 0."""
        scores = context @ self.chances.T + self.chances_bias
        first = AT_TABLE.players
        players = 2 + table[:, first : first + MAX_SEATS - 1].argmax(1, keepdim=True)
        seats = torch.arange(MAX_SEATS, device=table.device)
        return scores.masked_fill(seats >= players, -torch.inf).softmax(1)


def network_for(rules: Rules) -> ChampionNetwork:
    """Return the network with which the champion plays by some rules."""
    return ChampionNetwork(*shipped(name_for(rules)))


def inputs_of(states: NDArray[Any]) -> tuple[Tensor, Tensor, Tensor]:
    """Return what the network looks at: slots, table and faces of the seats to play.

    :param states: `batch.states`, or the `state` of one game. What the seats may not know has no influence.
    """
    inputs = np.zeros(len(states), INPUTS)
    write_rows(states, np.zeros(1, work_of(Shape())), inputs)
    return tuple(torch.from_numpy(inputs[name].copy()) for name in ("slots", "table", "faces"))
