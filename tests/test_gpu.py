"""What can be said of the GPU where there is none."""

import warnings

import pytest

from parure.envs.gpu import launch


class Kernel:
    """Warns as those of numba-cuda do when they are made ready."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __getitem__(self, grid: tuple[int, ...]) -> tuple[int, ...]:
        warnings.warn(self.words, stacklevel=1)
        return grid


@pytest.mark.filterwarnings("error")
def test_few_games_are_no_reason_to_warn() -> None:
    words = "Grid size 2 will likely result in GPU under-utilization due to low occupancy."
    assert launch(Kernel(words), 2, 32, 0, 64) == (2, 32, 0, 64)
    with pytest.raises(UserWarning, match="copied"):
        launch(Kernel("An array is copied."), 2, 32)
