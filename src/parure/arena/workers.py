"""Plays the games of a match, each in a process that is watched, and replaced if a bot crashes it."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from parure.arena.match import ArenaError, Fixture, Forfeit, Match, Result, forfeited, play
from parure.bots import Bot
from parure.game.game import Game
from parure.i18n import gettext as _
from parure.processes import Ended, Overdue, Process
from parure.spread import spread

__all__ = ["START_LIMIT", "play_all", "play_in"]

START_LIMIT = 300.0
"""Seconds for preparing a bot in a new process, since it may need compiling."""

_GRACE = 0.5
"""Seconds of grace before a process is stopped: a slow answer is better than none."""


class _Step(NamedTuple):
    """The next step of a process that plays a game."""

    seat: int
    """The seat whose bot is asked."""
    is_start: bool
    """Whether the bot is only created and tried out, which may take long the first time."""
    move: str
    """The previous move, if any."""


class _Watch:
    """Follows the steps of a game, and sets the time limit of each."""

    def __init__(self, limit: float, start_limit: float) -> None:
        self._limit = limit + _GRACE
        self._start_limit = start_limit
        self.steps: list[_Step] = []
        self.since = 0.0

    def listen(self, step: _Step) -> float:
        self.steps.append(step)
        self.since = time.monotonic()
        return self._start_limit if step.is_start else self._limit


def play_in(
    process: Process, never_ready: set[str], match: Match, fixture: Fixture, start_limit: float
) -> Result:
    """Play a game in a process and return its result, even if a bot crashes or hangs.

    :param never_ready: the bots that failed to get ready in an earlier game, not tried again.
    :param start_limit: seconds that a bot may take to get ready.
    """
    # The process may have died since its last game, which is no fault of this game's bots.
    for _attempt in range(2):
        watch = _Watch(match.limit, start_limit)
        try:
            return process.call(_play, match, fixture, frozenset(never_ready), listen=watch.listen)
        except (Ended, Overdue) as error:
            problem = error
        if watch.steps:
            break
    else:
        raise ArenaError(_("A worker process ended before its game began."))
    seconds = time.monotonic() - watch.since
    seat = watch.steps[-1].seat
    if watch.steps[-1].is_start:
        never_ready.add(match.names[fixture.seats[seat]])
    if isinstance(problem, Ended):
        forfeit = Forfeit(seat, "death", str(problem.code))
    else:
        forfeit = Forfeit(seat, "slow", f"{seconds:.3g}")
    moves = [step.move for step in watch.steps if step.move]
    return forfeited(fixture, match.rules, moves, forfeit, seconds)


_tried_out: set[str] = set()
"""The bots used so far in this process."""


def _play(
    tell: Callable[[_Step], None], match: Match, fixture: Fixture, never_ready: frozenset[str]
) -> Result:
    """Play a game in this process, announcing each step before a bot is asked."""
    specs = [match.names[bot] for bot in fixture.seats]

    def maker(seat: int) -> Bot:
        return match.make_bot(fixture.seats[seat], fixture.bot_seeds[seat])

    rules = match.rules
    trial = Game(rules.players, rules.modules, rules.edition, seed=1)
    for seat, spec in enumerate(specs):
        if spec in _tried_out or spec in never_ready:
            continue
        tell(_Step(seat, is_start=True, move=""))
        _tried_out.add(spec)
        # Compilation does not count against a bot; a crash does, but only in its game.
        with suppress(BaseException):
            maker(seat).choose(trial.knowledge(0), trial.legal_moves, None)
    return play(
        fixture, rules, match.limit, maker, lambda seat, last: tell(_Step(seat, False, last))
    )


def play_all(
    match: Match,
    fixtures: Sequence[Fixture],
    workers: int | None = None,
    ray: str | None = None,
    start_limit: float = START_LIMIT,
) -> Generator[Result]:
    """Yield the results of games as they end, in any order.

    :param workers: how many games are played at the same time; all cores by default.
    :param ray: the address of a Ray cluster to play on, or `local`.
    """
    jobs = [
        partial(play_in, match=match, fixture=fixture, start_limit=start_limit)
        for fixture in fixtures
    ]
    return spread(jobs, workers, ray)
