"""The review of a finished game: the chart, moves, mistakes, turning points, and playing on from there."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Visit, Watch, assert_accessible, call
from kit.reviewed import finished
from parure import record


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a finished game."""
    path = tmp_path_factory.mktemp("records") / "game.parure"
    record.save(path, {**finished().record(), "names": ["Mira", "Tomas"]})
    return path


def errors_of(page: Page) -> list[int]:
    """Return the decisions that were mistakes, when the review is done."""
    expect(page.locator("[data-progress-words]")).to_be_empty()
    expect(page.locator("[data-now]")).not_to_be_empty()
    table = page.url.split("/")[-2]
    origin = re.match(r"https?://[^/]+", page.url)
    assert origin is not None
    state = page.request.get(f"{origin[0]}/tables/{table}/review/state").json()
    bad = ("inaccuracy", "mistake", "blunder")
    return [number for number, move in enumerate(state["moves"]) if move["grade"] in bad]


def test_a_record_is_reviewed_with_mouse_and_keys(visit: Visit, file: Path) -> None:
    page = visit("/games")
    page.locator("[data-bring]").set_input_files(file)
    page.wait_for_url(re.compile(r"/review"))
    expect(page.locator(".chart-wide svg.chart")).to_be_visible()
    errors, last = errors_of(page), len(finished().record()["moves"])
    now = page.locator("[data-now]")
    page.keyboard.press("Home")
    expect(now).to_have_text(f"move 1 of {last}")
    expect(page.get_by_role("button", name="First move")).to_be_disabled()
    page.keyboard.press("n")
    expect(now).to_have_text(f"move {next(n for n in errors if n > 0) + 1} of {last}")
    expect(page.locator(".move-grade")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".move-head h2")).to_have_text(f"Move {last}")
    page.keyboard.press("p")
    expect(now).to_have_text(f"move {[n for n in errors if n < last - 1][-1] + 1} of {last}")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"move={[n for n in errors if n < last - 1][-1] - 1}$"))
    chart = page.locator(".chart-wide svg.chart")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] / 2, "y": box["height"] / 3})
    expect(page.locator(".chart-wide .chart-cursor")).to_have_count(1)
    point = page.locator(".point").first
    point.click()
    expect(point).to_have_attribute("aria-current", "step")
    number = int(point.get_attribute("data-decision") or 0)
    expect(page.locator(".move-head h2")).to_have_text(f"Move {number + 1}")
    expect(page.locator(".chart-wide .chart-prestige")).to_be_hidden()
    page.get_by_role("checkbox", name="prestige").check()
    expect(page.locator(".chart-wide .chart-prestige")).to_be_visible()
    page.get_by_role("button", name="Ask Steady").click()
    expect(page.locator("[data-asked] .move-line").first).to_be_visible()
    assert_accessible(page)
    page.locator("main").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/tables/[\w-]+$"))
    view = call(page, "GET", f"/tables/{page.url.rpartition('/')[2]}")
    assert view["table"]["status"] == "playing"
    assert len([entry for entry in view["game"]["log"] if "forced" not in entry]) >= number


def test_a_phone_and_the_end_of_a_game(visit: Visit, watch: Watch, file: Path) -> None:
    page = visit("/games", phone=True, french=True, dark=True)
    table = call(page, "POST", "/records", {"record": file.read_text()})["table"]
    page.goto(f"/tables/{table}")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/review*")
    expect(page.locator(".chart-narrow svg.chart")).to_be_visible()
    errors_of(page)
    expect(page.locator(".move-head h2")).to_contain_text("Coup")
    move = page.locator(".move-head h2").inner_text()
    page.locator(".review-chevron").last.click()
    expect(page.locator(".move-head h2")).not_to_have_text(move)
    assert_accessible(page)
    for width, height in ((390, 844), (360, 740), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        asks = page.locator("[data-ask]")
        assert asks.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    watch.allow("422")
    page.goto("/games")
    page.locator("[data-bring]").set_input_files(
        {"name": "cut.parure", "mimeType": "text/plain", "buffer": b"Parure record 9"}
    )
    expect(page.locator("#toast")).to_contain_text("version 9")


def test_a_long_name_stays_within_the_page(visit: Visit, file: Path) -> None:
    page = visit("/games")
    game = file.read_text().replace("Mira", "W" * 24).replace("Tomas", "M" * 24)
    table = call(page, "POST", "/records", {"record": game})["table"]
    for address, part in (("", ".end-points"), ("/review", ".move-who .who")):
        page.goto(f"/tables/{table}{address}")
        expect(page.locator(part)).to_be_visible()
        for width, height in ((1440, 900), (390, 844), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_keys_on_the_best_line_open_and_close_it_and_play_nothing(visit: Visit, file: Path) -> None:
    page = visit("/games")
    table = call(page, "POST", "/records", {"record": file.read_text()})["table"]
    page.goto(f"/tables/{table}/review")
    best = page.get_by_text("Best line")
    for number in errors_of(page):
        page.goto(f"/tables/{table}/review?move={number}")
        expect(page.locator(".move-head h2")).to_have_text(f"Move {number + 1}")
        if best.is_visible():
            break
    best.focus()
    posted: list[str] = []
    page.on("request", lambda one: posted.append(one.url) if one.method == "POST" else None)
    page.keyboard.press("Enter")
    expect(page.locator("[data-expected] li").first).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("[data-expected] li").first).to_be_hidden()
    assert posted == []
