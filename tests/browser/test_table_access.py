"""axe-core finds nothing wrong at the table, by day and by night, on a desktop and a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kit.browser import assert_accessible
from kit.driver import Person, reach_a_payment

ALL = ["cities", "trading_posts", "orient", "strongholds"]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_nothing_wrong(
    visit: Callable[..., Page], table_of: Callable[..., str], phone: bool
) -> None:
    page = visit("/games", phone=phone)
    seats = [{"name": "Mira"}, {"bot": "random"}, {"bot": "random"}]
    table = table_of(page, seats=seats, modules=ALL, order="fixed", pace="instant", seed=9)
    page.goto(f"/tables/{table}")
    Person(page, seed=3).play_turns(3)
    assert_accessible(page)
    page.locator("#card-place-1a").click()
    expect(page.locator("#menu-place-1a")).to_be_visible()
    assert_accessible(page, "'#menu-place-1a'")


def test_axe_finds_nothing_wrong_in_a_payment(visit: Callable[..., Page]) -> None:
    page = visit("/games")
    reach_a_payment(page)
    expect(page.locator("#choice")).to_be_visible()
    assert_accessible(page, "'#choice'")
