"""The other seats of a batch on a CUDA GPU: who must answer does so, round after round."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parure.core.actions import ACTIONS
from parure.core.features import CHAPTERS, SIZE
from parure.core.state import STATE
from parure.envs.compiled.rows import EVERY_SEAT, NO_LIMIT, OTHERS, SITTING
from parure.envs.device import Device, grid_of, launch, numbers, part, turned
from parure.envs.kernels import ROWS, SHARED, blocks_of
from parure.envs.opponents import Opponent, Opponents, Pools, is_bot, is_policy
from parure.envs.policies import NAMES, Policy, find_each
from parure.envs.row_kernels import GATHERERS, NOBODY, PLACE, Ends, RowKernels, Rows
from parure.errors import IllegalMove, ParureError
from parure.game.moves import MOVES
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["OthersOnGPU", "Rounds"]


class Player(NamedTuple):
    """One who answers: a policy in all the places that it has in pools, or a function in one place."""

    plays: Any
    """A policy or a function."""
    notes: Any = None
    """Those of a policy: for each of its places, and there for each row."""


class OthersOnGPU(Pools):
    """The opponents of a batch on the GPU, each with a number."""

    players: Sequence[Player] = ()
    """Policies first, then functions in the order of their places."""
    places: Any = None
    """Which player each member of a pool is; see `PLACE`."""

    def __init__(self, opponents: Opponents | None, rules: Iterable[Rules]) -> None:
        """Check who plays; with None, the agent holds every seat."""
        super().__init__(opponents, rules)
        for pool in self._pools:
            for member in pool.members:
                self.check(member)

    def check(self, member: Opponent) -> None:
        """Raise `ParureError` where a member can't play on the GPU."""
        if not is_policy(member) and (is_bot(member) or not callable(member)):
            bot = member if isinstance(member, str) else type(member).__name__
            raise ParureError(
                _(
                    "“{bot}” thinks on the CPU. On a GPU, opponents are {names}, policies and functions "
                    "of arrays."
                ).format(bot=bot, names=", ".join(NAMES))
            )

    def sit_down(self, device: Device, kinds: Sequence[Rules], which: NDArray[np.intp]) -> None:
        """Number the players, and put their notes on the device.

        :param kinds: the different rules; `which` of them each row has.
        """
        self._look_round()
        places = np.zeros((OTHERS, max(map(len, self._members), default=1)), PLACE)
        places["player"] = NOBODY
        policies: dict[Any, tuple[Policy, list[NDArray[Any]]]] = {}
        functions: list[Player] = []
        for other, number, member in self._everybody():
            self.check(member)
            if is_policy(member):
                policy = find_each(member, kinds)
                key = policy.choose, policy.notes.dtype
                _policy, notes = policies.setdefault(key, (policy, []))
                places[other, number] = (list(policies).index(key), len(notes))
                notes.append(policy.notes[which % len(policy.notes)])
        for other, number, member in self._everybody():
            if not is_policy(member):
                places[other, number] = (len(policies) + len(functions), 0)
                functions.append(Player(member))
        self.players = [
            *(Player(one, device.records(np.concatenate(n))) for one, n in policies.values()),
            *functions,
        ]
        self.places = device.records(places)

    def _everybody(self) -> Iterable[tuple[int, int, Opponent]]:
        for other, members in enumerate(self._members):
            for number, member in enumerate(members):
                yield other, number, member


class Games(NamedTuple):
    """The arrays of a batch on the device."""

    states: Any
    legal: Any
    results: Any
    masks: Any
    observations: Any
    last: Any
    """The last observations of games, or None."""


class Rounds:
    """What a batch on the GPU does where others play, or games wait before the next one is dealt."""

    def __init__(
        self,
        cuda: Any,
        kernels: RowKernels,
        games: Games,
        others: OthersOnGPU,
        seats: NDArray[Any] | None,
        max_turns: int,
        waits: bool,
    ) -> None:
        """Make room on the device.

        :param seats: where the agent sits in each row; None for everywhere.
        :param waits: a game that has ended waits for the next step before another is dealt.
        """
        self.n: int = games.states.shape[0]
        # Where only some rows have something to do, the last blocks are done at once.
        self._grid, self._blocks = grid_of(self.n), blocks_of(self.n)
        self._device = device = Device(cuda)
        self._kernels, self._games, self._others = kernels, games, others
        sitting = np.zeros(self.n, SITTING)
        sitting["seat"] = EVERY_SEAT if seats is None else seats
        self._all = Rows(
            numbers(games.states, np.dtype(np.int64)),
            games.legal,
            games.results,
            device.records(sitting),
            device.array(others.sizes),
        )
        self.seats = part(self._all.sitting, "seat")
        self._to_play = part(games.results, "to_play")
        self._every_row = device.array(np.arange(self.n))
        self._n = device.array(np.array([self.n]))
        self._actions = device.zeros(self.n, np.int64)
        self._wrong = device.zeros(1, np.int32)
        self._asked = device.zeros(self.n, np.int32)
        self._rows = device.zeros(self.n, np.int64)
        self._size = device.zeros(1, np.int64)
        keeps = games.last is not None and not waits
        kept = self.n if keeps else 1
        self._ends = Ends(
            max_turns,
            waits,
            keeps,
            device.zeros(kept, STATE),
            device.zeros(1, np.int64),
            device.zeros(kept, np.int64),
        )
        self._ends_of_loaded = self._ends._replace(
            max_turns=max_turns if waits else NO_LIMIT, keeps=False
        )
        self._last_words = numbers(self._ends.views, np.dtype(np.int64))
        self._movers = part(self._all.sitting, "mover")
        self._counts = device.zeros(1, np.int32)
        self._shown: tuple[Any, Any] | None = None
        self._is_under_way = False

    def begin(self, seeds: NDArray[np.uint64], kinds: Sequence[Rules], which: Any) -> None:
        """Deal all games, and let those before the agent play."""
        self._sit_down(kinds, which)
        launch(self._kernels.begin, *self._grid)(
            self._games.states, self._device.array(seeds), self._all
        )
        self._play()

    def resume(
        self, given: Any, rows: NDArray[np.int64], kinds: Sequence[Rules], which: Any
    ) -> None:
        """Go on from positions on the host."""
        self._sit_down(kinds, which)
        launch(self._kernels.resume, *self._grid)(
            self._games.states,
            self._device.records(given),
            self._device.array(rows),
            self._all,
            self._ends_of_loaded,
        )
        self._play(is_loaded=True)

    def step(self, actions: Any, kinds: Sequence[Rules], which: Any) -> None:
        """Make one move in every game, and let the others play until the agent is asked again.

        Where one has failed in the step before, that step goes on.
        """
        if self._is_under_way:
            self._play()
            return
        if wrong := self._take(actions, self._games.masks):
            row = self.n - wrong
            move = int(self._actions.copy_to_host()[row])
            raise IllegalMove(
                _("Row {row}: {move} is not legal there. No row has changed.").format(
                    row=row, move=f"“{MOVES[move]}”" if 0 <= move < ACTIONS else move
                )
            )
        if self._others.have_changed:
            self._sit_down(kinds, which)
        self._step(self._every_row, self._n, are_answers=False)
        self._play()

    def finish(self) -> None:
        """Let the others go on where one has failed."""
        if self._is_under_way:
            self._play()

    def observe(self) -> None:
        """Write what the seats to play observe."""
        self._observe(
            self._all.words,
            self._every_row,
            self._n,
            self._to_play,
            self._games.observations,
            in_place=True,
        )

    def count_ends(self, games: Any) -> None:
        """Count the games that have ended in the last step."""
        launch(self._kernels.count_ends, *self._grid)(self._games.results, games)

    def _sit_down(self, kinds: Sequence[Rules], which: NDArray[np.intp]) -> None:
        self._others.sit_down(self._device, kinds, which)
        self._all = self._all._replace(sizes=self._device.array(self._others.sizes))
        self._counts = self._device.zeros(1 + len(self._others.players), np.int32)

    def _take(self, actions: Any, masks: Any) -> int:
        """Copy actions; return how many there are from the first on that is not legal."""
        self._device.clear(self._wrong)
        launch(self._kernels.take, *self._grid)(actions, masks, self._wrong, self._actions)
        return int(self._wrong.copy_to_host()[0])

    def _step(self, rows: Any, size: Any, are_answers: bool) -> None:
        """Make the moves in `_actions`."""
        launch(self._kernels.step, self._blocks, ROWS, 0, SHARED)(
            self._all, rows, size, self._actions, are_answers, self._ends
        )

    def _observe(
        self,
        words: Any,
        rows: Any,
        size: Any,
        seats: Any,
        observations: Any,
        in_place: bool,
    ) -> None:
        launch(self._kernels.observe, self._blocks, ROWS * CHAPTERS, 0, SHARED)(
            words, rows, size, seats, observations, in_place
        )

    def _write_masks(self, rows: Any, size: Any, masks: Any) -> None:
        games = self._games
        launch(self._kernels.write_masks, *self._grid)(
            rows, size, games.legal, games.results, masks
        )

    def _play(self, is_loaded: bool = False) -> None:
        """Let the others answer until the agent is to play in every row; show it, also where one fails.

        :param is_loaded: from positions that were given, policies play on whatever the limit of turns, but
            where games wait.
        """
        self._is_under_way = True
        try:
            asked = self._let_policies_answer(is_loaded)
            while asked:
                for player, size in asked:
                    self._ask(player, size)
                asked = self._let_policies_answer()
            self._is_under_way = False
        finally:
            self._show()

    def _show(self) -> None:
        """Write which actions are legal, and how games have ended."""
        self._write_masks(self._every_row, self._n, self._games.masks)
        if self._ends.keeps:
            self._observe(
                self._last_words,
                self._ends.rows,
                self._ends.count,
                self._movers,
                self._games.last,
                in_place=True,
            )
            self._device.clear(self._ends.count)

    def _let_policies_answer(self, is_loaded: bool = False) -> list[tuple[int, int]]:
        """Let policies play until only functions are waited for: return which, and in how many rows."""
        players = self._others.players
        policies = [number for number, player in enumerate(players) if player.notes is not None]
        asked = policies
        while players:
            for number in asked:
                self._answer(number, is_loaded)
            self._device.clear(self._counts)
            launch(self._kernels.look, *self._grid)(
                self._all.sitting, self._others.places, self._asked, self._counts
            )
            wrong, *counts = self._counts.copy_to_host().tolist()
            if wrong:
                self._refuse(self.n - wrong)
            asked = [number for number in policies if counts[number]]
            if not asked:
                return [(number, count) for number, count in enumerate(counts) if count]
        return []

    def _answer(self, number: int, is_loaded: bool) -> None:
        """Let a policy play in its rows."""
        player = self._others.players[number]
        ends = self._ends_of_loaded if is_loaded else self._ends
        kernel = self._kernels.answer(player.plays)
        launch(kernel, self._blocks, ROWS, 0, SHARED)(
            self._all, self._every_row, number, player.notes, self._others.places, ends
        )

    def _ask(self, number: int, size: int) -> None:
        """Ask a function about its rows, and make its moves."""
        if self._shown is None:
            self._shown = (
                self._device.zeros((SIZE, self.n), np.int8),
                self._device.zeros((ACTIONS, self.n), np.int8),
            )
        seen, masks = self._shown
        launch(self._kernels.gather, 1, GATHERERS)(self._asked, number, self._rows, self._size)
        self._observe(self._all.words, self._rows, self._size, self._to_play, seen, in_place=False)
        self._write_masks(self._rows, self._size, masks)
        answers = self._others.players[number].plays(
            turned(seen, n=size), turned(masks, np.bool_, size)
        )
        if wrong := self._take(self._device.given(answers, size), masks):
            self._refuse(int(self._rows.copy_to_host()[size - wrong]))
        self._step(self._rows, self._size, are_answers=True)

    @staticmethod
    def _refuse(row: int) -> None:
        raise IllegalMove(
            _("Row {row}: an opponent chose a move that is not legal there.").format(row=row)
        )
