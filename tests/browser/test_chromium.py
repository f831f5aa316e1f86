"""The Chromium of these tests is found, and without one they fail with one line."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kit import chromium


def test_the_script_says_which_chromium_is_used() -> None:
    script = Path(chromium.__file__)
    told = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("Browser tests use ")
    assert told.stdout.count("\n") == 1


def test_one_that_is_there_is_not_installed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(chromium, "run", lambda *_: pytest.fail("installs"))
    assert chromium.find_or_install() == chromium.Chromium(
        "/bin/chromium-headless-shell", "the system's"
    )


def test_without_any_the_package_and_then_the_download_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(chromium, "NAMES", ())
    monkeypatch.setattr(chromium, "APPLICATIONS", ())
    monkeypatch.setattr(chromium, "playwright_path", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(chromium, "run", lambda command, _: tried.append(" ".join(command)))
    assert chromium.find_or_install() is None
    assert [one.split()[-1] for one in tried[:3]] == [
        "update",
        "chromium-headless-shell",
        "chromium",
    ]
    assert tried[-1].endswith("-m playwright install chromium")
