"""Programs as guests: they are asked to tables, sit down by themselves, and are rated apart."""

import errno
import json
import runpy
import sys
import threading
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from kit.documents import of_seats
from kit.server import GENEROUS, Person, running
from kit.waiting import PATIENCE, eventually
from parure.server.errors import Unavailable
from parure.server.people.service import People, Player
from parure.server.security.identity import Identities
from parure.server.store import documents
from parure.server.store.documents import Files
from parure.server.tables.names import public_id

GUEST = Path(__file__).parents[3] / "examples" / "guest_bot.py"


@pytest.fixture
def server(tmp_path):
    with running(tmp_path) as server:
        yield server


def guest(server, maker, name="Gemini", scope="play"):
    """Return a program of somebody, and its public id."""
    made = maker.post("/api/programs", 201, name=name, scope=scope)
    return Person(server.address, made["token"]), made["id"]


def hear(news):
    """Return the next that is told of a table."""
    while (told := json.loads(news.recv()))["type"] == "ready":
        pass
    return told["type"], told["table"]


def challenge(server, maker, id, **options):
    return maker.create({"name": "Ann"}, {}, programs=[None, id], **options)


def test_a_program_is_asked_and_plays(server):
    ann = server.person()
    program, id = guest(server, ann)
    with program.watching("/api/stream") as news:
        listed = [{"id": id, "name": "Gemini", "here": True}]
        assert [{**one, "mine": True} for one in listed] == ann.get("/api/programs")
        table = challenge(server, ann, id)
        kind, told = hear(news)
        assert (kind, told["table"], told["mine"], told["programs"]) == (
            "challenge",
            table,
            [1],
            [1],
        )
        program.post(f"/api/tables/{table}/seats")
        kinds = [hear(news)[0] for _ in range(2)]
        assert kinds[-1] == "game"
        view = ann.look(table)
        assert (view["table"]["status"], of_seats(view, "name")) == ("playing", ["Ann", "Gemini"])
        assert of_seats(view, "program") == [False, True]
        ann.play(table, lambda moves: moves[0])
        while not hear(news)[1]["my_turn"]:
            pass
        program.play(table, lambda moves: moves[0])
        assert "Gemini" in ann.http.get("/").text
        assert "a program" in ann.http.get("/games").text


def test_a_program_declines_and_is_told_of_what_went(server):
    ann = server.person()
    program, id = guest(server, ann)
    with program.watching("/api/stream") as news:
        table = challenge(server, ann, id)
        assert hear(news)[0] == "challenge"
        assert "kept for an invited program" in ann.http.get(f"/tables/{table}").text
        program.post(f"/api/tables/{table}/decline")
        assert hear(news)[0] == "gone"
        assert program.refused(f"/api/tables/{table}/decline")[1] == "conflict"
        another = challenge(server, ann, id)
        assert hear(news)[0] == "challenge"
        ann.post(f"/api/tables/{another}/start", bot="random")
        assert hear(news)[0] == "gone"


def test_one_who_does_not_listen_can_not_be_asked(server):
    ann = server.person()
    _program, id = guest(server, ann)
    body = {"seats": [{"name": "Ann"}, {}], "programs": [None, id]}
    assert ann.refused("/api/tables", **body)[:2] == (409, "conflict")
    body["programs"] = [None, "nobody"]
    assert ann.refused("/api/tables", **body)[:2] == (404, "missing")


@pytest.mark.parametrize(
    ("seats", "programs", "sentence"),
    [
        (
            [{"name": "Ann"}, {}],
            [0],
            "Give a program or null for each seat, in order: 2 in all.",
        ),
        ([{}, {}, {}], [0, 0], "Give a program or null for each seat, in order: 3 in all."),
        ([{}, {}], [None] * 3, "Give a program or null for each seat, in order: 2 in all."),
        ([{"name": "Ann"}, {}], [0, None], "Seat 0 is taken: invite the program to an open one."),
        ([{}, {"bot": "random"}], [None, 0], "Seat 1 is taken: invite the program to an open one."),
    ],
)
def test_programs_are_asked_seat_by_seat(server, seats, programs, sentence):
    ann = server.person()
    program, id = guest(server, ann)
    with program.watching("/api/stream") as news:
        json.loads(news.recv())
        asked = [None if one is None else id for one in programs]
        refused = ann.refused("/api/tables", seats=seats, programs=asked)
        assert refused == (422, "invalid", sentence)
        assert ann.get("/api/tables")["mine"] == []


def test_names_are_taken_once_and_kept(server, tmp_path):
    ann, ben = server.person(), server.person()
    program, id = guest(server, ann)
    assert guest(server, ann)[1] == id
    assert ben.refused("/api/programs", name="GEMINI")[:2] == (409, "conflict")
    assert program.refused("/api/programs", name="Another")[:2] == (403, "forbidden")
    table = program.create({"name": "Somebody else"}, {"bot": "random"})
    assert of_seats(program.look(table), "name")[0] == "Gemini"
    again = Identities.open(Files(tmp_path))
    assert [one.name for one in again.programs.living()] == ["Gemini"]
    assert again.person(program.token) is not None


def test_five_are_enough(server):
    ann = server.person()
    for number in range(5):
        guest(server, ann, f"Gemini {number}")
    assert ann.refused("/api/programs", name="One more")[1] == "busy"


def test_those_that_were_ended_take_no_room(server, monkeypatch):
    monkeypatch.setattr("parure.server.security.identity.MOST_PROGRAMS", 1)
    ann, ben = server.person(), server.person()
    _program, id = guest(server, ann)
    assert ben.refused("/api/programs", name="Castor")[1] == "busy"
    ann.http.delete(f"/api/programs/{id}").raise_for_status()
    guest(server, ben, "Castor")


def test_an_address_makes_so_many_whoever_asks(tmp_path):
    with running(tmp_path, limits=replace(GENEROUS, creations=(0.0, 2.0))) as server:
        for path in ("/api/programs", "/api/devices/link"):
            answers = [
                server.person().http.post(path, json={"name": f"Gemini {number}"})
                for number in range(3)
            ]
            assert [answer.is_success for answer in answers] == [True, True, False]
            assert answers[-1].json()["error"]["code"] == "busy"


def test_a_token_for_looking_changes_nothing(server):
    ann = server.person()
    watcher, id = guest(server, ann, scope="watch")
    with watcher.watching("/api/stream") as news:
        table = challenge(server, ann, id)
        assert hear(news)[0] == "challenge"
        assert watcher.look(table)["table"]["status"] == "waiting"
        assert watcher.refused(f"/api/tables/{table}/seats")[:2] == (403, "forbidden")


def test_a_program_that_was_ended_is_nobody(server):
    ann, ben = server.person(), server.person()
    program, id = guest(server, ann)
    assert ben.http.delete(f"/api/programs/{id}").status_code == 404
    with program.watching("/api/stream") as news:
        table = challenge(server, ann, id)
        assert hear(news)[0] == "challenge"
        assert ann.http.delete(f"/api/programs/{id}").status_code == 204
        ann.post(f"/api/tables/{table}/start", bot="random")
        assert json.loads(news.recv())["error"]["code"] == "forbidden"
    assert program.http.get("/api/tables").status_code == 401
    assert ann.get("/api/programs") == []


@pytest.mark.parametrize("content", ["{", "[1]", "[{}]", '[{"id": "a", "nome": "b"}]'])
def test_a_damaged_file_is_named(tmp_path, content):
    Identities.open(Files(tmp_path))
    (tmp_path / "programs.json").write_text(content)
    with pytest.raises(Unavailable, match=r"programs\.json, which holds .* is damaged"):
        Identities.open(Files(tmp_path))


def test_a_file_that_is_damaged_meanwhile_takes_nothing_from_anybody(server, tmp_path):
    ann = server.person()
    program, _id = guest(server, ann)
    path = tmp_path / "programs.json"
    path.write_text(path.read_text().replace('"id"', '"ie"'))
    status, code, sentence = ann.refused("/api/programs", name="Another")
    assert (status, code) == (503, "unavailable")
    assert "programs.json, which holds the registered programs, is damaged" in sentence
    assert program.get("/api/tables")["mine"] == []


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The server’s disk is full: nothing can be saved."),
        (errno.EROFS, "The server can’t write its games: nothing can be saved."),
    ],
)
def test_a_disk_that_takes_nothing_is_said(server, monkeypatch, number, sentence):
    ann = server.person()
    with monkeypatch.context() as failing:
        failing.setattr(documents, "write_whole", Mock(side_effect=OSError(number, "so it is")))
        for path, body in (("/api/programs", {"name": "Gemini"}), ("/api/devices/link", {})):
            assert ann.refused(path, **body) == (503, "unavailable", sentence)
    guest(server, ann)
    ann.post("/api/devices/link")


OWN = "In a rated game, everyone has only one seat, and your own programs count as you."


def test_nobody_plays_a_rated_game_against_a_program_of_their_own(server):
    ann, ben = server.person(), server.person()
    (program, id), (sister, _id) = guest(server, ann), guest(server, ann, "Libra")
    table = ann.create({"name": "Ann"}, {}, {}, rated=True)
    assert program.refused(f"/api/tables/{table}/seats") == (409, "conflict", OWN)
    theirs = program.create({"name": "Gemini"}, {}, {}, rated=True)
    for person in (ann, sister):
        assert person.refused(f"/api/tables/{theirs}/seats", name="Ann") == (409, "conflict", OWN)
    with program.watching("/api/stream") as news:
        json.loads(news.recv())
        body = {"seats": [{"name": "Ann"}, {}], "programs": [None, id], "rated": True}
        assert ann.refused("/api/tables", **body) == (409, "conflict", OWN)
        challenge(server, ann, id)
    for one in (table, theirs):
        ben.post(f"/api/tables/{one}/seats", name="Ben")
    played = ann.create({"name": "Ann"}, {})
    program.post(f"/api/tables/{played}/seats")


def test_nobody_joins_a_rated_tournament_with_a_program_of_their_own(server):
    ann, ben = server.person(), server.person()
    program, _id = guest(server, ann)
    for is_rated in (True, False):
        cup = ann.post("/api/tournaments", 201, name="Cup", player="Ann", rated=is_rated)["id"]
        path = f"/api/tournaments/{cup}/players"
        if is_rated:
            assert program.refused(path) == (409, "conflict", OWN)
        else:
            program.post(path)
        ben.post(path, name="Ben")


def test_the_example_plays_a_rated_game_that_counts_apart(server, monkeypatch, capsys):
    maker, ann = server.person(), server.person()
    program, id = guest(server, maker)
    monkeypatch.setattr(sys, "argv", [GUEST.name, server.address, program.token, "--games", "1"])
    playing = threading.Thread(
        target=runpy.run_path, args=[str(GUEST)], kwargs={"run_name": "__main__"}
    )
    playing.start()
    eventually(lambda: ann.get("/api/programs"))
    table = challenge(server, ann, id, rated=True)
    eventually(lambda: ann.look(table)["table"]["status"] != "waiting")
    ann.post(f"/api/tables/{table}/resign")
    playing.join(timeout=PATIENCE)
    assert not playing.is_alive()
    assert f"{table} won" in capsys.readouterr().out
    people = server.service(People)
    gemini = people.find(id)
    assert gemini is not None
    assert people.rating(gemini, "programs").points > 1500
    assert people.rating(gemini, "base") is None
    me = next(one for one in people.everybody() if public_id(one.id) != id)
    assert isinstance(me, Player)
    assert people.rating(me, "base") is None
    assert "With programs" in ann.http.get(f"/people/{id}").text
    assert ann.http.get("/people", params={"pool": "programs"}).status_code == 200
