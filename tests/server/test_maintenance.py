"""`parure database`: games are copied, checked and backed up, and nothing is lost on the way."""

from contextlib import closing
from dataclasses import replace

import pytest

from kit.diary import Diary
from kit.server import Person, running
from kit.stores import InPostgres, InSqlite
from parure import Rules
from parure.server import maintenance
from parure.server.store.protocol import Kept
from parure.server.store.sqlite import SqliteStore
from parure.server.tables.listing import Listing

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def data(tmp_path):
    """The folder of a server with a few games."""
    folder = tmp_path / "data"
    with closing(SqliteStore(folder / "games.sqlite")) as store:
        for number in range(5):
            diary = Diary(Rules(2 + number % 3))
            diary.move("take W U G")
            table = replace(diary.table, id=f"table-{number}")
            store.put(table.id, Kept(Listing.of(table, None).to_text(), tuple(diary.lines())))
    (folder / "key").write_text("k" * 64)
    return folder


def everything(place):
    """Return all tables of a place, in their order."""
    with closing(place.open(to_read=True)) as store:
        return [(id, store.whole(id).result()) for id in store.listings().result().listings]


def test_there_and_back_again(run, data, place, tmp_path):
    source, back = InSqlite(data / "games.sqlite"), InSqlite(tmp_path / "back" / "games.sqlite")
    kept = everything(source)
    code, out, err = run("database", "copy", data, place.address)
    events = sum(len(table.events) for _id, table in kept)
    assert (code, out, err) == (0, f"Intact: {len(kept)} tables with {events} events.\n", "")
    assert everything(place) == kept
    assert run("database", "copy", place.address, back.path)[0] == 0
    assert everything(back) == kept
    assert (tmp_path / "back" / "key").read_text() == "k" * 64
    assert run("database", "check", "--database", place.address)[:2] == (0, out)


def test_a_copy_that_was_interrupted_goes_on(run, data, place, monkeypatch):
    kept = everything(InSqlite(data / "games.sqlite"))
    monkeypatch.setattr(maintenance, "BATCH", 2)
    copy, done = maintenance.copy_batch, []

    def interrupted(*arguments):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(copy(*arguments))

    monkeypatch.setattr(maintenance, "copy_batch", interrupted)
    assert run("database", "copy", data, place.address)[0] in (1, 130)
    assert len(everything(place)) == 4
    monkeypatch.setattr(maintenance, "copy_batch", copy)
    assert run("database", "copy", data, place.address)[0] == 0
    assert sorted(everything(place)) == sorted(kept)


def test_games_of_another_server_are_left_alone(run, data, place):
    with closing(place.open()) as store:
        store.append("of-another", 0, "one", "listing").result()
    code, _out, err = run("database", "copy", data, place.address)
    assert (code, err) == (1, f"{place.name} already contains games: choose another place.\n")
    place.execute("UPDATE tables SET id = 'x'")
    assert run("database", "copy", data, place.address)[0] == 1
    assert place.execute("SELECT count(*) FROM tables") == [(1,)]


def test_a_table_that_has_gone_on_is_left_alone(run, data, place):
    assert run("database", "copy", data, place.address)[0] == 0
    id, kept = everything(place)[0]
    with closing(place.open()) as store:
        store.append(id, len(kept.events), "one more", "listing").result()
    code, _out, err = run("database", "copy", data, place.address)
    assert (code, err) == (
        1,
        f"{place.name} has a different table {id}: it was left unchanged.\n",
    )


def test_damaged_tables_are_named_and_the_others_copied(run, data, place):
    source = InSqlite(data / "games.sqlite")
    (first, _kept), (second, table), *rest = everything(source)
    source.execute("UPDATE events SET event = 'x' WHERE \"table\" = ? AND number = 0", first)
    with closing(source.open()) as store:
        event = '{"kind":"wondered","format":99,"rules":1,"at":1.0}'
        store.append(second, len(table.events), event, table.listing).result()
    code, out, err = run("database", "check", "--data", data)
    assert (code, err) == (1, "2 tables are damaged or missing.\n")
    assert f"Table {first} can’t be read: event 0 is damaged.\n" in out
    assert f"Table {second} was written by a newer version of Parure" in out
    code, out, err = run("database", "copy", data, place.address)
    assert (code, err) == (1, "1 table is damaged or missing.\n")
    assert out.startswith(f"Intact: {len(rest) + 1} tables")
    assert {id for id, _kept in everything(place)} == {second, *(id for id, _kept in rest)}


def test_a_file_that_sqlite_finds_damaged_is_refused_by_the_check(run, data):
    games = data / "games.sqlite"
    content = bytearray(games.read_bytes())
    content[-4096:] = bytes(4096)
    games.write_bytes(content)
    code, _out, err = run("database", "check", "--data", data)
    said = f"{games} is damaged. Nothing was changed: restore it from a backup.\n"
    assert (code, err) == (1, said)


def test_a_backup_is_made_while_the_server_runs_and_can_be_served(run, place, tmp_path):
    data, folder = tmp_path / "data", tmp_path / "backup"
    with running(data, database=place.address) as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"name": "Ben"})
        done = ann.move(table, "take W U G", ann.look(table)["version"], seat=0)
        guest = ann.post("/api/programs", 201, name="Gemini")["token"]
        options = ("--data", data, "--database", place.address)
        assert run("database", "backup", folder, *options)[0] == 0
        ann.move(table, "take W U R", done["version"], seat=1)
        assert run("database", "check", *options)[0] == 0
        code, _out, err = run("database", "backup", folder, *options)
        assert (code, err) == (1, f"{folder} already exists: choose another folder.\n")
        if isinstance(place, InPostgres):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("parure.server.store.postgres.LOCK_PATIENCE", "20ms")
                code, _out, err = run("database", "copy", place.address, tmp_path / "copy")
        else:
            code, _out, err = run("database", "copy", place.address, tmp_path / "copy")
        assert (code, err) == (1, f"Another Parure server is already using {place.name}.\n")
    with running(folder) as server:
        again = Person(server.address, ann.token)
        assert again.look(table)["version"] == done["version"]
        again.move(table, "take W U R", done["version"], seat=1)
        assert Person(server.address, guest).get("/api/tables")["mine"] == []


@pytest.mark.parametrize(
    ("place", "shown"),
    [("nonsense", "nonsense"), ("ann:secret@host/name", "host/name")],
)
def test_no_file_is_made_of_what_may_be_meant_for_an_address(
    run, tmp_path, monkeypatch, place, shown
):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(
        "serve", "--no-browser", "--port", "0", "--data", "data", "--database", place
    )
    assert code == 1
    assert err.startswith(f"“{shown}” is not a database address: give ")
    assert "secret" not in out + err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("nowhere/games.sqlite", "{path} does not exist."),
        ("mysql://ann:secret@host/name", "“mysql://…” is not a database address: give "),
    ],
)
def test_a_place_that_is_not_there_is_said_and_not_made(run, tmp_path, place, sentence):
    path = place if "://" in place else tmp_path / place
    code, _out, err = run("database", "copy", path, tmp_path / "target")
    assert code == 1
    assert err.startswith(sentence.format(path=path))
    assert "secret" not in err
    assert list(tmp_path.iterdir()) == []
