"""The words for games: rules, bots, phrases and results."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from parure.i18n import gettext as _
from parure.i18n import mark, ngettext
from parure.rules import Rules

__all__ = [
    "MODULES",
    "PHRASES",
    "Module",
    "bot_strength",
    "bot_title",
    "edition_words",
    "ended_words",
    "ending_words",
    "listed",
    "module_words",
    "modules_words",
    "phrase",
    "phrase_words",
    "rules_words",
    "variant_words",
    "won",
]


class Module(NamedTuple):
    """A module in words."""

    name: str
    """Among others."""
    title: str
    """By itself."""
    about: str
    """What it adds to the game, in a sentence."""


MODULES = {
    "cities": Module(
        mark("Cities"),
        mark("The Cities"),
        mark("Only a city ends the game: reach its prestige and collect its cards."),
    ),
    "trading_posts": Module(
        mark("Trading Posts"),
        mark("The Trading Posts"),
        mark("Collect the right cards to win any of five lasting powers."),
    ),
    "orient": Module(
        mark("Orient"),
        mark("The Orient"),
        mark("Thirty more cards: jokers, doubles, gifts, and some you pay for with cards."),
    ),
    "strongholds": Module(
        mark("Strongholds"),
        mark("The Strongholds"),
        mark("Each purchase moves a stronghold: guard a card, or conquer it with all three."),
    ),
}
"""Every module, in the order of `parure.rules.MODULES`."""


def module_words(module: str) -> Module:
    """Return the words for a module in the current language.

    >>> module_words("orient").title
    'The Orient'
    """
    return Module(*(_(text) for text in MODULES[module]))


def modules_words(modules: Iterable[str]) -> str:
    """Return the names of the modules, or that of a game without any.

    >>> modules_words(("cities", "orient")), modules_words(())
    ('Cities, Orient', 'base game')
    """
    return ", ".join(module_words(module).name for module in modules) or _("base game")


def rules_words(rules: Rules) -> str:
    """Return the rules and the number of players.

    >>> rules_words(Rules(2, ("cities", "orient")))
    '2 players · Cities, Orient · 2024 edition'
    """
    players = _("{n} players").format(n=rules.players)
    return f"{players} · {modules_words(rules.modules)} · {edition_words(rules.edition)}"


def edition_words(edition: int) -> str:
    """Return the name of an edition."""
    return _("{year} edition").format(year=edition)


def ending_words(rules: Rules) -> str:
    """Return what triggers the last round (B23, C4).

    >>> ending_words(Rules(2)), ending_words(Rules(2, ["cities"]))
    ('First to 15', 'First to a city')
    """
    return _("First to a city") if "cities" in rules.modules else _("First to 15")


def variant_words(modules: Iterable[str], edition: int) -> str:
    """Return modules and edition as briefly as possible.

    >>> variant_words((), 2017)
    'Base game · 2017'
    """
    names = modules_words(modules)
    return f"{names[:1].upper()}{names[1:]} · {edition}"


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
    "random": mark("harmless"),
    "novice": mark("easy"),
    "merchant": mark("medium"),
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
    if name in _BOTS:
        return _(_BOTS[name])
    return name[:1].upper() + name[1:].replace("_", " ")


def bot_strength(name: str) -> str:
    """Return the strength of a built-in bot in a word or two; empty for others.

    >>> bot_strength("guild"), bot_strength("a_bot_of_yours")
    ('strong', '')
    """
    name = name.partition(":")[0]
    return _(_STRENGTHS[name]) if name in _STRENGTHS else ""


PHRASES = {
    "hello": mark("Hello, and good luck!"),
    "well_played": mark("Well played!"),
    "thanks": mark("Thank you!"),
    "ouch": mark("Ouch, I wanted that one!"),
    "one_moment": mark("One moment, please…"),
    "good_game": mark("Good game!"),
}


def phrase(code: str) -> str:
    """Return a phrase in the current language.

    >>> phrase("well_played")
    'Well played!'
    """
    return _(PHRASES[code])


def phrase_words() -> tuple[tuple[str, str], ...]:
    """Return all phrases with their codes."""
    return tuple((code, phrase(code)) for code in PHRASES)


def listed(names: Sequence[str]) -> str:
    """Join names as in a sentence.

    >>> listed(["Mira", "Tomas", "Aiko"])
    'Mira, Tomas and Aiko'
    """
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def won(names: Sequence[str], city: str = "", *, is_you: bool = False) -> str:
    """Return in words who has won.

    :param city: the name of the city that made one of them win.
    :param is_you: whether the only winner reads it.

    >>> won(["Mira"]), won(["Mira"], is_you=True), won(["Mira", "Aiko"])
    ('Mira wins', 'You win', 'Shared victory: Mira and Aiko')
    """
    if len(names) > 1:
        return _("Shared victory: {names}").format(names=listed(names))
    if is_you:
        return _("You win with {city}").format(city=city) if city else _("You win")
    if city:
        return _("{name} wins with {city}").format(name=names[0], city=city)
    return _("{name} wins").format(name=names[0])


def ended_words(how: str, names: Sequence[str]) -> str:
    """Return in words how a game ended that was not played out.

    :param how: `resigned` or `agreed`.
    :param names: those who resigned.

    >>> ended_words("resigned", ["Mira"])
    'Mira resigned.'
    """
    if how == "agreed":
        return _("Ended by agreement: nobody wins.")
    return ngettext("{names} resigned.", "{names} resigned.", len(names)).format(
        names=listed(names)
    )
