"""The rules as a text: the clauses of the modules in play, in the order in which one needs them."""

from collections.abc import Sequence
from dataclasses import dataclass

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.rules import Rules
from parure.words.clauses import applies, clause_words
from parure.words.modules import MODULES

__all__ = ["Chapter", "Section", "chapters"]


@dataclass(frozen=True)
class Section:
    """Clauses about one thing, each with its id."""

    title: str
    clauses: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Chapter:
    """The base game, a module, or how modules combine."""

    code: str
    title: str
    intro: str
    sections: tuple[Section, ...]


_BASE = {
    mark("What lies on the table"): "B2 B3 B4",
    mark("Your turn: take tokens…"): "B6 B8 B7 B9",
    mark("…or reserve a card…"): "B10 B11",
    mark("…or buy one"): "B12 B13 B14 B15 B17 B16 B18",
    mark("At the end of your turn"): "B19 B20 B21 B22",
    mark("The end of the game"): "B23 B24 B25 B26 B27 B28",
    mark("What is secret"): "B29 B30",
}

_CITIES = {
    mark("The tiles"): "C1 C2 C3",
    mark("The end of the game"): "C4 C5 C6 C7 C8 C9",
}

_POSTS = {
    mark("Winning a post"): "T1 T2 T3 T11",
    mark("Their powers"): "T5 T6 T4 T9 T10 T7 T8 T12",
}

_ORIENT = {
    mark("The cards"): "O1 O2 O3",
    mark("Level 1: jokers and pairs"): "O4 O5 O6 O7",
    mark("Level 2: gifts and doubles"): "O8 O9 O10 O11 O12 O13",
    mark("Level 3: gifts and discards"): "O14 O15 O16 O17 O18 O19 O20 O21",
    mark("How they count"): "O22 O23 O24",
}

_STRONGHOLDS = {
    mark("Placing them"): "S1 S2 S3 S4 S5",
    mark("What they do"): "S6 S7",
    mark("Conquest"): "S8 S9 S10 S11",
}

_COMBINING = {mark("Where modules meet"): "M2 M3 M4 M5 M6 M7 M8 M9 M10"}

_CHAPTERS = {
    "base": (
        mark("The base game"),
        mark(
            "Take gem tokens, buy cards with them, and every card makes the next ones cheaper. "
            "The big cards and the nobles bring prestige, and at 15 of it the last round begins."
        ),
        _BASE,
    ),
    "cities": (
        MODULES["cities"].title,
        mark(
            "Three cities take the place of the nobles. Prestige alone ends nothing: "
            "reach a city's prestige and its cards before the others do."
        ),
        _CITIES,
    ),
    "trading_posts": (
        MODULES["trading_posts"].title,
        mark(
            "Five posts ask for cards of certain colours, and whoever has them gets a power for the "
            "rest of the game. Early posts pay longest."
        ),
        _POSTS,
    ),
    "orient": (
        MODULES["orient"].title,
        mark(
            "Thirty cards with tricks of their own lie beside the others: gold for later, bonuses of "
            "the colour you choose, cards for free."
        ),
        _ORIENT,
    ),
    "strongholds": (
        MODULES["strongholds"].title,
        mark(
            "With each purchase you set a tower: it keeps a card for you. Three towers on one card "
            "let you buy it on top of your turn."
        ),
        _STRONGHOLDS,
    ),
    "combining": (
        mark("Several modules at once"),
        mark("The modules keep their rules; these settle where they touch."),
        _COMBINING,
    ),
}

_BASE_OF_CITIES = mark(
    "Take gem tokens, buy cards with them, and every card makes the next ones cheaper. "
    "The big ones bring prestige."
)
"""What to say of the base game where cities end it."""


def chapters(modules: Sequence[str], edition: int) -> list[Chapter]:
    """Return the rules of a game with these modules, in this edition."""
    rules = Rules.of(2, modules, edition)
    codes = ["base", *rules.modules, *(["combining"] if len(rules.modules) > 1 else [])]
    found = []
    for code in codes:
        title, intro, groups = _CHAPTERS[code]
        if code == "base" and "cities" in rules.modules:
            intro = _BASE_OF_CITIES
        sections = [Section(_(name), _clauses(ids.split(), rules)) for name, ids in groups.items()]
        kept = tuple(section for section in sections if section.clauses)
        found.append(Chapter(code, _(title), _(intro), kept))
    return found


def _clauses(ids: Sequence[str], rules: Rules) -> tuple[tuple[str, str], ...]:
    return tuple(
        (id, clause_words(id, rules.edition))
        for id in ids
        if applies(id, rules.modules, rules.edition)
    )
