"""The end of a game: scores, rematch, record, picture; and its replay."""

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.browser import BOT, Server, Visit, call, finished_game
from kit.documents import of_seats
from parure import Game, record

Finished = tuple[Page, str]


@pytest.fixture(scope="module")
def game(server: Server) -> tuple[str, Any]:
    """A game that Mira has won against a bot that always plays alike, and her cookies."""
    return finished_game(server, {"name": "Mira"}, BOT, order="fixed", seed=7)


@pytest.fixture
def finished(game: tuple[str, Any], visit: Visit) -> Finished:
    """The page of the end, seen by the player of the game; and the table."""
    table, cookies = game
    page = visit("/learn")
    page.context.add_cookies(cookies)
    page.goto(f"/tables/{table}")
    return page, table


def test_every_point_is_accounted_for(finished: Finished) -> None:
    page, table = finished
    expect(page.get_by_role("heading", level=1)).to_have_text("You win")
    result = call(page, "GET", f"/tables/{table}")["game"]["result"]
    shown = [int(score) for score in page.locator(".score b [aria-hidden]").all_text_contents()]
    assert sorted(shown) == sorted(result["prestige"])
    expect(page.get_by_role("img", name="The course of the game").first).to_be_visible()


def test_the_page_gains_what_the_review_says(finished: Finished) -> None:
    page, table = finished
    page.get_by_role("button", name="chance of winning").click()
    expect(page.get_by_role("img", name="Chance of winning").first).to_be_visible()
    expect(page.locator("[data-judged=reason]")).to_contain_text("mistake")
    expect(page.locator("[data-judged=accuracy]")).to_contain_text("%")
    expect(page.get_by_text("won of 1 game")).to_be_visible()
    page.get_by_role("link", name="Show it on the table").click()
    expect(page).to_have_url(re.compile(rf"{table}/review\?move=\d+$"))


def test_gems_fall_once_for_the_winner(game: tuple[str, Any], visit: Visit) -> None:
    table, cookies = game
    fallen = """new MutationObserver((changes) => {
        if (document.querySelector(".rain")) document.documentElement.dataset.rained = "yes";
    }).observe(document, { childList: true, subtree: true })"""
    page = visit("/learn", moving=True)
    page.context.add_cookies(cookies)
    page.add_init_script(fallen)
    page.goto(f"/tables/{table}")
    expect(page.locator("html[data-rained]")).to_be_attached()
    expect(page.locator(".rain")).to_have_count(0)
    page.reload()
    expect(page.locator(".final #table")).to_be_visible()
    expect(page.locator("html[data-rained]")).to_have_count(0)


def test_a_stranger_sees_the_end_and_below_it_the_final_table(
    finished: Finished, visit: Visit
) -> None:
    page = visit(f"/tables/{finished[1]}")
    expect(page.get_by_role("link", name="Replay", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    shown = page.get_by_role("region", name="Final position")
    expect(shown.locator("#table")).to_have_attribute("data-status", "over")
    expect(shown.locator("#card-place-1a")).to_be_visible()
    expect(shown.locator("#question")).to_contain_text("Game over")
    expect(shown.locator("[data-move], [data-pick]")).to_have_count(0)
    expect(shown.get_by_role("link")).to_have_count(0)
    for width in (390, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        top = page.locator(".end-points").bounding_box()
        below = shown.locator("#table").bounding_box()
        assert top
        assert below
        assert below["y"] >= top["y"] + top["height"]
        assert below["width"] == width


def test_sounds_are_offered_once(finished: Finished) -> None:
    page, _table = finished
    offer = page.get_by_text("Soft sounds for tokens, cards, your turn and the end?")
    expect(offer).to_be_visible()
    offer.get_by_role("button", name="Turn on").click()
    expect(offer).to_be_hidden()
    assert page.evaluate("JSON.parse(localStorage.getItem('parure-settings')).sound")
    page.reload()
    expect(page.locator(".final #table")).to_be_visible()
    expect(offer).to_be_hidden()


def test_the_record_and_the_picture_can_be_downloaded(finished: Finished, tmp_path: Path) -> None:
    page, table = finished
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    file = tmp_path / "game.parure"
    download.value.save_as(file)
    game = Game.replay(record.load(file))
    assert game.is_over
    result = call(page, "GET", f"/tables/{table}")["game"]["result"]
    assert list(game.prestige) == result["prestige"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Save picture").click()
    download.value.save_as(tmp_path / "table.png")
    header = (tmp_path / "table.png").read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", header[16:]) == (2880, 1800)


def test_a_rematch_has_the_same_people(finished: Finished) -> None:
    page, table = finished
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    again = call(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")
    before = call(page, "GET", f"/tables/{table}")
    assert sorted(of_seats(again, "name")) == sorted(of_seats(before, "name"))
    page.goto(f"/tables/{table}")
    expect(page.get_by_role("link", name="Go to rematch")).to_be_visible()
    page.goto("/games")
    expect(page.locator(f'a[href="/tables/{table}"]')).to_contain_text("won")


def test_a_replay_follows_the_arrow_keys(finished: Finished) -> None:
    page, _table = finished
    page.get_by_role("link", name="Replay", exact=True).click()
    page.wait_for_url("**/replay")
    now = page.locator(".replay-now")
    expect(now).to_contain_text("move 0 of")
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text(f"move 2 of {last}")
    expect(page).to_have_url(re.compile(r"move=2$"))
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(rf"move={last}$"))
    expect(page.locator("#table")).to_have_attribute("data-status", "over")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    page.keyboard.press("Home")
    expect(page.locator("#bank-gold")).to_contain_text("5")
    expect(page.get_by_role("button", name="Previous move")).to_be_disabled()
    turn = page.locator(".replay-turn").nth(4)
    move = turn.get_attribute("data-turn")
    turn.get_by_role("button").click()
    expect(page).to_have_url(re.compile(rf"move={move}$"))


def test_a_replay_plays_by_itself_and_pauses(finished: Finished) -> None:
    page, table = finished
    page.goto(f"/tables/{table}/replay")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".replay-now")).to_contain_text("move 2 of")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_replay_moves_cards_and_tells_what_they_are(game: tuple[str, Any], visit: Visit) -> None:
    page = visit(f"/tables/{game[0]}/replay?move=20", moving=True)
    # The list of turns comes with what listens to the keys.
    expect(page.locator(".replay-turn").first).to_be_attached()
    for move in range(21, 27):
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(rf"move={move}$"))
    card = page.locator(".replay-turns .is-current ~ li .log-card[data-tip]").first
    card.scroll_into_view_if_needed()
    # What scrolls takes tips away: the pointer comes when the list has said that it scrolled.
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    card.hover()
    expect(page.locator("#tip")).to_contain_text("card, level")


def test_a_replay_that_has_come_needs_no_server(finished: Finished) -> None:
    page, table = finished
    with page.expect_response(f"**/api/tables/{table}/replay") as response:
        page.goto(f"/tables/{table}/replay?move=3")
    response.value.finished()
    expect(page.locator(".replay-turn").first).to_be_attached()
    page.context.set_offline(True)
    for _step in range(3):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"move=6$"))
    page.get_by_role("slider").fill("1")
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"move=1$"))
    page.keyboard.press("End")
    expect(page.locator("#table")).to_have_attribute("data-status", "over")
    page.context.set_offline(False)
