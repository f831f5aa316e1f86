"""One's seats on another device."""

from playwright.sync_api import expect

from kit.browser import Make, Visit, assert_accessible


def test_a_phone_gets_the_seats_of_a_desktop_and_gives_them_back(
    visit: Visit, table_of: Make
) -> None:
    desktop = visit()
    table = table_of(desktop, seats=[{"name": "Mira"}, {"name": "Tomas"}], order="fixed")
    desktop.goto("/games")
    desktop.get_by_role("link", name="Your devices").click()
    desktop.wait_for_url("**/devices")
    expect(desktop.get_by_text("Only this device")).to_be_visible()
    desktop.get_by_role("button", name="Create link").click()
    link = desktop.get_by_label("Link for your other device").input_value()
    assert_accessible(desktop)
    phone = visit(link, phone=True)
    expect(phone.get_by_text("the seats of Mira and Tomas")).to_be_visible()
    assert_accessible(phone)
    phone.get_by_role("button", name="Use them here").tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Good ")
    expect(phone.locator(f'a[href="/tables/{table}"]')).to_be_visible()
    phone.goto("/devices")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    desktop.reload()
    rows = desktop.locator(".chair")
    expect(rows).to_have_count(2)
    rows.last.get_by_role("button").click()
    expect(desktop.locator(".chair")).to_have_count(1)
    phone.goto("/")
    expect(phone.locator(f'a[href="/tables/{table}"]')).to_have_count(0)
