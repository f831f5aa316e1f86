"""Games without a server: the file of a review, and a cell of a notebook, which knows frames and messages."""

import json
import re

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from kit.browser import Watch
from kit.reviewed import finished
from parure import Game
from parure.notebook import GameWidget, show
from parure.review import review
from parure.standalone import review_with_table

FILES = "file://"


@pytest.fixture
def page(browser: Browser, watch: Watch):
    """A page that may ask nobody for anything."""
    context = browser.new_context(reduced_motion="reduce")
    watch.follow(context, FILES)
    yield context.new_page()
    context.close()


@pytest.fixture
def reviewed(page: Page, tmp_path):
    """The file of a review, opened; and how many moves come before its first turning point."""
    game = finished()
    found = review(game, "guild:1")
    path = tmp_path / "review.html"
    path.write_text(review_with_table(found, game, ["Ann", "Bo"]), encoding="utf-8")
    page.goto(path.as_uri())
    return found


def now(table: FrameLocator):
    return table.locator(".replay-now")


def test_a_review_in_a_file(page, reviewed):
    table = page.frame_locator("iframe")
    last = len(reviewed.choices)
    expect(now(table)).to_have_text(f"move 0 of {last}")
    expect(table.locator("#card-place-1a .face--full")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(now(table)).to_have_text(f"move 1 of {last}")
    expect(table.locator(".replay-turn.is-current")).to_have_count(1)
    first = reviewed.turning_points[0].number
    page.get_by_role("button", name=f"The table before move {first + 1}").click()
    expect(now(table)).to_have_text(f"move {first} of {last}")
    # A tap beside the list of moves leads nowhere.
    table.locator("#question").click()
    expect(now(table)).to_have_text(f"move {first} of {last}")
    # The keys are those of the table from here on.
    page.keyboard.press("ArrowLeft")
    expect(now(table)).to_have_text(f"move {first - 1} of {last}")
    for _ in range(first - 1, last):
        page.keyboard.press("ArrowRight")
    expect(now(table)).to_have_text(f"move {last} of {last}")
    expect(table.locator("#question")).to_contain_text("wins")
    expect(table.locator("#question a")).to_have_count(0)


def test_a_review_by_day_and_by_night(page, reviewed):
    body = page.frame_locator("iframe").locator("html")
    colours = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colours.append(body.evaluate("one => getComputedStyle(one).backgroundColor"))
    assert colours[0] != colours[1]


@pytest.fixture
def cell(page: Page, tmp_path):
    """Show a widget in a page that does with it what Jupyter does."""

    def shown(widget: GameWidget) -> FrameLocator:
        def hear(text):
            widget.hear(json.loads(text))
            page.evaluate("told => heard('change:game', told)", widget.game)

        def send(content):
            page.evaluate("told => heard('msg:custom', told)", content)

        widget.send = send
        page.expose_function("push", hear)
        path = tmp_path / "cell.html"
        path.write_text("<!doctype html><title>Cell</title><body>")
        page.goto(path.as_uri())
        page.evaluate(
            """async ([script, page, game]) => {
              const bound = {}, values = { page: "IPY_MODEL_1", game };
              globalThis.heard = (name, told) => {
                if (name === "change:game") values.game = told;
                bound[name](told);
              };
              const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
              await (await import(url)).default.render({
                el: document.body,
                model: {
                  get: (name) => values[name],
                  send: (told) => push(JSON.stringify(told)),
                  on: (name, heard) => bound[name] = heard,
                  widget_manager: { get_model: async (id) => ({ get: () => id === "1" && page }) },
                },
              });
            }""",
            [widget._esm, widget.page.html, widget.game],
        )
        return page.frame_locator("iframe")

    return shown


def test_a_game_is_played_in_a_notebook(cell):
    game = Game(seed=7)
    table = cell(show(game, play=True))
    for colour in "WUG":
        table.locator(f"#bank-{colour}").click()
    table.locator("#act").click()
    expect(now(table)).to_have_text("move 1 of 1")
    assert game.turns == 1
    table.locator("#card-place-1a").click()
    expect(now(table)).to_have_text("move 1 of 1")
    table.locator("[data-move='reserve 1a']").click()
    expect(now(table)).to_have_text("move 2 of 2")
    assert [str(ply.move) for ply in game.plies] == ["take W U G", "reserve 1a"]
    table.locator("[data-go=first]").click()
    expect(now(table)).to_have_text("move 0 of 2")
    expect(table.locator(".is-yours")).to_have_count(0)


def test_what_is_not_legal_any_more_is_said(cell):
    game = Game(seed=7)
    table = cell(show(game, play=True))
    while game.is_legal("take W U G"):
        game.push("take W U G")
    for colour in "WUG":
        table.locator(f"#bank-{colour}").click()
    table.locator("#act").click()
    expect(table.locator("#toast")).to_have_text(re.compile("token"))
