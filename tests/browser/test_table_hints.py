"""A suggestion with a reason, from a bot that thinks: ringed on the table, done by a button."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kit.browser import BOT, Make, Visit


@pytest.fixture
def at_table(visit: Visit, table_of: Make) -> Callable[..., Page]:
    """Open a new table."""

    def sit(**options: object) -> Page:
        page = visit("/games")
        seats = [{"name": "Mira"}, BOT]
        table = table_of(page, seats=seats, order="fixed", pace="instant", seed=7, **options)
        page.goto(f"/tables/{table}")
        expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
        return page

    return sit


def test_a_hint_rings_a_thing_and_does_it(at_table: Callable[..., Page]) -> None:
    page = at_table()
    page.keyboard.press("h")
    advice = page.locator("#advice")
    expect(advice).to_be_visible()
    expect(advice).to_contain_text("Reserve this card")
    expect(advice).to_contain_text("Your chance of winning after each move")
    expect(page.locator(".spot.is-hinted")).to_have_count(1)
    page.get_by_role("button", name="Play this move").click()
    expect(advice).to_be_hidden()
    expect(page.locator("#card-hand-1")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_contain_text("for this card:")
    expect(page.locator(".advice-reason .face")).to_be_visible()


def test_a_hint_can_be_put_away(at_table: Callable[..., Page]) -> None:
    page = at_table()
    page.locator("#hint").click()
    page.locator("#advice-close").click()
    expect(page.locator("#advice")).to_be_hidden()
    expect(page.locator(".is-hinted")).to_have_count(0)
    expect(page.locator("#hint")).to_be_focused()
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#advice")).to_be_hidden()
    expect(page.locator("#hint")).to_be_focused()


def test_a_hint_on_a_tablet_hides_nothing(at_table: Callable[..., Page]) -> None:
    page = at_table()
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_be_visible()
    for width, height in ((768, 1024), (899, 1100), (900, 700), (1024, 768), (1270, 800)):
        page.set_viewport_size({"width": width, "height": height})
        advice = page.locator("#advice").bounding_box()
        assert advice is not None
        for other in (".rail", ".market", ".goals", ".bank", "#bench"):
            box = page.locator(other).bounding_box()
            assert box is not None
            is_beside = (
                box["x"] + box["width"] <= advice["x"] or advice["x"] + advice["width"] <= box["x"]
            )
            is_above = (
                box["y"] + box["height"] <= advice["y"]
                or advice["y"] + advice["height"] <= box["y"]
            )
            assert is_beside or is_above, (other, width)


def test_a_serious_game_has_no_hints(at_table: Callable[..., Page]) -> None:
    page = at_table(serious=True)
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator("#hint")).to_have_count(0)


def test_a_move_that_loses_much_is_asked_about(at_table: Callable[..., Page]) -> None:
    page = at_table()
    # However busy this machine is, the page waits for the warning.
    page.evaluate("AbortSignal.timeout = () => new AbortController().signal")
    warning, question = page.locator("#warning"), page.locator("#ask-staged")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Warn me before").get_by_role("radio", name="5%").check()
    expect(page.locator("#table")).to_have_attribute("data-warned", "yes")
    expect(page.locator("#bar-note")).to_contain_text("Practice")
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()
    for look_again in (True, False):
        for colour in "WUG":
            page.locator(f"#bank-{colour}").click()
        page.locator("#act").click()
        expect(question).to_contain_text("This loses")
        expect(warning).to_contain_text("Wait a moment")
        name = "Take another look" if look_again else "Play it anyway"
        page.locator("#answers").get_by_role("button", name=name).click()
        expect(warning).to_be_hidden()
    expect(page.locator("#log-lines")).to_contain_text("Mira")
