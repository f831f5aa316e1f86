"""The cache of compiled code never returns old code."""

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest
from numba import types

from parure.core import jit

PACKAGE = Path(jit.__file__).parent.parent

PROGRAM = """
from parure import compiling
from parure.core import calls
from parure.core.state import STATE
from parure.rules import Rules
import numpy as np
compiling.uses.clear()  # nothing but what is called
game = np.zeros(1, STATE)
Rules(2).write(game[0])
calls.clear(game)
game[0].points[0] = 7
print(calls.prestige(game, 0))
"""


def _double(number: int) -> int:
    return 2 * number


def run(folder: Path, cache: Path) -> str:
    """Run the program; Python itself would miss a change of the same second that keeps the size of a file."""
    places = {"PYTHONPATH": str(folder), "PARURE_CACHE_DIR": str(cache)}
    environment = {**os.environ, **places, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.verify
def test_a_change_in_a_callee_is_seen(tmp_path: Path) -> None:
    """`calls.prestige` calls `trading_posts.prestige`, two files away."""
    shutil.copytree(PACKAGE, tmp_path / "parure")
    cache = tmp_path / "cache"
    assert run(tmp_path, cache) == "7"
    callee = tmp_path / "parure" / "core" / "trading_posts.py"
    before = callee.read_text()
    callee.write_text(before.replace("    total = 0\n", "    total = 1\n"))
    assert run(tmp_path, cache) == "8"
    callee.write_text(before)
    assert run(tmp_path, cache) == "7"


def test_a_function_has_an_address_and_is_kept_for_the_next_time() -> None:
    number = numba.types.int64
    for keep in (False, True):
        compiled = jit.by_address(_double, number(number), keep=keep)
        assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(compiled.address)(21) == 42
    assert jit.by_address(_double, number(number), keep=True).cache_hits == 1


def test_a_change_in_the_data_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text("a")
    before = jit.fingerprint([file])
    file.write_text("b")
    assert jit.fingerprint([file]) != before


def test_the_settings_of_the_compiler_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit.fingerprint([])
    monkeypatch.setattr(jit.numba.config, "BOUNDSCHECK", "another")
    assert jit.fingerprint([]) != before


def test_a_folder_that_cannot_be_written_means_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("PARURE_CACHE_DIR", str(file))
    assert jit.find_cache_folder() is None


def test_without_a_cache_functions_compile_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "folder_for", lambda _sources: None)
    assert jit.entry(lambda: 3)() == 3


def test_code_that_is_interpreted_needs_no_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit.numba.config, "DISABLE_JIT", 1)
    assert jit.is_compiled_before()
    assert jit.is_kept(_double)


class Asked:
    """Stands for a compiled function: answers what it was asked for."""

    def get_call_template(self, kinds: list[Any], named: Any) -> list[Any]:
        return kinds


def test_whole_numbers_of_every_size_are_the_same_to_a_large_kernel_and_to_an_index() -> None:
    kinds = [types.int8, types.int64, types.literal(3), types.uint64, types.float32]
    widest = jit._template_for_the_widest(Asked(), kinds, {})
    assert widest == [types.int64] * 3 + [types.uint64, types.float32]
    for kind in (types.slice2_type, types.Tuple((types.int64, types.slice2_type))):
        assert jit._unsigned(kind) == kind
    assert jit._unsigned(types.int8) == types.uintp
    assert jit._unsigned(types.UniTuple(types.int8, 2)) == types.UniTuple(types.uintp, 2)


def test_code_outside_the_core_is_kept_by_its_own_folder(tmp_path: Path) -> None:
    """A change there leaves the core compiled; a change in the core changes where all is kept."""
    file = tmp_path / "code.py"
    file.write_text("a")
    find = jit.folder_for.__wrapped__
    before = find(tmp_path)
    assert find(PACKAGE / "core") == jit.cache_folder
    assert before.name.startswith(f"{jit.cache_folder.name}-")
    file.write_text("b")
    assert find(tmp_path) != before
    file.write_text("a")
    assert find(tmp_path) == before
