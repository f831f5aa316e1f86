"""The games that earlier versions have kept are read, and go on, for ever."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from formats.games import described
from formats.layouts import LAYOUTS, restore
from formats.write import HERE, VERSIONS
from kit.server import Person, running
from kit.stores import InSqlite
from kit.waiting import eventually
from parure.server.security.identity import Identities
from parure.server.store.documents import RATINGS, TOURNAMENTS, Files
from parure.server.store.layouts import SCHEMA
from parure.server.store.sqlite import SqliteStore
from parure.server.tables import events as happened
from parure.server.tables.listing import Listing
from parure.server.tables.transitions import load

pytestmark = pytest.mark.verify


@pytest.fixture(params=VERSIONS)
def folder(request, tmp_path):
    """The folder of a server of an earlier version."""
    for name in ("games.sqlite", "games.json", "key"):
        shutil.copy(HERE / request.param / name, tmp_path)
    return tmp_path


def kept(folder):
    """Return what is to be found."""
    return json.loads((folder / "games.json").read_text(encoding="utf-8"))


def test_every_table_is_as_it_was(folder):
    tables = kept(folder)["tables"].values()
    for _time in range(2):
        with closing(SqliteStore(folder / "games.sqlite")) as store:
            found = store.listings().result()
            assert (set(found.listings), found.damaged) == ({table["id"] for table in tables}, {})
            for table in tables:
                read = load(table["id"], store.events(table["id"]).result())
                assert described(read) == table
                listing = Listing.from_text(found.listings[table["id"]])
                assert listing == Listing.of(read, listing.key)
    with closing(sqlite3.connect(folder / "games.sqlite")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


KINDS_OF_0_1 = "created sat left closed started moved undone replaced rematched"


def test_every_kind_of_event_is_among_them(folder):
    with closing(SqliteStore(folder / "games.sqlite")) as store:
        lines = [
            line
            for table in kept(folder)["tables"].values()
            for line in store.events(table["id"]).result()
        ]
    events = [happened.from_text(line) for line in lines]
    assert {event.kind for event in events} >= set(KINDS_OF_0_1.split())
    moves = [event for event in events if isinstance(event, happened.Moved)]
    assert {event.by for event in moves} == {"person", "bot", "clock"}


def test_people_have_their_seats(folder):
    everybody = kept(folder)
    people = {
        Identities.open(Files(folder)).person(token) for token in everybody["tokens"].values()
    }
    seated = {person for table in everybody["tables"].values() for person in table["people"]}
    assert None not in people
    assert people == seated - {None}


def test_the_games_go_on(folder):
    everybody = kept(folder)
    table = everybody["tables"]["left to a bot"]
    with running(folder) as server:
        ann = Person(server.address, everybody["tokens"]["Ann"])
        mine = {listed["table"] for listed in ann.get("/api/tables")["mine"]}
        assert table["id"] in mine
        eventually(lambda: ann.look(table["id"])["game"]["view"]["to_play"] == 0)
        done = ann.play(table["id"], lambda moves: moves[0])
    assert done["version"] > table["events"]


def test_there_is_a_database_of_the_layout_that_is_written():
    assert max(LAYOUTS) == SCHEMA, "run tests/formats/layouts.py"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_database_of_each_layout_is_brought_up_to_date(place, layout, tmp_path):
    was = json.loads(LAYOUTS[layout].read_text(encoding="utf-8"))
    if place.kind == "sqlite":
        place = InSqlite(tmp_path / "games.sqlite")
        (tmp_path / "key").write_text(was["documents"]["key"])
    restore(place, was)
    for _time in range(2):
        with closing(place.open()) as store:
            found = store.listings().result()
            assert (set(found.listings), found.damaged) == (set(was["tables"]), {})
            for id, table in was["tables"].items():
                assert described(load(id, store.events(id).result())) == table
    versions = place.execute("SELECT max(version) FROM versions")
    assert versions == [(SCHEMA,)]
    database = place.address if place.kind == "postgres" else None
    with running(tmp_path, database=database) as server:
        ann = Person(server.address, was["token"])
        own = ann.get("/api/people/me")
        assert own["puzzles"] == was["answered"]
        assert [game["won"] for game in own["rated"]] == [True]
        assert [json.loads(kept) for kept in server.store.texts(RATINGS).result().values()] == [
            json.loads(kept) for _table, kept in was["rows"]["ratings"]
        ]
        kept_tournaments = dict(was["rows"].get("tournaments", []))
        assert server.store.texts(TOURNAMENTS).result() == kept_tournaments
        before = was["tables"][was["running"]]["events"]
        eventually(lambda: ann.look(was["running"])["you"]["moves"])
        view = ann.look(was["running"])
        made = ann.move(was["running"], view["you"]["moves"][0], view["version"])
        assert made["version"] > before
