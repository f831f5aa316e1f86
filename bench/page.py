"""Measure a table in the browser: script time per change and time to load, at full and reduced speed.

    python bench/page.py

It runs headless Chromium and a server of its own. A table counts as loaded when it can be played. With its
CPU slowed four times, Chromium is about as fast as on a phone.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from documents import game
from playwright.sync_api import Page, sync_playwright

from parure import MODULES, Rules
from parure.server.tables.document import document_of
from parure.server.tables.view import look

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from kit.browser import Server
from kit.chromium import ARGUMENTS, find

RUNS = 7
SLOWED = 4
SEATS = [{"name": "Ann"}, *[{"bot": "random"}] * 3]

MAKE = """async (body) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()).table;
}"""

DRAW = """(documents) => {
  const table = document.querySelector("parure-table");
  return documents.map((one) => {
    const begin = performance.now();
    table.show(one);
    return performance.now() - begin;
  }).slice(1);
}"""

LOADED = "() => document.querySelector('parure-table')?.scene?.isTurn && performance.now()"


@contextmanager
def opened(rules: Rules, slowed: int) -> Iterator[tuple[Page, str]]:
    """Yield a page of a fresh browser, and the address of a table where it may play."""
    found = find()
    assert found is not None, "no Chromium"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        browser = playwright.chromium.launch(executable_path=found.path, args=ARGUMENTS)
        try:
            page = browser.new_page(base_url=server.url, viewport={"width": 1280, "height": 800})
            page.goto("/games")
            body = {
                "seats": SEATS[: rules.players],
                "modules": list(rules.modules),
                "edition": rules.edition,
                "order": "fixed",
            }
            table = page.evaluate(MAKE, body)
            session = page.context.new_cdp_session(page)
            session.send("Network.clearBrowserCache")
            session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
            yield page, f"/tables/{table}"
        finally:
            browser.close()
            server.stop()


@cache
def drawn(rules: Rules, slowed: int) -> list[float]:
    """Return the milliseconds of script for each change of a game."""
    documents: list[Any] = [document_of(look(one, "Ann")) for one in game(rules, 1)]
    with opened(rules, slowed) as (page, address):
        page.goto(address)
        page.wait_for_function(LOADED)
        times: list[float] = page.evaluate(DRAW, documents)
    return times[len(times) // 5 :]


def change(rules: Rules, slowed: int = 1) -> float:
    """Return the 99th percentile of the milliseconds of script per change."""
    return statistics.quantiles(drawn(rules, slowed), n=100)[98]


def first(rules: Rules, slowed: int = 1) -> float:
    """Return the milliseconds until a table can be played, from an empty cache."""
    times = []
    for _run in range(RUNS):
        with opened(rules, slowed) as (page, address):
            page.goto(address)
            times.append(float(page.wait_for_function(LOADED).json_value()))
    return statistics.median(times)


def main() -> None:
    """Print the measurements."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for rules in (Rules(2), Rules(4, MODULES)):
        for slowed in (1, SLOWED):
            median = statistics.median(drawn(rules, slowed))
            print(
                f"{rules.players} seats, {len(rules.modules)} modules, CPU / {slowed}: a change"
                f" {median:.1f} ms, 99 % {change(rules, slowed):.1f} ms;"
                f" first page {first(rules, slowed):.0f} ms"
            )


if __name__ == "__main__":
    main()
