"""Nobody fills a table without end, and nobody spoils it for the others."""

import threading
from dataclasses import replace

import pytest

from kit.documents import of_seats
from kit.reviewed import finished
from kit.server import GENEROUS, running, until
from kit.waiting import eventually
from parure import record
from parure.server.play import continued_games, sessions
from parure.server.tables import table as tables

ENOUGH = "You’ve reached the limit of 3 changes at this table."


@pytest.fixture
def three_changes(monkeypatch):
    monkeypatch.setattr(tables, "CHANGES", 3)
    monkeypatch.setattr("parure.server.play.service.CHANGES", 3)


def leave(person, table, seat):
    person.http.delete(f"/api/tables/{table}/seats/{seat}").raise_for_status()


@pytest.mark.usefixtures("three_changes")
class TestChanges:
    def test_a_person_sits_down_so_often(self, ann, ben):
        table = ann.create({"name": "Ann"}, {}, {})
        for _time in range(3):
            ben.post(f"/api/tables/{table}/seats", name="Ben")
            leave(ben, table, 1)
        assert ben.refused(f"/api/tables/{table}/seats", name="Ben") == (429, "busy", ENOUGH)
        assert ann.look(table)["version"] == 7

    def test_the_others_still_sit_down(self, ann, ben, server):
        self.test_a_person_sits_down_so_often(ann, ben)
        table = ann.get("/api/tables")["mine"][0]["table"]
        server.person().post(f"/api/tables/{table}/seats", name="Cleo")

    def test_a_person_comes_back_to_a_game_so_often(self, ann, ben):
        table = ann.create({"name": "Ann"}, {})
        for _time in range(3):
            ben.post(f"/api/tables/{table}/seats", name="Ben")
            leave(ben, table, 1)
        assert ben.refused(f"/api/tables/{table}/seats", name="Ben") == (429, "busy", ENOUGH)
        assert of_seats(ann.look(table), "bot")[1] is not None

    def test_a_person_takes_a_move_back_so_often(self, ann, ben):
        table = ann.create({"name": "Ann"}, {})
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        for _time in range(3):
            ann.move(table, "take W U G", ann.look(table)["version"])
            ann.post(f"/api/tables/{table}/undo", version=ann.look(table)["version"])
        ann.move(table, "take W U G", ann.look(table)["version"])
        view = ann.look(table)
        assert view["you"]["undoer"] is None
        refused = ann.refused(f"/api/tables/{table}/undo", version=view["version"])
        assert refused == (429, "busy", ENOUGH)


def test_a_table_comes_to_an_end(ann, ben, monkeypatch):
    table = ann.create({"name": "Ann"}, {})
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    for person in (ann, ben):
        person.move(table, "take W U G", person.look(table)["version"])
    monkeypatch.setattr(tables, "EVENTS", ann.look(table)["version"])
    sentence = "This game has grown too long: let a bot play on, or start a new table."
    version = ann.look(table)["version"]
    move = {"move": "take W U R", "version": version}
    assert ann.refused(f"/api/tables/{table}/moves", **move) == (429, "busy", sentence)
    assert ben.refused(f"/api/tables/{table}/undo", version=version) == (429, "busy", sentence)
    leave(ann, table, 0)
    assert ann.refused(f"/api/tables/{table}/seats", name="Ann", seat=0) == (429, "busy", sentence)
    assert of_seats(ben.look(table), "bot")[0] is not None


def test_few_games_that_are_over_stay_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("parure.server.play.sessions.MOST_OVER", 1)
    with running(tmp_path) as server:
        ann, sessions = server.person(), server.sessions
        over = [ann.create({"bot": "random"}, {"bot": "random"}, pace="instant") for _ in range(3)]
        waiting = ann.create({"name": "Ann"}, {})
        for table in over:
            with ann.watching(f"/api/tables/{table}/watch") as socket:
                until(socket, lambda view: view["table"]["status"] == "over")
            # It is shown before its last move and those who watch it are through.
            eventually(lambda table=table: sessions.get(table).is_idle)
        sessions.forget_idle()
        assert [sessions.get(table) is not None for table in (*over, waiting)] == [0, 0, 1, 1]
        assert ann.look(over[0])["table"]["status"] == "over"


# Imported games


@pytest.fixture
def text():
    return record.dumps(finished().record())


def test_a_long_record_is_refused(ann, text, monkeypatch):
    monkeypatch.setattr(continued_games, "MOST_MOVES", 10)
    assert ann.refused("/api/records", record=text)[2] == "This record is too long."


def test_a_record_is_imported_beside_the_event_loop(server, ann, text, monkeypatch):
    threads, steps = [], {continued_games: "events_of_record", sessions: "_added"}

    def noted(step):
        def call(*given):
            threads.append(threading.current_thread())
            return step(*given)

        return call

    for module, name in steps.items():
        monkeypatch.setattr(module, name, noted(getattr(module, name)))
    ann.post("/api/records", 201, record=text)
    assert len(threads) == len(steps)
    assert server.thread not in threads


def test_an_address_imports_so_many_records(tmp_path, text):
    with running(tmp_path, limits=replace(GENEROUS, imports=(0.001, 1))) as server:
        server.person().post("/api/records", 201, record=text)
        assert server.person().refused("/api/records", record=text)[1] == "busy"


def test_an_imported_game_is_deleted_after_a_while(server, ann, text):
    imported = ann.post("/api/records", 201, record=text)["table"]
    played = ann.create({"name": "Ann"}, {"name": "Ben"})
    ann.post(f"/api/tables/{played}/resign", seat=0)
    now = server.sessions.lists.get(imported).created
    server.do(server.sessions.delete_imported(now - 1))
    assert ann.look(imported)["table"]["status"] == "over"
    server.do(server.sessions.delete_imported(now + 60))
    assert ann.http.get(f"/api/tables/{imported}").status_code == 404
    assert len(server.store.events(imported).result()) == 2
    assert ann.look(played)["table"]["status"] == "over"
    assert {game["table"] for game in ann.get("/api/tables")["mine"]} == {played}
