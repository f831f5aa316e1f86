"""The options of a batch, on the CPU or a GPU, and their validation."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parure.core.actions import ACTIONS
from parure.core.state import STATE
from parure.envs.common_options import (
    MAX_TURNS,
    Autoreset,
    RowRules,
    checked_choice,
    checked_limit,
    row_seeds,
    whole,
)
from parure.envs.compiled.batch_rows import EVERY_SEAT, NO_LIMIT
from parure.envs.opponents import Opponents
from parure.errors import IllegalMove, ParureError, RulesError
from parure.game.game import Game
from parure.game.moves import MOVES
from parure.i18n import gettext as _
from parure.rules import Rules, checked_seed
from parure.types import Edition, Module

__all__ = ["BatchOptions", "takes"]

Parameters = ParamSpec("Parameters")
Made = TypeVar("Made")
Options = TypeVar("Options")


@dataclass(frozen=True, eq=False)
class BatchOptions:
    """The options of a batch: the parameters of `Batch` and `CudaBatch`."""

    n: int
    """The number of games."""
    players: int = 2
    """The number of players, 2 to 4."""
    modules: Iterable[Module] | Module = ()
    """The modules: any of `cities`, `trading_posts`, `orient`, `strongholds`."""
    edition: Edition = 2024
    """The edition: 2017 (at most one module) or 2024."""
    _: KW_ONLY
    rules: Sequence[Rules] | None = None
    """The rules of each row, in place of players, modules and edition."""
    seed: int | ArrayLike = 0
    """The seed that those of the rows are derived from, or an array with one for each; see `Batch.seeds`."""
    max_turns: int | None = MAX_TURNS
    """The turn limit, after which a game is `truncated`; None sets no limit.

    With opponents, every game lasts at least one round.
    """
    observations: bool = True
    """Whether `reset` and `step` write `observation`; masks are always written."""
    opponents: Opponents | None = None
    """The opponents in the other seats: see `parure.envs.opponents`.

    Without opponents, the agent plays every seat, and each decision is a step.
    """
    seats: ArrayLike | None = None
    """With opponents, the agent's seat in each row.

    By default the rows go through the seats in turn.
    """
    autoreset: Autoreset = "same_step"
    """With `same_step`, the step that ends a game also deals the next one, and `observation` is its first.

    With `next_step`, `observation` is the last one of the finished game and every action is legal; the next
    step ignores the action and deals.
    """
    last_observations: bool = False
    """With `same_step`, store the last observation of each finished game in `last_observation`."""
    threads: int | None = None
    """The number of CPU threads; by default one per 256 games.

    Waking a thread takes longer than playing fewer games, especially on a busy machine.
    """

    def __post_init__(self) -> None:
        checked_size(self.n)
        checked_limit(self.max_turns)
        checked_seeds(self.seed, self.n)
        checked_choice("autoreset", self.autoreset, ("same_step", "next_step"))

    @property
    def waits(self) -> bool:
        """Whether a finished game waits for the next step before another is dealt."""
        return self.autoreset == "next_step"

    @property
    def keeps_last(self) -> bool:
        """Whether the batch keeps last observations."""
        return self.last_observations and self.observations

    def row_rules(self) -> RowRules:
        """Return the rules of each row."""
        if self.rules is None:
            return RowRules([Rules(self.players, self.modules, self.edition)] * int(self.n))
        if len(self.rules) != self.n:
            raise RulesError(
                _("A batch of {n} games needs {n} sets of rules, not {rules}.").format(
                    n=self.n, rules=len(self.rules)
                )
            )
        return RowRules(self.rules)

    def turn_limit(self, rules: RowRules) -> int:
        """Return the turn limit: with opponents, at least one turn for everybody."""
        limit = checked_limit(self.max_turns) or NO_LIMIT
        if self.opponents is None:
            return limit
        return max([limit, *(kind.players for kind in rules.kinds)])

    def agent_seats(self, rules: RowRules) -> NDArray[np.int64]:
        """Return the agent's seat in each row: by default, the rows go through the seats in turn."""
        if self.opponents is None:
            if self.seats is not None:
                raise ParureError(
                    _("Without opponents, leave out the seats: the agent plays them all.")
                )
            return np.full(self.n, EVERY_SEAT)
        players = rules.players
        return checked_seats(
            np.arange(self.n) % players if self.seats is None else self.seats, players
        )


def takes(
    options: Callable[Parameters, Options],
) -> Callable[[Callable[[Made, Options], None]], Callable[Concatenate[Made, Parameters], None]]:
    """Decorate a constructor so that it takes the fields of its options as parameters."""

    def with_parameters(
        make: Callable[[Made, Options], None],
    ) -> Callable[Concatenate[Made, Parameters], None]:
        @wraps(make)
        def construct(made: Made, /, *args: Parameters.args, **named: Parameters.kwargs) -> None:
            make(made, options(*args, **named))

        own, *_options = signature(make).parameters.values()
        given = signature(options).parameters.values()
        construct.__signature__ = signature(make).replace(parameters=[own, *given])  # type: ignore[attr-defined]
        return construct

    return with_parameters


def checked_size(n: int) -> int:
    """Return a number of games, or raise an error if it is not one."""
    size = whole(n)
    if size is None or size < 0:
        raise ParureError(_("The number of games in a batch must be a whole number, 0 or more."))
    return size


def checked_positions(
    positions: NDArray[Any] | Sequence[Game], rows: ArrayLike | None, n: int, may_be_over: bool
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the states of positions and the rows to put them into."""
    given = positions
    if not isinstance(given, np.ndarray):
        given = np.frombuffer(b"".join(game.state.tobytes() for game in given), STATE)
    chosen = np.arange(n) if rows is None else checked_rows(rows, n)
    if given.dtype != STATE or given.shape != chosen.shape:
        raise ParureError(
            _(
                "{n} rows need one state each, not an array of shape {shape} and type {kind}."
            ).format(n=len(chosen), shape=given.shape, kind=given.dtype.name)
        )
    if given["over"].any() and not may_be_over:
        row = int(chosen[given["over"].argmax()])
        raise ParureError(_("Row {row}: that game is over.").format(row=row))
    return np.ascontiguousarray(given), chosen


def check_players(states: NDArray[Any], players: NDArray[np.int64]) -> None:
    """Raise `RulesError` if states are for other numbers of players."""
    if (states["players"] != players).any():
        raise RulesError(_("With opponents, the number of players in a row can’t change."))


def checked_rows(rows: ArrayLike, n: int) -> NDArray[np.int64]:
    """Return row numbers as an array, given several or a single one."""
    chosen = np.atleast_1d(np.asarray(rows))
    are_numbers = chosen.ndim == 1 and (chosen.dtype.kind in "iu" or not chosen.size)
    if not are_numbers or (chosen.size and not 0 <= chosen.min() <= chosen.max() < n):
        raise ParureError(_("Rows are numbered from 0 to {last}.").format(last=n - 1))
    return chosen.astype(np.int64)


def checked_seeds(seed: int | ArrayLike, n: int) -> NDArray[np.uint64]:
    """Return a seed for each of `n` rows: derived from a single one, or those of an array."""
    given: Any = seed
    seeds: NDArray[np.uint64]
    if isinstance(given, np.ndarray) and given.ndim == 1 and given.dtype.kind == "u":
        seeds = given.astype(np.uint64)  # An array of seeds; there may be millions.
    else:
        try:
            seeds = np.array([checked_seed(one) for one in given], np.uint64)
        except TypeError:  # One seed for all.
            seeds = row_seeds(given, range(n))
    if len(seeds) != n:
        raise RulesError(
            _("A batch of {n} games needs {n} seeds, not {seeds}.").format(n=n, seeds=seeds.size)
        )
    return seeds


def checked_seats(seats: ArrayLike, players: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a seat for each row, given one per row or one for all."""
    n, given = len(players), np.asarray(seats)
    if given.shape not in ((), (1,), (n,)):
        raise RulesError(
            _("{n} rows need one seat each, or one for all, not an array of shape {shape}.").format(
                n=n, shape=given.shape
            )
        )
    chosen = np.broadcast_to(given, n)
    are_numbers = given.dtype.kind in "iu" or not n
    is_wrong = (chosen < 0) | (chosen >= players) if are_numbers else np.ones(n, np.bool_)
    if is_wrong.any():
        raise RulesError(_("There is no seat {seat}.").format(seat=chosen[is_wrong][0]))
    return chosen.astype(np.int64)


def illegal_action(row: int, action: int) -> IllegalMove:
    """Return the error for an illegal action of the agent."""
    move = f"“{MOVES[action]}”" if 0 <= action < ACTIONS else action
    return IllegalMove(
        _("Row {row}: {move} is not legal. No row was changed.").format(row=row, move=move)
    )


def illegal_answer(row: int) -> IllegalMove:
    """Return the error for an illegal answer of an opponent."""
    return IllegalMove(_("Row {row}: an opponent chose an illegal move.").format(row=row))
