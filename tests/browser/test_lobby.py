"""The lobby of people who come back: greeted, told whose turn it is, and as they left it."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import Route, expect

from kit.browser import BOT, TABLE, Make, Visit, assert_accessible, call


def test_whoever_is_known_is_greeted_by_the_time_of_day(visit: Visit, table_of: Make) -> None:
    page = visit(timezone_id="Asia/Tokyo")
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome to Parure")
    table_of(page, seats=[{"name": "Mira"}, BOT])
    for hour, greeting in ((4, "evening"), (8, "morning"), (12, "afternoon"), (18, "evening")):
        page.clock.set_fixed_time(datetime(2026, 11, 19, hour, tzinfo=ZoneInfo("Asia/Tokyo")))
        page.goto("/")
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Good {greeting}, Mira")


def test_who_comes_back_goes_on_with_one_tap_and_finds_the_form_as_it_was(
    visit: Visit, table_of: Make
) -> None:
    page = visit(phone=True)
    page.locator(".module", has_text="The Orient").click()
    page.get_by_role("button", name="Open this table").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    table_of(page, seats=[{"name": "Mira"}, {"name": "Tomas"}])
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Good ")
    expect(page.get_by_role("checkbox", name="The Orient")).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(page)
    go_on = page.get_by_role("link", name="Continue").first
    expect(go_on).to_be_in_viewport()
    go_on.tap()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")


def test_a_day_a_move_and_the_lobby_tells_whose_turn_it_is(visit: Visit) -> None:
    mira, tomas = visit(), visit(permissions=["notifications"])
    mira.get_by_label("Who takes seat 2").select_option("friend")
    mira.get_by_text("More options").click()
    mira.get_by_role("radio", name="One day per turn").check()
    expect(mira.get_by_text("You can be notified of your turns")).to_be_visible()
    mira.get_by_role("radio", name="In seat order").check()
    mira.get_by_role("button", name="Open this table").click()
    mira.wait_for_url(TABLE)
    expect(mira.locator(".lead")).to_contain_text("one day per turn")
    table = mira.url.rpartition("/")[2]
    call(tomas, "POST", f"/tables/{table}/seats", {"name": "Tomas"})
    expect(mira.locator(".bench .clock")).to_have_text(re.compile("23h 5"))
    tomas.goto("/")
    expect(tomas.get_by_role("link", name="View")).to_be_visible()
    tomas.get_by_text("Notify me when it’s my turn").click()
    tomas.evaluate(
        """() => {
            window.told = [];
            window.Notification = class {
                static permission = "granted";
                constructor(title, { body }) { window.told.push(body); }
            };
            Object.defineProperty(document, "hidden", { get: () => true });
        }"""
    )
    view = call(mira, "GET", f"/tables/{table}")
    move = {"version": view["version"], "move": view["you"]["moves"][0]}
    call(mira, "POST", f"/tables/{table}/moves", move)
    tomas.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    tomas.wait_for_function("() => window.told.length === 1")
    assert "Your turn" in tomas.evaluate("window.told[0]")
    assert tomas.title().startswith("(1)")


def test_a_lobby_looks_often_while_the_server_gets_ready(visit: Visit) -> None:
    page, asked = visit("/games"), []
    words = "Getting ready: the rules."

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        told = f"<p>{words}</p>" if len(asked) < 4 else ""
        route.fulfill(body=f'<div id="progress">{told}</div>', content_type="text/html")

    page.route("**/lobby/tables", answer)
    page.clock.install()
    page.goto("/")
    page.clock.run_for(13_000)
    expect(page.locator("#progress")).to_have_text(words)
    for _second in range(8):
        page.clock.run_for(1_000)
    expect(page.locator("#progress")).to_have_text("")
    assert len(asked) >= 4
