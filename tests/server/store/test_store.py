"""The store keeps what it has acknowledged, and touches nothing that it does not understand."""

import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import wait
from contextlib import closing
from pathlib import Path

import pytest

import parure
from kit.stores import InSqlite
from parure.i18n import use_language
from parure.server.errors import Damaged
from parure.server.maintenance import copy
from parure.server.store import writer
from parure.server.store.documents import ANSWERS, RATINGS, TOURNAMENTS
from parure.server.store.layouts import SCHEMA
from parure.server.store.protocol import Found, Kept, NotKept, StoreError, Taken
from parure.server.store.sqlite import SqliteStore
from parure.terminal.screen import Screen


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "games.sqlite"


def kept(place, *events):
    """Keep a table `t` of these events."""
    with closing(place.open()) as store:
        for number, event in enumerate(events):
            store.append("t", number, event, f"after {event}").result()
    return place


def refusal(path):
    """Return why a store can't be opened; the file must be as it was."""
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        SqliteStore(path)
    assert path.read_bytes() == before
    return str(caught.value)


class TestBoth:
    """What holds wherever tables are kept."""

    @pytest.fixture
    def store(self, place):
        with closing(place.open()) as store:
            yield store

    def test_what_is_kept_is_there_again(self, place):
        kept(place, "one", "two é")
        with closing(place.open()) as store:
            assert store.events("t").result() == ["one", "two é"]
            assert store.whole("t").result() == Kept("after two é", ("one", "two é"))
            assert store.events("other").result() == []
            assert store.listings().result() == Found({"t": "after two é"})
            assert not store.is_empty().result()

    def test_every_commit_is_flushed(self, place, store):
        settings = {"sqlite": ["PRAGMA journal_mode", "PRAGMA synchronous"]}
        queries = settings.get(place.kind, ["SHOW synchronous_commit"])
        shown = store.ask(lambda c: [c.execute(query).fetchone()[0] for query in queries]).result()
        assert shown == {"sqlite": [b"wal", 2], "postgres": ["on"]}[place.kind]

    def test_what_comes_meanwhile_is_written_together(self, store, monkeypatch):
        commits = []
        written = writer.committed
        monkeypatch.setattr(
            writer,
            "committed",
            lambda database, additions: commits.append(1) or written(database, additions),
        )
        held = threading.Event()
        store.ask(lambda connection: held.wait())
        futures = [store.append(f"t{n}", 0, "e", "l") for n in range(300)]
        held.set()
        wait(futures)
        assert all(future.result() is None for future in futures)
        assert len(commits) <= 2
        assert len(store.listings().result().listings) == 300

    def test_a_number_is_used_once_and_the_others_go_on(self, store):
        store.append("t", 0, "first", "l").result()
        futures = [
            store.append("t", 0, "second", "l"),
            *(store.append(f"u{n}", 0, "e", "l") for n in range(50)),
        ]
        wait(futures)
        assert isinstance(futures[0].exception(), Taken)
        assert [future.exception() for future in futures[1:]] == [None] * 50
        assert store.events("t").result() == ["first"]

    def test_no_number_is_left_out(self, store):
        assert isinstance(store.append("t", 1, "second", "l").exception(), Taken)
        assert store.is_empty().result()

    def test_what_waits_together_at_one_table_is_one_after_the_other(self, store):
        held = threading.Event()
        store.ask(lambda connection: held.wait())
        futures = [store.append("t", number, f"{number}", "l") for number in (0, 1, 1, 2)]
        held.set()
        wait(futures)
        assert [type(future.exception()) for future in futures] == [
            type(None), type(None), Taken, type(None),
        ]  # fmt: skip
        assert store.events("t").result() == ["0", "1", "2"]

    def test_what_nobody_waits_for_does_not_stop_the_others(self, store):
        held = threading.Event()
        store.ask(lambda connection: held.wait())
        given_up = store.append("t", 0, "first", "l")
        assert given_up.cancel()
        held.set()
        store.append("t", 0, "another", "l").result()
        assert store.events("t").result() == ["another"]

    def test_a_whole_table_is_put_once(self, store):
        table = Kept("listing", ("one", "two"))
        store.put("t", table).result()
        assert isinstance(store.put("t", table).exception(), Taken)
        store.append("t", 2, "three", "l").result()
        assert store.whole("t").result() == Kept("l", ("one", "two", "three"))

    def test_it_is_read_while_it_is_written(self, place, store):
        store.append("t", 0, "one", "l").result()
        with closing(place.open(to_read=True)) as reader:
            store.append("t", 1, "two", "l").result()
            assert reader.events("t").result() == ["one", "two"]
            assert isinstance(reader.append("t", 2, "three", "l").exception(), NotKept)
            store.append("t", 2, "third", "l").result()

    @pytest.mark.verify
    def test_whoever_wants_it_alone_is_refused_while_another_has_it(
        self, place, store, monkeypatch
    ):
        monkeypatch.setattr("parure.server.store.postgres.LOCK_PATIENCE", "20ms", raising=False)
        with pytest.raises(StoreError) as refused:
            place.open(alone=True)
        assert str(refused.value) == f"Another Parure server is already using {place.name}."
        store.append("t", 0, "still here", "l").result()

    def test_a_table_is_written_anew(self, place):
        kept(place, "Ann one", "two")
        with closing(place.open()) as store:
            store.rewrite("t", Kept("other", ("one", "two"))).result()
            assert store.whole("t").result() == Kept("other", ("one", "two"))
            store.append("t", 2, "three", "after three").result()
        with closing(place.open()) as store:
            assert store.events("t").result() == ["one", "two", "three"]
            assert store.listings().result() == Found({"t": "after three"})

    def test_a_file_is_for_us_alone(self, tmp_path):
        path = tmp_path / "games.sqlite"
        with closing(SqliteStore(path)) as store:
            store.append("t", 0, "one", "l").result()
            files = [path, path.with_name("games.sqlite-wal")]
            assert [file.stat().st_mode & 0o777 for file in files] == [0o600, 0o600]

    def test_what_was_added_since(self, place, store):
        store.append("t", 0, ("zero", "one", "two"), "l").result()
        read = [store.since("t", number).result() for number in range(4)]
        assert read == [["zero", "one", "two"], ["one", "two"], ["two"], []]
        assert (store.listing("t").result(), store.listing("u").result()) == ("l", None)
        place.execute("UPDATE events SET event = 'other' WHERE number = 1")
        assert store.since("t", 2).result() == ["two"]
        assert isinstance(store.since("t", 1).exception(), Damaged)

    def test_a_table_that_has_grown_is_not_written_anew(self, store):
        store.append("t", 0, ("zero", "one"), "l").result()
        assert isinstance(store.rewrite("t", Kept("other", ("nobody",))).exception(), Taken)
        assert store.events("t").result() == ["zero", "one"]

    def test_answers_and_tournaments_are_swapped_for_what_was_read(self, store):
        assert store.text(ANSWERS, "ann").result() is None
        swaps = [(None, "one"), (None, "two"), ("one", "é"), ("one", "three")]
        done = [store.swap_text(ANSWERS, "ann", *swap).result() for swap in swaps]
        assert (done, store.text(ANSWERS, "ann").result()) == ([True, False, True, False], "é")
        done = [store.swap_text(TOURNAMENTS, "cup", *swap).result() for swap in swaps]
        assert (done, store.text(TOURNAMENTS, "cup").result()) == ([True, False, True, False], "é")

    def test_ratings_are_replaced_and_there_again(self, place):
        with closing(place.open()) as store:
            store.keep_texts(RATINGS, {"t": "one", "u": "é"}).result()
            store.keep_texts(RATINGS, {"t": "two"}).result()
        with closing(place.open()) as store:
            assert store.texts(RATINGS).result() == {"t": "two", "u": "é"}

    def test_answers_and_tournaments_are_replaced_copied_and_there_again(self, place, tmp_path):
        with closing(place.open()) as store:
            store.append("t", 0, "one", "l").result()
            store.keep_texts(ANSWERS, {"ann": "one", "bo": "é"}).result()
            store.keep_texts(ANSWERS, {"ann": "two"}).result()
            store.keep_texts(TOURNAMENTS, {"cup": "é"}).result()
        copy(place.address, str(tmp_path / "copy.sqlite"), Screen())
        for where in (place, InSqlite(tmp_path / "copy.sqlite")):
            with closing(where.open()) as store:
                assert store.texts(ANSWERS).result() == {"ann": "two", "bo": "é"}
                assert store.texts(TOURNAMENTS).result() == {"cup": "é"}

    def test_the_versions_are_noted(self, place, store):
        versions = place.execute("SELECT version, parure FROM versions")
        assert versions == [(SCHEMA, parure.__version__)]


@pytest.mark.parametrize(
    ("layout", "sentence"),
    [
        (SCHEMA + 1, "was written by a newer version of Parure: update Parure to open it."),
        (SCHEMA - 1, "was written by an older version of Parure, which this version can’t read."),
    ],
)
def test_a_file_of_another_layout_is_left_alone(path, layout, sentence):
    kept(InSqlite(path), "one").execute(f"PRAGMA user_version = {layout}")
    assert refusal(path) == f"{path} {sentence}"
    with pytest.raises(StoreError, match=sentence):
        InSqlite(path).open(to_read=True)


def test_a_foreign_file_is_left_alone(path):
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    assert refusal(path) == f"{path} is not a Parure file."


@pytest.mark.parametrize("page", [0, 1], ids=["its head", "its tables"])
def test_a_damaged_file_is_left_alone(path, page):
    kept(InSqlite(path), "one")
    content = bytearray(path.read_bytes())
    content[page * 4096 : (page + 1) * 4096] = b"x" * 4096
    path.write_bytes(content)
    assert refusal(path) == f"{path} is damaged. Nothing was changed: restore it from a backup."


READ_ONLY = """
import os, sys
from pathlib import Path
from parure.server.store.protocol import StoreError
from parure.server.store.sqlite import SqliteStore
if os.getuid() == 0:
    os.setuid(65534)
try:
    SqliteStore(Path(sys.argv[1]))
except StoreError as error:
    print(error)
"""


@pytest.mark.verify
@pytest.mark.parametrize("what", ["folder", "file", "no folder"])
def test_what_can_only_be_read_is_said(path, what):
    kept(InSqlite(path), "one")
    before = path.read_bytes()
    if what == "no folder":
        path = path.parent / "new" / "games.sqlite"
    for folder in path.parents[:5]:
        if folder.exists() and str(folder).startswith("/tmp/"):
            folder.chmod(0o755)
    readable = path.parent if path.parent.exists() else path.parent.parent
    readable.chmod(0o555)
    if path.exists():
        path.chmod(0o444)
    if what == "file":
        readable.chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-c", READ_ONLY, path], capture_output=True, text=True, check=True
    )
    readable.chmod(0o755)
    assert done.stdout == f"{path} can’t be written: choose another folder with --data.\n"
    assert (readable / "games.sqlite").read_bytes() == before


def test_a_path_through_a_file_is_said(tmp_path):
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "games.sqlite"
    with pytest.raises(StoreError, match="can’t be written: choose another folder"):
        SqliteStore(path)


def test_a_full_disk_is_said_and_forgotten_when_there_is_room(path, caplog):
    store = SqliteStore(path)
    store.append("t", 0, "one", "l").result()
    pages = store.ask(lambda c: c.execute("PRAGMA page_count").fetchone()[0]).result()
    store.ask(lambda c: c.execute(f"PRAGMA max_page_count = {pages}").fetchone()).result()
    failed = store.append("t", 1, "two" * 10_000, "l").exception()
    assert str(failed) == "The server’s disk is full: nothing can be saved."
    assert isinstance(failed, NotKept)
    assert f"The disk is full: {path} can’t be written." in caplog.text
    assert store.events("t").result() == ["one"]
    store.ask(lambda c: c.execute("PRAGMA max_page_count = 100000").fetchone()).result()
    store.append("t", 1, "two" * 10_000, "l").result()
    assert len(store.events("t").result()) == 2
    store.close()


def test_an_error_speaks_the_language_of_whoever_is_told():
    error = StoreError("The disk is full: {path} can’t be written.", Path("x"))
    use_language("fr")
    assert str(error)
    use_language("en")
    assert str(error) == "The disk is full: x can’t be written."
