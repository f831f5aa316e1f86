"""The rows of a batch on a CUDA GPU: their arrays, and the kernel launches."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.core import batch as core
from parure.core.actions import ACTIONS
from parure.core.features import CHAPTERS, SIZE
from parure.core.state import STATE
from parure.envs.batch_options import BatchOptions
from parure.envs.common_options import RowRules
from parure.envs.compiled.batch_rows import NO_LIMIT, OTHERS
from parure.envs.device import (
    Device,
    grid_of,
    launch,
    numbers,
    part,
    stretch,
    tables_in_global_memory,
)
from parure.envs.kernel_functions import GAMES_ENDED, ROW, ROWS, SHARED, WRONG_MOVES, Ends
from parure.envs.kernels import GATHERERS, Kernels, blocks_of
from parure.envs.policies import Policy
from parure.envs.policy_kernels import PolicyKernels, kernels_for

__all__ = ["GpuRows"]

_WORD = np.dtype(np.int64)

_kernels = cache(Kernels)


class GpuRows:
    """The games of a batch on the device. Launches are asynchronous; only copies wait for them."""

    def __init__(
        self,
        cuda: Any,
        options: BatchOptions,
        rules: RowRules,
        seats: NDArray[np.int64],
        max_turns: int,
    ) -> None:
        """Allocate the games and write their rules.

        :param seats: the agent's seat in each row.
        """
        self.n = n = int(options.n)
        self.device = device = Device(cuda)
        self._kernels = _kernels(cuda)
        # If only some rows have work, the last blocks finish at once.
        self._grid, self._blocks = grid_of(n), blocks_of(n)
        self.states = device.zeros(n, STATE)
        self._words = numbers(self.states, _WORD)
        self.results = device.zeros(n, core.RESULT)
        self.masks = device.zeros((ACTIONS, n), np.int8)
        self._rows = device.zeros(n, ROW)
        launch(self._kernels.lay_out, *self._grid)(
            device.records(rules.written()),
            device.array(rules.which),
            device.array(seats.astype(np.int8)),
            self.states,
            self._rows,
        )
        self.seats = part(part(self._rows, "seating"), "seat")
        self.to_play = part(self.results, "to_play")
        self._sizes = device.zeros(OTHERS, np.int64)
        self._places: Any = None
        self._every_row = device.array(np.arange(n))
        self._counts = device.zeros(2, np.int64)
        self._ended = stretch(self._counts, GAMES_ENDED, 1)
        self.observations = device.zeros((SIZE, n if options.observations else 1), np.int8)
        self.last = device.zeros((SIZE, n if options.keeps_last else 1), np.int8)
        keeps = options.keeps_last and not options.waits
        self._ends = Ends(
            max_turns,
            options.waits,
            keeps,
            device.zeros(n if keeps else 1, STATE),
            self._counts,
            device.zeros(n, np.int64),
        )
        self._ends_of_loaded = self._ends._replace(
            max_turns=max_turns if options.waits else NO_LIMIT, keeps=False
        )

    def begin(self, seeds: NDArray[np.uint64]) -> None:
        """Deal all games."""
        self.device.clear(self.masks)
        launch(self._kernels.begin, *self._grid)(
            self.states, *self._written(), self._sizes, self.device.array(seeds)
        )

    def resume(self, given: NDArray[Any], rows: NDArray[np.int64]) -> None:
        """Copy positions from the host into rows."""
        self.device.clear(self._ended)
        launch(self._kernels.resume, *self._grid)(
            self.states,
            *self._written(),
            self._sizes,
            self.device.records(given),
            self.device.array(rows),
            self._ends_of_loaded,
        )

    def _written(self) -> tuple[Any, Any, Any]:
        """Return the arrays that most kernels write into."""
        return self._rows, self.results, self.masks

    def seat(self, sizes: NDArray[np.int64], places: NDArray[Any]) -> None:
        """Set the pools of the other seats: their sizes, and the players that are their members."""
        self._sizes = self.device.array(sizes)
        self._places = self.device.records(places)

    def take(self, actions: Any) -> None:
        """Take the agent's action for each row, on the device, for the next step."""
        self.device.clear(self._counts)
        launch(self._kernels.take, *self._grid)(
            actions, self._every_row, self.masks, self._rows, self._counts
        )

    def take_answers(self, actions: Any, listed: Any, wrong: Any) -> None:
        """Take an action on the device for each listed row, for the next step.

        :param wrong: receives how many actions are left at the first illegal one, or 0.
        """
        self.device.clear(self._ended)
        self.device.clear(wrong)
        launch(self._kernels.take, *self._grid)(actions, listed, self.masks, self._rows, wrong)

    def wrong_moves(self) -> int:
        """Return how many actions of the last step were left at the first illegal one, or 0; this waits."""
        return int(self._counts.copy_to_host()[WRONG_MOVES])

    def step(self, player: int) -> None:
        """Make the stored moves in the rows of a player if all are legal."""
        launch(self._kernels.step, self._blocks, ROWS, 0, SHARED)(
            player, self._words, *self._written(), *self._ends
        )
        launch(self._kernels.deal, self._blocks, ROWS, 0, SHARED)(
            self._words, *self._written(), self._sizes, self._counts, self._ends.listed
        )
        self._observe_ends()

    def answer(self, player: int, policy: Policy, notes: Any, is_loaded: bool) -> None:
        """Let a policy play in the rows that wait for it.

        :param is_loaded: from positions that were loaded, policies play on whatever the limit of turns, but
            where games wait.
        """
        self.device.clear(self._ended)
        launch(self._by(policy).answer, self._blocks, ROWS, 0, SHARED)(
            player,
            self._words,
            *self._written(),
            self._sizes,
            self._places,
            notes,
            self._ends_of_loaded if is_loaded else self._ends,
        )
        if not is_loaded:
            self._observe_ends()

    def _by(self, policy: Policy) -> PolicyKernels:
        return kernels_for(self._kernels.functions, policy)

    def look(self, counts: Any) -> None:
        """Find out which player each row waits for, and count the rows of each player."""
        self.device.clear(counts)
        launch(self._kernels.look, *self._grid)(*self._written(), self._places, counts)

    def gather(self, player: int, listed: Any, size: Any) -> None:
        """List the rows that wait for a player, and count them."""
        launch(self._kernels.gather, 1, GATHERERS)(self._rows, player, listed, size)

    def observe(self) -> None:
        """Write the observations of the seats to play."""
        self.device.clear(self.observations)
        with tables_in_global_memory():  # Compiled on first use.
            launch(self._kernels.observe, self._blocks, ROWS * CHAPTERS, 0, SHARED)(
                self._words, self.to_play, self.observations
            )

    def observe_listed(self, listed: Any, size: Any, observations: Any, masks: Any) -> None:
        """Write the observations and masks of the seats to play in listed rows, one after another."""
        self._observe_listed(self._words, self.to_play, listed, size, observations, False)
        launch(self._kernels.copy_masks, *self._grid)(self.masks, listed, size, masks)

    def _observe_ends(self) -> None:
        """Write the last observations of the games that ended in a kernel, if wanted."""
        if self._ends.keeps:
            words = numbers(self._ends.views, _WORD)
            movers = part(part(self._rows, "seating"), "mover")
            self._observe_listed(words, movers, self._ends.listed, self._ended, self.last, True)

    def _observe_listed(self, *given: Any) -> None:
        with tables_in_global_memory():
            launch(self._kernels.observe_listed, self._blocks, ROWS * CHAPTERS, 0, SHARED)(*given)

    def choose(self, policy: Policy, notes: Any, keeps: bool, actions: Any) -> None:
        """Let a policy choose in every row.

        :param keeps: whether it writes into notes of each row.
        """
        launch(self._by(policy).choose, *self._grid)(
            self.states, self._rows, self.results, notes, keeps, actions
        )

    def rollout(self, policy: Policy, notes: Any, decisions: int, games: Any) -> None:
        """Let a policy play on in every row, and count the games that end there.

        `wrong_moves` is then in how many rows it has chosen what is not legal.
        """
        self.device.clear(self.masks)
        self.device.clear(self._counts)
        launch(self._by(policy).rollout, self._blocks, ROWS, 0, SHARED)(
            self._words,
            *self._written(),
            notes,
            self._ends.max_turns,
            decisions,
            games,
            self._counts,
        )

    def count_ends(self, games: Any) -> None:
        """Add the games that ended in the last step."""
        launch(self._kernels.count_ends, *self._grid)(self.results, games)
