"""What all tests share."""

import io
import re
import shutil
import signal
import ssl
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from kit import languages
from parure import Rules, cli, i18n
from parure.i18n import use_language

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

RULES = Path(__file__).parent.parent / "docs" / "rules"


def clauses() -> list[str]:
    """Return the ids of all clauses, in the order of docs/rules."""
    found: list[str] = []
    for page in sorted(RULES.glob("[0-9]-*.md")):
        found += re.findall(
            r"^- \*\*([A-Z]\d+)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE
        )
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="what is tested with many rules: only with the base game and one game of each module",
    )


def pytest_configure() -> None:
    """Hear Ctrl-C also as a job in the background, as must the programs that tests start and interrupt."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Every client would read all certificates again, which takes longer than most tests: they share them.
    ssl.create_default_context = cache(ssl.create_default_context)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse a test that cites a clause that does not exist; be quick where that is asked for."""
    known = set(clauses())
    for item in items:
        for marker in item.iter_markers("rule"):
            unknown = set(marker.args) - known
            if unknown or not marker.args:
                raise pytest.UsageError(f"{item.nodeid} cites unknown clauses: {sorted(unknown)}")
    if config.getoption("quick"):
        items[:] = list(quick(items))


def quick(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield the tests without those that repeat others with more players, modules or the older edition."""
    seen = set()
    for item in items:
        options = item.callspec.params.values() if hasattr(item, "callspec") else ()
        rules = next((option for option in options if isinstance(option, Rules)), None)
        if rules is not None:
            others = str([option for option in options if option is not rules])
            same = (item.nodeid.partition("[")[0], rules.modules, others)
            if len(rules.modules) > 1 or rules.edition == 2017 or same in seen:
                continue
            seen.add(same)
        yield item


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
