"""What others get: a wheel and an sdist, tried where there is nothing but what they ask for."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.verify


ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

GAME = """
import random
import parure
from parure import record
assert "site-packages" in parure.__file__, parure.__file__
game, chance = parure.Game(3, ("cities", "orient"), seed=5), random.Random(5)
while not game.is_over:
    game.push(chance.choice(game.legal_moves))
assert parure.Game.replay(record.loads(record.dumps(game.record()))).winners == game.winners
"""


def build(source: Path, folder: Path, *targets: str) -> list[Path]:
    """Build what is named from a source tree, with no network."""
    wanted = [part for target in targets for part in ("-t", target)]
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), *wanted]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return [next(folder.glob({"wheel": "*.whl", "sdist": "*.tar.gz"}[t])) for t in targets]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return build(ROOT, tmp_path_factory.mktemp("dist"), "wheel", "sdist")


def names(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_what_runs_and_no_more(built: list[Path]) -> None:
    held = names(built[0])
    assert {"parure/py.typed", "parure/components/cards.csv", "parure/bots/guild.json"} <= held
    assert "parure/puzzles/puzzles.jsonl" in held
    assert "parure/locale/fr/LC_MESSAGES/parure.po" in held
    assert any(name.endswith("templates/base.html") for name in held)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in held)
    assert {Path(name).suffix for name in held} & {".mo", ".pot", ".pyc"} == set()
    assert {name.split("/")[0].partition("-")[0] for name in held} == {"parure"}


def test_the_sdist_builds_the_same_wheel(built: list[Path], tmp_path: Path) -> None:
    wheel, sdist = built
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / sdist.name.removesuffix(".tar.gz")
    assert (source / "tests" / "test_package.py").exists()
    assert names(build(source, tmp_path / "again", "wheel")[0]) == names(wheel)


def needed(requirements: list[str], found: dict[str, Distribution]) -> dict[str, Distribution]:
    """Return the installed packages that requirements lead to, without extras."""
    for requirement in map(Requirement, requirements):
        name, marker = canonicalize_name(requirement.name), requirement.marker
        if name not in found and (marker is None or marker.evaluate({"extra": ""})):
            found[name] = package = distribution(name)
            needed(package.requires or [], found)
    return found


def pip(python: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--python", str(python), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def python(built: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel and what it asks for, linked from this one."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder)
    paths = {"base": str(folder), "platbase": str(folder)}
    site = Path(sysconfig.get_path("purelib", "venv", paths))
    for package in needed(PROJECT["dependencies"], {}).values():
        tops = {file.parts[0] for file in package.files or []} - {"..", "__pycache__"}
        for top in tops:
            (site / top).symlink_to(Path(str(package.locate_file(top))))
    found = Path(sysconfig.get_path("scripts", "venv", paths)) / "python"
    pip(found, "install", "--no-index", "--no-deps", str(built[0]))
    return found


ALONE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {
    "NUMBA_DISABLE_JIT": "1"
}
"""Interpreted, since compiled code is kept for the place where the program lies."""


def test_what_the_wheel_asks_for_is_all_that_it_needs(python: Path) -> None:
    pip(python, "check")


def test_the_library_plays_a_game(python: Path) -> None:
    subprocess.run([python, "-c", GAME], env=ALONE, check=True)


def test_the_command_lets_bots_play_a_game(python: Path, tmp_path: Path) -> None:
    result = tmp_path / "match.json"
    match = ["arena", "random", "novice", "--games", "2", "--workers", "1", "--json", str(result)]
    command = [python.with_name("parure"), *match]
    subprocess.run(command, env=ALONE, check=True, capture_output=True)
    assert json.loads(result.read_text(encoding="utf-8"))["played"] == 2


def test_the_server_shows_its_pages(python: Path, tmp_path: Path) -> None:
    command = [python.with_name("parure"), "serve", "--no-browser", "--data", str(tmp_path)]
    with subprocess.Popen(command, env=ALONE, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(line.split()[-1] for line in server.stdout if "http://" in line)
            page = httpx.get(address, timeout=120).text
            script = re.search(r'src="(/static/[^"]*base.js)"', page)
            assert script is not None
            assert httpx.get(f"{address.rstrip('/')}{script[1]}").status_code == 200
        finally:
            server.terminate()
