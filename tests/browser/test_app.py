"""The pages as an app: installable, readable without a connection, never of two versions."""

import json

import pytest
from playwright.sync_api import Page, expect

from kit.browser import BOT, Make, Server, Visit, finished_game
from kit.service_worker import ready, wait_until_kept
from kit.waiting import eventually

MIRA, BOT = {"name": "Mira"}, BOT


def kept(page: Page) -> list[str]:
    """Return the addresses of what is kept for reading."""
    found: list[str] = page.evaluate(
        """caches.open("parure-pages-1")
            .then((pages) => pages.keys()).then((keys) => keys.map(({ url }) => url))"""
    )
    return found


def wait_until_nothing_is_kept(page: Page) -> None:
    eventually(lambda: not page.evaluate("caches.has('parure-pages-1')"))


@pytest.fixture
def game(server: Server) -> str:
    """A finished game of Mira's."""
    return finished_game(server, MIRA, BOT)[0]


def test_a_browser_can_install_it(visit: Visit) -> None:
    page = visit(app=True, french=True)
    ready(page)
    browser = page.context.new_cdp_session(page)
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["lang"] == "fr"
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"
    sizes = {}
    for icon in manifest["icons"]:
        width, height = page.evaluate(
            """async (address) => {
                const picture = await createImageBitmap(await (await fetch(address)).blob());
                return [picture.width, picture.height];
            }""",
            icon["src"],
        )
        assert icon["sizes"] == f"{width}x{height}"
        sizes[width, icon.get("purpose", "any")] = icon
    assert sizes.keys() == {(192, "any"), (512, "any"), (512, "maskable")}
    for shortcut in manifest["shortcuts"]:
        assert page.request.get(shortcut["url"]).ok


def test_what_was_opened_can_be_read_without_a_connection(visit: Visit, game: str) -> None:
    page = visit(f"/tables/{game}/replay", app=True)
    ready(page)
    wait_until_kept(page, f"/api/tables/{game}/replay", f"/tables/{game}/replay")
    page.goto("/rules?edition=2017")
    wait_until_kept(page, "/rules?edition=2017")
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    expect(page.locator(".kept li")).to_have_count(2)
    page.get_by_role("link", name="Replay: ").click()
    page.wait_for_url("**/replay")
    expect(page.locator("#lost")).to_contain_text("You’re offline · as of")
    page.locator("[data-go=last]").click()
    expect(page.locator(".replay-turn.is-current")).to_have_count(1)
    served = page.goto("/rules?edition=2017")
    expect(page.locator("#lost")).to_contain_text("You’re offline")
    assert served is not None
    assert "script-src 'self'" in served.headers["content-security-policy"]
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_be_empty()


def test_the_page_for_no_connection_speaks_the_language_that_was_chosen(visit: Visit) -> None:
    page = visit(app=True)
    ready(page)
    page.goto("/language/de")
    kept_page = "caches.match('/offline').then((page) => page.text())"
    eventually(lambda: 'lang="de"' in page.evaluate(kept_page))
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_a_running_game_is_never_kept(visit: Visit, table_of: Make) -> None:
    page = visit(app=True)
    ready(page)
    table = table_of(page, seats=[MIRA, {"name": "Tomas"}])
    page.goto(f"/tables/{table}")
    page.goto("/rules")
    wait_until_kept(page, "/rules")
    assert [path for path in kept(page) if table in path] == []


def test_nothing_is_kept_for_whoever_comes_next(visit: Visit) -> None:
    page = visit("/rules", app=True)
    ready(page)
    wait_until_kept(page, "/rules")
    page.context.clear_cookies()
    page.goto("/")
    wait_until_nothing_is_kept(page)
    page.goto("/rules")
    wait_until_kept(page, "/rules")
    page.goto("/devices")
    page.get_by_text("Delete my data", exact=True).click()
    page.get_by_role("button", name="Delete my data for good").click()
    page.wait_for_url("**/")
    wait_until_nothing_is_kept(page)
