"""The arrays that the kernels of a batch on a CUDA GPU share, and the functions that they call.

What happens in a row is `parure.core.batch` and `compiled.batch_rows`. A row notes who must answer: the
agent, or the player of another seat. Between kernels, its mask always shows the legal moves of the seat to
play, whoever that is.
"""

from functools import partial
from typing import Any, NamedTuple

import numba
import numpy as np

from parure.core import batch as core
from parure.core.records import record
from parure.core.state import LEGAL, STATE
from parure.envs.compiled.batch_rows import (
    NO_LIMIT,
    NOTHING,
    SEATING,
    draw,
    goes_on,
    mark_legal,
    stop,
)
from parure.envs.device import as_called

__all__ = [
    "GAMES_ENDED",
    "NOBODY",
    "PLACE",
    "ROW",
    "ROWS",
    "SHARED",
    "WARP",
    "WRONG_MOVES",
    "Column",
    "Ends",
    "KernelFunctions",
    "Rows",
]

ROWS = 32
"""Rows of a block with shared memory: one for each thread of a warp."""

WARP = 0xFFFFFFFF
"""The mask of all threads of a warp."""

WORDS = STATE.itemsize // 8
"""The size of a state in words of eight bytes, the unit in which it is loaded."""

AT_ONCE = 23
"""Words that a thread requests before it waits for the first; this value was the fastest."""

SHARED = ROWS * STATE.itemsize

NOBODY = -1
"""Instead of a player: the row waits for the agent."""

PLACE = record([("player", np.int32), ("slot", np.int32)], align=True)
"""A member of a pool: the index of its player, and of its notes among that player's."""

ROW = record(
    [
        ("seating", SEATING),
        ("asked", np.int32),  # the player that it waited for when that was looked up last
        ("move", np.int16),  # the move to make in the next step
        ("legal", LEGAL),
    ],
    align=True,
)
"""What else a row has, in one array: each array argument makes a launch slower."""

WRONG_MOVES, GAMES_ENDED = 0, 1
"""The counters of the kernels of a step."""


class Column(NamedTuple):
    """One column of an array on the device, used like a record of the CPU's batch.

    Observations and masks lie there column by column, so that neighbouring threads write side by side.
    """

    values: Any


class Rows(NamedTuple):
    """The arrays of all games but their states."""

    rows: Any
    """Records of `ROW`."""
    results: Any
    masks: Any


class Ends(NamedTuple):
    """What happens to games that end."""

    max_turns: int
    waits: bool
    """Whether they wait for the next step before another game is dealt."""
    keeps: bool
    """Whether their final states are stored."""
    views: Any
    """The final states."""
    counts: Any
    """The counters, of which `GAMES_ENDED` counts the games that ended in a kernel."""
    listed: Any
    """The rows where games ended."""


class KernelFunctions:
    """The functions that kernels call, which are compiled into them."""

    def __init__(self, cuda: Any) -> None:
        called = partial(as_called, cuda)
        whole = np.uint64  # An index without a sign is not asked whether it counts from the end.

        @called
        def load(shared, words, first, thread, threads):  # type: ignore[no-untyped-def]
            some = cuda.local.array(AT_ONCE, numba.int64)
            start = whole(first * WORDS)
            last = whole(min(ROWS * WORDS, words.shape[0] - first * WORDS))
            word = whole(thread)
            while word + whole((AT_ONCE - 1) * threads) < last:  # In here nothing else is asked.
                for number in range(AT_ONCE):
                    some[number] = words[start + word + whole(number * threads)]
                for number in range(AT_ONCE):
                    shared[word + whole(number * threads)] = some[number]
                word += whole(AT_ONCE * threads)
            if word < last:  # The rest, at once too, but here each word is asked for.
                for number in range(AT_ONCE):
                    place = word + whole(number * threads)
                    if place < last:
                        some[number] = words[start + place]
                for number in range(AT_ONCE):
                    place = word + whole(number * threads)
                    if place < last:
                        shared[place] = some[number]

        @called
        def store(shared, words, first, thread, threads):  # type: ignore[no-untyped-def]
            start = whole(first * WORDS)
            last = whole(min(ROWS * WORDS, words.shape[0] - first * WORDS))
            word = whole(thread)
            while word + whole((AT_ONCE - 1) * threads) < last:
                for number in range(AT_ONCE):
                    place = word + whole(number * threads)
                    words[start + place] = shared[place]
                word += whole(AT_ONCE * threads)
            while word < last:
                words[start + word] = shared[word]
                word += whole(threads)

        @called
        def load_listed(shared, words, listed, here, first, thread, threads):  # type: ignore[no-untyped-def]
            """Load the states of the first `here` listed rows."""
            for place in range(here):
                row = listed[first + place]
                for word in range(thread, WORDS, threads):
                    shared[place * WORDS + word] = words[row * WORDS + word]

        @called
        def store_listed(shared, words, listed, here, first, thread, threads):  # type: ignore[no-untyped-def]
            for place in range(here):
                row = listed[first + place]
                for word in range(thread, WORDS, threads):
                    words[row * WORDS + word] = shared[place * WORDS + word]

        @called
        def unmark(r, row):  # type: ignore[no-untyped-def]
            """Clear the mask of one row; clearing all masks would write much more."""
            count = int(r.results[row].count)
            for number in range(count):
                r.masks[r.rows[row].legal.moves[number], row] = 0
            if count == 0:
                for move in range(r.masks.shape[0]):
                    r.masks[move, row] = 0

        @called
        def show(moves, r, row):  # type: ignore[no-untyped-def]
            """Write the legal moves of a row, also into its empty mask."""
            for number in range(r.results[row].count):
                r.rows[row].legal.moves[number] = moves.moves[number]
            mark_legal(moves, r.results[row], Column(r.masks[:, row]))

        @called
        def list_end(row, ends):  # type: ignore[no-untyped-def]
            ends.listed[cuda.atomic.add(ends.counts, GAMES_ENDED, 1)] = row

        @called
        def waits_after_end(s, r, row, ends):  # type: ignore[no-untyped-def]
            """Store the final state of a game if wanted; tell whether the game waits for the next step."""
            if ends.waits:
                stop(r.results[row], r.rows[row].seating)
            else:
                if ends.keeps:
                    ends.views[row] = s
                list_end(row, ends)
            return ends.waits

        @called
        def deal_next(s, moves, r, row, sizes):  # type: ignore[no-untyped-def]
            result, seating = r.results[row], r.rows[row].seating
            core.begin_next(s, moves, result)
            draw(s, seating, sizes)
            goes_on(s, NOTHING, moves, result, seating, NO_LIMIT)

        @called
        def play(s, move, moves, r, row, ends, sizes):  # type: ignore[no-untyped-def]
            """Make a move; if it ends the game, deal the next one unless the game waits."""
            seating = r.rows[row].seating
            is_on = goes_on(s, move, moves, r.results[row], seating, ends.max_turns)
            if not is_on and not waits_after_end(s, r, row, ends):
                deal_next(s, moves, r, row, sizes)

        @called
        def player_of(r, row, places):  # type: ignore[no-untyped-def]
            """Return who must answer in a row."""
            seating = r.rows[row].seating
            other = int(seating.waits)
            if other < 0:
                return NOBODY
            return int(places[other, seating.drawn[other]].player)

        self.cuda = cuda
        self.load, self.store = load, store
        self.load_listed, self.store_listed = load_listed, store_listed
        self.unmark, self.show, self.list_end = unmark, show, list_end
        self.waits_after_end, self.deal_next, self.play = waits_after_end, deal_next, play
        self.player_of = player_of
