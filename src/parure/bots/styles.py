"""The styles of quick judgement, from the file that tuning writes.

There is one for each number of players without modules, with each module alone, and with several.
"""

import csv
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parure.bots.compiled.desires import STYLE

__all__ = ["COLUMNS", "DEFAULT", "FILE", "Style", "label_of", "style_for"]

FILE = "styles.csv"
COLUMNS = ("players", "modules", *STYLE)

Style = NDArray[Any]
"""The numbers of `desires.STYLE`."""

DEFAULT = np.array(
    [0.8, 1.0, 1.2, 0.4, 1.0, 1.1, 1.1, 1.3, -1.7, 0.3, 1.0, 0.5, 0.8, 4.5, 1.0, 0.0], np.float32
)
"""Where tuning begins."""


def label_of(modules: Sequence[str]) -> str:
    """Return the name of the sets of modules that share a style: `base`, a module, or `several`."""
    if len(modules) > 1:
        return "several"
    return modules[0] if modules else "base"


@cache
def _styles() -> dict[tuple[int, str], Style]:
    text = (files("parure.bots") / FILE).read_text(encoding="utf-8")
    return {
        (int(row["players"]), row["modules"]): np.array([row[name] for name in STYLE], np.float32)
        for row in csv.DictReader(text.splitlines())
    }


@cache
def style_for(players: int, modules: tuple[str, ...]) -> Style:
    """Return the style for games of so many players with these modules."""
    return _styles()[players, label_of(modules)]
