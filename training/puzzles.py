"""Make puzzles from bot games, or check those that there are, on all cores or on a Ray cluster.

python -m training.puzzles make [--games 4000] [--file FILE] [--workers N] [--ray ADDRESS]
python -m training.puzzles check [--since 1] [--drop] [--file FILE] [--workers N] [--ray ADDRESS]

`make` goes on where the file ends and may be stopped at any time; the same seed makes the same puzzles, with
any number of workers. `check` searches the puzzles again as deeply as when they were confirmed, in other and
more deals. `parure.puzzles.finding` says what makes a puzzle. The package's puzzles were found by a tree
search with the guild's network, which the file calls `guild tree`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import parure.puzzles
from parure.errors import ParureError
from parure.puzzles.book import FILE
from parure.puzzles.mining import check, mine
from parure.terminal.screen import progress_bar


def main() -> None:
    """Read the options, and make or check puzzles."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("command", choices=("make", "check"))
    options.add_argument("--file", type=Path, default=Path(parure.puzzles.__path__[0]) / FILE)
    options.add_argument(
        "--games", type=int, default=4000, help="the last game to search for puzzles"
    )
    options.add_argument("--since", type=int, default=1, help="the first puzzle to check")
    options.add_argument("--drop", action="store_true", help="remove the puzzles that are refuted")
    options.add_argument("--workers", type=int, help="how many at once; one for each core")
    options.add_argument("--ray", metavar="ADDRESS", help="Ray cluster to use, or local")
    chosen = options.parse_args()
    try:
        make_or_check(chosen)
    except ParureError as error:
        options.exit(2, f"{error}\n")


def make_or_check(chosen: argparse.Namespace) -> None:
    """Make or check puzzles, and say how many games or puzzles are searched."""
    with progress_bar() as progress:
        task = progress.add_task("getting ready (the first run compiles the bots)…", total=None)
        what = {"make": "puzzles", "check": "refuted"}[chosen.command]

        def listen(done: int, of: int, found: int) -> None:
            progress.update(task, completed=done, total=of, description=f"{found} {what}")

        spread: dict[str, Any] = {"workers": chosen.workers, "ray": chosen.ray, "listen": listen}
        if chosen.command == "check":
            wrong = check(chosen.file, since=chosen.since, drop=chosen.drop, **spread)
        else:
            every = mine(chosen.file, chosen.games, **spread)
    if chosen.command == "check":
        print(f"refuted: {sorted(wrong)}")
        sys.exit(1 if wrong else 0)
    print(Counter((one.rules.edition, one.rules.modules) for one in every))


if __name__ == "__main__":
    main()
