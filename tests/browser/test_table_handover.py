"""One screen for two people: what one of them was told is gone when the other takes over."""

import json
import re

from playwright.sync_api import Page, Route, expect

from kit.browser import Make, Visit

TOLD = """() => {
  const page = document.documentElement.cloneNode(true);
  page.querySelectorAll("svg.sprites, script").forEach((one) => one.remove());
  return page.outerHTML;
}"""
"""All that a page holds, apart from the pictures of all cards."""


def at_one_screen(visit: Visit, table_of: Make) -> Page:
    """Seat Mira and Tomas at the same screen."""
    page = visit("/games")
    seats = [{"name": "Mira"}, {"name": "Tomas"}]
    table = table_of(page, seats=seats, order="fixed", pace="instant", seed=7)
    page.goto(f"/tables/{table}")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    return page


def draw_unseen(page: Page) -> list[str]:
    """Reserve from a deck; return the words and the picture by which the card could be known."""
    page.locator("#card-deck-1").click()
    page.get_by_role("button", name="Reserve unseen").click()
    expect(page.locator("#ask-words h2")).to_have_text("This is your card")
    news = page.locator("#news")
    expect(news).to_contain_text("reserved")
    card = page.locator("#card-hand-1")
    face = re.search(r"#c-[\w-]+", card.inner_html())
    assert face is not None
    return [news.inner_text(), card.get_attribute("aria-label") or "", face[0]]


def take(page: Page, colours: str) -> None:
    """Take tokens."""
    for colour in colours:
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").click()


def become(page: Page, name: str) -> None:
    """Lift the curtain."""
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page.locator("#bench .seat-name b")).to_have_text(name)


def assert_gone(page: Page, told: list[str]) -> None:
    """Nothing of what was told is left in the page."""
    held = page.evaluate(TOLD)
    for words in told:
        assert words
        assert words not in held


def advise(route: Route) -> None:
    """Suggest a move in words that nothing else on the page says."""
    seat = json.loads(route.request.post_data or "{}")["seat"]
    version = int(route.request.frame.locator("#table").get_attribute("data-version") or 0)
    answer = {
        "version": version,
        "line": "take W U G",
        "things": ["bank-W"],
        "moves": [{"move": "take W U G", "percent": 50}],
        "reasons": [{"words": [f"Reasons for seat {seat}"]}],
        "bot": f"Adviser of seat {seat}",
    }
    route.fulfill(json=answer)


def test_nothing_that_one_was_told_outlasts_the_handover(visit: Visit, table_of: Make) -> None:
    page = at_one_screen(visit, table_of)
    page.route("**/advice", advise)
    told = draw_unseen(page)
    page.get_by_role("button", name="Pass to Tomas").click()
    page.get_by_role("button", name="I am Tomas").wait_for()
    assert_gone(page, told)
    become(page, "Tomas")
    assert_gone(page, told)
    take(page, "WUG")
    become(page, "Mira")
    page.evaluate("window.held = 'by a script'")
    page.locator("#card-hand-1").hover()
    expect(page.locator("#tip")).to_be_visible()
    told.append(page.locator("#tip").inner_text())
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_be_visible()
    page.locator("#advice-close").click()
    for colour in "URK":
        page.locator(f"#bank-{colour}").click()
    expect(page.locator("#preview h2")).to_be_visible()
    told += ["Adviser of seat 0", "Reasons for seat 0", page.locator("#preview").inner_text()]
    page.locator("#act").click()
    page.get_by_role("button", name="I am Tomas").wait_for()
    assert_gone(page, told)
    assert page.evaluate("window.held") is None
    become(page, "Tomas")
    assert_gone(page, told)
    expect(page.locator("#act")).to_be_hidden()


def test_a_screen_passed_on_without_a_secret_forgets_advice_too(
    visit: Visit, table_of: Make
) -> None:
    page = at_one_screen(visit, table_of)
    page.route("**/advice", advise)
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_be_visible()
    page.locator("#advice-close").click()
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
    expect(page.locator("#preview h2")).to_be_visible()
    preview = page.locator("#preview h2").inner_text()
    page.locator("#act").click()
    expect(page.locator("#ask-words h2")).to_have_text("Tomas, your turn")
    assert_gone(page, ["Adviser of seat 0", "Reasons for seat 0", preview])


def test_an_address_that_names_a_seat_shows_the_next_a_curtain(
    visit: Visit, table_of: Make
) -> None:
    page = at_one_screen(visit, table_of)
    page.goto(f"{page.url}?seat=0")
    told = draw_unseen(page)
    page.get_by_role("button", name="Pass to Tomas").click()
    become(page, "Tomas")
    page.reload()
    page.get_by_role("button", name="I am Tomas").wait_for()
    assert_gone(page, told)
