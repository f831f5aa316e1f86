"""Variations beside a replay: those of an annotated record, and moves tried from any position."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Visit, assert_accessible, call
from kit.reviewed import finished
from parure import annotated, record
from parure.annotated import AnnotatedGame


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The annotated record of a finished game: a turn has two variations, one of them with another."""
    game = AnnotatedGame.of(finished())
    game.names, game.comment = ["Mira", "Tomas"], "A quick game"
    second = list(game.main_line())[1]
    second.comment, second.chances, second.clock = "Safe,\nbut slow.", (0.25, 0.75), 298.5
    other = second.add("reserve 2a")
    other.comment, other.chances = "Better!", (0.61, 0.39)
    other.add("reserve 2b").add("take W R K")
    other.add("reserve 3b")
    second.add("reserve 3a")
    path = tmp_path_factory.mktemp("records") / "game.parure"
    annotated.save(path, game)
    return path


@pytest.fixture
def replay(visit: Visit, file: Path) -> Page:
    """The replay of that record, opened where records are opened."""
    page = visit("/games")
    page.locator("[data-bring]").set_input_files(file)
    page.wait_for_url(re.compile(r"/replay"))
    expect(page.locator(".replay-variation")).to_have_count(5)
    return page


def downloaded(page: Page) -> AnnotatedGame:
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename.endswith(".parure")
    return annotated.load(download.value.path())


def test_an_annotated_record_is_shown_with_its_variations(replay: Page, file: Path) -> None:
    side = replay.locator(".replay-turns")
    expect(side).to_contain_text("A quick game")
    expect(side).to_contain_text("75%")
    expect(side).to_contain_text("4:58")
    expect(side).to_contain_text("Safe,\nbut slow.")
    expect(side).to_contain_text("61%")
    last = len(finished().record()["moves"])
    now, table = replay.locator(".replay-now"), replay.locator("#table")
    lines = replay.locator(".replay-variation button")
    lines.nth(1).click()
    expect(now).to_have_text("move 4 of 5")
    expect(replay.locator(".replay-variation.is-current")).to_contain_text("reserve")
    expect(replay.locator(".seat-1 .hand-card, .bench .hand-card").first).to_be_attached()
    replay.keyboard.press("ArrowRight")
    expect(now).to_have_text("move 5 of 5")
    expect(table).to_have_attribute("data-turn", "")
    replay.locator(".replay-turn button").nth(4).click()
    expect(now).to_have_text(f"move 5 of {last}")
    expect(replay.locator(".replay-variation.is-current")).to_have_count(0)
    assert downloaded(replay).record() == record.load(file)
    assert_accessible(replay)


def test_moves_are_tried_and_kept(replay: Page, file: Path) -> None:
    before = len(list(annotated.load(file).nodes()))
    table = replay.locator("#table")
    replay.locator(".replay-turn button").nth(9).click()
    trying = replay.get_by_role("button", name="Try moves")
    trying.click()
    expect(trying).to_have_attribute("aria-pressed", "true")
    expect(table).to_have_attribute("data-turn", "yes")
    for spot in ("#place-3a", "#place-3b"):
        expect(table).to_have_attribute("data-turn", "yes")
        replay.locator(f"{spot} button").first.click()
        replay.locator(f"{spot} .menu:popover-open [data-move^=reserve]").click()
        expect(replay.locator(".replay-variation.is-current")).to_have_count(1)
    expect(replay.locator(".replay-now")).to_have_text("move 12 of 12")
    expect(replay.locator(".replay-variation")).to_have_count(7)
    kept = downloaded(replay)
    assert len(list(kept.nodes())) == before + 2
    tenth = list(kept.main_line())[9]
    assert [str(node.move) for node in tenth.variations[1:]] == ["reserve 3a"]
    assert [str(node.move) for node in tenth.variations[1].variations] == ["reserve 3b"]
    trying.click()
    expect(table).to_have_attribute("data-turn", "")
    replay.reload()
    expect(replay.locator(".replay-variation")).to_have_count(7)


def test_a_game_without_annotations_can_be_tried_and_downloaded(visit: Visit, file: Path) -> None:
    page = visit("/games", phone=True, french=True, dark=True)
    plain = record.dumps(finished().record())
    table = call(page, "POST", "/records", {"record": plain})["table"]
    page.goto(f"/tables/{table}/replay?move=3")
    page.locator(".tool--log").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Télécharger").click()
    game = annotated.load(download.value.path())
    assert game.record()["moves"] == finished().record()["moves"]
    assert game.date is not None
    page.get_by_role("button", name="Essayer des coups").click()
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(page)
