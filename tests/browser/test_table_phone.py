"""A phone, upright and on its side: taps move nothing, fingers hit what they aim at, nothing is cut."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.browser import BOT, Make, Visit, assert_accessible
from kit.driver import Person
from kit.layout_shifts import Still
from parure.i18n import LANGUAGES

ALL = ["cities", "trading_posts", "orient", "strongholds"]
UPRIGHT = {"width": 390, "height": 844}
NARROW = {"width": 360, "height": 740}
ASIDE = {"width": 844, "height": 390}
PHONES = [UPRIGHT, NARROW, ASIDE]

SMALL = """() => {
  const small = [];
  for (const one of document.querySelectorAll("button, a.answer, input, summary")) {
    if (one.disabled || !one.checkVisibility({ visibilityProperty: true })) continue;
    one.scrollIntoView({ block: "center" });
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hits = (dx, dy) => {
      const there = document.elementFromPoint(x + dx, y + dy);
      return there && (there === one || one.contains(there));
    };
    if (!hits(0, 0)) continue;
    if ([[-21, 0], [21, 0], [0, -21], [0, 21]].every(([dx, dy]) => hits(dx, dy))) continue;
    const reach = (dx, dy) => {
      let n = 0;
      while (n < 60 && hits(dx * (n + 1), dy * (n + 1))) n += 1;
      return n;
    };
    const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    if (Math.min(width, height) < 43) small.push(`${one.id || one.className}: ${width} x ${height}`);
  }
  return small;
}"""

CUT = """() => [...document.querySelectorAll(
    ".ask-words, .ask-note, .ask h2, .answer, .tile, .bonus, .tokens, .strip-counts, .seat, .chip, " +
    ".token-stack, .hand")]
  .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 ||
    one.matches(".ask-words") && one.scrollHeight > one.clientHeight + 1 ||
    one.getBoundingClientRect().right > innerWidth + 0.5))
  .map((one) => `${one.className} ${one.textContent.trim()}: ${one.scrollWidth} in ${one.clientWidth}`)"""


ANSWERS = """(words) => {
  for (const move of ["gift 1a", "gift 1b"]) {
    const one = document.createElement("button");
    Object.assign(one, { className: "answer", textContent: "A" }).dataset.move = move;
    document.getElementById("answers").append(one);
  }
  const texts = document.createTreeWalker(document.querySelector("#ask-words p"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (texts.currentNode.data.trim()) texts.currentNode.data = words;
}"""
"""Asks for one of two answers, in the place of the bank."""

LONGEST = "Touchez une carte pour en poser un, ou celui d’un autre pour le retirer."
"""What is asked of a stronghold, at its longest."""

OUTSIDE = """() => {
  const parts = ".spot, .slot, .token-stack, .seat, .bench, .dock, .tool";
  return [...document.querySelectorAll(parts)].filter((one) => {
    const box = one.getBoundingClientRect();
    const isHigh = box.top >= 0 && box.bottom <= innerHeight;
    return box.width && !(isHigh && box.left >= 0 && box.right <= innerWidth);
  }).map((one) => one.id || one.className);
}"""


@pytest.fixture
def page(visit: Visit, table_of: Make) -> Callable[..., Page]:
    """Open a table with three bots on a phone."""

    def sit(**options: Any) -> Page:
        page = visit("/games", phone=True)
        seats = [{"name": "Mira"}, *[BOT] * 3]
        table = table_of(page, seats=seats, order="fixed", pace="instant", seed=7, **options)
        page.goto(f"/tables/{table}")
        expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
        return page

    return sit


def tap(page: Page, selector: str) -> None:
    """Tap the middle of something, as a thumb does, which scrolls nothing."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_phone_is_still_and_its_buttons_are_large(page: Callable[..., Page]) -> None:
    one = page(modules=ALL)
    Person(one, seed=4).play_turns(9)
    assert_accessible(one)
    one.locator("#card-place-1a").tap()
    expect(one.locator("#menu-place-1a")).to_be_visible()
    assert_accessible(one, "#menu-place-1a")
    one.keyboard.press("Escape")
    for size in PHONES:
        one.set_viewport_size(size)
        assert one.evaluate(SMALL) == []
        one.evaluate("scrollTo(0, 0)")
        still = Still(one)
        still.note()
        for colour in "WUGW":
            tap(one, f"#bank-{colour}")
            assert still.moved() == []
        one.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("edition", "modules"), [(2024, ALL), (2017, ["trading_posts"])], ids=["all", "posts of 2017"]
)
def test_nothing_is_cut(page: Callable[..., Page], edition: int, modules: list[str]) -> None:
    one = page(modules=modules, edition=edition)
    person = Person(one, seed=4)
    person.play_turns(6)
    for language in LANGUAGES:
        one.goto(f"/language/{language}?next=/tables/{one.url.rpartition('/')[2]}")
        for size in PHONES:
            one.set_viewport_size(size)
            assert one.evaluate(CUT) == []
            tops = one.evaluate(
                "[...document.querySelectorAll('.posts > *')].map((p) => p.offsetTop)"
            )
            assert len(set(tops)) == (2 if size == ASIDE else 1)
    if "strongholds" in modules:
        one.set_viewport_size(NARROW)
        person.reach("stronghold")
        one.locator("#ask-words p").evaluate("(one, words) => (one.textContent = words)", LONGEST)
        assert one.evaluate(CUT) == []


@pytest.mark.parametrize("modules", [ALL, ["trading_posts"], []], ids=["all", "posts", "base"])
def test_a_phone_on_its_side_shows_the_whole_table(
    page: Callable[..., Page], modules: list[str]
) -> None:
    one = page(modules=modules)
    one.set_viewport_size(ASIDE)
    assert one.evaluate(OUTSIDE) == []
    assert one.evaluate("document.documentElement.scrollHeight") <= ASIDE["height"]
    card = one.locator("#card-place-1a").bounding_box()
    assert card is not None
    assert card["width"] >= 60
    for first, other in (
        ("rail", "goals"),
        ("rail", "market"),
        ("market", "bench"),
        ("bench", "dock"),
    ):
        if one.locator(f".{other}").count():
            assert not overlap(one, f".{first}", f".{other}")
    for colour in "WUG":
        one.locator(f"#bank-{colour}").tap()
    expect(one.locator("#act")).to_be_enabled()
    assert one.evaluate(CUT) == []
    one.keyboard.press("Escape")
    one.evaluate(ANSWERS, LONGEST)
    assert one.evaluate(CUT) == []
    one.locator("#card-place-1a").tap()
    one.get_by_role("button", name="Reserve").first.tap()
    expect(one.locator("#card-hand-1")).to_be_visible()
    assert not overlap(one, "#card-hand-1", ".dock")


def test_three_nobles_and_posts_have_room_on_a_phone(visit: Visit, table_of: Make) -> None:
    page = visit("/games", phone=True)
    seats = [{"name": "Mira"}, BOT]
    table = table_of(page, seats=seats, order="fixed", seed=7, modules=["trading_posts"])
    page.goto(f"/tables/{table}")
    for size in (UPRIGHT, ASIDE):
        page.set_viewport_size(size)
        tops = page.evaluate("[...document.querySelectorAll('.tiles > *')].map((p) => p.offsetTop)")
        assert len(set(tops)) == 1
        assert not overlap(page, ".rail", ".tiles")


def overlap(page: Page, one: str, other: str) -> bool:
    """Tell whether two elements cover each other."""
    a, b = page.locator(one).bounding_box(), page.locator(other).bounding_box()
    assert a is not None
    assert b is not None
    return (
        a["x"] < b["x"] + b["width"] - 1
        and b["x"] < a["x"] + a["width"] - 1
        and a["y"] < b["y"] + b["height"] - 1
        and b["y"] < a["y"] + a["height"] - 1
    )
