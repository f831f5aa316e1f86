"""Making a table in the lobby, inviting, sitting down, starting."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from kit.browser import TABLE, Make, Visit, Watch, call
from kit.documents import of_seats


def invite(host: Page, name: str = "Mira") -> str:
    """Open a table with one seat for a friend, and return its link."""
    host.get_by_label("Your name").fill(name)
    host.get_by_label("Who takes seat 2").select_option("friend")
    host.get_by_role("button", name="Open this table").click()
    host.wait_for_url(TABLE)
    return host.get_by_label("Anyone with this link").input_value()


def table_at(page: Page) -> Any:
    """Return the document of the table that a page shows."""
    return call(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")


def test_one_click_plays_against_a_bot(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(TABLE)
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    options = table_at(page)["table"]["options"]
    assert (options["edition"], options["modules"]) == (2024, [])
    assert sorted(of_seats(table_at(page), "bot"), key=str) == [None, "novice"]


def test_a_friend_is_invited_or_sits_down_beside_with_one_click(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_label("Anyone with this link")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="At this screen").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    view = table_at(page)
    assert sorted(of_seats(view, "name")) == ["Guest", "Guest 2"]


def test_a_friend_joins_by_link_with_just_a_name(visit: Visit) -> None:
    mira = visit()
    tomas = visit(invite(mira))
    expect(mira.get_by_role("heading", name="Waiting for players")).to_be_visible()
    expect(mira.get_by_text("Someone has opened the link")).to_be_visible()
    expect(tomas.get_by_text("Someone has opened the link")).to_have_count(0)
    tomas.get_by_label("Your name").fill("Tomas")
    tomas.get_by_role("button", name="Join the game").click()
    for page in (mira, tomas):
        expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    expect(mira.locator(".rail")).to_contain_text("Tomas")
    expect(tomas.locator(".rail")).to_contain_text("Mira")
    again = visit("/games", beside=tomas)
    expect(again.get_by_role("link", name="Tomas")).to_have_count(1)


def test_a_name_that_is_taken_is_refused_with_a_sentence(visit: Visit, watch: Watch) -> None:
    watch.allow("409")
    friend = visit(invite(visit()))
    friend.get_by_label("Your name").fill("Mira")
    friend.get_by_role("button", name="Join the game").click()
    expect(friend.get_by_role("status")).to_contain_text("choose another")
    friend.get_by_label("Your name").fill("Tomas")
    friend.get_by_role("button", name="Join the game").click()
    expect(friend.locator("#table")).to_have_attribute("data-status", "playing")


def test_what_is_being_typed_stays_when_others_come(visit: Visit) -> None:
    mira = visit()
    mira.get_by_label("Who takes seat 3").select_option("friend")
    tomas, aiko = visit(invite(mira)), visit(mira.url)
    aiko.get_by_label("Your name").fill("Aik")
    tomas.get_by_label("Your name").fill("Tomas")
    tomas.get_by_role("button", name="Join the game").click()
    expect(aiko.locator(".chairs")).to_contain_text("Tomas")
    expect(aiko.get_by_label("Your name")).to_have_value("Aik")
    expect(mira.locator(".chairs")).to_contain_text("Tomas")


def test_whoever_leaves_frees_the_seat(visit: Visit) -> None:
    mira = visit()
    mira.get_by_label("Who takes seat 3").select_option("friend")
    tomas = visit(invite(mira))
    tomas.get_by_label("Your name").fill("Tomas")
    tomas.get_by_role("button", name="Join the game").click()
    expect(mira.locator(".chairs")).to_contain_text("Tomas")
    tomas.get_by_role("button", name="Leave").click()
    expect(mira.locator(".chairs")).not_to_contain_text("Tomas")
    expect(tomas.get_by_role("button", name="Join the game")).to_be_visible()
    mira.get_by_role("button", name="Start with bots").click()
    expect(mira.locator("#table")).to_have_attribute("data-status", "playing")


def test_several_people_at_one_screen_are_called_by_name(visit: Visit) -> None:
    page = visit()
    page.get_by_label("Your name").fill("Mira")
    page.get_by_label("Who takes seat 2").select_option("here")
    page.get_by_label("Name for seat 2").fill("Tomas")
    page.get_by_role("button", name="Open this table").click()
    expect(page.locator("#ask-words h2")).to_have_text(re.compile("(Mira|Tomas), your turn"))


def test_the_modules_of_2017_are_played_one_at_a_time(visit: Visit) -> None:
    page = visit()
    page.locator(".module", has_text="The Cities").click()
    page.locator(".module", has_text="The Orient").click()
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="2017").check()
    expect(page.locator("summary")).to_contain_text("edition 2017 · no clock")
    expect(page.get_by_role("checkbox", name="The Cities")).not_to_be_checked()
    page.locator(".module", has_text="The Strongholds").click()
    chosen = page.locator("[name=modules]:checked")
    assert [box.input_value() for box in chosen.all()] == ["strongholds"]
    page.get_by_role("button", name="Open this table").click()
    page.wait_for_url(TABLE)
    view = table_at(page)
    options = view["table"]["options"]
    assert (options["edition"], options["modules"]) == (2017, ["strongholds"])


def test_every_choice_of_the_form_reaches_the_table(visit: Visit) -> None:
    page = visit()
    page.get_by_label("Who takes seat 3").select_option("bot:random")
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="20%").check()
    page.get_by_label("Who takes seat 4").select_option("friend")
    # Warnings are for games against bots alone.
    expect(page.get_by_role("radio", name="20%")).to_be_hidden()
    page.locator(".module", has_text="The Orient").click()
    page.get_by_role("radio", name="15 min").check()
    expect(page.get_by_text("plus 15 seconds per turn")).to_be_visible()
    page.get_by_role("radio", name="In seat order").check()
    page.get_by_role("radio", name="Instant").check()
    page.get_by_role("checkbox", name="Public").check()
    page.get_by_role("checkbox", name="Hints:").uncheck()
    page.get_by_role("button", name="Open this table").click()
    page.wait_for_url(TABLE)
    view = table_at(page)
    options = view["table"]["options"]
    assert options["clock"] == {"minutes": 15, "seconds": 15, "days": None}
    assert [bot is not None for bot in of_seats(view, "bot")] == [False, True, True, False]
    expected = {"pace": "instant", "public": True, "serious": True}
    assert expected.items() <= options.items()


def test_a_public_table_is_listed_for_others_and_a_private_one_is_not(
    visit: Visit, table_of: Make
) -> None:
    mira = visit()
    public = table_of(mira, seats=[{"name": "Mira"}, {}], public=True)
    private = table_of(mira, seats=[{"name": "Mira"}, {}])
    other = visit()
    expect(other.locator(f'a[href="/tables/{public}"]')).to_contain_text("1 free seat")
    expect(other.locator(f'a[href="/tables/{private}"]')).to_have_count(0)
    mira.reload()
    expect(mira.locator(f'a[href="/tables/{private}"]')).to_be_visible()
