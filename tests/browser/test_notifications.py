"""“Your turn” with the tab closed: offered in a game of days, shown by the worker, stopped by a tap."""

from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from kit.browser import Make, Server, Visit, assert_accessible, call
from kit.push_service import PushService
from kit.waiting import eventually

SEATS = [{"name": "Mira"}, {}]
PUSHED = """
    Object.defineProperty(Notification, "permission", {
        get: () => sessionStorage.permission ?? "default",
    });
    Notification.requestPermission = async () => (sessionStorage.permission = "granted");
    PushManager.prototype.getSubscription = async () => window.pushed ?? null;
    PushManager.prototype.subscribe = async (options) => (window.pushed = {
        endpoint: "ADDRESS",
        toJSON: () => ({ keys: { p256dh: "P256DH", auth: "AUTH" } }),
        unsubscribe: async () => delete window.pushed,
    });
"""
"""What stands for a browser's own push service and question, which a test has not."""


def with_push(context: BrowserContext, service: PushService) -> None:
    """Give a browser a push service."""
    mine = service.browser("phone").subscription
    words = PUSHED.replace("ADDRESS", str(mine["endpoint"]))
    words = words.replace("P256DH", str(mine["p256dh"])).replace("AUTH", str(mine["auth"]))
    context.add_init_script(words)


def status(page: Page) -> Any:
    """Return how the server notifies the person of a page."""
    return call(page, "GET", "/notifications")


def working(page: Page) -> None:
    """Wait until the browser has a service worker."""
    eventually(
        lambda: page.evaluate(
            "navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"
        )
    )


def a_game(page: Page, guest: Page, table_of: Make) -> str:
    """Let two people begin a game with a day for each turn; return its address."""
    table = table_of(page, seats=SEATS, clock={"minutes": 0, "days": 1}, order="fixed")
    call(guest, "POST", f"/tables/{table}/seats", {"name": "Tomas"})
    return f"/tables/{table}"


def test_a_game_of_days_offers_notifications_and_each_is_stopped_by_a_tap(
    visit: Visit, table_of: Make, push: PushService
) -> None:
    page = visit(app=True)
    with_push(page.context, push)
    address = a_game(page, visit(), table_of)
    working(page)
    page.goto(address)
    offer = page.locator("#notify-offer")
    expect(offer).to_be_visible()
    assert_accessible(page)
    offer.get_by_role("button", name="Notify me").click()
    expect(page.locator("#toast")).to_contain_text("you’ll be notified")
    eventually(lambda: status(page)["endpoint"])
    page.goto(address)
    expect(offer).to_be_hidden()
    page.get_by_role("button", name="Settings").click()
    game = page.get_by_label("In this game, too")
    expect(game).to_be_checked()
    game.uncheck()
    eventually(lambda: status(page)["muted"])
    page.goto("/devices")
    page.get_by_label("Quiet from").select_option("23:00")
    eventually(lambda: status(page)["since"] == 23)
    page.get_by_label("Notify me when it’s my turn").uncheck()
    eventually(lambda: status(page)["endpoint"] is None)
    expect(page.get_by_label("Quiet from")).to_be_hidden()


def test_whoever_declines_is_not_asked_again(
    visit: Visit, table_of: Make, push: PushService
) -> None:
    page = visit(app=True)
    with_push(page.context, push)
    page.goto(a_game(page, visit(), table_of))
    page.get_by_role("button", name="No thanks").click()
    page.reload()
    expect(page.locator("#note-slot")).not_to_be_empty()
    expect(page.locator("#notify-offer")).to_be_hidden()


def test_the_worker_shows_what_it_is_sent_and_stops_a_game_by_a_tap(
    visit: Visit, table_of: Make, server: Server, push: PushService
) -> None:
    page = visit(app=True)
    address = a_game(page, visit(), table_of)
    table = address.rpartition("/")[2]
    subscription = push.browser("phone").subscription
    page.request.put("/api/notifications", data=subscription, headers={"Origin": server.url})
    working(page)
    worker = page.context.service_workers[0]
    message = {"title": "Your turn", "body": "Tomas", "table": table, "stop": "Not for this game"}
    shown = worker.evaluate(
        """(message) => new Promise((done) => {
            self.registration.showNotification = async (title, how) => done({ title, ...how });
            self.dispatchEvent(new PushEvent("push", { data: JSON.stringify(message) }));
        })""",
        message,
    )
    assert (shown["title"], shown["body"], shown["tag"]) == ("Your turn", "Tomas", address)
    assert shown["actions"] == [{"action": "stop", "title": "Not for this game"}]
    assert page.request.get(shown["icon"]).ok
    worker.evaluate(
        """(data) => {
            const notification = { data, close() {} };
            const tap = { notification, action: "stop", waitUntil() {} };
            self.dispatchEvent(Object.assign(new Event("notificationclick"), tap));
        }""",
        shown["data"],
    )
    eventually(lambda: status(page)["muted"] == [table])
