"""What can be said of the GPU where there is none."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kit.alike import CASES
from parure import ParureError
from parure.envs.gpu import CudaBatch
from parure.envs.opponents import Pool

pytestmark = pytest.mark.verify

TESTS = Path(__file__).parents[1]


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
