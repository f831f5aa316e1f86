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
from parure.core.apply import step
from parure.core.features import CHAPTERS, SIZE, encode_chapter
from parure.core.observe import hide
from parure.core.state import LEGAL, STATE
from parure.envs.batch import NO_LIMIT
from parure.errors import IllegalMove, ParureError
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["CudaBatch", "NoGPU"]

THREADS = 128
"""Threads of a block where they share nothing."""

ROWS = 32
"""Rows of a block whose threads share memory: one for each thread of a warp."""

WARP = 0xFFFFFFFF
"""All threads of a warp."""

WORDS = STATE.itemsize // 8
"""A state as numbers of eight bytes, which is how it is loaded."""

SHARED = ROWS * STATE.itemsize

DEAL_TOGETHER = 8
"""So many rows of a warp wait before they deal; measured."""


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

    A block is one warp (`observe`: one for each chapter) and the states of its 32 rows, which it loads
    together into the fast memory that its threads share. There the threads, of which each is elsewhere in
    its game, read and write at their own pace.
    """

    def __init__(self, cuda: Any) -> None:
        state_type, legal_type, result_type = map(numba.from_dtype, (STATE, LEGAL, core.RESULT))
        int64 = numba.int64

        @cuda.jit
        def load(shared, words, first, thread, threads):  # type: ignore[no-untyped-def]
            for word in range(thread, min(ROWS * WORDS, words.shape[0] - first * WORDS), threads):
                shared[word] = words[first * WORDS + word]

        @cuda.jit
        def store(shared, words, first, thread, threads):  # type: ignore[no-untyped-def]
            for word in range(thread, min(ROWS * WORDS, words.shape[0] - first * WORDS), threads):
                words[first * WORDS + word] = shared[word]

        @cuda.jit
        def begin(states, seeds, legal, results, masks):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                core.forget(results[row])
                core.begin(states[row], seeds[row], legal[row], results[row])
                core.mark_legal(legal[row], results[row], Column(masks[:, row]))

        @cuda.jit
        def count_illegal(actions, masks, illegal):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < actions.shape[0] and not core.allows(Column(masks[:, row]), actions[row]):
                cuda.atomic.add(illegal, 0, 1)

        @cuda.jit
        def advance(words, actions, legal, results, masks, max_turns, ended, rows):  # type: ignore[no-untyped-def]
            shared = cuda.shared.array(0, int64)
            state = cuda.shared.array(0, state_type)  # the same memory
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            row = first + thread
            load(shared, words, first, thread, ROWS)
            cuda.syncwarp()
            if row < actions.shape[0]:
                core.forget(results[row])
                results[row].count = step(state[thread], int(actions[row]), legal[row])
                if core.has_ended(state[thread], results[row], max_turns):
                    rows[cuda.atomic.add(ended, 0, 1)] = row
                core.mark_legal(legal[row], results[row], Column(masks[:, row]))
            cuda.syncwarp()
            store(shared, words, first, thread, ROWS)

        @cuda.jit
        def begin_next(states, legal, results, masks, ended, rows):  # type: ignore[no-untyped-def]
            for number in range(cuda.grid(1), ended[0], cuda.gridsize(1)):
                row = rows[number]
                mask = Column(masks[:, row])
                core.begin_next(states[row], legal[row], results[row])
                core.write_mask(legal[row], results[row], mask)

        @cuda.jit
        def observe(words, observations):  # type: ignore[no-untyped-def]
            shared = cuda.shared.array(0, int64)
            view = cuda.shared.array(0, state_type)  # the same memory
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            place = thread % ROWS
            chapter = thread // ROWS
            here = first + place < observations.shape[1]
            load(shared, words, first, thread, ROWS * CHAPTERS)
            cuda.syncthreads()
            if here and chapter == 0:
                hide(view[place], int(view[place].to_play))
            cuda.syncthreads()
            if here:
                observation = Column(observations[:, first + place])
                encode_chapter(view[place], int(view[place].to_play), observation, chapter)

        @cuda.jit
        def choose(states, legal, results, actions):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                actions[row] = core.choose(states[row], legal[row], results[row])

        @cuda.jit
        def rollout(words, legal, results, masks, max_turns, decisions, games):  # type: ignore[no-untyped-def]
            shared = cuda.shared.array(0, int64)
            state = cuda.shared.array(0, state_type)  # the same memory
            moves = cuda.local.array(1, legal_type)
            result = cuda.local.array(1, result_type)
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            row = first + thread
            load(shared, words, first, thread, ROWS)
            cuda.syncwarp()
            plays = row < games.shape[0] and decisions > 0
            if plays:
                moves[0] = legal[row]
                result[0] = results[row]
            made = 0
            ended = 0
            waits = False
            while cuda.any_sync(WARP, plays or waits):
                # To deal takes much longer than to move: rows whose games have ended wait for each other.
                waiting = cuda.popc(cuda.ballot_sync(WARP, waits))
                nobody_plays = not cuda.any_sync(WARP, plays)
                if waits and (waiting >= DEAL_TOGETHER or nobody_plays):
                    core.begin_next(state[thread], moves[0], result[0])
                    waits = False
                    plays = made < decisions
                elif plays:
                    made += core.play_one(state[thread], moves[0], result[0])
                    if result[0].count != 1:
                        waits = core.has_ended(state[thread], result[0], max_turns)
                        ended += waits
                        plays = made < decisions and not waits
            cuda.syncwarp()
            store(shared, words, first, thread, ROWS)
            if row < games.shape[0]:
                legal[row] = moves[0]
                results[row] = result[0]
                games[row] = ended
                core.mark_legal(moves[0], result[0], Column(masks[:, row]))

        self.begin, self.count_illegal, self.choose = begin, count_illegal, choose
        self.advance, self.begin_next, self.observe = advance, begin_next, observe
        self.rollout = rollout


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

    @property
    def _blocks(self) -> int:
        return (self.n + ROWS - 1) // ROWS

    def reset(self, seed: int = 0) -> None:
        """Deal all games anew."""
        seeds = np.arange(self.n, dtype=np.uint64) + np.uint64(seed)
        self._clear(self._masks)
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
        self._clear(self._illegal)
        self._kernels.count_illegal[self._grid](chosen, self._masks, self._illegal)
        wrong = int(self._illegal.copy_to_host()[0])
        if wrong:
            raise IllegalMove(
                _("{n} of the actions are not legal where they stand. No row has changed.").format(
                    n=wrong
                )
            )
        self._clear(self._masks)
        self._clear(self._ended)
        self._kernels.advance[self._blocks, ROWS, 0, SHARED](
            self._words,
            chosen,
            self._legal,
            self._results,
            self._masks,
            self.max_turns,
            self._ended,
            self._rows,
        )
        self._kernels.begin_next[self._grid](
            self.states, self._legal, self._results, self._masks, self._ended, self._rows
        )
        self._observe()

    def _observe(self) -> None:
        if self.observes:
            self._clear(self._observations)
            self._kernels.observe[self._blocks, ROWS * CHAPTERS, 0, SHARED](
                self._words, self._observations
            )

    def sample(self) -> Any:
        """Return a random legal action for each row, on the device."""
        self._kernels.choose[self._grid](self.states, self._legal, self._results, self._actions)
        return self._actions

    def rollout(self, decisions: int) -> Any:
        """Make so many random decisions in every game, in one kernel; return how many games ended in each."""
        self._clear(self._masks)
        self._kernels.rollout[self._blocks, ROWS, 0, SHARED](
            self._words,
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
