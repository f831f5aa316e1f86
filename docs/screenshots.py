"""Take the pictures of the README, by day and by night, from a real table: `make screenshots`.

One seat of a game on a server plays greedily against three bots. Chromium takes the pictures.
"""

import io
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from kit.chromium import find_or_install  # noqa: E402

PICTURES = {"light": ROOT / "docs/table-by-day.png", "dark": ROOT / "docs/table-by-night.png"}
SIZE = {"width": 1280, "height": 800}
TURNS = 48
"""How far into the game the pictures are taken."""
TABLE = {
    "seats": [{"name": "Ada"}, {"bot": "merchant"}, {"bot": "goldsmith"}, {"bot": "novice"}],
    "modules": ["orient"],
    "order": "fixed",
    "pace": "instant",
    "seed": 20,
}


def main() -> None:
    """Play the game and take the pictures."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        options = ["--no-browser", "--port", str(port), "--data", folder, "--lang", "en"]
        server = subprocess.Popen([sys.executable, "-m", "parure", "serve", *options])
        try:
            photograph(f"http://127.0.0.1:{port}")
        finally:
            server.terminate()
            server.wait()


def photograph(url: str) -> None:
    """Play a game on a server, and take its picture by day and by night."""
    with httpx.Client(base_url=url, headers={"Origin": url}, timeout=300) as client:
        while not _is_ready(client):
            time.sleep(0.2)
        client.get("/")
        table = client.post("/api/tables", json=TABLE).raise_for_status().json()["table"]
        play(client, f"/api/tables/{table}")
        cookies = [
            {"name": name, "value": value, "url": url} for name, value in client.cookies.items()
        ]
    chromium = find_or_install()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium and chromium.path)
        for scheme, path in PICTURES.items():
            context = browser.new_context(
                viewport=SIZE, color_scheme=scheme, reduced_motion="reduce"
            )
            context.add_cookies(cookies)
            page = context.new_page()
            page.goto(f"{url}/tables/{table}", wait_until="networkidle")
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
        browser.close()


def _is_ready(client: httpx.Client) -> bool:
    try:
        return bool(client.get("/api/options").json()["ready"])
    except httpx.TransportError:
        return False


def play(client: httpx.Client, address: str) -> None:
    """Play the first seat until the turn of the pictures, when it is to choose an action."""
    while True:
        document = client.get(address).json()
        moves = document["you"]["moves"]
        if not moves:
            time.sleep(0.05)
        elif document["game"]["view"]["turns"] >= TURNS:
            return
        else:
            body = {"seat": 0, "version": document["version"], "move": greedy(moves, document)}
            client.post(f"{address}/moves", json=body).raise_for_status()


def greedy(moves: list[str], document: dict[str, Any]) -> str:
    """Return the dearest purchase, else a move that changes with the turn."""
    buys = [move for move in moves if move.startswith(("buy", "pay"))]
    others = [move for move in moves if not move.startswith("reserve")] or moves
    return max(buys) if buys else others[document["game"]["view"]["turns"] % len(others)]


if __name__ == "__main__":
    main()
