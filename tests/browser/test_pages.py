"""The pages in several languages and both themes, on a phone, by keyboard, for screen readers; and errors."""

import re

from playwright.sync_api import Page, expect

from kit.browser import Visit, Watch

PAGES = (
    "/",
    "/quick",
    "/daily",
    "/games",
    "/rules",
    "/rules?edition=2017&modules=orient",
    "/learn",
)


def test_no_page_is_wider_than_the_screen(visit: Visit) -> None:
    page = visit(french=True)
    for path in PAGES:
        page.goto(path)
        for width in (360, 390, 640, 768, 960, 1024):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            links = page.locator(".bar-links")
            assert links.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0, path


def test_the_browser_chooses_the_language_and_a_switch_changes_it(visit: Visit) -> None:
    page = visit("/rules?edition=2017&modules=cities", french=True)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", level=1)).to_have_text("Règles")
    page.get_by_role("button", name="Langue").click()
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(re.compile(r"/rules\?edition=2017&modules=cities$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome to Parure")


def test_the_theme_is_switched_and_kept(visit: Visit) -> None:
    page = visit()
    day = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    switch = page.get_by_role("button", name="Light or dark")
    moon, sun = switch.locator(".icon").all()
    expect(moon).to_be_visible()
    expect(sun).to_be_hidden()
    switch.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(moon).to_be_hidden()
    expect(sun).to_be_visible()
    night = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    assert (day, night) == ("rgb(230, 224, 213)", "rgb(20, 21, 25)")
    page.goto("/games")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")


def press_to(page: Page, name: str, role: str) -> None:
    """Press Tab until a thing has the focus."""
    for _press in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.closest('label, body > *, *')?.innerText")
        if page.get_by_role(role, name=name).evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"no way to {name}, last was {focused}")


def test_a_table_is_made_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    press_to(page, "The Orient", "checkbox")
    ring = "getComputedStyle(document.activeElement.closest('.module')).outlineStyle"
    assert page.evaluate(ring) == "solid"
    page.keyboard.press("Space")
    press_to(page, "Your name", "textbox")
    page.keyboard.type("Mira")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    expect(page.locator("#bar-note")).to_contain_text("Orient")


def test_the_rules_follow_the_choice(visit: Visit) -> None:
    page = visit("/rules")
    expect(page.get_by_text("A noble is worth 3 prestige")).to_be_visible()
    page.get_by_role("checkbox", name="The Cities").check()
    expect(page.get_by_role("heading", name="The Cities")).to_be_visible()
    expect(page.get_by_text("A noble is worth 3 prestige")).to_have_count(0)
    page.get_by_role("checkbox", name="The Orient").check()
    expect(page.get_by_role("heading", name="Several modules at once")).to_be_visible()
    page.get_by_role("radio", name="2017").check()
    expect(page.get_by_role("alert")).to_contain_text("one module at a time")


def test_what_is_not_there_is_said_in_a_sentence(visit: Visit, watch: Watch) -> None:
    watch.allow("404")
    page = visit("/tables/nobodyknows")
    expect(page.get_by_role("heading", level=1)).to_have_text("Not found")
    page.get_by_role("link", name="Go to the lobby").click()
    expect(page.get_by_role("heading", name="Welcome to Parure")).to_be_visible()
