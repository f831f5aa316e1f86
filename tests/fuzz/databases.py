"""Change a few bytes of a file of games, and see that nothing is lost or changed without a word.

    PYTHONPATH=tests python tests/fuzz/databases.py 500 [the first variant]

Each variant is opened, read, written and read again. It may be refused at the start with a sentence, or a
table may be refused by name; whatever else is read is what was kept.
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
from parure.server.store.protocol import StoreError
from parure.server.store.sqlite import SqliteStore

__all__ = ["Kept", "make", "outcome", "run", "spoil"]

TABLES = 16
EVENTS = 30
SECTOR = 512

Kept = dict[str, list[str]]
"""The events of each table."""


def make(path: Path, *, closed: bool = True) -> Kept:
    """Make a file of games; one that is not closed lies beside its log, as after a loss of power."""
    chance = random.Random(1)
    kept: Kept = {f"table-{number}": [] for number in range(TABLES)}
    with closing(SqliteStore(path.with_name("source.sqlite"))) as store:
        for _event in range(TABLES * EVENTS):
            table = chance.choice(list(kept))
            events = kept[table]
            event = f'{{"kind":"moved","at":{chance.random()},"move":"take W U {len(events)}"}}'
            store.append(table, len(events), event, _listing(table, len(events) + 1)).result()
            events.append(event)
        if not closed:
            _copy(store.path, path)
    if closed:
        _copy(store.path, path)
    return kept


def _listing(table: str, events: int) -> str:
    names = ",".join(f'"{name} of {table}"' for name in ("Ann", "Ben", "Cleo", "Dan") * 5)
    return f'{{"table":"{table}","names":[{names}],"turns":{events}}}'


def _copy(source: Path, target: Path) -> None:
    for end in ("", "-wal"):
        part = source.with_name(source.name + end)
        if part.exists():
            shutil.copy(part, target.with_name(target.name + end))


def spoil(path: Path, chance: random.Random) -> None:
    """Change a few bytes near each other in one of the files, or empty a sector of the disk."""
    files = [path, log] if (log := path.with_name(path.name + "-wal")).exists() else [path]
    (file,) = chance.choices(files, [file.stat().st_size for file in files])
    content = bytearray(file.read_bytes())
    start = chance.randrange(len(content))
    if chance.random() < 0.1:
        sector = start - start % SECTOR
        content[sector : sector + SECTOR] = bytes(SECTOR)
    for _byte in range(chance.randint(1, 4)):
        place = min(len(content) - 1, start + chance.randint(0, 8))
        content[place] = chance.choice([0, 255, chance.randrange(256), content[place] ^ 1])
    file.write_bytes(content)


def outcome(path: Path, kept: Kept) -> str:
    """Return how a spoilt file is met; `AssertionError` where something is lost or changed silently."""
    said = _Said()
    try:
        with closing(SqliteStore(path)) as store:
            has_lost_end = "what was done last may be lost" in said.text
            if has_lost_end:
                _shorten(store, kept)
            whole = _read(store, kept)
            _write(store, kept, whole)
        with closing(SqliteStore(path)) as store:
            assert _read(store, kept) <= whole
    except StoreError:
        return "refused at the start"
    finally:
        said.stop()
    if has_lost_end:
        return "lost the end, and said so"
    return "whole" if len(whole) == len(kept) else "tables refused"


class _Said(logging.Handler):
    """Hears what the server logs."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._log = logging.getLogger("parure.server")
        self._log.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.text += record.getMessage()

    def stop(self) -> None:
        self._log.removeHandler(self)


def _shorten(store: SqliteStore, kept: Kept) -> None:
    """Expect what is there, as long as it is the beginning of what was kept."""
    for table, events in list(kept.items()):
        try:
            read = store.events(table).result()
        except Damaged:
            continue
        assert events[: len(read)] == read
        kept[table] = read
        if not read:
            del kept[table]


def _read(store: SqliteStore, kept: Kept) -> set[str]:
    """Return the tables that can be read, all of them as they were kept; the others are named."""
    found = store.listings().result()
    assert set(found.listings) <= set(kept)
    assert found.listings, "all lists are stopped"
    unnamed = set(kept) - set(found.listings) - set(found.damaged)
    assert len(unnamed) <= found.missing
    whole = set()
    for table, events in kept.items():
        try:
            read = store.events(table).result()
        except Damaged:
            continue
        if not read and table in unnamed:
            continue
        assert read == events
        if table in found.listings:
            assert found.listings[table] == _listing(table, len(events))
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


def run(count: int, seed: int, *, closed: bool) -> Counter[str]:
    """Return how often each outcome came of so many variants."""
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = make(folder / "games.sqlite", closed=closed)
        for number in range(seed, seed + count):
            variant = folder / f"variant-{number}"
            variant.mkdir()
            _copy(folder / "games.sqlite", variant / "games.sqlite")
            spoil(variant / "games.sqlite", random.Random(number))
            mine = {table: list(events) for table, events in kept.items()}
            try:
                outcomes[outcome(variant / "games.sqlite", mine)] += 1
            except Exception as error:
                error.add_note(f"variant {number}, {'closed' if closed else 'with a log'}")
                raise
            shutil.rmtree(variant)
    return outcomes


if __name__ == "__main__":
    logging.getLogger("parure.server").propagate = False
    count, seed = (int(word) for word in (*sys.argv[1:], "0")[:2])
    for closed in (True, False):
        outcomes = run(count, seed, closed=closed)
        print("closed:" if closed else "with a log:", dict(outcomes))
