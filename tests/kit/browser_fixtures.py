"""A real server, a real Chromium, and people who look at it.

`visit()` opens a page as somebody new; `table_of` makes a table that the page's person sits at. Every page
is watched: a test fails on any error in the console and on any request to another host.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from kit import chromium
from kit.browser import Make, Server, Visit, Watch, call
from kit.waiting import PATIENCE

if TYPE_CHECKING:
    from kit.mail_server import MailBox
    from kit.push_service import PushService

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    found = chromium.find_or_install()
    if found is None:
        pytest.fail(chromium.NONE, pytrace=False)
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path, args=chromium.ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def mail_box() -> Iterator["MailBox"]:
    """What the server has sent by email."""
    from kit.mail_server import mail_server

    with mail_server() as box:
        yield box


@pytest.fixture(scope="session")
def push() -> Iterator["PushService"]:
    """The push service that the server may ask."""
    from kit.push_service import push_service

    with push_service() as service:
        yield service


@pytest.fixture(scope="session")
def server(
    tmp_path_factory: pytest.TempPathFactory, mail_box: "MailBox", push: "PushService"
) -> Iterator[Server]:
    """One server for all tests of a process that do not end it."""
    server = Server(
        tmp_path_factory.mktemp("server") / "data",
        mail_port=mail_box.server.port,
        push_service=push.address,
    )
    server.start()
    yield server
    server.stop()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """What the pages of this test complain about; anything fails it."""
    watch = Watch()
    yield watch
    assert watch.complaints == []


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest, watch: Watch) -> Iterator[Visit]:
    """Open a page as somebody new.

    Options: `phone`, `french`, `dark`, `moving` (with animations), `server`, `beside` (a page whose person
    opens another tab), `app` (with the service worker) and what else a browser context takes.
    """
    contexts: list[BrowserContext] = []

    def open_page(
        path: str = "/",
        *,
        phone: bool = False,
        french: bool = False,
        dark: bool = False,
        moving: bool = False,
        server: Server | None = None,
        beside: Page | None = None,
        app: bool = False,
        **options: Any,
    ) -> Page:
        if beside is not None:
            page = beside.context.new_page()
        else:
            house = server or request.getfixturevalue("server")
            context = browser.new_context(
                base_url=house.url,
                viewport=options.pop("viewport", PHONE if phone else DESKTOP),
                has_touch=phone,
                is_mobile=phone,
                locale="fr-FR" if french else "en-GB",
                color_scheme="dark" if dark else "light",
                reduced_motion="no-preference" if moving else "reduce",
                service_workers="allow" if app else "block",
                **options,
            )
            context.set_default_timeout(1000 * PATIENCE)
            watch.follow(context, house.url)
            contexts.append(context)
            page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def table_of() -> Make:
    """Make a table as the person of a page, with the options of `POST /api/tables`; return its id."""

    def make(page: Page, **options: Any) -> str:
        return str(call(page, "POST", "/tables", options)["table"])

    return make
