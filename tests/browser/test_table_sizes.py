"""Sizes of screens: nothing hides behind the dock, and what has no room is one tap away."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.browser import BOT, Make, Server, Visit, assert_accessible, call, finished_game
from kit.driver import Person
from parure.components import CITIES
from parure.i18n import LANGUAGES, use_language
from parure.words.piece_words import city_name

NARROW = {"width": 360, "height": 740}
ALL = ["cities", "trading_posts", "orient", "strongholds"]


def sit(page: Page, table_of: Make, **options: Any) -> None:
    """Sit down with three bots, and begin."""
    seats = [{"name": "Mira"}, *[BOT] * 3]
    page.goto(f"/tables/{table_of(page, seats=seats, order='fixed', seed=7, **options)}")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")


def bottom(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_the_dock_leaves_the_whole_bench_to_be_seen(visit: Visit, table_of: Make) -> None:
    page = visit("/games", phone=True, viewport=NARROW)
    sit(page, table_of, modules=ALL)
    page.locator("#bank-W").tap()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    top = page.locator(".dock").bounding_box()
    assert top is not None
    assert bottom(page, "#bench .hand") <= top["y"]
    assert bottom(page, "#bench .kit") <= top["y"]
    assert bottom(page, ".dock") == pytest.approx(NARROW["height"], abs=1)


CUT_NAMES = """(names) => {
  const tiles = [...document.querySelectorAll(".tile-name")];
  const isCut = (tile, name) => {
    tile.textContent = name;
    return tile.clientWidth === 0 || tile.scrollWidth > tile.clientWidth;
  };
  return names.filter((name) => tiles.some((tile) => isCut(tile, name)));
}"""


def test_the_name_of_every_city_fits_its_tile(visit: Visit, table_of: Make) -> None:
    names = []
    for language in LANGUAGES:
        use_language(language)
        names += [city_name(city) for city in CITIES]
    use_language(None)
    page = visit("/games")
    sit(page, table_of, modules=ALL)
    for width, height in ((1440, 900), (1280, 720), (1200, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_NAMES, names) == []


def test_choosing_tokens_keeps_the_dock_as_high_as_it_was(visit: Visit, table_of: Make) -> None:
    page = visit("/games", phone=True, viewport=NARROW)
    sit(page, table_of)
    height = "document.querySelector('.dock').offsetHeight"
    before = page.evaluate(height)
    for colour in "WUG":
        page.locator(f"#bank-{colour}").tap()
    expect(page.locator("#act")).to_be_enabled()
    assert page.evaluate(height) == before


def test_what_is_chosen_fits_the_dock_of_every_wide_screen(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    sit(page, table_of)
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
        for width in range(900, 1500, 75):
            for height in (800, 1024):
                page.set_viewport_size({"width": width, "height": height})
                act, ask = (page.locator(at).bounding_box() for at in ("#act", ".ask"))
                assert act is not None
                assert ask is not None
                assert ask["x"] <= act["x"], (width, height)
                assert act["x"] + act["width"] <= ask["x"] + ask["width"], (width, height)


def test_a_plan_fits_the_dock_of_every_wide_screen(visit: Visit, table_of: Make) -> None:
    mira, tomas = visit("/games"), visit("/games")
    table = table_of(mira, seats=[{"name": "Mira"}, {}], order="fixed")
    call(tomas, "POST", f"/tables/{table}/seats", {"name": "Tomas"})
    tomas.goto(f"/tables/{table}")
    tomas.locator("#card-place-2b").click()
    tomas.get_by_role("button", name="Reserve, and get gold").click()
    expect(tomas.locator("#ask-staged h2")).to_have_text("Planned")
    for width in range(900, 1500, 75):
        for height in (720, 1024):
            tomas.set_viewport_size({"width": width, "height": height})
            ask = tomas.locator(".ask").bounding_box()
            assert ask is not None
            for part in ("#ask-staged h2", "#ask-staged p", "#clear", "#act"):
                box = tomas.locator(part).bounding_box()
                assert box is not None, part
                assert ask["x"] <= box["x"], (part, width, height)
                assert box["x"] + box["width"] <= ask["x"] + ask["width"], (part, width, height)
                assert ask["y"] <= box["y"], (part, width, height)
                assert box["y"] + box["height"] <= ask["y"] + ask["height"], (part, width, height)


def test_a_preview_never_hides_the_rivals(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    sit(page, table_of)
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
    expect(page.locator("#preview h2")).to_be_visible()
    for width in range(900, 1500, 75):
        page.set_viewport_size({"width": width, "height": 768})
        assert page.evaluate(OVERLAPS, [["#preview", ".rail"]]) == [], width


def test_a_low_window_scrolls_rather_than_squeezes_the_cards(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    sit(page, table_of, modules=ALL)
    for width, height in ((600, 500), (736, 560), (880, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for place in ("1a", "3d"):
            box = page.locator(f"#card-place-{place}").bounding_box()
            assert box is not None
            assert box["width"] >= 64, (width, height)


def test_a_phone_shows_the_clock_of_every_seat(visit: Visit, table_of: Make) -> None:
    page = visit("/games", phone=True)
    sit(page, table_of, clock={"minutes": 10, "seconds": 5})
    for width, height in ((390, 844), (360, 740), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for clock in (".ask-clock", "#seat-1 .clock", "#seat-2 .clock", "#seat-3 .clock"):
            expect(page.locator(clock)).to_be_in_viewport(ratio=1)
        counts = [
            ".seat .clock",
            ".seat .strip-counts > *",
            ".seat .seat-name b",
            ".seat .prestige",
        ]
        assert page.evaluate(OVERLAPS, [counts]) == [], width


def test_the_reserved_cards_of_a_puzzle_lie_above_the_dock(visit: Visit) -> None:
    page = visit("/puzzles/6", phone=True)
    expect(page.locator("#card-hand-1")).to_be_visible()
    dock = page.locator(".dock").bounding_box()
    assert dock is not None
    assert bottom(page, "#bench .hand") <= dock["y"]
    expect(page.get_by_role("button", name="Show the answer")).to_be_in_viewport(ratio=1)


def test_the_turns_of_a_replay_are_one_tap_away(visit: Visit, server: Server) -> None:
    table, _cookies = finished_game(server, {"name": "Mira"}, BOT, seed=3)
    page = visit(f"/tables/{table}/replay")
    turns = page.locator(".replay-turns")
    for number, width in enumerate((390, 768, 1000), start=2):
        page.set_viewport_size({"width": width, "height": 800})
        expect(turns).to_be_hidden()
        page.get_by_role("button", name="Moves").click()
        expect(turns).to_be_visible()
        turns.locator("[data-turn] button").nth(number).click()
        expect(page.locator(".replay-now")).to_contain_text(f"move {number + 1} of")
        page.keyboard.press("Escape")
        expect(turns).to_be_hidden()
        expect(page.get_by_role("button", name="Moves")).to_be_focused()


OVERLAPS = """(groups) => {
  const boxes = (selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return groups.flatMap((group) =>
    group.flatMap((one, n) =>
      group.slice(n + 1)
        .filter((other) => boxes(one).some((a) => boxes(other).some((b) => meet(a, b))))
        .map((other) => `${one} and ${other}`)
    )
  );
}"""


def test_a_review_has_room_for_all_its_parts(visit: Visit, server: Server) -> None:
    table, _cookies = finished_game(server, *[BOT] * 4, modules=ALL, seed=3)
    page = visit(f"/tables/{table}/review")
    panels = [".review-chart", ".review-sides", ".review-move", ".review-points"]
    groups = [
        [*panels, ".rail", ".market .spot", ".dock", "#bench"],
        ["#bench .bench-id", "#bench .counts", "#bench .kit", "#bench .hand"],
    ]
    for width, height in ((1440, 900), (1280, 800), (1200, 800), (1024, 768), (912, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERLAPS, groups) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


SIDEWAYS = {"width": 844, "height": 390}


def test_nothing_in_a_finished_game_covers_anything_else(visit: Visit, server: Server) -> None:
    table, _cookies = finished_game(server, BOT, BOT, seed=3)
    page = visit(f"/tables/{table}/review")
    tile = [".tile--noble .tile-prestige", ".tile--noble .tile-needs"]
    for width, height in ((1440, 900), (1280, 800), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERLAPS, [tile]) == [], (width, height)
    page = visit(f"/tables/{table}/replay", phone=True, viewport=SIDEWAYS)
    expect(page.locator("#bank")).to_be_visible()
    assert page.evaluate(OVERLAPS, [["#ask-words h2", "#ask-words p", ".bank"]]) == []


CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""


def test_a_narrow_phone_shows_the_names_of_bots_whoever_began(visit: Visit, table_of: Make) -> None:
    page = visit("/games", phone=True, viewport=NARROW)
    seats = [BOT, {"name": "Mira"}, {"bot": "novice"}, {"bot": "merchant"}]
    page.goto(f"/tables/{table_of(page, seats=seats, order='fixed', pace='instant', seed=7)}")
    expect(page.locator(".rail .began")).to_be_visible()
    assert page.evaluate(CUT, ".rail .seat-name b") == []


def test_a_wider_window_keeps_the_newest_line_of_the_log_in_view(
    visit: Visit, table_of: Make
) -> None:
    page = visit("/games", viewport={"width": 1440, "height": 900})
    sit(page, table_of, pace="instant")
    Person(page).play_turns(5)
    page.set_viewport_size({"width": 1920, "height": 700})
    page.wait_for_function(
        "(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight > scrollHeight - 2)"
        "(document.querySelector('.log ol'))"
    )


def test_somebody_who_is_away_can_still_be_read(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    table = table_of(page, seats=[{"bot": "novice"}, {"name": "Mira"}], order="fixed")
    watcher = visit(f"/tables/{table}")
    expect(watcher.locator(".is-away").first).to_be_visible()
    assert_accessible(watcher)
