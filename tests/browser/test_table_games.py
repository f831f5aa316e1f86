"""A whole game with all modules, played through the page; and how quiet a table is while somebody taps."""

from typing import Any

from playwright.sync_api import Page, expect

from kit.browser import BOT, Make, Visit
from kit.driver import Person, stale
from kit.tracing import restyled

ALL = ["cities", "trading_posts", "orient", "strongholds"]


def sit(visit: Visit, table_of: Make, bots: int, **options: Any) -> Page:
    """Sit down with bots."""
    page = visit("/games")
    seats = [{"name": "Mira"}, *[BOT] * bots]
    table = table_of(page, seats=seats, order="fixed", pace="instant", seed=7, **options)
    page.goto(f"/tables/{table}")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    return page


def test_a_whole_game_is_played_by_touching_what_is_lit(visit: Visit, table_of: Make) -> None:
    page = sit(visit, table_of, 1, modules=ALL)
    address = page.url
    person = Person(page, seed=1)
    person.play(most=12)
    assert stale(page) == []
    assert person.play() == "over"
    assert stale(page) == []
    assert person.moves["action"] > 10
    taps = {"take 3": {4}, "take 2": {3}, "reserve": {2}, "buy": {2}}
    assert {kind: person.taps[kind] for kind in taps if kind in person.taps} == {
        kind: taps[kind] for kind in taps if kind in person.taps
    }
    assert "buy" in person.taps
    page.locator("#answers a").click()
    expect(page).to_have_url(address)
    expect(page.locator("h1")).to_be_visible()


def test_nothing_moves_because_of_a_tap_elsewhere(visit: Visit, table_of: Make) -> None:
    page = sit(visit, table_of, 3, modules=ALL)
    person = Person(page, still=True)
    for width, height in ((1440, 900), (390, 844), (360, 740), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for thing in ("bank-W", "bank-U", "bank-W", "bank-R", "bank-R", "bank-U", "card-place-2b"):
            person.press(f"#{thing}")
        assert person.moved == set(), f"at {width} × {height}"
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")


def test_a_tap_restyles_little(visit: Visit, table_of: Make) -> None:
    """The table has thousands of elements, and every use of a drawing counts as many more."""
    page = sit(visit, table_of, 1)
    person = Person(page)
    person.press("#bank-W")
    with restyled(page) as elements:
        person.press("#bank-U")
        expect(page.locator("#bank-U")).to_have_attribute("data-chosen", "1")
        page.evaluate("document.body.offsetWidth")
    assert 0 < sum(elements) < page.locator("#table *").count() / 4
