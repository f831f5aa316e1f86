"""Whole games against bots, played through the page, in both editions: every kind of decision comes up."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.driver import Person, stale
from kit.tracing import restyled

ALL = ("cities", "trading_posts", "orient", "strongholds")
GAMES = [(2017, ()), (2024, ALL)]


def bots(count: int) -> list[dict[str, str]]:
    return [{"name": "Mira"}, *({"bot": "random"} for _ in range(count))]


@pytest.mark.parametrize(("edition", "modules"), GAMES)
def test_a_whole_game_is_played_by_touching_what_is_lit(
    visit: Callable[..., Page], table_of: Callable[..., str], edition: int, modules: tuple[str, ...]
) -> None:
    page = visit("/games")
    table = table_of(
        page,
        seats=bots(1),
        edition=edition,
        modules=list(modules),
        order="fixed",
        pace="instant",
        seed=edition + len(modules),
    )
    page.goto(f"/tables/{table}")
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
    expect(page).to_have_url(f"{page.url.split('/tables')[0]}/tables/{table}")
    expect(page.locator("h1")).to_be_visible()


def test_four_seats_and_all_modules_fit_a_phone(
    visit: Callable[..., Page], table_of: Callable[..., str]
) -> None:
    page = visit("/games", phone=True)
    options: dict[str, Any] = {"modules": list(ALL), "order": "fixed", "pace": "instant", "seed": 3}
    page.goto(f"/tables/{table_of(page, seats=bots(3), **options)}")
    person = Person(page, seed=2)
    person.play(most=12)
    assert sum(person.moves.values()) == 12
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == 390


def test_nothing_moves_because_of_a_tap_elsewhere(
    visit: Callable[..., Page], table_of: Callable[..., str]
) -> None:
    page = visit("/games")
    options: dict[str, Any] = {"modules": list(ALL), "order": "fixed", "pace": "instant", "seed": 7}
    page.goto(f"/tables/{table_of(page, seats=bots(3), **options)}")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    person = Person(page, still=True)
    for width, height in ((1440, 900), (390, 844), (360, 740), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for thing in ("bank-W", "bank-U", "bank-W", "bank-R", "bank-R", "bank-U", "card-place-2b"):
            person.press(f"#{thing}")
        assert person.moved == set(), f"at {width} × {height}"
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")


def test_a_tap_restyles_little(visit: Callable[..., Page], table_of: Callable[..., str]) -> None:
    """The table has thousands of elements, and every use of a drawing counts as many more."""
    page = visit("/games")
    page.goto(f"/tables/{table_of(page, seats=bots(1), order='fixed', pace='instant', seed=7)}")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    person = Person(page)
    person.press("#bank-W")
    with restyled(page) as elements:
        person.press("#bank-U")
        expect(page.locator("#bank-U")).to_have_attribute("data-chosen", "1")
        page.evaluate("document.body.offsetWidth")
    assert 0 < sum(elements) < page.locator("#table *").count() / 4
