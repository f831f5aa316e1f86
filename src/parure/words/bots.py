"""The names of the bots, as people read them."""

from parure.i18n import gettext as _
from parure.i18n import mark

__all__ = ["bot_title"]

_BOTS = {
    "random": mark("Random"),
    "novice": mark("Novice"),
    "merchant": mark("Merchant"),
    "guild": mark("Guild"),
    "master": mark("Master"),
}


def bot_title(name: str) -> str:
    """Return the name of a bot as people read it, without its budget."""
    name = name.partition(":")[0]
    return _(_BOTS[name]) if name in _BOTS else name.replace("_", " ").capitalize()
