"""Tables and tournaments that are made and left alone: no address takes all of them, and they go soon."""

import time
from dataclasses import replace

import pytest

from kit.diary import Diary
from kit.proxy import proxied
from kit.server import GENEROUS, Person, running
from kit.waiting import eventually
from parure.server.play.lifecycle import close_untouched
from parure.server.tables.listing import Listing

HOUR, DAY = 3_600.0, 86_400.0
FULL = "Too many games from your network are in progress: finish some of them first."
SEATS = [{"name": "Ann"}, {}]


@pytest.fixture
def wait(monkeypatch):
    """Let so many seconds go by."""
    real = time.time

    def pass_by(seconds):
        monkeypatch.setattr(time, "time", lambda: real() + seconds)

    return pass_by


def there(server):
    """Return the tables of a server that are not closed."""
    tables = server.store.listings().result().listings
    return {table for table in tables if server.sessions.lists.is_there(table)}


def closed(server):
    """Return the tables that are closed when a server looks for untouched ones."""
    before = there(server)
    server.do(close_untouched(server.sessions))
    return before - there(server)


def test_one_address_has_so_many_tables_whoever_makes_them(tmp_path):
    limits = replace(GENEROUS, tables_of_address=3)
    with (
        running(tmp_path, limits=limits, proxies=("127.0.0.1",)) as server,
        proxied(server.address) as proxy,
    ):
        many = [Person(proxy.address) for _ in range(4)]
        for person in many[:2]:
            person.create(*SEATS)
        first = many[0].create({"name": "Ann"}, {"bot": "random"})
        assert many[3].refused("/api/tables", seats=SEATS) == (429, "busy", FULL)
        assert many[3].refused("/api/lessons/first", name="Ann")[2] == FULL
        assert many[3].refused("/api/daily", name="Ann")[2] == FULL
        proxy.visitor = "192.0.2.2"
        Person(proxy.address).create(*SEATS)
        proxy.visitor = "192.0.2.1"
        many[0].post(f"/api/tables/{first}/resign")
        many[3].create(*SEATS)


def test_the_tables_of_a_tournament_count_too(tmp_path):
    limits = replace(GENEROUS, tables_of_address=2)
    with running(tmp_path, limits=limits) as server:
        ann, ben = server.person(), server.person()
        new = {"name": "Cup", "kind": "everybody", "player": "Ann"}
        ids = [ann.post("/api/tournaments", 201, **new)["id"] for _ in range(3)]
        for id in ids:
            ben.post(f"/api/tournaments/{id}/players", name="Ben")
        for id in ids[:2]:
            ann.post(f"/api/tournaments/{id}/start")
        assert ann.refused(f"/api/tournaments/{ids[2]}/start") == (429, "busy", FULL)
        assert ben.refused("/api/tables", seats=SEATS) == (429, "busy", FULL)


def test_one_address_has_so_many_tournaments_whoever_makes_them(tmp_path, monkeypatch, wait):
    monkeypatch.setattr("parure.server.tournaments.service.MOST_OF_ADDRESS", 2)
    with running(tmp_path) as server:
        new = {"name": "Cup", "player": "Ann"}
        ann, ben = server.person(), server.person()
        first = ann.post("/api/tournaments", 201, **new)["id"]
        second = ben.post("/api/tournaments", 201, **new)["id"]
        ann.post(f"/api/tournaments/{second}/players", name="Ann B")
        refused = server.person().refused("/api/tournaments", **new)
        sentence = "Too many tournaments from your network: try again later."
        assert refused == (429, "busy", sentence)
        wait(DAY + 1)
        assert [one["id"] for one in server.person().get("/api/tournaments")] == [second]
        assert {one["id"] for one in ann.get("/api/tournaments")} == {first, second}
        server.person().post("/api/tournaments", 201, **new)
        # Its link still works, and whoever comes brings it back.
        ben.post(f"/api/tournaments/{first}/players", name="Ben")
        assert len(server.person().get("/api/tournaments")) == 3


def test_what_nobody_has_joined_and_played_at_is_closed(tmp_path, wait):
    with running(tmp_path) as server:
        ann, ben = server.person(), server.person()
        bots = ann.create({"name": "Ann"}, {"bot": "random"})
        public = ann.create(*SEATS, public=True)
        private = ann.create(*SEATS)
        joined = ann.create({"name": "Ann"}, {}, {}, public=True)
        ben.post(f"/api/tables/{joined}/seats", name="Ben")
        played = ann.create({"name": "Ann"}, {"name": "Ben"})
        ann.move(played, "take W U G", ann.look(played)["version"], seat=0)
        daily = ann.post("/api/daily", 201, name="Ann")["table"]
        assert closed(server) == set()
        wait(HOUR + 10)
        with ann.watching(f"/api/tables/{public}/watch") as socket:
            socket.recv()
            assert closed(server) == {bots}
        eventually(lambda: not server.sessions.get(public).is_visited)
        assert closed(server) == {public}
        assert ann.http.get(f"/api/tables/{public}").status_code == 404
        wait(DAY + 10)
        assert closed(server) == {private}
        assert {ann.look(table)["table"]["status"] for table in (joined, played, daily)} >= {
            "playing"
        }


def test_a_table_whose_maker_listens_stays(tmp_path, wait):
    with running(tmp_path) as server:
        ann = server.person()
        table = ann.create(*SEATS, public=True)
        wait(HOUR + 10)
        with ann.watching("/api/stream") as news:
            news.recv()
            assert closed(server) == set()
        eventually(lambda: not server.sessions.get(table).is_visited)
        assert closed(server) == {table}


@pytest.mark.parametrize(
    ("seat", "turns", "is_untouched"), [(0, 0, True), (0, 1, False), (1, 1, True), (1, 2, False)]
)
def test_a_game_is_untouched_until_its_maker_has_played_a_turn(seat, turns, is_untouched):
    owners, kinds = [None, None], ["random", "random"]
    owners[seat], kinds[seat] = "Ann", None
    listing = replace(
        Listing.of(Diary().table, None), owners=tuple(owners), kinds=tuple(kinds), turns=turns
    )
    assert listing.maker == "Ann"
    assert listing.is_untouched is is_untouched
