"""The ways of the table: tokens, payments, undo, confirmation, letters, flights."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kit.browser import BOT, Make, Visit, assert_accessible, call
from kit.driver import Person, reach_a_payment


@pytest.fixture
def seated(visit: Visit, table_of: Make) -> Callable[..., Page]:
    """Open the page of a new table with a bot; options of the page and of the table by name."""

    def sit(
        modules: tuple[str, ...] = (), seed: int = 7, seats: int = 1, **options: object
    ) -> Page:
        page = visit("/games", **options)
        others = [BOT] * seats
        table = table_of(
            page,
            seats=[{"name": "Mira"}, *others],
            modules=list(modules),
            order="fixed",
            pace="instant",
            seed=seed,
        )
        page.goto(f"/tables/{table}")
        expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
        return page

    return sit


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


def test_tokens_are_taken_by_tapping_them(seated: Callable[..., Page]) -> None:
    page = seated()
    expect(page).to_have_title("● Your turn · Parure")
    assert "icon-turn" in (page.locator("#icon").get_attribute("href") or "")
    take = page.locator("#act")
    for colour in "WU":
        page.locator(f"#bank-{colour}").click()
    expect(take).to_be_disabled()
    page.locator("#bank-G").click()
    expect(take).to_have_accessible_name("Take white, blue, green")
    expect(page.locator("#bank-R")).to_have_class(re.compile("is-out"))
    take.click()
    expect(page.locator("#own-W b")).to_have_text("1")
    expect(page.locator("#log-lines")).to_contain_text("Mira took")


def test_a_payment_is_chosen_coin_by_coin(visit: Visit) -> None:
    page = visit("/games")
    reach_a_payment(page)
    choice = page.locator("#choice")
    expect(choice).to_be_visible()
    assert_accessible(page, "#choice")
    page.get_by_role("button", name="Keep colours").click()
    gold = choice.locator(".pay-coin.is-gold")
    most = gold.count()
    assert most > 0
    choice.locator(".pay-coin.is-gold:enabled").first.click()
    expect(gold).to_have_count(most - 1)
    page.get_by_role("button", name="Pay and buy").click()
    expect(choice).to_have_count(0)
    expect(page.locator("#log-lines")).to_contain_text("bought for")


def test_a_payment_is_taken_back_and_one_tap_buys_instead(visit: Visit) -> None:
    page = visit("/games")
    reach_a_payment(page)
    expect(page.locator("#choice")).to_be_visible()
    before = version(page)
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#choice")).to_have_count(0)
    expect(page.locator("#table")).to_have_attribute("data-decision", "action")
    assert version(page) > before
    spot = page.locator(".spot", has=page.get_by_text("Pay another way…")).first
    spot.locator("> button").click()
    expect(spot.get_by_role("button", name="Pay another way…")).to_be_visible()
    spot.get_by_role("button", name="Buy:").click()
    expect(page.locator("#log-lines")).to_contain_text("bought for")
    expect(page.locator("#choice")).to_have_count(0)


def test_a_decision_against_bots_is_taken_back_at_any_time(seated: Callable[..., Page]) -> None:
    page = seated(seats=2)
    Person(page).play(most=1)
    page.locator("#card-place-2b").click()
    page.get_by_role("button", name="Reserve, and get gold").click()
    expect(page.locator("#card-hand-1")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    page.keyboard.press("z")
    expect(page.locator("#card-hand-1")).to_have_count(0)
    expect(page.locator("#bar-note")).to_contain_text("Practice")
    page.keyboard.press("z")
    expect(page.locator("#log-lines .log-words")).to_have_count(1)
    expect(page.locator("#log-lines")).to_contain_text("Mira undid a move")
    expect(page.locator("#undo")).to_be_disabled()


def test_a_move_waits_for_confirmation_where_that_is_wanted(seated: Callable[..., Page]) -> None:
    page = seated()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Confirm each move").check()
    page.keyboard.press("Escape")
    before = version(page)
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").click()
    expect(page.locator("#ask-staged")).to_contain_text("Sure?")
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#ask-staged")).to_be_hidden()
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").click()
    assert version(page) == before
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#own-W b")).to_have_text("1")


def test_letters_and_pictures_are_as_they_were_chosen(seated: Callable[..., Page]) -> None:
    page = seated()
    pictured, plain = page.locator(".pictured").first, page.locator(".plain").first
    expect(pictured).to_have_css("display", "inline")
    expect(plain).to_have_css("display", "none")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Pictures on cards").uncheck()
    page.get_by_label("Letters on gems").check()
    expect(pictured).to_have_css("display", "none")
    expect(plain).to_have_css("display", "inline")
    page.reload()
    expect(pictured).to_have_css("display", "none")
    expect(page.locator("html")).to_have_attribute("data-letters", "")


def test_focus_stays_where_it_was_when_others_move(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    seats = [{"name": "Mira"}, BOT, BOT]
    table = table_of(page, seats=seats, order="fixed", seed=7, pace="quick")
    page.goto(f"/tables/{table}")
    answer = {"move": "take W U G", "version": version(page), "key": "k1"}
    page.locator("#card-place-1b").focus()
    call(page, "POST", f"/tables/{table}/moves", answer)
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    expect(page.locator("#log-lines .is-fresh")).to_have_count(2)
    expect(page.locator("#card-place-1b")).to_be_focused()


def test_what_the_others_touched_is_marked_until_the_next_turn(seated: Callable[..., Page]) -> None:
    page = seated(seats=2)
    Person(page, seed=5).play_turns(5)
    assert page.locator(".corners, .touched").count() > 0
    expect(page.locator("#log-lines .is-fresh")).to_have_count(2)
    said = page.locator("#news").text_content()
    assert said


def test_two_clicks_make_one_move(seated: Callable[..., Page]) -> None:
    page = seated()
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").dblclick()
    expect(page.locator("#own-W b")).to_have_text("1")
    moves = page.locator("#log-lines .seat-0").count()
    assert moves == 1


def test_a_desktop_shows_the_whole_table_without_scrolling(seated: Callable[..., Page]) -> None:
    page = seated(modules=("cities", "trading_posts", "orient", "strongholds"), seats=3)
    for width, height in ((1440, 900), (1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        outside = page.evaluate(
            """() => [...document.querySelectorAll(".spot, .token-stack, .seat, .bench, .ask")]
              .filter((one) => {
                const box = one.getBoundingClientRect();
                const isOutside = box.right > innerWidth || box.bottom > innerHeight || box.left < 0;
                return box.width && isOutside;
              }).map((one) => one.id || one.className)"""
        )
        assert outside == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_cards_and_tokens_fly_without_holding_the_game_up(seated: Callable[..., Page]) -> None:
    page = seated(moving=True, modules=("orient",))
    flown = """() => {
      window.flights = 0;
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (how) => { window.flights += 1; return start(how); };
    }"""
    page.evaluate(flown)
    Person(page, seed=8).play(most=6)
    assert page.evaluate("window.flights") > 2
