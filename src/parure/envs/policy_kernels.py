"""The loops of a batch on a CUDA GPU in which a policy decides, compiled for each policy."""

from functools import cache
from typing import Any

import numba
import numpy as np

from parure.core import batch as core
from parure.core.state import LEGAL, STATE
from parure.envs.compiled.batch_rows import WRONG, is_legal
from parure.envs.device import as_called, keep
from parure.envs.kernel_functions import ROWS, WARP, WRONG_MOVES, KernelFunctions, Rows
from parure.envs.policies import RANDOM, Policy

__all__ = ["PolicyKernels", "kernels_for"]

DEAL_TOGETHER = 8
"""Rows of a warp that must wait for a deal before it deals; this value was the fastest."""


def kernels_for(functions: KernelFunctions, policy: Policy) -> "PolicyKernels":
    """Return the loops of a policy; the first use of each compiles it."""
    return _kernels_for(functions, policy.choose, policy.notes.dtype)


@cache
def _kernels_for(
    functions: KernelFunctions, choose: Any, notes: "np.dtype[Any]"
) -> "PolicyKernels":
    return PolicyKernels(functions, choose, notes)


class PolicyKernels:
    """The kernels of a policy: choose for the agent, play whole games, answer as an opponent."""

    def __init__(
        self, functions: KernelFunctions, choose_move: Any, notes_type: "np.dtype[Any]"
    ) -> None:
        cuda, load, store = functions.cuda, functions.load, functions.store
        unmark, show = functions.unmark, functions.show
        play, player_of = functions.play, functions.player_of
        may_be_wrong = choose_move is not RANDOM.choose
        choose_move = as_called(cuda, choose_move)

        @cuda.jit
        def choose(states, rows, results, notes, keeps, actions):  # type: ignore[no-untyped-def]
            own = cuda.local.array(1, notes_type)
            row = cuda.grid(1)
            if row < states.shape[0]:
                own[0] = notes[row % notes.shape[0]]
                count = int(results[row].count)
                # A finished game that waits for the next step has nothing to choose.
                actions[row] = 0
                if count:
                    actions[row] = choose_move(states[row], rows[row].legal, count, own[0])
                if keeps:
                    notes[row] = own[0]

        @cuda.jit
        def rollout(  # type: ignore[no-untyped-def]
            words, rows, results, masks, notes, max_turns, decisions, games, wrong
        ):
            """Play on in every row. The masks must be empty."""
            shared = cuda.shared.array(0, numba.int64)
            state = cuda.shared.array(0, STATE)  # the same memory
            moves = cuda.local.array(1, LEGAL)
            result = cuda.local.array(1, core.RESULT)
            own = cuda.local.array(1, notes_type)
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            row = first + thread
            load(shared, words, first, thread, ROWS)
            cuda.syncwarp()
            here = row < games.shape[0]
            if here:
                result[0] = results[row]
                own[0] = notes[row % notes.shape[0]]
                for number in range(result[0].count):
                    moves[0].moves[number] = rows[row].legal.moves[number]
            made = 0
            ended = 0
            plays = here and decisions > 0
            waits = False
            while cuda.any_sync(WARP, plays or waits):
                # Dealing takes much longer than moving, so rows with finished games wait for each other.
                waiting = cuda.popc(cuda.ballot_sync(WARP, waits))
                nobody_plays = not cuda.any_sync(WARP, plays)
                if waits and (waiting >= DEAL_TOGETHER or nobody_plays):
                    core.begin_next(state[thread], moves[0], result[0])
                    waits = False
                    plays = made < decisions
                elif plays:
                    move = int(moves[0].moves[0])
                    if result[0].count > 1:
                        made += 1
                        count = int(result[0].count)
                        move = int(choose_move(state[thread], moves[0], count, own[0]))
                        plays = not may_be_wrong or is_legal(moves[0], count, move)
                    if plays:
                        core.play_one(state[thread], move, moves[0], result[0])
                        if result[0].count != 1:
                            waits = core.has_ended(state[thread], result[0], max_turns)
                            ended += waits
                            plays = made < decisions and not waits
                    else:
                        cuda.atomic.add(wrong, WRONG_MOVES, 1)
            cuda.syncwarp()
            store(shared, words, first, thread, ROWS)
            if here:
                results[row] = result[0]
                games[row] = ended
                show(moves[0], Rows(rows, results, masks), row)

        @cuda.jit
        def answer(  # type: ignore[no-untyped-def]
            player, words, rows, results, masks, sizes, places, notes, ends
        ):
            """Play in the rows that wait for this player until they wait for another."""
            shared = cuda.shared.array(0, numba.int64)
            state = cuda.shared.array(0, STATE)  # the same memory
            moves = cuda.local.array(1, LEGAL)
            own = cuda.local.array(1, notes_type)
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            row = first + thread
            n = rows.shape[0]
            r = Rows(rows, results, masks)
            answers = row < n and player_of(r, row, places) == player
            if cuda.any_sync(WARP, answers):
                load(shared, words, first, thread, ROWS)
                cuda.syncwarp()
                if answers:
                    unmark(r, row)
                    for number in range(results[row].count):
                        moves[0].moves[number] = rows[row].legal.moves[number]
                plays = answers
                while plays:
                    seating = rows[row].seating
                    other = int(seating.waits)
                    at = int(places[other, seating.drawn[other]].slot) * n + row
                    own[0] = notes[at]
                    count = int(results[row].count)
                    move = int(choose_move(state[thread], moves[0], count, own[0]))
                    notes[at] = own[0]
                    if is_legal(moves[0], count, move):
                        play(state[thread], move, moves[0], r, row, ends, sizes)
                    else:
                        seating.waits = WRONG
                    plays = player_of(r, row, places) == player
                if answers:
                    show(moves[0], r, row)
                cuda.syncwarp()
                store(shared, words, first, thread, ROWS)

        keep(choose, rollout, answer)
        self.choose, self.rollout, self.answer = choose, rollout, answer
