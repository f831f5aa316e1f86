"""The loops over the rows of a batch on a CUDA GPU, one thread per game.

The agent moves in all rows at once; each policy answers in the rows that wait for it, in a kernel of its own
(`policy_kernels`), since a GPU can't call functions by their address. In a batch without opponents every row
waits for the agent.
"""

from typing import Any

import numba

from parure.core import batch as core
from parure.core.features import CHAPTERS, SIZE, encode_chapter
from parure.core.observe import hide
from parure.core.state import LEGAL, STATE
from parure.envs.compiled.batch_rows import (
    NO_LIMIT,
    NOTHING,
    WRONG,
    begin_step,
    draw,
    goes_on,
    mark_legal,
)
from parure.envs.device import keep
from parure.envs.kernel_functions import (
    GAMES_ENDED,
    NOBODY,
    ROWS,
    WARP,
    WRONG_MOVES,
    Column,
    Ends,
    KernelFunctions,
    Rows,
)

__all__ = ["GATHERERS", "Kernels", "blocks_of"]

GATHERERS = 256
"""Threads of the block that lists the rows of a player."""


def blocks_of(n: int) -> int:
    """Return the number of blocks with shared memory that cover all rows."""
    return (n + ROWS - 1) // ROWS


class Kernels:
    """The loops over rows, compiled for the GPU when the first batch uses them.

    A block is one warp (`observe`: one for each chapter) and the states of its 32 rows, which it loads
    together into the fast memory that its threads share. There the threads, of which each is elsewhere in
    its game, read and write at their own pace.

    To launch a kernel takes time for each array that it gets, also on the fastest GPU: those of a step get
    as few as possible, one by one.
    """

    def __init__(self, cuda: Any) -> None:
        self.functions = KernelFunctions(cuda)
        load, store = self.functions.load, self.functions.store
        load_listed, store_listed = self.functions.load_listed, self.functions.store_listed
        unmark, show, list_end = self.functions.unmark, self.functions.show, self.functions.list_end
        waits_after_end, deal_next = self.functions.waits_after_end, self.functions.deal_next
        play, player_of = self.functions.play, self.functions.player_of

        @cuda.jit
        def lay_out(written, which, seats, states, rows):  # type: ignore[no-untyped-def]
            """Write the rules and the agent's seat of each row."""
            row = cuda.grid(1)
            if row < states.shape[0]:
                states[row] = written[which[row]]
                rows[row].seating.seat = seats[row]

        @cuda.jit
        def begin(states, rows, results, masks, sizes, seeds):  # type: ignore[no-untyped-def]
            """Deal all games. The masks must be empty."""
            row = cuda.grid(1)
            if row < states.shape[0]:
                s, result, seating = states[row], results[row], rows[row].seating
                moves = rows[row].legal
                core.forget(result)
                core.begin(s, seeds[row], moves, result)
                draw(s, seating, sizes)
                goes_on(s, NOTHING, moves, result, seating, NO_LIMIT)
                mark_legal(moves, result, Column(masks[:, row]))

        @cuda.jit
        def resume(states, rows, results, masks, sizes, given, listed, ends):  # type: ignore[no-untyped-def]
            """Continue from positions put into the listed rows."""
            number = cuda.grid(1)
            if number < listed.shape[0]:
                row = listed[number]
                r = Rows(rows, results, masks)
                unmark(r, row)
                states[row] = given[number]
                s, result, seating = states[row], results[row], rows[row].seating
                moves = rows[row].legal
                begin_step(s, result, seating, False, ends.waits)
                core.resume(s, moves, result)
                draw(s, seating, sizes)
                play(s, NOTHING, moves, r, row, ends, sizes)
                mark_legal(moves, result, Column(masks[:, row]))

        @cuda.jit
        def take(actions, listed, masks, rows, wrong):  # type: ignore[no-untyped-def]
            """Take an action for each listed row; record how many rows are left at the first illegal one."""
            number = cuda.grid(1)
            size = actions.shape[0]
            if number < size:
                row = listed[number]
                if core.allows(Column(masks[:, row]), actions[number]):
                    rows[row].move = actions[number]
                else:
                    cuda.atomic.max(wrong, WRONG_MOVES, size - number)

        @cuda.jit
        def step(  # type: ignore[no-untyped-def]
            player, words, rows, results, masks, max_turns, waits, keeps, views, counts, listed
        ):
            """Make the moves in the rows that wait for a player; list the games to deal."""
            shared = cuda.shared.array(0, numba.int64)
            state = cuda.shared.array(0, STATE)  # the same memory
            moves = cuda.local.array(1, LEGAL)
            if counts[WRONG_MOVES]:
                return  # No row changes; the host asks when all kernels are on their way.
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            row = first + thread
            plays = row < rows.shape[0]
            if player != NOBODY:
                plays = plays and rows[row].asked == player
            if cuda.any_sync(WARP, plays):
                load(shared, words, first, thread, ROWS)
                cuda.syncwarp()
                if plays:
                    r = Rows(rows, results, masks)
                    ends = Ends(max_turns, waits, keeps, views, counts, listed)
                    s, result, seating = state[thread], results[row], rows[row].seating
                    unmark(r, row)
                    if begin_step(s, result, seating, player != NOBODY, waits):
                        list_end(row, ends)
                    else:
                        move = int(rows[row].move)
                        is_on = goes_on(s, move, moves[0], result, seating, max_turns)
                        if is_on or waits_after_end(s, r, row, ends):
                            show(moves[0], r, row)
                cuda.syncwarp()
                store(shared, words, first, thread, ROWS)

        @cuda.jit
        def deal(words, rows, results, masks, sizes, counts, listed):  # type: ignore[no-untyped-def]
            """Deal the listed games, in a kernel of its own because dealing takes much longer than moving."""
            shared = cuda.shared.array(0, numba.int64)
            state = cuda.shared.array(0, STATE)  # the same memory
            moves = cuda.local.array(1, LEGAL)
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            here = min(ROWS, counts[GAMES_ENDED] - first)
            load_listed(shared, words, listed, here, first, thread, ROWS)
            cuda.syncwarp()
            if thread < here:
                row = listed[first + thread]
                r = Rows(rows, results, masks)
                deal_next(state[thread], moves[0], r, row, sizes)
                show(moves[0], r, row)
            cuda.syncwarp()
            store_listed(shared, words, listed, here, first, thread, ROWS)

        @cuda.jit
        def observe(words, seats, observations):  # type: ignore[no-untyped-def]
            """Write what a seat of each row observes, into an array of zeros."""
            shared = cuda.shared.array(0, numba.int64)
            view = cuda.shared.array(0, STATE)  # the same memory
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            place = thread % ROWS
            chapter = thread // ROWS
            row = first + place
            here = row < seats.shape[0]
            seat = int(seats[row]) if here else 0
            load(shared, words, first, thread, ROWS * CHAPTERS)
            cuda.syncthreads()
            if here and chapter == 0:
                hide(view[place], seat)
            cuda.syncthreads()
            if here:
                encode_chapter(view[place], seat, Column(observations[:, row]), chapter)

        @cuda.jit
        def observe_listed(words, seats, listed, size, observations, in_place):  # type: ignore[no-untyped-def]
            """Write what a seat of each listed row observes, at the row's place or one after another."""
            shared = cuda.shared.array(0, numba.int64)
            view = cuda.shared.array(0, STATE)  # the same memory
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            place = thread % ROWS
            chapter = thread // ROWS
            number = first + place
            here = number < size[0]
            row = listed[number] if here else 0
            seat = int(seats[row])
            column = row if in_place else number
            here_too = min(ROWS, size[0] - first)
            load_listed(shared, words, listed, here_too, first, thread, ROWS * CHAPTERS)
            cuda.syncthreads()
            if here:
                for feature in range(chapter, SIZE, CHAPTERS):
                    observations[feature, column] = 0
                if chapter == 0:
                    hide(view[place], seat)
            cuda.syncthreads()
            if here:
                encode_chapter(view[place], seat, Column(observations[:, column]), chapter)

        @cuda.jit
        def copy_masks(masks, listed, size, copies):  # type: ignore[no-untyped-def]
            """Copy the masks of listed rows, one after another."""
            number = cuda.grid(1)
            if number < size[0]:
                for move in range(masks.shape[0]):
                    copies[move, number] = masks[move, listed[number]]

        @cuda.jit
        def look(rows, results, masks, places, counts):  # type: ignore[no-untyped-def]
            """Record who must answer in each row and count the rows of each, after noting illegal moves."""
            row = cuda.grid(1)
            n = rows.shape[0]
            if row < n:
                player = player_of(Rows(rows, results, masks), row, places)
                rows[row].asked = player
                if player != NOBODY:
                    cuda.atomic.add(counts, 1 + player, 1)
                elif rows[row].seating.waits == WRONG:
                    cuda.atomic.max(counts, 0, n - row)

        @cuda.jit
        def gather(rows, player, listed, size):  # type: ignore[no-untyped-def]
            """List the rows of a player in order, in a single block."""
            found = cuda.shared.array(GATHERERS, numba.int64)
            thread = cuda.threadIdx.x
            n = rows.shape[0]
            stretch = (n + GATHERERS - 1) // GATHERERS
            begins = min(n, thread * stretch)
            ends = min(n, begins + stretch)
            own = 0
            for row in range(begins, ends):
                own += rows[row].asked == player
            found[thread] = own
            cuda.syncthreads()
            place = 0
            for other in range(thread):
                place += found[other]
            for row in range(begins, ends):
                if rows[row].asked == player:
                    listed[place] = row
                    place += 1
            if thread == GATHERERS - 1:
                size[0] = place

        @cuda.jit
        def count_ends(results, games):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < games.shape[0]:
                games[row] += results[row].terminated | results[row].truncated

        keep(lay_out, begin, resume, take, step, deal, count_ends)
        keep(observe, observe_listed, copy_masks, look, gather)
        self.lay_out, self.begin, self.resume = lay_out, begin, resume
        self.take, self.step, self.deal = take, step, deal
        self.observe, self.observe_listed, self.copy_masks = observe, observe_listed, copy_masks
        self.look, self.gather, self.count_ends = look, gather, count_ends
