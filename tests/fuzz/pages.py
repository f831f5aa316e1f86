"""Whole games through the page of a browser, by pointer alone and by keys alone, with every set of modules.

    python tests/fuzz/pages.py [--by pointer|keys] [--size 1440x900] [--only orient cities] [--seed 1]

Each game is played to its end against a bot. What is counted: three tokens take 4 taps, two take 3, a card
is reserved with 2 and bought with 2. What must not happen: a refusal, an error in the console, a request to
another host, a thing that is lit and can't be reached, a page that shows otherwise than one loaded anew.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, sync_playwright

from kit import chromium
from kit.browser import Server, Watch, call
from kit.driver import Person, stale
from kit.keyboard import Typist
from parure.rules import Rules, all_rules

TAPS = {"take 3": {4}, "take 2": {3}, "reserve": {2}, "buy": {2}}
WAYS: dict[str, type[Person]] = {"pointer": Person, "keys": Typist}


def play(browser: Browser, server: Server, rules: Rules, way: str, size: str, seed: int) -> Person:
    """Play a game through a page to its end."""
    width, height = map(int, size.split("x"))
    watch = Watch()
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        has_touch=min(width, height) < 500,
    )
    watch.follow(context, server.url)
    page = context.new_page()
    page.goto("/games")
    options = {
        "seats": [{"name": "Mira"}, *({"bot": "random"} for _ in range(rules.players - 1))],
        "modules": list(rules.modules),
        "edition": rules.edition,
        "order": "fixed",
        "pace": "instant",
        "seed": seed,
    }
    page.goto(f"/tables/{call(page, 'POST', '/tables', options)['table']}")
    person = WAYS[way](page, seed=seed)
    assert person.play() == "over"
    assert not stale(page), stale(page)
    assert not watch.complaints, watch.complaints
    for kind in TAPS.keys() & person.taps.keys():
        assert person.taps[kind] == TAPS[kind], (kind, person.taps[kind])
    context.close()
    return person


def main() -> None:
    """Play the games that the command line asks for, and say how each went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by", choices=list(WAYS), nargs="+", default=list(WAYS))
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("--only", nargs="*", default=[], help="only sets with these modules")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = chromium.find_or_install()
    if found is None:
        sys.exit(chromium.NONE)
    sets = [rules for rules in all_rules(2) if {*chosen.only} <= {*rules.modules}]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        browser = playwright.chromium.launch(executable_path=found.path, args=chromium.ARGUMENTS)
        for way in chosen.by:
            for rules in sets:
                person = play(browser, server, rules, way, chosen.size, chosen.seed)
                print(
                    way, rules.edition, ", ".join(rules.modules) or "base", person.moves, flush=True
                )
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
