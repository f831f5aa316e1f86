"""Tournaments on a server: from the first player to the report, whoever leaves, stays away or is killed."""

import json
import time
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest

from kit.documents import of_seats
from kit.server import GENEROUS, Person, done, running
from kit.stores import InSqlite
from kit.waiting import eventually
from parure.server.tournaments import pages as tournament_page
from parure.server.tournaments import service
from parure.server.tournaments.service import Tournaments
from parure.server.tournaments.tournament_view import SeenGame

pytestmark = pytest.mark.usefixtures("english")


def make(person, *bots, **plan):
    """Make a tournament and return its id."""
    made = person.post("/api/tournaments", 201, name="Cup", bots=list(bots), **plan)
    return made["id"]


def look(person, id):
    return person.get(f"/api/tournaments/{id}")


def until(person, id, is_so):
    """Return a tournament as soon as something is so."""
    return eventually(lambda: seen if is_so(seen := look(person, id)) else None)


def own_table(person, id):
    """Return the table at which somebody has to play."""
    seen = look(person, id)
    games = [game for game in seen["rounds"][-1]["games"] if seen["number"] in game["players"]]
    return games[0]["table"]


def enter(id, *people):
    for number, person in enumerate(people):
        person.post(f"/api/tournaments/{id}/players", name=f"Player {number + 1}")


@pytest.fixture
def late(monkeypatch):
    """Let an hour go by between any two looks at tournaments, when it is called."""
    hours = count(3_600, 3_600)
    clock = SimpleNamespace(
        time=lambda: time.time(), monotonic=lambda: time.monotonic() + next(hours)
    )
    return lambda: monkeypatch.setattr(service, "time", clock)


def test_bots_play_by_themselves_and_the_arena_reports(ann):
    id = make(ann, "novice", "merchant", kind="everybody")
    assert look(ann, id)["state"] == "open"
    started = ann.post(f"/api/tournaments/{id}/start")
    table = started["rounds"][0]["games"][0]["table"]
    with ann.watching(f"/api/tables/{table}/watch") as news:
        assert any(view["table"]["status"] == "over" for view in news)
    seen = until(ann, id, lambda one: one["state"] == "over")
    ((game,),) = [one["games"] for one in seen["rounds"]]
    table = ann.look(game["table"])["table"]
    assert (table["status"], table["tournament"]) == ("over", id)
    assert sum(game["shares"]) == sum(line["points"] for line in seen["standings"]) == 1
    report = ann.get(f"/api/tournaments/{id}/report")
    assert [one["games"] for one in report] == [1, 1]
    assert min(one["elo"] for one in report) == 0
    assert "<svg" in ann.http.get(f"/api/tournaments/{id}/report.svg").text
    (entry,) = [one for one in ann.get("/api/tournaments") if one["id"] == id]
    assert (entry["players"], entry["round"], entry["waiting"]) == (2, 1, False)
    first = [line["player"] for line in seen["standings"] if line["place"] == 1]
    assert entry["winners"] == [seen["players"][player] for player in first]
    assert "rounds" not in entry
    page = ann.http.get(f"/tournaments/{id}").text
    assert "wins with" in page or "share the victory" in page
    assert "Statistics" in page


def test_people_take_part_by_the_link_and_play_at_ordinary_tables(server, ann, ben):
    id = make(ann, kind="swiss", rounds=1, player="Ann", patience=60)
    page = ben.http.get(f"/tournaments/{id}").text
    assert "Join" in page
    enter(id, ben)
    assert "Leave tournament" in ben.http.get(f"/tournaments/{id}").text
    assert "Start" in ann.http.get(f"/tournaments/{id}").text
    ann.post(f"/api/tournaments/{id}/start")
    page = ben.http.get(f"/tournaments/{id}").text
    assert "You’re playing " in page
    assert "for everybody to be there" in page
    table = own_table(ann, id)
    assert table == own_table(ben, id)
    assert ann.get("/api/tables")["mine"][0]["table"] == table
    session = ben.http.get(f"/tables/{table}").text
    assert "kept for a tournament player" in session
    assert f"/tournaments/{id}" in session
    for person in (ann, ben):
        # The name is that of the tournament.
        person.post(f"/api/tables/{table}/seats", name="Somebody else")
    view = ann.look(table)
    assert view["table"]["status"] == "playing"
    assert sorted(of_seats(view, "name")) == ["Ann", "Player 1"]
    assert view["table"]["options"]["serious"]
    page = ann.http.get(f"/tournaments/{id}").text
    assert "in progress" in page
    assert "for everybody to be there" not in page
    assert look(ann, id)["rounds"][0]["games"][0]["prestige"] == [0, 0]
    ben.post(f"/api/tables/{table}/resign")
    seen = until(ann, id, lambda one: one["state"] == "over")
    winner = seen["players"][seen["standings"][0]["player"]]
    assert (winner["name"], winner["mine"]) == ("Ann", True)
    assert f"/tournaments/{id}" in ann.http.get(f"/tables/{table}").text
    own = ann.get("/api/people/me")["tournaments"]
    assert own == [{"id": id, "name": "Cup", "mine": True, "player": "Ann"}]


def test_who_leaves_loses_and_the_others_go_on(server, ann, ben):
    carl = server.person()
    id = make(ann, kind="everybody", player="Ann", patience=60)
    enter(id, ben, carl)
    ann.post(f"/api/tournaments/{id}/start")
    first = look(ann, id)["rounds"][0]
    people = {look(one, id)["number"]: one for one in (ann, ben, carl)}
    one, other = (people[number] for number in first["games"][0]["players"])
    table = own_table(one, id)
    for person in (one, other):
        person.post(f"/api/tables/{table}/seats")
    assert one.http.delete(f"/api/tournaments/{id}/players/me").status_code == 200
    seen = until(ann, id, lambda seen: len(seen["rounds"]) > 1)
    assert seen["rounds"][0]["games"][0]["shares"] == [0, 1]
    assert [player["left"] for player in seen["players"]].count(True) == 1
    # Only one game is left to play, after the one that nobody has to play.
    rest = people[first["bye"]]
    seen = until(ann, id, lambda seen: any(g["table"] for g in seen["rounds"][-1]["games"]))
    table = next(g["table"] for g in seen["rounds"][-1]["games"] if g["table"])
    for person in (rest, other):
        person.post(f"/api/tables/{table}/seats")
    rest.post(f"/api/tables/{table}/resign")
    seen = until(ann, id, lambda one: one["state"] == "over")
    points = {seen["players"][line["player"]]["id"]: line["points"] for line in seen["standings"]}
    assert sorted(points.values()) == [0, 1, 2]
    winners = [server.identities.person(person.token) for person in (one, other, rest)]
    won = [server.service(Tournaments).won_by(person) for person in winners]
    assert won == [0, 1, 0]


def test_who_never_comes_is_out(ann, ben, late):
    id = make(ann, "random", kind="swiss", rounds=3, player="Ann", patience=5)
    enter(id, ben)
    ann.post(f"/api/tournaments/{id}/start")
    late()
    seen = until(ann, id, lambda one: one["state"] == "over")
    assert all(player["left"] for player in seen["players"] if player["bot"] is None)
    assert seen["players"][seen["standings"][0]["player"]]["bot"] == "random"
    assert not ann.get("/api/tables")["mine"]


def test_who_has_come_wins_against_who_has_not(ann, ben, late):
    id = make(ann, kind="everybody", player="Ann", patience=5)
    enter(id, ben)
    ann.post(f"/api/tournaments/{id}/start")
    table = own_table(ann, id)
    ann.post(f"/api/tables/{table}/seats")
    late()
    seen = until(ann, id, lambda one: one["state"] == "over")
    assert seen["players"][seen["standings"][0]["player"]]["mine"]
    assert ann.http.get(f"/tables/{table}").status_code == 404
    assert "not played" in ann.http.get(f"/tournaments/{id}").text
    assert ann.get(f"/api/tournaments/{id}/report") == []
    assert ann.http.get(f"/api/tournaments/{id}/report.svg").status_code == 404


def test_a_program_hears_of_its_games_and_plays(server, ann):
    made = ann.post("/api/programs", 201, name="Gemini")
    program = Person(server.address, made["token"])
    id = make(ann, "random", kind="everybody")
    with program.watching("/api/stream") as news:
        while json.loads(news.recv())["type"] != "ready":
            pass
        seen = program.post(f"/api/tournaments/{id}/players")
        assert [(one["name"], one["program"]) for one in seen["players"]] == [
            ("Random", False),
            ("Gemini", True),
        ]
        ann.post(f"/api/tournaments/{id}/start")
        told = json.loads(news.recv())
        assert (told["type"], told["table"]["tournament"]) == ("challenge", id)
        table = told["table"]["table"]
        refused = program.refused(f"/api/tables/{table}/decline")
        assert refused[1] == "conflict"
        program.post(f"/api/tables/{table}/seats")
        program.post(f"/api/tables/{table}/resign")
    seen = until(ann, id, lambda one: one["state"] == "over")
    assert seen["standings"][0]["points"] == 1
    assert "a program" in ann.http.get(f"/tournaments/{id}").text


def test_nobody_else_gets_a_seat_and_nothing_is_given_away(server, ann, ben):
    carl = server.person()
    id = make(ann, kind="everybody", player="Ann", patience=60)
    enter(id, ben)
    ann.post(f"/api/tournaments/{id}/start")
    table = own_table(ann, id)
    assert carl.refused(f"/api/tables/{table}/seats", name="Carl")[1] == "conflict"
    ann.post(f"/api/tables/{table}/seats")
    seat = ann.look(table)["you"]["seats"][0]
    assert ann.http.delete(f"/api/tables/{table}/seats/{seat}").status_code == 409
    assert ann.refused(f"/api/tables/{table}/start")[1] == "forbidden"
    assert ann.http.delete(f"/api/tables/{table}").status_code == 403
    assert ann.http.delete("/api/people/me").status_code == 409
    held = done(server.service(Tournaments).find(id))
    secret = {held.organiser, *(player.person for player in held.players)}
    for path in (
        f"/api/tournaments/{id}",
        "/api/tournaments",
        f"/tournaments/{id}",
        "/tournaments",
    ):
        text = carl.http.get(path).text
        assert "Cup" in text
        assert not any(one in text for one in secret)


def test_the_organiser_alone_starts_removes_and_ends(server, ann, ben):
    id = make(ann, "novice", player="Ann", patience=60)
    enter(id, ben)
    for act in ("start", "end"):
        assert ben.refused(f"/api/tournaments/{id}/{act}")[1] == "forbidden"
    assert ben.http.delete(f"/api/tournaments/{id}/players/novice").status_code == 403
    assert ann.http.delete(f"/api/tournaments/{id}/players/guild").status_code == 404
    assert ann.http.delete(f"/api/tournaments/{id}/players/novice").status_code == 200
    assert [player["name"] for player in look(ann, id)["players"]] == ["Ann", "Player 1"]
    ann.post(f"/api/tournaments/{id}/start")
    table = own_table(ann, id)
    assert ben.refused(f"/api/tournaments/{id}/players", name="Late")[1] == "conflict"
    ann.post(f"/api/tournaments/{id}/end")
    assert look(ben, id)["state"] == "over"
    assert ann.http.get(f"/tables/{table}").status_code == 404
    assert server.person().http.delete(f"/api/tournaments/{id}/players/me").status_code == 404


def test_what_makes_no_sense_is_refused(ann):
    def refused(**plan):
        return ann.refused("/api/tournaments", **{"name": "Cup", **plan})[1]

    assert refused(name=" \u200b ") == "invalid"
    assert refused(bots=["nobody"]) == "invalid"
    assert refused(clock={"minutes": 0}) == "invalid"
    assert refused(modules=["orient", "moon"]) == "invalid"
    assert refused(player="") == "invalid"
    assert refused(player="\u200b") == "invalid"
    assert refused(player="Novice", bots=["novice"]) == "conflict"
    assert not any(one["mine"] for one in ann.get("/api/tournaments"))
    assert ann.refused("/api/tournaments/nowhere/start")[1] == "missing"
    assert ann.http.get("/tournaments/nowhere").status_code == 404
    id = make(ann)
    assert ann.refused(f"/api/tournaments/{id}/start")[1] == "conflict"
    assert ann.refused(f"/api/tournaments/{id}/players")[1] == "invalid"
    for _more in range(4):
        make(ann)
    assert refused() == "busy"
    for one in ann.get("/api/tournaments"):
        if one["mine"]:
            ann.post(f"/api/tournaments/{one['id']}/end")


def test_one_starts_where_there_is_room_for_a_round_and_goes_on_where_there_is_none(tmp_path):
    with running(tmp_path, limits=replace(GENEROUS, tables=2)) as server:
        ann, ben, carl, dora = people = [server.person() for _player in range(4)]
        id = make(ann, kind="everybody", patience=60)
        enter(id, *people)
        waiting = ben.create({"name": "Ben"}, {})
        taken = (429, "busy", "All tables are in use: try again later.")
        assert ann.refused(f"/api/tournaments/{id}/start") == taken
        assert look(ann, id)["state"] == "open"
        ben.http.delete(f"/api/tables/{waiting}").raise_for_status()
        ann.post(f"/api/tournaments/{id}/start")
        ann.post(f"/api/tournaments/{id}/start")
        first = look(ann, id)["rounds"][0]["games"]
        assert carl.refused("/api/tables", seats=[{"name": "Carl"}, {}]) == taken
        for number, game in enumerate(first):
            for person in people:
                if own_table(person, id) == game["table"]:
                    person.post(f"/api/tables/{game['table']}/seats")
                    last = person
            last.post(f"/api/tables/{game['table']}/resign")
            if number == 0:
                # Somebody is quicker than the next round.
                dora.create({"name": "Dora"}, {})
        until(ann, id, lambda one: len(one["rounds"]) == 2)
        until(ann, id, lambda one: all(game["table"] for game in one["rounds"][1]["games"]))
        assert server.sessions.lists.running == 3


def test_private_ones_are_found_by_their_link_alone(ann, ben):
    id = make(ann, public=False)
    assert id in [one["id"] for one in ann.get("/api/tournaments")]
    assert id not in [one["id"] for one in ben.get("/api/tournaments")]
    assert look(ben, id)["plan"]["public"] is False
    ann.post(f"/api/tournaments/{id}/end")
    assert "cancelled" in ben.http.get(f"/tournaments/{id}").text
    assert id not in [one["id"] for one in ann.get("/api/tournaments")]


def test_who_is_forgotten_leaves_no_name(server):
    ann, ben = server.person(), server.person()
    id = make(ann, "novice", kind="everybody", player="Ann")
    other = make(ben, "novice")
    enter(other, ann)
    ann.post(f"/api/tournaments/{id}/start")
    ann.http.delete(f"/api/tournaments/{id}/players/me")
    until(ben, id, lambda one: one["state"] == "over")
    secret = done(server.service(Tournaments).find(id)).organiser
    assert ann.http.delete("/api/people/me").status_code == 204
    for one in (id, other):
        held = done(server.service(Tournaments).find(one))
        assert secret not in (held.organiser, *(player.person for player in held.players))
        assert "Ann" not in ben.http.get(f"/tournaments/{one}").text


def test_a_rated_tournament_rates_its_games(server, ann, ben):
    id = make(ann, kind="everybody", player="Ann", rated=True, patience=60)
    enter(id, ben)
    ann.post(f"/api/tournaments/{id}/start")
    table = own_table(ann, id)
    for person in (ann, ben):
        person.post(f"/api/tables/{table}/seats")
    ben.post(f"/api/tables/{table}/resign")
    until(ann, id, lambda one: one["state"] == "over")
    (rated,) = ann.get("/api/people/me")["rated"]
    assert (rated["table"], rated["won"]) == (table, True)


def test_it_goes_on_after_the_server_was_killed(tmp_path, late, monkeypatch):
    with running(tmp_path) as server:
        ann = server.person()
        id, other = (make(ann, "random", kind="everybody", player="Ann") for _cup in range(2))
        for cup in (id, other):
            ann.post(f"/api/tournaments/{cup}/start")
        table, broken = own_table(ann, id), own_table(ann, other)
        ann.post(f"/api/tables/{table}/seats")
        with monkeypatch.context() as killed:
            # Nothing follows from the end of the game.
            killed.setattr(service.Tournaments, "settle", AsyncMock())
            ann.post(f"/api/tables/{table}/resign")
            server.stop()
    InSqlite(tmp_path / "games.sqlite").execute(
        "UPDATE events SET event = 'lost' WHERE \"table\" = ?", broken
    )
    with running(tmp_path) as server:
        ann = Person(server.address, ann.token)
        assert own_table(ann, id) == table
        seen = until(ann, id, lambda one: one["state"] == "over")
        assert seen["standings"][0]["points"] == 1
        # Nobody is to blame for a table that can't be read.
        late()
        seen = until(ann, other, lambda one: one["state"] == "over")
        assert [line["points"] for line in seen["standings"]] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("shares", "prestige", "words"),
    [
        ((1, 0), (15, 9), "prestige 15 : 9"),
        ((0.5, 0.5), (15, 15), "prestige 15 : 15"),
        ((1, 0), (0, 0), ""),
        ((0, 1), (9, 3), ""),
        ((1, 0), (), "not played"),
    ],
)
def test_prestige_is_told_where_it_has_decided_a_game(shares, prestige, words):
    game = SeenGame((0, 1), "t", "over", (True, True), shares, prestige)
    view = SimpleNamespace(state="running")
    assert tournament_page.game_state(view, game, ["Ann", "Ben"]) == words
