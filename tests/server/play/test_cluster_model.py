"""Two servers on one database do what one server with one file does, whatever each has not heard yet."""

import asyncio
import threading
from concurrent.futures import Future
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from kit.postgres import has_postgres
from parure.errors import ParureError
from parure.server.errors import Refusal
from parure.server.lobby.service import Seating
from parure.server.play.lifecycle import ClusterFollower, Lifecycle
from parure.server.play.service import Accepted, Playing
from parure.server.play.sessions import Sessions
from parure.server.settings import Limits, Settings
from parure.server.store.sqlite import SqliteStore
from parure.server.tables import events as happened
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.transitions import load
from parure.server.workers.bots import Bots

pytestmark = pytest.mark.verify

if not has_postgres():
    pytest.skip("there is no PostgreSQL here", allow_module_level=True)

PEOPLE = ("ann", "ben", "cleo")
SERVERS = st.integers(0, 1)


class Nothing:
    """Processes that are asked for nothing."""

    count, is_closed = 1, True

    def call(self, *_arguments: Any, **_more: Any) -> Any:
        done: Future[None] = Future()
        done.set_result(None)
        return done


class Servers:
    """Two servers on one database and one on a file, in a loop of their own."""

    def __init__(self, folder, place):
        self.place = place
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._stores = [place.open(), place.open(), SqliteStore(folder / "games.sqlite")]
        self.unheard = [[], []]
        self.made = 0
        *self.two, self.one = [self.do(self._opened(store, folder)) for store in self._stores]
        for server, unheard in zip(self.two, self.unheard, strict=True):
            server.following.follow = unheard.append

    async def _opened(self, store, folder):
        limits = Limits(tables=10**6, tables_each=10**6)
        bots = Bots(Nothing(), seconds=60)
        sessions = Sessions(Settings(data=folder, limits=limits), store, bots)
        following = ClusterFollower(sessions)
        await Lifecycle(sessions, bots).open()
        await sessions.ready.wait()
        seating = Seating(sessions, limits, lambda _table, _person: None, lambda _one, _other: True)
        return SimpleNamespace(
            following=following, sessions=sessions, seating=seating, playing=Playing(sessions)
        )

    def do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def hear(self, server):
        """Let a server hear what it was told, and do what follows."""

        async def hear():
            sessions = self.two[server].sessions
            waiting, self.unheard[server][:] = list(self.unheard[server]), []
            for tables in waiting:
                ClusterFollower.follow(self.two[server].following, tables)
            tasks = [task for task in sessions.background._tasks if "_renew" in repr(task)]
            await asyncio.gather(*tasks)

        self.do(hear())

    def close(self):
        for server in (*self.two, self.one):
            self.do(server.sessions.close())
        for store in self._stores:
            store.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Model(RuleBasedStateMachine):
    """People ask one of two servers, and the one server for the same."""

    servers: Servers

    def __init__(self):
        super().__init__()
        self.servers.made += 1
        self.last, self.moves = None, 0
        options = TableOptions(seats=[SeatPlan(name="Ann"), SeatPlan()], order="fixed")
        key = f"table {self.servers.made}"
        made = [
            self.servers.do(server.seating.create("ann", options, key))
            for server in (self.servers.one, *self.servers.two)
        ]
        assert made[0] == made[1] == made[2]
        self.table = made[0].table

    def at(self, server):
        """Return the table as a server knows it."""
        session = self.servers.two[server].sessions.get(self.table)
        assert session is not None
        return session.table

    def ask(self, server, act):
        """Ask both for the same, and compare what they say.

        Where nothing is to be done, whoever has not heard all may say so of the table as they know it.
        """
        found, before = [], self.servers.one.sessions.get(self.table).table
        is_behind = self.at(server).version < before.version
        for one in (self.servers.two[server], self.servers.one):
            try:
                found.append(self.servers.do(act(one)))
            except ParureError as error:
                found.append((type(error), error.details() if isinstance(error, Refusal) else {}))
        self.last = act
        is_nothing = self.servers.one.sessions.get(self.table).table is before
        if not (is_nothing and is_behind and isinstance(found[0], Accepted) and not found[0].move):
            assert found[0] == found[1]

    @rule(server=SERVERS, person=st.sampled_from(PEOPLE))
    def sit(self, server, person):
        self.ask(server, lambda server: server.seating.sit(self.table, person, person.title()))

    @rule(server=SERVERS, number=st.integers(0, 40))
    def move(self, server, number):
        table = self.at(server)
        if table.status == "playing":
            moves = table.playing.legal_moves
            move, person = str(moves[number % len(moves)]), table.seats[table.to_play].person
            self.moves += 1
            key = f"{self.moves}"
            self.ask(
                server,
                lambda server: server.playing.move(self.table, person, move, table.version, key),
            )

    @rule(server=SERVERS, person=st.sampled_from(PEOPLE))
    def undo(self, server, person):
        version = self.at(server).version
        self.ask(server, lambda server: server.playing.undo(self.table, person, version))

    @rule(server=SERVERS, person=st.sampled_from(PEOPLE))
    def leave_or_resign(self, server, person):
        if self.servers.one.sessions.get(self.table).table.status == "waiting":
            self.ask(server, lambda server: server.seating.leave(self.table, person, 1))
            self.last = None  # Later on a bot would take the seat.
        else:
            self.ask(server, lambda server: server.playing.end(self.table, person, agree=True))

    @rule(server=SERVERS)
    def ask_again(self, server):
        """Ask for the last thing again, at any server: what has a key has one effect."""
        if self.last is not None:
            self.ask(server, self.last)

    @rule(server=SERVERS)
    def hear(self, server):
        self.servers.hear(server)

    @invariant()
    def the_table_is_the_same(self):
        lines = self.servers.place.execute(
            'SELECT event FROM events WHERE "table" = ? ORDER BY number', self.table
        )
        kept = load(self.table, [line for (line,) in lines])
        one = self.servers.one.sessions.get(self.table).table
        assert [_timeless(kept), kept.version] == [_timeless(one), one.version]
        for server in self.servers.two:
            session = server.sessions.get(self.table)
            known = [happened.from_text(line) for (line,) in lines[: session.table.version]]
            assert len(known) == session.table.version

    def teardown(self):
        for server in (0, 1):
            self.servers.hear(server)


def _timeless(table):
    """Return what does not depend on when it happened."""
    game = None if table.game is None else table.game.snapshot()
    return table.status, table.seats, game, table.offers, table.ended, list(table.keys.items())


def test_two_servers_are_as_good_as_one(in_postgres, tmp_path, monkeypatch):
    monkeypatch.setattr("secrets.randbits", lambda _bits: 7)
    with closing(Servers(tmp_path, in_postgres)) as servers:
        machine = type("Model", (Model,), {"servers": servers})
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=15,
                stateful_step_count=20,
                phases=[Phase.generate],  # To find a shorter way to a failure would take minutes.
                suppress_health_check=list(HealthCheck),
            ),
        )
