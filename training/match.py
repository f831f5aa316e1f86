"""How strong a checkpoint is: matches against the champion of the package, or another checkpoint, the gate.

python -m training.match leg-2.pt [--against package | --against leg-1.pt] [--simulations 800]
                         [--players 2] [--modules cities,orient] [--edition 2024] [--games 400]

A match ends as soon as it is decided whether the checkpoint is stronger: a sequential test, which errs in one
of twenty matches of equals. Its exit status says whether it is.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from parure.arena import Match, Report, Result, run
from parure.bots.champion.bot import FOLDER, Champion
from parure.errors import ParureError
from parure.rules import Rules
from training import export

BEFORE = "PARURE_CHAMPION_BEFORE"
STRONGER = 0.05
"""A checkpoint counts as stronger if it wins this much more than its share."""
SURE = 2.94
"""The logarithm of how much likelier one answer is than the other, before the test believes it."""
FEWEST = 8
"""Deals before the test says anything."""


class Before(Champion):
    """The champion with other weights: those of the package, or of a checkpoint that is named."""

    folder = BEFORE


def verdict(deals: Sequence[float], share: float) -> bool | None:
    """Tell whether scores of whole deals show more than a share, or show that they don't; None while open.

    >>> verdict([0.5, 1.0, 1.0, 0.5] * 10, 0.5), verdict([0.5, 0.0, 0.5, 0.5] * 10, 0.5)
    (True, False)
    >>> verdict([1.0, 1.0], 0.5) is None
    True
    """
    if len(deals) < FEWEST:
        return None
    more, mean = share + STRONGER, statistics.fmean(deals)
    spread = max(statistics.variance(deals, mean), 1e-3)
    likelier = len(deals) * (more - share) * (2 * mean - share - more) / (2 * spread)
    return None if abs(likelier) < SURE else likelier > 0


class Decided(Exception):
    """A match needs no more games."""


class Watch:
    """Follows a match, and ends it when it is decided."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.results: list[Result] = []
        self._deals: dict[int, list[float]] = defaultdict(list)

    def __call__(self, result: Result) -> None:
        """Take a result in, and say how the match stands after each deal."""
        self.results.append(result)
        shares = self._deals[self.match.fixture(result.number).deal]
        shares.append(result.shares[result.seats.index(0)])
        if len(shares) == self.match.games_per_deal:
            scores = self._whole()
            print(f"{len(scores)} deals: {statistics.fmean(scores):.1%}", flush=True)
            if self.verdict is not None:
                raise Decided

    def _whole(self) -> list[float]:
        whole = self.match.games_per_deal
        return [statistics.fmean(deal) for deal in self._deals.values() if len(deal) == whole]

    @property
    def verdict(self) -> bool | None:
        """Whether the first bot wins more than its share."""
        return verdict(self._whole(), 1 / self.match.rules.players)


def play(match: Match, workers: int | None) -> Watch:
    """Play a match until it is decided, or over."""
    watch = Watch(match)
    with suppress(Decided):
        run(match, workers=workers, listen=watch)
    return watch


def options() -> argparse.ArgumentParser:
    """Return what can be chosen."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("checkpoint", type=Path)
    options.add_argument("--against", default="package", help="its champion, a checkpoint, a bot")
    options.add_argument("--simulations", type=int, default=800)
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--modules", default="")
    options.add_argument("--edition", type=int, default=2024)
    options.add_argument("--games", type=int, default=400, help="at most")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--workers", type=int)
    return options


def contest(chosen: argparse.Namespace) -> Watch:
    """Play the match that was chosen."""
    modules = tuple(name for name in chosen.modules.split(",") if name)
    with tempfile.TemporaryDirectory() as folder:
        newer, older = Path(folder) / "newer", Path(folder) / "older"
        export.write(chosen.checkpoint, newer)
        os.environ[FOLDER] = str(newer)
        against = chosen.against
        if against == "package" or against.endswith(".pt"):
            if against != "package":
                export.write(Path(against), older)
                os.environ[BEFORE] = str(older)
            against = f"{__spec__.name}:Before:{chosen.simulations}"
        ours = f"{Champion.__module__}:Champion:{chosen.simulations}"
        rules = Rules(chosen.players, modules, chosen.edition)
        return play(Match((ours, against), rules, chosen.games, chosen.seed), chosen.workers)


def main() -> None:
    """Read the options, play, and say what came of it."""
    read = options()
    try:
        watch = contest(read.parse_args())
    except ParureError as error:
        # Another status than that of a match that was not won.
        read.exit(2, f"{error}\n")
    score = Report(watch.match, watch.results).standings[0].score
    print(f"{score.mean:.1%} of {score.games} games ({score.low:.1%} to {score.high:.1%})")
    sys.exit(0 if watch.verdict else 1)


if __name__ == "__main__":
    main()
