"""What people and bots are called where a table is shown."""

from parure.i18n import gettext as _
from parure.server.tables.sight import Sight
from parure.words.bots import bot_title

__all__ = ["name_of", "shown_name"]


def shown_name(name: str | None, bot: str | None) -> str | None:
    """Return the name at a seat as the viewer reads it: that of a bot in their language.

    >>> shown_name("Merchant 2", "merchant"), shown_name("Ann", "merchant")
    ('Merchant 2', 'Ann')
    """
    own, _space, number = (name or "").partition(" ")
    if bot is None or own != bot.capitalize() or not (number.isdecimal() or not number):
        return name
    return f"{bot_title(bot)} {number}".rstrip()


def name_of(sight: Sight, seat: int) -> str:
    """The name of a seat, whoever sits there."""
    name = shown_name(sight.names[seat], None if sight.away[seat] else sight.kinds[seat])
    return name or _("Seat {n}").format(n=seat + 1)
