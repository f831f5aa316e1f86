"""One's seats on another device: a link that works once, and a list from which each device can be ended."""

import json
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kit import web
from kit.server import Person, done, running
from kit.waiting import PATIENCE
from parure import ParureError
from parure.server.errors import Missing
from parure.server.security.devices import FIRST, LINK_SECONDS, Devices, Links
from parure.server.security.identity import Identities
from parure.server.store.documents import Files

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SEATS = [{"name": "Ann"}, {"bot": "random"}]


def device(server, agent="Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36"):
    """Return a browser that has visited the lobby."""
    headers = {"Origin": server.address, "User-Agent": agent, "Accept-Language": "en"}
    client = web.Client(base_url=server.address, headers=headers)
    client.get("/")
    return client


def shared(server, first, agent=PHONE):
    """Return another device with the seats of the first."""
    code = first.post("/api/devices/link").json()["code"]
    other = device(server, agent)
    assert "Use them here" in other.get(f"/device/{code}").text
    assert other.post("/api/devices", json={"code": code}).status_code == 200
    return other, code


def cookie(client):
    return "; ".join(f"{one.name}={one.value}" for one in client.cookies.jar)


def test_another_device_has_the_same_seats(server):
    first = device(server)
    table = first.post("/api/tables", json={"seats": SEATS}).json()["table"]
    other, _code = shared(server, first)
    mine = first.get(f"/api/tables/{table}").json()["you"]["seats"]
    assert mine
    assert other.get(f"/api/tables/{table}").json()["you"]["seats"] == mine
    page = other.get("/devices").text
    assert page.index("Chrome, Linux") < page.index("Firefox, Android")
    assert cookie(first) != cookie(other)


def test_a_program_shares_nothing(server, ann):
    made = ann.post("/api/programs", 201, name="Castor")
    program = Person(server.address, made["token"])
    assert program.refused("/api/devices/link")[:2] == (403, "forbidden")


def test_a_link_says_whose_seats_they_are_and_works_once(server):
    first = device(server)
    first.post("/api/tables", json={"seats": SEATS})
    other, code = shared(server, first)
    for late in (other, device(server)):
        assert late.get(f"/device/{code}").status_code == 404
        assert late.post("/api/devices", json={"code": code}).status_code == 404
    code = first.post("/api/devices/link").json()["code"]
    assert "the seats of Ann" in device(server).get(f"/device/{code}").text
    assert f"/device/{code}" in first.get("/devices").text
    assert first.post("/api/devices/link").json()["code"] != code
    assert other.get(f"/device/{code}").status_code == 404


def test_who_is_refused_leaves_nothing_behind(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        first, late = device(server), device(server)
        code, person = shared(server, first)[1], person_of(server, first)
        devices = server.identities.devices
        with monkeypatch.context() as at_once:
            # As the link was when both looked at it.
            at_once.setattr(Links, "person", lambda _links, _code: person)
            assert late.post("/api/devices", json={"code": code}).status_code == 404
        assert len(devices.of(person)) == 2
        code = first.post("/api/devices/link").json()["code"]
        with monkeypatch.context() as few:
            few.setattr("parure.server.security.devices.MOST_DEVICES", 2)
            assert late.post("/api/devices", json={"code": code}).status_code == 409
        assert late.post("/api/devices", json={"code": code}).status_code == 200


def test_to_open_a_link_changes_nothing_yet(server):
    first, stranger = device(server), device(server)
    code = first.post("/api/devices/link").json()["code"]
    before = cookie(stranger)
    stranger.get(f"/device/{code}")
    assert cookie(stranger) == before


def test_a_device_that_is_ended_has_the_seats_no_more(server):
    first = device(server)
    table = first.post("/api/tables", json={"seats": SEATS}).json()["table"]
    other, _code = shared(server, first)
    address = server.address.replace("http", "ws") + f"/api/tables/{table}/watch"
    headers = {"Cookie": cookie(other)}
    with connect(address, additional_headers=headers, max_size=2**24) as socket:
        assert "document" in json.loads(socket.recv(timeout=PATIENCE))
        ids = [one.id for one in server.identities.devices.of(person_of(server, first))]
        assert ids[0] == FIRST
        assert first.post("/api/devices/end", json={"device": ids[1]}).json() == {"own": False}
        message = {}
        while "error" not in message:
            message = json.loads(socket.recv(timeout=PATIENCE))
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)
    assert message["error"]["code"] == "forbidden"
    assert other.get(f"/api/tables/{table}").json()["you"]["seats"] == []
    assert first.get(f"/api/tables/{table}").json()["you"]["seats"]


def person_of(server, client):
    ((_name, token),) = ((one.name, one.value) for one in client.cookies.jar)
    return server.identities.person(token)


def test_the_first_device_can_be_ended_too_but_not_the_last_one(server):
    first = device(server)
    table = first.post("/api/tables", json={"seats": SEATS}).json()["table"]
    other, _code = shared(server, first)
    assert other.post("/api/devices/end", json={"device": FIRST}).status_code == 200
    assert first.get(f"/api/tables/{table}").json()["you"]["seats"] == []
    left = server.identities.devices.of(person_of(server, other))
    answer = other.post("/api/devices/end", json={"device": left[0].id})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")


def test_nobody_ends_the_devices_of_another(server):
    first = device(server)
    other, _code = shared(server, first)
    person = person_of(server, other)
    theirs = server.identities.devices.of(person)[1].id
    stranger = device(server)
    assert stranger.post("/api/devices/end", json={"device": theirs}).status_code == 404
    assert len(server.identities.devices.of(person)) == 2


@pytest.mark.parametrize("path", ["devices", "devices/link", "devices/end"])
def test_another_page_can_do_nothing(server, path):
    answer = device(server).post(f"/api/{path}", json={}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


def test_nobody_tries_codes_without_end(tmp_path):
    with running(tmp_path) as server:
        client = device(server)
        answers = [client.post("/api/devices", json={"code": "x"}) for _time in range(12)]
    assert {answer.status_code for answer in answers} == {404, 429}


def test_a_link_grows_old(monkeypatch):
    links, now = Links(), [100.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    code = done(links.make("ann"))
    assert (links.person(code), links.of("ann")) == ("ann", code)
    now[0] += LINK_SECONDS
    assert links.of("ann") is None
    with pytest.raises(Missing):
        done(links.use(code))


def test_devices_are_kept(tmp_path):
    devices = Devices(Files(tmp_path))
    done(devices.note("ann", FIRST, "Chrome, Linux"))
    phone = done(devices.add("ann", "Firefox, Android"))
    done(devices.end("ann", FIRST))
    again = Devices(Files(tmp_path))
    assert [one.name for one in again.of("ann")] == ["Firefox, Android"]
    assert [again.allows("ann", one) for one in (FIRST, phone, "else")] == [False, True, False]
    assert [again.allows("ben", one) for one in (FIRST, phone)] == [True, False]
    identities = Identities([b"k" * 32], again)
    assert identities.read(identities.token("ann")) is None
    assert identities.read(identities.token("ann", phone)) == ("ann", phone)
    whole = (tmp_path / "devices.json").read_text()
    for damaged in ("[1]", whole.replace('"id"', '"ie"', 1)):
        (tmp_path / "devices.json").write_text(damaged)
        with pytest.raises(ParureError, match="which holds the linked devices, is damaged"):
            Devices(Files(tmp_path))


def test_a_device_that_was_ended_stays_so_when_its_person_is_forgotten(tmp_path, monkeypatch):
    devices = Devices(Files(tmp_path))
    done(devices.note("ann", FIRST, "Chrome, Linux"))
    done(devices.add("ann", "Firefox, Android"))
    done(devices.end("ann", FIRST))
    done(devices.forget("ann"))
    assert not devices.allows("ann", FIRST)
    later = time.time() + 3 * LINK_SECONDS
    monkeypatch.setattr(time, "time", lambda: later)
    done(devices.note("ben", FIRST, "Chrome, Linux"))  # Drops what is too old.
    assert not Devices(Files(tmp_path)).allows("ann", FIRST)
    assert "ann" not in (tmp_path / "devices.json").read_text()
