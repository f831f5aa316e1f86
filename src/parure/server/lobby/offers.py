"""What the lobby offers: modules, editions, seats, clocks. What may be combined, `parure.rules` says."""

from dataclasses import dataclass
from typing import Any, get_args

from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.review.sentences import percent_words
from parure.rules import EDITIONS, MODULES, all_rules
from parure.server.tables.options import Clock, Warned, default_bot
from parure.server.web.bot_words import bot_choices
from parure.server.workers.bots import Progress
from parure.words.clauses import clause_words
from parure.words.games import bot_title, module_words

__all__ = [
    "ModuleChoice",
    "clock_choices",
    "clock_words",
    "lobby_values",
    "module_choices",
    "progress_words",
]


@dataclass(frozen=True)
class ModuleChoice:
    """A module that can be ticked."""

    code: str
    title: str
    sentence: str


@dataclass(frozen=True)
class ClockChoice:
    """A clock: minutes for each seat, and seconds more with each turn."""

    minutes: int
    seconds: int
    title: str


def module_choices() -> list[ModuleChoice]:
    """List the modules in the order of the rules."""
    words = {code: module_words(code) for code in MODULES}
    return [ModuleChoice(code, module.title, module.about) for code, module in words.items()]


def clock_choices() -> list[ClockChoice]:
    """List the clocks on offer."""
    return [
        ClockChoice(minutes, seconds, _("{n} min").format(n=minutes))
        for minutes, seconds in ((5, 10), (15, 15), (60, 30))
    ]


def clock_words(clock: Clock) -> str:
    """Return the time of each player."""
    if clock.days:
        return ngettext("a day a move", "{n} days a move", clock.days).format(n=clock.days)
    return _("{minutes} min and {seconds} s a turn").format(
        minutes=f"{clock.minutes:g}", seconds=f"{clock.seconds:g}"
    )


def warning_choices() -> tuple[tuple[Warned, str], ...]:
    """Return from which losses on somebody can be warned, with their names."""
    losses: tuple[Warned, ...] = get_args(Warned)
    return tuple((loss, percent_words(loss / 100) if loss else _("Never")) for loss in losses)


def progress_words(progress: Progress) -> str:
    """Say what a server is doing that was never started before, and for whom one may have to wait."""
    if progress.bot is None:
        return _("Getting ready, this first time only: the rules. Play begins when they are.")
    return _(
        "Getting ready, this first time only: {bot}. Who plays it earlier waits for it."
    ).format(bot=bot_title(progress.bot))


def lobby_values() -> dict[str, Any]:
    """Return what the template of the lobby needs besides the lists of tables."""
    return {
        "modules": module_choices(),
        "editions": sorted(EDITIONS, reverse=True),
        "combining": clause_words("M1"),
        "allowed": [f"{rules.edition}:{','.join(rules.modules)}" for rules in all_rules(2)],
        "bots": bot_choices(),
        "opponent": default_bot(),
        "clocks": clock_choices(),
        "warnings": warning_choices(),
    }
