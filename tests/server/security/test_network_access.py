"""The network is opened: whoever sits at the machine lets others in, without a restart, and out again."""

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from kit import web
from kit.documents import of_seats
from kit.server import running
from kit.waiting import PATIENCE
from parure.server.security import network_access
from parure.server.security.network_access import qr_code
from parure.server.settings import Limits, Settings

ON_NETWORK = "127.0.0.2"
"""Another address of this machine, in place of the one on its network."""


@pytest.fixture
def server(tmp_path, monkeypatch):
    monkeypatch.setattr(network_access, "own_address", lambda: ON_NETWORK)
    with running(tmp_path) as server:
        yield server


@pytest.fixture
def host(server):
    """A browser at the machine of the server."""
    with web.Client(base_url=server.address, headers={"Origin": server.address}) as client:
        client.get("/")
        yield client


def elsewhere(server):
    return server.address.replace("127.0.0.1", ON_NETWORK)


def test_it_opens_at_once_and_closes_again(server, host):
    with pytest.raises(httpx.ConnectError):
        web.get(elsewhere(server))
    assert host.put("/api/door", json={"open": True}).json() == {"open": True}
    assert web.get(elsewhere(server)).status_code == 200
    assert host.put("/api/door", json={"open": True}).json() == {"open": True}
    assert host.put("/api/door", json={"open": False}).json() == {"open": False}
    with pytest.raises(httpx.ConnectError):
        web.get(elsewhere(server))
    assert host.put("/api/door", json={"open": True}).json() == {"open": True}
    assert web.get(elsewhere(server)).status_code == 200


def test_whoever_came_in_by_it_is_out_when_it_closes(server, host):
    host.put("/api/door", json={"open": True})
    ann = server.person()
    table = ann.create({"name": "Ann"}, {})
    guest = server.person()
    guest.http.base_url = elsewhere(server)
    with (
        guest.watching(f"/api/tables/{table}/watch") as theirs,
        ann.watching(f"/api/tables/{table}/watch") as own,
    ):
        assert theirs.recv()
        assert own.recv()
        host.put("/api/door", json={"open": False})
        with pytest.raises(ConnectionClosed):
            list(theirs)
        assert own.connection.ping().wait(PATIENCE)


def test_the_invitation_names_the_address_that_others_can_open(server, host):
    table = host.post("/api/tables", json={"seats": [{"name": "Ann"}, {}]}).json()["table"]
    own, theirs = (f"{address}/tables/{table}" for address in (server.address, elsewhere(server)))
    page = host.get(f"/tables/{table}").text
    assert f'value="{own}"' in page
    assert "Only this computer can open the link." in page
    assert str(qr_code(own)) in page
    host.put("/api/door", json={"open": True})
    page = host.get(f"/tables/{table}").text
    assert f'value="{theirs}"' in page
    assert "Only this computer can open the link." not in page
    assert str(qr_code(theirs)) in page
    assert "data-door" in page
    assert "data-door" not in web.get(theirs).text


def test_only_the_machine_itself_moves_it(server, host):
    host.put("/api/door", json={"open": True})
    guest = {"Origin": elsewhere(server)}
    answer = web.put(f"{elsewhere(server)}/api/door", json={"open": False}, headers=guest)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    for origin in ("http://evil.example", elsewhere(server)):
        answer = host.put("/api/door", json={"open": False}, headers={"Origin": origin})
        assert answer.status_code == 403
    assert web.get(elsewhere(server)).status_code == 200


def test_a_foreign_name_gets_nothing_while_it_is_open(server, host):
    host.put("/api/door", json={"open": True})
    answer = web.get(elsewhere(server), headers={"Host": "evil.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("address", "name", "is_here"),
    [
        ("127.0.0.1", "localhost", True),
        ("::1", "::1", True),
        ("192.168.1.23", "localhost", False),
        ("127.0.0.1", "192.168.1.23", False),
        ("", "localhost", False),
    ],
)
def test_whoever_says_localhost_from_elsewhere_is_not_here(address, name, is_here):
    assert network_access.is_here(address, name) is is_here


def test_a_computer_without_a_network_says_so(server, host, monkeypatch):
    monkeypatch.setattr(network_access, "own_address", lambda: None)
    answer = host.put("/api/door", json={"open": True})
    assert answer.status_code == 409
    assert answer.json()["error"]["sentence"] == "This computer isn’t connected to a network."


def test_where_the_server_may_not_listen_it_says_so(server, host, monkeypatch):
    monkeypatch.setattr(network_access, "own_address", lambda: "192.0.2.1")
    answer = host.put("/api/door", json={"open": True})
    assert answer.status_code == 409
    assert "firewall" in answer.json()["error"]["sentence"]


def test_it_is_not_moved_too_often(tmp_path, monkeypatch):
    monkeypatch.setattr(network_access, "own_address", lambda: ON_NETWORK)
    with running(tmp_path, limits=Limits()) as server:
        headers = {"Origin": server.address}
        codes = [
            web.put(f"{server.address}/api/door", json={"open": False}, headers=headers)
            for _time in range(12)
        ]
    assert codes[-1].status_code == 429


def test_a_server_for_all_has_no_door(tmp_path):
    with running(tmp_path, proxies=("192.0.2.7",)) as server:
        headers = {"Origin": server.address}
        answer = web.put(f"{server.address}/api/door", json={"open": False}, headers=headers)
        assert answer.status_code == 403
    assert not Settings(host="0.0.0.0").is_local


def test_a_free_seat_is_given_to_a_bot_by_whoever_made_the_table(server):
    ann, ben = server.person(), server.person()
    table = ann.create({"name": "Ann"}, {}, {})
    assert ben.refused(f"/api/tables/{table}/seats/1/bot")[1] == "forbidden"
    ann.post(f"/api/tables/{table}/seats/2/bot", bot="novice")
    view = ann.look(table)
    assert (view["table"]["status"], of_seats(view, "bot")) == ("waiting", [None, None, "novice"])
    ann.post(f"/api/tables/{table}/seats/1/bot", bot="random")
    assert ann.look(table)["table"]["status"] == "playing"


def test_answers_come_compressed_also_to_the_machine_itself(server):
    answer = web.get(server.address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
