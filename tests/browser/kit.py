"""What the browser tests are made with: a server process, a watch over pages, calls to the API."""

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page


class Server:
    """A server process on a port and a data folder of its own, which can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where the pages are."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and come back when it answers."""
        command = [sys.executable, "-m", "parure.cli", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        environment = {**os.environ, "PARURE_LANG": "en"}
        log = (self.data.parent / f"{self.data.name}.log").open("ab")
        self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + 120
        while not self._answers():
            ended = self.process.poll()
            if ended is not None or time.monotonic() > deadline:
                words = (self.data.parent / f"{self.data.name}.log").read_text()
                pytest.fail(f"The server did not start ({ended}):\n{words}", pytrace=False)
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/options", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """End it at once, as a crash would."""
        self._end("kill")

    def stop(self) -> None:
        """End it politely."""
        self._end("terminate")

    def _end(self, how: str) -> None:
        if self.process is not None:
            getattr(self.process, how)()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(20)
            self.process = None


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Watch:
    """Notes what must not happen in any page; a test may allow what it provokes."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self._allowed: list[str] = []

    def allow(self, pattern: str) -> None:
        """Expect console errors like this from here on."""
        self._allowed.append(pattern)

    def follow(self, context: BrowserContext, host: str) -> None:
        """Watch all pages of somebody."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self._note(f"error: {error.error}"))
        context.on("request", lambda request: self._request(request.url, host))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, url: str, host: str) -> None:
        if not url.startswith((host, "data:", "blob:", host.replace("http", "ws"))):
            self._note(f"request to another host: {url}")

    def _note(self, complaint: str) -> None:
        if not any(re.search(pattern, complaint) for pattern in self._allowed):
            self.complaints.append(complaint)


def call(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Call the API as the person of a page, and return the JSON of the answer."""
    origin = re.match(r"https?://[^/]+", page.url)
    assert origin is not None
    answer = page.request.fetch(
        f"{origin[0]}/api{path}", method=method, data=body, headers={"Origin": origin[0]}
    )
    assert answer.ok, f"{answer.status}: {answer.text()}"
    return answer.json()


AXE = Path(__file__).with_name("axe.min.js")


def accessibility_findings(page: Page, within: str = "document") -> list[str]:
    """Return what axe-core finds serious or critical in a page, a line for each."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(f"axe.run({within}, {{resultTypes: ['violations']}})")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}: {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
