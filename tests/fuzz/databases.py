"""Change a few bytes of a file of games, and see that nothing is lost or changed without a word.

    PYTHONPATH=tests python tests/fuzz/databases.py 500 [the first variant]

Each variant is opened, read, written and read again. It may be refused at the start with a sentence, or a
table may be refused by name; whatever else is read is what was kept. A table is missing without a word only
where `parure database check` says that the file is damaged.
"""

import logging
import random
import shutil
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from parure.server.errors import Damaged, Refusal
from parure.server.store.protocol import NotKept, StoreError
from parure.server.store.sqlite import SqliteStore

__all__ = ["run"]

TABLES = 16
EVENTS = 30
SECTOR = 512

Kept = dict[str, list[str]]
"""The events of each table."""


def make(path: Path) -> Kept:
    """Make a file of games."""
    chance = random.Random(1)
    kept: Kept = {f"table-{number}": [] for number in range(TABLES)}
    with closing(SqliteStore(path)) as store:
        for _event in range(TABLES * EVENTS):
            table = chance.choice(list(kept))
            events = kept[table]
            event = f'{{"kind":"moved","at":{chance.random()},"move":"take W U {len(events)}"}}'
            store.append(table, len(events), event, _listing(table, len(events) + 1)).result()
            events.append(event)
    return kept


def _listing(table: str, events: int) -> str:
    names = ",".join(f'"{name} of {table}"' for name in ("Ann", "Ben", "Cleo", "Dan") * 5)
    return f'{{"table":"{table}","names":[{names}],"turns":{events}}}'


def spoil(path: Path, chance: random.Random) -> None:
    """Change a few bytes near each other, or empty a sector of the disk."""
    content = bytearray(path.read_bytes())
    start = chance.randrange(len(content))
    if chance.random() < 0.1:
        sector = start - start % SECTOR
        content[sector : sector + SECTOR] = bytes(SECTOR)
    for _byte in range(chance.randint(1, 4)):
        place = min(len(content) - 1, start + chance.randint(0, 8))
        content[place] = chance.choice([0, 255, chance.randrange(256), content[place] ^ 1])
    path.write_bytes(content)


def outcome(path: Path, kept: Kept) -> str:
    """Return how a spoilt file is met; `AssertionError` where something is lost or changed silently."""
    try:
        with closing(SqliteStore(path)) as store:
            is_sound = store.is_sound().result()
            whole = _read(store, kept, is_sound=is_sound)
            _write(store, kept, whole)
        with closing(SqliteStore(path)) as store:
            again = _read(store, kept, is_sound=is_sound)
            assert again <= whole or not is_sound
    except StoreError:
        return "refused at the start"
    if not is_sound:
        return "refused by the check"
    return "whole" if len(whole) == len(kept) else "tables refused"


def _read(store: SqliteStore, kept: Kept, *, is_sound: bool) -> set[str]:
    """Return the tables that can be read, all of them as they were kept; the others are named."""
    try:
        found = store.listings().result()
    except NotKept:
        assert not is_sound
        return set()
    if is_sound:
        unnamed = set(kept) - set(found.listings) - set(found.damaged)
        assert len(unnamed) <= found.missing
    whole = set()
    for table, listing in found.listings.items():
        events = kept[table]
        assert listing == _listing(table, len(events))
        try:
            read = store.events(table).result()
        except Damaged:
            continue
        if read or is_sound:
            assert read == events
            whole.add(table)
    return whole


def _write(store: SqliteStore, kept: Kept, whole: set[str]) -> None:
    """Add an event to each table that can be read."""
    for table in sorted(whole):
        events = kept[table]
        try:
            store.append(table, len(events), "one more", _listing(table, len(events) + 1)).result()
        except Refusal:
            continue
        events.append("one more")


def run(count: int, seed: int) -> Counter[str]:
    """Return how often each outcome came of so many variants."""
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        source, variant = Path(name, "games.sqlite"), Path(name, "variant")
        kept = make(source)
        for number in range(seed, seed + count):
            variant.mkdir()
            spoilt = Path(shutil.copy(source, variant))
            spoil(spoilt, random.Random(number))
            try:
                outcomes[
                    outcome(spoilt, {table: list(events) for table, events in kept.items()})
                ] += 1
            except Exception as error:
                error.add_note(f"variant {number}")
                raise
            shutil.rmtree(variant)
    return outcomes


if __name__ == "__main__":
    logging.getLogger("parure.server").propagate = False
    count, seed = (int(word) for word in (*sys.argv[1:], "0")[:2])
    print(dict(run(count, seed)))
