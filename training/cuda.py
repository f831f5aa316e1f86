"""The loops over all rows on a CUDA GPU: one row a thread, inputs with a warp for each row."""

from typing import Any

from parure.bots.champion.layout import PARTS, SLOTS
from parure.bots.champion.slots import write_slot
from parure.bots.champion.table import write_part
from parure.core import batch
from training import rows as one
from training.rows import WORDS, Rows

THREADS = 128
WARP = 32
assert SLOTS == WARP


class Loops:
    """The same loops as `loops`, compiled for the GPU; all on the stream that PyTorch uses."""

    def __init__(self) -> None:
        from parure.envs.device import load_cuda

        cuda = self._cuda = load_cuda()

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
            row = cuda.grid(1)
            if row < r.games.shape[0]:
                one.descend_row(row, r)

        @cuda.jit
        def write_inputs(states, inputs):  # type: ignore[no-untyped-def]
            thread = cuda.grid(1)
            row, lane = thread // WARP, thread % WARP
            if row < states.shape[0]:
                write_slot(states[row], lane, inputs[row])
                if lane < PARTS:
                    write_part(states[row], lane, inputs[row])

        @cuda.jit
        def judge(r, scores, values):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < r.leaves.shape[0]:
                one.judge_row(row, r, scores, values)

        @cuda.jit
        def play(r, kept, step, steps, trust, is_deep):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < r.games.shape[0]:
                one.play_row(row, r, kept, step, steps, trust, is_deep)

        @cuda.jit
        def gather(kept_words, chosen, words):  # type: ignore[no-untyped-def]
            thread = cuda.grid(1)
            number, word = thread // WORDS, thread % WORDS
            if number < chosen.shape[0]:
                words[number * WORDS + word] = kept_words[chosen[number] * WORDS + word]

        self.begin = self._launched(begin, 1)
        self.plant = self._launched(plant, 1)
        self.descend = self._launched(descend, 1)
        self.write_inputs = self._launched(write_inputs, WARP)
        self.judge = self._launched(judge, 1)
        self.play = self._launched(play, 1)
        self.gather = self._launched(gather, WORDS, over=1)

    def _launched(self, kernel: Any, threads: int, over: int = 0) -> Any:
        """Return a kernel as a function: so many threads for each element of one of its arguments.

        :param over: the number of that argument; all rows count by their games.
        """
        cuda = self._cuda

        def launch(*arguments: Any) -> None:
            import torch

            stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
            elements = (
                arguments[over].games if isinstance(arguments[over], Rows) else arguments[over]
            )
            blocks = -(-elements.shape[0] * threads // THREADS)
            kernel[blocks, THREADS, stream](*arguments)

        return launch

    def array(self, tensor: Any) -> Any:
        """Return a tensor as an array on the same memory."""
        return self._cuda.as_cuda_array(tensor)

    def records(self, tensor: Any, dtype: Any) -> Any:
        """Return the bytes of a tensor as an array of records, on the same memory."""
        raw = self.array(tensor)
        n = tensor.numel() // dtype.itemsize
        return type(raw)((n,), (dtype.itemsize,), dtype, gpu_data=raw.gpu_data)
