"""Connections to PostgreSQL: one reads and writes, the other listens to what other processes do.

PostgreSQL notifies listeners of every commit. After a lost connection, and from time to time in any case, the
listener compares the checksums of all tables with the known ones.
"""

import json
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from psycopg import conninfo, errors
from psycopg.pq import TransactionStatus

from parure.i18n import mark
from parure.server.store import rows
from parure.server.store.documents import ANSWERS, DOCUMENTS, TOURNAMENTS
from parure.server.store.protocol import NO_ADDRESS, Grown, Hearer, StoreError

__all__ = ["News", "Postgres", "connected", "reason", "shown"]

_CHANNEL = "parure"
"""The channel that announces changes to other processes."""
_DEFAULTS: dict[str, Any] = {
    "application_name": "parure",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    # Both sides notice a peer that no longer answers.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
_OLDEST = 140_000
_TOO_OLD = mark("{path} runs a PostgreSQL older than 14; Parure needs 14 or later.")
_SETTINGS = (
    "SET search_path = parure",
    "SET idle_session_timeout = 0",
    # A process that dies within a transaction must not block the others.
    "SET idle_in_transaction_session_timeout = '10s'",
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
    # An acknowledged move must be on disk, whatever the default of this database.
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'",
)


_COMPARED = 30.0
"""Seconds between two comparisons of checksums, even if no notification was lost."""
_AGAIN = 1.0
"""Seconds before retrying a failed connection."""
_GLANCE = 0.2
"""Seconds between two checks whether the thread should end."""
_AT_ONCE = 500

log = logging.getLogger("parure.server")


class Postgres:
    """PostgreSQL as a `Database`."""

    clash = errors.UniqueViolation
    locking = " FOR UPDATE"

    def __init__(self, connection: "psycopg.Connection[Any]", process: str = "") -> None:
        """Use a connection.

        :param process: the process that announces changes over it.
        """
        self._connection, self._process = connection, process
        self.is_committing = False
        """Whether a commit was sent and is not yet answered."""

    @property
    def is_lost(self) -> bool:
        """Whether the connection is unusable."""
        return self._connection.closed

    def execute(self, query: str, values: Sequence[Any] = ()) -> Any:
        """Execute a statement with `?` for each value, and return a cursor."""
        return self._connection.execute(_query(query), values or None)

    def executemany(self, query: str, values: Iterable[Sequence[Any]]) -> None:
        """Execute a statement once for each sequence of values, without waiting in between."""
        with self._connection.cursor() as cursor:
            cursor.executemany(_query(query), values)

    @property
    def number(self) -> int:
        """The process id of the connection in PostgreSQL."""
        return self._connection.info.backend_pid

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read from one snapshot within the block."""
        if self._connection.info.transaction_status != TransactionStatus.IDLE:
            yield
            return
        self.begin_to_read()
        try:
            yield
        finally:
            self.rollback()

    def tell(self, news: Iterable[Sequence[Any]]) -> None:
        """Notify other processes of changes, once they are committed."""
        texts = [(_CHANNEL, json.dumps([*one, self._process])) for one in news]
        if texts:
            self.executemany("SELECT pg_notify(?, ?)", texts)

    def heard(self, seconds: float) -> list[tuple[int, Any]]:
        """Wait up to some seconds for notifications, and return each with its sender's number.

        Any user of the database can send notifications, so those in another form are ignored.
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
        """Begin a transaction for writing."""
        self.is_committing = False
        self.execute("BEGIN")

    def begin_to_read(self) -> None:
        """Begin a read-only transaction on one snapshot."""
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def commit(self) -> None:
        """Commit, and return once everything is safely on disk."""
        self.is_committing = True
        self.execute("COMMIT")
        self.is_committing = False

    def rollback(self) -> None:
        """Undo everything since the transaction began."""
        if self._connection.info.transaction_status in (
            TransactionStatus.INTRANS,
            TransactionStatus.INERROR,
        ):
            self.execute("ROLLBACK")

    def end_if_stuck(self) -> None:
        """Close the connection if it has sent an answer that nobody requested.

        The server has then ended the connection between two statements. libpq has read that message without
        handling it, and would refuse every further statement as if one was still running.
        """
        if self._connection.info.transaction_status == TransactionStatus.ACTIVE:
            self.close()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def is_damage(self, error: Exception) -> bool:
        """Tell whether an error means damaged data rather than a temporary failure."""
        return isinstance(error, psycopg.Error) and (error.sqlstate or "").startswith("XX")

    def is_sound(self) -> bool:
        """Return true: PostgreSQL checks the pages that are read."""
        return True

    def tables_made(self) -> int:
        """Return how many tables have ever been made."""
        rows = self.execute("SELECT tables FROM counts").fetchall()
        return sum(made for (made,) in rows)

    def count_tables(self, made: int) -> None:
        """Add newly made tables to that count."""
        self.execute("UPDATE counts SET tables = tables + ?", (made,))


def _query(query: str) -> Any:
    return query.replace("?", "%s")


def connected(address: str) -> "psycopg.Connection[Any]":
    """Return a connection without autocommit; options in the address override ours."""
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
    """Return an address without its password, safe to show."""
    try:
        named = conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        return re.split(r"(?<=://)|(?<==)", address, maxsplit=1)[0] + "…"
    user = f"{named['user']}@" if named.get("user") else ""
    port = f":{named['port']}" if named.get("port") else ""
    return f"postgresql://{user}{named.get('host') or ''}{port}/{named.get('dbname') or ''}"


def reason(error: Exception) -> str:
    """Return PostgreSQL's message about an error in one line."""
    lines = str(error).splitlines() or [type(error).__name__]
    telling = [line for line in lines if "FATAL:" in line or "failed:" in line]
    line = (telling or lines)[-1 if telling else 0]
    for before in ("FATAL:", "failed:"):
        line = line.rpartition(before)[2]
    return line.strip()


class News(threading.Thread):
    """Listens to other processes and passes their changes on."""

    def __init__(
        self,
        address: str,
        hearer: Hearer,
        is_own: Callable[[int], bool],
        on_document: Callable[[str | None], None],
    ) -> None:
        """Start listening, so that anything read afterwards is up to date or followed by a notification.

        :param is_own: tells whether a connection is that of this process.
        :param on_document: called with a changed document, or with None if any may have changed.
        """
        super().__init__(name="news", daemon=True)
        self._address, self._hearer = address, hearer
        self._is_own, self._on_document = is_own, on_document
        self._seals: dict[str, str] | None = None
        self._ended = threading.Event()
        self._is_open: Future[None] = Future()
        self.start()
        self._is_open.result()

    def close(self) -> None:
        """Stop listening."""
        self._ended.set()
        self.join()

    def run(self) -> None:
        """Listen, reconnecting whenever the connection is lost."""
        is_known = False
        while not self._ended.is_set():
            try:
                with closing(Postgres(connected(self._address))) as database:
                    is_known = False
                    self._listen(database)
            except Exception as error:
                if not self._is_open.done():
                    self._is_open.set_exception(error)
                    return
                if not is_known:
                    log.error("%s tells no news: %s", shown(self._address), reason(error))
                is_known = True
                self._ended.wait(_AGAIN)

    def _listen(self, database: Postgres) -> None:
        database.execute(f"LISTEN {_CHANNEL}")
        self._compare(database)
        if self._is_open.done():
            self._on_document(None)
            for person, answers in ANSWERS.read(database).items():
                self._hearer.answered(person, answers)
            for id, tournament in TOURNAMENTS.read(database).items():
                self._hearer.held(id, tournament)
        else:
            self._is_open.set_result(None)
        compared = time.monotonic()
        while not self._ended.is_set():
            if heard := database.heard(_GLANCE):
                self._tell(database, heard)
            if time.monotonic() > compared + _COMPARED:
                self._compare(database)
                compared = time.monotonic()

    def _compare(self, database: Postgres) -> None:
        """Report all tables whose checksum has changed; the first call only records the checksums."""
        found, known = rows.seals(database), self._seals
        if known is None:
            self._seals = found
        else:
            changed = [id for id, seal in found.items() if known.get(id) != seal]
            self._tell_grown(database, dict.fromkeys(changed))

    def _tell_grown(self, database: Postgres, tables: Mapping[str, str | None]) -> None:
        """Report some tables, each with the process that has changed it, if known."""
        assert self._seals is not None
        left = sorted(tables)
        while left:
            some, left = left[:_AT_ONCE], left[_AT_ONCE:]
            found = rows.some(database, set(some))
            self._seals.update({row.id: row.seal for row in found})
            self._hearer.grown(
                [Grown(row.id, row.listing, row.events, tables[row.id]) for row in found]
            )

    def _tell(self, database: Postgres, heard: list[tuple[int, Any]]) -> None:
        """Pass notifications on, each table once, without those of this process."""
        assert self._seals is not None
        tables: dict[str, str | None] = {}
        for number, (kind, key, *more) in heard:
            if self._is_own(number):
                if kind == "table":
                    self._seals[key] = more[0]
            elif kind == "table":
                tables[key] = more[1] if len(more) > 1 else None
            elif kind == DOCUMENTS.table:
                self._on_document(key)
            elif kind == ANSWERS.table:
                self._hearer.answered(key, ANSWERS.find(database, key))
            elif kind == TOURNAMENTS.table:
                self._hearer.held(key, TOURNAMENTS.find(database, key))
            elif kind == "word":
                self._hearer.said(key)
        self._tell_grown(database, tables)
