"""The words people read, in every language that has a catalogue.

Every sentence of the program passes through `gettext` or `ngettext`. The catalogues in `locale/` are read as
translators write them; nothing is compiled. Values are put in by name after the translation, so that a
translator may move them. Another language is a catalogue there and a line in `LANGUAGES`.

>>> use_language("fr")
>>> gettext("Game over.")
'La partie est finie.'
>>> use_language("en")
>>> ngettext("{n} turn", "{n} turns", 3).format(n=3)
'3 turns'
"""

import os
from collections import defaultdict
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from babel.messages import Catalog

__all__ = [
    "LANGUAGES",
    "catalogue",
    "decimal",
    "default_language",
    "gettext",
    "language",
    "mark",
    "ngettext",
    "remembered",
    "use_language",
]

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
}
"""The languages that have a catalogue, by their codes, as they call themselves; the first is the default."""

LOCALE = files("parure") / "locale"
"""Where the catalogues are."""

P = ParamSpec("P")
T = TypeVar("T")

_MOST_REMEMBERED = 4_096

_chosen: ContextVar[str | None] = ContextVar("parure_language", default=None)


def gettext(message: str) -> str:
    """Return the message in the language in use."""
    return translated(_chosen.get() or language(), message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Return the form of the message that goes with the number `n`."""
    return translations(language()).ngettext(singular, plural, n)


def remembered(words: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a function of plain values for each language."""
    in_language: defaultdict[str, Callable[..., T]] = defaultdict(
        lambda: lru_cache(_MOST_REMEMBERED)(words)
    )

    @wraps(words)
    def said(*values: P.args, **named: P.kwargs) -> T:
        return in_language[_chosen.get() or language()](*values, **named)

    return said


def mark(message: str) -> str:
    """Return the message as it is, and mark it for the catalogues: for tables translated on use."""
    return message


def decimal(value: float, digits: int = 0) -> str:
    """Return a number as the language in use writes it.

    Its catalogue says how: Babel takes longer to load than a command may, and knows no language of one's own.

    >>> decimal(12345.678, 1)
    '12,345.7'
    """
    example = gettext("1,234.5")  # as the language writes it
    signs = str.maketrans(",.", example[1] + example[-2])
    return f"{value:,.{digits}f}".translate(signs)


def use_language(code: str | None) -> None:
    """Speak this language from here on; `None` goes back to what the environment asks for."""
    if code is not None and code not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise ValueError(
            gettext("There is no language {code!r}: choose from {known}.").format(
                code=code, known=known
            )
        )
    _chosen.set(code)


def language() -> str:
    """Return the code of the language in use."""
    return _chosen.get() or _from_environment()


def _from_environment() -> str:
    """Return the first known language that the environment names, as gettext would look for it."""
    for variable in ("PARURE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for locale in os.environ.get(variable, "").split(":"):
            code = locale.lower().replace("-", "_").split(".")[0].split("_")[0]
            if code in LANGUAGES:
                return code
            if code in ("c", "posix"):
                return default_language()
    return default_language()


def default_language() -> str:
    """Return the code of the default language."""
    return next(iter(LANGUAGES))


def catalogue(code: str) -> "Catalog":
    """Return the messages of a language; for the one that the sources are written in there are none."""
    from babel.messages import (
        Catalog,  # imported only for languages other than English, because it is slow
    )
    from babel.messages.pofile import read_po

    path = LOCALE / code / "LC_MESSAGES" / "parure.po"
    if not path.is_file():
        return Catalog(code)
    with path.open("rb") as file:
        return read_po(file)


@cache
def translated(code: str, message: str) -> str:
    return translations(code).gettext(message)


@cache
def translations(code: str) -> NullTranslations:
    if code == default_language():
        return NullTranslations()
    from babel.messages.mofile import write_mo

    compiled = BytesIO()
    write_mo(compiled, catalogue(code))
    compiled.seek(0)
    return GNUTranslations(compiled)
