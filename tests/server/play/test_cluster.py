"""Several servers on one database: each serves every table, no move is lost or doubled, one takes over."""

import json
import logging
import threading
from contextlib import ExitStack
from unittest.mock import AsyncMock, Mock, patch

import pytest

from kit import web
from kit.documents import of_seats
from kit.postgres import has_postgres
from kit.server import Person, apart, running, until
from kit.stores import InPostgres
from kit.waiting import PATIENCE, eventually
from parure.puzzles import puzzles
from parure.server.errors import Busy
from parure.server.people.service import People
from parure.server.play.driver import PACES
from parure.server.play.lifecycle import ClusterFollower
from parure.server.puzzles.service import Puzzles
from parure.server.security.rates import Rates, Sockets
from parure.server.store.protocol import NotKept
from parure.server.tables import events as happened
from parure.server.tables.names import NOBODY

if not has_postgres():
    pytest.skip("there is no PostgreSQL here", allow_module_level=True)

pytestmark = [pytest.mark.verify, pytest.mark.usefixtures("english")]

PEOPLE = [{"name": "Ann"}, {}]


@pytest.fixture(scope="module")
def shared(postgres):
    """A database that many tests use, each with tables of its own."""
    import psycopg

    postgres_itself = psycopg.connect(postgres.address(), autocommit=True)
    postgres_itself.execute("DROP DATABASE IF EXISTS shared WITH (FORCE)")
    postgres_itself.execute("CREATE DATABASE shared")
    postgres_itself.close()
    return InPostgres(postgres.address("shared"))


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    return [tmp_path_factory.mktemp(name) for name in ("one", "two")]


@pytest.fixture(scope="module")
def two(shared, folders):
    """Two servers on one database, as on two machines; on a busy machine, too, each believes in the other."""
    with ExitStack() as stack:
        stack.enter_context(patch("parure.server.play.cluster._LEASE", 600.0))
        yield [
            stack.enter_context(running(folder, database=shared.address, hint_bot="random"))
            for folder in folders
        ]


def at(server, person):
    """Return a person who asks another server."""
    return Person(server.address, person.token)


def events(place, table):
    lines = place.execute('SELECT event FROM events WHERE "table" = ? ORDER BY number', table)
    return [happened.from_text(line) for (line,) in lines]


def wait_for(servers, person, table, status):
    """Wait until all servers know how a table is."""
    for server in servers:
        eventually(
            lambda server=server: at(server, person).look(table)["table"]["status"] == status
        )


def a_game(two):
    """Return two people, each at a server of their own, and the game that they play."""
    first, second = two
    ann, ben = first.person(), second.person()
    table = ann.create(*PEOPLE)
    ben.post(f"/api/tables/{table}/seats", name="Ben")
    wait_for(two, ann, table, "playing")
    return ann, ben, table


def a_finished_game(two):
    """Return two people, and the game that one of them has given up."""
    ann, ben, table = a_game(two)
    ann.post(f"/api/tables/{table}/resign")
    wait_for(two, ann, table, "over")
    return ann, ben, table


def test_a_table_is_at_every_server_and_what_happens_there_too(two, shared):
    first, second = two
    ann, ben = first.person(), second.person()
    table = ann.create(*PEOPLE)
    assert of_seats(at(second, ann).look(table), "name") == ["Ann", None]
    watch = f"/api/tables/{table}/watch"
    with ann.watching(watch) as here, ben.watching(watch) as there:
        ben.post(f"/api/tables/{table}/seats", name="Ben")
        version = 3
        for _move in range(8):
            sights = [
                until(socket, lambda view, version=version: view["version"] == version)
                for socket in (here, there)
            ]
            (mover,) = [n for n, view in enumerate(sights) if view["you"]["moves"]]
            move = sights[mover]["you"]["moves"][0]
            version = (ann, ben)[mover].move(table, move, version)["version"]
    assert len(events(shared, table)) == version


def test_a_table_that_nobody_uses_at_a_server_is_read_there_when_somebody_does(two, monkeypatch):
    second = two[1]
    ann, _ben, table = a_game(two)
    ann_there = at(second, ann)
    session = second.sessions.get(table)
    eventually(lambda: session.is_idle)
    before = ann.look(table)
    made = ann.move(table, before["you"]["moves"][0], before["version"])
    eventually(lambda: session.is_behind)
    assert session.table.version == before["version"]
    with monkeypatch.context() as patched:
        away = Mock(side_effect=NotKept("away"))
        patched.setattr(second.store, "since", away)
        assert ann_there.look(table)["version"] == before["version"]
    assert ann_there.look(table)["version"] == made["version"]
    assert not session.is_behind


@pytest.mark.parametrize("id", ["%00", "a%00b", "%F0%9F", "é"])
def test_what_can_be_no_id_is_not_there(two, id, caplog):
    ann = two[0].person()
    for path in (
        f"/tables/{id}",
        f"/api/tables/{id}",
        f"/tournaments/{id}",
        f"/api/tournaments/{id}",
    ):
        assert ann.http.get(path).status_code == 404
    move = {"move": "take W U R", "version": 1}
    assert ann.refused(f"/api/tables/{id}/moves", **move)[:2] == (404, "missing")
    assert ann.refused(f"/api/tables/{id}/seats", name="Ann")[:2] == (404, "missing")
    assert ann.refused(f"/api/tournaments/{id}/players", name="Ann")[:2] == (404, "missing")
    assert ann.http.delete(f"/api/tournaments/{id}/players/me").status_code == 404
    assert ann.http.delete(f"/api/tables/{id}/seats/0").status_code == 404
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []


def test_a_server_that_has_not_heard_decides_again(two, shared, monkeypatch):
    ann, _ben, table = a_game(two)
    path = f"/api/tables/{table}/moves"
    seen = ann.look(table)
    ann_there = at(two[1], ann)
    assert ann_there.look(table)["version"] == seen["version"]
    monkeypatch.setattr(ClusterFollower, "follow", lambda self, tables: None)
    body = {"move": seen["you"]["moves"][0], "version": seen["version"], "key": "one"}
    made = ann.post(path, **body)
    assert ann_there.look(table)["version"] == seen["version"]
    assert ann_there.post(path, **body) == made
    assert ann_there.refused(path, **{**body, "key": "three"})[1] == "stale"
    keys = [one.key for one in events(shared, table) if isinstance(one, happened.Moved)]
    assert keys == ["one"]


def test_the_same_request_at_two_servers_makes_one_table(two, shared, monkeypatch):
    monkeypatch.setattr(ClusterFollower, "follow", lambda self, tables: None)
    ann = two[0].person()
    made = {at(server, ann).create({"name": "Ann"}, {"bot": "random"}, key="k") for server in two}
    assert len(made) == 1
    assert len(events(shared, made.pop())) > 0


def test_everybody_comes_to_one_rematch(two, shared):
    ann, ben, table = a_finished_game(two)
    wanting = threading.Barrier(2)
    found = []

    def rematch(person):
        wanting.wait()
        found.append(person.post(f"/api/tables/{table}/rematch")["table"])

    asking = [threading.Thread(target=rematch, args=[person]) for person in (ann, ben)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(set(found)) == 1


def test_bots_are_moved_by_one_server_and_by_the_others_when_it_ends(two, shared, tmp_path):
    ann = two[0].person()
    with running(tmp_path, database=shared.address) as third, ExitStack() as stack:
        cluster = [server.sessions.cluster for server in (*two, third)]
        eventually(lambda: all(len(one.living) == 3 for one in cluster))
        tables = [
            at(server, ann).create({"name": "Ann"}, {"bot": "random"})
            for server in (*two, third)
            for _table in range(2)
        ]
        watched = [
            (table, stack.enter_context(ann.watching(f"/api/tables/{table}/watch")))
            for table in tables
        ]
        for turn in range(4):
            if turn == 2:
                third.stop()
            for table, socket in watched:
                view = until(socket, lambda view: view["you"]["moves"])
                ann.move(table, view["you"]["moves"][0], view["version"])
        for table, socket in watched:
            version = until(socket, lambda view: view["you"]["moves"])["version"]
            assert len(events(shared, table)) == version


def test_a_death_that_is_told_is_not_waited_for(two, shared, tmp_path, monkeypatch):
    with running(tmp_path, database=shared.address) as third:
        first, second, dying = (server.sessions.cluster for server in (*two, third))
        eventually(lambda: all(len(one.living) == 3 for one in (first, second, dying)))
        name = third.store.process
        first.bury(name)
        eventually(lambda: name not in first.living | second.living)
        # What it has said of itself holds for long, and is not believed when others renew what they say.
        renewed = []
        monkeypatch.setattr(first, "spent", lambda: renewed.append(first) or [])
        eventually(lambda: len(renewed) >= 2)
        assert name in two[0].store.renew(600.0).result()
        assert name not in first.living


def test_whoever_has_added_to_a_table_last_goes_on_with_it_until_it_is_gone(
    two, shared, tmp_path, monkeypatch
):
    monkeypatch.setitem(PACES, "calm", 600.0)
    with running(tmp_path, database=shared.address) as third:
        cluster = [server.sessions.cluster for server in (*two, third)]
        eventually(lambda: all(len(one.living) == 3 for one in cluster))
        ann = third.person()
        tables = [
            ann.create({"bot": "random"}, {"bot": "random"}, pace="calm") for _table in range(8)
        ]
        wait_for((*two, third), ann, tables[-1], "playing")
        assert all(cluster[2].drives(table) for table in tables)
        for first in cluster[:2]:
            eventually(lambda first=first: not any(first.drives(table) for table in tables))
        with running(tmp_path / "fourth", database=shared.address) as fourth:
            late = fourth.sessions.cluster
            eventually(lambda: all(len(one.living) == 4 for one in (*cluster, late)))
            eventually(lambda: not any(late.drives(table) for table in tables))
            third.stop()
            left = [*cluster[:2], late]
            eventually(lambda: all(len(one.living) == 3 for one in left))
            assert all(sum(one.drives(table) for one in left) == 1 for table in tables)
            assert len({one for one in left for table in tables if one.drives(table)}) > 1


def test_a_refused_request_does_not_disturb_a_bot(two, monkeypatch):
    monkeypatch.setitem(PACES, "calm", 600.0)
    ann = two[0].person()
    eventually(lambda: all(len(one.sessions.cluster.living) == 2 for one in two))
    table = ann.create({"name": "Ann"}, {"bot": "random"}, pace="calm")
    wait_for(two, ann, table, "playing")
    # One may not have heard yet.
    eventually(lambda: sum(one.sessions.cluster.drives(table) for one in two) == 1)
    driving = next(one for one in two if one.sessions.cluster.drives(table))
    there = at(driving, ann)
    while (view := there.look(table))["you"]["moves"]:
        there.move(table, view["you"]["moves"][0], view["version"])
    session = driving.sessions.get(table)
    driver = session.driver
    assert driver is not None
    there.refused(f"/api/tables/{table}/moves", move="pass", version=view["version"])
    assert session.driver is driver


def test_what_was_missed_is_found_when_the_connection_is_back(two, shared):
    first, second = two
    ann = first.person()
    table = ann.create({"name": "Ann"}, {"name": "Ben"})
    there = at(second, ann)
    with there.watching(f"/api/tables/{table}/watch") as socket:
        view = until(socket, lambda view: view["you"]["moves"])
        shared.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND application_name = 'parure'"
        )
        made = ann.move(table, view["you"]["moves"][0], view["version"])
        until(socket, lambda view: view["version"] == made["version"])


def test_whoever_is_forgotten_is_so_everywhere(two):
    ann, ben, table = a_finished_game(two)
    with ben.watching(f"/api/tables/{table}/watch") as socket:
        until(socket, lambda view: "Ann" in of_seats(view, "name"))
        assert ann.http.delete("/api/people/me").status_code == 204
        until(socket, lambda view: "Ann" not in of_seats(view, "name"))


def test_whoever_is_forgotten_is_so_in_what_was_shown_before(two):
    ann, ben, table = a_finished_game(two)
    shown = [f"/api/tables/{table}/replay/0", f"/tables/{table}/replay"]
    assert all("Ann" in ben.http.get(path).text for path in shown)
    with ben.watching(f"/api/tables/{table}/watch") as socket:
        assert ann.http.delete("/api/people/me").status_code == 204
        until(socket, lambda view: "Ann" not in of_seats(view, "name"))
    assert [path for path in shown if "Ann" in ben.http.get(path).text] == []


def test_whoever_is_forgotten_before_the_end_of_the_game_is_heard_of(two, monkeypatch):
    ann, ben, table = a_game(two)
    second, heard = two[1].sessions.cluster.follower, []
    with ben.watching(f"/api/tables/{table}/watch") as socket:
        with monkeypatch.context() as patched:
            patched.setattr(second, "follow", heard.extend)
            ann.post(f"/api/tables/{table}/resign")
            assert ann.http.delete("/api/people/me").status_code == 204
            last = eventually(
                lambda: [one for one in heard if NOBODY in json.loads(one.listing)["names"]]
            )
        two[1].sessions.cluster.grown(last)
        until(socket, lambda view: "Ann" not in of_seats(view, "name"))


def test_who_is_there_and_what_they_say_is_known_everywhere(two, shared):
    first, second = two
    ann, ben = first.person(), second.person()
    table = ann.create({"name": "Ann"}, {}, serious=False)
    watch = f"/api/tables/{table}/watch"
    with ann.watching(watch) as here:
        with ben.watching(watch) as there:
            ben.post(f"/api/tables/{table}/seats", name="Ben")
            until(here, lambda view: of_seats(view, "present") == [True, True])
            assert "Ben is still here" in ann.refused(f"/api/tables/{table}/seats/1/bot")[2]
            ann.post(f"/api/tables/{table}/phrases", phrase="hello")
            until(there, lambda view: view["table"]["said"])
        until(here, lambda view: of_seats(view, "present") == [True, False])
    ann.post(f"/api/tables/{table}/hint")
    seen = at(second, ann).look(table)
    sessions = second.sessions
    eventually(lambda: sessions.get(table).helped)
    at(second, ann).move(table, seen["you"]["moves"][0], seen["version"])
    assert ben.look(table)["table"]["practice"]
    eventually(lambda: ann.look(table) and not first.sessions.get(table).helped)


def test_a_program_that_listens_elsewhere_can_be_asked(two):
    first, second = two
    ann = first.person()
    made = ann.post("/api/programs", 201, name="Gemini, elsewhere")
    with Person(second.address, made["token"]).watching("/api/stream") as news:
        assert json.loads(news.recv(timeout=PATIENCE))["type"] == "ready"
        eventually(lambda: any(one["here"] for one in ann.get("/api/programs")))
        table = ann.create({"name": "Ann"}, {}, programs=[None, made["id"]])
        told = json.loads(news.recv(timeout=PATIENCE))
        assert (told["type"], told["table"]["table"]) == ("challenge", table)
    eventually(lambda: not any(one["here"] for one in ann.get("/api/programs")))


def test_what_is_used_up_is_so_everywhere(two):
    rates = [server.service(Rates) for server in two]
    for _time in range(4):
        rates[0].check("test", "ann", (0.0, 4.0))
    eventually(lambda: ("test", "ann") in rates[1]._left)
    with pytest.raises(Busy):
        rates[1].check("test", "ann", (0.0, 4.0))
    rates[1].check("test", "ben", (0.0, 4.0))


def test_from_where_a_table_was_made_is_known_everywhere(two):
    table = two[0].person().create(*PEOPLE)
    eventually(lambda: two[1].sessions.lists.address_of(table) == "127.0.0.1")


def test_pages_that_are_open_elsewhere_count_until_they_are_closed(two):
    here, there = (server.service(Sockets) for server in two)
    with ExitStack() as stack:
        for _page in range(40):
            stack.enter_context(here.opened("ann", "home"))
        eventually(lambda: there.elsewhere("ann") == 40)
        with pytest.raises(Busy), there.opened("ann", "away"):
            pass
    eventually(lambda: not there.elsewhere("ann"))


def test_a_review_is_stopped_wherever_it_is_made(two, monkeypatch):
    heard = []
    cluster = [server.sessions.cluster for server in two]
    monkeypatch.setattr(
        cluster[1], "on_review", lambda table, *, goes_on: heard.append((table, goes_on))
    )
    cluster[0].wish_for_review("t", False)
    eventually(lambda: heard == [("t", False)])


def browser(server, cookies=None):
    headers = {"Origin": server.address}
    return web.Client(base_url=server.address, headers=headers, cookies=cookies)


def test_devices_programs_and_names_are_everywhere(two, run, shared, folders):
    first, second = two
    here, there = browser(first), browser(second)
    here.get("/")
    code = here.post("/api/devices/link").json()["code"]
    eventually(lambda: there.get(f"/device/{code}").status_code != 404)
    assert there.post("/api/devices", json={"code": code}).status_code == 200
    # Wherever it asks next, the new device is known.
    mine = [browser(server, there.cookies).get("/devices") for server in two]
    assert ["set-cookie" in page.headers for page in mine] == [False, False]
    assert here.post("/api/devices", json={"code": code}).status_code == 404
    ann = first.person()
    made = ann.post("/api/programs", 201, name="Gemini")
    assert Person(second.address, made["token"]).get("/api/tables")
    people = [server.service(People) for server in two]
    id = "35krx3ldqjw6mz75"
    rename = ("people", "rename", id, "Guest", "--data", folders[0], "--database", shared.address)
    assert apart(run, *rename)[0] == 0
    eventually(lambda: [one.given_name(id) for one in people] == ["Guest", "Guest"])
    assert not any((folder / "key").exists() for folder in folders)


def test_answers_to_puzzles_are_kept_side_by_side(two, monkeypatch):
    monkeypatch.setattr(Puzzles, "_why", AsyncMock(return_value=()))
    first, second = two
    ann = first.person()
    there = at(second, ann)
    numbers = [one.number for one in puzzles()[:4]]
    for server, number in zip((ann, there) * 2, numbers, strict=True):
        server.post(f"/api/puzzles/{number}/answer", move=None)
    for person in (ann, there):
        eventually(lambda person=person: len(person.get("/api/people/me")["puzzles"]) >= 4)


def test_a_tournament_goes_on_at_whichever_server_its_games_are_played(two):
    one, other = two
    ann = one.person()
    ben = other.person()
    id = ann.post("/api/tournaments", 201, name="Cup", kind="everybody", player="Ann")["id"]
    path = f"/api/tournaments/{id}"
    ben.post(f"{path}/players", name="Ben")
    ann.post(f"{path}/start")
    eventually(lambda: ben.get(path)["state"] == "running")
    table = eventually(lambda: ben.get(path)["rounds"][0]["games"][0]["table"])
    for person in (ben, ann):
        person.post(f"/api/tables/{table}/seats")
    ben.post(f"/api/tables/{table}/resign")
    for person in (ann, ben):
        eventually(lambda person=person: person.get(path)["state"] == "over")
        seen = person.get(path)
        assert seen["players"][seen["standings"][0]["player"]]["name"] == "Ann"
        assert len(seen["rounds"]) == len(seen["rounds"][0]["games"]) == 1
