"""The words for the modules of the game."""

from collections.abc import Iterable
from typing import NamedTuple

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.rules import Rules

__all__ = [
    "MODULES",
    "Module",
    "edition_words",
    "ending_words",
    "module_words",
    "modules_words",
    "rules_words",
    "variant_words",
]


class Module(NamedTuple):
    """A module in words."""

    name: str
    """Among others."""
    title: str
    """By itself."""
    about: str
    """What it brings, in a sentence."""


MODULES = {
    "cities": Module(
        mark("Cities"),
        mark("The Cities"),
        mark("Only a city ends the game: reach its prestige and its cards."),
    ),
    "trading_posts": Module(
        mark("Trading Posts"),
        mark("The Trading Posts"),
        mark("Collect the right cards and win one of five lasting powers."),
    ),
    "orient": Module(
        mark("Orient"),
        mark("The Orient"),
        mark("Thirty more cards: jokers, doubles, gifts, and some that you pay with cards."),
    ),
    "strongholds": Module(
        mark("Strongholds"),
        mark("The Strongholds"),
        mark("Each purchase moves a tower: hold a card, or conquer it with three."),
    ),
}
"""Every module, in the order of `parure.rules.MODULES`."""


def module_words(module: str) -> Module:
    """Return the words for a module in the language in use.

    >>> module_words("orient").title
    'The Orient'
    """
    return Module(*(_(text) for text in MODULES[module]))


def modules_words(modules: Iterable[str]) -> str:
    """Return the names of the modules, or what a game without any is called.

    >>> modules_words(("cities", "orient")), modules_words(())
    ('Cities, Orient', 'base game')
    """
    return ", ".join(module_words(module).name for module in modules) or _("base game")


def rules_words(rules: Rules) -> str:
    """Return what is played, and by how many.

    >>> rules_words(Rules(2, ("cities", "orient")))
    '2 players · Cities, Orient · edition 2024'
    """
    players = _("{n} players").format(n=rules.players)
    return f"{players} · {modules_words(rules.modules)} · {edition_words(rules.edition)}"


def edition_words(edition: int) -> str:
    """Return the name of an edition."""
    return _("edition {year}").format(year=edition)


def ending_words(rules: Rules, *, briefly: bool = False) -> str:
    """Return what brings the last round (B23, C4).

    >>> ending_words(Rules(2)), ending_words(Rules(2), briefly=True)
    ('15 prestige end it', 'Ends at 15')
    >>> ending_words(Rules(2, ["cities"]))
    'A city ends it'
    """
    if "cities" in rules.modules:
        return _("A city ends it")
    return _("Ends at 15") if briefly else _("15 prestige end it")


def variant_words(modules: Iterable[str], edition: int) -> str:
    """Return modules and edition as briefly as can be, by themselves.

    >>> variant_words((), 2017)
    'Base game · 2017'
    """
    names = modules_words(modules)
    return f"{names[:1].upper()}{names[1:]} · {edition}"
