"""An engine on the page: chosen among the bots, and watched while it plays."""

from playwright.sync_api import expect

from kit.browser import BOT, ENGINE, Make, Visit


def test_an_engine_plays_on_the_page(visit: Visit, table_of: Make) -> None:
    page = visit()
    assert ENGINE in page.locator("select option").all_inner_texts()
    seats = [{"bot": ENGINE}, BOT]
    page.goto(f"/tables/{table_of(page, seats=seats, order='fixed', pace='quick', seed=3)}")
    lines = page.locator("#log li[data-number]")
    expect(lines.nth(3)).to_be_attached()
    assert any(ENGINE in line for line in lines.all_inner_texts())
    assert not any("failed" in line for line in lines.all_inner_texts())
