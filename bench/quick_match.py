"""Quick match: how long 1,000 people who begin to look at the same time wait for a table.

    python bench/quick_match.py [--people N]

Everybody has a socket of their own to a real server on this machine, which pairs them two by two. Seconds are
counted from the moment when the last one has begun to look.
"""

import argparse
import asyncio
import json
import time
from collections import Counter
from functools import cache
from urllib.parse import urlencode

from client import Client, Page, run
from load import server, token_of

PEOPLE = 1_000
PATIENCE = 60.0
"""Seconds until the measurement is given up."""
CONNECTING = 50
"""How many connect at once; a server accepts only so many connections in a moment."""


async def measure(people: int) -> list[float]:
    """Return the seconds after which each person knows their table."""
    tables: Counter[str] = Counter()
    waited: list[float] = []
    began = 0.0

    def told(message: bytes) -> None:
        tables[json.loads(message)["table"]] += 1
        waited.append(time.perf_counter())

    async with server() as (address, _process), Client(address) as client:
        while (await client.ask("GET", "/readyz")).status != 200:
            await asyncio.sleep(0.1)
        tokens = [await token_of(client) for _person in range(people)]
        places = asyncio.Semaphore(CONNECTING)

        async def look(number: int) -> Page:
            query = urlencode({"name": f"Ann {number}", "accepts": ""})
            async with places:
                return await client.page(f"/api/quick?{query}", tokens[number], told)

        pages = await asyncio.gather(*(look(number) for number in range(people)))
        began = time.perf_counter()
        await asyncio.wait_for(asyncio.gather(*(page.gone for page in pages)), PATIENCE)
    if set(tables.values()) != {2}:
        raise SystemExit(f"Not everybody was paired with one other: {Counter(tables.values())}")
    return sorted(at - began for at in waited)


@cache
def longest(people: int = PEOPLE) -> float:
    """Return the longest that anybody waited, in seconds."""
    return run(measure(people))[-1]


def main() -> None:
    """Run the measurement and print it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--people", type=int, default=PEOPLE)
    waited = run(measure(options.parse_args().people))
    middle = waited[len(waited) // 2]
    print(
        f"{len(waited)} people, none paired twice: half after {middle:.2f} s, all after {waited[-1]:.2f} s"
    )


if __name__ == "__main__":
    main()
