"""Searches many games for puzzles, on all cores or on a Ray cluster, and keeps them in a file.

The file is written in the order of the games, so it does not depend on how many are searched at once. An
interrupted search goes on after the last game in the file.
"""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TypeAlias

from parure.files import write_whole
from parure.processes import Process
from parure.puzzles.book import Making, Puzzle, from_text, to_text
from parure.puzzles.finding import MAKING, found_in, refuted
from parure.spread import spread

__all__ = ["check", "mine"]

Listener: TypeAlias = Callable[[int, int, int], None]
"""Hears after each search how many are done, of how many, and how many puzzles are kept or refuted."""


def _ignore(_done: int, _of: int, _found: int) -> None:
    pass


def mine(
    path: Path,
    games: int,
    *,
    workers: int | None = None,
    ray: str | None = None,
    listen: Listener = _ignore,
) -> tuple[Puzzle, ...]:
    """Search all games up to a number for puzzles, add these to a file, and return all puzzles in it.

    :param workers: the number of games searched at once; all cores by default.
    :param ray: the address of a Ray cluster to search on, or `local`.
    """
    making, puzzles = _read(path)
    jobs = [
        partial(_search, seed=making.seed, number=number)
        for number in range(making.games + 1, games + 1)
    ]
    early: dict[int, Puzzle | None] = {}
    with closing(spread(jobs, workers, ray)) as searched:
        for done, (number, found) in enumerate(searched, 1):
            early[number] = found
            while making.games + 1 in early:
                making = making._replace(games=making.games + 1)
                if (one := early.pop(making.games)) is not None:
                    puzzles = (*puzzles, one)
            write_whole(path, to_text(making, puzzles))
            listen(done, len(jobs), len(puzzles))
    return puzzles


def check(
    path: Path,
    *,
    since: int = 1,
    drop: bool = False,
    workers: int | None = None,
    ray: str | None = None,
    listen: Listener = _ignore,
) -> set[int]:
    """Search the puzzles of a file again, and return the numbers of those that are refuted.

    :param since: the first number to check.
    :param drop: remove the puzzles that are refuted from the file.
    """
    making, puzzles = _read(path)
    jobs = [partial(_check, one=one) for one in puzzles if one.number >= since]
    wrong: set[int] = set()
    with closing(spread(jobs, workers, ray)) as checked:
        for done, (number, is_wrong) in enumerate(checked, 1):
            if is_wrong:
                wrong.add(number)
            listen(done, len(jobs), len(wrong))
    if drop:
        write_whole(path, to_text(making, (one for one in puzzles if one.number not in wrong)))
    return wrong


def _read(path: Path) -> tuple[Making, tuple[Puzzle, ...]]:
    return from_text(path.read_text(encoding="utf-8")) if path.exists() else (MAKING, ())


def _search(
    process: Process, _notes: set[str], seed: int, number: int
) -> tuple[int, Puzzle | None]:
    return number, process.call(found_in, seed, number)


def _check(process: Process, _notes: set[str], one: Puzzle) -> tuple[int, bool]:
    return one.number, process.call(refuted, one, one.number + 1_000_000)
