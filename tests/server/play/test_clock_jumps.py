"""The clock of the machine is set while people play: nobody loses time, and nothing is refused."""

import time

import pytest

from kit.documents import of_seats
from kit.server import Person, running

YEAR = 365 * 86_400.0
JUMPS = (0.0, YEAR, -YEAR, -40 * YEAR, 2 * YEAR)
PAGE = {"Accept": "text/html"}


@pytest.fixture
def jump(monkeypatch):
    """Set the clock of the machine, so far from what it is."""
    real = time.time

    def to(seconds):
        monkeypatch.setattr(time, "time", lambda: real() + seconds)

    return to


def test_nobody_loses_time_and_games_go_on(place, tmp_path, jump):
    where = {} if place.kind == "sqlite" else {"database": place.address}
    with running(tmp_path, **where) as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"name": "Ben"}, clock={"minutes": 5})
        for seconds in JUMPS:
            jump(seconds)
            version = ann.look(table)["version"]
            assert ann.play(table, lambda moves: moves[0])["version"] == version + 1
            assert min(of_seats(ann.look(table), "clock")) > 200
            for path in ("/", "/games", "/people", "/daily", f"/tables/{table}"):
                assert ann.http.get(path, headers=PAGE).status_code == 200
    for seconds in (YEAR, -40 * YEAR):
        jump(seconds)
        with running(tmp_path, **where) as server:
            ann = Person(server.address, ann.token)
            view = ann.look(table)
            assert view["table"]["status"] == "playing"
            assert min(of_seats(view, "clock")) > 200
            ann.play(table, lambda moves: moves[0])


def test_rated_games_count_in_some_order(tmp_path, jump):
    with running(tmp_path) as server:
        ann, ben = server.person(), server.person()
        for seconds in JUMPS:
            jump(seconds)
            table = ann.create({"name": "Ann"}, {}, rated=True)
            ben.post(f"/api/tables/{table}/seats", name="Ben")
            ann.post(f"/api/tables/{table}/resign")
        listed = {one["name"]: one for one in ann.get("/api/people")}
        assert listed["Ben"]["rating"] > listed["Ann"]["rating"]
        assert listed["Ann"]["games"] == len(JUMPS)
        assert ann.http.get("/people/me", headers=PAGE, follow_redirects=True).status_code == 200
        kept = listed
    jump(0.0)
    with running(tmp_path) as server:
        again = {one["name"]: one for one in server.person().get("/api/people")}
        assert {name: one["games"] for name, one in again.items()} == {
            name: one["games"] for name, one in kept.items()
        }
