"""A first run says why it takes a while, once for each thing."""

import pytest
from numba.core.dispatcher import Dispatcher

from parure import compiling
from parure.bots.compiled import calls as bot_calls
from parure.core import calls, jit
from parure.envs.compiled import rows
from parure.i18n import use_language


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(compiling, "_said", set())


def compile_in(module: str) -> None:
    """Do as our compiler does with a function of a module."""
    for hear in jit.listeners:
        hear(module)


def test_what_is_compiled_is_said_once(capsys):
    use_language("en")
    compile_in("parure.bots.compiled.search")
    compile_in("parure.core.turn")
    compile_in("parure.bots.compiled.policy")
    assert capsys.readouterr().err.splitlines() == [
        "Compiling the bots (first run only)…",
        "Compiling the rules (first run only)…",
    ]


def test_everything_is_compiled_ahead(run):
    """Every function that Python calls, but the one of the benchmarks."""
    use_language("en")
    code, out, err = run("warm")
    assert (code, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()] == [
        "The rules",
        "The bots",
        "Batches and environments",
    ]
    for module in (calls, bot_calls, rows):
        for name, entry in vars(module).items():
            is_called = getattr(entry, "__module__", "") == module.__name__
            if is_called and isinstance(entry, Dispatcher) and name != "random_play":
                of_python = not entry.targetoptions.get("no_cpython_wrapper")
                assert entry.signatures or not of_python, name


def test_it_is_said_in_the_language_of_the_user(capsys):
    use_language("fr")
    compile_in("parure.core.turn")
    assert capsys.readouterr().err.startswith("Compilation")


def test_what_others_compile_is_not_ours_to_say(capsys):
    compile_in("somebody.else")
    assert capsys.readouterr().err == ""
