"""A server that refuses, is slow or has lost what a page is about."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.browser import BOT, Make, Visit, Watch, call

REFUSING = """([sentence, code]) => {
  window.connections = 0;
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    constructor() {
      super();
      window.connections += 1;
      const told = (event) => {
        this[`on${event.type}`]?.(event);
        this.dispatchEvent(event);
      };
      queueMicrotask(() => {
        told(new MessageEvent("message", { data: JSON.stringify({ error: { sentence } }) }));
        told(new CloseEvent("close", { code }));
      });
    }
    close() {}
  };
}"""
"""Lets every socket of a page be refused."""

HURRIED = """
const limit = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => limit(milliseconds / 10);
"""
"""Lets a page lose its patience ten times sooner."""


def refuse_sockets(page: Page, sentence: str, code: int) -> None:
    """Let the next pages find their sockets refused, and time pass as the test says."""
    page.add_init_script(f"({REFUSING})({json.dumps([sentence, code])})")
    page.clock.install()


def new_table(page: Page, table_of: Make, **options: Any) -> str:
    """Seat Mira against a bot."""
    seats = [{"name": "Mira"}, BOT]
    return table_of(page, seats=seats, order="fixed", pace="instant", seed=7, **options)


def playing(page: Page, table_of: Make) -> str:
    """Return the address of a table where Mira plays."""
    return f"/tables/{new_table(page, table_of)}"


def waiting(page: Page, table_of: Make) -> str:
    """Return the address of a room where Mira waits."""
    return f"/tables/{table_of(page, seats=[{'name': 'Mira'}, {}])}"


def test_a_refused_socket_is_tried_again_ever_more_rarely(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    address = playing(page, table_of)
    refuse_sockets(page, "Too many pages are open.", 4429)
    page.goto(address)
    page.clock.run_for(60_000)
    expect(page.locator("#lost")).to_have_text("Too many pages are open.")
    assert 4 < page.evaluate("window.connections") < 12


@pytest.mark.parametrize("where", [playing, waiting])
def test_what_is_gone_is_not_asked_for_again(
    visit: Visit, table_of: Make, where: Callable[[Page, Make], str]
) -> None:
    page = visit("/games")
    address = where(page, table_of)
    refuse_sockets(page, "This table has been closed.", 4404)
    page.goto(address)
    page.clock.run_for(60_000)
    expect(page.locator("#lost")).to_have_text("This table has been closed.")
    assert page.evaluate("window.connections") == 1


def test_whoever_looks_at_a_room_that_is_closed_is_told_so(
    visit: Visit, table_of: Make, watch: Watch
) -> None:
    watch.allow("404")
    mira, tomas = visit("/games"), visit("/games")
    address = waiting(mira, table_of)
    tomas.goto(address)
    expect(tomas.get_by_role("button", name="Join the game")).to_be_enabled()
    call(mira, "DELETE", address)
    expect(tomas.locator("#lost")).to_contain_text("This table has been closed")
    expect(tomas.locator("#table")).to_have_attribute("inert", "")


def test_a_tournament_that_is_gone_is_not_asked_for_again(visit: Visit, watch: Watch) -> None:
    watch.allow("404")
    page = visit("/games")
    plan = {"name": "Cup", "kind": "swiss", "rounds": 2, "player": "Mira"}
    made = call(page, "POST", "/tournaments", plan)["id"]
    asked = []
    gone = {"error": {"code": "missing", "sentence": "There is no such tournament."}}

    def refuse(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, json=gone)

    page.route("**/fresh", refuse)
    page.clock.install()
    page.goto(f"/tournaments/{made}")
    page.clock.run_for(6_000)
    expect(page.locator("#lost")).to_have_text("There is no such tournament.")
    page.clock.run_for(60_000)
    assert len(asked) == 1


def test_a_move_does_not_wait_for_advice_that_never_comes(visit: Visit, table_of: Make) -> None:
    page = visit("/games")
    table = new_table(page, table_of, warned=5)
    page.add_init_script(HURRIED)
    for advice in ("**/preview/warning*", "**/preview?*"):
        page.route(advice, lambda _route: None)
    page.goto(f"/tables/{table}")
    assert page.locator("#table").get_attribute("data-warned") == "yes"
    for colours in ("WUG", "WUR", "WUK", "WUG"):
        for colour in colours:
            page.locator(f"#bank-{colour}").click()
    page.locator("#act").click()
    expect(page.locator("#log-lines")).to_contain_text("Mira took")


def test_a_move_that_is_not_answered_is_said_to_be_lost_and_stays_chosen(
    visit: Visit, table_of: Make
) -> None:
    page = visit("/games")
    table = new_table(page, table_of)
    page.add_init_script(HURRIED)
    page.route("**/moves", lambda _route: None)
    page.goto(f"/tables/{table}")
    for colour in "WUG":
        page.locator(f"#bank-{colour}").click()
    page.locator("#act").click()
    expect(page.locator("#toast")).to_contain_text("The server isn’t responding")
    expect(page.locator("#bank-W")).to_have_attribute("aria-pressed", "true")
