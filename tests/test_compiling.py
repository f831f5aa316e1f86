"""A first run says why it takes a while, once for each thing."""

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from numba.core.dispatcher import Dispatcher

from parure import compiling
from parure.bots import heuristic
from parure.bots.champion import bot, search
from parure.bots.compiled import lookahead, policy
from parure.core import calls, jit
from parure.envs import batch
from parure.envs.compiled import batch_rows
from parure.i18n import use_language

USERS = heuristic, bot, batch
"""What uses all of a kind, once it is loaded."""
KINDS = {
    "deal": calls,
    "choose_as_novice": policy,
    "begin": search,
    "begin_rows": batch_rows,
}
"""A function of each kind, and the module that it is in."""


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(compiling, "said", set())
    monkeypatch.setattr(compiling, "complete", set())


def compile_for(function: str) -> None:
    """Do as our compiler does with a function that Python calls, after which nothing else is compiled."""
    for hear in jit.listeners:
        hear(function)


def uncompiled(module: ModuleType) -> list[str]:
    """Return the functions of a module that Python calls and that are not compiled yet."""
    return [
        name
        for name, entry in vars(module).items()
        if getattr(entry, "__module__", "") == module.__name__
        and isinstance(entry, Dispatcher)
        and not entry.targetoptions.get("no_cpython_wrapper")
        and not entry.signatures
    ]


def test_what_is_compiled_is_said_once(capsys):
    use_language("en")
    compile_for("parure.bots.compiled.policy.choose_as_novice")
    compile_for("parure.core.calls.deal")
    compile_for("parure.core.calls.hide")
    compile_for("parure.bots.compiled.policy.choose_as_merchant")
    compile_for("parure.bots.champion.search.begin")
    compile_for("parure.bots.compiled.lookahead.weigh_moves")
    compile_for("parure.envs.compiled.batch_rows.begin_rows")
    assert capsys.readouterr().err.splitlines() == [
        "Compiling the novice and the merchant (first run only)…",
        "Compiling the rules (first run only)…",
        "Compiling the champion and its levels (first run only)…",
        "Compiling the guild (first run only)…",
        "Compiling the game batches (first run only)…",
    ]


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("parure.core.calls.deal", "parure.core.calls.encode"),
        (
            "parure.bots.compiled.policy.choose_as_merchant",
            "parure.bots.compiled.policy.choose_as_novice",
        ),
        ("parure.bots.champion.search.begin", "parure.bots.champion.search.keep"),
        ("parure.envs.compiled.batch_rows.begin_rows", "parure.envs.compiled.batch_rows.play_rows"),
    ],
)
def test_the_first_use_compiles_all_of_its_kind(monkeypatch, capsys, first, other):
    """So the next program, which uses something else of it, has nothing to compile."""
    done = []
    words = compiling.words_for(first)
    assert words in compiling.uses
    assert words == compiling.words_for(other)

    def use():
        compile_for(other)
        finish(other)
        done.append(first)

    def finish(function):
        for tell in jit.finished:
            tell(function)

    monkeypatch.setitem(compiling.uses, words, use)
    finish(first)
    finish(other)
    assert done == [first]
    assert capsys.readouterr().err == ""


def test_what_is_used_of_a_kind_is_all_that_python_calls_of_it():
    program = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import test_compiling as test
test.use_language("en")
for kind, module in test.KINDS.items():
    test.compiling.uses[test.compiling.words_for(f"{{module.__name__}}.{{kind}}")]()
print([name for module in test.KINDS.values() for name in test.uncompiled(module)])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert set(ast.literal_eval(done.stdout)) <= {"random_play"}, done.stderr


def test_everything_is_compiled_ahead(run):
    """Every function that Python calls, but the one of the benchmarks."""
    use_language("en")
    code, out, err = run("warm")
    assert (code, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()] == [
        "The rules",
        "The bots",
        "Game batches and environments",
    ]
    for module in (*KINDS.values(), lookahead):
        assert set(uncompiled(module)) <= {"random_play"}


def test_a_folder_that_cannot_be_written_is_named_once(monkeypatch, capsys, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PARURE_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(jit, "cache_folder", jit.find_cache_folder())
    with compiling.quietly():
        for function in ("parure.core.calls.deal", "parure.core.calls.apply"):
            compiling._hear(function)
    said = capsys.readouterr().err
    assert said.count("can’t be written") == 1
    assert f"{tmp_path / 'file'} can’t be written" in said


def test_it_is_said_in_the_language_of_the_user(capsys):
    use_language("fr")
    compile_for("parure.core.calls.deal")
    assert capsys.readouterr().err.startswith("Compilation")


def test_what_others_compile_is_not_ours_to_say(capsys):
    compile_for("somebody.else")
    assert capsys.readouterr().err == ""
