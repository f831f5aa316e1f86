"""The room before a game: who sits, what is played, what this viewer may do."""

from dataclasses import dataclass
from typing import Any

from parure.i18n import gettext as _
from parure.server.settings import Settings
from parure.server.tables.options import house_bot
from parure.server.tables.sight import Sight
from parure.server.views.lobby.lobby import bot_choices, shown_name
from parure.words.modules import variant_words

__all__ = ["Chair", "waiting_values"]


@dataclass(frozen=True)
class Chair:
    """A seat before the game."""

    seat: int
    name: str | None
    note: str
    mine: bool


def waiting_values(sight: Sight, link: str, settings: Settings) -> dict[str, Any]:
    """Return what the template of the room needs.

    :param link: the address to share.
    """
    chairs = [_chair(sight, seat) for seat in range(len(sight.names))]
    free = sum(chair.name is None for chair in chairs)
    local = _(
        "This server answers to this computer alone. Start it with --host 0.0.0.0 to let others in."
    )
    return {
        "sight": sight,
        "chairs": chairs,
        "free": free,
        "mine": bool(sight.mine),
        "may_sit": free > len(sight.kept) - len(sight.waiting_for_me) and not sight.mine,
        "rules": variant_words(sight.rules.modules, sight.rules.edition),
        "notes": _notes(sight),
        "link": link,
        "local": local if settings.is_local else "",
        "bots": bot_choices(),
        "opponent": house_bot(),
    }


def _chair(sight: Sight, seat: int) -> Chair:
    bot = sight.kinds[seat]
    if bot is not None:
        note = _("bot")
    elif seat in sight.mine:
        note = _("you") if len(sight.mine) == 1 else _("at this screen")
    elif sight.names[seat] is None:
        note = _kept(sight, seat)
    else:
        note = "" if sight.present[seat] else _("not here at the moment")
    return Chair(seat, shown_name(sight.names[seat], bot), note, seat in sight.mine)


def _kept(sight: Sight, seat: int) -> str:
    """Say for whom an open seat of a rematch is kept."""
    if seat in sight.waiting_for_me:
        return _("kept for you")
    return _("kept for whoever had it before") if seat in sight.kept else ""


def _notes(sight: Sight) -> list[str]:
    """Return the options that people should know, in a few words each."""
    options, notes = sight.options, []
    if options.clock is not None:
        notes.append(
            _("{minutes} min and {seconds} s a turn").format(
                minutes=f"{options.clock.minutes:g}", seconds=f"{options.clock.seconds:g}"
            )
        )
    if options.serious:
        notes.append(_("serious: no hints"))
    notes.append(_("public") if options.public else _("by link"))
    return notes
