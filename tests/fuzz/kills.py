"""Two processes on one PostgreSQL, people and bots at many tables, one process killed every ten seconds.

    PYTHONPATH=tests python tests/fuzz/kills.py [--tables 500] [--kills 60] [--seconds 10] [--thinking 8]

Nothing that was acknowledged may be lost, nothing done twice, and every table goes on within five seconds.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from kit.documents import patched
from kit.postgres import cluster
from kit.stores import InPostgres, Place
from kit.waiting import PATIENCE
from parure.server.security.network_access import listen
from parure.server.tables import events as happened
from parure.server.tables.transitions import load

__all__ = ["Player", "check", "kill_one", "playing", "serving", "supervised"]

_TESTS = Path(__file__).parent.parent
PROCESSES = 2
GOES_ON = 5.0
"""The seconds within which a table must go on."""
_TRACKER = "resource_tracker"
"""A process that Python starts beside those that serve."""
_WORKING = "SELECT count(*) FROM processes WHERE until > now()"


def serve(folder: str, address: str, port: str) -> None:
    """Run the server: as usual, but without limits for an address, since all come from one."""
    from parure.server.logs import Form, Level, log_to_stderr
    from parure.server.settings import Limits, Settings
    from parure.server.supervisor import Logs, serve

    settings = Settings(
        data=Path(folder),
        database=address,
        port=int(port),
        limits=Limits.for_load(),
        processes=PROCESSES,
    )
    logs = Logs(Form.TEXT, Level.WARNING)
    log_to_stderr(*logs)
    serve(settings, logs, any_port=False, browser=False)


@asynccontextmanager
async def supervised(
    place: Place, folder: Path
) -> AsyncIterator[tuple[subprocess.Popen[bytes], str]]:
    """Run a server of several processes; yield the first of them, and the address."""
    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    command = [sys.executable, __file__, "--serve", str(folder), place.address, str(port)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [_TESTS, *sys.path]))}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, env=environment)
    try:
        async with asyncio.timeout(PATIENCE):
            while not _answers(port):
                assert process.poll() is None, (folder / "log").read_text()
                await asyncio.sleep(0.1)
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()


def _answers(port: int) -> bool:
    """Tell whether somebody listens there."""
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def serving(parent: int) -> list[int]:
    """Return the processes that serve."""
    command = ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="]
    rows = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    found = [row.split(maxsplit=2) for row in rows]
    return [int(pid) for pid, of, line in found if int(of) == parent and _TRACKER not in line]


def kill_one(parent: int, chance: random.Random) -> int:
    """Kill one of the processes that serve, and return which."""
    killed = chance.choice(serving(parent))
    os.kill(killed, signal.SIGKILL)
    return killed


class Player:
    """Plays against a bot, table after table, and asks again wherever nobody answers."""

    def __init__(self, client: httpx.AsyncClient, seed: int, thinking: float) -> None:
        self.client, self.chance, self.thinking = client, random.Random(seed), thinking
        self.headers: dict[str, str] = {}
        self.table = ""
        self.acknowledged: dict[tuple[str, str], dict[str, Any]] = {}
        self.waits: float | None = None
        """Since when the server has something to do: to keep a move, or to make that of a bot."""
        self.stood: list[float] = []
        """The seconds that it took for it, each time."""
        self.version = 0
        self.answers: Counter[int] = Counter()

    async def ask(self, path: str, **body: Any) -> dict[str, Any]:
        """Ask until somebody answers, who may be another one: the key says that it is the same."""
        while True:
            try:
                answer = await self.client.post(path, json=body, headers=self.headers)
            except httpx.TransportError:
                self.answers[0] += 1
                await asyncio.sleep(0.05)
                continue
            self.answers[answer.status_code] += 1
            if answer.status_code < 500:
                found: dict[str, Any] = answer.json()
                return found
            await asyncio.sleep(0.2)

    async def play(self) -> None:
        """Play until cancelled."""
        token = (await self.ask("/api/players"))["token"]
        self.headers = {"Authorization": f"Bearer {token}"}
        while True:
            await self.sit_down()
            try:
                await self.watch()
            except (OSError, WebSocketException):
                await asyncio.sleep(0.05)

    async def sit_down(self) -> None:
        """Make a table, where there is none or its game is over."""
        if not self.table:
            seats = [{"name": "Ann"}, {"bot": "random"}]
            key = f"{self.chance.random()}"
            made = await self.ask("/api/tables", seats=seats, pace="instant", key=key)
            self.table = made["table"]

    async def watch(self) -> None:
        """Look at the table for as long as the connection holds, and move."""
        address = str(self.client.base_url).replace("http", "ws", 1).rstrip("/")
        live = f"{address}/api/tables/{self.table}/watch"
        async with connect(live, additional_headers=self.headers, max_size=2**24) as socket:
            view: dict[str, Any] = {}
            async for message in socket:
                told = json.loads(message)
                view = told.get("document") or patched(view, told["patch"])
                if view["version"] < self.version:
                    continue  # Of a process that has not heard yet of what another one acknowledged.
                is_over = view["table"]["status"] == "over"
                if self.waits and (is_over or view["you"]["moves"]):
                    self.stood.append(time.monotonic() - self.waits)
                    self.waits = None
                if is_over:
                    self.table, self.version = "", 0
                    return
                if view["you"]["moves"]:
                    await self.move(view)

    async def move(self, view: dict[str, Any]) -> None:
        """Think, and make a move, or take one back."""
        await asyncio.sleep(self.chance.expovariate(1 / self.thinking))
        self.waits = self.waits or time.monotonic()
        key = f"{self.chance.random()}"
        body: dict[str, Any] = {"version": view["version"], "key": key}
        if view["you"]["undoer"] is not None and self.chance.random() < 0.1:
            done = await self.ask(f"/api/tables/{self.table}/undo", **body)
        else:
            move = self.chance.choice(view["you"]["moves"])
            done = await self.ask(f"/api/tables/{self.table}/moves", move=move, **body)
        if "version" in done:
            self.acknowledged[self.table, key] = done
            self.version = done["version"]


@asynccontextmanager
async def playing(address: str, tables: int, thinking: float) -> AsyncIterator[list[Player]]:
    """Let people play."""
    async with AsyncExitStack() as stack:
        # To each their own: among hundreds of connections httpx looks at all of them for every request.
        clients = [
            await stack.enter_async_context(
                httpx.AsyncClient(base_url=address, timeout=PATIENCE, verify=False)
            )
            for _table in range(tables)
        ]
        players = [Player(client, n, thinking) for n, client in enumerate(clients)]
        tasks = [asyncio.ensure_future(player.play()) for player in players]
        try:
            yield players
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        problems = [one for one in ended if not isinstance(one, asyncio.CancelledError)]
        assert not problems, problems


def check(place: Place, players: list[Player]) -> int:
    """See that what was acknowledged is there once, and that all of it can be played; return how much."""
    tables: dict[str, list[str]] = {}
    rows = place.execute('SELECT "table", number, event FROM events ORDER BY 1, 2')
    for table, number, event in rows:
        assert number == len(tables.setdefault(table, [])), table
        tables[table].append(event)
    for table, lines in tables.items():
        assert load(table, lines).version == len(lines)
        keys = [getattr(happened.from_text(line), "key", None) for line in lines]
        assert max(Counter(key for key in keys if key).values(), default=1) == 1, table
    for player in players:
        for (table, key), done in player.acknowledged.items():
            event = happened.from_text(tables[table][done["version"] - 1])
            kept = getattr(event, "key", None), getattr(event, "move", None)
            assert kept == (key, done["move"]), (table, done, event)
    return sum(len(player.acknowledged) for player in players)


async def run(tables: int, kills: int, seconds: float, thinking: float) -> None:
    """Let people play, kill again and again, and say how long the slowest table stood still."""
    chance = random.Random(tables)
    with cluster() as postgres, tempfile.TemporaryDirectory() as folder:
        place = InPostgres(postgres.address())
        async with (
            supervised(place, Path(folder)) as (process, address),
            playing(address, tables, thinking) as players,
        ):
            async with asyncio.timeout(PATIENCE):
                while not all(player.stood for player in players):
                    await asyncio.sleep(0.1)
            for number in range(kills):
                async with asyncio.timeout(PATIENCE):
                    while place.execute(_WORKING) != [(PROCESSES,)]:
                        await asyncio.sleep(0.2)
                for player in players:
                    player.stood.clear()
                killed = kill_one(process.pid, chance)
                await asyncio.sleep(seconds)
                now = time.monotonic()
                stood = [max([*p.stood, now - (p.waits or now)]) for p in players]
                late = sum(seconds > GOES_ON for seconds in stood)
                print(
                    f"{number + 1}: killed {killed}; the longest that a table stood still:"
                    f" {max(stood):.1f} s; longer than {GOES_ON:.0f} s: {late} of {tables}",
                    flush=True,
                )
        moves = check(place, players)
        answers: Counter[int] = sum((player.answers for player in players), Counter())
        print(f"{moves} moves acknowledged, none lost, none doubled; answers: {dict(answers)}")
        print((Path(folder) / "log").read_text()[-3_000:])


def main() -> None:
    """Run it as long as is wanted."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=500)
    options.add_argument("--kills", type=int, default=60)
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--thinking", type=float, default=8.0)
    options.add_argument("--serve", nargs=3, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.serve:
        serve(*chosen.serve)
    else:
        asyncio.run(run(chosen.tables, chosen.kills, chosen.seconds, chosen.thinking))


if __name__ == "__main__":
    main()
