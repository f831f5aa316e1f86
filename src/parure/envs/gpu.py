"""Many games at once on a CUDA GPU, one game a thread: the same class as `Batch`, the same functions.

Everything stays on the device. The arrays offer `__cuda_array_interface__`, so that PyTorch
(`torch.as_tensor(batch.observation, device="cuda")`), CuPy (`cupy.asarray`) and, through one of them and
DLPack, JAX take them without a copy. The games are those of `Batch` to the bit, with opponents too.

An opponent is `random`, `novice` or `merchant` by its name, a `Policy`, a function of arrays, or a `Pool` of
these; bots that think on the CPU are refused. A function gets the observations and masks of the rows in which
it is asked as arrays on the device, such as for an earlier version of a network:

    def choose(observations, masks):
        seen = torch.as_tensor(observations, device="cuda").float()
        return network(seen).masked_fill(~torch.as_tensor(masks, device="cuda"), -torch.inf).argmax(1)

They are good for the length of the call. The actions that it returns may be on the device or on the host.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parure.compiling import say
from parure.core import batch as core
from parure.core.actions import ACTIONS
from parure.core.features import CHAPTERS, SIZE
from parure.core.state import LEGAL, STATE
from parure.envs.compiled.rows import EVERY_SEAT, NO_LIMIT
from parure.envs.device import (
    Device,
    NoGPU,
    grid_of,
    is_compiled_before,
    launch,
    load_cuda,
    numbers,
    part,
    tables_in_global_memory,
    to_host,
    turned,
)
from parure.envs.kernels import ROWS, SHARED, Kernels, blocks_of
from parure.envs.opponents import Opponents
from parure.envs.options import (
    MAX_TURNS,
    Autoreset,
    agent_seats,
    checked_choice,
    checked_limit,
    checked_positions,
    checked_rules,
    checked_seeds,
    checked_size,
    rules_numbered,
    rules_replaced,
    rules_written,
)
from parure.envs.policies import RANDOM, Policy, find_each
from parure.envs.rounds import Games, OthersOnGPU, Rounds
from parure.envs.row_kernels import RowKernels
from parure.errors import IllegalMove, RulesError
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.rules import Rules
from parure.types import Edition, Module

__all__ = ["CudaBatch", "NoGPU"]

_kernels: Kernels | None = None
_row_kernels: RowKernels | None = None


class CudaBatch:
    """`n` games on the GPU; see `Batch` for the meaning of its arrays, which here are on the device."""

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
    ) -> None:
        """Deal the games; the parameters are those of `Batch`."""
        global _kernels
        self.n = n = checked_size(n)
        self.max_turns = checked_limit(max_turns) or NO_LIMIT
        checked_seeds(seed, n)
        self._kinds, self._which = rules_numbered(
            checked_rules(n, players, modules, edition, rules)
        )
        others = OthersOnGPU(opponents, self._kinds)
        waits = checked_choice("autoreset", autoreset, ("same_step", "next_step")) == "next_step"
        self._waits = waits
        sits = agent_seats(seats, self._players(np.arange(n)), bool(others))
        self._cuda = load_cuda()
        if not is_compiled_before():
            say(mark("Compiling for the GPU (first run only)…"))
        _kernels = self._kernels = _kernels or Kernels(self._cuda)
        self._grid, self._blocks = grid_of(n), blocks_of(n)
        if others:
            self.max_turns = max(self.max_turns, max(kind.players for kind in self._kinds))
        self.observes = observations
        self._device = device = Device(self._cuda)
        self.states = device.zeros(n, STATE)
        launch(self._kernels.write_rules, *self._grid)(
            device.records(rules_written(self._kinds)), device.array(self._which), self.states
        )
        self._legal = device.zeros(n, LEGAL)
        self._results = device.zeros(n, core.RESULT)
        self._masks = device.zeros((ACTIONS, n), np.int8)
        self._observations = device.zeros((SIZE, n if observations else 1), np.int8)
        last = last_observations and observations
        self._last = device.zeros((SIZE, n if last else 1), np.int8)
        self._actions = device.zeros(n, np.int16)
        self._games = device.zeros(n, np.int32)
        self._no_notes = device.records(RANDOM.notes)
        self._words = numbers(self.states, np.dtype(np.int64))
        self._illegal = device.zeros(1, np.int32)
        self._ended = device.zeros(1, np.int32)
        self._rows = device.zeros(n, np.int32)
        self.mask = turned(self._masks, np.bool_)
        self.observation = turned(self._observations)
        self.last_observation = turned(self._last)
        self.to_play = part(self._results, "to_play")
        self.rewards = part(self._results, "rewards")
        self.margins = part(self._results, "margins")
        self.terminated = part(self._results, "terminated", np.bool_)
        self.truncated = part(self._results, "truncated", np.bool_)
        self.turns = part(self._results, "turns")
        self._others_play = bool(others)
        self._rounds: Rounds | None = None
        """Where others play, games wait, or last observations are kept; else a step is one move."""
        if others or waits or last:
            self._rounds = self._make_rounds(others, sits, waits, last)
            self.seats = self._rounds.seats
        else:
            self.seats = device.array(np.full(n, EVERY_SEAT, np.int8))
        self._is_asked_each_time = bool(others) or waits
        self.reset(seed)

    def _make_rounds(
        self, others: OthersOnGPU, seats: NDArray[Any] | None, waits: bool, last: bool
    ) -> Rounds:
        global _row_kernels
        _row_kernels = _row_kernels or RowKernels(self._cuda)
        games = Games(
            self.states,
            self._legal,
            self._results,
            self._masks,
            self._observations,
            self._last if last else None,
        )
        return Rounds(self._cuda, _row_kernels, games, others, seats, self.max_turns, waits)

    @staticmethod
    def to_host(records: Any) -> NDArray[Any]:
        """Return a copy of an array of records on the host."""
        return to_host(records)

    def reset(self, seed: int | ArrayLike = 0) -> None:
        """Deal all games anew: row `i` the game of `seed + i`, or of its own seed in an array."""
        seeds = checked_seeds(seed, self.n)
        try:
            if self._rounds:
                self._rounds.begin(seeds, self._kinds, self._which)
            else:
                self._device.clear(self._masks)
                launch(self._kernels.begin, *self._grid)(
                    self.states, self._device.array(seeds), self._legal, self._results, self._masks
                )
        finally:
            self._observe()

    @property
    def rules(self) -> list[Rules]:
        """The rules of each row."""
        return [self._kinds[kind] for kind in self._which]

    def _players(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many players each of these rows has."""
        return np.array([kind.players for kind in self._kinds], np.int64)[self._which[rows]]

    def save(self) -> NDArray[Any]:
        """Return a copy of all positions on the host, for `load`; see `Batch.save` for what is in it."""
        return self.to_host(self.states)

    def load(self, positions: NDArray[Any] | Sequence[Game], rows: ArrayLike | None = None) -> None:
        """Go on from given positions on the host; the parameters are those of `Batch.load`."""
        given, chosen = checked_positions(positions, rows, self.n, self._waits)
        given = np.ascontiguousarray(given)
        if self._others_play and (given["players"] != self._players(chosen)).any():
            raise RulesError(_("With opponents, a row keeps its number of players."))
        self._kinds, self._which = rules_replaced(self._kinds, self._which, chosen, given)
        try:
            if self._rounds:
                self._rounds.resume(given, chosen, self._kinds, self._which)
            else:
                launch(self._kernels.resume, *self._grid)(
                    self.states,
                    self._device.records(given),
                    self._device.array(chosen),
                    self._legal,
                    self._results,
                    self._masks,
                )
        finally:
            self._observe()

    def step(self, actions: Any) -> None:
        """Make one move in every game, and let the opponents play until the agent is asked again.

        `IllegalMove` follows where an action is not legal, and no row has changed. Where an opponent fails,
        the next step goes on from there, as in `Batch.step`.

        :param actions: an array of whole numbers on the device, or on the host.
        """
        given = self._device.given(actions, self.n)
        try:
            self._advance(given)
        finally:
            self._observe()
        self._refuse_illegal()

    def _advance(self, chosen: Any) -> None:
        """Make moves that are on the device, if all are legal."""
        if self._rounds:
            self._rounds.step(chosen, self._kinds, self._which)
            return
        self._device.clear(self._illegal)
        launch(self._kernels.count_illegal, *self._grid)(chosen, self._masks, self._illegal)
        self._device.clear(self._ended)
        launch(self._kernels.advance, self._blocks, ROWS, 0, SHARED)(
            self._words,
            chosen,
            self._illegal,
            self._legal,
            self._results,
            self._masks,
            self.max_turns,
            self._ended,
            self._rows,
        )
        launch(self._kernels.begin_next, self._blocks, ROWS, 0, SHARED)(
            self._words, self._legal, self._results, self._masks, self._ended, self._rows
        )

    def _refuse_illegal(self) -> None:
        """Say so if some of the actions were not legal; to ask waits for the device."""
        if self._rounds:
            return
        if wrong := int(self._illegal.copy_to_host()[0]):
            raise IllegalMove(
                _("{n} of the actions are not legal where they stand. No row has changed.").format(
                    n=wrong
                )
            )

    def _observe(self) -> None:
        if not self.observes:
            return
        if self._rounds:
            self._rounds.observe()
            return
        self._device.clear(self._observations)
        with tables_in_global_memory():  # It is compiled when it is asked for the first time.
            launch(self._kernels.observe, self._blocks, ROWS * CHAPTERS, 0, SHARED)(
                self._words, self._observations
            )

    def sample(self, policy: str | Policy = "random") -> Any:
        """Return a legal action for each row, on the device: a random one, or that of a policy."""
        chosen = find_each(policy, self._kinds)
        self._choose(chosen, self._notes(chosen), keeps=False)
        return self._actions

    def _choose(self, policy: Policy, notes: Any, keeps: bool) -> None:
        """Let a policy choose in every row.

        :param keeps: it writes into its notes, of which there are some for each row.
        """
        launch(self._kernels.by(policy).choose, *self._grid)(
            self.states, self._legal, self._results, notes, keeps, self._actions
        )

    def _notes(self, policy: Policy) -> Any:
        """Return the notes of a policy on the device; to copy waits for kernels, so random play has none."""
        if policy is RANDOM:
            return self._no_notes
        several = len(policy.notes) > 1
        return self._device.records(policy.notes[self._which] if several else policy.notes)

    def rollout(self, decisions: int, policy: str | Policy = "random") -> Any:
        """Make so many decisions in every game; return how many games ended in each.

        Without opponents, and where each game is dealt after the last at once, all in one kernel.

        :param policy: who decides for the agent: a name, or a function of your own; see `policies`. A row
            where it chooses what is not legal stops before that move, and `IllegalMove` follows when the
            others are done.
        """
        chosen = find_each(policy, self._kinds)
        if self._rounds and (self._is_asked_each_time or chosen is not RANDOM):
            return self._play_by(chosen, decisions, self._rounds)
        self._device.clear(self._masks)
        self._device.clear(self._illegal)
        launch(self._kernels.by(chosen).rollout, self._blocks, ROWS, 0, SHARED)(
            self._words,
            self._legal,
            self._results,
            self._notes(chosen),
            self._masks,
            self.max_turns,
            decisions,
            self._games,
            self._illegal,
        )
        self._observe()
        if chosen is not RANDOM and (wrong := int(self._illegal.copy_to_host()[0])):
            raise IllegalMove(
                _("In {n} rows the policy chose a move that is not legal there.").format(n=wrong)
            )
        return self._games

    def _play_by(self, policy: Policy, decisions: int, rounds: Rounds) -> Any:
        """Make decisions one step at a time."""
        notes = self._no_notes
        keeps = policy is not RANDOM
        if keeps:
            notes = self._device.records(policy.notes[self._which % len(policy.notes)])
        self._device.clear(self._games)
        try:
            rounds.finish()
            for _decision in range(decisions):
                self._choose(policy, notes, keeps)
                self._advance(self._actions)
                rounds.count_ends(self._games)
        finally:
            self._observe()
        return self._games

    def __len__(self) -> int:
        return self.n
