"""A tournament from the form to its end, in two browsers."""

from playwright.sync_api import Page, expect

from kit.browser import TABLE, Visit, assert_accessible, call


def fits(page: Page) -> None:
    """Check that nothing stands out at the side, on phones upright and on their side."""
    before = page.viewport_size
    for width in (360, 844):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    assert before is not None
    page.set_viewport_size(before)


def test_two_people_play_a_tournament(visit: Visit) -> None:
    page = visit()
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="New tournament").click()
    page.wait_for_url("**/tournaments/new")
    page.get_by_label("Tournament name").fill("Winter cup")
    page.get_by_label("Your name").fill("Mira")
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="Round robin").check()
    expect(page.get_by_text("Everyone plays everyone once.")).to_be_visible()
    expect(page.get_by_role("group", name="Rounds")).to_be_hidden()
    assert_accessible(page)
    fits(page)
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Winter cup")
    tournament = page.url
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    fits(page)

    other = visit("/tournaments")
    other.get_by_role("link", name="Winter cup").first.click()
    other.wait_for_url(tournament)
    other.get_by_label("Your name").fill("Otto")
    other.get_by_role("button", name="Join").click()
    expect(other.get_by_role("listitem").filter(has_text="Otto")).to_contain_text("you")
    expect(page.get_by_role("button", name="Remove Otto")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("You’re playing Otto.")).to_be_visible()
    fits(page)

    for one in (page, other):
        one.get_by_role("button", name="Go to your table").click()
        one.wait_for_url(TABLE)
    table = other.url.rsplit("/", 1)[1]
    call(other, "POST", f"/tables/{table}/resign", {})
    other.goto(other.url)
    other.get_by_role("link", name="Go to the tournament").click()
    other.wait_for_url(tournament)
    expect(other.get_by_text("Mira wins with 1 point.")).to_be_visible()
    expect(other.get_by_role("heading", name="Statistics")).to_be_visible()
    fits(other)
