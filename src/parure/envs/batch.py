"""Batches of games on the CPU: on all cores, with arrays that are updated in place.

>>> batch = Batch(4, players=2, seed=1)
>>> batch.mask.shape, batch.observation.shape
((4, 858), (4, 2576))
>>> batch.step(batch.sample())
>>> batch.to_play.tolist()
[1, 1, 1, 1]
"""

import copy
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parure.compiling import completed_by
from parure.core import batch as core
from parure.core.actions import ACTIONS
from parure.core.features import OBSERVATION
from parure.core.state import LEGAL, STATE
from parure.envs.batch_options import (
    BatchOptions,
    check_players,
    checked_positions,
    checked_rows,
    checked_seats,
    checked_seeds,
    illegal_action,
    illegal_answer,
    takes,
)
from parure.envs.common_options import (
    MAX_TURNS,
    checked_actions,
    checked_limit,
    checked_threads,
    on_threads,
)
from parure.envs.compiled.batch_rows import (
    AGENT,
    NO_LIMIT,
    SEATING,
    WRONG,
    advance_rows,
    begin_rows,
    choose_rows,
    count_illegal,
    observe_rows,
    play_out_rows,
    play_rows,
    resume_rows,
    step_rows,
)
from parure.envs.opponents import CpuOpponents
from parure.envs.policies import NAMES, NO_NOTES, RANDOM, Policy, address_of, find_each
from parure.envs.spaces import fields
from parure.envs.tensors import tensors
from parure.game.game import Game
from parure.rules import MODULES, Rules

__all__ = ["Batch", "play_out", "use_batches"]

_VIEWS = {
    "mask": ("_masks", "values"),
    "observation": ("_observations", "values"),
    "last_observation": ("_last", "values"),
    "seats": ("_seating", "seat"),
    "to_play": ("_results", "to_play"),
    "rewards": ("_results", "rewards"),
    "margins": ("_results", "margins"),
    "terminated": ("_results", "terminated"),
    "truncated": ("_results", "truncated"),
    "turns": ("_results", "turns"),
}
"""The arrays of a batch, by the fields of its records."""


class Batch:
    """A batch of `n` games, one per row. When a game ends, `step` deals the next one in its row.

    The batch writes its arrays in place; copy what you want to keep. Results do not depend on the number of
    threads. A copy, made by `copy` or `pickle`, goes on with the same games.
    """

    mask: NDArray[np.bool_]
    """The mask of legal actions: n × ACTIONS."""
    observation: NDArray[np.int8]
    """What the seat to play observes: n × SIZE; see `spaces.fields`."""
    last_observation: NDArray[np.int8]
    """What the agent (without opponents, the last seat to move) saw at the end of the row's last game."""
    seats: NDArray[np.int8]
    """The agent's seat in each row; -1 if it holds all seats."""
    to_play: NDArray[np.int8]
    rewards: NDArray[np.float32]
    """n × 4: in the step that ends a game, the winners share 1; otherwise 0."""
    margins: NDArray[np.float32]
    """n × 4: in that step, each seat's prestige minus that of the best other seat."""
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    turns: NDArray[np.int32]
    """The length of the row's last game in turns."""
    seeds: NDArray[np.uint64]
    """The seeds of the last `reset`: `Game(…, seed=batch.seeds[row])` is the row's first game."""

    @takes(BatchOptions)
    def __init__(self, options: BatchOptions) -> None:
        """Deal the games; `BatchOptions` explains the parameters."""
        self.n = n = int(options.n)
        self.observes = options.observations
        self.threads = checked_threads(options.threads, n)
        """The number of threads, unless `numba.set_num_threads` allows fewer."""
        self._waits = options.waits
        self._rules = rules = options.row_rules()
        self.max_turns = options.turn_limit(rules)
        self._opponents = CpuOpponents(options.opponents, rules.kinds)
        seats = options.agent_seats(rules)
        self.states = rules.written()[rules.which]
        self._seating = np.zeros(n, SEATING)
        self._rows = np.arange(n)
        observed = n if options.observations else 0
        self.views = np.zeros(observed, STATE)
        """What the seat to play may know, as raw records."""
        self._legal = np.zeros(n, LEGAL)
        self._results = np.zeros(n, core.RESULT)
        self._masks = np.zeros(n, core.MASK)
        self._observations = np.zeros(observed, OBSERVATION)
        self._last = np.zeros(n if options.keeps_last else 0, OBSERVATION)
        self._is_plain = not (self._opponents or self._waits or options.keeps_last)
        self._actions = np.zeros(n, np.int16)
        self._asked = np.zeros(n, np.int64)
        self._is_under_way = False
        """Whether opponents still have to answer, because one has failed."""
        self._show()
        self.seats[:] = seats
        self.reset(options.seed)

    def _show(self) -> None:
        """Create the arrays that share memory with the records."""
        for name, (records, field) in _VIEWS.items():
            values = getattr(self, records)[field]
            is_flag = name in ("mask", "terminated", "truncated")
            setattr(self, name, values.view(np.bool_) if is_flag else values)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._show()
        self._opponents.find_members(self._rules)

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    @on_threads
    def reset(self, seed: int | ArrayLike = 0) -> None:
        """Deal all games anew, with seeds derived from a single one, or with each row's own from an array.

        No two seeds have rows in common. `seeds` has those of the rows.
        """
        self.seeds = checked_seeds(seed, self.n)
        self._opponents.begin(int(self.seeds[0]) if self.n else 0)
        self._opponents.prepare(self._rules)
        begin_rows(
            self.states,
            self.seeds,
            self._legal,
            self._results,
            self._masks,
            self._seating,
            self._opponents.members,
            self._opponents.sizes,
        )
        self._finish()

    @property
    def rules(self) -> list[Rules]:
        """The rules of each row."""
        return list(self._rules)

    def save(self) -> NDArray[Any]:
        """Return a copy of all positions and random states, for `load`.

        This is all that later games depend on, unless you use pools, policies of your own, other bots or
        functions. Their draws, notes and states are not included; copy or pickle the batch to keep them.
        """
        return np.ndarray(self.n, STATE, bytearray(self.states.tobytes()))

    @on_threads
    def load(self, positions: NDArray[Any] | Sequence[Game], rows: ArrayLike | None = None) -> None:
        """Continue from saved positions, each with its rules and random state.

        Every row draws new members from its pools and resets the notes of policies.

        :param positions: games, or states from `save`, which are not validated. With `next_step`, a finished
        or truncated game waits for the next step, as before; otherwise finished games are refused.
        :param rows: the rows to put the positions into; by default all.
        """
        given, chosen = checked_positions(positions, rows, self.n, self._waits)
        if self._opponents:
            check_players(given, self._rules.players[chosen])
        _as_bytes(self.states)[chosen] = _as_bytes(given)
        self._rules.replace(chosen, given)
        self._opponents.prepare(self._rules)
        resume_rows(
            chosen,
            self.states,
            self._legal,
            self._results,
            self._masks,
            self._seating,
            self._opponents.members,
            self._opponents.sizes,
            self.max_turns if self._waits else NO_LIMIT,
            self._waits,
        )
        self._finish()

    @on_threads
    def step(self, actions: ArrayLike) -> None:
        """Make one move in every game, and let the opponents play until the agent is asked again.

        :param actions: the number of a legal move for each row. If one is illegal, `IllegalMove` names its
        row and no row changes.

        If an opponent raises an exception, it is passed on after the agent's moves, and the arrays show the
        games as they stand. The next step ignores its actions and continues from there.
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
            assert row is not None
            raise illegal_action(row, int(chosen[row]))
        return chosen

    def _first_illegal(self, rows: NDArray[Any], actions: NDArray[Any]) -> int | None:
        """Return the first of these rows with an illegal action."""
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
        if self._opponents.have_changed:
            self._opponents.prepare(self._rules)
        self._step_rows(self._rows, self._actions, are_answers=False)

    def _finish(self) -> None:
        """Let the opponents answer, and write the observations, even if one fails."""
        try:
            self._let_others_answer()
        finally:
            self._observe()

    def _step_rows(self, rows: NDArray[Any], actions: NDArray[Any], are_answers: bool) -> None:
        step_rows(
            rows,
            actions,
            are_answers,
            self.states,
            self._legal,
            self._results,
            self._masks,
            self._seating,
            self._opponents.members,
            self._opponents.sizes,
            self.max_turns,
            self._waits,
            self.views,
            self._last,
        )

    def _let_others_answer(self) -> None:
        """Ask the opponents that are not compiled until the agent is to play in every row."""
        waits = self._seating["waits"]
        self._is_under_way = True
        while self._opponents and (rows := np.flatnonzero(waits != AGENT)).size:
            wrong = rows[waits[rows] == WRONG]
            row = int(wrong[0]) if wrong.size else None
            if row is None:
                answers = self._opponents.answer(self, rows, self._seating[rows])
                row = self._first_illegal(rows, answers)
            if row is not None:
                raise illegal_answer(row)
            self._step_rows(rows, answers.astype(np.int16), are_answers=True)
        self._is_under_way = False

    @on_threads
    def observe(self, rows: ArrayLike, seats: ArrayLike | None = None) -> NDArray[np.int8]:
        """Return the observations of any seats in these rows, regardless of who is to play.

        :param seats: a seat for each row, or one for all; by default the seats to play.
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

    @on_threads
    def sample(self, policy: str | Policy = "random") -> NDArray[np.int16]:
        """Return a legal action for each row, drawn at random or chosen by a policy."""
        chosen = find_each(policy, self._rules.kinds)
        self._choose(chosen, self._notes(chosen))
        return self._actions

    def _choose(self, policy: Policy, notes: NDArray[Any]) -> None:
        """Let a policy choose a move in every row, with the notes of that row."""
        # The compiled loop makes random choices itself.
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
        """Return a copy of a policy's notes for each row, if it has any."""
        if policy.notes is NO_NOTES:
            return NO_NOTES
        own: NDArray[Any] = policy.notes[self._rules.which % len(policy.notes)]
        return own

    @on_threads
    def rollout(self, decisions: int, policy: str | Policy = "random") -> NDArray[np.int32]:
        """Make this many decisions in every game, and return how many games ended in each row.

        :param policy: the agent's policy: a name, or a function of your own; see `policies`.
        """
        games = np.zeros(self.n, np.int32)
        chosen = find_each(policy, self._rules.kinds)
        try:
            if chosen is RANDOM and not self._opponents and not self._waits:
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
        """Split the observations into named parts."""
        return fields(self.observation)

    def to_torch(self) -> dict[str, Any]:
        """Return the arrays as PyTorch tensors by their names; each step updates them, without a copy."""
        return tensors(self, "cpu")

    def __len__(self) -> int:
        return self.n


def play_out(
    positions: NDArray[Any] | Sequence[Game],
    seed: int | ArrayLike,
    max_turns: int | None = MAX_TURNS,
) -> NDArray[np.float32]:
    """Play positions to the end at random, and return the rewards of all seats: n × 4.

    A search values a position by the mean of many such playouts. Hidden cards come up as they lie in the
    position. Other threads of Python run meanwhile.

    :param positions: games, or states from `Batch.save`, which are not validated; they stay as they are.
    :param seed: of the random moves: one for all rows, or an array with one for each.
    """
    n = len(positions)
    given, _rows = checked_positions(positions, None, n, may_be_over=True)
    states = np.ndarray(n, STATE, bytearray(given.tobytes()))
    states["rng"] = checked_seeds(seed, n)
    results = np.zeros(n, core.RESULT)
    play_out_rows(states, np.zeros(1, LEGAL), results, checked_limit(max_turns) or NO_LIMIT)
    rewards: NDArray[np.float32] = results["rewards"]
    return rewards


def _as_bytes(states: NDArray[Any]) -> NDArray[np.uint8]:
    """Return states as rows of bytes, on the same memory."""
    return states.view(np.uint8).reshape(len(states), STATE.itemsize)


def use_batches() -> None:
    """Exercise every feature of a batch, to compile it."""
    batch = Batch(3, 4, MODULES, opponents=NAMES, last_observations=True)
    batch.step(batch.sample("merchant"))
    batch.load(batch.save())
    plain = Batch(3)
    plain.step(plain.sample())
    plain.rollout(1)
    play_out(plain.states, 1)


completed_by("parure.envs.compiled.batch_rows.begin_rows", use_batches)
