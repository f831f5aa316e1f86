"""Many games at once on a CUDA GPU, one game a thread: the same class as `Batch`, the same functions.

Everything stays on the device. The arrays offer `__cuda_array_interface__`, so that PyTorch
(`torch.as_tensor(batch.observation, device="cuda")`), CuPy (`cupy.asarray`) and, through one of them and
DLPack, JAX take them without a copy. The games are those of `Batch` to the bit.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from parure.core import batch as core
from parure.core.actions import ACTIONS
from parure.core.features import SIZE
from parure.core.state import LEGAL, STATE
from parure.envs.batch import NO_LIMIT
from parure.errors import IllegalMove, ParureError
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["CudaBatch", "NoGPU"]

THREADS = 128
"""Threads of a block."""


class NoGPU(ParureError):
    """There is no CUDA GPU, or what is needed to use it is not installed."""


def _load_cuda() -> Any:
    """Import numba-cuda, or say what to install."""
    if not hasattr(np, "row_stack"):
        # numba-cuda asks for this name, which NumPy 2.5 dropped, when it is imported.
        np.row_stack = np.vstack
    try:
        from numba import cuda
    except ImportError as error:
        raise NoGPU(
            _("The GPU needs numba-cuda: pip install “parure[gpu]”. ({problem})").format(
                problem=error
            )
        ) from error
    if not cuda.is_available():  # type: ignore[no-untyped-call]
        raise NoGPU(_("There is no CUDA GPU here, or its driver is not installed."))
    return cuda


class Column(NamedTuple):
    """One column of an array on the device, in the place of a record of the CPU's batch.

    Observations and masks lie there column by column, so that neighbouring threads write side by side.
    """

    values: Any


class _Kernels:
    """The loops over rows, compiled for the GPU when the first batch is made.

    Where they look at much of a state they copy it to local memory, where a thread's bytes are interleaved
    with its neighbours', so that threads at the same point read together.
    """

    def __init__(self, cuda: Any) -> None:
        state_type, legal_type, result_type = map(numba.from_dtype, (STATE, LEGAL, core.RESULT))

        @cuda.jit
        def begin(states, seeds, legal, results, masks):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                core.begin(states[row], seeds[row], legal[row], results[row])
                core.write_mask(legal[row], results[row], Column(masks[:, row]))

        @cuda.jit
        def count_illegal(actions, masks, illegal):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < actions.shape[0] and not core.allows(Column(masks[:, row]), actions[row]):
                cuda.atomic.add(illegal, 0, 1)

        @cuda.jit
        def advance(states, actions, legal, results, masks, max_turns):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                core.advance(states[row], int(actions[row]), legal[row], results[row], max_turns)
                core.write_mask(legal[row], results[row], Column(masks[:, row]))

        @cuda.jit
        def observe(states, observations):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                view = cuda.local.array(1, state_type)
                view[0] = states[row]
                seat = int(view[0].to_play)
                core.write_observation(view[0], seat, Column(observations[:, row]))

        @cuda.jit
        def choose(states, legal, results, actions):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                actions[row] = core.choose(states[row], legal[row], results[row])

        @cuda.jit
        def rollout(states, legal, results, masks, max_turns, decisions, games):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                state = cuda.local.array(1, state_type)
                moves = cuda.local.array(1, legal_type)
                result = cuda.local.array(1, result_type)
                state[0] = states[row]
                moves[0] = legal[row]
                result[0] = results[row]
                games[row] = core.play_on(state[0], moves[0], result[0], max_turns, decisions)
                states[row] = state[0]
                legal[row] = moves[0]
                results[row] = result[0]
                core.write_mask(moves[0], result[0], Column(masks[:, row]))

        self.begin, self.count_illegal, self.advance = begin, count_illegal, advance
        self.observe, self.choose, self.rollout = observe, choose, rollout


_kernels: _Kernels | None = None


class CudaBatch:
    """`n` games on the GPU; see `Batch` for the meaning of its arrays, which here are on the device."""

    def __init__(
        self,
        n: int,
        players: int = 2,
        modules: Iterable[str] | str = (),
        edition: int = 2024,
        *,
        seed: int = 0,
        max_turns: int | None = None,
        observations: bool = True,
    ) -> None:
        """Deal the games; the parameters are those of `Batch`."""
        global _kernels
        self._cuda = _load_cuda()
        _kernels = self._kernels = _kernels or _Kernels(self._cuda)
        self.rules = Rules(players, modules, edition)
        self.n = n
        self.max_turns = NO_LIMIT if max_turns is None else max_turns
        self.observes = observations
        states = np.zeros(n, STATE)
        self.rules.write_all(states)
        seen = n if observations else 1
        self.states = self._records(states)
        self._legal = self._records(np.zeros(n, LEGAL))
        self._results = self._records(np.zeros(n, core.RESULT))
        self._masks = self._cuda.to_device(np.zeros((ACTIONS, n), np.int8))
        self._observations = self._cuda.to_device(np.zeros((SIZE, seen), np.int8))
        self._actions = self._cuda.device_array(n, np.int16)
        self._games = self._cuda.device_array(n, np.int32)
        self.mask = self._turned(self._masks)
        self.observation = self._turned(self._observations)
        self.to_play = self._part(self._results, "to_play")
        self.rewards = self._part(self._results, "rewards")
        self.margins = self._part(self._results, "margins")
        self.terminated = self._part(self._results, "terminated")
        self.truncated = self._part(self._results, "truncated")
        self.turns = self._part(self._results, "turns")
        self.reset(seed)

    def _records(self, host: NDArray[Any]) -> Any:
        """Copy an array of records to the device, as bytes: to NumPy, overlapping fields are no buffer."""
        raw = self._cuda.to_device(host.view(np.uint8))
        return type(raw)(host.shape, host.strides, host.dtype, gpu_data=raw.gpu_data)

    @staticmethod
    def to_host(records: Any) -> NDArray[Any]:
        """Return a copy of an array of records on the host."""
        size = records.shape[0] * records.dtype.itemsize
        raw = type(records)((size,), (1,), np.uint8, gpu_data=records.gpu_data)
        return np.asarray(raw.copy_to_host()).view(records.dtype)

    def _turned(self, array: Any) -> Any:
        """Return an array with rows and columns exchanged, on the same memory (`T` would copy)."""
        rows, columns = array.shape
        return type(array)(
            (columns, rows), array.strides[::-1], array.dtype, gpu_data=array.gpu_data
        )

    def _part(self, records: Any, name: str) -> Any:
        """Return one field of an array of records as an array of its own, on the same memory."""
        field, offset = records.dtype.fields[name][:2]
        inner = field.base
        shape = field.shape
        if name in ("rewards", "margins"):
            shape = (self.rules.players,)
        strides = [inner.itemsize] if shape else []
        end = records.gpu_data.size
        return type(records)(
            (records.shape[0], *shape),
            (records.dtype.itemsize, *strides),
            inner,
            gpu_data=records.gpu_data.view(offset, end),
        )

    @property
    def _grid(self) -> tuple[int, int]:
        return (self.n + THREADS - 1) // THREADS, THREADS

    def reset(self, seed: int = 0) -> None:
        """Deal all games anew."""
        seeds = np.arange(self.n, dtype=np.uint64) + np.uint64(seed)
        self._kernels.begin[self._grid](
            self.states, self._cuda.to_device(seeds), self._legal, self._results, self._masks
        )
        self._observe()

    def step(self, actions: Any) -> None:
        """Make one move in every game; `IllegalMove` where one is not legal, and no row has changed.

        :param actions: an array of whole numbers on the device, or on the host.
        """
        chosen = actions
        if hasattr(actions, "__cuda_array_interface__"):
            chosen = self._cuda.as_cuda_array(actions)
        else:
            chosen = self._cuda.to_device(np.asarray(actions))
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(
                _(
                    "A batch of {n} games takes {n} whole numbers, not an array of {shape} {kind}."
                ).format(n=self.n, shape=chosen.shape, kind=chosen.dtype)
            )
        illegal = self._cuda.to_device(np.zeros(1, np.int32))
        self._kernels.count_illegal[self._grid](chosen, self._masks, illegal)
        wrong = int(illegal.copy_to_host()[0])
        if wrong:
            raise IllegalMove(
                _("{n} of the actions are not legal where they stand. No row has changed.").format(
                    n=wrong
                )
            )
        self._kernels.advance[self._grid](
            self.states, chosen, self._legal, self._results, self._masks, self.max_turns
        )
        self._observe()

    def _observe(self) -> None:
        if self.observes:
            self._kernels.observe[self._grid](self.states, self._observations)

    def sample(self) -> Any:
        """Return a random legal action for each row, on the device."""
        self._kernels.choose[self._grid](self.states, self._legal, self._results, self._actions)
        return self._actions

    def rollout(self, decisions: int) -> Any:
        """Make so many random decisions in every game, in one kernel; return how many games ended in each."""
        self._kernels.rollout[self._grid](
            self.states,
            self._legal,
            self._results,
            self._masks,
            self.max_turns,
            decisions,
            self._games,
        )
        self._observe()
        return self._games

    def __len__(self) -> int:
        return self.n
