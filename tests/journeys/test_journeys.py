"""Three ways through the pages: a game to its end on a laptop, one begun on a phone, a review."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from kit.browser import TABLE, Visit, call, greedy
from kit.driver import Person
from kit.reviewed import finished
from parure import record

LAPTOP = {"width": 1366, "height": 768}
DEAL = "66"
"""A deal in which whoever buys what they can wins early."""


class Buyer(Person):
    """Plays by pointer: buys the dearest card that it can, else takes tokens."""

    def _touch(self, offered: dict[str, Any]) -> None:
        purchases = [
            (thing, move)
            for thing, moves in offered["things"]
            for move in moves
            if move.startswith("buy")
        ]
        if purchases:
            thing, move = max(purchases, key=lambda purchase: purchase[0].replace("hand", ""))
            self._open(thing)
            self.press(f'#{thing} [data-move="{move}"]')
        elif sets := offered["sets"]:
            most = max(map(len, sets))
            sets = [colours for colours in sets if len(colours) == most]
            self._pick(sets[7 * self.moves["action"] % len(sets)].split())
        elif offered["bar"]:
            self.press(f'#answers [data-move="{offered["bar"][0]}"]')
        else:
            super()._touch(offered)


def open_table(page: Page) -> None:
    """Fill in the form of the lobby, and sit down with a bot."""
    page.get_by_label("Your name").fill("Mira")
    page.get_by_label("Who takes seat 2").select_option("bot:steady")
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="In seat order").check()
    page.get_by_role("radio", name="Instant").check()
    page.get_by_label("Deal number").fill(DEAL)
    page.get_by_role("button", name="Open this table").click()
    page.wait_for_url(TABLE)
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")


def gain_prestige(page: Page, table: str) -> None:
    """Play on without a page until the game is nearly won."""
    while True:
        view = call(page, "GET", f"/tables/{table}")
        if view["game"]["view"]["seats"][0]["prestige"] >= 12:
            return
        if view["you"]["moves"]:
            move = {"move": greedy(view), "version": view["version"]}
            call(page, "POST", f"/tables/{table}/moves", move)


def test_a_game_is_played_to_its_end_on_a_laptop(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    open_table(page)
    address = page.url
    person = Buyer(page)
    person.play_turns(4)
    page.goto("/")
    gain_prestige(page, address.rpartition("/")[2])
    page.get_by_role("link", name="Continue").click()
    page.wait_for_url(address)
    assert person.play() == "over"
    page.get_by_role("link", name="See the result").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You win")
    expect(page.get_by_role("img", name="The course of the game").first).to_be_visible()
    page.get_by_role("link", name="Replay", exact=True).click()
    page.wait_for_url("**/replay")
    page.keyboard.press("End")
    expect(page.locator("#table")).to_have_attribute("data-status", "over")
    page.go_back()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")


def test_a_game_is_begun_and_found_again_on_a_phone(visit: Visit) -> None:
    page = visit(phone=True)
    open_table(page)
    Buyer(page).play_turns(4)
    page.locator("#card-place-2b").tap()
    page.get_by_role("button", name="Reserve, and get gold").tap()
    expect(page.locator("#card-hand-1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.goto("/")
    page.get_by_role("link", name="Continue").first.tap()
    expect(page.locator("#card-hand-1")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")


def test_a_game_is_reviewed_and_played_on_from_a_mistake(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "game.parure"
    record.save(file, {**finished().record(), "names": ["Mira", "Tomas"]})
    page = visit("/games", viewport=LAPTOP)
    page.locator("[data-bring]").set_input_files(file)
    page.wait_for_url(re.compile(r"/review"))
    expect(page.locator("[data-progress-words]")).to_be_empty()
    expect(page.locator(".chart-wide svg.chart")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator("[data-now]")).to_have_text(re.compile("move 1 of"))
    page.keyboard.press("n")
    expect(page.locator(".move-grade")).to_be_visible()
    expect(page.locator("[data-now]")).not_to_have_text(re.compile("move 1 of"))
    page.locator("main").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(TABLE)
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
