"""The loops over all rows on a CUDA GPU: one thread per row, and one warp per row for the inputs."""

from typing import Any

import numba
import numpy as np

from parure.bots.champion import tree
from parure.bots.champion.inputs import write_part, write_slot
from parure.bots.champion.layout import INPUTS, PARTS, SLOTS
from parure.core import batch
from parure.core.records import record
from parure.core.state import LEGAL, STATE
from training import rows as one
from training.rows import WORDS, Rows

THREADS = 128
WARP = 32
INPUT_WORDS = INPUTS.itemsize // 8
ROOM = record([("state", STATE), ("inputs", INPUTS)])
"""A state and its inputs in shared memory, where a warp works on them."""
ROOM_WORDS = ROOM.itemsize // 8
assert ROOM_WORDS == WORDS + INPUT_WORDS
ALL = 0xFFFFFFFF
"""The mask of all threads of a warp."""
assert SLOTS == WARP


class Loops:
    """The functions of `loops`, compiled for the GPU; they run on PyTorch's current stream."""

    def __init__(self) -> None:
        from parure.envs.device import load_cuda

        cuda = self._cuda = load_cuda()
        legal_type, opinion_type = map(numba.from_dtype, (LEGAL, tree.OPINION))
        room_type, int64 = numba.from_dtype(ROOM), numba.int64

        @cuda.jit
        def begin(r, seeds):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < r.games.shape[0]:
                batch.begin(r.games[row], seeds[row], r.legal[row], r.results[row])

        @cuda.jit
        def plant(r, nodes, branches):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < r.games.shape[0]:
                one.plant_row(row, r, nodes, branches)

        @cuda.jit
        def descend(r):  # type: ignore[no-untyped-def]
            moves = cuda.local.array(1, legal_type)
            row = cuda.grid(1)
            n = 0
            walks = row < r.games.shape[0]
            if walks:
                n = one.deal_row(row, r, r.leaves[row], moves[0])
                tree.start(r.trees[row])
            while cuda.any_sync(ALL, walks):
                # The threads of a warp synchronise after each branch, so that they stay together.
                if walks:
                    t, s = r.trees[row], r.leaves[row]
                    n, walks = tree.walk(t, r.nodes, r.branches, s, moves[0], n)
            if row < r.games.shape[0]:
                one.copy_moves(moves[0], r.found[row], n)
                r.counts[row] = n

        @cuda.jit
        def write_inputs(state_words, input_words):  # type: ignore[no-untyped-def]
            shared = cuda.shared.array(0, int64)
            rooms = cuda.shared.array(0, room_type)  # the same memory
            thread = cuda.grid(1)
            row, lane = thread // WARP, thread % WARP
            room = cuda.threadIdx.x // WARP
            first = room * ROOM_WORDS
            if row * WORDS < state_words.shape[0]:
                for word in range(lane, ROOM_WORDS, WARP):
                    shared[first + word] = state_words[row * WORDS + word] if word < WORDS else 0
                cuda.syncwarp()
                write_slot(rooms[room].state, lane, rooms[room].inputs)
                if lane < PARTS:
                    write_part(rooms[room].state, lane, rooms[room].inputs)
                cuda.syncwarp()
                for word in range(lane, INPUT_WORDS, WARP):
                    input_words[row * INPUT_WORDS + word] = shared[first + WORDS + word]

        @cuda.jit
        def judge(r, scores, values):  # type: ignore[no-untyped-def]
            opinion = cuda.local.array(1, opinion_type)
            row = cuda.grid(1)
            if row < r.leaves.shape[0]:
                one.judge_row(row, r, scores, values, opinion[0])

        @cuda.jit
        def play(r, buffer, step, steps, td_lambda, is_full):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < r.games.shape[0]:
                one.play_row(row, r, buffer, step, steps, td_lambda, is_full)

        @cuda.jit
        def move(r):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < r.games.shape[0]:
                one.move_row(row, r)

        @cuda.jit
        def gather(stored_words, chosen, words):  # type: ignore[no-untyped-def]
            thread = cuda.grid(1)
            number, word = thread // WORDS, thread % WORDS
            if number < chosen.shape[0]:
                words[number * WORDS + word] = stored_words[chosen[number] * WORDS + word]

        self.begin = self._launched(begin, 1)
        self.plant = self._launched(plant, 1)
        self.descend = self._launched(descend, 1)
        self.judge = self._launched(judge, 1)
        self.play = self._launched(play, 1)
        self.move = self._launched(move, 1)
        self.gather = self._launched(gather, WORDS, over=1)
        self._write_inputs = write_inputs

    def _launched(self, kernel: Any, threads: int, over: int = 0) -> Any:
        """Wrap a kernel in a function that launches it over the elements of one argument.

        :param threads: threads per element.
        :param over: the index of that argument.
        """

        def launch(*arguments: Any) -> None:
            elements = (
                arguments[over].games if isinstance(arguments[over], Rows) else arguments[over]
            )
            blocks = -(-elements.shape[0] * threads // THREADS)
            kernel[blocks, THREADS, self._stream()](*arguments)

        return launch

    def write_inputs(self, states: Any, inputs: Any) -> None:
        """Write the network inputs of all positions, given as bytes."""
        words = np.dtype(np.int64)
        blocks = -(-states.numel() // STATE.itemsize * WARP // THREADS)
        kernel = self._write_inputs[
            blocks, THREADS, self._stream(), THREADS // WARP * ROOM.itemsize
        ]
        kernel(self.records(states, words), self.records(inputs, words))

    def _stream(self) -> Any:
        """Return PyTorch's current stream."""
        import torch

        return self._cuda.external_stream(torch.cuda.current_stream().cuda_stream)

    def array(self, tensor: Any) -> Any:
        """Return a tensor as an array that shares its memory."""
        return self._cuda.as_cuda_array(tensor)

    def records(self, tensor: Any, dtype: Any) -> Any:
        """Return the bytes of a tensor as an array of records that shares its memory."""
        raw = self.array(tensor)
        n = tensor.numel() // dtype.itemsize
        return type(raw)((n,), (dtype.itemsize,), dtype, gpu_data=raw.gpu_data)
