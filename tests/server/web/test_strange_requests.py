"""Requests that make no sense are refused with a sentence; none of them is a failure of the server."""

import httpx
import pytest

from kit import web
from kit.server import running
from parure.server.web.static_files import static

SEATS = [{"name": "Ann"}, {"bot": "random"}]


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[x]", "\x80", "]"])
def test_an_origin_that_is_none(server, origin):
    answer = web.post(
        f"{server.address}/api/tables",
        json={"seats": SEATS},
        headers=[(b"Origin", origin.encode())],
    )
    assert answer.status_code == 403
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "name",
    ["%00", "a%00.css", "x" * 5_000, "%2e%2e%2f" * 300, "", "%ff", "table", "con"],
    ids=ascii,
)
def test_a_static_file_that_is_none(server, name):
    path = f"/static/x/{name}".encode()
    answer = web.request("GET", httpx.URL(server.address).copy_with(raw_path=path))
    assert answer.status_code == 404
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "next", ["http://%5b", "http://[", "//evil.example", "/%5Cevil.example", "\\", "/%09/x.example"]
)
def test_a_language_and_a_page_that_is_not_ours(server, next):
    answer = web.get(f"{server.address}/language/en?next={next}")
    assert answer.status_code == 303
    target = httpx.URL(server.address).join(answer.headers["location"])
    assert (target.host, target.port) == ("127.0.0.1", httpx.URL(server.address).port)


@pytest.mark.parametrize("host", ["[", "localhost:abc", "localhost:99999", ":", "[::1"])
def test_a_host_that_is_none(server, host):
    for path in ("/", "/nothing", "/rules/", "/api/docs"):
        answer = web.get(server.address + path, headers=[(b"Host", host.encode())])
        assert answer.status_code == 422
        assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "body",
    [
        '{"\\ud800": 1}',
        '{"seats": [{"name": "\\ud800"}, {}]}',
        '{"seats": NaN}',
        '{"seats": %s}' % ("9" * 5_000),
        "[" * 10_000,
        "\x00",
        '"',
        "",
    ],
    ids=lambda body: ascii(body[:20]),
)
def test_a_body_that_is_none(ann, body):
    headers = {"Content-Type": "application/json"}
    answer = ann.http.post("/api/tables", content=body.encode(), headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid")


def test_a_failure_of_ours_is_answered_as_strictly_as_all_else(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        monkeypatch.setattr(server.sessions.lists, "public", lambda *_about: 1 / 0)
        for accept in ("application/json", "text/html"):
            answer = web.get(f"{server.address}/", headers={"Accept": accept})
            assert answer.status_code == 500
            assert "Something went wrong on the server. Please try again." in answer.text
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["cache-control"] == "no-store"


class TestStatic:
    @pytest.mark.parametrize("name", ["web/static/base.css", "web/static/palette.css"])
    def test_a_file_is_sent_once(self, server, name):
        first = web.get(server.address + static(name))
        assert first.headers["content-type"] == "text/css; charset=utf-8"
        assert "immutable" in first.headers["cache-control"]
        again = {"If-None-Match": first.headers["etag"]}
        second = web.get(server.address + static(name), headers=again)
        assert (second.status_code, second.content) == (304, b"")
        assert second.headers["cache-control"] == first.headers["cache-control"]

    def test_another_version_is_asked_for_again(self, server):
        answer = web.get(f"{server.address}/static/older/web/static/base.css")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")

    def test_nothing_is_sent_to_it(self, server, ann):
        assert ann.http.post(static("web/static/palette.css"), json={}).status_code == 405
