"""The names of people: shown as written, but never invisible, and never two that look alike.

Programs count as people; their ids tell them apart.
"""

import base64
import hashlib
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from parure.i18n import gettext as _
from parure.server.errors import Invalid

__all__ = [
    "FORGOTTEN",
    "LONGEST_NAME",
    "NOBODY",
    "PROGRAM",
    "TOURNAMENT",
    "are_alike",
    "clean_name",
    "is_forgotten",
    "is_id",
    "is_program",
    "public_id",
    "tournament_of",
]

LONGEST_NAME = 24
"""The maximum length of a person's name."""

PROGRAM = "program-"
"""What the secret id of a program begins with."""

TOURNAMENT = "tournament-"
"""What the id under which a tournament makes its tables begins with."""

FORGOTTEN = "forgotten-"
"""What an id that replaces a forgotten person begins with."""
NOBODY = "–"
"""The name shown for forgotten people."""

_LOOKS = 20_000
"""The number of cached looks: each new program name is compared with those of all other programs."""

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that leave no mark on a page.

These are Unicode's `Default_Ignorable_Code_Point`, and a few symbols that look empty: a Braille pattern
without dots, a note without a head, the placeholder for a missing object.
"""


def is_id(text: str) -> bool:
    """Tell whether a text can be the id of a table or a tournament; any other needs no database query."""
    return re.fullmatch(r"[\w-]+", text, re.ASCII) is not None


def is_program(person: str | None) -> bool:
    """Tell whether a person is a program."""
    return person is not None and person.startswith(PROGRAM)


def is_forgotten(person: str | None) -> bool:
    """Tell whether an id stands for a forgotten person."""
    return person is not None and person.startswith(FORGOTTEN)


def tournament_of(maker: str) -> str | None:
    """Return the tournament that made a table, if one did.

    >>> tournament_of("tournament-cup")
    'cup'
    """
    return maker.removeprefix(TOURNAMENT) if maker.startswith(TOURNAMENT) else None


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as shown: without odd spaces or invisible characters, and not too long."""
    seen = unicodedata.normalize("NFC", _UNSEEN.sub("", text))
    spaced = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in seen)
    name = " ".join(spaced.split())
    if "=?" in name:  # Mail programs would read what follows as an encoded word (RFC 2047).
        raise Invalid(_("A name can’t contain “=?”."))
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise Invalid(_("Enter your name."))
    if len(name) > longest:
        raise Invalid(_("A name can have up to {n} characters.").format(n=longest))
    return name


def are_alike(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name can be mistaken for one of the others.

    Case, width and spaces make no difference, nor does the alphabet of a letter that Unicode lists as looking
    like another: https://www.unicode.org/reports/tr39. Letters that look alike only in some typefaces, or
    only as a small and a capital letter, count as different.

    >>> are_alike("Ann B", ["Zoe", "ＡＮＮ b"])
    True
    >>> are_alike("Вen", ["Ben"])  # with a Cyrillic letter
    True
    """
    looks = _looks(name)
    return any(looks & _looks(other) for other in others)


@lru_cache(_LOOKS)
def _looks(name: str) -> frozenset[str]:
    """Return the looks of a name: two names are alike if they look the same as written or in lower case."""
    plain = unicodedata.normalize("NFKC", name)
    return frozenset({_small(plain), skeleton(_small(plain)), _small(skeleton(plain))})


def _small(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text.casefold())
    return "".join(_UNSEEN.sub("", folded).split())


def skeleton(text: str) -> str:
    """Return a text with each letter replaced by the one that represents its lookalikes."""
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(map(_model, letters)))


def _model(letter: str) -> str:
    """Return the letter that represents a group of lookalikes: it lists them all, they list only it."""
    others = _alike(letter)
    if len(others) != 1:
        return letter
    (other,) = others
    return min(letter, other) if len(_alike(other)) == 1 else other


def _alike(letter: str) -> tuple[str, ...]:
    """Return the letters that look like a letter."""
    # Imported here because the list of all letters is slow to load and a server starts without it.
    from confusable_homoglyphs.confusables import confusables_data

    return tuple(other["c"] for other in confusables_data.get(letter, ()))


def public_id(person: str) -> str:
    """Return the public id of a person, which does not reveal the secret one.

    >>> public_id("zJ4uZk0pTqk")
    '35krx3ldqjw6mz75'
    """
    digest = hashlib.sha256(b"Parure, a person in public: " + person.encode()).digest()
    return base64.b32encode(digest[:10]).decode().lower()
