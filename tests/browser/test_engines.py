"""Engines on the page: chosen among the bots, and watched while they play each other."""

import json
import sys
from pathlib import Path

from playwright.sync_api import expect

from kit.browser import Make, Server, Visit
from parure.engine.engine_bot import ENGINES

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "engine.py"
NAMED = {
    "Thrifty": f"{sys.executable} {EXAMPLE}",
    "Other Novice": f"{sys.executable} -m parure engine novice",
}


def test_two_engines_play_each_other_on_the_page(
    visit: Visit, table_of: Make, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setenv(ENGINES, json.dumps(NAMED))
    server = Server(tmp_path / "data")
    server.start()
    try:
        page = visit("/", server=server)
        options = page.locator("select option").all_inner_texts()
        assert {"Thrifty", "Other Novice"} <= set(options)
        seats = [{"bot": "Thrifty"}, {"bot": "Other Novice"}]
        page.goto(f"/tables/{table_of(page, seats=seats, order='fixed', pace='quick', seed=3)}")
        lines = page.locator("#log li[data-number]")
        for count in (1, 3, 5):
            expect(lines.nth(count)).to_be_attached()
        words = lines.all_inner_texts()
        assert any("Thrifty" in line for line in words)
        assert any("Other Novice" in line for line in words)
        assert not any("failed" in line for line in words)
    finally:
        server.stop()
