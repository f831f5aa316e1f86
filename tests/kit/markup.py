"""Validates pages with html-validate."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("html_validate.js")


def markup_findings(pages: dict[str, str]) -> list[str]:
    """Return what html-validate finds wrong in pages, given by their names; a line for each finding."""
    deno = shutil.which("deno", path=str(Path(sys.executable).parent)) or "deno"
    command = [deno, "run", "-q", "--frozen", "--allow-read", "--allow-env", str(SCRIPT)]
    done = subprocess.run(command, input=json.dumps(pages), capture_output=True, text=True)
    if done.returncode:
        reason = "html-validate did not run; deno fetches it from registry.npmjs.org the first time"
        pytest.fail(f"{reason}:\n{done.stderr}", pytrace=False)
    return done.stdout.splitlines()
