"""The loops over all rows on a CUDA GPU: one row a thread, inputs with a warp for each row."""

from typing import Any

from training import rows as one
from training.rows import PARTS, SLOTS, WORDS

THREADS = 128
WARP = 32
assert SLOTS == WARP


class Loops:
    """The same loops as `loops`, compiled for the GPU; all on the stream that PyTorch uses."""

    def __init__(self) -> None:
        from parure.envs.gpu import _load_cuda

        cuda = self._cuda = _load_cuda()

        @cuda.jit
        def begin(games, seeds, legal, results):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < games.shape[0]:
                one.batch.begin(games[row], seeds[row], legal[row], results[row])

        @cuda.jit
        def plant(games, results, trees, nodes, room, compared):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < games.shape[0]:
                one.plant_row(row, games, results, trees, nodes, room, compared)

        @cuda.jit
        def descend(  # type: ignore[no-untyped-def]
            game_words,
            games,
            legal,
            results,
            trees,
            nodes,
            branches,
            leaf_words,
            leaves,
            found,
            counts,
        ):
            row = cuda.grid(1)
            if row < games.shape[0]:
                one.descend_row(
                    row, game_words, games, legal, results, trees, nodes, branches, leaf_words,
                    leaves, found, counts,
                )  # fmt: skip

        @cuda.jit
        def write_inputs(states, inputs):  # type: ignore[no-untyped-def]
            thread = cuda.grid(1)
            row, lane = thread // WARP, thread % WARP
            if row < states.shape[0]:
                one.write_slot(states[row], lane, inputs[row])
                if lane < PARTS:
                    one.write_part(states[row], lane, inputs[row])

        @cuda.jit
        def judge(scores, values, trees, nodes, branches, leaves, found, counts, opinions):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < leaves.shape[0]:
                one.judge_row(
                    row, scores, values, trees, nodes, branches, leaves, found, counts, opinions
                )

        @cuda.jit
        def play(  # type: ignore[no-untyped-def]
            step, steps, trust, begun, game_words, kept_words, games, legal, results, trees, nodes,
            branches, opinions, moves, weights, targets, ready,
        ):  # fmt: skip
            row = cuda.grid(1)
            rows = games.shape[0]
            if row < rows:
                at = step % steps * rows + row
                for word in range(WORDS):
                    kept_words[at * WORDS + word] = game_words[row * WORDS + word]
                ready[at] = 0
                number = one.keep_row(
                    row, at, games, legal, results, trees, nodes, branches, opinions, moves, weights,
                    targets,
                )  # fmt: skip
                if one.advance_row(row, number, games, legal, results):
                    one.finish_row(row, step, begun, rows, steps, results, targets, ready, trust)

        @cuda.jit
        def gather(kept_words, chosen, words):  # type: ignore[no-untyped-def]
            thread = cuda.grid(1)
            number, word = thread // WORDS, thread % WORDS
            if number < chosen.shape[0]:
                words[number * WORDS + word] = kept_words[chosen[number] * WORDS + word]

        self.begin = self._launched(begin, 1)
        self.plant = self._launched(plant, 1)
        self.descend = self._launched(descend, 1, over=1)
        self.write_inputs = self._launched(write_inputs, WARP)
        self.judge = self._launched(judge, 1, over=5)
        self.play = self._launched(play, 1, over=6)
        self.gather = self._launched(gather, WORDS, over=1)

    def _launched(self, kernel: Any, threads: int, over: int = 0) -> Any:
        """Return a kernel as a function: so many threads for each element of one of its arguments."""
        cuda = self._cuda

        def launch(*arguments: Any) -> None:
            import torch

            stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
            blocks = -(-arguments[over].shape[0] * threads // THREADS)
            kernel[blocks, THREADS, stream](*arguments)

        return launch

    def records(self, tensor: Any, dtype: Any) -> Any:
        """Return the bytes of a tensor as an array of records, on the same memory."""
        raw = self._cuda.as_cuda_array(tensor)
        n = tensor.numel() // dtype.itemsize
        return type(raw)((n,), (dtype.itemsize,), dtype, gpu_data=raw.gpu_data)
