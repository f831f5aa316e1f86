"""Things to reach: a ladder of bots to climb, and badges for feats."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

from parure import bots
from parure.i18n import gettext as _
from parure.rules import MODULES
from parure.server.services import needed
from parure.server.tables.options import bot_names
from parure.server.tables.results import PersonalResult
from parure.words.games import bot_title

__all__ = ["Badge", "Feats", "Rung", "TheFeats", "badges", "ladder"]

_SETS = 2 ** len(MODULES)
_STREAK = 10
_PUZZLES = 10
_SEATS = 3
_ACCURATE = 95.0


@dataclass(frozen=True)
class Rung:
    """A bot of the ladder."""

    bot: str
    title: str
    about: str
    beaten: bool
    is_next: bool
    """Whether it is the weakest of those stronger than all that have been beaten."""


@dataclass(frozen=True)
class Badge:
    """Something to reach."""

    words: str
    reached: int
    of: int

    @property
    def is_done(self) -> bool:
        """Whether it has been reached."""
        return self.reached >= self.of


class Feats:
    """Feats that other features know of; each is set when the application is made."""

    def __init__(self) -> None:
        self.puzzles_in_a_row: Callable[[str], int] = lambda _person: 0
        """Returns the most puzzles that a person has solved in a row."""
        self.tournaments_won: Callable[[str], int] = lambda _person: 0
        """Returns how many tournaments a person has won."""


def ladder(results: Sequence[PersonalResult]) -> list[Rung]:
    """Return the bots from the weakest to the strongest, with those that somebody has beaten."""
    known = [bot for bot in bots.LADDER if bot in bot_names()]
    beaten = {bot for one in results if one.won for bot in one.bots}
    following = max((n + 1 for n, bot in enumerate(known) if bot in beaten), default=0)
    return [
        Rung(bot, bot_title(bot), _(bots.find(bot).about), bot in beaten, number == following)
        for number, bot in enumerate(known)
    ]


def badges(
    results: Sequence[PersonalResult], puzzles_in_a_row: int, tournaments_won: int
) -> list[Badge]:
    """Return all badges, with how far somebody has come."""
    won = [one for one in results if one.won]
    runs = [len(list(run)) for is_won, run in groupby(bool(one.won) for one in results) if is_won]
    found = [
        (_("Win with every set of modules"), len({one.modules for one in won}), _SETS),
        (_("Win with two, three and four players"), len({one.seats for one in won}), _SEATS),
        (_("Win {n} games in a row").format(n=_STREAK), max(runs, default=0), _STREAK),
        (
            _("Play a game with an accuracy of {n}").format(n=round(_ACCURATE)),
            sum((one.accuracy or 0.0) >= _ACCURATE for one in results),
            1,
        ),
        (_("Solve {n} puzzles in a row").format(n=_PUZZLES), puzzles_in_a_row, _PUZZLES),
        (_("Win a tournament"), tournaments_won, 1),
    ]
    return [Badge(words, min(reached, of), of) for words, reached, of in found]


TheFeats = Annotated[Feats, needed(Feats)]
