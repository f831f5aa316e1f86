"""The cache of compiled code never returns old code."""

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import types

from parure.core import jit

PACKAGE = Path(jit.__file__).parent.parent

PROGRAM = """
from parure.core import calls
from parure.core.state import STATE
from parure.rules import Rules
import numpy as np
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


class Asked:
    """Stands for a compiled function: answers what it was asked for."""

    def get_call_template(self, kinds: list[Any], named: Any) -> list[Any]:
        return kinds


def test_whole_numbers_of_every_size_are_the_same_to_a_large_kernel() -> None:
    kinds = [types.int8, types.int16, types.int64, types.literal(3), types.uint64, types.float32]
    found = jit._template_for_the_widest(Asked(), kinds, {})
    assert found == [types.int64] * 4 + [types.uint64, types.float32]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_large_kernel_is_compiled_once_for_all_its_callers() -> None:
    doubled = jit.large(_double)
    sum_of_both = jit.entry(lambda small, wide: doubled(small) + doubled(wide) + doubled(3))
    assert sum_of_both(np.int8(100), np.int64(1)) == 208
    assert len(doubled.signatures) == 1


def _item(values: Any, place: Any) -> Any:
    return values[place]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
@pytest.mark.parametrize(("place", "before"), [(-1, 1), ((-1,), 1), ((0, -1), 9)])
def test_an_index_counts_from_the_end_everywhere_but_in_our_functions(
    place: int | tuple[int, ...], before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ours take what lies before the array, or refuse it where bounds are checked."""
    # What is kept does not say whether bounds were checked.
    monkeypatch.setattr(jit, "folder_for", lambda _sources: None)
    numbers = np.arange(5)[2:4] if np.size(place) == 1 else np.arange(20).reshape(2, 10)[1:]
    assert jit.entry(_item)(numbers, place) == before
    with pytest.raises(IndexError, match="out of bounds"):
        jit._compiled(_item, boundscheck=True)(numbers, place)
    for checked in (False, True):
        assert numba.njit(boundscheck=checked)(_item)(numbers, place) == numbers[place]


def _first_and_before(values: Any, place: int) -> int:
    numbers = numba.carray(values, 2)
    numbers[place] += 10
    return numbers[place] + numbers[0]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="carray is compiled")
def test_a_write_takes_its_index_as_it_is_too() -> None:
    signature = types.int64(types.CPointer(types.int64), types.int64)
    compiled = jit.by_address(_first_and_before, signature, keep=False)
    numbers = np.arange(5)
    address = ctypes.c_void_p(numbers[2:].ctypes.data)
    called = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)(compiled.address)
    assert called(address, -1) == 13
    assert numbers.tolist() == [0, 11, 2, 3, 4]


def test_an_index_that_is_no_whole_number_stays_as_it_is() -> None:
    for kind in (types.slice2_type, types.Tuple((types.int64, types.slice2_type))):
        assert jit._unsigned(kind) == kind
    assert jit._unsigned(types.int8) == types.uintp
    assert jit._unsigned(types.UniTuple(types.int8, 2)) == types.UniTuple(types.uintp, 2)


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


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_what_python_calls_is_named_while_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it calls is compiled for it, and is not named; what was compiled before is not compiled again."""
    heard: list[str] = []
    monkeypatch.setattr(jit, "folder_for", lambda _sources: None)
    monkeypatch.setattr(jit, "listeners", [lambda name: heard.append(f"begun {name}")])
    monkeypatch.setattr(jit, "finished", [lambda name: heard.append(f"done {name}")])
    doubled = jit.kernel(_double)

    def quadrupled(number: int) -> int:
        return doubled(doubled(number))

    compiled, name = jit.entry(quadrupled), f"{__name__}.{quadrupled.__qualname__}"
    assert heard == []
    assert [compiled(3), compiled(4)] == [12, 16]
    assert heard == [f"begun {name}", f"begun {name}", f"done {name}"]
    with pytest.raises(numba.TypingError):
        compiled({})
    assert heard[3:] == [f"begun {name}"] * (len(heard) - 3)
    jit.by_address(_double, types.int64(types.int64), keep=False)
    assert heard[-1] == f"begun {__name__}._double"


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_what_is_in_the_cache_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "folder_for", lambda _sources: tmp_path)
    doubled = jit.entry(_double)
    assert not jit.is_kept(doubled)
    assert doubled(2) == 4
    assert jit.is_kept(doubled)
    monkeypatch.setattr(jit, "folder_for", lambda _sources: None)
    assert not jit.is_kept(doubled)


def test_code_that_is_interpreted_needs_no_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit.numba.config, "DISABLE_JIT", 1)
    assert jit.is_compiled_before()
    assert jit.is_kept(_double)


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
