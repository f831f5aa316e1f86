"""The room before a game: who sits, what is played, what this viewer may do."""

from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from parure.i18n import gettext as _
from parure.server.tables.options import house_bot
from parure.server.tables.sight import Sight
from parure.server.views.bots import bot_choices, bot_words
from parure.server.views.lobby.lobby import clock_words
from parure.server.views.names import shown_name
from parure.server.views.qr import qr_code
from parure.words.modules import variant_words

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


@dataclass(frozen=True)
class Invitation:
    """How others reach a page."""

    link: str
    is_open: bool
    """Whether others can open it at all."""
    may_open: bool
    """Whether this viewer may let them."""

    @property
    def picture(self) -> Markup:
        """The link for the camera of a phone."""
        return qr_code(self.link)


def waiting_values(sight: Sight, invitation: Invitation) -> dict[str, Any]:
    """Return what the template of the room needs."""
    chairs = [_chair(sight, seat) for seat in range(len(sight.names))]
    free = sum(chair.name is None for chair in chairs)
    open_seats = [chair.seat for chair in chairs if chair.name is None and not chair.note]
    for seat in open_seats[: sight.onlookers]:
        chairs[seat] = replace(chairs[seat], awaited=True)
    return {
        "sight": sight,
        "chairs": chairs,
        "free": free,
        "mine": bool(sight.mine),
        "may_sit": free > len(sight.kept) - len(sight.waiting_for_me) and not sight.mine,
        "rules": variant_words(sight.rules.modules, sight.rules.edition),
        "notes": _notes(sight),
        "invitation": invitation,
        "bots": bot_choices(),
        "opponent": house_bot(),
    }


def _chair(sight: Sight, seat: int) -> Chair:
    bot = sight.kinds[seat]
    if bot is not None:
        note = bot_words(bot)
    elif seat in sight.mine:
        note = _("you") if len(sight.mine) == 1 else _("at this screen")
    elif sight.names[seat] is None:
        note = _kept(sight, seat)
    elif sight.programs[seat]:
        note = _("a program")
    else:
        note = "" if sight.present[seat] else _("not here at the moment")
    name = shown_name(sight.names[seat], bot)
    may_give = sight.may_start and name is None
    return Chair(seat, name, note, seat in sight.mine, may_give)


def _kept(sight: Sight, seat: int) -> str:
    """Say for whom an open seat of a rematch is kept."""
    if seat in sight.waiting_for_me:
        return _("kept for you")
    if sight.tournament:
        return _("kept for a player of the tournament")
    if seat in sight.kept and sight.programs[seat]:
        return _("kept for a program, which was asked")
    return _("kept for whoever had it before") if seat in sight.kept else ""


def _notes(sight: Sight) -> list[str]:
    """Return the options that people should know, in a few words each."""
    options, notes = sight.options, []
    if options.clock is not None:
        notes.append(clock_words(options.clock))
    if options.rated:
        notes.append(_("rated: leaving is losing"))
    elif sight.tournament:
        notes.append(_("in a tournament: leaving is losing"))
    elif options.serious:
        notes.append(_("serious: no hints"))
    if not sight.tournament:
        notes.append(_("public") if options.public else _("by link"))
    return notes
