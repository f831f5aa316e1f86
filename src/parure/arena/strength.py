"""The strength of our bots as it was measured, and the matches that measure it.

`make strength` plays the matches and keeps what they add up to in `strength.json`, from which `parure bots`
and docs/bots.md take their figures.
"""

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from parure.arena.match import Match
from parure.arena.picture import Row
from parure.arena.ratings import Table, rate
from parure.arena.report import Report
from parure.bots import split
from parure.files import write_whole
from parure.rules import MODULES, Rules
from parure.types import Edition, Module

__all__ = ["CONTESTS", "Contest", "Kept", "keep", "kept", "kept_at_tables", "ladder"]

SEED = 1

Kept = dict[str, dict[str, Any]]
"""The summary of each match that was played, by its name."""


class Contest(NamedTuple):
    """A match of the table: its name, its bots, what they play, and what the first aims at."""

    name: str
    bots: tuple[str, ...]
    games: int
    players: int = 2
    modules: tuple[Module, ...] = ()
    edition: Edition = 2024
    aim: float | None = None
    """The share of victories that the first bot should reach."""

    @property
    def rules(self) -> Rules:
        """What is played."""
        return Rules(self.players, self.modules, self.edition)

    @property
    def match(self) -> Match:
        """The match itself."""
        return Match(self.bots, self.rules, self.games, SEED)


_MASTER = ("master:1s", "guild")
_CHAMPION = ("champion:1s", "master:1s")
CONTESTS = (
    Contest("novice", ("novice", "random"), 400),
    Contest("merchant", ("merchant", "random"), 400, aim=0.99),
    Contest("merchant-novice", ("merchant", "novice"), 400),
    Contest("goldsmith", ("goldsmith", "merchant"), 400),
    Contest("guild", ("guild", "merchant"), 400, aim=0.75),
    Contest("guild-goldsmith", ("guild", "goldsmith"), 400),
    Contest("jeweller", ("jeweller", "guild"), 400),
    Contest("master", _MASTER, 200, aim=0.8),
    *(Contest(f"master-{module}", _MASTER, 200, 2, (module,), aim=0.7) for module in MODULES),
    Contest("master-all", _MASTER, 200, 2, MODULES, aim=0.7),
    Contest("master-four", _MASTER, 200, 4, aim=0.5),
    Contest("banker", ("banker", "jeweller"), 400),
    Contest("champion", _CHAMPION, 200, aim=0.85),
    *(Contest(f"champion-{module}", _CHAMPION, 200, 2, (module,), aim=0.8) for module in MODULES),
    Contest("champion-all", _CHAMPION, 200, 2, MODULES, aim=0.8),
    *(
        Contest(f"champion-2017-{module}", _CHAMPION, 200, 2, (module,), 2017, aim=0.8)
        for module in MODULES
    ),
    Contest("champion-three", _CHAMPION, 200, 3, aim=0.6),
    Contest("champion-four", _CHAMPION, 200, 4, aim=0.5),
    Contest("champion-three-all", _CHAMPION, 200, 3, MODULES, aim=0.6),
    Contest("champion-four-all", _CHAMPION, 200, 4, MODULES, aim=0.5),
    Contest("champion-800", ("champion:800", "master:16000"), 200, aim=0.75),
)


def kept() -> Kept:
    """Return the matches that were played and came with the package."""
    return _read(files("parure.arena") / "strength.json")


def kept_at_tables() -> Kept:
    """Return those in which bots think as at a table, and not so many iterations about each move."""

    def counts(spec: str) -> bool:
        budget = split(spec)[1]
        return budget is not None and budget.iterations is not None

    matches = kept().items()
    return {name: one for name, one in matches if not any(map(counts, one["options"]["bots"]))}


def keep(path: Path, name: str, report: Report) -> None:
    """Keep what a match adds up to in a file, beside the others and in the order of the table."""
    matches = {**_read(path), name: report.to_dict(games=False)}
    ordered = {c.name: matches[c.name] for c in CONTESTS if c.name in matches}
    write_whole(path, json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")


def _read(place: Traversable) -> Kept:
    matches: Kept = json.loads(place.read_text(encoding="utf-8"))
    return matches


def ladder(matches: Kept, anchor: str = "random", *, modules: bool = False) -> list[Row]:
    """Return the ratings of all bots that met the anchor, directly or not, in games of two; it is at 0.

    :param modules: in games with modules, in place of base games.
    """
    names: list[str] = [anchor]
    wins: dict[Table, list[float]] = {}
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
        table = tuple(sorted((names.index(one), names.index(other))))
        total = wins.setdefault(table, [0.0] * len(names))
        total[names.index(one)] += won
        total[names.index(other)] += lost
    ratings = rate(len(names), wins, anchor=0)
    return [Row(name, *rating) for name, rating in zip(names, ratings, strict=True)]
