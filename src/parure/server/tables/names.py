"""The names of people: shown as they were written, but never empty to the eye, nor two alike."""

import re
import unicodedata

from parure.i18n import gettext as _
from parure.server.errors import Invalid

__all__ = ["LONGEST_NAME", "clean_name", "likeness"]

LONGEST_NAME = 24
"""The letters that a person's name may have."""

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What leaves no mark on a page.

That is what Unicode calls `Default_Ignorable_Code_Point`, and the few symbols that are drawn as nothing: a
Braille pattern without dots, a note without a head, what stands for an object that is not there.
"""


def clean_name(text: str) -> str:
    """Return a name as it is shown: no odd spaces, nothing that can't be seen, not too long."""
    seen = unicodedata.normalize("NFC", _UNSEEN.sub("", text))
    spaced = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in seen)
    name = " ".join(spaced.split())
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise Invalid(_("Say your name."))
    if len(name) > LONGEST_NAME:
        raise Invalid(_("A name has at most {n} letters.").format(n=LONGEST_NAME))
    return name


def likeness(name: str) -> str:
    """Return what is the same for two names that look alike: neither case nor width nor spaces count.

    >>> likeness("Ann B") == likeness("ＡＮＮ b")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(_UNSEEN.sub("", folded).split())
