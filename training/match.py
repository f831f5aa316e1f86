"""Play a match between a checkpoint and the package's champion, or another checkpoint.

python -m training.match leg-2.pt [--against package | --against leg-1.pt] [--simulations 800]
                         [--players 2] [--modules cities,orient] [--edition 2024] [--games 400]

A sequential test ends the match as soon as it can tell whether the checkpoint is stronger; between equals it
errs once in twenty matches. The exit status is 0 if it is stronger and 1 if not.
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
"""How much more than its share a stronger checkpoint wins."""
SURE = 2.94
"""The log-likelihood ratio at which the test decides."""
FEWEST = 8
"""Deals before the test may decide."""


class Before(Champion):
    """The champion with the older weights: those of the package, or of the checkpoint in `BEFORE`."""

    folder = BEFORE


def verdict(deals: Sequence[float], share: float) -> bool | None:
    """Tell whether the scores of whole deals are above a share; None while undecided.

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
    """Raised to end a match that is decided."""


class Watch:
    """Follows a match and ends it once it is decided."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.results: list[Result] = []
        self._deals: dict[int, list[float]] = defaultdict(list)

    def __call__(self, result: Result) -> None:
        """Record a result; print the score after each deal."""
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
    """Play a match until it is decided or over."""
    watch = Watch(match)
    with suppress(Decided):
        run(match, workers=workers, listen=watch)
    return watch


def options() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("checkpoint", type=Path)
    options.add_argument(
        "--against", default="package", help="“package” for its champion, a checkpoint, or a bot"
    )
    options.add_argument("--simulations", type=int, default=800)
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--modules", default="")
    options.add_argument("--edition", type=int, default=2024)
    options.add_argument("--games", type=int, default=400, help="the most games to play")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--workers", type=int)
    return options


def contest(chosen: argparse.Namespace) -> Watch:
    """Play the match that the options describe."""
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
    """Read the options, play, and print the result."""
    read = options()
    try:
        watch = contest(read.parse_args())
    except ParureError as error:
        # 1 means that the checkpoint is not stronger.
        read.exit(2, f"{error}\n")
    score = Report(watch.match, watch.results).standings[0].score
    print(f"{score.mean:.1%} of {score.games} games ({score.low:.1%} to {score.high:.1%})")
    sys.exit(0 if watch.verdict else 1)


if __name__ == "__main__":
    main()
