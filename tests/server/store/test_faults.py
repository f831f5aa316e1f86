"""Whatever fails between any two statements: all of a change is kept or nothing, and nothing else suffers."""

import sqlite3
from concurrent.futures import wait
from contextlib import closing
from itertools import count

import pytest

from kit.waiting import PATIENCE
from parure.server.store.documents import ANSWERS, RATINGS, TOURNAMENTS
from parure.server.store.protocol import Kept, NotKept, StoreError
from parure.server.store.sqlite import Sqlite

pytestmark = pytest.mark.verify

CHANGES = {
    "append": lambda store: [store.append("t", 1, ("one", "two"), "later")],
    "append at once": lambda store: [
        store.append("t", 1, "one", "later"),
        store.append("u", 0, ("zero", "one"), "made"),
    ],
    "put": lambda store: [store.put("u", Kept("made", ("zero", "one")))],
    "rewrite": lambda store: [store.rewrite("t", Kept("otherwise", ("nought",)))],
    "rate": lambda store: [store.keep_texts(RATINGS, {"t": "one", "u": "two"})],
    "answer": lambda store: [store.keep_texts(ANSWERS, {"ann": "two", "bo": "one"})],
    "swap": lambda store: [store.swap_text(ANSWERS, "ann", "one", "two")],
    "hold": lambda store: [store.keep_texts(TOURNAMENTS, {"cup": "one", "other": "two"})],
    "swap a tournament": lambda store: [store.swap_text(TOURNAMENTS, "cup", None, "one")],
    "forget": lambda store: [store.drop_text(ANSWERS, "ann")],
}
TABLES = {
    "tables": "id, listing, events, chain, seal",
    "events": '"table", number, event, chain',
    "ratings": '"table", ratings',
    "puzzles": "person, answers",
    "tournaments": "id, tournament",
    "versions": "version, parure",
}
MORE = {"sqlite": {"results"}, "postgres": {"results", "counts", "documents", "processes"}}
"""The tables that are not compared."""


@pytest.fixture
def execute(place):
    """Do something past the store, always with the same connection."""
    if place.kind == "sqlite":
        yield place.execute
        return
    import psycopg

    path = "-c search_path=parure"
    with psycopg.connect(place.address, options=path, autocommit=True) as connection:

        def statement(query):
            done = connection.execute(query)
            return done.fetchall() if done.description else []

        yield statement


def contents(execute):
    """Return all that is kept, for whoever reads it past the store."""
    return {
        table: sorted(execute(f"SELECT {columns} FROM {table}"))
        for table, columns in TABLES.items()
    }


class Faults:
    """Lets the statement with a number fail, before anything is done or when it was."""

    def __init__(self, kind, patch):
        if kind == "sqlite":
            self.error, database = sqlite3.OperationalError, Sqlite
        else:
            from psycopg import OperationalError

            from parure.server.store.pg_connection import Postgres

            self.error, database = OperationalError, Postgres
        self.left: int | None = None
        for name in ("execute", "executemany", "commit"):
            patch.setattr(database, name, self._failing(getattr(database, name)))

    def _failing(self, act):
        def statement(connection, *values):
            is_it = self.left == 0
            if self.left is not None:
                self.left -= 1
            # What was committed is kept, whatever follows.
            is_commit = values[:1] in ((), ("COMMIT",))
            if is_it and (not self.is_after or is_commit):
                raise self.error("so it is")
            done = act(connection, *values)
            if is_it:
                del done  # Which would keep the database busy.
                raise self.error("so it is")
            return done

        return statement

    def at(self, number, *, is_after):
        self.left, self.is_after = number, is_after

    @property
    def is_over(self):
        """Whether there were fewer statements; nothing fails any more."""
        is_over, self.left = self.left is not None and self.left >= 0, None
        return is_over


@pytest.fixture
def faults(place, monkeypatch):
    return Faults(place.kind, monkeypatch)


def fill(execute, kind, store):
    """Keep something, in place of all that was."""
    for table in ("tables", "events", "ratings", "puzzles", "tournaments"):
        execute(f"DELETE FROM {table}")
    counted = {"sqlite": "DELETE FROM sqlite_sequence", "postgres": "UPDATE counts SET tables = 0"}
    execute(counted[kind])
    wait(
        [
            store.append("t", 0, "zero", "begun"),
            store.keep_texts(ANSWERS, {"ann": "one", "cleo": "é"}),
        ]
    )


@pytest.mark.parametrize("is_after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_kept_as_a_whole_or_not_at_all(place, execute, faults, change, is_after):
    with closing(place.open()) as store:
        fill(execute, place.kind, store)
        before = contents(execute)
        for number in count():
            faults.at(number, is_after=is_after)
            asked = CHANGES[change](store)
            wait(asked, PATIENCE)
            is_last = faults.is_over
            refused = [one.exception() for one in asked]
            assert all(isinstance(one, NotKept | None) for one in refused)
            # The store goes on, and the rest is as it was.
            assert store.texts(ANSWERS).result()["cleo"] == "é"
            found = store.listings().result()
            assert (found.damaged, found.missing) == ({}, 0)
            if any(refused):
                assert contents(execute) == before
                wait(CHANGES[change](store), PATIENCE)
            after = contents(execute)
            assert after != before
            if is_last:
                break
            fill(execute, place.kind, store)
    assert number > 2
    assert not any(refused)


def tables(execute, kind):
    query = {
        "sqlite": "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
        "postgres": "SELECT tablename FROM pg_tables WHERE schemaname = 'parure'",
    }
    return {name for (name,) in execute(query[kind])}


@pytest.mark.parametrize("is_after", [False, True], ids=["before", "after"])
def test_the_tables_are_created_all_or_none(place, execute, faults, is_after):
    for number in count():
        faults.at(number, is_after=is_after)
        try:
            place.open().close()
        except StoreError:
            if faults.is_over:
                raise
            assert tables(execute, place.kind) in (set(), TABLES.keys() | MORE[place.kind])
        else:
            break
    assert tables(execute, place.kind) == TABLES.keys() | MORE[place.kind]
    assert number > 5
