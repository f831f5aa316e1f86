"""The loops over rows on a CUDA GPU, one game a thread. What happens in a row is `parure.core.batch`."""

from functools import partial
from typing import Any, NamedTuple

import numba
import numpy as np

from parure.core import batch as core
from parure.core.apply import step
from parure.core.features import CHAPTERS, encode_chapter
from parure.core.observe import hide
from parure.core.state import LEGAL, STATE
from parure.envs.device import as_called, keep
from parure.envs.policies import RANDOM, Policy

__all__ = ["ROWS", "SHARED", "Kernels", "blocks_of"]

ROWS = 32
"""Rows of a block whose threads share memory: one for each thread of a warp."""

WARP = 0xFFFFFFFF
"""All threads of a warp."""

WORDS = STATE.itemsize // 8
"""A state as numbers of eight bytes, which is how it is loaded."""

AT_ONCE = 23
"""So many of them a thread asks the memory for before it waits for the first; measured."""

SHARED = ROWS * STATE.itemsize

DEAL_TOGETHER = 8
"""So many rows of a warp wait before they deal; measured."""


def blocks_of(n: int) -> int:
    """Return how many blocks whose threads share memory have all rows."""
    return (n + ROWS - 1) // ROWS


class Column(NamedTuple):
    """One column of an array on the device, in the place of a record of the CPU's batch.

    Observations and masks lie there column by column, so that neighbouring threads write side by side.
    """

    values: Any


class Kernels:
    """The loops over rows, compiled for the GPU when the first batch is made.

    A block is one warp (`observe`: one for each chapter) and the states of its 32 rows, which it loads
    together into the fast memory that its threads share. There the threads, of which each is elsewhere in
    its game, read and write at their own pace.
    """

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
        def unmark(legal, count, mask):  # type: ignore[no-untyped-def]
            """Empty the mask of the legal moves; to clear all masks would write much more."""
            for number in range(count):
                mask.values[legal.moves[number]] = 0

        @cuda.jit
        def write_rules(written, which, states):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                states[row] = written[which[row]]

        @cuda.jit
        def begin(states, seeds, legal, results, masks):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < states.shape[0]:
                core.forget(results[row])
                core.begin(states[row], seeds[row], legal[row], results[row])
                core.mark_legal(legal[row], results[row], Column(masks[:, row]))

        @cuda.jit
        def resume(states, given, rows, legal, results, masks):  # type: ignore[no-untyped-def]
            number = cuda.grid(1)
            if number < rows.shape[0]:
                row = rows[number]
                states[row] = given[number]
                core.resume(states[row], legal[row], results[row])
                core.write_mask(legal[row], results[row], Column(masks[:, row]))

        @cuda.jit
        def count_illegal(actions, masks, illegal):  # type: ignore[no-untyped-def]
            row = cuda.grid(1)
            if row < actions.shape[0] and not core.allows(Column(masks[:, row]), actions[row]):
                cuda.atomic.add(illegal, 0, 1)

        @cuda.jit
        def advance(  # type: ignore[no-untyped-def]
            words, actions, illegal, legal, results, masks, max_turns, ended, rows
        ):
            shared = cuda.shared.array(0, numba.int64)
            state = cuda.shared.array(0, STATE)  # the same memory
            moves = cuda.local.array(1, LEGAL)
            if illegal[0]:
                return  # No row changes; the host asks when all kernels are on their way.
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            row = first + thread
            load(shared, words, first, thread, ROWS)
            cuda.syncwarp()
            if row < actions.shape[0]:
                mask = Column(masks[:, row])
                unmark(legal[row], int(results[row].count), mask)
                core.forget(results[row])
                results[row].count = step(state[thread], int(actions[row]), moves[0])
                if core.has_ended(state[thread], results[row], max_turns):
                    rows[cuda.atomic.add(ended, 0, 1)] = row
                else:
                    for number in range(results[row].count):
                        legal[row].moves[number] = moves[0].moves[number]
                    core.mark_legal(moves[0], results[row], mask)
            cuda.syncwarp()
            store(shared, words, first, thread, ROWS)

        @cuda.jit
        def begin_next(words, legal, results, masks, ended, rows):  # type: ignore[no-untyped-def]
            shared = cuda.shared.array(0, numba.int64)
            state = cuda.shared.array(0, STATE)  # the same memory
            moves = cuda.local.array(1, LEGAL)
            thread = cuda.threadIdx.x
            first = cuda.blockIdx.x * ROWS
            here = min(ROWS, ended[0] - first)
            for place in range(here):
                for word in range(thread, WORDS, ROWS):
                    shared[place * WORDS + word] = words[rows[first + place] * WORDS + word]
            cuda.syncwarp()
            if thread < here:
                row = rows[first + thread]
                core.begin_next(state[thread], moves[0], results[row])
                for number in range(results[row].count):
                    legal[row].moves[number] = moves[0].moves[number]
                core.mark_legal(moves[0], results[row], Column(masks[:, row]))
            cuda.syncwarp()
            for place in range(here):
                for word in range(thread, WORDS, ROWS):
                    words[rows[first + place] * WORDS + word] = shared[place * WORDS + word]

        @cuda.jit
        def observe(words, observations):  # type: ignore[no-untyped-def]
            shared = cuda.shared.array(0, numba.int64)
            view = cuda.shared.array(0, STATE)  # the same memory
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

        keep(write_rules, begin, resume, count_illegal, advance, begin_next, observe)
        self._cuda, self._load, self._store = cuda, load, store
        self._by_policy: dict[Any, PolicyKernels] = {}
        self.write_rules, self.begin, self.resume = write_rules, begin, resume
        self.count_illegal = count_illegal
        self.advance, self.begin_next, self.observe = advance, begin_next, observe

    def by(self, policy: Policy) -> "PolicyKernels":
        """Return the loops that let a policy choose; they are compiled for each one when it first plays."""
        key = policy.choose, policy.notes.dtype
        if key not in self._by_policy:
            self._by_policy[key] = PolicyKernels(self._cuda, self._load, self._store, policy)
        return self._by_policy[key]


class PolicyKernels:
    """The loops over rows in which a policy decides."""

    def __init__(self, cuda: Any, load: Any, store: Any, policy: Policy) -> None:
        called = partial(as_called, cuda)
        choose_move = called(policy.choose)
        may_be_wrong = policy is not RANDOM
        notes_type = policy.notes.dtype

        @called
        def is_legal(legal, count, move):  # type: ignore[no-untyped-def]
            found = False
            for number in range(count):
                found |= legal.moves[number] == move
            return found

        @cuda.jit
        def choose(states, legal, results, notes, keeps, actions):  # type: ignore[no-untyped-def]
            own = cuda.local.array(1, notes_type)
            row = cuda.grid(1)
            if row < states.shape[0]:
                own[0] = notes[row % notes.shape[0]]
                count = int(results[row].count)
                # Where a game has ended and waits for the next step, there is nothing to choose.
                actions[row] = 0
                if count:
                    actions[row] = choose_move(states[row], legal[row], count, own[0])
                if keeps:
                    notes[row] = own[0]

        @cuda.jit
        def rollout(words, legal, results, notes, masks, max_turns, decisions, games, illegal):  # type: ignore[no-untyped-def]
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
                moves[0] = legal[row]
                result[0] = results[row]
                own[0] = notes[row % notes.shape[0]]
            made = 0
            ended = 0
            plays = here and decisions > 0
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
                        cuda.atomic.add(illegal, 0, 1)
            cuda.syncwarp()
            store(shared, words, first, thread, ROWS)
            if here:
                legal[row] = moves[0]
                results[row] = result[0]
                games[row] = ended
                core.mark_legal(moves[0], result[0], Column(masks[:, row]))

        keep(choose, rollout)
        self.choose, self.rollout = choose, rollout
