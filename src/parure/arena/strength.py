"""The measured strength of the built-in bots, and the matches that measure it.

`make strength` plays the matches and keeps what they add up to in `strength.json`, from which `parure bots`
and docs/bots.md take their figures.
"""

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from parure.arena.match import Match
from parure.arena.match_report import Report
from parure.arena.picture import Row
from parure.arena.ratings import LineUp, rate
from parure.bots import LADDER
from parure.files import write_whole
from parure.rules import MODULES, Rules
from parure.types import Edition, Module

__all__ = ["CONTESTS", "Contest", "Kept", "keep", "kept", "ladder"]

SEED = 1

Kept = dict[str, dict[str, Any]]
"""The summary of each played match, by name."""


class Contest(NamedTuple):
    """A match of the strength table: its name, bots and rules."""

    name: str
    bots: tuple[str, ...]
    games: int
    players: int = 2
    modules: tuple[Module, ...] = ()
    edition: Edition = 2024

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return Rules(self.players, self.modules, self.edition)

    @property
    def match(self) -> Match:
        """The match itself."""
        return Match(self.bots, self.rules, self.games, SEED)


_STEPS = tuple(zip(LADDER[1:-1], LADDER, strict=False))
"""Each bot against the one below it, except the champion, which thinks longer than the others."""
_CHAMPION = ("champion:3200", "banker")
CONTESTS = (
    *(Contest(bot, (bot, below), 400) for bot, below in _STEPS),
    *(Contest(f"{bot}-all", (bot, below), 200, 2, MODULES) for bot, below in _STEPS[-3:]),
    Contest("champion", _CHAMPION, 100),
    *(Contest(f"champion-{module}", _CHAMPION, 60, 2, (module,)) for module in MODULES),
    Contest("champion-all", _CHAMPION, 60, 2, MODULES),
    *(Contest(f"champion-2017-{module}", _CHAMPION, 60, 2, (module,), 2017) for module in MODULES),
    Contest("champion-three", _CHAMPION, 60, 3),
    Contest("champion-four", _CHAMPION, 60, 4),
    Contest("champion-three-all", _CHAMPION, 60, 3, MODULES),
    Contest("champion-four-all", _CHAMPION, 60, 4, MODULES),
)


def kept() -> Kept:
    """Return the summaries of matches that come with the package."""
    return _read(files("parure.arena") / "strength.json")


def keep(path: Path, name: str, report: Report) -> None:
    """Save the summary of a match in a file beside the others, in the order of the table."""
    matches = {**_read(path), name: report.to_dict(games=False)}
    ordered = {c.name: matches[c.name] for c in CONTESTS if c.name in matches}
    write_whole(path, json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")


def _read(place: Traversable) -> Kept:
    matches: Kept = json.loads(place.read_text(encoding="utf-8"))
    return matches


def ladder(matches: Kept, anchor: str = "random", *, modules: bool = False) -> list[Row]:
    """Return the ratings of all bots connected to the anchor by two-player games; the anchor is at 0.

    :param modules: use games with modules in place of base games.
    """
    names: list[str] = [anchor]
    wins: dict[LineUp, list[float]] = {}
    pairs = []
    for data in matches.values():
        options = data["options"]
        if (
            options["players"] == 2
            and bool(options["modules"]) == modules
            and len(data["bots"]) == 2
        ):
            pairs.append([(bot["name"], float(bot["wins"])) for bot in data["bots"]])
    while True:
        known = [pair for pair in pairs if {name for name, _ in pair} & set(names)]
        more = [name for pair in known for name, _ in pair if name not in names]
        if not more:
            break
        names += dict.fromkeys(more)
    for (one, won), (other, lost) in known:
        line_up = tuple(sorted((names.index(one), names.index(other))))
        total = wins.setdefault(line_up, [0.0] * len(names))
        total[names.index(one)] += won
        total[names.index(other)] += lost
    ratings = rate(len(names), wins, anchor=0)
    return [Row(name, *rating) for name, rating in zip(names, ratings, strict=True)]
