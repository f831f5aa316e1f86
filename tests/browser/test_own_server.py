"""A server that ends and begins again, lets others in, and lets bots play for who is away."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from kit.browser import TABLE, Make, Server, Visit, Watch, assert_accessible
from kit.driver import take, two_people
from kit.service_worker import ready, wait_until_kept
from kit.waiting import eventually


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that a test may end, which lets a bot play at once for whoever is away."""
    server = Server(tmp_path_factory.mktemp("own") / "data", absence=0)
    server.start()
    yield server
    server.stop()


def test_a_bot_plays_for_one_who_is_away_until_they_come_back(
    own_server: Server, visit: Visit, table_of: Make
) -> None:
    mira, tomas, table = two_people(visit, table_of, own_server)
    state = tomas.context.storage_state()
    take(mira, "WUG")
    expect(mira.locator("[data-replace]")).to_have_count(0)
    tomas.context.close()
    mira.get_by_role("button", name="Let a bot play for Tomas").click()
    expect(mira.locator("#table")).to_have_attribute("data-turn", "yes")
    expect(mira.locator("#seat-1 .seat-name")).to_contain_text("away, a bot is playing")
    again = visit(f"/tables/{table}", storage_state=state, server=own_server)
    again.get_by_role("button", name="Come back as Tomas").click()
    expect(again.locator("#bench .seat-name b")).to_have_text("Tomas")
    expect(again.locator("#answers [data-return]")).to_have_count(0)
    expect(mira.locator("#seat-1 .seat-name")).not_to_contain_text("a bot is playing")


def test_others_on_the_network_are_let_in_by_a_switch(own_server: Server, visit: Visit) -> None:
    page = visit(server=own_server, phone=True, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_label("Who takes seat 2").select_option("friend")
    page.get_by_role("button", name="Open this table").click()
    page.wait_for_url(TABLE)
    elsewhere = page.url.replace("127.0.0.1", "127.0.0.2")
    link = page.get_by_label("Anyone with this link")
    expect(page.get_by_text("Only this computer can open the link.")).to_be_visible()
    page.get_by_role("switch", name="Let others on this network join").check()
    expect(link).to_have_value(elsewhere)
    expect(page.get_by_text("Scan it with a phone")).to_be_visible()
    assert httpx.get(elsewhere).status_code == 200
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == elsewhere
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(page)
    page.get_by_role("switch", name="Let others on this network join").uncheck()
    expect(page.get_by_text("Only this computer can open the link.")).to_be_visible()
    page.get_by_role("button", name="Give it to a bot (seat 2)").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")


def test_a_server_that_comes_back_goes_on_with_the_game(
    visit: Visit, table_of: Make, own_server: Server, watch: Watch
) -> None:
    watch.allow("WebSocket|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET")
    mira, tomas, _table = two_people(visit, table_of, own_server)
    take(mira, "WUG")
    own_server.kill()
    expect(tomas.locator("#lost")).to_contain_text("Connection lost")
    own_server.start()
    expect(tomas.locator("#lost")).to_be_empty()
    take(tomas, "URK")
    expect(mira.locator("#log-lines")).to_contain_text("Tomas took")


def versions(page: Page) -> set[str]:
    """Return the versions of the static files that a page names or has loaded."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll("script[src], link[rel=stylesheet]")]
            .map(({ src, href }) => src ?? href)
            .concat(performance.getEntriesByType("resource").map(({ name }) => name))
            .filter((address) => address.includes("/static/"))"""
    )
    return {address.split("/")[4] for address in found}


def test_a_new_version_comes_at_once_and_never_mixes_with_the_old_one(
    visit: Visit, own_server: Server
) -> None:
    page = visit("/rules?edition=2017", server=own_server, app=True)
    ready(page)
    wait_until_kept(page, "/rules?edition=2017")
    old = versions(page)
    page.evaluate("caches.open('parure-pages-0')")
    own_server.stop()
    own_server.options["version"] = "another"
    own_server.start()
    page.goto("/rules")  # The old worker is still in control.
    new = versions(page)
    assert len(old) == len(new) == 1
    assert old != new
    eventually(lambda: not page.evaluate("caches.has('parure-pages-0')"))
    wait_until_kept(page, "/rules")
    page.context.set_offline(True)
    for address, version in (("/rules", new), ("/rules?edition=2017", old)):
        page.goto(address)
        expect(page.locator("#lost")).to_contain_text("You’re offline")
        assert versions(page) == version
        loads = "Array.from(document.styleSheets).every((sheet) => sheet.cssRules.length)"
        assert page.evaluate(loads)
    page.goto("/")
    assert versions(page) == new
