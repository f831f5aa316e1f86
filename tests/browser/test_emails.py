"""Emails about turns: an address is entered beside the notifications, confirmed and stopped by links."""

import re

from playwright.sync_api import Page, expect

from kit.browser import Server, Visit, assert_accessible
from kit.mail_server import MailBox
from kit.markup import markup_findings


def assert_sound(page: Page) -> None:
    """Let axe-core and html-validate look at a page."""
    assert_accessible(page)
    assert markup_findings({"page": page.content()}) == []


def test_an_address_is_entered_confirmed_and_stopped(
    visit: Visit, server: Server, mail_box: MailBox
) -> None:
    page = visit("/devices")
    expect(page.get_by_label("Quiet from")).to_be_hidden()
    field, part = page.get_by_label("Email me, too"), page.locator("#notifications")
    field.fill("ann@example.org")
    field.press("Enter")
    expect(part).to_contain_text("Open the link in the email we sent to ann@example.org.")
    confirm, stop = re.findall(rf"{server.url}/mail/\S+", mail_box.next().get_content())
    other = visit(confirm)
    expect(other.locator(".lead")).to_have_text(
        "You’ll get an email at ann@example.org when it’s your turn."
    )
    assert_sound(other)
    page.reload()
    expect(part).to_contain_text("you also get an email at ann@example.org.")
    expect(page.get_by_label("Quiet from")).to_be_visible()
    assert_sound(page)
    other.goto(stop)
    expect(other.locator(".lead")).to_have_text("You’ll get no more emails.")
    page.reload()
    field.fill("ben@example.org")
    page.get_by_role("button", name="Send link").click()
    page.get_by_role("button", name="Remove ben@example.org").click()
    expect(field).to_be_visible()
    expect(field).to_have_value("")
    mail_box.next()
