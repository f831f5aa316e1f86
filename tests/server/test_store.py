"""The store keeps what it has acknowledged, and touches nothing that it does not understand."""

import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import wait
from pathlib import Path

import pytest

from parure.i18n import use_language
from parure.server.store.layout import SCHEMA
from parure.server.store.protocol import Found, NotKept, StoreError, Taken
from parure.server.store.sqlite import SqliteStore


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "games.sqlite"


def kept(path, *events):
    """Make a file with a table `t` of these events."""
    store = SqliteStore(path)
    for number, event in enumerate(events):
        store.append("t", number, event, f"after {event}").result()
    store.close()
    return path


def refusal(path):
    """Return why a store can't be opened; the file must be as it was."""
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        SqliteStore(path)
    assert path.read_bytes() == before
    return str(caught.value)


def test_what_is_kept_is_there_again(path):
    kept(path, "one", "two")
    store = SqliteStore(path)
    assert store.events("t").result() == ["one", "two"]
    assert store.events("other").result() == []
    assert store.listings().result() == Found({"t": "after two"})
    assert not store.is_empty().result()
    store.close()


def test_every_commit_is_flushed(path):
    store = SqliteStore(path)
    settings = store._ask(
        lambda c: [
            c.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        ]
    )
    assert settings.result() == [b"wal", 2]
    store.close()


def test_what_comes_meanwhile_is_written_together(path):
    store = SqliteStore(path)
    statements = []
    store._ask(lambda connection: connection.set_trace_callback(statements.append)).result()
    futures = [store.append(f"t{n}", 0, "e", "l") for n in range(300)]
    wait(futures)
    assert all(future.result() is None for future in futures)
    assert statements.count("COMMIT") < 100
    assert len(store.listings().result().listings) == 300
    store.close()


def test_a_number_is_used_once_and_the_others_go_on(path):
    store = SqliteStore(path)
    store.append("t", 0, "first", "l").result()
    futures = [
        store.append("t", 0, "second", "l"),
        *(store.append(f"u{n}", 0, "e", "l") for n in range(50)),
    ]
    wait(futures)
    assert isinstance(futures[0].exception(), Taken)
    assert [future.exception() for future in futures[1:]] == [None] * 50
    assert store.events("t").result() == ["first"]
    store.close()


def test_no_number_is_left_out(path):
    store = SqliteStore(path)
    assert isinstance(store.append("t", 1, "second", "l").exception(), Taken)
    assert store.is_empty().result()
    store.close()


def test_what_nobody_waits_for_does_not_stop_the_others(path):
    store = SqliteStore(path)
    held = threading.Event()
    store._ask(lambda connection: held.wait())
    given_up = store.append("t", 0, "first", "l")
    assert given_up.cancel()
    held.set()
    store.append("t", 0, "another", "l").result()
    assert store.events("t").result() == ["another"]
    store.close()


def test_a_newer_file_is_left_alone(path):
    kept(path, "one")
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    assert refusal(path) == f"{path} was written by a newer version of Parure: use that one."


def test_a_foreign_file_is_left_alone(path):
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    assert refusal(path) == f"{path} is not a file of Parure."


@pytest.mark.parametrize("where", ["all of it", "in the middle"])
def test_a_damaged_file_is_left_alone(path, where):
    kept(path, *(f"{n} " * 500 for n in range(100)))
    content = bytearray(path.read_bytes())
    start = 0 if where == "all of it" else 3 * 4096
    content[start : start + 3 * 4096] = os.urandom(3 * 4096)
    path.write_bytes(content)
    assert refusal(path).startswith(f"{path} is damaged. Nothing was changed")


def test_a_second_server_is_refused(path):
    store = SqliteStore(path)
    script = (
        "import sys; from pathlib import Path; from parure.server.store.sqlite import SqliteStore\n"
        "try: SqliteStore(Path(sys.argv[1]))\n"
        "except Exception as error: sys.exit(str(error))"
    )
    second = subprocess.run(
        [sys.executable, "-c", script, path], capture_output=True, text=True, check=False
    )
    assert second.stderr == f"Another Parure is running with the games of {path}.\n"
    store.append("t", 0, "still here", "l").result()
    store.close()


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


@pytest.mark.parametrize("what", ["folder", "file", "no folder"])
def test_what_can_only_be_read_is_said(path, what):
    kept(path, "one")
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
    assert done.stdout == f"{path} can't be written: choose another folder with --data.\n"
    assert (readable / "games.sqlite").read_bytes() == before


def test_a_path_through_a_file_is_said(tmp_path):
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "games.sqlite"
    with pytest.raises(StoreError, match="can't be written: choose another folder"):
        SqliteStore(path)


def test_a_full_disk_is_said_and_forgotten_when_there_is_room(path, caplog):
    store = SqliteStore(path)
    store.append("t", 0, "one", "l").result()
    pages = store._ask(lambda c: c.execute("PRAGMA page_count").fetchone()[0]).result()
    store._ask(lambda c: c.execute(f"PRAGMA max_page_count = {pages}").fetchone()).result()
    failed = store.append("t", 1, "two" * 10_000, "l").exception()
    assert str(failed) == "The disk of the server is full: nothing can be kept."
    assert isinstance(failed, NotKept)
    assert f"The disk is full: {path} can't be written." in caplog.text
    assert store.events("t").result() == ["one"]
    store._ask(lambda c: c.execute("PRAGMA max_page_count = 100000").fetchone()).result()
    store.append("t", 1, "two" * 10_000, "l").result()
    assert len(store.events("t").result()) == 2
    store.close()


def test_an_error_speaks_the_language_of_whoever_is_told():
    error = StoreError("The disk is full: {path} can't be written.", Path("x"))
    try:
        use_language("fr")
        assert str(error)
    finally:
        use_language("en")
    assert str(error) == "The disk is full: x can't be written."
    use_language(None)
