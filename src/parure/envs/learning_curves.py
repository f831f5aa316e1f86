"""Measures agents as a paper should: fresh games from every seat, and several runs with their interval.

>>> def first(observations, masks):
...     return masks.argmax(axis=1)
>>> 0 <= share_won(first, games=8, max_turns=20) <= 1
True
>>> runs = [[(1000, 0.5), (2000, share)] for share in (0.7, 0.72, 0.74, 0.76, 0.78)]
>>> print(report(runs, "An agent"))
After 2,000 decisions: 74.0% won on average in 5 runs, 95% interval 70.1% to 77.9%.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parure.arena.picture import Point, curve_svg
from parure.arena.ratings import student
from parure.envs.batch import Batch
from parure.envs.common_options import MAX_TURNS
from parure.envs.opponents import Function, Opponents
from parure.errors import ParureError
from parure.files import write_whole
from parure.i18n import decimal
from parure.i18n import gettext as _
from parure.rules import Rules

__all__ = ["mean_of", "report", "share_won"]

EVALUATION_SEED = 10**9
"""The seed of the games to measure with: one that nobody learns with."""


def share_won(
    choose: Function,
    opponents: Opponents = "random",
    *,
    rules: Rules | None = None,
    games: int = 200,
    seed: int = EVALUATION_SEED,
    max_turns: int = MAX_TURNS,
) -> float:
    """Return an agent's share of the victories, from every seat in turn.

    A shared victory counts in parts, and a truncated game as a loss.

    :param choose: gets observations and masks, and returns a legal action for each row.
    :param rules: the base game for two players by default.
    """
    batch = Batch(
        games,
        rules=[rules or Rules(2)] * games,
        opponents=opponents,
        seed=seed,
        max_turns=max_turns,
    )
    rows, won = np.arange(games), np.full(games, np.nan)
    while np.isnan(won).any():
        batch.step(choose(batch.observation, batch.mask))
        ended = (batch.terminated | batch.truncated) & np.isnan(won)
        won[ended] = batch.rewards[rows, batch.seats][ended]
    return float(won.mean())


def mean_of(runs: Sequence[Sequence[tuple[float, float]]]) -> list[Point]:
    """Return the mean of several learning curves with its 95 % interval, by Student's t.

    :param runs: the points of each seed: decisions so far, and share of victories.
    """
    curves: NDArray[np.float64] = np.array(runs, np.float64)
    if len(curves) < 2 or (curves[..., 0] != curves[0, :, 0]).any():
        raise ParureError(_("An interval needs at least two runs, measured at the same times."))
    shares, n = curves[..., 1], len(curves)
    means = shares.mean(axis=0)
    half = student(n - 1) * shares.std(axis=0, ddof=1) / n**0.5
    return [
        Point(time, mean, max(0.0, mean - error), min(1.0, mean + error))
        for time, mean, error in zip(
            curves[0, :, 0].tolist(), means.tolist(), half.tolist(), strict=True
        )
    ]


def report(
    runs: Sequence[Sequence[tuple[float, float]]], title: str, picture: str | Path | None = None
) -> str:
    """Return the result of several runs in a sentence, and draw their curve.

    :param runs: as for `mean_of`.
    :param title: the title of the picture.
    :param picture: a file for it, as SVG.
    """
    points = mean_of(runs)
    if picture is not None:
        about = _("Games won by decisions: mean of {n} runs, with 95% intervals").format(
            n=len(runs)
        )
        write_whole(Path(picture), curve_svg(points, title, about))
    last = points[-1]
    return _(
        "After {decisions} decisions: {mean}% won on average in {n} runs, 95% interval {low}% to "
        "{high}%."
    ).format(
        decisions=decimal(last.time),
        n=len(runs),
        mean=decimal(last.share * 100, 1),
        low=decimal(last.low * 100, 1),
        high=decimal(last.high * 100, 1),
    )
