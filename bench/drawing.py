"""What one change of a table costs: to look, to draw, to find what has changed; and how much is sent.

    python bench/drawing.py

A person's page through whole games that bots play, once caches are warm. Times are those of the processor,
so that others who use the machine matter little.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from parure import MODULES, Rules
from parure.bots import make
from parure.server.tables import events as happened
from parure.server.tables.options import SeatPlan, TableOptions
from parure.server.tables.sight import look
from parure.server.tables.table import Table
from parure.server.views.changes import Page, brief
from parure.server.views.drawing import prepare
from parure.server.views.table.table import draw_table

GAMES = 8
PERSON = "Ann"


def game(rules: Rules, seed: int) -> Iterator[Table]:
    """Yield the table after each change of a game between a person and bots, who play alike."""
    seats = [SeatPlan(), *(SeatPlan(bot="random") for _ in range(rules.players - 1))]
    options = TableOptions(seats=seats, modules=list(rules.modules), edition=rules.edition)
    table = Table("bench").after(happened.Created(at=0.0, maker=PERSON, options=options))
    table = table.after(happened.Sat(at=0.0, seat=0, person=PERSON, name=PERSON))
    order = list(range(rules.players))
    table = table.after(happened.Started(at=0.0, seed=seed, order=order))
    bot = make("guild:200", seed)
    while table.to_play is not None:
        yield table
        seat, playing = table.to_play, table.playing
        move = bot.choose(playing.knowledge(seat), playing.legal_moves, None)
        by: happened.By = "person" if seat == 0 else "bot"
        table = table.after(happened.Moved(at=0.0, seat=seat, move=str(move), by=by))
    yield table


@cache
def measured(rules: Rules) -> Counter[str]:
    """Return means: milliseconds for each kind of work, and bytes."""
    sums: Counter[str] = Counter()
    prepare()
    for seed in range(GAMES):
        page = Page("")
        for number, table in enumerate(game(rules, seed)):
            times = [time.thread_time()]
            sight = look(table, PERSON)
            times.append(time.thread_time())
            drawn = draw_table(sight, "en")
            times.append(time.thread_time())
            change = page.turn_to(drawn)
            times.append(time.thread_time())
            if not seed or not number:
                continue
            look_s, draw_s, differ_s = (end - begin for begin, end in pairwise(times))
            sums.update(look=look_s * 1e3, draw=draw_s * 1e3, differ=differ_s * 1e3, changes=1)
            sums["bytes"] += len(brief(change).encode())
    return Counter({name: total / sums["changes"] for name, total in sums.items()})


def drawing(rules: Rules) -> float:
    """Return the milliseconds in which one change is drawn."""
    return measured(rules)["draw"]


def size(rules: Rules) -> float:
    """Return the kilobytes that are sent for one change, before compression."""
    return measured(rules)["bytes"] / 1000


def main() -> None:
    """Print what was measured."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for rules in (Rules(2), Rules(4, MODULES)):
        found = measured(rules)
        times = ", ".join(f"{name} {found[name]:.2f} ms" for name in ("look", "draw", "differ"))
        print(
            f"{rules.players} seats, {len(rules.modules)} modules: {times}, {found['bytes']:.0f} bytes"
        )


if __name__ == "__main__":
    main()
