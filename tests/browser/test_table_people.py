"""Several people at a table: two browsers, one screen passed on, spectators, lost connections."""

import re

import pytest
from playwright.sync_api import expect

from kit.browser import BOT, Make, Visit, Watch
from kit.driver import take, two_people


def test_a_move_is_taken_back_until_another_has_moved(visit: Visit, table_of: Make) -> None:
    mira, tomas, _table = two_people(visit, table_of)
    take(mira, "WUG")
    mira.keyboard.press("z")
    expect(mira.locator("#table")).to_have_attribute("data-turn", "yes")
    expect(mira.locator("#own-W b")).to_have_text("0")
    expect(tomas.locator("#toast")).to_have_text("Mira undid a move")
    take(mira, "GRK")
    take(tomas, "WUG")
    expect(mira.locator("#undo")).to_be_disabled()


def test_one_who_loses_the_connection_finds_everything_again(
    visit: Visit, table_of: Make, watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    mira, tomas, _table = two_people(visit, table_of)
    tomas.context.set_offline(True)
    take(mira, "WUG")
    tomas.context.set_offline(False)
    expect(tomas.locator("#table")).to_have_attribute("data-turn", "yes")
    expect(tomas.locator("#log-lines")).to_contain_text("Mira took")


@pytest.mark.parametrize("confirmed", [False, True])
def test_what_could_not_be_sent_stays_chosen(
    visit: Visit, table_of: Make, watch: Watch, confirmed: bool
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    page = visit("/games")
    seats = [{"name": "Mira"}, BOT]
    table = table_of(page, seats=seats, order="fixed", pace="instant", seed=7)
    page.goto(f"/tables/{table}")
    if confirmed:
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Confirm each move").check()
        page.keyboard.press("Escape")
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
    send = page.locator("#act")
    if confirmed:
        send.click()
        expect(send).to_have_text("Confirm")
    page.context.set_offline(True)
    send.click()
    expect(page.locator("#toast")).to_contain_text("You’re offline")
    expect(page.locator("#bank-W")).to_have_attribute("aria-pressed", "true")
    page.context.set_offline(False)
    send.click()
    expect(page.locator("#own-W b")).to_have_text("1")


def test_one_whose_browser_is_killed_sits_at_the_same_table_again(
    visit: Visit, table_of: Make
) -> None:
    mira, tomas, table = two_people(visit, table_of)
    state = tomas.context.storage_state()
    take(mira, "WUG")
    tomas.context.close()
    again = visit(f"/tables/{table}", storage_state=state)
    take(again, "URK")
    expect(mira.locator("#log-lines")).to_contain_text("Tomas took")


def test_the_page_polls_and_says_so_while_the_socket_is_dead(
    visit: Visit, table_of: Make, watch: Watch
) -> None:
    mira, tomas, table = two_people(visit, table_of)
    watch.allow("WebSocket")
    tomas.route_web_socket("**/watch*", lambda socket: socket.close())
    tomas.goto(f"/tables/{table}")
    expect(tomas.locator("#lost")).to_contain_text("Connection lost")
    take(mira, "WUG")
    expect(tomas.locator("#table")).to_have_attribute("data-turn", "yes")


def test_one_screen_is_passed_on_behind_a_curtain(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    seats = [{"name": "Mira"}, {"name": "Tomas"}]
    table = table_of(page, seats=seats, order="fixed", pace="instant", seed=7)
    page.goto(f"/tables/{table}")
    take(page, "WUG", then="yes")
    expect(page.locator("#ask-words h2")).to_have_text("Tomas, your turn")
    expect(page.locator("#ask-words p")).to_contain_text("Mira took")
    wide = page.viewport_size
    assert wide is not None
    page.set_viewport_size({"width": 844, "height": 390})
    words = page.locator("#ask-words")
    assert words.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    assert words.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    page.set_viewport_size(wide)
    page.get_by_role("button", name="Undo Mira’s move").click()
    expect(page.locator("#ask-words h2")).to_have_text("Mira, your turn")
    page.locator("#card-deck-1").click()
    page.get_by_role("button", name="Reserve unseen").click()
    expect(page.locator("#ask-words h2")).to_have_text("This is your card")
    expect(page.locator("#bench .hand .card")).to_have_count(1)
    page.get_by_role("button", name="Pass to Tomas").click()
    page.get_by_role("button", name="I am Tomas").wait_for()
    assert page.locator("#bench .hand .card").count() == 0
    page.get_by_role("button", name="I am Tomas").click()
    expect(page.locator("#bench .seat-name b")).to_have_text("Tomas")
    expect(page.locator("#seat-0 .hand-card [href^='#c-base']")).to_have_count(0)


def test_tokens_and_cards_are_planned_while_another_thinks(visit: Visit, table_of: Make) -> None:
    mira, tomas, _table = two_people(visit, table_of)
    for colour in "URK":
        tomas.locator(f"#bank-{colour}").click()
    expect(tomas.locator("#ask-staged h2")).to_have_text("Planned")
    expect(tomas.locator("#act")).to_be_disabled()
    take(mira, "WUG")
    expect(tomas.locator("#table")).to_have_attribute("data-turn", "yes")
    expect(tomas.locator("#log-lines .seat-1")).to_have_count(0)
    tomas.locator("#act").click()
    expect(mira.locator("#log-lines")).to_contain_text("Tomas took")
    for place in ("2b", "2c"):
        expect(mira.locator("#table")).to_have_attribute("data-turn", "yes")
        tomas.locator(f"#card-place-{place}").click()
        tomas.get_by_role("button", name="Reserve, and get gold").click()
        expect(tomas.locator("#ask-staged h2")).to_have_text("Planned")
        expect(tomas.locator(f"#place-{place}")).to_have_class(re.compile("is-chosen"))
        mira.locator("#card-place-2b").click()
        mira.get_by_role("button", name="Reserve, and get gold").click()
        expect(tomas.locator("#table")).to_have_attribute("data-turn", "yes")
        if place == "2b":
            expect(tomas.locator("#toast")).to_contain_text("no longer possible")
            expect(tomas.locator("#act")).to_be_hidden()
            take(tomas, "WUG")
    tomas.get_by_role("button", name="Play this move").click()
    expect(tomas.locator("#card-hand-1")).to_be_visible()


def test_a_spectator_sees_the_table_and_can_touch_nothing(visit: Visit, table_of: Make) -> None:
    mira, _tomas, table = two_people(visit, table_of)
    take(mira, "WUG")
    guest = visit(f"/tables/{table}")
    expect(guest.locator("#ask-words h2")).to_have_text("Tomas to play")
    assert guest.locator("[data-move], [data-pick]").count() == 0
    expect(guest.locator("#undo")).to_have_count(0)


def test_an_old_tab_is_told_that_the_table_has_gone_on(
    visit: Visit, table_of: Make, watch: Watch
) -> None:
    watch.allow("409")
    page = visit("/games")
    seats = [{"name": "Mira"}, BOT]
    table = table_of(page, seats=seats, order="fixed", pace="instant", seed=7)
    old = visit("/games", beside=page)
    old.route_web_socket("**/watch*", lambda socket: None)
    for tab in (old, page):
        tab.goto(f"/tables/{table}")
    take(page, "WUG", then="yes")
    for colour in "URK":
        old.locator(f"#bank-{colour}").click()
    old.locator("#act").click()
    expect(old.locator("#toast")).to_contain_text("moved on")
    expect(old.locator("#own-W b")).to_have_text("1")


def test_what_one_tab_has_chosen_waits_when_another_moves(visit: Visit, table_of: Make) -> None:
    mira, _tomas, table = two_people(visit, table_of)
    other = visit(f"/tables/{table}", beside=mira)
    for colour in "WU":
        other.locator(f"#bank-{colour}").click()
    take(mira, "WUG")
    expect(other.locator("#table")).to_have_attribute("data-turn", "")
    expect(other.locator("#ask-staged h2")).to_have_text("Planned")
