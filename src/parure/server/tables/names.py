"""The names of people: shown as they were written, but never empty to the eye, nor two alike.

Programs are people, too, whose ids say what they are.
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
"""The letters that a person's name may have."""

PROGRAM = "program-"
"""What the secret id of a program begins with."""

TOURNAMENT = "tournament-"
"""What the id begins with under which a tournament makes its tables."""

FORGOTTEN = "forgotten-"
"""What an id begins with that stands for somebody who wants to be forgotten."""
NOBODY = "–"
"""What they are called."""

_LOOKS = 20_000
"""So many names are looked at once: no two programs of a server are called alike, and there may be many."""

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What leaves no mark on a page.

That is what Unicode calls `Default_Ignorable_Code_Point`, and the few symbols that are drawn as nothing: a
Braille pattern without dots, a note without a head, what stands for an object that is not there.
"""


def is_id(text: str) -> bool:
    """Tell whether a text can be the id of a table or a tournament; what can't, no database is asked for."""
    return re.fullmatch(r"[\w-]+", text, re.ASCII) is not None


def is_program(person: str | None) -> bool:
    """Tell whether a person is a program."""
    return person is not None and person.startswith(PROGRAM)


def is_forgotten(person: str | None) -> bool:
    """Tell whether a person wants to be forgotten."""
    return person is not None and person.startswith(FORGOTTEN)


def tournament_of(maker: str) -> str | None:
    """Return the tournament that has made a table, if one has.

    >>> tournament_of("tournament-cup")
    'cup'
    """
    return maker.removeprefix(TOURNAMENT) if maker.startswith(TOURNAMENT) else None


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as it is shown: no odd spaces, nothing that can't be seen, not too long."""
    seen = unicodedata.normalize("NFC", _UNSEEN.sub("", text))
    spaced = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in seen)
    name = " ".join(spaced.split())
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise Invalid(_("Enter your name."))
    if len(name) > longest:
        raise Invalid(_("A name can have up to {n} characters.").format(n=longest))
    return name


def are_alike(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name can be taken for one of the others.

    Neither case nor width nor spaces count, nor the alphabet of a letter, where Unicode says that it looks
    like another one: https://www.unicode.org/reports/tr39. Letters that look alike in some types alone, or
    as a small and a capital one, are told apart.

    >>> are_alike("Ann B", ["Zoe", "ＡＮＮ b"])
    True
    >>> are_alike("Вen", ["Ben"])  # with a Cyrillic letter
    True
    """
    looks = _looks(name)
    return any(looks & _looks(other) for other in others)


@lru_cache(_LOOKS)
def _looks(name: str) -> frozenset[str]:
    """Return how a name looks: alike are two that look the same as they are written, or in small letters."""
    plain = unicodedata.normalize("NFKC", name)
    return frozenset({_small(plain), skeleton(_small(plain)), _small(skeleton(plain))})


def _small(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text.casefold())
    return "".join(_UNSEEN.sub("", folded).split())


def skeleton(text: str) -> str:
    """Return a text with each letter as the one that stands for all that look like it."""
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(map(_model, letters)))


def _model(letter: str) -> str:
    """Return what stands for all letters that look like one: it has many, each of them has it alone."""
    others = _alike(letter)
    if len(others) != 1:
        return letter
    (other,) = others
    return min(letter, other) if len(_alike(other)) == 1 else other


def _alike(letter: str) -> tuple[str, ...]:
    """Return the letters that look like one."""
    # Only here: the list of all letters takes a while to read, and a server starts without it.
    from confusable_homoglyphs.confusables import confusables_data

    return tuple(other["c"] for other in confusables_data.get(letter, ()))


def public_id(person: str) -> str:
    """Return what a person is known by to others; nobody can tell the secret id from it.

    >>> public_id("zJ4uZk0pTqk")
    '35krx3ldqjw6mz75'
    """
    digest = hashlib.sha256(b"Parure, a person in public: " + person.encode()).digest()
    return base64.b32encode(digest[:10]).decode().lower()
