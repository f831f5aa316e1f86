"""What the tests of the arena share."""

import io
import sys

import pytest

from parure import cli
from parure.i18n import use_language


@pytest.fixture
def command(monkeypatch, capsys):
    """Run the command in English, a hundred columns wide; return exit code, output and errors."""
    monkeypatch.setenv("PARURE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")

    def run_it(*arguments, typed=""):
        monkeypatch.setattr(sys, "argv", ["parure", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code or 0
        written = capsys.readouterr()
        assert "Traceback" not in written.out + written.err
        return code, written.out, written.err

    yield run_it
    use_language(None)
