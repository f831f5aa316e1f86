"""A connection to a database of PostgreSQL."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import capabilities, conninfo, errors
from psycopg.pq import TransactionStatus

from parure.i18n import mark
from parure.server.store.protocol import StoreError
from parure.server.store.sentences import NO_ADDRESS

__all__ = ["CHANNEL", "Postgres", "connected", "reason", "shown"]

CHANNEL = "parure"
"""Where processes hear of what others have changed."""
_DEFAULTS: dict[str, Any] = {
    "application_name": "parure",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    # A peer that no longer answers is noticed on both sides.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
_AT_ONCE = 100 if capabilities.has_stream_chunked() else 1
"""So many rows are fetched together."""
_OLDEST = 140_000
_TOO_OLD = mark("{path} is of an older PostgreSQL than 14, the oldest that Parure knows.")
_SETTINGS = (
    "SET search_path = parure",
    "SET idle_session_timeout = 0",
    # Whoever is gone in the middle of something keeps nobody waiting.
    "SET idle_in_transaction_session_timeout = '10s'",
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    # An acknowledged move is on the disk, whatever is usual here.
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'",
)


class Postgres:
    """PostgreSQL as a `Database`."""

    clash = errors.UniqueViolation
    locking = " FOR UPDATE"

    def __init__(self, connection: "psycopg.Connection[Any]", process: str = "") -> None:
        """Use a connection.

        :param process: who tells of changes over it.
        """
        self._connection, self._process = connection, process
        self.is_committing = False
        """Whether a commit was sent that was not answered yet."""

    @property
    def is_lost(self) -> bool:
        """Whether it can't be used any more."""
        return self._connection.closed

    def execute(self, query: str, values: Sequence[Any] = ()) -> Any:
        """Do something, and return a cursor; `?` stands for each value."""
        return self._connection.execute(_query(query), values or None)

    def executemany(self, query: str, values: Iterable[Sequence[Any]]) -> None:
        """Do something once for each sequence of values, without waiting in between."""
        with self._connection.cursor() as cursor:
            cursor.executemany(_query(query), values)

    def every(self, query: str, table: str, key: str) -> Iterator[Any]:
        """Yield all rows; where a page of the table can't be read, those of the other pages."""
        try:
            with self._kept_up(), self._connection.cursor() as cursor:
                yield from cursor.stream(_query(f"{query} ORDER BY {key}"), size=_AT_ONCE)
            return
        except psycopg.Error as error:
            if not self.is_damage(error):
                raise
        size = "SELECT pg_relation_size(?::regclass) / current_setting('block_size')::int"
        (pages,) = self.execute(size, (table,)).fetchone()
        for page in range(pages):
            try:
                with self._kept_up():
                    place = f"ctid >= '({page},0)' AND ctid < '({page + 1},0)'"
                    rows = self.execute(f"{query} WHERE {place}").fetchall()
            except psycopg.Error as error:
                if not self.is_damage(error):
                    raise
                continue
            yield from rows

    @contextmanager
    def _kept_up(self) -> Iterator[None]:
        """Let a transaction go on after an error."""
        if self._connection.info.transaction_status == TransactionStatus.IDLE:
            yield
            return
        self.execute("SAVEPOINT reading")
        try:
            yield
        except psycopg.Error:
            if not self.is_lost:
                self.execute("ROLLBACK TO reading")
            raise

    @property
    def number(self) -> int:
        """What PostgreSQL knows it by."""
        return self._connection.info.backend_pid

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read everything within it as it is at one moment."""
        if self._connection.info.transaction_status != TransactionStatus.IDLE:
            yield
            return
        self.begin_to_read()
        try:
            yield
        finally:
            self.rollback()

    def tell(self, news: Iterable[Sequence[Any]]) -> None:
        """Let other processes know of changes, once they are committed."""
        texts = [(CHANNEL, json.dumps([*one, self._process])) for one in news]
        if texts:
            self.executemany("SELECT pg_notify(?, ?)", texts)

    def heard(self, seconds: float) -> list[tuple[int, Any]]:
        """Wait so long for news, and return them, each with the number of who tells it.

        Anybody who uses the database may say something there: what is not as we say it is left out.
        """
        found = []
        for one in self._connection.notifies(timeout=seconds, stop_after=1):
            try:
                kind, key, *more = json.loads(one.payload)
            except (ValueError, TypeError):
                continue
            found.append((one.pid, (kind, key, *more)))
        return found

    def begin(self) -> None:
        """Begin to write."""
        self.is_committing = False
        self.execute("BEGIN")

    def begin_to_read(self) -> None:
        """Begin to read everything as it is at one moment."""
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def commit(self) -> None:
        """Return when what was written is safely kept."""
        self.is_committing = True
        self.execute("COMMIT")
        self.is_committing = False

    def rollback(self) -> None:
        """Forget what was written since the beginning."""
        if self._connection.info.transaction_status in (
            TransactionStatus.INTRANS,
            TransactionStatus.INERROR,
        ):
            self.execute("ROLLBACK")

    def end_if_stuck(self) -> None:
        """Close it where it answers although nobody asks.

        It was ended between two statements, which libpq has read but not understood: it would refuse all
        that is asked from now on, as if it was still at work.
        """
        if self._connection.info.transaction_status == TransactionStatus.ACTIVE:
            self.close()

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def is_damage(self, error: Exception) -> bool:
        """Tell whether something that is kept can't be read, rather than just not at the moment."""
        return isinstance(error, psycopg.Error) and (error.sqlstate or "").startswith("XX")

    def tables_made(self) -> int:
        """Return how many tables were ever made."""
        rows = self.execute("SELECT tables FROM counts").fetchall()
        return sum(made for (made,) in rows)

    def count_tables(self, made: int) -> None:
        """Count tables that were just made."""
        self.execute("UPDATE counts SET tables = tables + ?", (made,))


def _query(query: str) -> Any:
    return query.replace("?", "%s")


def connected(address: str) -> "psycopg.Connection[Any]":
    """Return a connection that commits when it is told to; what the address says goes before ours."""
    try:
        named = conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise StoreError(NO_ADDRESS, shown(address)) from error
    connection = psycopg.connect(
        conninfo.make_conninfo("", **{**_DEFAULTS, **named}), autocommit=True
    )
    try:
        if connection.info.server_version < _OLDEST:
            raise StoreError(_TOO_OLD, shown(address))
        for setting in _SETTINGS:
            connection.execute(setting)
    except BaseException:
        connection.close()
        raise
    return connection


def shown(address: str) -> str:
    """Return an address as it may be shown: without the password."""
    try:
        named = conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        return re.split(r"(?<=://)|(?<==)", address, maxsplit=1)[0] + "…"
    user = f"{named['user']}@" if named.get("user") else ""
    port = f":{named['port']}" if named.get("port") else ""
    return f"postgresql://{user}{named.get('host') or ''}{port}/{named.get('dbname') or ''}"


def reason(error: Exception) -> str:
    """Return what PostgreSQL says about an error, in one line."""
    lines = str(error).splitlines() or [type(error).__name__]
    telling = [line for line in lines if "FATAL:" in line or "failed:" in line]
    line = (telling or lines)[-1 if telling else 0]
    for before in ("FATAL:", "failed:"):
        line = line.rpartition(before)[2]
    return line.strip()
