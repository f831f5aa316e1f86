"""`parure engine check` passes the engines that keep to the protocol, and says what is wrong with others."""

import shutil
import sys
from pathlib import Path

import pytest

from parure.bots import LADDER
from parure.engine import EngineError, check

pytestmark = pytest.mark.verify


ROOT = Path(__file__).parent.parent.parent
BROKEN = f"{sys.executable} {ROOT / 'tests' / 'kit' / 'broken_engine.py'}"

WRONG = {
    "exits": "ended without an answer to “hello” (exit code 3).",
    "silent": "didn’t answer “hello” within 1 s.",
    "chatty": "wrote a line that is not JSON: Hello, world!.",
    "list": 'wrote a message without a type: ["ready"].',
    "later": "speaks version 2 of the protocol, not 1.",
    "nameless": "doesn’t say its name.",
    "options": "must list the names of its options.",
    "narrow": "ended without an answer to “options” (exit code 1).",
    "illegal": "made an illegal move: take gold.",
    "speechless": "made an illegal move: null.",
    "crash": "ended without an answer to “go” (exit code 7).",
    "slow": "didn’t answer “go” within 3.02 s.",
    "sorry": "says: I don’t know these rules.",
    "endless line": "wrote a line that is too long.",
    "twice": "sent “best” where “ready” was due.",
    "dreamer": "judges an illegal move: buy hand 3.",
    "optimist": "must give each seat a chance, together 1, not [1, 1].",
    "muddled": "sent an info that can’t be read: "
    '{"type": "info", "lines": "soon"}.',
    "boundless": 'sent an info that can’t be read: {"type": "info", "simulations": Infinity}.',
    "no number": 'wrote a line that is not JSON: {"type": "info", "speed": NaN}.',
    "colourful": "wrote a line that is not JSON: �[31mred.",
    "hasty": "answered before it was stopped.",
    "deaf": "didn’t answer “stop” within 3 s.",
    "stays": "doesn’t end when it is told to quit.",
    "orphan": "doesn’t end when its input ends.",
}  # fmt: skip


def passed(command: str, **limits: float) -> list[str]:
    return list(check(command, **limits))


@pytest.mark.parametrize("fault", WRONG)
def test_each_fault_has_its_own_sentence(fault: str) -> None:
    command = f'{BROKEN} "{fault}"'
    is_waited_for = fault in ("slow", "deaf", "stays", "orphan")
    limits = {"patience": 3 if is_waited_for else 60, "start": 1 if fault == "silent" else 60}
    with pytest.raises(EngineError) as error:
        passed(command, **limits)
    assert str(error.value) == f"“{command}” {WRONG[fault]}"


def test_the_patience_of_the_command_counts_from_the_first_message(run, monkeypatch) -> None:
    monkeypatch.setenv("PARURE_LANG", "en")
    _code, _out, err = run("engine", "check", f"{BROKEN} silent", "--patience", 0.1)
    assert "didn’t answer “hello” within 0.1 s." in " ".join(err.split())


def test_without_a_fault_everything_passes() -> None:
    assert len(passed(f"{BROKEN} none")) == 9


@pytest.mark.parametrize(("command", "sentence"), [
    ("no-such-program --fast", "“no-such-program --fast” can’t be started: No such file or directory."),
    ("'open", "“'open” can’t be started: No closing quotation."),
    ("", "“” can’t be started: there is no command."),
])  # fmt: skip
def test_what_is_no_program_can_t_be_started(command: str, sentence: str) -> None:
    with pytest.raises(EngineError) as error:
        passed(command)
    assert str(error.value) == sentence


@pytest.mark.parametrize("bot", LADDER)
def test_every_bot_is_an_engine(bot: str) -> None:
    assert len(passed(f"{sys.executable} -m parure engine {bot}")) == 9


def test_the_example_needs_nothing_but_python() -> None:
    assert len(passed(f"{sys.executable} -I -S {ROOT / 'examples' / 'engine.py'}")) == 9


def test_the_example_in_javascript() -> None:
    deno = shutil.which("deno") or str(Path(sys.executable).parent / "deno")
    if not Path(deno).exists():
        pytest.skip("there is no Deno")
    assert len(passed(f"{deno} run {ROOT / 'examples' / 'engine.js'}")) == 9
