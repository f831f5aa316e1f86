"""Pages without a browser: what people see when they are refused, and what is kept."""

import gzip
import re

import pytest
from starlette.datastructures import URL

from kit import web
from kit.server import running
from parure.components import CARDS
from parure.server.security import network_access
from parure.server.settings import Limits

PERSON = {"Accept": "text/html,application/xhtml+xml", "Accept-Language": "en"}


def test_too_many_requests_are_answered_with_a_page_and_a_sentence(tmp_path):
    limits = Limits(requests_of_address=(0.001, 2))
    with running(tmp_path, limits=limits) as server:
        assert web.get(server.address, headers=PERSON).status_code == 200
        assert web.get(server.address, headers=PERSON).status_code == 200
        answer = web.get(server.address, headers=PERSON)
        program = web.get(f"{server.address}/api/options", headers=PERSON)
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "1"
    assert "<h1>One moment, please</h1>" in answer.text
    assert "Too many requests" in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert program.json()["error"]["code"] == "busy"


@pytest.mark.parametrize(
    ("path", "status", "title"),
    [
        ("/tables/nobodyknows", 404, "Not found"),
        ("/tables/nobodyknows/replay", 404, "Not found"),
        ("/rules/fragment?modules=chess", 422, "That didn’t work"),
    ],
)
def test_a_refused_page_is_a_page(server, path, status, title):
    answer = web.get(server.address + path, headers=PERSON)
    assert answer.status_code == status
    assert f"<h1>{title}</h1>" in answer.text


def test_the_seat_of_another_is_not_shown(server, ann, ben):
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    answer = ben.http.get(f"/tables/{table}?seat=0", headers=PERSON)
    assert answer.status_code == 403
    assert "<h1>Not allowed</h1>" in answer.text


def test_a_page_speaks_the_language_of_its_reader(server):
    for header, word in (("fr-CH, en;q=0.5", 'lang="fr"'), ("tlh, en;q=0.8", 'lang="en"')):
        assert word in web.get(server.address, headers={"Accept-Language": header}).text
    chosen = {"language": "fr", "theme": "night"}
    page = web.get(server.address, headers=PERSON, cookies=chosen).text
    assert 'lang="fr" data-theme="night"' in page


def test_a_link_to_join_leads_to_the_table(server, ann):
    table = ann.create({"name": "Ann"}, {})
    answer = web.get(f"{server.address}/tables/{table}/join", headers=PERSON)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{table}")


def test_bots_have_names_in_the_language_of_the_reader(server, ann):
    table = ann.create({"name": "Ann"}, {"bot": "merchant"}, {"bot": "merchant"}, {})
    pages = (f"/tables/{table}", "/games", "/")
    for page in pages:
        text = ann.http.get(page, headers={"Accept-Language": "fr"}).text
        assert "Marchand 2" in text, page
        assert "Merchant" not in text, page


@pytest.mark.parametrize(
    ("address", "is_local", "link"),
    [
        ("http://127.0.0.1:8000/tables/x?seat=1", True, "http://127.0.0.1:8000/tables/x"),
        ("http://127.0.0.1:8000/tables/x", False, "http://192.168.1.7:8000/tables/x"),
        ("http://localhost/tables/x", False, "http://192.168.1.7/tables/x"),
        ("http://[::1]:8000/tables/x", False, "http://192.168.1.7:8000/tables/x"),
        ("https://parure.example/tables/x", False, "https://parure.example/tables/x"),
    ],
)
def test_a_link_to_share_leads_others_to_this_machine(monkeypatch, address, is_local, link):
    monkeypatch.setattr(network_access, "own_address", lambda: "192.168.1.7")
    assert network_access.link_for_others(URL(address), is_local=is_local) == link


def test_without_a_network_the_link_is_as_it_was(monkeypatch):
    monkeypatch.setattr(network_access, "own_address", lambda: None)
    address = "http://localhost:8000/tables/x"
    assert network_access.link_for_others(URL(address), is_local=False) == address


@pytest.mark.parametrize("modules", [[], ["orient"]], ids=["base", "orient"])
def test_a_table_comes_with_the_faces_that_it_shows_and_fetches_the_others(server, ann, modules):
    table = ann.create({"name": "Ann"}, {"name": "Ben"}, modules=modules)
    page = ann.http.get(f"/tables/{table}", headers=PERSON).text
    sheet = re.search(r'<svg class="sprites".*?</defs></svg>', page, re.DOTALL)[0]
    rows = ann.look(table)["game"]["view"]["rows"]
    named = {f"{face}-{id}" for face in "fct" for id in rows.values()}
    assert len(named) >= 36
    assert named <= set(re.findall(r'<symbol id="([fct]-[^"]+)"', sheet))
    assert len(page) < 200_000
    rest = ann.http.get(re.search(r'data-whole="([^"]+)"', sheet)[1])
    whole = set(re.findall(r'<symbol id="([fct]-[^"]+)"', rest.text))
    assert {f"{face}-{card.id}" for face in "fct" for card in CARDS if card.set == "base"} <= whole
    assert named <= whole
    assert len(gzip.compress(rest.content)) < 120_000
    again = ann.http.get(rest.url, headers={"If-None-Match": rest.headers["ETag"]})
    assert (again.status_code, again.text) == (304, "")
