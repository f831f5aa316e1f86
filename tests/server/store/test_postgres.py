"""PostgreSQL: what is said when it can't be used, and that nothing is lost when it goes away."""

import logging
import threading
from concurrent.futures import wait
from contextlib import closing

import pytest

from kit.postgres import has_postgres
from kit.server import running, until
from kit.waiting import PATIENCE, eventually
from parure.server.store.layouts import SCHEMA
from parure.server.store.protocol import NotKept, StoreError

if not has_postgres():
    pytest.skip("there is no PostgreSQL here", allow_module_level=True)

pytestmark = [pytest.mark.verify, pytest.mark.usefixtures("english")]

AWAY = (
    "The server can’t reach its database: nothing can be saved for now. It will carry on by itself."
)


@pytest.fixture
def opened(in_postgres, monkeypatch):
    """A store that asks for a database that is away as often as it likes."""
    monkeypatch.setattr("parure.server.store.postgres.RETRY_SECONDS", 0.0)
    monkeypatch.setattr("parure.server.store.writer.DOUBT_SECONDS", 0.01)
    with closing(in_postgres.open()) as store:
        yield store


def refused(place):
    from parure.server.store.postgres import PostgresStore

    with pytest.raises(StoreError) as caught:
        PostgresStore(place)
    return str(caught.value)


def test_what_is_no_address():
    said = refused("postgresql://host/name?password=secret&colour=green")
    assert said.startswith("“postgresql://…” is not a database address")
    said = refused("host=127.0.0.1 password=secret colour=green")
    assert said.startswith("“host=…” is not a database address")


def test_an_address_in_the_other_form_of_libpq(run, postgres, in_postgres, tmp_path, monkeypatch):
    in_postgres.open().close()
    monkeypatch.chdir(tmp_path)
    address = f"host=127.0.0.1 port={postgres.port} dbname=postgres user=parure password=secret"
    assert run("database", "check", "--database", address)[0] == 0
    code, _out, err = run("database", "check", "--database", f"{address} dbname=recipes")
    assert code == 1
    assert err.startswith(f"postgresql://parure@127.0.0.1:{postgres.port}/recipes can’t be used: ")
    assert "secret" not in err
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_password_a_missing_database_and_nobody_there(postgres, in_postgres, port):
    in_postgres.execute("DROP ROLE IF EXISTS locked")
    in_postgres.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
    address = postgres.address(user="locked:wrong")
    said = refused(address)
    assert said == (
        f"postgresql://locked@127.0.0.1:{postgres.port}/postgres can’t be used:"
        ' password authentication failed for user "locked"'
    )
    assert refused(postgres.address("recipes")).endswith(
        'can’t be used: database "recipes" does not exist'
    )
    away = f"postgresql://127.0.0.1:{port}/games"
    assert refused(away) == f"{away} can’t be used: Connection refused"


def test_whoever_may_not_make_it_is_told(postgres, in_postgres):
    in_postgres.execute("DROP ROLE IF EXISTS guest")
    in_postgres.execute("CREATE ROLE guest LOGIN")
    said = refused(postgres.address(user="guest"))
    assert said.endswith("can’t be used: permission denied for database postgres")


HARM = {
    "CREATE SCHEMA parure": "already uses the name “parure” for something else: nothing was changed.",
    f"UPDATE versions SET version = {SCHEMA + 1}": "was written by a newer version of Parure",
    f"UPDATE versions SET version = {SCHEMA - 1}": "was written by an older version of Parure",
    "DROP TABLE events": "is damaged. Nothing was changed",
    "ALTER TABLE tables DROP COLUMN seal": "is damaged. Nothing was changed",
}


@pytest.mark.parametrize("harm", HARM)
def test_what_is_not_ours_to_change_is_left_alone(in_postgres, harm):
    if not harm.startswith("CREATE"):
        in_postgres.open().close()
    in_postgres.execute(harm)
    before = in_postgres.execute("SELECT oid, relname FROM pg_class ORDER BY oid")
    assert refused(in_postgres.address).startswith(f"{in_postgres.name} {HARM[harm]}")
    assert in_postgres.execute("SELECT oid, relname FROM pg_class ORDER BY oid") == before


FAILS = """
CREATE FUNCTION parure.fails() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'so it is' USING ERRCODE = '{code}'; END $$;
CREATE TRIGGER fails BEFORE INSERT ON parure.events EXECUTE FUNCTION parure.fails();
"""


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("53100", "The server’s disk is full: nothing can be saved."),
        ("25006", "The server can’t write its games: nothing can be saved."),
        ("58030", "The server can’t save its games at the moment."),
    ],
)
def test_a_full_disk_is_said_and_forgotten_when_there_is_room(
    opened, in_postgres, code, sentence, caplog
):
    in_postgres.execute(FAILS.format(code=code))
    failed = opened.append("t", 0, "one", "l").exception()
    assert isinstance(failed, NotKept)
    assert str(failed) == sentence
    assert f"{in_postgres.name} can't be used: so it is" in caplog.text
    in_postgres.execute("DROP TRIGGER fails ON events")
    opened.append("t", 0, "one", "l").result()
    assert opened.events("t").result() == ["one"]


def end_connections(place):
    """End every connection to the database but the one that says so."""
    place.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        " AND application_name = 'parure'"
    )


@pytest.mark.parametrize("when", range(8))
def test_a_connection_that_is_lost_between_two_statements_is_made_again(
    opened, in_postgres, when, monkeypatch, caplog
):
    """Nobody notices, wherever it happens."""
    from parure.server.store.pg_connection import Postgres

    opened.append("t", 0, "zero", "l").result()
    left = [when]

    def failing(act):
        def statement(self, *arguments):
            left[0] -= 1
            if left[0] == -1:
                end_connections(in_postgres)
            return act(self, *arguments)

        return statement

    for name in ("execute", "executemany"):
        monkeypatch.setattr(Postgres, name, failing(getattr(Postgres, name)))
    held = threading.Event()
    opened.ask(lambda database: held.wait())
    futures = [opened.append("t", 1, "one", "l"), opened.append("u", 0, "other", "l")]
    held.set()
    wait(futures, 60)
    assert [future.exception() for future in futures] == [None, None]
    assert left[0] < 0
    assert opened.events("t").result() == ["zero", "one"]
    assert opened.listings().result().missing == 0
    assert f"{in_postgres.name} is away" in caplog.text


@pytest.mark.parametrize("to_read", [False, True])
def test_a_connection_that_seems_to_be_at_work_is_made_again(in_postgres, to_read, caplog):
    """As libpq leaves one that is ended at the end of a pipeline, where time allows it."""
    with closing(in_postgres.open()) as store:
        store.append("t", 0, "zero", "l").result()
    with closing(in_postgres.open(to_read=to_read)) as store:
        store._connection._connection.pgconn.send_query(b"SELECT 1")
        assert store.events("t").result() == ["zero"]
        assert f"{in_postgres.name} is back" in caplog.text
        if not to_read:
            store._connection._connection.pgconn.send_query(b"SELECT 1")
            store.append("t", 1, "one", "l").result()
            assert store.events("t").result() == ["zero", "one"]


@pytest.mark.parametrize("is_kept", [True, False])
def test_what_was_beingcommitted_is_answered_when_it_is_known(
    opened, in_postgres, postgres, is_kept, monkeypatch, caplog
):
    """The connection is lost after the commit, or before it, and the database stays away for a while."""
    from parure.server.store.pg_connection import Postgres

    commit, is_away = Postgres.commit, threading.Event()

    def lost(self):
        monkeypatch.setattr(Postgres, "commit", commit)
        if is_kept:
            commit(self)
        postgres.stop()
        is_away.set()
        commit(self)

    opened.append("t", 0, "zero", "l").result()
    monkeypatch.setattr(Postgres, "commit", lost)
    held = threading.Event()
    opened.ask(lambda database: held.wait())
    in_doubt = [opened.append("t", 1, "one", "l"), opened.append("u", 0, "other", "l")]
    held.set()
    assert is_away.wait(PATIENCE)
    told = [opened.append("v", 0, "x", "l").exception(60), opened.events("t").exception(60)]
    is_open = [not future.done() for future in in_doubt]
    with caplog.at_level(logging.WARNING):
        postgres.start()
        wait(in_doubt, 60)
    assert ([str(one) for one in told], is_open) == ([AWAY, AWAY], [True, True])
    assert [future.exception() for future in in_doubt] == [None, None]
    opened.append("t", 2, "two", "l").result()
    assert opened.events("t").result() == ["zero", "one", "two"]
    found = opened.listings().result()
    assert (set(found.listings), found.damaged, found.missing) == ({"t", "u"}, {}, 0)
    assert f"{in_postgres.name} is away" in caplog.text
    assert f"{in_postgres.name} is back" in caplog.text


def test_nobody_waits_for_a_database_that_hangs(opened, in_postgres, monkeypatch):
    opened.append("t", 0, "zero", "l").result()
    monkeypatch.setattr("parure.server.store.postgres.HANG_SECONDS", 0.0)
    with psycopg_connection(in_postgres.address) as other:
        other.execute("LOCK TABLE parure.events")
        waiting = opened.append("t", 1, "one", "l")
        eventually(lambda: opened.is_away)
        assert str(opened.append("u", 0, "other", "l").exception(60)) == AWAY
        assert not waiting.done()
        other.rollback()
    waiting.result(60)
    monkeypatch.undo()
    assert opened.events("t").result() == ["zero", "one"]


def test_nothing_is_made_again_where_games_were(opened, in_postgres, caplog):
    opened.append("t", 0, "zero", "l").result()
    in_postgres.execute("ALTER SCHEMA parure RENAME TO elsewhere")
    end_connections(in_postgres)
    assert str(opened.append("t", 1, "one", "l").exception(60)) == AWAY
    assert f"There are no Parure games in {in_postgres.name}." in caplog.text
    in_postgres.execute("ALTER SCHEMA elsewhere RENAME TO parure")
    opened.append("t", 1, "one", "l").result()


def psycopg_connection(address):
    import psycopg

    return psycopg.connect(address)


def test_a_database_that_somebody_has_taken_meanwhile_is_waited_for(opened, in_postgres):
    opened.append("t", 0, "one", "l").result()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("parure.server.store.postgres.LOCK_PATIENCE", "20ms")
        end_connections(in_postgres)
        with closing(in_postgres.open(alone=True)):
            assert str(opened.append("t", 1, "two", "l").exception()) == AWAY
    opened.append("t", 1, "two", "l").result()


def gauge(wanted, server):
    (value,) = (read() for (name, _help), read in server.app.state.gauges.items() if name == wanted)
    return value


def test_people_are_told_that_it_is_away_and_go_on_when_it_is_back(
    postgres, in_postgres, tmp_path, monkeypatch
):
    monkeypatch.setattr("parure.server.store.postgres.RETRY_SECONDS", 0.0)
    with running(tmp_path / "data", database=in_postgres.address) as server:
        ann = server.person()
        table = ann.create({"name": "Ann"}, {"name": "Ben"})
        version = ann.look(table)["version"]
        postgres.stop()
        try:
            path = f"/api/tables/{table}/moves"
            move = {"move": "take W U G", "version": version, "key": "one", "seat": 0}
            assert ann.refused(path, **move) == (503, "unavailable", AWAY)
            assert ann.look(table)["version"] == version
            assert ann.http.get("/healthz").json() == {"alive": True}
            not_ready = ann.http.get("/readyz")
            assert (not_ready.status_code, AWAY in not_ready.text) == (503, True)
            assert gauge("parure_database_away", server) == 1
        finally:
            postgres.start()
        assert ann.post(path, **move)["version"] == version + 1
        assert ann.get("/readyz") == {"ready": True}
        assert gauge("parure_database_away", server) == 0
    query = 'SELECT count(*) FROM events WHERE "table" = ?'
    assert in_postgres.execute(query, table) == [(version + 1,)]


def test_tables_go_on_by_themselves_and_nobody_loses_time(
    postgres, in_postgres, tmp_path, monkeypatch
):
    monkeypatch.setattr("parure.server.store.postgres.RETRY_SECONDS", 0.0)
    monkeypatch.setattr("parure.server.play.driver.RETRY_SECONDS", 0.05)
    monkeypatch.setattr("parure.server.play.cluster.RENEWED", 0.05)
    with running(tmp_path / "data", database=in_postgres.address) as server:
        ann = server.person()
        clock = {"minutes": 5}
        table = ann.create({"name": "Ann"}, {"bot": "random"}, clock=clock, pace="calm")
        with ann.watching(f"/api/tables/{table}/watch") as socket:
            view = until(socket, lambda view: view["you"]["moves"])
            made = ann.move(table, view["you"]["moves"][0], view["version"])
            postgres.stop()
            try:
                session = server.sessions.get(table)
                began = session.began
                eventually(lambda: session.began != began)
            finally:
                postgres.start()
            newer = (view for view in socket if view["version"] > made["version"])
            assert any(view["you"]["moves"] for view in newer)


def test_what_is_in_doubt_at_the_end_is_said(in_postgres, postgres, monkeypatch):
    from parure.server.store.pg_connection import Postgres

    commit, store = Postgres.commit, in_postgres.open()

    def lost(self):
        postgres.stop()
        commit(self)

    monkeypatch.setattr(Postgres, "commit", lost)
    in_doubt = store.append("t", 0, "one", "l")
    store.close()
    postgres.start()
    assert str(in_doubt.exception(60)) == AWAY


def test_an_empty_database_has_no_games(run, in_postgres):
    code, _out, err = run("database", "check", "--database", in_postgres.address)
    assert (code, err) == (1, f"There are no Parure games in {in_postgres.name}.\n")
    assert in_postgres.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'parure'") == []
