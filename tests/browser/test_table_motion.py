"""What moves on the table: nobles that come, cards that turn, numbers that follow, and how all that ends."""

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Make, Server, Visit, call, finished_game, greedy

SEED = 2
"""A deal in which a noble comes to those who buy what they can."""

ANIMATIONS = """() => {
  const { dataset } = document.documentElement;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (how) => {
    const transition = start(how);
    transition.ready.then(() => {
      const running = document.getAnimations();
      running.forEach((one) => one.pause());
      dataset.moving = running.map((one) => one.animationName).join(" ");
    });
    transition.finished.then(() => (dataset.ended = "yes"));
    return transition;
  };
}"""
"""Notes what begins to move, and holds it."""

NOTES = """new MutationObserver((changes) => {
  for (const one of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (one.className === "gain-note") document.documentElement.dataset.note = one.textContent.trim();
  }
}).observe(document, { childList: true, subtree: true });"""


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    """A game that was played to its end."""
    return finished_game(server, {"name": "Mira"}, {"name": "Tomas"}, order="fixed", seed=SEED)[0]


@pytest.fixture
def stepped(table: str, visit: Visit) -> Page:
    """A replay that has just gone to the move that brought a noble."""
    page = visit(moving=True)
    moves = len(call(page, "GET", f"/tables/{table}/replay")["patches"])
    positions = (call(page, "GET", f"/tables/{table}/replay/{n}") for n in range(moves))
    came = next(
        n
        for n, position in enumerate(positions)
        if any(own["nobles"] for own in position["game"]["view"]["seats"])
    )
    with page.expect_response(f"**/api/tables/{table}/replay") as response:
        page.goto(f"/tables/{table}/replay?move={came - 1}")
    response.value.finished()
    expect(page.locator(".replay-turn").first).to_be_attached()
    page.evaluate(ANIMATIONS)
    page.keyboard.press("ArrowRight")
    expect(page.locator("html[data-moving]")).to_be_attached()
    return page


def test_a_noble_comes_and_a_card_turns_up(stepped: Page) -> None:
    moving = stepped.evaluate("document.documentElement.dataset.moving")
    assert {"visit", "turns-away", "turns-up"} <= set(moving.split())
    expect(stepped.locator("html[data-ended]")).to_have_count(0)


@pytest.mark.parametrize("what", ["key", "pointer"])
def test_any_input_ends_what_moves(stepped: Page, what: str) -> None:
    if what == "key":
        stepped.keyboard.press("Shift")
    else:
        stepped.mouse.move(2, 2)
        stepped.mouse.down()
    expect(stepped.locator("html[data-ended]")).to_be_attached()


def test_without_motion_a_note_says_what_a_noble_brings(visit: Visit, table_of: Make) -> None:
    page, spectator = visit(), visit()
    seats = [{"name": "Mira"}, {"name": "Tomas"}]
    table = table_of(page, seats=seats, order="fixed", seed=SEED)
    spectator.add_init_script(NOTES)
    spectator.goto(f"/tables/{table}")
    expect(spectator.locator("#table")).to_be_visible()
    view = call(page, "GET", f"/tables/{table}")
    while not any(own["nobles"] for own in view["game"]["view"]["seats"]):
        move = {"seat": view["you"]["seat"], "move": greedy(view), "version": view["version"]}
        call(page, "POST", f"/tables/{table}/moves", move)
        view = call(page, "GET", f"/tables/{table}")
    expect(spectator.locator("html")).to_have_attribute("data-note", "+3 Noble")
