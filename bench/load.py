"""Load test: people and bots at 200 tables at once, on a real server on this machine.

    python bench/load.py [--tables N] [--seconds S]

Everybody has a page open that receives the changes, and decides after a few seconds, as people do; when a
game is over, they start another. The test measures what people wait for: that a move is acknowledged, that it
is on their page, and that a newcomer's first page has loaded. A long run also prints the server's memory
every ten minutes.
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from client import Client, Page, run

from parure import MODULES
from parure.server.tables.options import bot_names

TABLES = 200
SECONDS = 20.0
SETTLING = 10.0
"""Seconds before measuring, in which everybody opens a page at once; more tables take longer."""
THINKING = 8.0
"""The mean seconds that a person thinks about a decision."""
MEMORY_SECONDS = 600.0
"""Seconds between two reports of the memory."""


@dataclass
class Measured:
    """The measurements, in seconds and bytes."""

    acknowledged: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    first_pages: list[float] = field(default_factory=list)
    refused: int = 0
    updates: int = 0
    bytes: int = 0
    """The size of all updates, before compression."""
    memory: float = 0.0

    def percentile(self, times: list[float], share: float) -> float:
        """Return the time within which this share of them lies."""
        if not times:
            raise SystemExit("Nobody could move: this machine is too busy to measure anything.")
        ordered = sorted(times)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def serve(folder: str, database: str | None = None) -> None:
    """Run the server without limits per address, since all people share one."""
    from parure.server.app import create_app
    from parure.server.security.connections import open_files
    from parure.server.security.network_access import listen
    from parure.server.serve import server_of
    from parure.server.settings import Limits, Settings

    limits = Limits.for_load()
    open_files(2 * limits.connections)
    settings = Settings(data=Path(folder), database=database, limits=limits)
    listening = listen("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    server_of(create_app(settings, lasts=True), settings).run(sockets=[listening])


class Person:
    """A person with an open page at one table."""

    def __init__(self, client: Client, token: str, table: str, chance: random.Random):
        self.client, self.token, self.table, self.chance = client, token, table, chance
        self.moved: tuple[int, float] | None = None
        """The version that this person's last move led to until the page shows it, and when it was made."""
        self.seen = 0, 0.0
        """The version on the page, and when it arrived."""

    async def play(self, measured: Measured) -> None:
        """Watch and move until the game is over."""
        path, told = f"/api/tables/{self.table}/watch", partial(self.watch, measured)
        page = await self.client.page(path, self.token, told)
        try:
            await asyncio.gather(page.gone, self.move_on(page, measured))
        finally:
            page.close()

    def watch(self, measured: Measured, message: bytes) -> None:
        """Read an update of the page."""
        measured.updates += 1
        measured.bytes += len(message)
        self.seen = version_in(json.loads(message), self.seen[0]), time.perf_counter()
        self.note(measured)

    def note(self, measured: Measured) -> None:
        """Record how long the last move took to reach the page, once it has."""
        if self.moved is not None and self.seen[0] >= self.moved[0]:
            measured.shown.append(self.seen[1] - self.moved[1])
            self.moved = None

    async def move_on(self, page: Page, measured: Measured) -> None:
        """Think and move in turn; close the page when the game is over."""
        path = f"/api/tables/{self.table}/moves"
        while True:
            await asyncio.sleep(self.chance.expovariate(1 / THINKING))
            seen = await self.client.get(path, self.token)
            if seen["decision"] is None:
                page.close()
                return
            if not seen["moves"]:
                continue
            body = {"move": self.chance.choice(seen["moves"]), "version": seen["version"]}
            began = time.perf_counter()
            answer = await self.client.ask("POST", path, self.token, body)
            if answer.status != 200:
                measured.refused += 1
                continue
            measured.acknowledged.append(time.perf_counter() - began)
            self.moved = answer.json()["version"], began
            self.note(measured)  # The page may have been quicker than the answer.


def version_in(message: dict[str, Any], before: int) -> int:
    """Return the version of the table that a message leads to."""
    if "document" in message:
        return int(message["document"]["version"])
    changed = {change["path"]: change.get("value") for change in message["patch"]}
    return int(changed.get("/version", before))


async def token_of(client: Client) -> str:
    """Return the token of a new person."""
    return str((await client.post("/api/players"))["token"])


async def seated(client: Client, number: int) -> list[Person]:
    """Create a table, one of four kinds by turns, and return its people."""
    bot = {"bot": "guild" if "guild" in bot_names() else "random"}
    kinds: tuple[tuple[list[dict[str, str]], list[str]], ...] = (
        ([{"name": "Ann"}, bot], []),
        ([{"name": "Ann"}, {}], []),
        ([{"name": "Ann"}, bot, bot, bot], list(MODULES)),
        ([{"name": "Ann"}, bot, bot], ["orient"]),
    )
    seats, modules = kinds[number % len(kinds)]
    token = await token_of(client)
    options: dict[str, Any] = {"seats": seats, "modules": modules, "public": True}
    table = (await client.post("/api/tables", token, options))["table"]
    tokens = [token]
    for open_seat in range(seats.count({})):
        tokens.append(await token_of(client))
        await client.post(f"/api/tables/{table}/seats", tokens[-1], {"name": f"Ben {open_seat}"})
    return [Person(client, token, table, random.Random(f"{number} {token}")) for token in tokens]


async def play_on(client: Client, number: int, people: list[Person], measured: Measured) -> None:
    """Let people play game after game, each at a new table of the same kind."""
    while True:
        await asyncio.gather(*(person.play(measured) for person in people))
        people = await seated(client, number)


async def first_page(address: str) -> float:
    """Return the seconds in which a newcomer's first page loads, with all its files."""
    async with Client(address) as client:
        began = time.perf_counter()
        page = await client.ask("GET", "/", accept="text/html")
        needed = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.body.decode()))
        await asyncio.gather(*(client.ask("GET", path) for path in needed))
        return time.perf_counter() - began


def memory_of(process: int) -> float:
    """Return the megabytes of memory of a process and its descendants."""
    listing = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,rss="], capture_output=True, text=True, check=True
    )
    rows = [tuple(map(int, line.split())) for line in listing.stdout.splitlines()]
    family = {process}
    for pid, parent, _kilobytes in sorted(rows):
        if parent in family:
            family.add(pid)
    return sum(kilobytes for pid, _parent, kilobytes in rows if pid in family) / 1024


@asynccontextmanager
async def server(
    folder: str | None = None, database: str | None = None
) -> AsyncIterator[tuple[str, int]]:
    """Run a server in a process of its own; yield its address and process id."""
    with tempfile.TemporaryDirectory() as other:
        command = [sys.executable, __file__, "--serve", folder or other]
        command += ["--database", database] if database else []
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield f"http://127.0.0.1:{int(process.stdout.readline())}", process.pid
        finally:
            process.terminate()
            process.wait()


async def load(tables: int, seconds: float) -> Measured:
    """Seat everybody, let them settle, then measure."""
    async with server() as (address, process), Client(address) as client:
        measured = Measured()
        seats = [await seated(client, number) for number in range(tables)]
        playing = [
            asyncio.ensure_future(play_on(client, number, people, measured))
            for number, people in enumerate(seats)
        ]
        await asyncio.sleep(SETTLING * max(1, tables / TABLES))
        measured.acknowledged.clear()
        measured.shown.clear()
        measured.updates = measured.bytes = measured.refused = 0
        began = reported = time.perf_counter()
        while (now := time.perf_counter()) < began + seconds:
            for task in playing:
                if task.done():
                    await task  # Raises: people only stop when something went wrong.
            measured.first_pages.append(await first_page(address))
            if now > reported + MEMORY_SECONDS:
                reported += MEMORY_SECONDS
                print(
                    f"memory after {(now - began) / 60:.0f} minutes: {memory_of(process):.0f} MB",
                    flush=True,
                )
            await asyncio.sleep(1)
        measured.memory = memory_of(process)
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        problems = [e for e in ended if e is not None and not isinstance(e, asyncio.CancelledError)]
        if problems:
            raise problems[0]
        return measured


@cache
def measured(tables: int = TABLES, seconds: float = SECONDS) -> Measured:
    """Return the measurements of a run, which all figures share."""
    return run(load(tables, seconds))


def acknowledgement(share: float) -> float:
    """Return the milliseconds in which this share of the moves is acknowledged."""
    found = measured()
    return found.percentile(found.acknowledged, share) * 1000


def on_the_page(share: float) -> float:
    """Return the milliseconds in which this share of the moves is on the page of who made them."""
    found = measured()
    return found.percentile(found.shown, share) * 1000


def newcomer() -> float:
    """Return the longest time that a first page took under load, in seconds."""
    return max(measured().first_pages)


def memory() -> float:
    """Return the megabytes that the server and its bots use under load."""
    return measured().memory


def main() -> None:
    """Run the test and print the measurements."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=TABLES)
    options.add_argument("--seconds", type=float, default=SECONDS)
    options.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    options.add_argument("--database", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.serve:
        serve(chosen.serve, chosen.database)
        return
    found = measured(chosen.tables, chosen.seconds)
    for name, times in (("acknowledged", found.acknowledged), ("on the page", found.shown)):
        shares = [found.percentile(times, share) * 1000 for share in (0.5, 0.99, 1)]
        print(f"{name}: {len(times)} moves, p50 {shares[0]:.0f} ms, p99 {shares[1]:.0f} ms, "
              f"worst {shares[2]:.0f} ms")  # fmt: skip
    pages = found.first_pages
    print(f"first page: median {statistics.median(pages):.2f} s, worst {max(pages):.2f} s")
    size = found.bytes / max(1, found.updates) / 1000
    print(f"updates: {found.updates / chosen.seconds:.0f} a second, {size:.1f} kB each")
    print(f"moves refused: {found.refused}")
    print(f"memory: {found.memory:.0f} MB")


if __name__ == "__main__":
    main()
