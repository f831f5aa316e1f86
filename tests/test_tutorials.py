"""The tutorials work as written: their files and commands, one after the other, in an empty folder."""

import doctest
import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from kit.languages import messages_in_source

pytestmark = pytest.mark.verify


ROOT = Path(__file__).parent.parent
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r'^```(\w+)(?: title="([\w.]+)")?\n(.*?)^```', re.MULTILINE | re.DOTALL)
SET_UP = {".", "cd", "git", "mkdir", "pip"}
"""Commands that make what a test has already: the environment and an empty folder."""
SHORTER = {
    "STEPS = 20_000": "STEPS = 32",
    "n_steps=1024": "n_steps=32, n_epochs=1",
    "batch_size=256": "batch_size=32",
    "--games 40": "--games 2",
}
"""What takes minutes takes seconds here."""
ENVIRONMENT = {
    **os.environ,
    "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    "PARURE_LANG": "en",
    "PYTHONIOENCODING": "utf-8",
    "COLUMNS": "120",
}


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_works_in_an_empty_folder(page: Path, tmp_path: Path) -> None:
    printed = ""
    files: set[str] = set()
    for kind, name, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if name:
            with (tmp_path / name).open("a", encoding="utf-8") as file:
                file.write("\n" * 2 * (name in files) + text)
            files.add(name)
        elif kind == "sh":
            printed = "".join(output(line, tmp_path) for line in text.splitlines())
        else:
            assert kind == "text", f"A block of {kind} without a title is not tried."
            assert matches(text, printed), printed


def output(line: str, folder: Path) -> str:
    """Run a command of a tutorial and return what it prints."""
    words = shlex.split(line)
    if words[0] in SET_UP:
        return ""
    if words == ["make", "play"]:
        return first_page(folder)
    for file in folder.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        for long, short in SHORTER.items():
            text = text.replace(long, short)
        file.write_text(text, encoding="utf-8")
    for long, short in SHORTER.items():
        line = line.replace(long, short)
    done = subprocess.run(
        shlex.split(line),
        cwd=folder,
        env=ENVIRONMENT,
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return "" if line != " ".join(words) else done.stdout


def matches(expected: str, printed: str) -> bool:
    """Whether something was printed as a page shows it, where `...` stands for anything."""
    return not printed or doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)


def first_page(folder: Path) -> str:
    """Serve as `make play` does, and return what is printed once the lobby answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        "parure",
        "serve",
        "--no-browser",
        "--port",
        str(port),
        "--data",
        str(folder / "games"),
    ]
    with subprocess.Popen(
        command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        printed = []
        while not printed or "http://" not in printed[-1]:
            printed.append(next(process.stdout))
        try:
            assert "Parure" in httpx.get(f"http://127.0.0.1:{port}", timeout=60).text
        finally:
            process.terminate()
        return "".join(printed) + process.stdout.read()


def test_the_first_game_names_what_is_on_the_pages() -> None:
    """What is to be clicked is printed in bold, after the word that says so."""
    page = (ROOT / "docs/tutorials/first-game.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:[Cc]lick|Under) \*\*(.+?)\*\*", page)
    assert len(named) == 7
    for name in named:
        assert name == "Parure" or name in messages_in_source(), name
