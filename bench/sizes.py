"""Measure what one table costs a server in processor time, memory and disk space.

    python bench/sizes.py [--tables N] [--seconds S] [--database ADDRESS] [--keep]

`docs/sizes.md` estimates the needs of many tables from it. Times are processor time, which other load hardly
lengthens. With an empty PostgreSQL database, it also measures what following another process's tables costs.
"""

import argparse
import asyncio
import json
import os
import sqlite3
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import load
from client import Client, run

from parure import MODULES
from parure.arena.match_report import machine
from parure.server.play.table_lists import Lists
from parure.server.tables.listing import Listing

KEPT = Path(__file__).with_name("sizes.json")
TABLES = 60
SECONDS = 60.0
GAMES = 20
LISTED = 20_000
_TICK = os.sysconf("SC_CLK_TCK")


def family(process: int) -> list[int]:
    """Return a process and its descendants."""
    listing = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    )
    found = [process]
    for line in listing.stdout.splitlines():
        pid, parent = map(int, line.split())
        if parent in found:
            found.append(pid)
    return found


def spent(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def memory(process: int) -> float:
    """Return the memory of a process in kilobytes."""
    (line,) = (
        line
        for line in Path(f"/proc/{process}/status").read_text().splitlines()
        if line.startswith("VmRSS")
    )
    return float(line.split()[1])


async def over(client: Client, seats: int, modules: list[str]) -> None:
    """Let bots play a game to its end."""
    token = await load.token_of(client)
    body = {"seats": [{"bot": "guild"}] * seats, "modules": modules, "pace": "instant"}
    table = (await client.post("/api/tables", token, body))["table"]
    while (await client.get(f"/api/tables/{table}", token))["table"]["status"] != "over":
        await asyncio.sleep(0.05)


async def finished(seats: int, modules: list[str]) -> tuple[float, str]:
    """Return the kilobytes of a finished game on disk, and the listing of one."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            load.server(folder) as (address, _process),
            Client(address) as client,
        ):
            for _game in range(GAMES):
                await over(client, seats, modules)
        file = Path(folder, "games.sqlite")
        with closing(sqlite3.connect(file)) as games:
            (listing,) = games.execute("SELECT listing FROM tables LIMIT 1").fetchone()
        return file.stat().st_size / 1024 / GAMES, listing


def listed(listing: str) -> float:
    """Return the kilobytes that a finished table takes in each process."""
    lists, before = Lists(lambda _table, text: Listing.from_text(text)), memory(os.getpid())
    one = Listing.from_text(listing)
    for number in range(LISTED):
        own = {"table": f"{number:012}", "maker": f"{number:022}", "names": (f"Ann {number}", None)}
        lists.put(Listing.from_text(replace(one, **own).to_text()))
    return (memory(os.getpid()) - before) / LISTED


async def busy(tables: int, seconds: float) -> dict[str, float]:
    """Let people and bots play; return the costs, times per move of a person."""
    async with (
        load.server() as (address, process),
        Client(address) as client,
    ):
        await load.first_page(address)
        await over(client, 4, list(MODULES))
        idle, helpers = memory(process), sum(map(memory, family(process)[1:]))
        people = [person for n in range(tables) for person in await load.seated(client, n)]
        async with played(people) as measured:
            before = {one: spent(one) for one in family(process)}
            await asyncio.sleep(seconds)
            used = {one: spent(one) - before.get(one, 0.0) for one in family(process)}
            moves = len(measured.acknowledged)
            return {
                "server_mb": idle / 1024,
                "helpers_mb": helpers / 1024,
                "table_kb": (memory(process) - idle) / tables,
                "pages": len(people) / tables,
                "moves_a_second": moves / seconds / tables,
                "changes": measured.updates / moves / (len(people) / tables),
                "server_ms": 1e3 * used[process] / moves,
                "helpers_ms": 1e3 * (sum(used.values()) - used[process]) / moves,
            }


async def hearing(tables: int, seconds: float, database: str) -> float:
    """Return the milliseconds that a process spends on each move made in another process."""
    async with (
        load.server(database=database) as (address, _process),
        load.server(database=database) as (_there, other),
        Client(address) as client,
    ):
        # People only: a bot might be moved by the other process.
        people = [person for n in range(tables) for person in await load.seated(client, 4 * n + 1)]
        await asyncio.sleep(load.SETTLING)
        idle = spent(other)
        await asyncio.sleep(seconds / 2)
        idle = (spent(other) - idle) / (seconds / 2)
        async with played(people) as measured:
            before = spent(other)
            await asyncio.sleep(seconds)
            heard = spent(other) - before - idle * seconds
            return 1e3 * heard / len(measured.acknowledged)


@asynccontextmanager
async def played(people: list[load.Person]) -> AsyncIterator[load.Measured]:
    """Let people play; measuring starts once everybody has opened a page."""
    measured = load.Measured()
    playing = [asyncio.ensure_future(person.play(measured)) for person in people]
    await asyncio.sleep(load.SETTLING)
    measured.acknowledged.clear()
    measured.updates = 0
    try:
        yield measured
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


def main() -> None:
    """Measure, print the figures, and save them if asked."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=TABLES)
    options.add_argument("--seconds", type=float, default=SECONDS)
    options.add_argument("--database", help="the address of an empty PostgreSQL database")
    options.add_argument("--keep", action="store_true", help=f"save the figures in {KEPT.name}")
    chosen = options.parse_args()
    small, listing = run(finished(2, []))
    large, _listing = run(finished(4, list(MODULES)))
    found = {"game_kb": small, "large_game_kb": large, "listed_kb": listed(listing)}
    found |= run(busy(chosen.tables, chosen.seconds))
    if chosen.database:
        heard = run(hearing(chosen.tables, chosen.seconds, chosen.database))
        found["hearing_ms"] = heard
    for name, value in found.items():
        print(f"{name}: {value:.3g}")
    if chosen.keep:
        how = {"machine": machine(), "tables": chosen.tables, "seconds": chosen.seconds}
        KEPT.write_text(json.dumps({**how, "costs": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
