"""What can be said of the GPU where there is none."""

import os
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest

from kit.alike import CASES
from kit.cuda import Cuda
from parure import ParureError
from parure.bots.compiled.policy import merchant_move
from parure.envs import device
from parure.envs.device import launch
from parure.envs.gpu import CudaBatch
from parure.envs.opponents import Pool

TESTS = Path(__file__).parents[1]


class Kernel:
    """Warns as those of numba-cuda do when they are made ready."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __getitem__(self, grid: tuple[int, ...]) -> tuple[int, ...]:
        warnings.warn(self.words, stacklevel=1)
        return grid


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("colour", ["", "\x1b[1m"])
def test_few_games_are_no_reason_to_warn(colour: str) -> None:
    words = f"{colour}Grid size 2 will likely result in GPU under-utilization due to low occupancy."
    assert launch(Kernel(words), 2, 32, 0, 64) == (2, 32, 0, 64)
    with pytest.raises(UserWarning, match="copied"):
        launch(Kernel("An array is copied."), 2, 32)


class Kept:
    """A kernel that calls a function, and notes where it would be kept."""

    def __init__(self, config: Any, function: Any) -> None:
        self.config, self.folders = config, []
        self.py_func = lambda *given: function(*given)

    def enable_caching(self) -> None:
        self.folders.append(self.config.CACHE_DIR)


def test_kernels_are_kept_where_compiled_code_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    config = SimpleNamespace(CACHE_DIR="mine")
    monkeypatch.setitem(sys.modules, "numba.cuda.core", SimpleNamespace(config=config))
    monkeypatch.setattr(device, "kernel_folder", lambda: tmp_path)
    mine = numba.njit(lambda state, legal, n, notes: legal.moves[0])
    called = [device.as_called(Cuda, choose) for choose in (merchant_move, mine)]
    kernels = [Kept(config, function) for function in called]
    device.keep(*kernels)
    assert [kernel.folders for kernel in kernels] == [[str(tmp_path)], []]
    assert config.CACHE_DIR == "mine"
    assert not device.is_compiled_before()
    (tmp_path / "envs").mkdir()
    (tmp_path / "envs" / "kernels.Kernels.__init__.locals.step-126.py312.1.nbc").touch()
    assert device.is_compiled_before()


def test_a_function_of_ours_has_the_same_name_in_every_process() -> None:
    name = "parure.bots.compiled.policy.merchant_move"
    assert pickle.loads(pickle.dumps(device.as_called(Cuda, merchant_move))) == name


def test_where_nothing_can_be_written_no_kernel_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "kernel_folder", lambda: None)
    device.keep(Kept(None, merchant_move))
    assert not device.is_compiled_before()


def test_the_kernels_play_the_same_games_as_the_cpu() -> None:
    """Interpreted, on what stands for a GPU; `test_batch.py` does it on one."""
    found = subprocess.run(
        [sys.executable, "-m", "kit.alike"],
        cwd=TESTS,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.splitlines() == [*CASES]


class Bot:
    """Is asked for one move at a time."""

    def choose(self, *_known: object) -> None: ...


@pytest.mark.parametrize("opponents", ["guild", Bot(), Pool(["random", "jeweller"])])
def test_opponents_that_think_on_the_cpu_are_refused(opponents: Any) -> None:
    with pytest.raises(ParureError, match=r"runs on the CPU.* random, novice, merchant"):
        CudaBatch(2, opponents=opponents)


def test_what_cannot_be_is_refused_before_a_gpu_is_looked_for() -> None:
    for options, words in (
        ({"opponents": "nobody"}, "There is no bot “nobody”"),
        ({"opponents": 7}, "There is no bot “7”"),
        ({"opponents": ["random"] * 3}, "3 opponents don’t fit 2 players"),
        ({"opponents": "random", "seats": 2}, "There is no seat 2"),
        ({"autoreset": "never"}, "autoreset can’t be 'never'"),
    ):
        with pytest.raises(ParureError, match=words):
            CudaBatch(2, **options)  # type: ignore[arg-type]
