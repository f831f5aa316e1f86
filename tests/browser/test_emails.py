"""Emails about turns: an address is entered beside the notifications, confirmed and stopped by links."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from kit.browser import Server, Visit, accessibility_findings
from kit.mail_server import MailBox, mail_server
from kit.markup import markup_findings


@pytest.fixture
def box() -> Iterator[MailBox]:
    with mail_server() as found:
        yield found


@pytest.fixture
def house(own_server: Server, box: MailBox) -> Server:
    own_server.stop()
    own_server.mail_port = box.server.port
    own_server.start()
    return own_server


def is_sound(page: Page) -> bool:
    """Tell whether neither axe-core nor html-validate finds anything wrong with a page."""
    return accessibility_findings(page) == [] and markup_findings({"page": page.content()}) == []


def test_an_address_is_entered_confirmed_and_stopped(
    visit: Visit, house: Server, box: MailBox
) -> None:
    page = visit("/devices", server=house)
    assert is_sound(page)
    expect(page.get_by_label("Quiet from")).to_be_hidden()
    field = page.get_by_label("Email me, too")
    field.fill("ann@example.org")
    field.press("Enter")
    part = page.locator("#notifications")
    expect(part).to_contain_text("Open the link in the email we sent to ann@example.org.")
    confirm, stop = re.findall(rf"{house.url}/mail/\S+", box.next().get_content())
    other = visit(server=house)
    other.goto(confirm)
    expect(other.locator(".lead")).to_have_text(
        "You’ll get an email at ann@example.org when it’s your turn."
    )
    assert is_sound(other)
    page.reload()
    expect(part).to_contain_text("you also get an email at ann@example.org.")
    expect(page.get_by_label("Quiet from")).to_be_visible()
    assert is_sound(page)
    other.goto(stop)
    expect(other.locator(".lead")).to_have_text("You’ll get no more emails.")
    page.reload()
    expect(field).to_be_visible()


def test_an_address_is_removed_on_the_page(visit: Visit, house: Server, box: MailBox) -> None:
    page = visit("/devices", server=house)
    field = page.get_by_label("Email me, too")
    field.fill("ann@example.org")
    page.get_by_role("button", name="Send link").click()
    page.get_by_role("button", name="Remove ann@example.org").click()
    expect(field).to_be_visible()
    expect(field).to_have_value("")
