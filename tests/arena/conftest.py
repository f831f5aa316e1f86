"""What the tests of the arena share."""

import pytest

from parure.i18n import use_language


@pytest.fixture
def command(monkeypatch, run):
    """Run the command in English, a hundred columns wide; return exit code, output and errors."""
    monkeypatch.setenv("PARURE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")
    yield run
    use_language(None)
