"""Many games at once on a CUDA GPU, one game a thread: the same class as `Batch`, the same functions.

Everything stays on the device. The arrays offer `__cuda_array_interface__`, so that PyTorch
(`torch.as_tensor(batch.observation, device="cuda")`), CuPy (`cupy.asarray`) and, through one of them and
DLPack, JAX take them without a copy. The games are those of `Batch` to the bit.
"""

import warnings
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parure.compiling import say
from parure.core import batch as core
from parure.core.actions import ACTIONS
from parure.core.features import CHAPTERS, SIZE
from parure.core.state import LEGAL
from parure.envs.compiled.rows import NO_LIMIT
from parure.envs.kernels import ROWS, SHARED, Kernels
from parure.envs.options import checked_positions, checked_rules, rules_among, rules_written
from parure.envs.policies import RANDOM, Policy, find_each
from parure.errors import IllegalMove, ParureError
from parure.game import Game
from parure.i18n import gettext as _
from parure.i18n import mark
from parure.rules import Rules
from parure.types import Edition, Module

__all__ = ["CudaBatch", "NoGPU"]

THREADS = 128
"""Threads of a block where they share nothing."""


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


@lru_cache
def launch(kernel: Any, *grid: int) -> Any:
    """Return a kernel that is ready for a grid, without the warning that few blocks do not fill the GPU.

    How many games there are is for the user to say.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Grid size")
        return kernel[grid]


_kernels: Kernels | None = None


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
        max_turns: int | None = None,
        observations: bool = True,
    ) -> None:
        """Deal the games; the parameters are those of `Batch`."""
        global _kernels
        self._cuda = _load_cuda()
        say(mark("Compiling for the GPU…"))
        _kernels = self._kernels = _kernels or Kernels(self._cuda)
        self.n = n
        self.max_turns = NO_LIMIT if max_turns is None else max_turns
        self.observes = observations
        states = rules_written(checked_rules(n, players, modules, edition, rules))
        self._kinds, self._which = rules_among(states)
        seen = n if observations else 1
        self.states = self._records(states)
        self._legal = self._records(np.zeros(n, LEGAL))
        self._results = self._records(np.zeros(n, core.RESULT))
        self._masks = self._cuda.to_device(np.zeros((ACTIONS, n), np.int8))
        self._observations = self._cuda.to_device(np.zeros((SIZE, seen), np.int8))
        self._actions = self._cuda.device_array(n, np.int16)
        self._games = self._cuda.device_array(n, np.int32)
        self._no_notes = self._records(RANDOM.notes)
        self._words = self._view(self.states, np.dtype(np.int64))
        self._illegal = self._cuda.device_array(1, np.int32)
        self._ended = self._cuda.device_array(1, np.int32)
        self._rows = self._cuda.device_array(n, np.int32)
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
        raw = CudaBatch._view(records, np.dtype(np.uint8))
        return np.asarray(raw.copy_to_host()).view(records.dtype)

    @staticmethod
    def _view(records: Any, dtype: Any) -> Any:
        """Return an array of records as one of plain numbers, on the same memory."""
        n = records.shape[0] * records.dtype.itemsize // dtype.itemsize
        return type(records)((n,), (dtype.itemsize,), dtype, gpu_data=records.gpu_data)

    def _clear(self, array: Any) -> None:
        """Fill an array with zeros."""
        self._cuda.cudadrv.driver.device_memset(array.gpu_data, 0, array.gpu_data.size)

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

    @property
    def _blocks(self) -> int:
        return (self.n + ROWS - 1) // ROWS

    def reset(self, seed: int = 0) -> None:
        """Deal all games anew."""
        seeds = np.arange(self.n, dtype=np.uint64) + np.uint64(seed)
        self._clear(self._masks)
        launch(self._kernels.begin, *self._grid)(
            self.states, self._cuda.to_device(seeds), self._legal, self._results, self._masks
        )
        self._observe()

    @property
    def rules(self) -> list[Rules]:
        """The rules of each row."""
        return [self._kinds[kind] for kind in self._which]

    def save(self) -> NDArray[Any]:
        """Return a copy of all positions on the host, for `load`."""
        return self.to_host(self.states)

    def load(self, positions: NDArray[Any] | Sequence[Game], rows: ArrayLike | None = None) -> None:
        """Go on from given positions on the host; the parameters are those of `Batch.load`."""
        given, chosen = checked_positions(positions, rows, self.n)
        launch(self._kernels.resume, *self._grid)(
            self.states,
            self._records(np.ascontiguousarray(given)),
            self._cuda.to_device(chosen),
            self._legal,
            self._results,
            self._masks,
        )
        self._kinds, self._which = rules_among(self.save())
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
        self._clear(self._illegal)
        launch(self._kernels.count_illegal, *self._grid)(chosen, self._masks, self._illegal)
        wrong = int(self._illegal.copy_to_host()[0])
        if wrong:
            raise IllegalMove(
                _("{n} of the actions are not legal where they stand. No row has changed.").format(
                    n=wrong
                )
            )
        self._clear(self._masks)
        self._clear(self._ended)
        launch(self._kernels.advance, self._blocks, ROWS, 0, SHARED)(
            self._words,
            chosen,
            self._legal,
            self._results,
            self._masks,
            self.max_turns,
            self._ended,
            self._rows,
        )
        launch(self._kernels.begin_next, *self._grid)(
            self.states, self._legal, self._results, self._masks, self._ended, self._rows
        )
        self._observe()

    def _observe(self) -> None:
        if self.observes:
            self._clear(self._observations)
            launch(self._kernels.observe, self._blocks, ROWS * CHAPTERS, 0, SHARED)(
                self._words, self._observations
            )

    def sample(self, policy: str | Policy = "random") -> Any:
        """Return a legal action for each row, on the device: a random one, or that of a policy."""
        chosen = find_each(policy, self._kinds)
        choose = self._kernels.by(chosen).choose
        launch(choose, *self._grid)(
            self.states, self._legal, self._results, self._notes(chosen), self._actions
        )
        return self._actions

    def _notes(self, policy: Policy) -> Any:
        """Return the notes of a policy on the device; to copy waits for kernels, so random play has none."""
        if policy is RANDOM:
            return self._no_notes
        return self._records(policy.notes[self._which] if len(policy.notes) > 1 else policy.notes)

    def rollout(self, decisions: int, policy: str | Policy = "random") -> Any:
        """Make so many decisions in every game, in one kernel; return how many games ended in each.

        :param policy: who decides: a name, or a function of your own; see `policies`. A row where it chooses
            what is not legal stops before that move, and `IllegalMove` follows when the others are done.
        """
        chosen = find_each(policy, self._kinds)
        self._clear(self._masks)
        self._clear(self._illegal)
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

    def __len__(self) -> int:
        return self.n
