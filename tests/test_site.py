"""The documentation: every example runs, every command exists, the site can be built."""

import doctest
import re
import shlex
import subprocess
import sys
import unicodedata
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


@pytest.mark.verify
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


LINK = re.compile(r"(?<!`)\[(?:[^]`]|`[^`]*`)*\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")
LONG = {"docs/reference/cli.md"}
"""Pages above 250 lines: lists made from the code."""


def slug(heading: str) -> str:
    """Return the name of a heading in links, as the site makes it."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip())


def anchors(path: Path) -> set[str]:
    """Return what a link may name in a page: its headings, and the clauses of the rules."""
    text = re.sub(
        r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    found = {slug(heading) for heading in headings}
    return found | set(re.findall(r"^- \*\*([A-Z]\d+)\*\*", text, re.MULTILINE))


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_the_links_of_a_page_lead_somewhere(path: Path) -> None:
    for link in ("".join(pair) for pair in LINK.findall(path.read_text(encoding="utf-8"))):
        if "://" not in link and not link.endswith("recorded-game-table.html"):
            file, _, anchor = link.partition("#")
            target = path.parent / file if file else path
            assert target.exists(), link
            included = {"contributing": "CONTRIBUTING", "changelog": "CHANGELOG"}.get(target.stem)
            target = ROOT / f"{included}.md" if included else target
            assert not anchor or target.suffix == ".png" or anchor in anchors(target), link


def test_pages_are_short() -> None:
    lengths = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in PAGES}
    assert {name for name, lines in lengths.items() if lines > 250} == LONG


def test_every_page_has_its_place_on_the_site() -> None:
    listed = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for path in DOCS.rglob("*.md"):
        assert f"- {path.relative_to(DOCS)}" in listed, path


def test_the_reference_names_everything_that_is_public() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.glob("reference/*.md"))
    for name in parure.__all__:
        home = getattr(getattr(parure, name), "__module__", "")
        where = (f"parure.{name}", f"::: {home}.{name}", f"::: {home}\n", "::: parure.types\n")
        assert any(place in text for place in where), name


@pytest.mark.verify
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
    for page in tmp_path.rglob("*.html"):
        assert not re.search(r'<(?:script|img)[^>]*src="?https?:', page.read_text("utf-8")), page
