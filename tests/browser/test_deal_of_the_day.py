"""The deal of the day: played once, ranked, and shared as a picture."""

from playwright.sync_api import expect

from kit.browser import Visit, assert_accessible, call


def test_the_deal_of_the_day_is_played_once_and_its_picture_shared(visit: Visit) -> None:
    page = visit("/daily", phone=True)
    page.get_by_label("Your name").fill("Mira")
    page.get_by_role("button", name="Play").tap()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    table = page.url.rpartition("/")[2]
    call(page, "POST", f"/tables/{table}/resign", {})
    page.goto("/daily")
    expect(page.locator(".daily-results .own")).to_contain_text("lost in")
    expect(page.locator(".daily-results .own b")).to_have_text("Mira")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(page)
    page.evaluate("delete Navigator.prototype.canShare")
    with page.expect_download() as download:
        page.get_by_role("button", name="Share picture").tap()
    assert download.value.suggested_filename.endswith(".png")
    page.goto("/")
    expect(page.get_by_role("link", name="Deal of the day")).to_contain_text("Your result: lost in")
