"""Measure what one change of a table costs the server: view, document and patch, in time and size.

    python bench/documents.py

It follows the pages of a player and of a spectator through whole bot games, once caches are warm. Times are
processor time, so other load on the machine matters little.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from pydantic_core import to_json

from parure import MODULES, Rules
from parure.bots import make
from parure.server.tables import events as happened
from parure.server.tables.document import document_of
from parure.server.tables.json_patch import patch
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.table import Table
from parure.server.tables.transitions import after
from parure.server.tables.view import look

GAMES = 8
PERSON = "Ann"
PARTS = ("look", "document", "patch", "write")


def game(rules: Rules, seed: int) -> Iterator[Table]:
    """Yield the table after each change of a game; one bot plays all seats, the first in a person's name."""
    seats = [SeatPlan(), *(SeatPlan(bot="random") for _ in range(rules.players - 1))]
    options = TableOptions(seats=seats, modules=list(rules.modules), edition=rules.edition)
    table = after(Table("bench"), happened.Created(at=0.0, maker=PERSON, options=options))
    table = after(table, happened.Sat(at=0.0, seat=0, person=PERSON, name=PERSON))
    order = list(range(rules.players))
    table = after(table, happened.Started(at=0.0, seed=seed, order=order))
    bot = make("guild:200", seed)
    while table.to_play is not None:
        yield table
        seat, playing = table.to_play, table.playing
        move = bot.choose(playing.knowledge(seat), playing.legal_moves, None)
        by: happened.By = "person" if seat == 0 else "bot"
        table = after(table, happened.Moved(at=0.0, seat=seat, move=str(move), by=by))
    yield table


@cache
def measured(rules: Rules, person: str | None) -> Counter[str]:
    """Return means for a player or a spectator: milliseconds per part of the work, and bytes."""
    sums: Counter[str] = Counter()
    for seed in range(GAMES):
        before = None
        for table in game(rules, seed):
            times = [time.thread_time()]
            view = look(table, person)
            times.append(time.thread_time())
            document = document_of(view)
            times.append(time.thread_time())
            changes = patch(before, document)
            times.append(time.thread_time())
            sent = to_json({"patch": changes})
            times.append(time.thread_time())
            is_warm = seed > 0 and before is not None
            before = document
            if is_warm:
                spent = [1e3 * (end - begin) for begin, end in pairwise(times)]
                sums.update(dict(zip(PARTS, spent, strict=True)))
                sums.update(bytes=len(sent), changes=1)
    return Counter({name: total / sums["changes"] for name, total in sums.items()})


def cost(rules: Rules, person: str | None = PERSON) -> float:
    """Return the milliseconds that one change costs the server for one viewer."""
    return sum(measured(rules, person)[part] for part in PARTS)


def size(rules: Rules, person: str | None = PERSON) -> float:
    """Return the kilobytes sent for one change, before compression."""
    return measured(rules, person)["bytes"] / 1000


def main() -> None:
    """Print the measurements."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for rules in (Rules(2), Rules(4, MODULES)):
        for person in (PERSON, None):
            found = measured(rules, person)
            times = ", ".join(f"{part} {found[part]:.2f}" for part in PARTS)
            print(
                f"{rules.players} seats, {len(rules.modules)} modules, {person or 'spectator'}:"
                f" {cost(rules, person):.2f} ms ({times}), {found['bytes']:.0f} bytes"
            )


if __name__ == "__main__":
    main()
