"""The ways of the table: tokens, menus, payments, undo, confirmation, keys, letters, French."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Make, Visit, call
from kit.driver import Person, reach_a_payment


@pytest.fixture
def seated(visit: Visit, table_of: Make) -> Callable[..., Page]:
    """Open the page of a new table with a bot; options of the page and of the table by name."""

    def sit(
        modules: tuple[str, ...] = (), seed: int = 7, seats: int = 1, **options: object
    ) -> Page:
        page = visit("/games", **options)
        others = [{"bot": "random"}] * seats
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


def test_tapping_again_takes_two_of_a_colour_and_then_none(seated: Callable[..., Page]) -> None:
    page = seated()
    red = page.locator("#bank-R")
    red.click()
    red.click()
    expect(page.locator("#act")).to_have_accessible_name("Take red, red")
    red.click()
    expect(page.locator("#act")).to_be_hidden()
    expect(red).to_have_attribute("aria-pressed", "false")


def test_a_card_says_what_it_is_and_what_is_lacking(seated: Callable[..., Page]) -> None:
    name = re.compile("card, level 3, .* prestige, costs .* You lack")
    expect(seated().locator("#card-place-3a")).to_have_accessible_name(name)


def test_a_reserved_card_comes_with_gold(seated: Callable[..., Page]) -> None:
    page = seated()
    page.locator("#card-place-2b").click()
    reserve = page.locator("#menu-place-2b").get_by_role("button", name="Reserve, and get gold")
    reserve.click()
    expect(page.locator("#card-hand-1")).to_be_visible()
    expect(page.locator("#own-gold b")).to_have_text("1")


def test_a_payment_is_chosen_coin_by_coin(visit: Visit) -> None:
    page = visit("/games")
    reach_a_payment(page)
    choice = page.locator("#choice")
    expect(choice).to_be_visible()
    page.get_by_role("button", name="Keep colours").click()
    gold = choice.locator(".pay-coin.is-gold")
    most = gold.count()
    assert most > 0
    choice.locator(".pay-coin.is-gold:enabled").first.click()
    expect(gold).to_have_count(most - 1)
    page.get_by_role("button", name="Pay and buy").click()
    expect(choice).to_have_count(0)
    expect(page.locator("#log-lines")).to_contain_text("bought for")


def test_undo_takes_a_purchase_back_while_it_is_being_paid(visit: Visit) -> None:
    page = visit("/games")
    reach_a_payment(page)
    expect(page.locator("#choice")).to_be_visible()
    before = version(page)
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#choice")).to_have_count(0)
    expect(page.locator("#table")).to_have_attribute("data-decision", "action")
    assert version(page) > before


def test_one_tap_buys_and_another_way_to_pay_is_beside_it(visit: Visit) -> None:
    page = visit("/games")
    reach_a_payment(page)
    page.get_by_role("button", name="Back").click()
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
    assert version(page) == before
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#own-W b")).to_have_text("1")


def test_letters_on_gems_are_kept_in_the_browser(seated: Callable[..., Page]) -> None:
    page = seated()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Letters on gems").check()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-letters", "")


def test_cards_are_plain_where_pictures_are_not_wanted(seated: Callable[..., Page]) -> None:
    page = seated()
    pictured, plain = page.locator(".pictured").first, page.locator(".plain").first
    expect(pictured).to_have_css("display", "inline")
    expect(plain).to_have_css("display", "none")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Pictures on cards").uncheck()
    expect(pictured).to_have_css("display", "none")
    expect(plain).to_have_css("display", "inline")
    page.reload()
    expect(pictured).to_have_css("display", "none")


def test_a_part_of_a_game_is_played_with_the_keyboard_alone(seated: Callable[..., Page]) -> None:
    page = seated()
    keys = page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(40):
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to("#bank-W")
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("Enter")
    tab_to("#act")
    keys.press("Enter")
    expect(page.locator("#own-G b")).to_have_text("1")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    tab_to('[data-group="market"]')
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    focused = page.evaluate("document.activeElement.id")
    assert focused.startswith("card-place-2")
    keys.press("Enter")
    expect(page.locator(f"#menu-{focused.removeprefix('card-')}")).to_be_visible()
    keys.press("Escape")
    expect(page.locator(f"#{focused}")).to_be_focused()
    keys.press("Enter")
    keys.press("Enter")
    expect(page.locator("#card-hand-1")).to_be_visible()


def test_focus_stays_where_it_was_when_others_move(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    seats = [{"name": "Mira"}, {"bot": "random"}, {"bot": "random"}]
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


def test_the_rules_are_one_key_away(seated: Callable[..., Page]) -> None:
    page = seated(modules=("cities",))
    page.keyboard.press("i")
    drawer = page.locator("#drawer")
    expect(drawer).to_be_visible()
    expect(drawer).to_contain_text("Cities")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()


def test_the_title_says_whose_turn_it_is(seated: Callable[..., Page]) -> None:
    page = seated()
    expect(page).to_have_title("● Your turn · Parure")
    assert "icon-turn" in (page.locator("#icon").get_attribute("href") or "")


def test_the_table_speaks_french(seated: Callable[..., Page]) -> None:
    page = seated(french=True, modules=("cities", "trading_posts", "orient", "strongholds"))
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    Person(page, seed=6).play(most=5)
    for selector in (".ask-words h2", ".to-go-name", ".answer", ".tool"):
        clipped = page.evaluate(
            """(selector) => [...document.querySelectorAll(selector)]
              .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
              .map((one) => one.textContent)""",
            selector,
        )
        assert clipped == []


def test_two_clicks_make_one_move(seated: Callable[..., Page]) -> None:
    page = seated()
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").dblclick()
    expect(page.locator("#own-W b")).to_have_text("1")
    moves = page.locator("#log-lines .seat-0").count()
    assert moves == 1


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1920, 1080)])
def test_a_desktop_shows_the_whole_table_without_scrolling(
    seated: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = seated(
        modules=("cities", "trading_posts", "orient", "strongholds"),
        seats=3,
        viewport={"width": size[0], "height": size[1]},
    )
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".spot, .token-stack, .seat, .bench, .ask")]
          .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width && (box.right > innerWidth || box.bottom > innerHeight || box.left < 0);
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
