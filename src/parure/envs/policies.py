"""How whole games decide inside a batch: compiled functions that choose a move, on the CPU and the GPU alike.

`random`, `novice` and `merchant` are there by name. Your own is a function of four things, compiled by Numba:

>>> import numba
>>> from parure.core.actions import BUY, PASS
>>> @numba.njit
... def buyer(state, legal, n, notes):
...     for number in range(n):
...         if BUY <= legal.moves[number] < PASS:
...             return legal.moves[number]
...     return legal.moves[n - 1]
>>> from parure.envs.batch import Batch
>>> batch = Batch(4, seed=1)
>>> batch.rollout(100, Policy(buyer)).shape
(4,)
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from parure.bots.compiled.desires import DESIRES
from parure.bots.compiled.policy import merchant_move, novice_move
from parure.bots.styles import style_for
from parure.core import batch as core
from parure.core.jit import kernel
from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["RANDOM", "Policy", "UnknownPolicy", "find"]

NO_NOTES = np.zeros(1, np.dtype((np.record, np.dtype([("nothing", np.int8)]))))


class UnknownPolicy(ParureError):
    """There is no policy of that name."""


class Policy(NamedTuple):
    """A compiled function that chooses, and what it goes by."""

    choose: Any
    """Returns a legal move for `(state, legal, n, notes)`: one of the first `n` of `legal.moves`.

    `state` is the whole game, so it is up to the function to look only at what the seat may see. Random
    numbers come from `parure.core.random.random_below(state, n)`, and are the same on every machine.
    """
    notes: NDArray[Any] = NO_NOTES
    """One record for the function to read and to write into. Each row has a copy for the length of a call."""


@kernel
def _any(state, legal, n, notes):  # type: ignore[no-untyped-def]
    return core.choose(state, legal, n)


RANDOM = Policy(_any)
_BOTS = {"novice": novice_move, "merchant": merchant_move}


def find(policy: str | Policy, rules: Rules) -> Policy:
    """Return a policy by its name, as it plays by these rules."""
    if isinstance(policy, Policy):
        return policy
    if policy == "random":
        return RANDOM
    if policy not in _BOTS:
        known = ", ".join(("random", *_BOTS))
        raise UnknownPolicy(
            _("There is no policy “{policy}”: choose among {known}.").format(
                policy=policy, known=known
            )
        )
    notes = np.zeros(1, DESIRES)
    notes["style"] = style_for(rules.players, rules.modules)
    return Policy(_BOTS[policy], notes)


def find_each(policy: str | Policy, rules: Sequence[Rules]) -> Policy:
    """Return a policy by its name, with notes for each of these rules where they differ."""
    found = [find(policy, kind) for kind in rules]
    if found[0] is found[-1]:
        return found[0]
    notes = np.zeros(len(found), found[0].notes.dtype)
    for number, one in enumerate(found):
        notes[number] = one.notes[0]
    return Policy(found[0].choose, notes)


@cache
def chooser(choose: Any) -> Callable[..., None]:
    """Compile the loop that lets a policy choose for all rows on the CPU."""

    @numba.njit(parallel=True)
    def choose_all(states, legal, results, notes, actions):  # type: ignore[no-untyped-def]
        for row in numba.prange(len(states)):
            actions[row] = choose(states[row], legal[row], int(results[row].count), notes[row])

    return choose_all
