"""Policies: compiled functions that choose moves inside a batch, on the CPU and the GPU alike.

`random`, `novice` and `merchant` have names. Your own policy is a function of four arguments that Numba
compiles:

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

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parure.bots.compiled import policy as bots
from parure.bots.compiled.needs import NEEDS
from parure.bots.tuned import style_for
from parure.core import batch as core
from parure.core.jit import kernel
from parure.core.records import record
from parure.envs.compiled.addresses import Addressed, randomly
from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["RANDOM", "Policy", "UnknownPolicy", "find"]

NO_NOTES = np.zeros(1, record([("nothing", np.int8)]))


class UnknownPolicy(ParureError):
    """The policy does not exist."""


class Policy(NamedTuple):
    """A policy: a compiled function that chooses moves, with its data."""

    choose: Any
    """Returns a legal move for `(state, legal, n, notes)`: one of the first `n` of `legal.moves`.

    `state` is the whole game; the function itself must ignore what the seat may not know. For random numbers,
    use `parure.core.random.random_below(state, n)`, which gives the same ones on every machine.
    """
    notes: NDArray[Any] = NO_NOTES
    """A record that the function may read and write.

    Each row gets a copy for the duration of a call; an opponent's copy lasts until its pool changes,
    `reset` or `load`.
    """


@kernel
def _any(state, legal, n, notes):  # type: ignore[no-untyped-def]
    return core.choose(state, legal, n)


RANDOM = Policy(_any)
_BOTS = {"novice": bots.novice_move, "merchant": bots.merchant_move}
_KEPT = {
    _any: randomly,
    bots.novice_move: bots.novice_by_pointers,
    bots.merchant_move: bots.merchant_by_pointers,
}

NAMES = ("random", *_BOTS)
"""The names of the policies that Parure has."""


def find(policy: str | Policy, rules: Rules) -> Policy:
    """Return the policy with this name, prepared for these rules."""
    if isinstance(policy, Policy):
        return policy
    if policy == "random":
        return RANDOM
    if policy not in _BOTS:
        known = ", ".join(NAMES)
        raise UnknownPolicy(
            _("There is no policy “{policy}”: choose from {known}.").format(
                policy=policy, known=known
            )
        )
    notes = np.zeros(1, NEEDS)
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


def address_of(policy: Policy) -> int:
    """Return the address of a policy for compiled loops; the first call compiles it."""
    address: int = _addressed(policy.choose, policy.notes.dtype).address
    return address


@cache
def _addressed(choose: Any, notes: "np.dtype[Any]") -> Addressed:
    return Addressed(choose, notes, _KEPT.get(choose))  # type: ignore[no-untyped-call]
