"""Batches of games on a CUDA GPU, one thread per game, with the interface of `Batch`.

Everything stays on the device. The arrays have `__cuda_array_interface__`: PyTorch (`batch.to_torch()`) and
CuPy (`cupy.asarray`) take them without a copy, and so does JAX through DLPack, which both of them offer. The
games are the same as those of `Batch`, bit for bit.

An opponent is the name `random`, `novice` or `merchant`, a `Policy`, a function of arrays, or a `Pool` of
these; bots that think on the CPU are refused. A function gets the observations and masks of the rows that ask
it, as arrays on the device. An earlier version of a network plays like this:

    def choose(observations, masks):
        seen = torch.as_tensor(observations, device="cuda").float()
        return network(seen).masked_fill(~torch.as_tensor(masks, device="cuda"), -torch.inf).argmax(1)

The arrays are valid during the call only. The function may return actions on the device or on the host.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parure.compiling import say
from parure.envs.batch_options import (
    BatchOptions,
    check_players,
    checked_positions,
    checked_seeds,
    illegal_action,
    takes,
)
from parure.envs.device import NoGPU, is_compiled_before, load_cuda, part, to_host, turned
from parure.envs.gpu_opponents import GpuOpponents
from parure.envs.gpu_rows import GpuRows
from parure.envs.kernel_functions import NOBODY
from parure.envs.policies import RANDOM, Policy, find_each
from parure.envs.tensors import tensors
from parure.errors import IllegalMove
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.rules import Rules

__all__ = ["CudaBatch", "NoGPU"]


class CudaBatch:
    """A batch of `n` games on the GPU. Its arrays are those of `Batch`, on the device."""

    @takes(BatchOptions)
    def __init__(self, options: BatchOptions) -> None:
        """Deal the games; the parameters are those of `Batch`, without `threads`."""
        self.n = n = int(options.n)
        self.observes = options.observations
        self._waits, self._keeps_last = options.waits, options.keeps_last
        self._rules = rules = options.row_rules()
        self.max_turns = options.turn_limit(rules)
        self._opponents = GpuOpponents(options.opponents, rules.kinds)
        seats = options.agent_seats(rules)
        cuda = load_cuda()
        if not is_compiled_before():
            say(mark("Compiling for the GPU (first run only)…"))
        self._rows = rows = GpuRows(cuda, options, rules, seats, self.max_turns)
        self._device = device = rows.device
        self._actions = device.zeros(n, np.int16)
        self._games = device.zeros(n, np.int32)
        self._no_notes = device.records(RANDOM.notes)
        self._is_under_way = False
        """Whether opponents still have to answer, because one has failed."""
        results = rows.results
        self.states = rows.states
        self.mask = turned(rows.masks, np.bool_)
        self.observation = turned(rows.observations)
        self.last_observation = turned(rows.last)
        self.seats = rows.seats
        self.to_play = rows.to_play
        self.rewards = part(results, "rewards")
        self.margins = part(results, "margins")
        self.terminated = part(results, "terminated", np.bool_)
        self.truncated = part(results, "truncated", np.bool_)
        self.turns = part(results, "turns")
        self.reset(options.seed)

    @staticmethod
    def to_host(records: Any) -> NDArray[Any]:
        """Return a copy of an array of records on the host."""
        return to_host(records)

    def reset(self, seed: int | ArrayLike = 0) -> None:
        """Deal all games anew; the seeds are those of `Batch.reset`, and `seeds` has them on the host."""
        self.seeds = checked_seeds(seed, self.n)
        self._opponents.prepare(self._rows, self._rules)
        self._rows.begin(self.seeds)
        self._finish()

    @property
    def rules(self) -> list[Rules]:
        """The rules of each row."""
        return list(self._rules)

    def save(self) -> NDArray[Any]:
        """Return a copy of all positions on the host, for `load`; see `Batch.save`."""
        return self.to_host(self.states)

    def load(self, positions: NDArray[Any] | Sequence[Game], rows: ArrayLike | None = None) -> None:
        """Continue from saved positions on the host, with the parameters of `Batch.load`."""
        given, chosen = checked_positions(positions, rows, self.n, self._waits)
        if self._opponents:
            check_players(given, self._rules.players[chosen])
        self._rules.replace(chosen, given)
        self._opponents.prepare(self._rows, self._rules)
        self._rows.resume(given, chosen)
        self._finish(is_loaded=True)

    def step(self, actions: Any) -> None:
        """Make one move in every game, and let the opponents play until the agent is asked again.

        It raises `IllegalMove`, and changes no row, if an action is illegal. After an opponent has failed,
        the next step continues from there, as in `Batch.step`.

        :param actions: an array of whole numbers, on the device or on the host.
        """
        given = self._device.given(actions, self.n)
        if not self._is_under_way:
            self._advance(given)
        self._finish()
        self._refuse_illegal(given)

    def _advance(self, actions: Any) -> None:
        """Make moves that are on the device, if all are legal."""
        if self._opponents.have_changed:
            self._opponents.prepare(self._rows, self._rules)
        self._rows.take(actions)
        self._rows.step(NOBODY)

    def _finish(self, is_loaded: bool = False) -> None:
        """Let the opponents answer, and write the observations, even if one fails."""
        try:
            self._let_others_answer(is_loaded)
        finally:
            self._observe()

    def _let_others_answer(self, is_loaded: bool = False) -> None:
        self._is_under_way = True
        self._opponents.answer(self._rows, is_loaded)
        self._is_under_way = False

    def _refuse_illegal(self, actions: Any) -> None:
        """Raise an error if some actions were illegal; the check waits for the device."""
        if wrong := self._rows.wrong_moves():
            row = self.n - wrong
            raise illegal_action(row, int(actions.copy_to_host()[row]))

    def _observe(self) -> None:
        if self.observes:
            self._rows.observe()

    def sample(self, policy: str | Policy = "random") -> Any:
        """Return a legal action for each row, on the device, drawn at random or chosen by a policy."""
        chosen = find_each(policy, self._rules.kinds)
        self._rows.choose(chosen, self._notes(chosen), False, self._actions)
        return self._actions

    def _notes(self, policy: Policy, for_each_row: bool = False) -> Any:
        """Return the notes of a policy on the device. Copying waits for kernels, so random play has none."""
        if policy is RANDOM:
            return self._no_notes
        has_own = for_each_row or len(policy.notes) > 1
        which = self._rules.which % len(policy.notes)
        return self._device.records(policy.notes[which] if has_own else policy.notes)

    def rollout(self, decisions: int, policy: str | Policy = "random") -> Any:
        """Make this many decisions in every game, and return how many games ended in each row.

        Without opponents and with `same_step`, one kernel plays everything.

        :param policy: the agent's policy: a name, or a function of your own; see `policies`. A row stops
            before an illegal move; `IllegalMove` is raised once the other rows are done.
        """
        chosen = find_each(policy, self._rules.kinds)
        if self._opponents or self._waits or (self._keeps_last and chosen is not RANDOM):
            return self._play_by(chosen, decisions)
        notes = self._notes(chosen)
        self._rows.rollout(chosen, notes, decisions, self._games)
        self._observe()
        if chosen is not RANDOM and (wrong := self._rows.wrong_moves()):
            raise IllegalMove(_("The policy chose an illegal move in {n} rows.").format(n=wrong))
        return self._games

    def _play_by(self, policy: Policy, decisions: int) -> Any:
        """Make decisions one step at a time."""
        notes = self._notes(policy, for_each_row=True)
        self._device.clear(self._games)
        try:
            if self._is_under_way:
                self._let_others_answer()
            for _decision in range(decisions):
                self._rows.choose(policy, notes, policy is not RANDOM, self._actions)
                self._advance(self._actions)
                self._let_others_answer()
                self._refuse_illegal(self._actions)
                self._rows.count_ends(self._games)
        finally:
            self._observe()
        return self._games

    def to_torch(self) -> dict[str, Any]:
        """Return the arrays as PyTorch tensors by their names; each step updates them, without a copy."""
        return tensors(self, "cuda")

    def __len__(self) -> int:
        return self.n
