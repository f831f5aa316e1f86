"""The few phrases that players say to each other."""

from parure.i18n import gettext as _
from parure.i18n import mark

__all__ = ["PHRASES", "phrase", "phrase_words"]

PHRASES = {
    "hello": mark("Hello, and good luck!"),
    "well_played": mark("Well played!"),
    "thanks": mark("Thank you!"),
    "ouch": mark("Ouch, I wanted that one!"),
    "one_moment": mark("One moment, please…"),
    "good_game": mark("Good game!"),
}


def phrase(code: str) -> str:
    """Return a phrase in the language in use.

    >>> phrase("well_played")
    'Well played!'
    """
    return _(PHRASES[code])


def phrase_words() -> tuple[tuple[str, str], ...]:
    """Return all phrases with their codes."""
    return tuple((code, phrase(code)) for code in PHRASES)
