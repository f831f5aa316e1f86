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


@pytest.mark.usefixtures("english")
def test_scripts(tmp_path):
    """Scripts find the words of the languages, and tests their fixtures, in a folder that is made here."""
    for name, text in made().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "fixtures").mkdir()
    for path in SCRIPTS.glob("*.py"):
        fixtures = json.dumps(import_module(f"scripts.{path.stem}").fixtures(), ensure_ascii=False)
        (tmp_path / "fixtures" / f"{path.stem}.json").write_text(fixtures, encoding="utf-8")
    imports = {
        f"{SERVER.as_uri()}/web/static/words/": f"{tmp_path.as_uri()}/web/static/words/",
        "fixtures/": f"{tmp_path.as_uri()}/fixtures/",
    }
    import_map = tmp_path / "imports.json"
    import_map.write_text(json.dumps({"imports": imports}))
    deno = shutil.which("deno", path=str(Path(sys.executable).parent)) or "deno"
    command = [deno, "test", "-q", "--no-check", "--no-remote", "--allow-read"]
    command += ["--preload", "page.js", "--import-map", str(import_map)]
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=SCRIPTS, env=environment, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"{done.stdout}\n{done.stderr}", pytrace=False)
