"""What all tests share."""

import io
import os
import re
import shutil
import signal
import ssl
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

# All tests share one build of the compiled code: it checks bounds, and is hardly optimised, which is compiled
# sooner. Numba reads this when it is imported.
os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
os.environ.setdefault("NUMBA_OPT", "1")

from kit import languages
from parure import MODULES, Rules, cli, i18n
from parure.i18n import use_language

pytest_plugins = ["kit.browser_fixtures"]

settings.register_profile("certain", deadline=None, derandomize=True)
settings.load_profile("certain")

RULES = Path(__file__).parent.parent / "docs" / "rules"

DAILY = "not verify"
"""How `make test` selects its tests."""

BROWSER = Path(__file__).parent / "browser"
"""The tests in a browser that only `make verify` runs; the others are journeys."""

WHOLE_FILE = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.verify\b", re.MULTILINE)
"""How a file says that only `make verify` runs it."""

PAIRWISE = {
    Rules(2),
    Rules(2, ["orient", "strongholds"]),
    Rules(3, ["cities", "trading_posts", "strongholds"]),
    Rules(4, ["cities", "trading_posts", "orient"]),
    Rules(4, MODULES),
    Rules(2, "cities", 2017),
    Rules(2, "trading_posts", 2017),
    Rules(3, "orient", 2017),
    Rules(4, "strongholds", 2017),
}
"""The rule sets of every day: of players, edition and modules, any two meet in every combination there is."""


def clauses() -> list[str]:
    """Return the ids of all clauses, in the order of docs/rules."""
    found: list[str] = []
    for page in sorted(RULES.glob("[0-9]-*.md")):
        found += re.findall(
            r"^- \*\*([A-Z]\d+)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE
        )
    return found


def pytest_configure() -> None:
    """Hear Ctrl-C also as a job in the background, as must the programs that tests start and interrupt."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Every client would read all certificates again, which takes longer than most tests: they share them.
    ssl.create_default_context = cache(ssl.create_default_context)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what only `make verify` runs: its libraries may be missing."""
    if config.option.markexpr != DAILY:
        return None
    if collection_path.is_dir():
        return collection_path == BROWSER or None
    is_test = collection_path.suffix == ".py"
    return (is_test and WHOLE_FILE.search(collection_path.read_text("utf-8")) is not None) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a test that cites no known clause; leave most of the 63 rule sets to `make verify`."""
    known = set(clauses())
    for item in items:
        for marker in item.iter_markers("rule"):
            unknown = set(marker.args) - known
            if unknown or not marker.args:
                raise pytest.UsageError(f"{item.nodeid} cites unknown clauses: {sorted(unknown)}")
        rules = [option for option in parameters(item) if isinstance(option, Rules)]
        if not PAIRWISE.issuperset(rules) or BROWSER in item.path.parents:
            item.add_marker("verify")


def parameters(item: pytest.Item) -> Iterable[object]:
    """Return the parameters of a test."""
    return item.callspec.params.values() if hasattr(item, "callspec") else ()


@pytest.fixture(autouse=True)
def no_language_left():
    """Let no test hear what another has spoken."""
    yield
    use_language(None)


@pytest.fixture
def english():
    """Speak English, whatever the machine speaks."""
    use_language("en")


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command with a script for its input; return exit code, output and errors."""

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

    return run_it


@pytest.fixture(scope="session")
def catalogues(tmp_path_factory):
    """A folder of catalogues, among them one of a third language."""
    folder = tmp_path_factory.mktemp("made_up") / "locale"
    shutil.copytree(languages.LOCALE, folder)
    languages.make_up(folder)
    return folder


@pytest.fixture
def made_up(catalogues, monkeypatch):
    """A third language: a catalogue beside the others, and a line in the list. Its code is returned."""
    from parure.server.web.static_files import made

    monkeypatch.setattr(i18n, "LOCALE", catalogues)
    monkeypatch.setitem(i18n.LANGUAGES, languages.CODE, languages.NAME)
    made.cache_clear()
    yield languages.CODE
    made.cache_clear()
    i18n.translations.cache_clear()
    i18n.translated.cache_clear()


@pytest.fixture
def english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of an English speaker, wide enough for every table."""
    monkeypatch.setenv("PARURE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "200")
