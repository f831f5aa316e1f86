"""Estimate what a server needs for many tables, from the costs of one: writes `docs/sizes.md`."""

import json
import math
import textwrap
from pathlib import Path

__all__ = ["page"]

KEPT = Path(__file__).with_name("sizes.json")
BUSY = 0.6
"""The load of a core at which nobody waits yet."""
TABLES = (100, 1_000, 100_000)


def page() -> str:
    """Return the page: what one table costs, and what a server needs for many."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    cost = kept["costs"]
    hearing = cost["changes"] * cost["hearing_ms"]
    together = BUSY / 2 * 1000 / hearing / cost["moves_a_second"]
    lines = [
        "# Sizes",
        "",
        "Written by `make docs` from `bench/sizes.json`, which `python bench/sizes.py --keep` measures.",
        "",
        "## What was measured",
        "",
        _paragraph(
            f"{kept['tables']} tables of four kinds, from the base game against a bot to four seats with all",
            f"modules, for {kept['seconds']:.0f} s, with people who think for 8 s. Times are processor time",
            f"on {kept['machine']}.",
        ),
        "",
        "| cost | |",
        "| --- | ---: |",
        f"| people's moves at a table | {cost['moves_a_second']:.2g} a second |",
        f"| changes of the table for each of these, including bots' moves | {cost['changes']:.2g} |",
        f"| processor time for each, server process | {cost['server_ms']:.2g} ms |",
        f"| processor time for each, bot processes | {cost['helpers_ms']:.2g} ms |",
        f"| processor time for each change made by another process | {cost['hearing_ms']:.2g} ms |",
        f"| memory of a server process | {cost['server_mb']:.0f} MB |",
        f"| memory of its bot processes | {cost['helpers_mb']:.0f} MB |",
        f"| memory of a running table | {cost['table_kb'] / 1024:.2g} MB |",
        f"| memory of a finished game, in each process | {cost['listed_kb']:.2g} kB |",
        f"| open pages for each table | {cost['pages']:.3g} |",
        f"| disk space of a finished base game of two bots | {cost['game_kb']:.0f} kB |",
        f"| disk space of a game of four with all modules | {cost['large_game_kb']:.0f} kB |",
        "",
        "## What a server needs",
        "",
        _paragraph(
            f"A core should be busy for at most {BUSY:.0%} of its time. If several processes share a",
            "database, each hears of every change and should spend at most half of that time on them, so",
            f"up to {_number(together)} tables can share a database. More tables need several servers, each",
            "with a database and a name of its own. A running table is in the memory of two processes: the",
            "one that serves its people and the one that moves its bots.",
        ),
        "",
        "| running tables | " + " | ".join(f"{tables:,}" for tables in TABLES) + " |",
        "| --- |" + " ---: |" * len(TABLES),
    ]
    rows = [_sized(cost, tables, together) for tables in TABLES]
    lines += [f"| {name} | " + " | ".join(row[name] for row in rows) + " |" for name in rows[0]]
    return "\n".join(lines) + "\n"


def _sized(cost: dict[str, float], tables: int, together: float) -> dict[str, str]:
    """Return the row of the table for a number of tables."""
    servers = math.ceil(tables / together)
    moves = tables * cost["moves_a_second"]
    share = BUSY if tables * cost["server_ms"] * cost["moves_a_second"] < BUSY * 1000 else BUSY / 2
    processes = servers * math.ceil(moves / servers * cost["server_ms"] / 1000 / share)
    memory = processes * (cost["server_mb"] + cost["helpers_mb"])
    memory += tables * cost["table_kb"] / 1024 * min(2, processes)
    cores = moves * (cost["server_ms"] + cost["helpers_ms"]) / 1000 / BUSY
    cores += (
        processes * moves / servers * cost["changes"] * cost["hearing_ms"] / 1000 * (processes > 1)
    )
    return {
        "people's moves a second": _number(moves),
        "servers, each with its database": str(servers) if processes > 1 else "1, SQLite is enough",
        "server processes in all": str(processes),
        "cores": _number(math.ceil(cores)),
        "memory": f"{memory / 1024:.2g} GB" if memory < 10_240 else f"{memory / 1024:,.0f} GB",
        "open pages, each a connection": _number(tables * cost["pages"]),
        "connections to PostgreSQL": _number(2 * processes) if processes > 1 else "–",
        "events stored a second": _number(moves * cost["changes"]),
    }


def _paragraph(*words: str) -> str:
    return textwrap.fill(" ".join(words), 120)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}"
