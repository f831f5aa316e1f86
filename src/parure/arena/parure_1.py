"""Parure-1: ten rule sets, the same opponents and deals for every bot, a number for each and one in all.

Nothing here may ever change, or results could no longer be compared; a better benchmark would be Parure-2.

A bot plays every opponent under every rule set, alone against copies of it where there are more than two
seats. From its results follows its chance of winning a game for two, in percent: 50 is as strong as the
opponent. The number of a rule set is the mean over the opponents, that of the benchmark the mean over the
rule sets. The results of bots that think by the clock depend on the machine; those of all others are the same
everywhere, to the last digit.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from parure import __version__
from parure.arena.match import ArenaError, Match, Result
from parure.arena.match_report import Report, machine
from parure.arena.ratings import Score
from parure.arena.runner import run
from parure.arena.workers import play_all
from parure.bots import Bot
from parure.files import write_whole
from parure.game.game import Game
from parure.game.knowledge import Knowledge
from parure.game.moves import Move
from parure.i18n import gettext as _
from parure.rules import MODULES, Rules

__all__ = ["GAMES", "NAME", "OPPONENTS", "RULE_SETS", "Outcome", "check", "matches", "measure"]

NAME = "Parure-1"
FORMAT = "Parure benchmark 1"
OPPONENTS = ("novice", "guild", "champion:200")
GAMES = 60
"""The games against each opponent under each rule set."""
SEED = 1
RULE_SETS: dict[str, Rules] = {
    "base": Rules(2),
    "base-3": Rules(3),
    "base-4": Rules(4),
    **{module.replace("_", "-"): Rules(2, module) for module in MODULES},
    "orient-2017": Rules(2, "orient", 2017),
    "all": Rules(2, MODULES),
    "all-4": Rules(4, MODULES),
}
_SUMMARY = "parure-1.json"
_STAND_IN = OPPONENTS[0]
"""Named in place of a bot that isn't loaded: deals, seats and seeds don't depend on the names."""


class Outcome(NamedTuple):
    """A chance in percent, with half the width of its 95 % interval."""

    percent: float
    error: float


def matches(bot: str, games: int = GAMES) -> dict[str, Match]:
    """Return the matches of a bot by name, such as `base-guild`."""
    return {
        f"{name}-{opponent.partition(':')[0]}": Match((bot, opponent), rules, games, SEED)
        for name, rules in RULE_SETS.items()
        for opponent in OPPONENTS
    }


def measure(
    bot: str,
    folder: Path,
    *,
    games: int = GAMES,
    workers: int | None = None,
    ray: str | None = None,
    listen: Callable[[Result], None] = lambda _result: None,
) -> dict[str, Any]:
    """Play the benchmark and return its summary, which is also written to the folder beside all games.

    :param folder: a run that was interrupted goes on from what it holds.
    :param games: fewer games are for trying it out: their results can't be compared.
    :param workers: the number of simultaneous games; all cores by default.
    :param ray: the address of a Ray cluster to play on, or `local`.
    :param listen: called with every result, first those of an interrupted run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    reports = {}
    for name, match in matches(bot, games).items():
        path = folder / f"{name}.json"
        reports[name] = run(match, json=path, workers=workers, ray=ray, listen=listen)
        if any(_is_unfair(result) for result in reports[name].results):
            path.unlink()
            raise _too_busy(match)
    found = {
        "format": FORMAT,
        "benchmark": NAME,
        "parure": __version__,
        "bot": bot,
        "games": games,
        "repeatable": all(report.match.is_repeatable for report in reports.values()),
        "machine": machine(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        **_outcomes(reports),
        "files": {name: _digest((folder / f"{name}.json").read_bytes()) for name in reports},
    }
    signed = {**found, "digest": _digest(_canonical(found))}
    write_whole(folder / _SUMMARY, json.dumps(signed, indent=1, ensure_ascii=False) + "\n")
    return signed


def check(
    folder: Path,
    *,
    workers: int | None = None,
    ray: str | None = None,
    listen: Callable[[Result], None] = lambda _result: None,
) -> dict[str, Any]:
    """Return the summary in a folder if it is what its games add up to.

    All games are played again: the opponents think anew, and the moves of the measured bot come from the
    files. It isn't loaded itself, since these may come from a stranger.

    :param listen: called with the result of every game.
    """
    path = folder / _SUMMARY
    summary = _read(path)
    try:
        digest = summary.pop("digest")
        if summary["format"] != FORMAT or digest != _digest(_canonical(summary)):
            raise _changed(path)
        kept = {
            name: _kept(match, folder / f"{name}.json", summary["files"][name])
            for name, match in matches(_STAND_IN, summary["games"]).items()
        }
        reports = {
            name: Report(match, _again(match, folder / f"{name}.json", workers, ray, listen))
            for name, match in kept.items()
        }
        is_true = all(summary[part] == value for part, value in _outcomes(reports).items())
    except (KeyError, TypeError) as error:
        raise _changed(path) from error
    if not is_true:
        raise ArenaError(
            _("The games in {folder} don’t add up to its result.").format(folder=folder)
        )
    return {**summary, "digest": digest}


class _Reciter:
    """A bot that makes given moves, and forfeits when there are no more."""

    about = ""

    def __init__(self, moves: Iterable[str]) -> None:
        self._moves = iter(moves)

    def choose(self, known: Knowledge, legal_moves: Sequence[Move], clock: float | None, /) -> str:
        return next(self._moves)


@dataclass(frozen=True)
class _Kept(Match):
    """A match from a file, in which the first bot repeats its moves."""

    moves: Mapping[int, Sequence[str]] = field(default_factory=dict, hash=False)
    """The moves of all bots in each game."""

    def make_bot(self, bot: int, seed: int) -> Bot:
        """Create an opponent, or what makes the moves of the first bot in the game of this seed."""
        if bot > 0:
            return super().make_bot(bot, seed)
        fixture = next(one for one in self.fixtures() if seed in one.bot_seeds)
        game = Game(self.rules.players, self.rules.modules, self.rules.edition, fixture.seed)
        own = []
        for move in self.moves[fixture.number]:
            if game.to_play is not None and fixture.seats[game.to_play] == bot:
                own.append(move)
            game.push(move)
        return _Reciter(own)


def _kept(match: Match, path: Path, digest: str) -> _Kept:
    """Return a match as a file has it, or raise an error if it is not the file of the benchmark."""
    data = _read(path)
    moves = {game["number"]: game["moves"] for game in data["games"]}
    is_whole = len(moves) == match.total and set(moves) == set(range(match.total))
    if _digest(path.read_bytes()) != digest or not is_whole:
        raise _changed(path)
    return _Kept(match.bots, match.rules, match.games, match.seed, moves=moves)


def _again(
    match: _Kept,
    path: Path,
    workers: int | None,
    ray: str | None,
    listen: Callable[[Result], None],
) -> Iterator[Result]:
    """Yield the results of a match that is played again, or raise an error at one that differs."""
    with closing(play_all(match, list(match.fixtures()), workers, ray)) as played:
        for result in played:
            if _is_unfair(result):
                raise _too_busy(match)
            if result.moves != match.moves[result.number]:
                raise ArenaError(
                    _("Game {n} in {file} did not go as it says.").format(
                        n=result.number, file=path
                    )
                )
            listen(result)
            yield result


def _is_unfair(result: Result) -> bool:
    """Tell whether an opponent forfeited a game, as happens when the machine is too busy."""
    return result.forfeit is not None and result.seats[result.forfeit.seat] > 0


def _too_busy(match: Match) -> ArenaError:
    return ArenaError(
        _(
            "This machine is too busy: {bot} forfeited a game, which doesn’t count. "
            "Run the same command again later."
        ).format(bot=match.names[1])
    )


def _changed(path: Path) -> ArenaError:
    return ArenaError(_("{file} was changed after the benchmark.").format(file=path))


def _outcomes(reports: Mapping[str, Report]) -> dict[str, Any]:
    """Return the outcome in all, of each rule set and of each match."""
    single = {name: _against(report) for name, report in reports.items()}
    sets = {name: _mean(_of_set(name, single)) for name in RULE_SETS}
    return {
        "outcome": _mean(sets.values())._asdict(),
        "rule_sets": {name: outcome._asdict() for name, outcome in sets.items()},
        "matches": {name: outcome._asdict() for name, outcome in single.items()},
    }


def _of_set(name: str, single: Mapping[str, Outcome]) -> Iterator[Outcome]:
    return (single[f"{name}-{opponent.partition(':')[0]}"] for opponent in OPPONENTS)


def _against(report: Report) -> Outcome:
    """Return the outcome of the first bot of a match."""
    score: Score = report.standings[0].score
    others = report.match.rules.players - 1
    low, middle, high = (_for_two(share, others) for share in (score.low, score.mean, score.high))
    return Outcome(round(100 * middle, 2), round(50 * (high - low), 2))


def _for_two(share: float, others: int) -> float:
    """Return the chance in a game for two of whoever wins this share against several equals.

    >>> _for_two(0.25, 3), _for_two(0.5, 1)
    (0.5, 0.5)
    """
    return share * others / (share * others + 1 - share)


def _mean(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the mean of independent outcomes."""
    found = list(outcomes)
    error = math.sqrt(sum(one.error**2 for one in found)) / len(found)
    return Outcome(round(sum(one.percent for one in found) / len(found), 2), round(error, 2))


def _canonical(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, sort_keys=True, ensure_ascii=False).encode()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ArenaError(_("There is no file {path}.").format(path=path)) from error
    except ValueError as error:
        raise _changed(path) from error
    if not isinstance(found, dict):
        raise _changed(path)
    return found
