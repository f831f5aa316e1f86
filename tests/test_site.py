"""The documentation: every example runs, every command exists, the site can be built."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
import typer

import parure
from parure.cli import app

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]

pytestmark = pytest.mark.usefixtures("english")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(path: Path, kind: str) -> list[str]:
    """Return the blocks of code of one kind in a page."""
    text = path.read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", [path for path in PAGES if blocks(path, "python")], ids=name_of)
def test_the_examples_of_a_page_run(path: Path) -> None:
    """Sessions say what they expect, other blocks must only run; each goes on from the one before."""
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in blocks(path, "python"):
        if block.startswith(">>>"):
            session = doctest.DocTestParser().get_doctest(block, names, path.name, str(path), 0)
            runner.run(session, clear_globs=False)
            names = session.globs
        else:
            exec(block, names)
    assert runner.summarize(verbose=False).failed == 0


def commands(path: Path) -> list[list[str]]:
    """Return the commands of ours that a page shows, without the name of the program."""
    lines = [line for block in blocks(path, "sh") for line in block.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines]
    return [line[1:] for line in words if line and Path(line[0]).name == "parure"]


@pytest.mark.parametrize("path", [path for path in PAGES if commands(path)], ids=name_of)
def test_the_commands_of_a_page_exist(path: Path) -> None:
    for words in commands(path):
        command: click.Command = typer.main.get_command(app)
        context = None
        while isinstance(command, click.Group) and words:
            context = click.Context(command, parent=context)
            _name, found, words = command.resolve_command(context, words)
            assert found is not None
            command = found
        command.make_context("parure", words, parent=context)


def test_the_reference_names_everything_that_is_public() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.glob("reference/*.md"))
    for name in parure.__all__:
        home = getattr(getattr(parure, name), "__module__", "")
        where = (f"parure.{name}", f"::: {home}.{name}", f"::: {home}\n", "::: parure.types\n")
        assert any(place in text for place in where), name


def test_the_site_is_built_without_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARURE_RUN_NOTEBOOKS", "false")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "reference" / "game.html").exists()
    table = (tmp_path / "recorded-game-table.html").read_text(encoding="utf-8")
    assert '<iframe src="recorded-game-table.html"' in (tmp_path / "recorded-game.html").read_text(
        "utf-8"
    )
    turns = len(re.findall(r"^\d+\. ", (DOCS / "recorded-game.parure").read_text("utf-8"), re.M))
    assert table.count('"turn":') > turns
    assert re.search(r"<(?:script|link|img)[^>]*(?:src|href)=", table) is None
