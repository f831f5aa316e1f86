"""A rated game from the form of the lobby to the list of people; friends."""

import re

from playwright.sync_api import expect

from kit.browser import TABLE, Visit, assert_accessible, call


def test_a_rated_game_leads_to_ones_page_and_to_the_list(visit: Visit) -> None:
    page = visit()
    page.get_by_text("More options").click()
    page.get_by_text("Rated: counts on the leaderboard").click()
    page.get_by_label("Your name").fill("Mira")
    page.get_by_role("button", name="Open this table").click()
    page.wait_for_url(TABLE)
    table = page.url.rsplit("/", 1)[1]
    call(page, "POST", f"/tables/{table}/resign", {})
    page.reload()
    page.get_by_role("link", name="Mira").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mira")
    expect(page.get_by_text("A rating appears after 5 games.")).to_be_visible()
    page.locator("#main").get_by_role("link", name="Leaderboard").click()
    expect(page.get_by_role("row", name="Guild")).to_contain_text("fixed")
    for width in (360, 844):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_whom_one_follows_can_be_challenged(visit: Visit) -> None:
    mira, tomas = visit(), visit()
    table = call(
        mira, "POST", "/tables", {"seats": [{"name": "Mira"}, {}], "rated": True, "key": "a"}
    )["table"]
    call(tomas, "POST", f"/tables/{table}/seats", {"name": "Tomas"})
    call(tomas, "POST", f"/tables/{table}/resign", {})
    mira.goto("/people/friends")
    mira.get_by_role("button", name="Follow Tomas").click()
    expect(mira.get_by_role("button", name="Unfollow Tomas")).to_be_visible()
    mira.reload()
    expect(mira.get_by_text("here now")).to_be_visible()
    mira.get_by_role("button", name="Challenge Tomas").click()
    mira.wait_for_url(TABLE)
    tomas.goto("/")
    challenge = tomas.locator("#challenges")
    expect(challenge).to_contain_text("Guest challenges you")
    expect(tomas).to_have_title(re.compile(r"^\(1\) "))
    assert_accessible(tomas)
    for width in (360, 390, 1280, 2560):
        tomas.set_viewport_size({"width": width, "height": 900})
        assert tomas.evaluate("document.documentElement.scrollWidth") <= width
    accept = challenge.get_by_role("button", name="Accept")
    accept.focus()
    tomas.keyboard.press("Enter")
    tomas.wait_for_url(mira.url)
    expect(mira.locator("parure-table")).to_be_visible()
    tomas.goto("/people/friends")
    tomas.get_by_role("button", name="Block Mira").click()
    expect(tomas.get_by_role("button", name="Unblock Mira")).to_be_visible()
