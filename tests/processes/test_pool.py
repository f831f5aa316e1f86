"""A few processes, and calls in the order of their rank."""

import threading

import pytest

from kit import strange_calls as calls
from parure.processes import CallFailed, Ended, Pool, Process


@pytest.fixture
def pool():
    pool = Pool([Process()])
    yield pool
    pool.close()


def test_the_lowest_rank_is_called_first_and_equals_in_order(pool, hold):
    holding = pool.call(calls.wait_for, str(hold))
    done = []
    waiting = []
    for name, rank in (("late", 2), ("first", 1), ("second", 1), ("now", 0)):
        future = pool.call(calls.who, rank=rank)
        future.add_done_callback(lambda _future, name=name: done.append(name))
        waiting.append(future)
    hold.write_bytes(b"")
    holding.result()
    for future in waiting:
        future.result()
    assert done == ["now", "first", "second", "late"]


def test_a_crash_in_one_process_is_no_matter_for_the_others(hold):
    pool = Pool([Process(), Process()])
    try:
        holding = pool.call(calls.wait_for, str(hold))
        assert isinstance(pool.call(calls.end, 3).exception(), Ended)
        assert pool.call(calls.add, 2, 3).result() == 5
        hold.write_bytes(b"")
        assert holding.result() is None
    finally:
        pool.close()


def test_a_waiting_call_can_be_cancelled(pool, hold):
    holding = pool.call(calls.wait_for, str(hold))
    waiting = pool.call(calls.kill)
    assert waiting.cancel()
    after = pool.call(calls.add, 2, 3)
    hold.write_bytes(b"")
    holding.result()
    assert after.result() == 5


def test_a_closed_pool_ends_what_is_done_and_what_waits():
    pool = Pool([Process()])
    begun = threading.Event()
    working = pool.do(lambda process: process.call(calls.stumble, 1, listen=lambda _: begun.set()))
    waiting = pool.call(calls.who)
    begun.wait()
    pool.close()
    assert isinstance(working.exception(), CallFailed)
    assert isinstance(waiting.exception(), CallFailed)
    with pytest.raises(CallFailed):
        pool.call(calls.who)
