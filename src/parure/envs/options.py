"""The options of environments: their types, and what is refused in one sentence."""

import operator
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import numba
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parure.core.state import STATE
from parure.errors import IllegalMove, ParureError, RulesError
from parure.game.game import Game
from parure.game.position import rules_of
from parure.i18n import gettext as _
from parure.rules import Rules, checked_seed
from parure.types import Edition, Module

__all__ = [
    "MAX_TURNS",
    "Autoreset",
    "Illegal",
    "MaskedObservations",
    "Observations",
    "RenderMode",
    "Reward",
]

MAX_TURNS = 400
"""Where a game is stopped unless told otherwise: more than twice the turns of the longest random games."""

Autoreset: TypeAlias = Literal["same_step", "next_step"]

Illegal: TypeAlias = Literal["lose", "raise"]

Observations: TypeAlias = Literal["flat", "dict"]

MaskedObservations: TypeAlias = Literal["flat", "dict", "box"]

RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]

Reward: TypeAlias = Literal["win", "margin"]

Choice = TypeVar("Choice", bound=str | None)

_RULES = ("players", "edition", "cities", "trading_posts", "orient", "strongholds")
"""The fields of a state that tell its rules."""


def rules_numbered(rules: Sequence[Rules]) -> tuple[list[Rules], NDArray[np.intp]]:
    """Return the different rules among those of many rows, and which of them each row has."""
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(rules))}
    return list(numbers), np.array([numbers[kind] for kind in rules], np.intp)


def rules_written(kinds: Sequence[Rules]) -> NDArray[Any]:
    """Return a state for each of the rules, in which they are written."""
    written = np.zeros(len(kinds), STATE)
    for number, kind in enumerate(kinds):
        kind.write(written[number])
    return written


def rules_among(states: NDArray[Any]) -> tuple[list[Rules], NDArray[np.intp]]:
    """Return the different rules that are written in states, and which of them each state has."""
    told = np.zeros((len(states), len(_RULES)), np.int64)
    for column, name in enumerate(_RULES):
        told[:, column] = states[name]
    _, first, which = np.unique(told, axis=0, return_index=True, return_inverse=True)
    return [rules_of(states[row : row + 1]) for row in first], which.reshape(-1)


def rules_replaced(
    kinds: Sequence[Rules], which: NDArray[np.intp], rows: NDArray[Any], states: NDArray[Any]
) -> tuple[list[Rules], NDArray[np.intp]]:
    """Return the different rules, and which of them each row has, once some rows have other states.

    :param kinds: the different rules before; `which` of them each row had.
    """
    given, which_given = rules_among(states)
    every = list(dict.fromkeys([*kinds, *given]))
    replaced = which.copy()
    replaced[rows] = np.array([every.index(kind) for kind in given], np.intp)[which_given]
    used, numbered = np.unique(replaced, return_inverse=True)
    return [every[number] for number in used], numbered


def as_bytes(states: NDArray[Any]) -> NDArray[np.uint8]:
    """Return states as rows of bytes, on the same memory."""
    return states.view(np.uint8).reshape(len(states), STATE.itemsize)


def whole(number: Any) -> int | None:
    """Return a whole number as an `int`, if it is one; it may be one of NumPy's."""
    try:
        return None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        return None


def checked_size(n: int) -> int:
    """Return a number of games, if it is one."""
    size = whole(n)
    if size is None or size < 0:
        raise ParureError(_("A batch has a whole number of games, from 0 on."))
    return size


def checked_rules(
    n: int,
    players: int,
    modules: Iterable[Module] | Module,
    edition: Edition,
    rules: Sequence[Rules] | None,
) -> Sequence[Rules]:
    """Return the rules of each of `n` rows."""
    if rules is None:
        return [Rules(players, modules, edition)] * n
    if len(rules) != n:
        raise RulesError(
            _("A batch of {n} games takes {n} rules, not {rules}.").format(n=n, rules=len(rules))
        )
    return rules


def checked_positions(
    positions: NDArray[Any] | Sequence[Game], rows: ArrayLike | None, n: int, may_be_over: bool
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the states of positions, and the rows that they are for."""
    given = positions
    if not isinstance(given, np.ndarray):
        given = np.frombuffer(b"".join(game.state.tobytes() for game in given), STATE)
    chosen = np.arange(n) if rows is None else checked_rows(rows, n)
    if given.dtype != STATE or given.shape != chosen.shape:
        raise ParureError(
            _("{n} rows take as many states, not an array of {shape} {kind}.").format(
                n=len(chosen), shape=given.shape, kind=given.dtype.name
            )
        )
    if given["over"].any() and not may_be_over:
        row = int(chosen[given["over"].argmax()])
        raise ParureError(_("Row {row}: that game is over.").format(row=row))
    return given, chosen


def checked_rows(rows: ArrayLike, n: int) -> NDArray[np.int64]:
    """Return the numbers of some of `n` rows, or of a single one."""
    chosen = np.atleast_1d(np.asarray(rows))
    are_numbers = chosen.ndim == 1 and (chosen.dtype.kind in "iu" or not chosen.size)
    if not are_numbers or (chosen.size and not 0 <= chosen.min() <= chosen.max() < n):
        raise ParureError(_("The rows are numbered from 0 to {last}.").format(last=n - 1))
    return chosen.astype(np.int64)


def checked_choice(option: str, value: Choice, known: Sequence[Choice]) -> Choice:
    """Return an option's value, if it is one of those known."""
    if value not in known:
        raise ParureError(
            _("{option} can't be {value!r}: choose among {known}.").format(
                option=option, value=value, known=", ".join(map(repr, known))
            )
        )
    return value


def checked_seeds(seed: int | ArrayLike, n: int) -> NDArray[np.uint64]:
    """Return a seed for each of `n` rows: the next one for each, or those of an array."""
    given: Any = seed
    seeds: NDArray[np.uint64]
    if isinstance(given, np.ndarray) and given.ndim == 1 and given.dtype.kind == "u":
        seeds = given.astype(np.uint64)  # All of them are seeds; there may be millions.
    else:
        try:
            seeds = np.array([checked_seed(one) for one in given], np.uint64)
        except TypeError:  # There is one for all.
            seeds = np.arange(n, dtype=np.uint64) + np.array(checked_seed(given), np.uint64)
    if len(seeds) != n:
        raise RulesError(
            _("A batch of {n} games takes {n} seeds, not {seeds}.").format(n=n, seeds=seeds.size)
        )
    return seeds


def agent_seats(
    seats: ArrayLike | None, players: NDArray[np.int64], have_others: bool
) -> NDArray[np.int64] | None:
    """Return where the agent sits in rows of so many players, in turn where it is not given."""
    if not have_others:
        if seats is not None:
            raise ParureError(_("Without opponents there are no seats: the agent holds them all."))
        return None
    return checked_seats(np.arange(len(players)) % players if seats is None else seats, players)


def checked_seats(seats: ArrayLike, players: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a seat for each row of so many players, where one may be for all."""
    n, given = len(players), np.asarray(seats)
    if given.shape not in ((), (1,), (n,)):
        raise RulesError(
            _("{n} rows take as many seats, or one for all, not an array of {shape}.").format(
                n=n, shape=given.shape
            )
        )
    chosen = np.broadcast_to(given, n)
    are_numbers = given.dtype.kind in "iu" or not n
    is_wrong = (chosen < 0) | (chosen >= players) if are_numbers else np.ones(n, np.bool_)
    if is_wrong.any():
        raise RulesError(_("There is no seat {seat}.").format(seat=chosen[is_wrong][0]))
    return chosen.astype(np.int64)


def checked_limit(max_turns: int | None) -> int | None:
    """Return a limit of turns, if it is one."""
    if max_turns is None:
        return None
    limit = whole(max_turns)
    if limit is None or limit < 1:
        raise ParureError(_("max_turns is a whole number from 1 on, or None."))
    return limit


def checked_actions(actions: Any, n: int) -> Any:
    """Return an array, if it is of `n` whole numbers."""
    if actions.shape != (n,) or actions.dtype.kind not in "iu":
        raise IllegalMove(
            _(
                "A batch of {n} games takes {n} whole numbers, not an array of {shape} {kind}."
            ).format(n=n, shape=actions.shape, kind=actions.dtype)
        )
    return actions


def checked_threads(threads: int | None, worth: int) -> int:
    """Return a number of threads, if there are so many; without one, those that are worth their while."""
    most: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    if threads is None:
        return max(1, min(worth, most))
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= most:
        raise ParureError(_("threads is a whole number from 1 to {most}.").format(most=most))
    return threads
