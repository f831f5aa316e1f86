"""What a decision of a turn leads to: by this, a bot that searches knows in the next one where it is."""

import numpy as np

from parure.core import calls
from parure.core.state import LEGAL
from parure.game.position import State, copied

__all__ = ["continues", "sequel"]

_SEEN_BY_ALL = ("players", "turns", "to_play", "bank", "tokens", "owner", "nobles", "pending")


def sequel(view: State, move: int) -> State | None:
    """Return the table after a move, as far as one can know it, where the turn goes on after it."""
    after, legal = copied(view), np.zeros(1, LEGAL)
    calls.determinize(after, 0)
    calls.apply(after, move)
    while calls.decide(after, legal) == 1:
        calls.apply(after, legal["moves"].item(0))
    return after if after["turns"] == view["turns"] else None


def continues(expected: State, view: State) -> bool:
    """Tell whether a view is what was expected, as far as one can know what a turn turns up."""
    return all(np.array_equal(expected[name], view[name]) for name in _SEEN_BY_ALL)
