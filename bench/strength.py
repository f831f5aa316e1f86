"""Measure how strong the bots are: play the matches of docs/bots.md.

    python bench/strength.py [NAME…] [--fresh] [--workers N] [--ray ADDRESS]

All matches take an hour or two. Games are saved in build/strength/, from where an interrupted match goes on.
The totals go to src/parure/arena/strength.json, from which `make docs` writes docs/bots.md.
"""

import argparse
import sys
from pathlib import Path

from parure.arena.strength import CONTESTS, Contest, keep
from parure.bots import names, split
from parure.terminal.arena import Wishes, compete, show_standings
from parure.terminal.screen import Screen

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "build" / "strength"
TOTALS = ROOT / "src" / "parure" / "arena" / "strength.json"


def main() -> None:
    """Play the named matches, or all of them."""
    known = {contest.name: contest for contest in CONTESTS}
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    options.add_argument(
        "--fresh", action="store_true", help="play matches again that are finished"
    )
    options.add_argument("--workers", type=int, help="games at the same time")
    options.add_argument("--ray", help="the address of a Ray cluster")
    chosen = options.parse_args()
    if unknown := set(chosen.names) - set(known):
        sys.exit(f"There is no match {', '.join(sorted(unknown))}; there are {', '.join(known)}.")
    for name in chosen.names or known:
        wishes = Wishes(
            json=RESULTS / f"{name}.json",
            records=RESULTS / name,
            workers=chosen.workers,
            ray=chosen.ray,
            fresh=chosen.fresh,
        )
        measure(known[name], wishes)


def measure(contest: Contest, wishes: Wishes) -> None:
    """Play a match and save its totals; skip it if a bot is missing."""
    screen = Screen()
    missing = {split(spec)[0] for spec in contest.bots} - set(names())
    if missing:
        screen.say(f"{contest.name}: skipped, no bot {', '.join(sorted(missing))}")
        return
    screen.say(f"{contest.name}: {' – '.join(contest.bots)}")
    RESULTS.mkdir(parents=True, exist_ok=True)
    keep(TOTALS, contest.name, compete(contest.match, wishes, screen, show_standings))
    screen.say()


if __name__ == "__main__":
    main()
