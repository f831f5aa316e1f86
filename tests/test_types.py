"""The types that the package offers, as a user's type checker sees them: the programs in `typed/`."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from parure import types
from parure.components import COLOURS
from parure.game.moves import TOKEN_NAMES

pytestmark = pytest.mark.verify


ROOT = Path(__file__).parent.parent
PROGRAMS = sorted((Path(__file__).parent / "typed").glob("*.py"))
WRONG = {
    (path.name, number)
    for path in PROGRAMS
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    if line.endswith("# wrong")
}


def output_of(*command: str) -> str:
    """Return what a type checker prints; it ends with 1 where it found something."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        capture_output=True,
        text=True,
        env={**os.environ, "MYPYPATH": str(ROOT / "src"), "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_mypy_refuses_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = True\nfollow_imports = silent\n")
    found = output_of("mypy", "--config-file", str(config), *map(str, PROGRAMS))
    lines = re.findall(r"(\w+\.py):(\d+): error:", found)
    assert {(name, int(number)) for name, number in lines} == WRONG, found


def test_pyright_refuses_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    config = {
        "extraPaths": [str(ROOT / "src")],
        "typeCheckingMode": "strict",
        "reportUnusedExpression": False,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    for path in PROGRAMS:
        shutil.copy(path, tmp_path)
    found = output_of(
        "pyright", "--outputjson", "--pythonpath", sys.executable, "--project", str(tmp_path)
    )
    problems = json.loads(found)["generalDiagnostics"]
    places = {(Path(one["file"]).name, one["range"]["start"]["line"] + 1) for one in problems}
    assert places == WRONG, found


@pytest.mark.parametrize(
    ("names", "kind"), [(COLOURS, types.Colour), (TOKEN_NAMES, types.Token)], ids=str
)
def test_literals_have_the_order_of_the_data(names: tuple[str, ...], kind: object) -> None:
    assert names == get_args(kind)
