"""Keys, tips, moments and sounds of the table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kit.browser import BOT, Make, Visit
from kit.keyboard import Typist

HEARD = """() => {
  window.heard = 0;
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.heard += 1;
    return create.call(this);
  };
}"""


ASLEEP = """() => {
  Object.defineProperty(AudioContext.prototype, "state", { value: "suspended" });
  AudioContext.prototype.resume = () => new Promise((resolve) => (window.wake = resolve));
  return window.heard;
}"""
"""A browser that plays nothing until somebody taps."""


@pytest.fixture
def seated(visit: Visit, table_of: Make) -> Callable[..., Page]:
    """Open a new table with a bot."""

    def sit(modules: tuple[str, ...] = (), **options: object) -> Page:
        page = visit("/games", **options)
        seats = [{"name": "Mira"}, BOT]
        table = table_of(
            page, seats=seats, modules=list(modules), order="fixed", pace="instant", seed=7
        )
        page.goto(f"/tables/{table}")
        expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
        return page

    return sit


def test_every_thing_has_a_key_and_focus_comes_back(seated: Callable[..., Page]) -> None:
    page = seated(modules=("orient",))
    keys = page.keyboard
    keys.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys")).to_contain_text("pick a token")
    keys.press("?")
    expect(page.locator("#keys")).to_be_hidden()
    for letter in "wug":
        keys.press(letter)
    expect(page.locator("#act")).to_be_focused()
    keys.press("Enter")
    expect(page.locator("#own-G b")).to_have_text("1")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    expect(page.locator("#bank-G")).to_be_focused()
    keys.press("2")
    expect(page.locator("#card-place-2a")).to_be_focused()
    keys.press("c")
    expect(page.locator("#menu-place-2c")).to_be_visible()
    keys.press("Enter")
    expect(page.locator("#card-hand-1")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    expect(page.locator("#card-place-2c")).to_be_focused()
    keys.press("4")
    expect(page.locator("#menu-hand-1")).to_be_visible()
    keys.press("Escape")
    keys.press("1")
    keys.press("o")
    expect(page.locator("#menu-deck-1o")).to_be_visible()
    keys.press("Escape")
    for letter in "rk":
        keys.press(letter)
    expect(page.locator("#bank-K")).to_have_attribute("aria-pressed", "true")
    keys.press("Escape")
    expect(page.locator("#bank-K")).to_have_attribute("aria-pressed", "false")
    keys.press("i")
    expect(page.locator("#drawer")).to_contain_text("Orient")
    keys.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()


def test_a_turn_is_played_by_tab_and_arrows(seated: Callable[..., Page]) -> None:
    page = seated()
    typist = Typist(page)
    for thing in ("#bank-W", "#bank-U", "#bank-G", "#act"):
        typist.reach_by_keys(thing)
        page.keyboard.press("Enter")
    expect(page.locator("#own-G b")).to_have_text("1")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    typist.reach_by_keys("#card-place-2c")
    page.keyboard.press("Enter")
    expect(page.locator("#menu-place-2c")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#card-place-2c")).to_be_focused()


def test_a_tip_says_what_the_card_does_not_and_hides_nothing(seated: Callable[..., Page]) -> None:
    page = seated(modules=("trading_posts", "orient"))
    tip = page.locator("#tip")
    for thing in ("#card-place-3a", "#card-place-1e", "#bank-gold", ".posts .tile >> nth=0"):
        page.locator(thing).hover()
        expect(tip).to_be_visible()
        assert page.evaluate(UNDER) == []
        page.mouse.move(2, 2)
        expect(tip).to_be_hidden()
    page.locator("#card-place-3a").hover()
    expect(tip).to_contain_text("You lack")
    expect(tip).not_to_contain_text("level 3")
    assert tip.locator(".amount .gem").count() > 0


UNDER = """() => {
  const tip = document.getElementById("tip").getBoundingClientRect();
  return [...document.querySelectorAll("button, a")].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && box.left < tip.right && tip.left < box.right &&
      box.top < tip.bottom && tip.top < box.bottom;
  }).map((one) => one.id || one.className);
}"""


def test_no_tip_opens_under_a_pointer_that_rests(seated: Callable[..., Page]) -> None:
    page = seated()
    page.evaluate(
        "window.shown = 0; document.getElementById('tip').addEventListener('toggle', () => window.shown += 1)"
    )
    box = page.locator("#card-place-2b").bounding_box()
    assert box is not None
    page.locator("#card-place-2b").click()
    page.get_by_role("button", name="Reserve, and get gold").click()
    expect(page.locator("#card-hand-1")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    page.clock.install()
    page.evaluate(
        """([clientX, clientY]) => {
          const how = { bubbles: true, pointerType: "mouse", clientX, clientY };
          document.elementFromPoint(clientX, clientY).dispatchEvent(new PointerEvent("pointerover", how));
        }""",
        [box["x"] + 30, box["y"] + 30],
    )
    page.clock.run_for(2000)
    assert page.evaluate("window.shown") == 0


def test_sounds_are_heard_once_they_are_switched_on(seated: Callable[..., Page]) -> None:
    page = seated()
    page.evaluate(HEARD)
    take(page, "WUG", "1")
    assert page.evaluate("window.heard") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Soft sounds").check()
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.heard > 0")
    before = page.evaluate("window.heard")
    take(page, "WUG", "2")
    page.wait_for_function("(before) => window.heard > before", arg=before)
    before = page.evaluate(ASLEEP)
    page.locator("#undo").click()
    take(page, "WUG", "2")
    page.evaluate("() => { performance.now = () => Infinity; window.wake(); }")
    assert page.evaluate("window.heard") == before


def take(page: Page, colours: str, then: str) -> None:
    """Take tokens and wait for one's next turn."""
    for colour in colours:
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").click()
    expect(page.locator(f"#own-{colours[-1]} b")).to_have_text(then)
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
