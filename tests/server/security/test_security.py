"""Nobody gets in: seats can't be guessed, other pages can't act, nothing is without a limit."""

import json
import time
from dataclasses import replace

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from kit import web
from kit.server import GENEROUS, running
from parure.server.errors import Busy
from parure.server.security.rates import Rates
from parure.server.settings import Limits

SEATS = [{"name": "Ann"}, {"bot": "random"}]


class TestOrigin:
    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
    def test_another_page_can_do_nothing(self, browser, origin):
        answer = browser.post("/api/tables", json={"seats": SEATS}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")

    def test_a_cookie_without_an_origin_is_not_enough(self, browser):
        del browser.headers["Origin"]
        assert browser.post("/api/tables", json={"seats": SEATS}).status_code == 403

    def test_a_form_is_not_json(self, browser):
        answer = browser.post("/api/tables", data={"seats": "2"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (415, "not_json")

    def test_a_foreign_name_for_this_machine_gets_nothing(self, browser):
        answer = browser.get("/", headers={"Host": "evil.example"})
        assert answer.status_code == 403

    def test_a_socket_from_another_page_is_closed(self, server, ann):
        table = ann.create(*SEATS)
        address = server.address.replace("http", "ws") + f"/api/tables/{table}/watch"
        with pytest.raises(InvalidStatus) as caught:
            connect(address, origin="http://evil.example")
        assert caught.value.response.status_code == 403
        with connect(address, origin=server.address, max_size=2**24) as socket:
            assert json.loads(socket.recv())["document"]["version"]


class TestSockets:
    def test_an_unknown_table_is_said_before_closing(self, ann):
        with ann.watching("/api/tables/nothing/watch") as socket:
            assert socket.next()["error"]["code"] == "missing"
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv()
        assert closed.value.rcvd.code == 4404

    def test_another_seat_is_refused(self, ann, ben):
        table = ann.create({"name": "Ann"}, {})
        with ben.watching(f"/api/tables/{table}/watch?seat=0") as socket:
            assert socket.next()["error"]["code"] == "forbidden"

    def test_large_messages_end_the_connection(self, ann):
        table = ann.create(*SEATS)
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            socket.recv()
            socket.connection.send("x" * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                list(socket)
        assert closed.value.rcvd.code == 1009

    def test_too_many_are_refused(self, tmp_path, caplog):
        with running(tmp_path, limits=Limits(sockets_each=1)) as server:
            ann = server.person()
            path = f"/api/tables/{ann.create(*SEATS)}/watch"
            with ann.watching(path) as first, ann.watching(path) as second:
                assert "version" in first.next()
                error = second.next()["error"]
                assert error["sentence"] == "Too many pages are open: close some of them."
                with pytest.raises(ConnectionClosed) as closed:
                    second.recv()
        assert closed.value.rcvd.code == 4429
        assert "Traceback" not in caplog.text


class TestHeaders:
    @pytest.mark.parametrize("path", ["/", "/api/options", "/nothing", "/api/tables/x"])
    def test_every_answer_is_strict(self, browser, path):
        headers = browser.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["cache-control"] == "no-store"

    def test_refusals_are_strict_too(self, browser):
        answer = browser.get("/", headers={"Host": "evil.example"})
        assert "default-src 'none'" in answer.headers["content-security-policy"]

    def test_nobody_learns_what_serves(self, server):
        assert "uvicorn" not in str(web.get(f"{server.address}/api/options").headers)


class TestLimits:
    def test_a_large_request_is_refused(self, ann):
        answer = ann.http.post("/api/tables", json={"seats": SEATS, "key": "x" * 20_000})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")

    def test_a_large_request_without_a_length_is_refused(self, ann):
        def body():
            for _ in range(40):
                yield b" " * 1000

        headers = {"Content-Type": "application/json"}
        answer = ann.http.post("/api/tables", content=body(), headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")

    def test_too_many_requests_are_told_to_wait(self, tmp_path):
        with running(tmp_path, limits=Limits(requests=(0.001, 5))) as server:
            ann = server.person()
            answers = [ann.http.get("/api/options") for _ in range(7)]
            assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
            assert answers[-1].headers["retry-after"] == "1"
            assert answers[-1].json()["error"]["sentence"] == "Too many requests: wait a moment."
            assert server.person().http.get("/api/options").status_code == 200

    def test_tables_are_limited_each_and_in_all(self, tmp_path):
        with running(tmp_path, limits=Limits(tables=3, tables_each=2)) as server:
            ann, ben = server.person(), server.person()
            for _ in range(2):
                ann.create({"name": "Ann"}, {})
            body = {"seats": [{"name": "Ann"}, {}]}
            assert ann.refused("/api/tables", **body) == (
                429,
                "busy",
                "You have too many games in progress: finish some of them first.",
            )
            ben.create({"name": "Ben"}, {})
            assert (
                server.person()
                .refused("/api/tables", **body)[2]
                .startswith("All tables are in use")
            )

    def test_tables_are_not_made_too_fast(self, tmp_path):
        with running(tmp_path, limits=Limits(creations=(0.001, 1))) as server:
            ann = server.person()
            ann.create(*SEATS)
            assert ann.refused("/api/tables", seats=SEATS)[1] == "busy"

    def test_an_address_may_do_what_ten_people_may(self):
        rates = Rates()
        for person in range(10):
            rates.check_both("kind", str(person), "address", (0.001, 1.0))
        with pytest.raises(Busy):
            rates.check_both("kind", "another", "address", (0.001, 1.0))
        rates.check_both("kind", "another", "elsewhere", (0.001, 1.0))

    def test_one_address_does_not_bring_many_for_whom_something_is_kept(self, tmp_path):
        with running(tmp_path, limits=replace(GENEROUS, newcomers=(0.001, 1))) as server:
            ann, ben = server.person(), server.person()
            chosen = [
                person.http.post("/api/people/me/shown", json={"practice": practice}).status_code
                for person, practice in ((ann, True), (ben, True), (ann, False))
            ]
            assert chosen == [204, 429, 204]

    def test_a_bucket_fills_again(self, monkeypatch):
        now = [100.0]
        monkeypatch.setattr(time, "monotonic", lambda: now[0])
        rates = Rates()
        for _ in range(2):
            rates.check("kind", "ann", (1.0, 2.0))
        with pytest.raises(ValueError, match="Too many requests"):
            rates.check("kind", "ann", (1.0, 2.0))
        now[0] += 1.0
        rates.check("kind", "ann", (1.0, 2.0))


def test_a_name_is_text_and_nothing_else(ann, ben):
    table = ann.create({"name": "<script>"}, {}, public=True)
    for path in (f"/tables/{table}", "/"):
        page = ben.http.get(path, headers={"Accept": "text/html"})
        assert page.status_code == 200
        assert "&lt;script&gt;" in page.text
        assert "<script>" not in page.text


class TestProxies:
    def test_a_stranger_is_not_believed(self, tmp_path):
        with running(tmp_path, limits=Limits(requests_of_address=(0.001, 3))) as server:
            answers = [
                web.get(
                    f"{server.address}/api/options",
                    headers={
                        "X-Forwarded-For": f"192.0.2.{number}",
                        "X-Forwarded-Proto": "https",
                    },
                )
                for number in range(5)
            ]
        assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
        assert "Secure" not in answers[0].headers["set-cookie"]

    def test_a_proxy_that_was_named_is_believed(self, tmp_path):
        limits = Limits(requests_of_address=(0.001, 3), connections_of_address=1)
        with (
            running(tmp_path, limits=limits, proxies=("127.0.0.0/8",)) as server,
            web.Client(base_url=server.address) as one,
        ):
            answers = [
                one.get("/api/options", headers={"X-Forwarded-For": f"192.0.2.{number % 2}"})
                for number in range(8)
            ]
            # Its connections are those of many people, so that it has more than one.
            headers = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
            other = web.get(f"{server.address}/", headers=headers)
        assert [answer.status_code for answer in answers] == [200] * 6 + [429] * 2
        assert "Secure" in other.headers["set-cookie"]


def test_whoever_did_not_come_for_long_is_forgotten_first():
    rates = Rates(most=3)
    for who in ("Ann", "Ben", "Cleo", "Ann", "Dan"):
        rates.check("request", who, (0.0, 2.0))
    with pytest.raises(Busy):
        rates.check("request", "Ann", (0.0, 2.0))
    # Ben was forgotten, and begins anew.
    for _time in range(2):
        rates.check("request", "Ben", (0.0, 2.0))
    with pytest.raises(Busy):
        rates.check("request", "Ben", (0.0, 2.0))
