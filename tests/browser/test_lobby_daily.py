"""The deal of the day, and a deal that one chooses."""

import re

from playwright.sync_api import expect

from kit.browser import Make, Visit, accessibility_findings, call
from parure import Game


def test_the_deal_of_the_day_is_played_once_and_its_picture_shared(
    visit: Visit, table_of: Make
) -> None:
    page = visit(phone=True)
    table_of(page, seats=[{"name": "Mira"}, {"name": "Tomas"}])
    page.goto("/")
    page.get_by_role("button", name="Play it").tap()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    table = page.url.rpartition("/")[2]
    call(page, "POST", f"/tables/{table}/resign", {})
    page.goto("/daily")
    expect(page.locator(".daily-results .own")).to_contain_text("lost in")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert accessibility_findings(page) == []
    page.evaluate("delete Navigator.prototype.canShare")
    with page.expect_download() as download:
        page.get_by_role("button", name="Share the picture").tap()
    assert download.value.suggested_filename.endswith(".png")
    page.goto("/")
    expect(page.get_by_role("link", name="See the result")).to_be_visible()


def test_a_deal_is_chosen_by_its_number(visit: Visit) -> None:
    page = visit()
    page.get_by_text("More options").click()
    page.get_by_label("A given deal").fill("12345")
    page.get_by_role("button", name="Play").click()
    expect(page).to_have_url(re.compile(r"/tables/[\w-]+$"))
    sight = call(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")
    dealt = Game(2, (), 2024, 12345).snapshot()["rows"]
    assert sight["view"]["rows"] == dealt
