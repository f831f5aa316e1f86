"""Many games at once on the CPU: arrays in place, all cores, no allocation in a step.

>>> batch = Batch(4, players=2, seed=1)
>>> batch.mask.shape, batch.observation.shape
((4, 858), (4, 2576))
>>> batch.step(batch.sample())
>>> batch.to_play.tolist()
[1, 1, 1, 1]
"""

import copy
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import numba
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parure.compiling import completed_by
from parure.core import batch as core
from parure.core.actions import ACTIONS
from parure.core.features import OBSERVATION
from parure.core.state import LEGAL, STATE
from parure.envs.compiled.rows import (
    AGENT,
    EVERY_SEAT,
    NO_LIMIT,
    SITTING,
    WRONG,
    advance_rows,
    begin_rows,
    choose_rows,
    count_illegal,
    observe_rows,
    play_rows,
    resume_rows,
    step_rows,
)
from parure.envs.opponents import Opponents, Others
from parure.envs.options import (
    MAX_TURNS,
    Autoreset,
    agent_seats,
    as_bytes,
    checked_actions,
    checked_choice,
    checked_limit,
    checked_positions,
    checked_rows,
    checked_rules,
    checked_seats,
    checked_seeds,
    checked_size,
    checked_threads,
    rules_numbered,
    rules_replaced,
    rules_written,
)
from parure.envs.policies import NAMES, NO_NOTES, RANDOM, Policy, address_of, find_each
from parure.envs.spaces import fields
from parure.errors import IllegalMove, RulesError
from parure.game.game import Game
from parure.game.moves import MOVES
from parure.i18n import gettext as _
from parure.rules import MODULES, Rules
from parure.types import Edition, Module

__all__ = ["Batch", "use_batches"]

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

ROWS_A_THREAD = 256
"""Fewer rows are played sooner than another thread wakes up, or gets its turn on a busy machine; measured."""

_VIEWS = {
    "mask": ("_masks", "values"),
    "observation": ("_observations", "values"),
    "last_observation": ("_last", "values"),
    "seats": ("_sitting", "seat"),
    "to_play": ("_results", "to_play"),
    "rewards": ("_results", "rewards"),
    "margins": ("_results", "margins"),
    "terminated": ("_results", "terminated"),
    "truncated": ("_results", "truncated"),
    "turns": ("_results", "turns"),
}
"""The arrays of a batch that are fields of its records."""


def _on_threads(
    method: Callable[Concatenate["Batch", Parameters], Result],
) -> Callable[Concatenate["Batch", Parameters], Result]:
    """Let the compiled loops of a method run on as many threads as the batch says."""

    @wraps(method)
    def run(batch: "Batch", /, *args: Parameters.args, **options: Parameters.kwargs) -> Result:
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


class Batch:
    """`n` games side by side. Where one ends, `step` notes how and deals the next one in its place.

    The arrays are the batch's own and are written in place; copy what you want to keep. Results do not
    depend on the number of threads. A copy, by `copy` or by `pickle`, plays the same games from there on.
    """

    mask: NDArray[np.bool_]
    """Which actions are legal: n × ACTIONS."""
    observation: NDArray[np.int8]
    """What the seat to play observes: n × SIZE; see `spaces.fields`."""
    last_observation: NDArray[np.int8]
    """What the agent, or the seat that moved last, saw at the end of the last game of the row."""
    seats: NDArray[np.int8]
    """Where the agent sits in each row; -1 for everywhere."""
    to_play: NDArray[np.int8]
    rewards: NDArray[np.float32]
    """n × 4. For each seat: 1 shared by the winners, in the step that ended the row's game, else 0."""
    margins: NDArray[np.float32]
    """In that step: each seat's prestige ahead of the best other one."""
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    turns: NDArray[np.int32]
    """How long the last game of the row was."""

    def __init__(
        self,
        n: int,
        players: int = 2,
        modules: Iterable[Module] | Module = (),
        edition: Edition = 2024,
        *,
        rules: Sequence[Rules] | None = None,
        seed: int = 0,
        max_turns: int | None = MAX_TURNS,
        observations: bool = True,
        opponents: Opponents | None = None,
        seats: ArrayLike | None = None,
        autoreset: Autoreset = "same_step",
        last_observations: bool = False,
        threads: int | None = None,
    ) -> None:
        """Deal the games.

        :param n: how many games.
        :param rules: the rules of each row, in the place of players, modules and edition.
        :param seed: the same seed gives the same games; row `i` begins with the deal of `seed + i`.
        :param max_turns: stop a game after so many turns, with opponents after a round at the soonest; None
            never stops it. Rows that were stopped are `truncated`.
        :param observations: whether `reset` and `step` write `observation`; masks are always written.
        :param opponents: who plays the other seats: see `parure.envs.opponents`. Without, every decision of
            every seat is a step.
        :param seats: with opponents, where the agent sits in each row; row by row from the first to the last
            seat and round again where it is not given.
        :param autoreset: with `same_step`, the step that ends a game deals the next one, and `observation`
            is its first. With `next_step`, it is the last one of the game that ended, every action is legal,
            and the next step takes no notice of the action and deals.
        :param last_observations: with `same_step`, write the last observation of games that end into
            `last_observation`.
        :param threads: how many to use; without, one for every 256 games, since to wake up another takes
            longer than to play fewer games, above all on a busy machine.
        """
        self.n = n = checked_size(n)
        self.max_turns = checked_limit(max_turns) or NO_LIMIT
        self.observes = observations
        self._kinds, self._which = rules_numbered(
            checked_rules(n, players, modules, edition, rules)
        )
        self.states = rules_written(self._kinds)[self._which]
        self.threads = checked_threads(threads, n // ROWS_A_THREAD)
        """How many threads play, or fewer where `numba.set_num_threads` allows fewer."""
        self._waits = (
            checked_choice("autoreset", autoreset, ("same_step", "next_step")) == "next_step"
        )
        self._others = Others(opponents, self._kinds)
        sits = agent_seats(seats, self.states["players"].astype(np.int64), bool(self._others))
        if self._others:
            self.max_turns = max(self.max_turns, max(kind.players for kind in self._kinds))
        self._sitting = np.zeros(n, SITTING)
        self._rows = np.arange(n)
        self.views = np.zeros(n if observations else 0, STATE)
        """What the seat to play may know, as raw records."""
        self._legal = np.zeros(n, LEGAL)
        self._results = np.zeros(n, core.RESULT)
        self._masks = np.zeros(n, core.MASK)
        self._observations = np.zeros(n if observations else 0, OBSERVATION)
        self._last = np.zeros(n if last_observations and observations else 0, OBSERVATION)
        self._is_plain = not self._others and not self._waits and not len(self._last)
        self._actions = np.zeros(n, np.int16)
        self._asked = np.zeros(n, np.int64)
        self._is_under_way = False
        """Others have yet to answer: one has failed."""
        self._show()
        self.seats[:] = EVERY_SEAT if sits is None else sits
        self.reset(seed)

    def _show(self) -> None:
        """Make the arrays that lie in the memory of records."""
        for name, (records, field) in _VIEWS.items():
            values = getattr(self, records)[field]
            is_flag = name in ("mask", "terminated", "truncated")
            setattr(self, name, values.view(np.bool_) if is_flag else values)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._show()
        self._others.find_places(self._sitting, self._kinds)

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    @_on_threads
    def reset(self, seed: int | ArrayLike = 0) -> None:
        """Deal all games anew: row `i` the game of `seed + i`, or of its own seed in an array."""
        seeds = checked_seeds(seed, self.n)
        self._others.begin(int(seeds[0]) if self.n else 0)
        self._sit_down()
        begin_rows(
            self.states,
            seeds,
            self._legal,
            self._results,
            self._masks,
            self._sitting,
            self._others.members,
            self._others.sizes,
        )
        self._finish()

    @property
    def rules(self) -> list[Rules]:
        """The rules of each row."""
        return [self._kinds[kind] for kind in self._which]

    def save(self) -> NDArray[Any]:
        """Return a copy of all positions, with the random numbers of each row, for `load`.

        Without opponents, or where `random`, `novice` or `merchant` play, what comes after depends on
        nothing else. Not in it are what pools have drawn, the notes of policies of yours, and what bots and
        functions keep to themselves: to go on with these too, copy or pickle the batch.
        """
        return np.ndarray(self.n, STATE, bytearray(self.states.tobytes()))

    @_on_threads
    def load(self, positions: NDArray[Any] | Sequence[Game], rows: ArrayLike | None = None) -> None:
        """Go on from given positions, each with the rules and the random numbers that are in it.

        Seats draw anew from their pools, and notes of policies begin anew in all rows.

        :param positions: states as `save` gives them, or games. States are trusted as they are. With
            `next_step`, a game that is over, or was stopped, waits for the next step as it did, seen without
            opponents by the seat that would be to play; else one that is over is refused.
        :param rows: the rows that they are put into; all where it is not given.
        """
        given, chosen = checked_positions(positions, rows, self.n, self._waits)
        if self._others and (given["players"] != self.states["players"][chosen]).any():
            raise RulesError(_("With opponents, a row keeps its number of players."))
        as_bytes(self.states)[chosen] = as_bytes(np.ascontiguousarray(given))
        self._kinds, self._which = rules_replaced(self._kinds, self._which, chosen, given)
        self._sit_down()
        resume_rows(
            chosen,
            self.states,
            self._legal,
            self._results,
            self._masks,
            self._sitting,
            self._others.members,
            self._others.sizes,
            self.max_turns if self._waits else NO_LIMIT,
            self._waits,
        )
        self._finish()

    @_on_threads
    def step(self, actions: ArrayLike) -> None:
        """Make one move in every game, and let the opponents play until the agent is asked again.

        :param actions: for each row the number of a legal move. If one is not, `IllegalMove` names its
            row and nothing changes in any.

        Where an opponent fails, what it raises comes through, and the arrays show where the games stand. The
        moves of the agent are made: the next step takes no notice of its actions and goes on from there.
        """
        if not self._is_under_way:
            self._actions[:] = self._checked(actions)
            self._advance()
        self._finish()

    def _checked(self, actions: ArrayLike) -> NDArray[Any]:
        chosen: NDArray[Any] = checked_actions(np.asarray(actions), self.n)
        np.copyto(self._asked, chosen, casting="unsafe")
        if count_illegal(self._asked, self._masks):
            row = self._first_illegal(self._rows, chosen)
            move = int(chosen[row])
            raise IllegalMove(
                _("Row {row}: {move} is not legal there. No row has changed.").format(
                    row=row, move=f"“{MOVES[move]}”" if 0 <= move < ACTIONS else move
                )
            )
        return chosen

    def _first_illegal(self, rows: NDArray[Any], actions: NDArray[Any]) -> int | None:
        """Return the first of these rows whose action is not legal there."""
        known = (actions >= 0) & (actions < ACTIONS)
        wrong = rows[~(known & self.mask[rows, np.where(known, actions, 0)])]
        return int(wrong[0]) if wrong.size else None

    def _advance(self) -> None:
        """Make the moves in `_actions`."""
        if self._is_plain:
            advance_rows(
                self.states, self._actions, self._legal, self._results, self._masks, self.max_turns
            )
            return
        if self._others.have_changed:
            self._sit_down()
        self._step_rows(self._rows, self._actions, are_answers=False)

    def _finish(self) -> None:
        """Let the opponents answer, and write what is observed then, also where one fails."""
        try:
            self._let_others_answer()
        finally:
            self._observe()

    def _sit_down(self) -> None:
        self._others.sit_down(self._sitting, self._kinds, self._which)

    def _step_rows(self, rows: NDArray[Any], actions: NDArray[Any], are_answers: bool) -> None:
        step_rows(
            rows,
            actions,
            are_answers,
            self.states,
            self._legal,
            self._results,
            self._masks,
            self._sitting,
            self._others.members,
            self._others.sizes,
            self.max_turns,
            self._waits,
            self.views,
            self._last,
        )

    def _let_others_answer(self) -> None:
        """Ask the opponents that are not compiled until the agent is to play in every row."""
        waits = self._sitting["waits"]
        self._is_under_way = True
        while self._others and (rows := np.flatnonzero(waits != AGENT)).size:
            wrong = rows[waits[rows] == WRONG]
            row = int(wrong[0]) if wrong.size else None
            if row is None:
                answers = self._others.answer(self, rows, self._sitting[rows])
                row = self._first_illegal(rows, answers)
            if row is not None:
                raise IllegalMove(
                    _("Row {row}: an opponent chose a move that is not legal there.").format(
                        row=row
                    )
                )
            self._step_rows(rows, answers.astype(np.int16), are_answers=True)
        self._is_under_way = False

    @_on_threads
    def observe(self, rows: ArrayLike, seats: ArrayLike | None = None) -> NDArray[np.int8]:
        """Return what seats observe in these rows, whoever is to play.

        :param seats: one for each row, or one for all; those to play where they are not given.
        """
        chosen = checked_rows(rows, self.n)
        players = self.states["players"][chosen].astype(np.int64)
        given = self.to_play[chosen] if seats is None else checked_seats(seats, players)
        looking = given.astype(np.int8)
        views, observations = np.zeros(len(chosen), STATE), np.zeros(len(chosen), OBSERVATION)
        observe_rows(chosen, looking, self.states, views, observations)
        seen: NDArray[np.int8] = observations["values"]
        return seen

    def _observe(self) -> None:
        if self.observes:
            seats = self.to_play.copy()
            observe_rows(self._rows, seats, self.states, self.views, self._observations)

    @_on_threads
    def sample(self, policy: str | Policy = "random") -> NDArray[np.int16]:
        """Return a legal action for each row: a random one by its own generator, or that of a policy."""
        chosen = find_each(policy, self._kinds)
        self._choose(chosen, self._notes(chosen))
        return self._actions

    def _choose(self, policy: Policy, notes: NDArray[Any]) -> None:
        """Let a policy choose in every row, with its notes for each."""
        # Random choices are made without a call.
        address, at, size = 0, 0, 0
        if policy is not RANDOM:
            address, at, size = address_of(policy), notes.ctypes.data, notes.itemsize
        choose_rows(
            self.states,
            self._legal,
            self._results,
            address,
            at,
            size,
            self._actions,
        )

    def _notes(self, policy: Policy) -> NDArray[Any]:
        """Return a copy of the notes of a policy for each row, where it has any."""
        if policy.notes is NO_NOTES:
            return NO_NOTES
        own: NDArray[Any] = policy.notes[self._which % len(policy.notes)]
        return own

    @_on_threads
    def rollout(self, decisions: int, policy: str | Policy = "random") -> NDArray[np.int32]:
        """Make so many decisions in every game; return how many games ended in each.

        :param policy: who decides for the agent: a name, or a function of your own; see `policies`.
        """
        games = np.zeros(self.n, np.int32)
        chosen = find_each(policy, self._kinds)
        try:
            if chosen is RANDOM and not self._others and not self._waits:
                play_rows(
                    self.states,
                    self._legal,
                    self._results,
                    self._masks,
                    self.max_turns,
                    decisions,
                    games,
                )
            else:
                self._play_by(chosen, decisions, games)
        finally:
            self._observe()
        return games

    def _play_by(self, policy: Policy, decisions: int, games: NDArray[np.int32]) -> None:
        notes = self._notes(policy)
        self._let_others_answer()
        for _decision in range(decisions):
            self._choose(policy, notes)
            self._checked(self._actions)
            self._advance()
            self._let_others_answer()
            games += self.terminated | self.truncated

    def fields(self) -> dict[str, NDArray[Any]]:
        """Return the observations by name."""
        return fields(self.observation)

    def __len__(self) -> int:
        return self.n


def use_batches() -> None:
    """Play with all that a batch offers."""
    batch = Batch(3, 4, MODULES, opponents=NAMES, last_observations=True)
    batch.step(batch.sample("merchant"))
    batch.load(batch.save())
    plain = Batch(3)
    plain.step(plain.sample())
    plain.rollout(1)


completed_by("parure.envs.compiled.rows.begin_rows", use_batches)
