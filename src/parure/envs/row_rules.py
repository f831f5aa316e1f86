"""The rules of the rows of a batch, of which each may have its own."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.core.state import STATE
from parure.game.position import rules_of
from parure.rules import Rules

__all__ = ["RowRules"]

_FIELDS = ("players", "edition", "cities", "trading_posts", "orient", "strongholds")
"""The fields of a state that tell its rules."""


class RowRules:
    """The different rules in a batch, and which of them each row has."""

    kinds: list[Rules]
    which: NDArray[np.intp]

    def __init__(self, rules: Sequence[Rules]) -> None:
        """Take the rules of each row."""
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(rules))}
        self.kinds = list(numbers)
        self.which = np.array([numbers[kind] for kind in rules], np.intp)

    def __iter__(self) -> Any:
        return (self.kinds[kind] for kind in self.which)

    @property
    def players(self) -> NDArray[np.int64]:
        """How many players each row has."""
        return np.array([kind.players for kind in self.kinds], np.int64)[self.which]

    def written(self) -> NDArray[Any]:
        """Return a state that encodes each of the different rules."""
        states = np.zeros(len(self.kinds), STATE)
        for number, kind in enumerate(self.kinds):
            kind.write(states[number])
        return states

    def replace(self, rows: NDArray[Any], states: NDArray[Any]) -> None:
        """Take the rules of some rows from their new states."""
        given, which_given = _rules_among(states)
        every = list(dict.fromkeys([*self.kinds, *given]))
        which = self.which.copy()
        which[rows] = np.array([every.index(kind) for kind in given], np.intp)[which_given]
        used, self.which = np.unique(which, return_inverse=True)
        self.kinds = [every[number] for number in used]


def _rules_among(states: NDArray[Any]) -> tuple[list[Rules], NDArray[np.intp]]:
    """Return the different rules in some states, and the index of each state's rules."""
    told = np.zeros((len(states), len(_FIELDS)), np.int64)
    for column, name in enumerate(_FIELDS):
        told[:, column] = states[name]
    _, first, which = np.unique(told, axis=0, return_index=True, return_inverse=True)
    return [rules_of(states[row : row + 1]) for row in first], which.reshape(-1)
