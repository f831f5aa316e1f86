"""The loops over the rows of a batch; `parure.core.batch` has what happens in one row.

An agent holds one seat of each game, or every seat. The other seats are played here by policies, or wait for
Python to answer. A row whose game has ended deals the next one in the same step, or in the next.

What is said of one row is the same on a GPU, where all the others are asked, policies too: `row_kernels`.
"""

import numba
import numpy as np

from parure.core import batch as core
from parure.core.actions import ACTIONS
from parure.core.apply import step
from parure.core.jit import background, kernel, large, parallel
from parure.core.random import random_below
from parure.core.records import record
from parure.core.state import MAX_SEATS
from parure.envs.compiled.addresses import call

NO_LIMIT = 2**31 - 1

EVERY_SEAT = -1
"""Instead of a seat: the agent plays them all."""

AGENT = -1
"""Instead of an opponent: the agent decides."""

NOTHING = np.int64(-1)
"""Instead of a move, after a deal."""

WRONG = -2
"""Instead of an opponent: one chose an illegal move."""

OTHERS = MAX_SEATS - 1

SEATING = record(
    [
        ("drawn", np.int32, OTHERS),  # which member of its pool plays each other seat
        ("seat", np.int8),  # where the agent sits
        ("mover", np.int8),  # the seat for which the agent moves
        ("waits", np.int8),  # which of the others must answer
    ],
    align=True,
)
"""Who sits where in a row. Opponents are numbered in turn order after the agent."""

MEMBER = record([("address", np.int64), ("notes", np.int64), ("apart", np.int64)])
"""A member of a pool: its address, where its notes for row 0 are, and how far apart those of the rows.

An address of 0 asks Python.
"""


@kernel
def other_to_play(s, seat):
    """Return the opponent that decides, or AGENT."""
    if seat == EVERY_SEAT:
        return AGENT
    return (int(s.to_play) - int(seat)) % int(s.players) - 1


@kernel
def is_legal(legal, count, move):
    """Tell whether a move is in the list.

    It always reads the whole list: threads of a GPU that left the loop one by one would go on one by one.
    """
    found = False
    for number in range(count):
        found |= legal.moves[number] == move
    return found


@large
def goes_on(s, move, legal, result, seating, max_turns):
    """Make a move and record who decides next; tell whether the game goes on.

    :param move: NOTHING after a deal.
    """
    seating.waits = AGENT
    if move != NOTHING:
        result.count = step(s, move, legal)
    if core.has_ended(s, result, max_turns):
        return False
    seating.waits = other_to_play(s, seating.seat)
    return True


@kernel
def draw(s, seating, sizes):
    """Draw the opponents of this game from their pools."""
    for other in range(OTHERS):
        drawn = 0
        if sizes[other] > 1:
            drawn = random_below(s, sizes[other])
        seating.drawn[other] = drawn


@kernel
def begin_step(s, result, seating, are_answers, waits):
    """Clear the results of the last step; tell whether this step deals a new game.

    :param are_answers: whether the step goes on with moves of opponents.
    :param waits: whether a finished game waits for the next step before another is dealt.
    """
    if are_answers:
        return False
    seating.mover = s.to_play if seating.seat == EVERY_SEAT else seating.seat
    has_ended = result.terminated != 0 or result.truncated != 0
    core.forget(result)
    return waits and has_ended


@kernel
def stop(result, seating):
    """Let a finished game wait for the next step."""
    result.count = 0
    result.to_play = seating.mover


@kernel
def mark_legal(legal, result, mask):
    """Write the legal moves into an empty mask; after a finished game, every action is legal."""
    core.mark_legal(legal, result, mask)
    if result.count == 0:
        for move in range(ACTIONS):
            mask.values[move] = 1


@kernel
def write_mask(legal, result, mask):
    """Write the legal moves as a mask."""
    for move in range(ACTIONS):
        mask.values[move] = 0
    mark_legal(legal, result, mask)


@large
def _play(s, move, legal, result, seating, members, row, max_turns):
    """Make a move and let policies play until somebody else is asked; tell whether the game goes on.

    :param move: NOTHING after a deal, when opponents before the agent play.
    """
    while goes_on(s, move, legal, result, seating, max_turns):
        other = int(seating.waits)
        if other == AGENT:
            return True
        member = members[other, seating.drawn[other]]
        if member.address == 0:
            return True
        count = int(result.count)
        move = call(member.address, s, legal, count, member.notes + row * member.apart)
        if not is_legal(legal, count, move):
            seating.waits = WRONG
            return True
    return False


@kernel
def _deal_next(s, legal, result, seating, members, sizes, row):
    """Deal the next game of a row, and let policies before the agent play."""
    core.begin_next(s, legal, result)
    draw(s, seating, sizes)
    _play(s, NOTHING, legal, result, seating, members, row, NO_LIMIT)


@parallel
def begin_rows(states, seeds, legal, results, masks, seating, members, sizes):
    """Deal all games, and let policies before the agent play."""
    for row in numba.prange(len(states)):
        core.forget(results[row])
        core.begin(states[row], seeds[row], legal[row], results[row])
        draw(states[row], seating[row], sizes)
        _play(states[row], NOTHING, legal[row], results[row], seating[row], members, row, NO_LIMIT)
        write_mask(legal[row], results[row], masks[row])


@parallel
def resume_rows(rows, states, legal, results, masks, seating, members, sizes, max_turns, waits):
    """Continue from positions that were put into rows.

    :param waits: whether a finished game waits for the next step before another is dealt.
    """
    for number in numba.prange(len(rows)):
        row = rows[number]
        s, moves, result, own = states[row], legal[row], results[row], seating[row]
        begin_step(s, result, own, False, waits)
        core.resume(s, moves, result)
        draw(s, own, sizes)
        if not _play(s, NOTHING, moves, result, own, members, row, max_turns):
            if waits:
                stop(result, own)
            else:
                _deal_next(s, moves, result, own, members, sizes, row)
        write_mask(moves, result, masks[row])


@parallel
def step_rows(
    rows,
    actions,
    are_answers,
    states,
    legal,
    results,
    masks,
    seating,
    members,
    sizes,
    max_turns,
    waits,
    views,
    last,
):
    """Make a move in each of these rows, and let the others play until the agent is asked, or Python.

    :param are_answers: whether the moves are those of opponents called from Python.
    :param waits: whether a finished game waits for the next step before another is dealt.
    :param last: receives the last observation of a finished game, unless it is empty.
    """
    for number in numba.prange(len(rows)):
        row = rows[number]
        s, moves, result, own = states[row], legal[row], results[row], seating[row]
        deals = begin_step(s, result, own, are_answers, waits)
        move = int(actions[number])
        if not deals and not _play(s, move, moves, result, own, members, row, max_turns):
            if waits:
                stop(result, own)
            else:
                deals = True
                if len(last):
                    views[row] = s
                    core.write_observation(views[row], int(own.mover), last[row])
        if deals:
            _deal_next(s, moves, result, own, members, sizes, row)
        write_mask(moves, result, masks[row])


@parallel
def advance_rows(states, actions, legal, results, masks, max_turns):
    """Make a move in every row, without opponents and with the next game dealt at once.

    The same as `step_rows`, with less to hand over: at 64 games that takes as long as the moves.
    """
    for row in numba.prange(len(states)):
        core.advance(states[row], int(actions[row]), legal[row], results[row], max_turns)
        core.write_mask(legal[row], results[row], masks[row])


@parallel
def observe_rows(rows, seats, states, views, observations):
    """Write what one seat of each of these rows observes."""
    for number in numba.prange(len(rows)):
        views[number] = states[rows[number]]
        core.write_observation(views[number], int(seats[number]), observations[number])


@parallel
def count_illegal(actions, masks):
    """Return the number of illegal actions."""
    illegal = 0
    for row in numba.prange(len(actions)):
        illegal += not core.allows(masks[row], actions[row])
    return illegal


@parallel
def choose_rows(states, legal, results, address, notes, size, actions):
    """Let a policy choose in every row."""
    for row in numba.prange(len(states)):
        count = int(results[row].count)
        actions[row] = 0
        if count and address:
            actions[row] = call(address, states[row], legal[row], count, notes + row * size)
        elif count:
            actions[row] = core.choose(states[row], legal[row], count)


@parallel
def play_rows(states, legal, results, masks, max_turns, decisions, games):
    """Make this many random decisions in every row."""
    for row in numba.prange(len(states)):
        games[row] = core.play_on(states[row], legal[row], results[row], max_turns, decisions)
        core.write_mask(legal[row], results[row], masks[row])


@background
def play_out_rows(states, legal, results, max_turns):
    """Make random decisions in every row until its game ends."""
    for row in range(len(states)):
        core.play_out(states[row], legal[0], results[row], max_turns)
