"""Whose seats they are: a token that nobody can make up, lose to another program, or have replaced."""

import logging

import httpx
import pytest

from kit import web
from kit.server import Person, running
from parure.server.errors import Unavailable
from parure.server.security.identity import Identities
from parure.server.store.documents import Files

SEATS = [{"name": "Ann"}, {"bot": "random"}]
KEY, OTHER_KEY = b"k" * 32, b"o" * 32

FOREIGN = [
    "user=Jane Doe",
    'prefs={"theme": "dark", "tabs": [1, 2]}',
    "city=Zürich",
    'quoted="a; b',
    "empty=",
    "alone",
    "=nameless",
    "a[b]=c",
    "(x)@y=z",
    "parure=of another server",
    "parure-00000000=someone.else",
    "=; ;;",
]
"""What other programs on the same machine may have set."""


def cookies(*pairs: str) -> dict[bytes, bytes]:
    return {b"Cookie": "; ".join(pairs).encode()}


def our_cookie(browser: httpx.Client) -> str:
    """Return the cookie that the server has set, which the browser forgets."""
    ((name, token),) = ((c.name, c.value) for c in browser.cookies.jar)
    browser.cookies.clear()
    return f"{name}={token}"


class TestToken:
    @pytest.mark.parametrize("token", ["", ".", "a.", ".a", "é.é", "a.b.c", "x" * 5000])
    def test_what_is_no_token_is_nobody(self, token):
        assert Identities([KEY]).person(token) is None

    def test_one_of_another_key_is_nobody(self):
        assert Identities([OTHER_KEY]).person(Identities([KEY]).token("ann")) is None

    def test_every_key_is_believed_and_the_last_one_signs(self):
        both = Identities([KEY, OTHER_KEY])
        assert both.person(Identities([KEY]).token("ann")) == "ann"
        assert both.token("ann") == Identities([OTHER_KEY]).token("ann")

    def test_a_forged_one_is_refused(self, server):
        headers = {"Authorization": "Bearer someone.else"}
        answer = web.get(f"{server.address}/api/tables", headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unknown_token")


class TestCookie:
    def test_it_holds_the_seat(self, browser):
        table = browser.post("/api/tables", json={"seats": SEATS}).json()["table"]
        assert browser.get(f"/api/tables/{table}").json()["you"]["seats"] in ([0], [1])

    def test_it_is_for_us_alone(self, browser):
        cookie = browser.get("/").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Max-Age=31536000" in cookie

    def test_a_changed_one_is_a_stranger(self, browser):
        table = browser.post("/api/tables", json={"seats": SEATS}).json()["table"]
        cookie = our_cookie(browser)
        forged = cookie[:-1] + ("A" if cookie[-1] != "A" else "B")
        answer = browser.get(f"/api/tables/{table}", headers={"Cookie": forged})
        assert answer.json()["you"]["seats"] == []
        assert "set-cookie" in answer.headers

    @pytest.mark.parametrize("foreign", FOREIGN)
    def test_cookies_of_others_do_not_take_the_seat(self, browser, foreign):
        table = browser.post("/api/tables", json={"seats": SEATS}).json()["table"]
        ours = our_cookie(browser)
        for both in ((foreign, ours), (ours, foreign), (foreign, ours, foreign)):
            answer = browser.get(f"/api/tables/{table}", headers=cookies(*both))
            assert answer.json()["you"]["seats"] in ([0], [1])
            assert "set-cookie" not in answer.headers

    def test_cookies_of_others_do_not_take_the_language(self, browser):
        for all_of_them in ((*FOREIGN, "language=fr"), ("language=fr", *FOREIGN)):
            page = browser.get("/", headers={**cookies(*all_of_them), b"Accept": b"text/html"})
            assert '<html lang="fr"' in page.text

    def test_it_is_named_after_the_data(self, tmp_path):
        names = set()
        for folder in ("one", "two", "one"):
            with running(tmp_path / folder) as server:
                names.add(web.get(server.address).headers["set-cookie"].partition("=")[0])
        assert len(names) == 2
        assert all(name.startswith("parure-") for name in names)

    def test_a_program_that_shows_its_token_is_given_none(self, server):
        assert "set-cookie" not in server.person().http.get("/").headers


class TestKey:
    def test_it_is_made_once_and_only_ours(self, tmp_path):
        token = Identities.open(Files(tmp_path)).token("ann")
        assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
        assert Identities.open(Files(tmp_path)).person(token) == "ann"

    def test_another_one_signs_and_the_first_is_still_believed(self, tmp_path):
        (tmp_path / "key").write_text(KEY.hex())
        both = Identities.open(Files(tmp_path), has_games=True, new_key=True)
        assert not both.has_lost_key
        first = Identities([KEY])
        assert both.person(first.token("ann")) == "ann"
        assert both.token("ann") != first.token("ann")
        assert both.cookie == first.cookie
        assert Identities.open(Files(tmp_path)).token("ann") == both.token("ann")
        assert len((tmp_path / "key").read_text().split()) == 2

    def test_one_whose_line_is_removed_is_not_believed(self, tmp_path):
        first = Identities.open(Files(tmp_path)).token("ann")
        second = Identities.open(Files(tmp_path), new_key=True).token("ann")
        path = tmp_path / "key"
        path.write_text(path.read_text().split()[1])
        left = Identities.open(Files(tmp_path))
        assert (left.person(first), left.person(second)) == (None, "ann")

    @pytest.mark.parametrize(
        "content",
        [b"", b"short", b"\xff" * 31, b"\xff" * 64, b"ab" * 31, KEY.hex().encode() + b"x"],
    )
    def test_a_damaged_one_is_refused(self, tmp_path, content):
        (tmp_path / "key").write_bytes(content)
        with pytest.raises(Unavailable, match=r"key, .* is damaged"):
            Identities.open(Files(tmp_path))
        assert (tmp_path / "key").read_bytes() == content

    def test_a_lost_one_is_not_made_anew_without_a_word(self, tmp_path, caplog):
        with running(tmp_path) as server:
            token = server.person().create(*SEATS)
        (tmp_path / "key").unlink()
        for _ in range(2):
            with (
                pytest.raises(Unavailable, match=r"key, .* is missing.*--new-key"),
                running(tmp_path),
            ):
                pass
        assert not (tmp_path / "key").exists()
        with caplog.at_level(logging.WARNING), running(tmp_path, new_key=True) as server:
            assert "the key was lost" in caplog.text
            page = web.get(server.address, headers={"Accept": "text/html"})
            assert "This server has lost its key" in page.text
            assert Person(server.address).look(token)["you"]["seats"] == []

    def test_a_folder_without_games_needs_none(self, tmp_path):
        with running(tmp_path):
            pass
        (tmp_path / "key").unlink()
        with running(tmp_path) as server:
            page = web.get(server.address, headers={"Accept": "text/html"})
            assert "This server has lost its key" not in page.text

    def test_seats_survive_a_restart_with_another_one(self, tmp_path):
        with running(tmp_path) as first:
            ann = first.person()
            table = ann.create(*SEATS)
            ann.play(table, lambda moves: moves[0])
            before = ann.look(table)["game"]["log"]
        with running(tmp_path, new_key=True) as second:
            again = Person(second.address, ann.token)
            view = again.look(table)
            assert view["you"]["seats"] == [0]
            assert view["game"]["log"][: len(before)] == before
