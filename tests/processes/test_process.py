"""Whatever a function does in its process, the caller goes on."""

import os
import select

import pytest

from kit import strange_calls as calls
from kit.waiting import PATIENCE
from parure.processes import CallFailed, Ended, Overdue, Process


@pytest.fixture(scope="module")
def process():
    process = Process()
    yield process
    process.close()


def test_a_function_is_called_elsewhere(process):
    assert process.call(calls.add, 2, 3) == 5
    assert process.call(calls.who) != os.getpid()
    assert process.call(calls.who) == process.call(calls.who)


@pytest.mark.parametrize(("function", "words"), [
    (calls.fail, "RuntimeError: no idea"),
    (calls.leave, "SystemExit"),
    (calls.secret, "secret"),
])  # fmt: skip
def test_an_error_is_told_and_the_process_stays(process, function, words):
    before = process.call(calls.who)
    with pytest.raises(CallFailed, match=words):
        process.call(function)
    assert process.call(calls.who) == before


@pytest.mark.parametrize(("function", "arguments", "code"), [
    (calls.end, (3,), 3),
    (calls.end, (0,), 0),
    (calls.kill, (), -9),
])  # fmt: skip
def test_after_a_crash_the_next_call_gets_a_fresh_process(process, function, arguments, code):
    before = process.call(calls.who)
    with pytest.raises(Ended) as error:
        process.call(function, *arguments)
    assert error.value.code == code
    assert process.call(calls.who) != before


def test_a_call_that_never_returns_is_ended(process):
    before = process.call(calls.who)
    with pytest.raises(Overdue):
        process.call(calls.wait, seconds=0.01)
    assert process.call(calls.who) != before


def test_a_call_in_steps_is_heard_and_may_take_so_long_for_each(process):
    heard = []

    def listen(step):
        heard.append(step)
        return None if step < 2 else 0.01

    assert process.call(calls.count, 2, listen=listen) == "done"
    with pytest.raises(Overdue):
        process.call(calls.stumble, 3, listen=listen)
    assert heard == [0, 1, 0, 1, 2]


def test_what_is_not_understood_is_no_step(process):
    def refuse(_step):
        raise KeyError("unknown")

    with pytest.raises(KeyError):
        process.call(calls.count, 2, listen=refuse)
    assert process.call(calls.add, 2, 3) == 5


def test_what_a_function_prints_and_reads_disturbs_nobody(process, capfd):
    assert process.call(calls.talk) == ""
    assert capfd.readouterr().out == ""


def test_every_fresh_process_is_prepared_first():
    process = Process(calls.prepare)
    try:
        assert process.call(calls.was_prepared) == ["yes"]
        assert process.call(calls.was_prepared) == ["yes"]
        with pytest.raises(Ended):
            process.call(calls.kill)
        assert process.call(calls.was_prepared) == ["yes"]
    finally:
        process.close()


@pytest.mark.parametrize(("prepare", "error"), [(calls.fail, CallFailed), (calls.wait, Overdue)])
def test_a_process_that_can_not_be_prepared_is_not_used(prepare, error):
    process = Process(prepare, start=0.01)
    with pytest.raises(error):
        process.call(calls.who)
    assert process._running is None


def test_a_process_is_patient_and_keeps_to_its_cores():
    core = min(os.sched_getaffinity(0))
    process = Process(patience=3, cores=[core])
    try:
        assert process.call(calls.settings) == (os.nice(0) + 3, [core], "1")
    finally:
        process.close()


def test_what_a_call_has_started_ends_with_it(process, tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(Overdue):
        process.call(calls.wait_beside_a_child, str(path), listen=lambda _step: 0.01)
    # The end of the pipe is there to read as soon as nobody holds it open.
    assert select.select([reading], [], [], PATIENCE)[0] == [reading]
    assert os.read(reading, 1) == b""
    os.close(reading)


def test_a_closed_process_takes_no_calls():
    process = Process()
    process.close()
    with pytest.raises(CallFailed):
        process.call(calls.who)
