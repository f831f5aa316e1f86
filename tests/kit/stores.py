"""The stores, for tests that apply to each of them."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from parure.server.store.sqlite import SqliteStore
from parure.server.store.writer import Store

__all__ = ["InPostgres", "InSqlite", "Place"]


class Place(Protocol):
    """Where a store can be opened, again and again, and harmed meanwhile."""

    kind: str
    name: str
    """What sentences call it."""
    address: str
    """What a server is started with."""

    def open(self, *, to_read: bool = False, alone: bool = False) -> Store: ...

    def execute(self, statement: str, *values: object) -> list[Any]:
        """Do something past the store; `?` stands for each value."""
        ...


class InSqlite:
    """A file that is not there yet."""

    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path, self.name, self.address = path, str(path), str(path)

    def open(self, *, to_read: bool = False, alone: bool = False) -> Store:
        return SqliteStore(self.path, to_read=to_read)

    def execute(self, statement: str, *values: object) -> list[Any]:
        with closing(sqlite3.connect(self.path)) as connection, connection:
            return connection.execute(statement, values).fetchall()


class InPostgres:
    """A database without anything of ours."""

    kind = "postgres"

    def __init__(self, address: str) -> None:
        self.name = self.address = address
        self.execute("DROP SCHEMA IF EXISTS parure CASCADE")

    def open(self, *, to_read: bool = False, alone: bool = False) -> Store:
        from parure.server.store.postgres import PostgresStore

        return PostgresStore(self.address, to_read=to_read, alone=alone)

    def execute(self, statement: str, *values: object) -> list[Any]:
        import psycopg

        with psycopg.connect(self.address, options="-c search_path=parure,public") as connection:
            query: Any = statement.replace("?", "%s")
            done = connection.execute(query, values or None)
            return done.fetchall() if done.description else []
