"""The deal of the day, a deal that one chooses, and a day for each move."""

from playwright.sync_api import expect

from kit.browser import TABLE, Visit, accessibility_findings, call
from parure import Game


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
    assert accessibility_findings(page) == []
    page.evaluate("delete Navigator.prototype.canShare")
    with page.expect_download() as download:
        page.get_by_role("button", name="Share picture").tap()
    assert download.value.suggested_filename.endswith(".png")
    page.goto("/")
    expect(page.get_by_role("link", name="Deal of the day")).to_contain_text("Your result: lost in")


def test_a_deal_is_chosen_by_its_number(visit: Visit) -> None:
    page = visit()
    page.get_by_text("More options").click()
    seat, deal = page.get_by_label("Who takes seat 3"), page.get_by_label("Deal number")
    deal.fill("12345")
    seat.select_option("friend")
    expect(deal).to_be_hidden()
    seat.select_option("empty")
    page.get_by_role("button", name="Open this table").click()
    page.wait_for_url(TABLE)
    view = call(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")
    dealt = Game(2, (), 2024, 12345).snapshot()["rows"]
    assert view["game"]["view"]["rows"] == dealt


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
    expect(mira.locator(".bench .clock")).to_have_text("23h 59m")
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
