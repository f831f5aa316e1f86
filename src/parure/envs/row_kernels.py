"""The loops over rows on a CUDA GPU where others play, or games wait for the next step before they are dealt.

What happens in a row is `compiled.rows`. There are no addresses of functions on a GPU: a row notes who must
answer, and each policy answers in the rows that wait for it, by a kernel of its own.
"""

from functools import partial
from typing import Any, NamedTuple

import numba
import numpy as np

from parure.core import batch as core
from parure.core.features import CHAPTERS, SIZE, encode_chapter
from parure.core.observe import hide
from parure.core.state import STATE
from parure.envs.compiled.rows import (
    NO_LIMIT,
    NOTHING,
    WRONG,
    begin_step,
    draw,
    goes_on,
    is_legal,
    stop,
    write_mask,
)
from parure.envs.device import as_called, keep
from parure.envs.kernels import ROWS, WARP, WORDS, Column
from parure.envs.policies import Policy

__all__ = ["GATHERERS", "NOBODY", "PLACE", "Ends", "RowKernels", "Rows"]

GATHERERS = 256
"""Threads that gather the rows of a player."""

NOBODY = -1
"""In the place of a player: none is asked."""

PLACE = np.dtype((np.record, np.dtype([("player", np.int32), ("slot", np.int32)])))
"""A member of a pool: which player it is, and which of the player's notes are its own."""


class Rows(NamedTuple):
    """All games, row by row, and who sits there."""

    words: Any
    """The states, as numbers of eight bytes."""
    legal: Any
    results: Any
    sitting: Any
    sizes: Any
    """How many members each pool has."""


class Ends(NamedTuple):
    """What becomes of games that end."""

    max_turns: int
    waits: bool
    """They wait for the next step before another is dealt."""
    keeps: bool
    """How they ended is kept."""
    views: Any
    """The states in which they ended."""
    count: Any
    rows: Any
    """Where they ended, so many as the count says."""


class RowKernels:
    """The loops over rows, compiled for the GPU when the first such batch is made."""

    def __init__(self, cuda: Any) -> None:
        called = partial(as_called, cuda)

        @called
        def load(shared, words, rows, size, first, thread, threads):  # type: ignore[no-untyped-def]
            for word in range(thread, min(ROWS, size - first) * WORDS, threads):
                row = rows[first + word // WORDS]
                shared[word] = words[row * WORDS + word % WORDS]

        @called
        def store(shared, words, rows, size, first, thread, threads):  # type: ignore[no-untyped-def]
            for word in range(thread, min(ROWS, size - first) * WORDS, threads):
                row = rows[first + word // WORDS]
                words[row * WORDS + word % WORDS] = shared[word]

        @called
        def player_of(sitting, places):  # type: ignore[no-untyped-def]
            """Return who must answer in a row."""
            other = int(sitting.waits)
            if other < 0:
                return NOBODY
            return int(places[other, sitting.drawn[other]].player)

        @called
        def deal_next(s, r, row):  # type: ignore[no-untyped-def]
            core.begin_next(s, r.legal[row], r.results[row])
            draw(s, r.sitting[row], r.sizes)
            goes_on(s, NOTHING, r.legal[row], r.results[row], r.sitting[row], NO_LIMIT)

        @called
        def play(s, move, r, row, ends):  # type: ignore[no-untyped-def]
            """Make a move; let a game that ends wait, or keep it where that is wanted and deal the next."""
            if not goes_on(s, move, r.legal[row], r.results[row], r.sitting[row], ends.max_turns):
                if ends.waits:
                    stop(r.results[row], r.sitting[row])
                else:
                    if ends.keeps:
                        ends.views[row] = s
                        ends.rows[cuda.atomic.add(ends.count, 0, 1)] = row
                    deal_next(s, r, row)

        @cuda.jit
        def begin(states, seeds, r):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                s, legal, result, own = states[row], r.legal[row], r.results[row], r.sitting[row]
                core.forget(result)
                core.begin(s, seeds[row], legal, result)
                draw(s, own, r.sizes)
                goes_on(s, NOTHING, legal, result, own, NO_LIMIT)

        @cuda.jit
        def resume(states, given, rows, r, ends):  # type: ignore[no-untyped-def]
            number = cuda.grid(1)
            if number < rows.shape[0]:
                row = rows[number]
                states[row] = given[number]
                s, legal, result, own = states[row], r.legal[row], r.results[row], r.sitting[row]
                begin_step(s, result, own, False, ends.waits)
                core.resume(s, legal, result)
                draw(s, own, r.sizes)
                play(s, NOTHING, r, row, ends)

        @cuda.jit
        def take(actions, masks, wrong, taken):  # type: ignore[no-untyped-def]
            """Copy actions, and note the first that is not legal, as how many there are from it on."""
            number = cuda.grid(1)
            size = actions.shape[0]
            if number < size:
                taken[number] = actions[number]
                if not core.allows(Column(masks[:, number]), actions[number]):
                    cuda.atomic.max(wrong, 0, size - number)

        @cuda.jit
        def step(r, rows, size, actions, are_answers, ends):  # type: ignore[no-untyped-def]
            shared = cuda.shared.array(0, numba.int64)
            state = cuda.shared.array(0, STATE)  # the same memory
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            number = first + thread
            load(shared, r.words, rows, size[0], first, thread, ROWS)
            cuda.syncwarp()
            if number < size[0]:
                row = rows[number]
                s = state[thread]
                if begin_step(s, r.results[row], r.sitting[row], are_answers, ends.waits):
                    deal_next(s, r, row)
                else:
                    play(s, int(actions[number]), r, row, ends)
            cuda.syncwarp()
            store(shared, r.words, rows, size[0], first, thread, ROWS)

        @cuda.jit
        def look(sitting, places, asked, counts):  # type: ignore[no-untyped-def]
            """Note who must answer in each row, and in how many; first of all, whether one was wrong."""
            row = cuda.grid(1)
            if row < sitting.shape[0]:
                player = player_of(sitting[row], places)
                asked[row] = player
                if player != NOBODY:
                    cuda.atomic.add(counts, 1 + player, 1)
                elif sitting[row].waits == WRONG:
                    cuda.atomic.max(counts, 0, sitting.shape[0] - row)

        @cuda.jit
        def gather(asked, player, rows, size):  # type: ignore[no-untyped-def]
            """List the rows of a player in their order; one block."""
            found = cuda.shared.array(GATHERERS, numba.int64)
            thread = cuda.threadIdx.x
            n = asked.shape[0]
            stretch = (n + GATHERERS - 1) // GATHERERS
            begins = min(n, thread * stretch)
            ends = min(n, begins + stretch)
            own = 0
            for row in range(begins, ends):
                own += asked[row] == player
            found[thread] = own
            cuda.syncthreads()
            place = 0
            for other in range(thread):
                place += found[other]
            for row in range(begins, ends):
                if asked[row] == player:
                    rows[place] = row
                    place += 1
            if thread == GATHERERS - 1:
                size[0] = place

        @cuda.jit
        def observe(words, rows, size, seats, observations, in_place):  # type: ignore[no-untyped-def]
            """Write what a seat of each row observes: in the place of the row, or one after another."""
            shared = cuda.shared.array(0, numba.int64)
            view = cuda.shared.array(0, STATE)  # the same memory
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            place = thread % ROWS
            chapter = thread // ROWS
            number = first + place
            here = number < size[0]
            row = rows[number] if here else 0
            seat = int(seats[row])
            column = row if in_place else number
            load(shared, words, rows, size[0], first, thread, ROWS * CHAPTERS)
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
        def write_masks(rows, size, legal, results, masks):  # type: ignore[no-untyped-def]
            number = cuda.grid(1)
            if number < size[0]:
                row = rows[number]
                write_mask(legal[row], results[row], Column(masks[:, number]))

        @cuda.jit
        def count_ends(results, games):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < games.shape[0]:
                games[row] += results[row].terminated | results[row].truncated

        keep(begin, resume, take, step, look, gather, observe, write_masks, count_ends)
        self._cuda, self._load, self._store = cuda, load, store
        self._player_of, self._play = player_of, play
        self._answers: dict[Any, Any] = {}
        self.begin, self.resume, self.take, self.step = begin, resume, take, step
        self.look, self.gather, self.observe = look, gather, observe
        self.write_masks, self.count_ends = write_masks, count_ends

    def answer(self, policy: Policy) -> Any:
        """Return the loop in which a policy answers; it is compiled for each one when it first plays."""
        key = policy.choose, policy.notes.dtype
        if key not in self._answers:
            self._answers[key] = self._answer(policy)
        return self._answers[key]

    def _answer(self, policy: Policy) -> Any:
        cuda, load, store = self._cuda, self._load, self._store
        player_of, play = self._player_of, self._play
        choose_move = as_called(cuda, policy.choose)
        notes_type = policy.notes.dtype

        @cuda.jit
        def answer(r, rows, player, notes, places, ends):  # type: ignore[no-untyped-def]
            """Play in the rows that wait for a player until they wait for somebody else."""
            shared = cuda.shared.array(0, numba.int64)
            state = cuda.shared.array(0, STATE)  # the same memory
            own = cuda.local.array(1, notes_type)
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            row = first + thread
            n = r.sitting.shape[0]
            plays = row < n and player_of(r.sitting[row], places) == player
            if cuda.any_sync(WARP, plays):
                load(shared, r.words, rows, n, first, thread, ROWS)
                cuda.syncwarp()
                while plays:
                    s = state[thread]
                    other = int(r.sitting[row].waits)
                    at = int(places[other, r.sitting[row].drawn[other]].slot) * n + row
                    own[0] = notes[at]
                    count = int(r.results[row].count)
                    move = int(choose_move(s, r.legal[row], count, own[0]))
                    notes[at] = own[0]
                    if is_legal(r.legal[row], count, move):
                        play(s, move, r, row, ends)
                    else:
                        r.sitting[row].waits = WRONG
                    plays = player_of(r.sitting[row], places) == player
                cuda.syncwarp()
                store(shared, r.words, rows, n, first, thread, ROWS)

        keep(answer)
        return answer
