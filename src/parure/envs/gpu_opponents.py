"""The opponents in a batch on a CUDA GPU, and the order in which they answer."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parure.core.actions import ACTIONS
from parure.core.features import SIZE
from parure.envs.batch_options import illegal_answer
from parure.envs.common_options import RowRules
from parure.envs.compiled.batch_rows import OTHERS
from parure.envs.device import turned
from parure.envs.gpu_rows import GpuRows
from parure.envs.kernel_functions import NOBODY, PLACE
from parure.envs.opponents import Opponent, Opponents, Pools, is_bot, is_policy
from parure.envs.policies import NAMES, Policy, find_each
from parure.errors import ParureError
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["GpuOpponents"]


class Player(NamedTuple):
    """A player: a policy with all its places in pools, or a function with one place."""

    plays: Any
    """The policy or the function."""
    notes: Any = None
    """The notes of a policy: for each of its places, one per row."""


class Room(NamedTuple):
    """The arrays that functions are called with."""

    rows: Any
    """The rows that wait for a function; `size` holds their number."""
    size: Any
    observations: Any
    masks: Any
    wrong: Any


class GpuOpponents(Pools):
    """The opponents of a batch on the GPU, each with a number."""

    def __init__(self, opponents: Opponents | None, rules: Sequence[Rules]) -> None:
        """Validate the opponents."""
        super().__init__(opponents, rules)
        self._players: list[Player] = []
        """The players: policies first, then functions in the order of their places."""
        self._counts: Any = None
        """Whether a player chose an illegal move; then the number of rows that wait for each player."""
        self._room: Room | None = None
        for pool in self._pools:
            for member in pool.members:
                _check(member)

    def prepare(self, rows: GpuRows, rules: RowRules) -> None:
        """Number the players, and put their notes on the device."""
        device, members = rows.device, list(self._look_up_members())
        places = np.zeros((OTHERS, max(self.sizes.max(), 1)), PLACE)
        places["player"] = NOBODY
        policies: dict[Any, tuple[Policy, list[NDArray[Any]]]] = {}
        for other, number, member in members:
            _check(member)
            if is_policy(member):
                policy = find_each(member, rules.kinds)
                key = policy.choose, policy.notes.dtype
                _policy, notes = policies.setdefault(key, (policy, []))
                places[other, number] = list(policies).index(key), len(notes)
                notes.append(policy.notes[rules.which % len(policy.notes)])
        functions = [one for one in members if not is_policy(one[2])]
        for player, (other, number, _member) in enumerate(functions, start=len(policies)):
            places[other, number] = player, 0
        self._players = [
            *(Player(one, device.records(np.concatenate(n))) for one, n in policies.values()),
            *(Player(member) for _other, _number, member in functions),
        ]
        rows.seat(self.sizes, places)
        self._counts = device.zeros(1 + len(self._players), np.int32)

    def answer(self, rows: GpuRows, is_loaded: bool = False) -> None:
        """Let the others play until every row waits for the agent.

        :param is_loaded: see `GpuRows.answer`.
        """
        asked = self._let_policies_answer(rows, is_loaded)
        while asked:
            for number, size in asked:
                self._ask(rows, number, size)
            asked = self._let_policies_answer(rows, is_loaded=False)

    def _let_policies_answer(self, rows: GpuRows, is_loaded: bool) -> list[tuple[int, int]]:
        """Let policies play until only functions have to answer; return these with their numbers of rows."""
        policies = [n for n, player in enumerate(self._players) if player.notes is not None]
        asked = policies
        while self._players:
            for number in asked:
                player = self._players[number]
                rows.answer(number, player.plays, player.notes, is_loaded)
            rows.look(self._counts)
            wrong, *counts = self._counts.copy_to_host().tolist()
            if wrong:
                raise illegal_answer(rows.n - wrong)
            asked = [number for number in policies if counts[number]]
            if not asked:
                return [(number, count) for number, count in enumerate(counts) if count]
        return []

    def _ask(self, rows: GpuRows, number: int, size: int) -> None:
        """Call a function for its rows, and make its moves."""
        device = rows.device
        if self._room is None:
            self._room = Room(
                device.zeros(rows.n, np.int64),
                device.zeros(1, np.int64),
                device.zeros((SIZE, rows.n), np.int8),
                device.zeros((ACTIONS, rows.n), np.int8),
                device.zeros(1, np.int64),
            )
        room = self._room
        rows.gather(number, room.rows, room.size)
        rows.observe_listed(room.rows, room.size, room.observations, room.masks)
        answers = self._players[number].plays(
            turned(room.observations, n=size), turned(room.masks, np.bool_, size)
        )
        rows.take_answers(device.given(answers, size), room.rows, room.wrong)
        if wrong := int(room.wrong.copy_to_host()[0]):
            raise illegal_answer(int(room.rows.copy_to_host()[size - wrong]))
        rows.step(number)


def _check(member: Opponent) -> None:
    """Raise `ParureError` if a member can't play on the GPU."""
    if not is_policy(member) and (is_bot(member) or not callable(member)):
        bot = member if isinstance(member, str) else type(member).__name__
        raise ParureError(
            _(
                "“{bot}” runs on the CPU. On a GPU, opponents can be {names}, policies or "
                "functions of arrays."
            ).format(bot=bot, names=", ".join(NAMES))
        )
