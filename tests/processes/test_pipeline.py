"""One process that is sent its calls ahead: answers come in order, and nobody gets another's."""

import pytest

from kit import strange_calls as calls
from parure.processes import CallFailed, Ended, Overdue, Pipeline, Process


@pytest.fixture
def pipeline():
    pipeline = Pipeline(Process())
    yield pipeline
    pipeline.close()


def test_calls_that_were_sent_ahead_are_answered_in_order(pipeline, hold):
    first = pipeline.call(calls.wait_for, str(hold))
    sums = [pipeline.call(calls.add, 1, n) for n in range(50)]
    hold.write_bytes(b"")
    assert first.result() is None
    assert [future.result() for future in sums] == list(range(1, 51))


def test_an_error_is_told_to_whom_it_concerns(pipeline, hold):
    pipeline.call(calls.wait_for, str(hold))
    failing, unsent = pipeline.call(calls.fail), pipeline.call(lambda: None)
    last = pipeline.call(calls.add, 2, 3)
    hold.write_bytes(b"")
    with pytest.raises(CallFailed, match="no idea"):
        failing.result()
    assert unsent.exception() is not None
    assert last.result() == 5


def test_nobody_gets_an_answer_of_a_process_that_has_crashed(pipeline, hold):
    before = pipeline.call(calls.who).result()
    pipeline.call(calls.wait_for, str(hold))
    crashing, others = pipeline.call(calls.end, 3), [pipeline.call(calls.who) for _ in range(20)]
    hold.write_bytes(b"")
    with pytest.raises(Ended):
        crashing.result()
    for other in others:  # Sent before the crash, or after it.
        assert isinstance(other.exception(), Ended) or other.result() != before
    assert pipeline.call(calls.who).result() != before


def test_a_call_that_takes_too_long_is_ended(pipeline):
    before = pipeline.call(calls.who).result()
    overdue, other = pipeline.call(calls.wait, seconds=0.01), pipeline.call(calls.who)
    with pytest.raises(Overdue):
        overdue.result()
    assert isinstance(other.exception(), CallFailed) or other.result() != before
    assert pipeline.call(calls.add, 2, 3).result() == 5


def test_what_waits_when_it_is_closed_fails(hold):
    pipeline = Pipeline(Process())
    pipeline.call(calls.add, 2, 3).result()
    waiting = [pipeline.call(calls.wait_for, str(hold)), pipeline.call(calls.who)]
    pipeline.close()
    assert all(isinstance(future.exception(), CallFailed) for future in waiting)
    with pytest.raises(CallFailed):
        pipeline.call(calls.who)
