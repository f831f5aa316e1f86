"""Measure how soon a server with many finished games shows its first page.

    python bench/start.py [--tables 100000] [--database postgresql://…]

It writes whole games with all their events, into a new file or into an empty PostgreSQL database.
"""

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import httpx
from rich.progress import track

from parure.arena.match_report import machine
from parure.server.security.network_access import listen
from parure.server.store import opened
from parure.server.store.protocol import Kept
from parure.server.tables import events as happened
from parure.server.tables.listing import Listing
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.table import Table
from parure.server.tables.transitions import after

TABLES = 100_000
GAMES = 10
"""The number of different games, which are written again and again."""
PEOPLE = 5_000
WAITING = 1_000
"""The most games that may wait to be written to disk."""
RUNS = 5


def played(seed: int) -> tuple[Listing, tuple[str, ...]]:
    """Return the listing and the events of a random game against a bot."""
    chance, now = random.Random(seed), time.time()
    options = TableOptions(seats=[SeatPlan(name="Ann"), SeatPlan(bot="random")])
    table, events = Table(f"bench{seed}"), []

    def add(event: happened.Event) -> Table:
        events.append(happened.to_text(event))
        return after(table, event)

    table = add(happened.Created(at=now, maker="Ann", options=options))
    table = add(happened.Started(at=now, seed=seed, order=[0, 1]))
    while (seat := table.to_play) is not None:
        move = str(chance.choice(table.playing.legal_moves))
        by: happened.By = "bot" if seat else "person"
        table = add(happened.Moved(at=now, seat=seat, move=move, by=by))
    return Listing.of(table, None), tuple(events)


def write(place: str, tables: int) -> None:
    """Write games of many people."""
    games = [played(seed) for seed in range(GAMES)]
    with closing(opened(place)) as store:
        waiting = deque()
        for number in track(range(tables), "Writing games"):
            listing, events = games[number % GAMES]
            person = f"person {number % PEOPLE}"
            changes = {"table": f"bench {number}", "maker": person, "owners": (person, None)}
            text = replace(listing, **changes).to_text()
            waiting.append(store.put(f"bench {number}", Kept(text, events)))
            if len(waiting) > WAITING:
                waiting.popleft().result()
        for future in waiting:
            future.result()


def first_page(folder: str, database: str | None) -> float:
    """Start a server; return the seconds until it shows its first page."""
    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "parure",
        "serve",
        "--no-browser",
        "--new-key",
        "--port",
        str(port),
        "--data",
        folder,
    ]
    command += ["--database", database] if database else []
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        while server.poll() is None:
            try:
                httpx.get(f"http://127.0.0.1:{port}/", timeout=60).raise_for_status()
                break
            except httpx.ConnectError:
                time.sleep(0.01)
        seconds = time.perf_counter() - began
        server.terminate()
    return seconds


def main() -> None:
    """Write the games, start the server a few times, and print the times."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=TABLES, help="finished games")
    options.add_argument("--database", help="the address of an empty PostgreSQL database")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write(chosen.database or str(Path(folder) / "games.sqlite"), chosen.tables)
        seconds = [first_page(folder, chosen.database) for _ in range(RUNS)]
    print(machine())
    print(f"the first page of {chosen.tables:,} games, median: {statistics.median(seconds):.2f} s")
    print("all runs:", ", ".join(f"{each:.2f}" for each in seconds))


if __name__ == "__main__":
    main()
