"""The scripts that draw a table, without a browser: what they say and draw of documents that are made here.

Each test in tests/scripts has a half in Python, which sets up the tables, and one in JavaScript.
"""

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from parure.server.web.static_files import SERVER, made

SCRIPTS = Path(__file__).parent / "scripts"
TESTS = sorted(path.name.removesuffix(".test.js") for path in SCRIPTS.glob("*.test.js"))


@pytest.fixture(scope="module")
def import_map(tmp_path_factory):
    """A file that says where scripts find the words of the languages, and tests their fixtures."""
    folder = tmp_path_factory.mktemp("scripts")
    for name, text in made().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "fixtures").mkdir()
    imports = {
        f"{SERVER.as_uri()}/web/static/words/": f"{folder.as_uri()}/web/static/words/",
        "fixtures/": f"{folder.as_uri()}/fixtures/",
    }
    path = folder / "imports.json"
    path.write_text(json.dumps({"imports": imports}))
    return path


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("name", TESTS)
def test_a_script(name, import_map):
    if (SCRIPTS / f"{name}.py").is_file():
        fixtures = import_module(f"scripts.{name}").fixtures()
        text = json.dumps(fixtures, ensure_ascii=False)
        (import_map.parent / "fixtures" / f"{name}.json").write_text(text, encoding="utf-8")
    deno = shutil.which("deno", path=str(Path(sys.executable).parent)) or "deno"
    command = [deno, "test", "-q", "--no-check", "--no-remote", "--allow-read"]
    command += ["--preload", "page.js", "--import-map", str(import_map), f"{name}.test.js"]
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=SCRIPTS, env=environment, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"{done.stdout}\n{done.stderr}", pytrace=False)


def test_each_half_has_another():
    halves = {path.stem for path in SCRIPTS.glob("*.py")}
    assert halves <= set(TESTS)
    assert TESTS
