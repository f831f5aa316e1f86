"""What the tests of processes share."""

import os
from pathlib import Path

import pytest


@pytest.fixture
def hold(tmp_path: Path) -> Path:
    """A file that a call waits for, until something is written to it."""
    path = tmp_path / "hold"
    os.mkfifo(path)
    return path
