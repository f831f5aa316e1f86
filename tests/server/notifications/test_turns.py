"""Whom a server tells of their turn, and when."""

import json
from datetime import UTC, datetime

import pytest

from kit.diary import Diary
from kit.push_service import push_service
from kit.server import Person, running
from parure.server.notifications import subscriptions
from parure.server.notifications.service import GRACE, Notifications
from parure.server.notifications.subscriptions import QuietHours
from parure.server.security.identity import Identities
from parure.server.store.documents import Files
from parure.server.tables.options import Clock

A_DAY = Clock(minutes=0, days=1)


@pytest.fixture
def service():
    with push_service() as found:
        yield found


@pytest.fixture
def house(tmp_path, service):
    with running(tmp_path, push_service=service.address) as found:
        yield found


def begun(house, id="game", **options):
    """Let Ann and Ben begin a game in which Ann is to move; return Ann."""
    return Diary(clock=A_DAY, **options).keep(house, id)


def subscribed(person, browser, **more):
    """Let a person be told on a browser, whatever the time of day."""
    answer = person.http.put("/api/notifications", json={**browser.subscription, **more})
    assert answer.status_code == 204, answer.text
    person.http.put("/api/notifications/quiet", json={"since": 0, "until": 0})


def tell(house, since=0.0, until=None, id="game"):
    """Let the server tell of the turns that are due within a time since the game began, by default all."""
    began = house.sessions.lists.get(id).changed + GRACE
    until = 1e5 if until is None else until
    house.do(house.service(Notifications).tell(began + since - 1, began + until))


def test_a_browser_is_told_of_a_turn_in_words_that_only_it_can_read(house, service):
    browser = service.browser("phone")
    ann = begun(house)
    ann.http.headers["Accept-Language"] = "fr"
    subscribed(ann, browser)
    tell(house)
    path, headers, body = service.sent.get_nowait()
    assert path == "/phone"
    assert headers["Topic"] == "game"
    assert headers["TTL"] == "86400"
    message = json.loads(browser.read(body))
    assert (message["title"], message["body"], message["table"]) == (
        "À vous de jouer",
        "Ben",
        "game",
    )
    tell(house)
    assert service.sent.empty()


def test_where_too_many_are_told_those_who_never_had_a_table_are_forgotten(
    house, service, monkeypatch
):
    monkeypatch.setattr(subscriptions, "_MOST", 2)
    people = {"ann": begun(house), "stranger": house.person(), "newcomer": house.person()}
    for name, person in people.items():
        subscribed(person, service.browser(name))
    told = [name for name, one in people.items() if one.get("/api/notifications")["endpoint"]]
    assert told == ["ann", "newcomer"]


def test_only_people_for_whom_others_wait_are_told(house, service):
    ann = begun(house)
    ben = Person(house.address, house.identities.token("Ben"))
    subscribed(ben, service.browser("bens"))
    begun(house, "with a bot", bots=1)
    subscribed(ann, service.browser("anns"))
    tell(house, id="with a bot")
    assert [service.sent.get_nowait()[1]["Topic"] for _n in range(service.sent.qsize())] == ["game"]


def test_nobody_is_told_who_has_the_table_open(house, service):
    ann = begun(house)
    subscribed(ann, service.browser("phone"))
    with ann.watching("/api/tables/game/watch") as socket:
        socket.next()
        tell(house)
    assert service.sent.empty()


def test_a_turn_is_told_once_its_moment_has_come(house, service):
    ann = begun(house)
    subscribed(ann, service.browser("phone"))
    tell(house, since=-20, until=-10)
    tell(house, since=10)
    assert service.sent.empty()
    tell(house, since=-10, until=10)
    assert service.sent.qsize() == 1


def at(hour, minute=0, day=1):
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(("quiet", "turn", "told"), [
    (QuietHours(), at(12, 30), at(12, 30)),
    (QuietHours(), at(22), at(8, day=2)),
    (QuietHours(), at(7, 59), at(8)),
    (QuietHours(), at(8), at(8)),
    (QuietHours(offset=120), at(20, 30), at(6, day=2)),
    (QuietHours(offset=-300), at(12), at(13)),
    (QuietHours(13, 15), at(14, 30), at(15)),
    (QuietHours(13, 15), at(15), at(15)),
    (QuietHours(9, 9), at(9), at(9)),
], ids=str)  # fmt: skip
def test_quiet_hours_put_a_notification_off(quiet, turn, told):
    assert quiet.after(turn) == told


def test_a_tap_switches_off_a_game_a_device_or_everything(house, service):
    ann = begun(house)
    phone = service.browser("phone")
    subscribed(ann, phone)
    assert ann.http.put("/api/notifications/muted/game", json={"muted": True}).status_code == 204
    assert ann.get("/api/notifications")["muted"] == ["game"]
    tell(house)
    assert service.sent.empty()
    assert ann.http.put("/api/notifications/muted/game", json={"muted": False}).status_code == 204
    tell(house)
    assert service.sent.get_nowait()[0] == "/phone"
    begun(house, "other")
    assert ann.http.delete("/api/notifications").status_code == 204
    tell(house, id="other")
    assert service.sent.empty()
    assert ann.get("/api/notifications")["endpoint"] is None


def test_a_browser_tells_only_the_person_who_used_it_last(house, service):
    ann = begun(house)
    phone = service.browser("phone")
    subscribed(ann, phone)
    subscribed(Person(house.address, house.identities.token("Ben")), phone)
    tell(house)
    assert service.sent.empty()


def test_a_device_that_was_signed_out_is_told_nothing(house, service):
    identities = house.service(Identities)
    first = begun(house)
    first.get("/api/notifications")
    device = house.do(identities.devices.add("Ann", "phone"))
    house.do(identities.devices.note("Ann", "", "desktop"))
    ann = Person(house.address, identities.token("Ann", device))
    subscribed(ann, service.browser("phone"))
    first.post("/api/devices/end", device=device)
    tell(house)
    assert service.sent.empty()


def test_a_browser_that_is_gone_is_forgotten(house, service):
    ann = begun(house)
    subscribed(ann, service.browser("phone"))
    service.status = 410
    tell(house)
    assert service.sent.qsize() == 1
    assert ann.get("/api/notifications")["endpoint"] is None


def test_a_push_service_that_hangs_delays_no_move(house, service):
    ann = begun(house)
    subscribed(ann, service.browser("phone"))
    service.goes_on.clear()
    began = house.sessions.lists.get("game").changed
    notifications = house.service(Notifications)
    told = house.start(notifications.tell(began, began + 1e5))
    service.sent.get()
    ann.play("game", min)
    assert not told.done()
    service.goes_on.set()
    told.result()


def test_bad_wishes_are_refused_with_a_sentence(house, service):
    ann = begun(house)
    right = service.browser("phone").subscription
    for wrong in (
        {"endpoint": "https://localhost:99/a"},
        {"endpoint": "x" * 2000},
        {"p256dh": "no key"},
        {"offset": 5000},
        {"more": 1},
    ):
        answer = ann.http.put("/api/notifications", json={**right, **wrong})
        assert 400 <= answer.status_code < 500
        assert answer.json()["error"]["sentence"]
    answer = ann.http.put("/api/notifications/quiet", json={"since": 24, "until": 0})
    assert answer.status_code == 422
    assert ann.http.put("/api/notifications/muted/none", json={"muted": True}).status_code == 204
    assert ann.get("/api/notifications")["muted"] == []


def test_everything_known_can_be_downloaded_and_deleted(house, service, tmp_path):
    ann = house.person()
    phone = service.browser("phone")
    subscribed(ann, phone)
    own = ann.get("/api/people/me")["notifications"]
    assert own["devices"][""]["endpoint"] == phone.subscription["endpoint"]
    assert ann.http.delete("/api/people/me").status_code == 204
    text = Files(tmp_path).read("notifications.json")
    assert text is not None
    assert phone.subscription["endpoint"] not in text
    assert json.loads(text)["people"] == {}


def test_the_key_stays_the_same_after_a_start(tmp_path):
    keys = set()
    for _start in range(2):
        with running(tmp_path) as house:
            keys.add(house.person().get("/api/notifications")["key"])
    assert len(keys) == 1
