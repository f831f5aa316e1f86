"""A pseudo-language for tests: every message in altered letters, with three plural forms."""

import re
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import write_po

import parure.i18n

PACKAGE = Path(parure.i18n.__file__).parent
LOCALE = PACKAGE / "locale"
CODE, NAME = "qx", "Ξενικα"

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_OTHER = "αβψδεφγηιξκλμνοπθρστωφςχυζ"
_LETTERS = str.maketrans(_LATIN + _LATIN.upper(), _OTHER + _OTHER.upper())
FORMS = ("¹", "²", "ⁿ")
"""What marks the forms for one, for two to four, and for more."""


def in_other_letters(text: str) -> str:
    """Return a text as the made-up language has it: what stands in braces is kept.

    >>> in_other_letters("{n} turns")
    '{n} τωρνσ'
    """
    parts = re.split(r"(\{[^}]*\})", text)
    return "".join(part if part.startswith("{") else part.translate(_LETTERS) for part in parts)


@cache
def messages_in_source() -> set[str | tuple[str, ...]]:
    """Return every message that the sources hold; one with a plural is a pair."""
    keywords = {**DEFAULT_KEYWORDS, "mark": None}
    methods = [
        ("**.py", "python"),
        ("**/templates/**.html", "jinja2"),
        ("**/static/**.js", "javascript"),
    ]
    options = {"**/static/**.js": {"parse_template_string": True}}
    found = extract_from_dir(PACKAGE, methods, options, keywords)
    return {message if isinstance(message, str) else tuple(message) for _, _, message, *_ in found}


def make_up(folder: Path) -> None:
    """Write the catalogue of the made-up language into a folder of catalogues."""
    catalogue = Catalog("cs")  # for its three forms
    for message in messages_in_source():
        if isinstance(message, tuple):
            singular, plural = map(in_other_letters, message)
            catalogue.add(message, [singular + FORMS[0], plural + FORMS[1], plural + FORMS[2]])
        else:
            catalogue.add(message, in_other_letters(message))
    catalogue["1,234.5"].string = "1’234·5"
    target = folder / CODE / "LC_MESSAGES"
    target.mkdir(parents=True)
    with (target / "parure.po").open("wb") as file:
        write_po(file, catalogue)
