"""The names of the bots, as people read them."""

from parure.i18n import gettext as _
from parure.i18n import mark

__all__ = ["bot_strength", "bot_title"]

_BOTS = {
    "random": mark("Random"),
    "novice": mark("Novice"),
    "merchant": mark("Merchant"),
    "goldsmith": mark("Goldsmith"),
    "guild": mark("Guild"),
    "jeweller": mark("Jeweller"),
    "master": mark("Master"),
    "banker": mark("Banker"),
    "champion": mark("Champion"),
}

_STRENGTHS = {
    "random": mark("plays blindly"),
    "novice": mark("easy"),
    "merchant": mark("fair"),
    "goldsmith": mark("good"),
    "guild": mark("strong"),
    "jeweller": mark("very strong"),
    "master": mark("expert"),
    "banker": mark("formidable"),
    "champion": mark("the strongest"),
}


def bot_title(name: str) -> str:
    """Return the name of a bot as people read it, without its budget."""
    name = name.partition(":")[0]
    return _(_BOTS[name]) if name in _BOTS else name.replace("_", " ").capitalize()


def bot_strength(name: str) -> str:
    """Say in a word or two how strong one of our bots is; nothing about others.

    >>> bot_strength("guild"), bot_strength("a_bot_of_yours")
    ('strong', '')
    """
    name = name.partition(":")[0]
    return _(_STRENGTHS[name]) if name in _STRENGTHS else ""
