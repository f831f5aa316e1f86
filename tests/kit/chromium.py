"""Finds a Chromium for the browser tests: the system's, else Debian's package, else Playwright's own.

Run as a script it says which one it is, after installing it where needed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

# One without windows does the same with a fifth less work.
NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)

APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

NONE = (
    "No Chromium for the browser tests: install Chromium or Chrome, or run "
    "`python -m playwright install chromium`."
)

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nobody looks at it: with no memory for pictures it draws none, which is an eighth of its work.
    "--force-gpu-mem-available-mb=0",
    # The address bar of every window would load pages of its own, which takes a second of each test.
    "--disable-features=PaintHolding,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
]
"""How it is started: for pages of this machine alone."""


class Chromium(NamedTuple):
    """A browser that can be started."""

    path: str
    origin: str


def find() -> Chromium | None:
    """Return the Chromium that is on this machine."""
    for name in NAMES:
        if path := shutil.which(name):
            return Chromium(path, "the system's")
    for path in APPLICATIONS:
        if Path(path).exists():
            return Chromium(path, "the system's")
    path = playwright_path()
    return Chromium(path, "Playwright's") if path else None


def find_or_install() -> Chromium | None:
    """Return a Chromium, installing one if there is none."""
    for install in (_install_package, _install_playwright):
        if found := find():
            return found
        install()
    return find()


def _install_package() -> None:
    """Install Debian's package, where that is allowed."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run(["apt-get", "-q", "update"], environment)
        for name in ("chromium-headless-shell", "chromium"):
            if not find():
                run(["apt-get", "-qy", "--no-install-recommends", "install", name], environment)


def _install_playwright() -> None:
    """Let Playwright download its own."""
    run([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ))


def run(command: list[str], environment: dict[str, str]) -> None:
    try:
        subprocess.run(command, env=environment, capture_output=True, timeout=600, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return


def playwright_path() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    chromium = find_or_install()
    if chromium is None:
        sys.exit(NONE)
    print(f"Browser tests use {chromium.origin} Chromium: {chromium.path}")
