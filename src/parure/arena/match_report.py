"""The report of a match: standings, line-ups and games, and its file."""

import json
import os
import platform
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numba

from parure.arena.match import Match, Result
from parure.arena.ratings import LineUp, Rating, Score, by_deal, rate, score
from parure.files import write_whole

__all__ = ["Report", "Standing", "Tally", "machine"]

REPEATABLE = "The same options and seed give the same games on every machine."
BY_THE_CLOCK = "Bots think by the clock: the same seed deals the same cards, but games may differ."


class Standing(NamedTuple):
    """The result of one bot in a match."""

    label: str
    score: Score
    """Its share of victory per seat it held."""
    rating: Rating
    wins: float
    """Its victories; shared ones count in part."""
    prestige: float
    """The average prestige per seat at the end of a game."""
    decisions: int
    seconds: float
    """The average thinking time per decision."""
    slowest: float
    forfeits: int


class Tally:
    """Finished games and the statistics that follow from them."""

    def __init__(
        self, labels: Sequence[str], line_ups: Sequence[tuple[int, ...]], results: Iterable[Result]
    ) -> None:
        """Collect the games.

        :param labels: the names of the players.
        :param line_ups: the players of each line-up, as indices into the labels.
        """
        self.labels, self._line_ups = labels, line_ups
        self.results = sorted(results, key=lambda result: result.number)

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings of the bots, in the order of the match."""
        ratings = self._ratings()
        return [self._standing(bot, rating) for bot, rating in enumerate(ratings)]

    def _standing(self, bot: int, rating: Rating) -> Standing:
        held = [
            (result, seat)
            for result in self.results
            for seat, sitting in enumerate(result.seats)
            if sitting == bot
        ]
        decisions = sum(result.decisions[seat] for result, seat in held)
        return Standing(
            label=self.labels[bot],
            score=self._score(bot, self.results),
            rating=rating,
            wins=sum(result.shares[seat] for result, seat in held),
            prestige=sum(result.prestige[seat] for result, seat in held) / max(1, len(held)),
            decisions=decisions,
            seconds=sum(result.seconds[seat] for result, seat in held) / max(1, decisions),
            slowest=max((result.slowest[seat] for result, seat in held), default=0.0),
            forfeits=sum(
                result.forfeit is not None and result.forfeit.seat == seat for result, seat in held
            ),
        )

    @staticmethod
    def _score(bot: int, results: Iterable[Result]) -> Score:
        """Return a bot's share of victory per seat it held."""
        played = [result for result in results if bot in result.seats]
        copies = {result.seats.count(bot) for result in played}
        # If a bot always holds equally many seats, the sum of their wins is the more precise measure.
        together = copies.pop() if len(copies) == 1 else 1
        won = score(
            by_deal(
                (result.deal, _shares(result)[bot] * together / result.seats.count(bot))
                for result in played
            )
        )
        return won.divided(together)

    def _ratings(self) -> list[Rating]:
        bots = len(self.labels)
        wins: dict[LineUp, list[float]] = {}
        deals: dict[int, dict[LineUp, list[float]]] = defaultdict(dict)
        for result in self.results:
            line_up = tuple(sorted(result.seats))
            for totals in (wins, deals[result.deal]):
                total = totals.setdefault(line_up, [0.0] * bots)
                for bot, share in _shares(result).items():
                    total[bot] += share
        return rate(bots, wins, list(deals.values()))

    @cached_property
    def line_ups(self) -> list[dict[str, Any]]:
        """How often each bot of each line-up won, by seat."""
        found = []
        for line_up in self._line_ups:
            games = [r for r in self.results if sorted(r.seats) == sorted(line_up)]
            found.append(
                {
                    "seats": [self.labels[bot] for bot in line_up],
                    "games": len(games),
                    "scores": {
                        self.labels[bot]: _rounded(self._score(bot, games)[:3])
                        for bot in dict.fromkeys(line_up)
                    },
                }
            )
        return found

    @property
    def turns(self) -> tuple[float, int, int]:
        """The length of games in turns: average, minimum and maximum."""
        turns = [result.turns for result in self.results] or [0]
        return sum(turns) / len(turns), min(turns), max(turns)

    def to_dict(self, *, games: bool = True) -> dict[str, Any]:
        """Return the report as a dict for JSON; without `games`, only the totals."""
        average, shortest, longest = self.turns
        data = {
            "played": len(self.results),
            "turns": {"mean": round(average, 2), "least": shortest, "most": longest},
            "bots": [_standing_data(standing) for standing in self.standings],
            "line_ups": self.line_ups,
        }
        return {**data, "games": [result.to_dict() for result in self.results]} if games else data


class Report(Tally):
    """The finished games of a match, with their statistics."""

    def __init__(self, match: Match, results: Iterable[Result]) -> None:
        super().__init__(match.labels, match.line_ups, results)
        self.match = match

    @property
    def is_complete(self) -> bool:
        """Whether every game of the match is finished."""
        return len(self.results) == self.match.total

    def to_dict(self, *, games: bool = True) -> dict[str, Any]:
        """Return the report as a dict for JSON; without `games`, only the totals."""
        match = self.match
        return {
            **match.header(),
            "repeatable": match.is_repeatable,
            "note": REPEATABLE if match.is_repeatable else BY_THE_CLOCK,
            "command": command(match),
            "machine": machine(),
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            **super().to_dict(games=games),
        }

    def save(self, path: Path) -> None:
        """Write the report to a file, atomically, with one line for each game."""
        data = self.to_dict(games=False)
        lines = [json.dumps(result.to_dict(), ensure_ascii=False) for result in self.results]
        text = json.dumps({**data, "games": []}, indent=1, ensure_ascii=False)
        start = text.rindex("[]")
        games = "[\n  " + ",\n  ".join(lines) + "\n ]" if lines else "[]"
        write_whole(path, text[:start] + games + text[start + 2 :] + "\n")


def _shares(result: Result) -> dict[int, float]:
    """Return the share of each bot in the victory, over all its seats."""
    shares: dict[int, float] = defaultdict(float)
    for bot, share in zip(result.seats, result.shares, strict=True):
        shares[bot] += share
    return shares


def _standing_data(standing: Standing) -> dict[str, Any]:
    mean, low, high = _rounded(standing.score[:3])
    return {
        "name": standing.label,
        "games": standing.score.games,
        "wins": round(standing.wins, 6),
        "rate": mean,
        "interval": [low, high],
        "elo": round(standing.rating.elo, 1),
        "elo_error": round(standing.rating.error, 1),
        "prestige": round(standing.prestige, 3),
        "decisions": standing.decisions,
        "seconds_per_move": round(standing.seconds, 6),
        "slowest_move": round(standing.slowest, 6),
        "forfeits": standing.forfeits,
    }


def _rounded(numbers: Iterable[float]) -> list[float]:
    return [round(number, 6) for number in numbers]


def command(match: Match) -> str:
    """Return the command that plays this match."""
    rules = match.rules
    words = [match.command, f"--games {match.total}", f"--players {rules.players}"]
    if rules.modules:
        words.append(f"--modules {','.join(rules.modules)}")
    words += [f"--edition {rules.edition}", f"--seed {match.seed}"]
    if match.move_limit is not None:
        words.append(f"--move-limit {match.move_limit:g}")
    return " ".join(words)


def machine() -> str:
    """Describe this machine."""
    name = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines() if sys.platform == "linux" else ():
        if line.startswith(("model name", "Model")):
            name = line.split(":", 1)[1].strip()
            break
    versions = f"Python {platform.python_version()}, Numba {numba.__version__}"
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, {versions}"
