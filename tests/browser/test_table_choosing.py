"""While somebody chooses, the table shows what the choice leads to."""

import re

from playwright.sync_api import Route, expect

from kit.browser import BOT, Make, Visit


def test_a_choice_shows_what_it_leads_to(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    seats = [{"name": "Mira"}, BOT]
    table = table_of(page, seats=seats, order="fixed", pace="instant", seed=7)
    page.goto(f"/tables/{table}")
    panel, own = page.locator("#preview"), page.locator("#own-W")
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("After this: Take")
    expect(own).to_have_attribute("data-more", "+1")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(own).not_to_have_attribute("data-more", "+1")
    page.locator("#bank-W").click()
    expect(page.locator("#ask-staged")).to_contain_text("Choose more tokens.")
    page.keyboard.press("Escape")
    page.locator("#card-place-1a").click()
    expect(panel).to_contain_text("After this: Reserve")
    expect(page.locator("#own-gold")).to_have_attribute("data-more", "+1")
    page.locator("#menu-place-1a").get_by_role("button", name=re.compile("^Reserve")).click()
    expect(page.locator("#card-hand-1")).to_be_visible()
    expect(panel).to_be_hidden()


def test_a_press_counts_although_its_button_is_drawn_anew_meanwhile(
    visit: Visit, table_of: Make
) -> None:
    page = visit("/games")
    seats = [{"name": "Mira"}, BOT]
    table = table_of(page, seats=seats, order="fixed", pace="instant", seed=7)
    page.goto(f"/tables/{table}")
    previews: list[Route] = []
    page.route("**/preview?*", lambda route: previews.append(route))
    with page.expect_request("**/preview?*"):
        for colour in "WUG":
            page.locator(f"#bank-{colour}").click()
    page.locator("#act .gem").first.hover(force=True)
    page.mouse.down()
    for preview in previews:
        preview.continue_()
    expect(page.locator("#preview")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#log-lines")).to_contain_text("Mira took")
