"""What the tests of the commands share."""

import pytest


@pytest.fixture
def command(monkeypatch, run):
    """Run the command in English, a hundred columns wide; return exit code, output and errors."""
    monkeypatch.setenv("PARURE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")
    return run
