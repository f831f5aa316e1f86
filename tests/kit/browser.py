"""Helpers for browser tests: a server process, checks on every page, calls to the API."""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from kit.waiting import PATIENCE, eventually

Visit = Callable[..., Page]
"""Opens a page as somebody new."""

Make = Callable[..., str]
"""Makes a table as the person of a page."""

TABLE = re.compile(r"/tables/[\w-]+$")
"""The address of a table; whoever is led to one waits for it, since scripts come after the HTML."""


BOT = {"bot": "steady"}
"""A seat of a bot that always plays the same in the same position, unlike our own."""

INSTALLED = Path(__file__).with_name("installed")

ENGINE = "Thrifty"
"""An engine that every server knows by this name."""

EXAMPLE = Path(__file__).parents[2] / "examples" / "engine.py"


class Server:
    """A server process on a port and a data folder of its own, which can be killed and started again."""

    def __init__(self, data: Path, **options: Any) -> None:
        """Prepare a server.

        :param options: settings from the next start on: `absence`, `push_service`, `mail_port` (of a mail
            server on this machine), and `version`, which makes other static files.
        """
        self.data = data
        self.options = options
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where the pages are."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and come back when it answers."""
        script = Path(__file__).with_name("serve.py")
        options = json.dumps(self.options)
        command = [sys.executable, str(script), str(self.port), str(self.data), options]
        paths = [str(INSTALLED), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {
            **os.environ,
            "PARURE_LANG": "en",
            "PARURE_ENGINES": json.dumps({ENGINE: f"{sys.executable} {EXAMPLE}"}),
            "PYTHONPATH": os.pathsep.join(paths),
        }
        log = self.data.with_suffix(".log")
        with log.open("ab") as file:
            self.process = subprocess.Popen(command, env=environment, stdout=file, stderr=file)
        try:
            eventually(self._answers)
        except AssertionError:
            self.kill()
            pytest.fail(f"The server did not start:\n{log.read_text()}", pytrace=False)

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None
        try:
            return bool(httpx.get(f"{self.url}/api/options", timeout=PATIENCE).json()["ready"])
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """End it politely."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)
            self.process = None


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Watch:
    """Notes what must not happen in any page; a test may allow what it provokes."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        # A page that is left while its socket connects says so, and nothing is wrong.
        self._allowed = [
            "closed before the connection is established",
            "Service Worker registration blocked by Playwright",
        ]

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


def finished_game(server: Server, *seats: dict[str, str], **options: Any) -> tuple[str, Any]:
    """Play a game without a page to its end; return the table and the cookies of whoever played."""
    with httpx.Client(
        base_url=server.url, timeout=PATIENCE, headers={"Origin": server.url}
    ) as client:
        client.get("/")
        body = {"seats": list(seats), "pace": "instant", **options}
        table = client.post("/api/tables", json=body).json()["table"]
        while (view := client.get(f"/api/tables/{table}").json())["table"]["status"] != "over":
            if (curtain := view["you"]["curtain"]) is not None:
                view = client.get(f"/api/tables/{table}?seat={curtain}").json()
            if view["you"]["moves"]:
                move = {"seat": view["you"]["seat"], "move": greedy(view)}
                move["version"] = view["version"]
                client.post(f"/api/tables/{table}/moves", json=move).raise_for_status()
        cookies = [
            {"name": name, "value": value, "url": server.url}
            for name, value in client.cookies.items()
        ]
    return table, cookies


def greedy(view: Any) -> str:
    """Return a move that leads to the end: the dearest purchase, else the first three tokens."""

    def value(move: str) -> tuple[bool, str]:
        verb, _, what = move.partition(" ")
        return verb in ("buy", "pay"), what if verb == "buy" else ""

    moves = view["you"]["moves"]
    best: str = max(moves, key=value)
    turn = len(view["game"]["log"]) // 3
    takes = [move for move in moves if move.startswith("take")]
    return best if value(best)[0] or not takes else takes[turn % len(takes)]


AXE = Path(__file__).with_name("axe.min.js")

LOOKS: list[tuple[Literal["light", "dark"], list[str]]] = [
    ("light", []),
    ("dark", ["color-contrast"]),
]
"""By what rules a page is looked at in each scheme: all, and those that colours may break."""

FIND = """async ([selector, rules]) => {
  // The drawings of all cards are most of a page, and none of it is read: axe-core needs a fifth of the time.
  const sprites = [...document.querySelectorAll(".sprites")].map((one) => [one.parentNode, one]);
  sprites.forEach(([, one]) => one.remove());
  const options = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
  if (rules.length) options.runOnly = rules;
  const { violations } = await axe.run(selector ?? document, options);
  sprites.forEach(([parent, one]) => parent.prepend(one));
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 160)}: ${failureSummary}`)
  );
}"""


def assert_accessible(page: Page, within: str | None = None) -> None:
    """Let axe-core look at a page, or at an element of it, by day, and at its contrasts by night."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme, rules in LOOKS:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(FIND, [within, rules]) == [], (page.url, scheme)
