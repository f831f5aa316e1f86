"""Tables whose events were changed: each is refused by its name, or is a table that can be shown and listed.

    python tests/fuzz/events.py --cases 50000 --seed 1

An event is changed, put elsewhere, or added, as docs/formats/events.md shows it or with something changed.
"""

import json
import random
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fuzz.cases import command, read
from fuzz.snapshots import mutated
from kit.diary import PEOPLE, Diary
from parure import MODULES, Rules
from parure.server.tables.document import document_of
from parure.server.tables.listing import Listing
from parure.server.tables.transitions import load
from parure.server.tables.view import look

__all__ = ["try_one"]

PAGE = Path(__file__).resolve().parents[2] / "docs" / "formats" / "events.md"
MOVES = 25


@cache
def tables() -> list[list[str]]:
    """Return the events of some tables to start with."""
    chance, found = random.Random(1), []
    for rules in (Rules(2), Rules(3, MODULES), Rules(2, "orient", 2017)):
        diary = Diary(rules)
        for number in range(MOVES):
            diary.move(chance.choice(diary.table.playing.legal_moves), key=str(number))
        found.append(diary.lines())
    return found


@cache
def examples() -> list[str]:
    """Return an event of every kind."""
    return re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def changed(event: str, chance: random.Random) -> str:
    """Return an event with one change somewhere."""
    fields: dict[str, Any] = json.loads(event)
    mutated(fields, chance)
    return json.dumps(fields)


def try_one(chance: random.Random) -> str:
    """Change the events of a table and read them."""
    lines = list(chance.choice(tables()))
    place = chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            lines[place] = changed(lines[place], chance)
        case 1:
            lines.insert(place, lines.pop(chance.randrange(len(lines))))
        case 2:
            lines.insert(place, chance.choice(examples()))
        case _:
            lines.insert(place, changed(chance.choice(examples()), chance))
    table = read(lambda events: load("t", events), lines)
    if table is None:
        return "refused"
    for person in (None, *PEOPLE):
        document_of(look(table, person))
    listing = Listing.of(table, None)
    assert Listing.from_text(listing.to_text()) == listing
    return "good"


if __name__ == "__main__":
    command(try_one, __doc__ or "")
