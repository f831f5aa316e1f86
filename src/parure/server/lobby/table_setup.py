"""The form for a new table, and the waiting room before the game.

`parure.rules` decides which modules can be combined.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from parure.i18n import gettext as _
from parure.i18n import ngettext
from parure.review.sentences import percent_words
from parure.rules import EDITIONS, MODULES, all_rules
from parure.server.lobby.quick_match import CHOICES, CLOCK
from parure.server.lobby.waiting_people import Waiting
from parure.server.security.network_access import Invitation
from parure.server.tables.options import Clock, Warned, default_bot
from parure.server.tables.view import TableView, shown_name
from parure.server.web.vocabulary import bot_choices, bot_words
from parure.server.workers.bots import Progress
from parure.words.clauses import clause_words
from parure.words.games import bot_title, listed, module_words, modules_words, variant_words

__all__ = [
    "Chair",
    "Invitation",
    "ModuleChoice",
    "clock_choices",
    "clock_words",
    "here_words",
    "lobby_values",
    "module_choices",
    "progress_words",
    "queue_words",
    "quick_values",
    "waiting_values",
]


@dataclass(frozen=True)
class ModuleChoice:
    """A module to select."""

    code: str
    title: str
    sentence: str


@dataclass(frozen=True)
class ClockChoice:
    """A clock: minutes for each seat, and extra seconds for each turn."""

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
        return ngettext("one day per turn", "{n} days per turn", clock.days).format(n=clock.days)
    return _("{minutes} min + {seconds} s per turn").format(
        minutes=f"{clock.minutes:g}", seconds=f"{clock.seconds:g}"
    )


def warning_choices() -> tuple[tuple[Warned, str], ...]:
    """Return the losses from which a player can be warned, with their names."""
    losses: tuple[Warned, ...] = get_args(Warned)
    return tuple((loss, percent_words(loss / 100) if loss else _("Never")) for loss in losses)


def progress_words(progress: Progress) -> str:
    """Return in words what the server compiles on its first start, and who must wait for it."""
    if progress.bot is None:
        return _("Preparing the rules (first time only). You can play as soon as they are ready.")
    return _(
        "Preparing {bot} (first time only). Games against it start as soon as it is ready."
    ).format(bot=bot_title(progress.bot))


def lobby_values() -> dict[str, Any]:
    """Return the values for the lobby's template, without the lists of tables."""
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


def here_words(count: int) -> str:
    """Return in words how many people are here; nothing if it is the viewer alone."""
    if count < 2:
        return ""
    return ngettext("{n} person is here", "{n} people are here", count).format(n=count)


def queue_words(others: Sequence[Waiting]) -> str:
    """Return in words who waits for a quick match."""
    if not others:
        return _("Nobody is waiting. Be the first.")
    if len(others) > 2:
        words = ngettext("{n} person is waiting.", "{n} people are waiting.", len(others))
        return words.format(n=len(others))
    names = listed([one.name for one in others])
    words = ngettext("{names} is waiting.", "{names} are waiting.", len(others))
    return words.format(names=names)


def quick_values() -> dict[str, Any]:
    """Return the values for the page of the quick match."""
    titles = {
        ",".join(modules): _("all four modules") if len(modules) > 1 else modules_words(modules)
        for modules in CHOICES
    }
    return {"clock": clock_words(CLOCK), "choices": titles}


@dataclass(frozen=True)
class Chair:
    """A seat before the game."""

    seat: int
    name: str | None
    note: str
    mine: bool
    may_give: bool
    """Whether this viewer may give the seat to a bot."""
    awaited: bool = False
    """Whether somebody may be about to take the seat."""


def waiting_values(view: TableView, invitation: Invitation) -> dict[str, Any]:
    """Return the values for the waiting room's template."""
    you = view.you
    chairs = [_chair(view, seat) for seat in range(len(view.names))]
    free = sum(chair.name is None for chair in chairs)
    open_seats = [chair.seat for chair in chairs if chair.name is None and not chair.note]
    for seat in open_seats[: view.table["onlookers"]]:
        chairs[seat] = replace(chairs[seat], awaited=True)
    return {
        "view": view,
        "chairs": chairs,
        "free": free,
        "mine": bool(you["seats"]),
        "may_sit": free > len(you["kept"]) - len(you["may_return"]) and not you["seats"],
        "rules": variant_words(view.rules.modules, view.rules.edition),
        "notes": _notes(view),
        "invitation": invitation,
        "bots": bot_choices(),
        "opponent": default_bot(),
    }


def _chair(view: TableView, seat: int) -> Chair:
    own, mine = view.table["seats"][seat], view.you["seats"]
    bot = own["bot"]
    if bot is not None:
        note = bot_words(bot)
    elif seat in mine:
        note = _("you") if len(mine) == 1 else _("on this device")
    elif own["name"] is None:
        note = _kept(view, seat)
    elif own["program"]:
        note = _("a program")
    else:
        note = "" if own["present"] else _("not here at the moment")
    name = shown_name(own["name"], bot)
    may_give = view.you["may_start"] and name is None
    return Chair(seat, name, note, seat in mine, may_give)


def _kept(view: TableView, seat: int) -> str:
    """Return in words for whom an open seat of a rematch is kept."""
    is_kept = seat in view.you["kept"]
    if seat in view.you["may_return"]:
        return _("kept for you")
    if view.table["tournament"]:
        return _("kept for a tournament player")
    if is_kept and view.table["seats"][seat]["program"]:
        return _("kept for an invited program")
    return _("kept for its previous player") if is_kept else ""


def _notes(view: TableView) -> list[str]:
    """Return the options that people should know about, in a few words each."""
    options, notes = view.options, []
    if options.clock is not None:
        notes.append(clock_words(options.clock))
    if options.rated:
        notes.append(_("rated: if you leave, you lose"))
    elif view.table["tournament"]:
        notes.append(_("tournament: if you leave, you lose"))
    elif options.serious:
        notes.append(_("no hints"))
    if not view.table["tournament"]:
        notes.append(_("public") if options.public else _("by link only"))
    return notes
