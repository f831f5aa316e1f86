"""The quick match in browsers: two people find each other, and a bot keeps company to whoever waits long."""

from playwright.sync_api import Page, expect

from kit.browser import TABLE, Visit, assert_accessible

PLAYING = "playing"


def look(visit: Visit, name: str) -> Page:
    """Open the lobby as somebody new, and look for a player."""
    page = visit(phone=True)
    page.evaluate(f"localStorage.setItem('name', '{name}')")
    page.get_by_role("link", name="Find a player").tap()
    return page


def wait(visit: Visit, name: str) -> Page:
    """Look for a player where nobody fits yet."""
    page = look(visit, name)
    page.wait_for_url("**/quick")
    expect(page.get_by_role("heading", name="Looking for a player")).to_be_visible()
    return page


def test_two_people_who_look_are_led_to_one_table(visit: Visit) -> None:
    mira = wait(visit, "Mira")
    again = visit("/quick", beside=mira)
    other = visit("/")
    expect(other.get_by_text("Mira is waiting.")).to_be_visible()
    tomas = look(visit, "Tomas")
    for page in (mira, again, tomas):
        page.wait_for_url(TABLE)
        expect(page.locator("#table")).to_have_attribute("data-status", PLAYING)
    assert mira.url == again.url == tomas.url
    expect(tomas.locator("#table")).to_contain_text("Mira")


def test_people_wait_for_the_games_that_both_would_play(visit: Visit) -> None:
    mira = wait(visit, "Mira")
    mira.locator(".module", has_text="Orient").tap()
    mira.locator(".module", has_text="Base game").tap()
    tomas = wait(visit, "Tomas")
    tomas.locator(".module", has_text="Orient").tap()
    for page in (mira, tomas):
        page.wait_for_url(TABLE)
    expect(tomas.locator("#bar-note")).to_contain_text("Orient")


def test_a_bot_plays_with_whoever_waits_until_somebody_comes(visit: Visit) -> None:
    mira = visit("/games")
    mira.clock.install()
    mira.goto("/quick")
    button = mira.get_by_role("button", name="Play")
    expect(button).to_be_hidden()
    mira.clock.run_for(21_000)
    expect(button).to_be_visible()
    assert_accessible(mira)
    button.click()
    mira.wait_for_url("**/tables/*?looking=1")
    expect(mira.locator("#table")).to_have_attribute("data-status", PLAYING)
    look(visit, "Tomas").wait_for_url(TABLE)
    mira.wait_for_url(TABLE)
    expect(mira.locator("#table")).to_contain_text("Tomas")
