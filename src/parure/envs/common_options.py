"""The options that several environments share: their types and validation.

`RowRules` holds the rules of each row of a batch, and `on_threads` sets the threads of its loops.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeAlias, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from parure.core import calls
from parure.core.state import STATE
from parure.errors import IllegalMove, ParureError
from parure.game.position import rules_of
from parure.i18n import gettext as _
from parure.rules import MODULES, Rules, checked_seed

__all__ = [
    "MAX_TURNS",
    "Autoreset",
    "Illegal",
    "MaskedObservations",
    "Observations",
    "RenderMode",
    "Reward",
    "RowRules",
    "checked_threads",
    "on_threads",
    "row_seeds",
]

MAX_TURNS = 400
"""The default turn limit: more than twice the length of the longest random games."""

Autoreset: TypeAlias = Literal["same_step", "next_step"]

Illegal: TypeAlias = Literal["lose", "raise"]

Observations: TypeAlias = Literal["flat", "dict"]

MaskedObservations: TypeAlias = Literal["flat", "dict", "box"]

RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]

Reward: TypeAlias = Literal["win", "margin"]

Choice = TypeVar("Choice", bound=str | None)


def whole(number: Any) -> int | None:
    """Return a whole number, possibly NumPy's, as an `int`."""
    try:
        return None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        return None


def checked_choice(option: str, value: Choice, known: Sequence[Choice]) -> Choice:
    """Return an option's value, or raise an error if it is unknown."""
    if value not in known:
        raise ParureError(
            _("{option} can’t be {value!r}: choose from {known}.").format(
                option=option, value=value, known=", ".join(map(repr, known))
            )
        )
    return value


def checked_limit(max_turns: int | None) -> int | None:
    """Return a turn limit, or raise an error if it is invalid."""
    if max_turns is None:
        return None
    limit = whole(max_turns)
    if limit is None or limit < 1:
        raise ParureError(_("max_turns must be None or a whole number, 1 or more."))
    return limit


def row_seeds(seed: int, rows: range) -> NDArray[np.uint64]:
    """Return the seeds of the rows with these numbers: hashes of both numbers, below 2**53.

    >>> row_seeds(7, range(2)).tolist()
    [4106355846469399, 6498767946634617]
    """
    seeds = np.zeros(len(rows), np.uint64)
    calls.write_row_seeds(seeds, np.uint64(checked_seed(seed)), rows.start)
    return seeds


def check_no_options(options: Mapping[str, Any] | None) -> None:
    """Raise an error if `reset` is given options: there are none."""
    if options:
        raise ParureError(
            _("reset() knows no options: leave out {options}.").format(options=", ".join(options))
        )


def checked_actions(actions: Any, n: int) -> Any:
    """Return an array, or raise an error unless it has `n` whole numbers."""
    if actions.shape != (n,) or actions.dtype.kind not in "iu":
        raise IllegalMove(
            _(
                "A batch of {n} games needs {n} whole numbers, not an array of shape "
                "{shape} and type {kind}."
            ).format(n=n, shape=actions.shape, kind=actions.dtype)
        )
    return actions


_FIELDS = ("players", "edition", *MODULES)
"""The fields of a state that tell its rules."""


class RowRules:
    """The different rules in a batch, and the rules of each row."""

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
        """The number of players in each row."""
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


ROWS_A_THREAD = 256
"""Rows per thread; with fewer, waking another thread costs more than it saves."""


class Threaded(Protocol):
    """An object that says how many threads its loops should use."""

    threads: int


Loops = TypeVar("Loops", bound=Threaded)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def checked_threads(threads: int | None, rows: int) -> int:
    """Return a valid number of threads; None gives one for every `ROWS_A_THREAD` rows."""
    most: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    if threads is None:
        return max(1, min(rows // ROWS_A_THREAD, most))
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= most:
        raise ParureError(_("threads must be a whole number from 1 to {most}.").format(most=most))
    return threads


def on_threads(
    method: Callable[Concatenate[Loops, Parameters], Result],
) -> Callable[Concatenate[Loops, Parameters], Result]:
    """Run the compiled loops of a method on the batch's number of threads."""

    @wraps(method)
    def run(batch: Loops, /, *args: Parameters.args, **options: Parameters.kwargs) -> Result:
        before = numba.get_num_threads()
        wanted = min(before, batch.threads)
        if before == wanted:
            return method(batch, *args, **options)
        numba.set_num_threads(wanted)
        try:
            return method(batch, *args, **options)
        finally:
            numba.set_num_threads(before)

    return run
