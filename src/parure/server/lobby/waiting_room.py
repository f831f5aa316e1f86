"""The room before a game: who sits, what is played, what this viewer may do."""

from dataclasses import dataclass, replace
from typing import Any

from parure.i18n import gettext as _
from parure.server.lobby.offers import clock_words
from parure.server.security.invitations import Invitation
from parure.server.tables.options import default_bot
from parure.server.tables.view import TableView, shown_name
from parure.server.web.bot_words import bot_choices, bot_words
from parure.words.games import variant_words

__all__ = ["Chair", "Invitation", "waiting_values"]


@dataclass(frozen=True)
class Chair:
    """A seat before the game."""

    seat: int
    name: str | None
    note: str
    mine: bool
    may_give: bool
    """Whether this viewer may give it to a bot."""
    awaited: bool = False
    """Somebody may be about to take it."""


def waiting_values(view: TableView, invitation: Invitation) -> dict[str, Any]:
    """Return what the template of the room needs."""
    chairs = [_chair(view, seat) for seat in range(len(view.names))]
    free = sum(chair.name is None for chair in chairs)
    open_seats = [chair.seat for chair in chairs if chair.name is None and not chair.note]
    for seat in open_seats[: view.onlookers]:
        chairs[seat] = replace(chairs[seat], awaited=True)
    return {
        "view": view,
        "chairs": chairs,
        "free": free,
        "mine": bool(view.mine),
        "may_sit": free > len(view.kept) - len(view.waiting_for_me) and not view.mine,
        "rules": variant_words(view.rules.modules, view.rules.edition),
        "notes": _notes(view),
        "invitation": invitation,
        "bots": bot_choices(),
        "opponent": default_bot(),
    }


def _chair(view: TableView, seat: int) -> Chair:
    bot = view.kinds[seat]
    if bot is not None:
        note = bot_words(bot)
    elif seat in view.mine:
        note = _("you") if len(view.mine) == 1 else _("at this screen")
    elif view.names[seat] is None:
        note = _kept(view, seat)
    elif view.programs[seat]:
        note = _("a program")
    else:
        note = "" if view.present[seat] else _("not here at the moment")
    name = shown_name(view.names[seat], bot)
    may_give = view.may_start and name is None
    return Chair(seat, name, note, seat in view.mine, may_give)


def _kept(view: TableView, seat: int) -> str:
    """Say for whom an open seat of a rematch is kept."""
    if seat in view.waiting_for_me:
        return _("kept for you")
    if view.tournament:
        return _("kept for a player of the tournament")
    if seat in view.kept and view.programs[seat]:
        return _("kept for a program, which was asked")
    return _("kept for whoever had it before") if seat in view.kept else ""


def _notes(view: TableView) -> list[str]:
    """Return the options that people should know, in a few words each."""
    options, notes = view.options, []
    if options.clock is not None:
        notes.append(clock_words(options.clock))
    if options.rated:
        notes.append(_("rated: leaving is losing"))
    elif view.tournament:
        notes.append(_("in a tournament: leaving is losing"))
    elif options.serious:
        notes.append(_("serious: no hints"))
    if not view.tournament:
        notes.append(_("public") if options.public else _("by link"))
    return notes
