"""A short version of the rules for players: each clause, and all of them in chapters.

`docs/rules` has the clauses in full.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from parure.i18n import gettext as _
from parure.i18n import mark
from parure.rules import Rules
from parure.words.games import MODULES

__all__ = ["CLAUSES", "Chapter", "Section", "applies", "chapters", "clause_ids", "clause_words"]

CLAUSES = {
    "B1": mark("The game is for 2 to 4 players."),
    "B2": mark("There are three decks, one for each level; four cards from each lie face up."),
    "B3": mark("There is one more noble than there are players."),
    "B4": mark(
        "With 2, 3 or 4 players, the bank holds 4, 5 or 7 tokens of each gem, and always 5 gold."
    ),
    "B5": mark("Seat 0 starts; play continues in seat order."),
    "B6": mark("You may take 3 gem tokens of 3 different colours."),
    "B7": mark(
        "If fewer than 3 colours are left in the bank, you take one of each; "
        "otherwise never fewer than 3."
    ),
    "B8": mark(
        "You may take 2 gem tokens of one colour if at least 4 of that colour are left in the bank."
    ),
    "B9": mark("Gold is never taken the way gem tokens are: you get it only by reserving a card."),
    "B10": mark(
        "You may reserve a market card, or a deck’s top card without showing it; "
        "you also take 1 gold, if any is left."
    ),
    "B11": mark("Your hand holds at most 3 cards; a card leaves it only when you buy it."),
    "B12": mark("You may buy a card from the market or from your hand."),
    "B13": mark("Each bonus takes one token of its colour off the price."),
    "B14": mark(
        "A gold token stands for one token of any colour. You choose how to pay, "
        "but you may not waste a token."
    ),
    "B15": mark("The tokens you spend go back to the bank."),
    "B16": mark(
        "A card that leaves the market is replaced from its own deck, until that deck runs out."
    ),
    "B17": mark("A card gives you its bonus and prestige from the moment you own it."),
    "B18": mark(
        "You may pass only if you can’t do anything else. If all players pass in a "
        "row, the game ends."
    ),
    "B19": mark(
        "At the end of your turn, if you have more than 10 tokens, gold included, "
        "you give some back until 10 are left."
    ),
    "B20": mark(
        "At the end of your turn, a noble whose requirement you meet visits you; you can’t refuse."
    ),
    "B21": mark("At most one noble visits per turn; if several could, you choose."),
    "B22": mark("A noble is worth 3 prestige and is not replaced."),
    "B23": mark(
        "When a player ends a turn with at least 15 prestige, the round is "
        "completed; then the game ends."
    ),
    "B24": mark("Reaching 15 prestige in the last round doesn’t prolong the game."),
    "B25": mark("Prestige comes from cards and nobles, and from what the modules add."),
    "B26": mark("The player with the most prestige wins."),
    "B27": mark("If players tie, the one with the fewest cards wins."),
    "B28": mark("Players who are still tied share the victory."),
    "B29": mark("Everything is public except the decks and the cards reserved from them."),
    "B30": mark(
        "A card reserved from the market stays known to all; one from a deck is "
        "known only to its owner."
    ),
    "C1": mark("With The Cities, there are no nobles; three cities are drawn instead."),
    "C2": mark(
        "A city asks for prestige, and for bonuses (2017) or cards (2024) of certain colours."
    ),
    "C3": mark("“Any one colour” means a single colour that the city doesn’t name otherwise."),
    "C4": mark("With The Cities, only a city ends the game; 15 prestige doesn’t."),
    "C5": mark(
        "2017: at the end of your turn, you take a city whose requirements you meet, but only one."
    ),
    "C6": mark("2024: cities are not taken; several players may reach the same one."),
    "C7": mark("The round in which a city is first reached is completed; then the game ends."),
    "C8": mark(
        "A player with a city wins. If several have one: most prestige, then fewest "
        "cards, then a shared victory."
    ),
    "C9": mark("If everyone passes and nobody has a city, prestige decides as usual."),
    "T1": mark(
        "Posts are won at the end of a turn, after any noble’s visit, and kept to "
        "the end of the game."
    ),
    "T2": mark("2017: you win every post whose requirement you meet."),
    "T3": mark("2024: you win at most one post per turn; if you could win several, you choose."),
    "T4": mark(
        "The post for 3 red and 1 white: after each purchase you take 1 gem token, never gold."
    ),
    "T5": mark(
        "The post for 2 white: after taking 2 tokens of one colour, you take 1 of another colour."
    ),
    "T6": mark("The post for 3 blue and 1 black: each gold pays for 2 tokens of one colour."),
    "T7": mark("2017, the post for 5 green and a noble: 5 prestige."),
    "T8": mark("2017, the post for 3 black: 1 prestige for each post you have."),
    "T9": mark(
        "2024, the post for 3 black: when reserving from a deck, see its top 2 "
        "cards; keep one, put the other at the bottom."
    ),
    "T10": mark("2024, the post for 5 green: 1 prestige for each post you have."),
    "T11": mark(
        "Posts ask for bonuses (2017) or cards (2024). Their prestige counts like any other."
    ),
    "T12": mark("You must take the tokens that posts give you."),
    "O1": mark("The Orient adds 10 cards to each level; two of them lie face up in each row."),
    "O2": mark("An Orient card is replaced from its own Orient deck."),
    "O3": mark("Orient cards are bought and reserved like any other, unless they say otherwise."),
    "O4": mark("You may discard a joker card in a later purchase; it is then worth 2 gold."),
    "O5": mark("A used joker card leaves the game; its gold is spent before your gold tokens."),
    "O6": mark(
        "A paired card permanently takes the colour of one of your cards. 2024: "
        "paired with a double card, it is worth 2."
    ),
    "O7": mark(
        "You can’t buy a paired card, or take one for free, unless you have a card "
        "that gives a bonus."
    ),
    "O8": mark("A paired card with a gift: pair it, then take a level-1 card for free."),
    "O9": mark("A gift costs nothing and is not a purchase, and its own effect applies."),
    "O10": mark("The cards you took are replaced only after all their effects are done."),
    "O11": mark("A double card gives 2 bonuses of its colour."),
    "O12": mark("2017: a noble card reserves a noble, which can then visit only you."),
    "O13": mark(
        "2017: a reserved noble may visit in the same turn; it then counts as that "
        "turn’s one noble."
    ),
    "O14": mark("A gift card: take a level-2 card for free."),
    "O15": mark("You pay for a discard card by discarding your own cards, not with tokens."),
    "O16": mark("2017: the price is 2 bonuses of the named colour; one double card pays it."),
    "O17": mark("2024: the price is 2 cards of the named colour; a double card counts as one."),
    "O18": mark(
        "Paired cards of that colour must be discarded first; reserved cards can’t be discarded."
    ),
    "O19": mark(
        "2017: you discard cards one by one until at least 2 bonuses are gone, and no more."
    ),
    "O20": mark("Discarded cards leave the game; you keep the nobles and posts you have won."),
    "O21": mark("A card can’t help to pay for itself."),
    "O22": mark("2017: a double card counts as 2 everywhere."),
    "O23": mark("2024: a double card is 2 bonuses for prices, but one card for everything else."),
    "O24": mark(
        "Ties count the cards in front of you, gifts included; a double card counts as one."
    ),
    "S1": mark("Each player has 3 strongholds."),
    "S2": mark(
        "With each purchase you must place a stronghold on a market card, move one "
        "of yours, or remove another player’s."
    ),
    "S3": mark("A card can hold up to 3 strongholds, all belonging to one player."),
    "S4": mark("2017: you may remove a stronghold from any card."),
    "S5": mark("2024: you may remove a stronghold only if it is the only one on its card."),
    "S6": mark("Only the owner of a stronghold can buy or reserve the card it stands on."),
    "S7": mark("When you buy or reserve a card, your strongholds on it come back to you."),
    "S8": mark(
        "With all 3 of your strongholds on one card, you may also buy that card "
        "after your action, at its usual price."
    ),
    "S9": mark(
        "Tokens taken and cards bought earlier in the turn count towards this second purchase."
    ),
    "S10": mark("2017: the card you bought first is replaced before the second purchase."),
    "S11": mark("2024: both cards are replaced together, after the second purchase."),
    "M1": mark("2017: one module at a time. 2024: any combination."),
    "M2": mark("With The Cities, there are no nobles; posts are checked before cities."),
    "M3": mark("The post that shows 2 cards works with Orient decks too."),
    "M4": mark("The post that doubles gold doubles the gold of joker cards too."),
    "M5": mark("You keep a post even if a discard breaks its requirement."),
    "M6": mark(
        "The post that gives a token after a purchase does so only once, gifts or "
        "not, and again after a conquest."
    ),
    "M7": mark("Strongholds can stand on Orient cards."),
    "M8": mark("A card with another player’s stronghold can’t be taken as a gift."),
    "M9": mark("A purchase with gifts gives only one stronghold action."),
    "M10": mark(
        "Order: pay, strongholds back, effects, post token, stronghold, new cards, "
        "conquest; token limit, nobles, posts, cities."
    ),
}
"""Each clause by its id, in one or two sentences."""

_MODULES = {"C": "cities", "T": "trading_posts", "O": "orient", "S": "strongholds"}
"""By letter of a clause: the module it belongs to."""

_COMBINED = {
    "M2": ("cities",),
    "M3": ("trading_posts", "orient"),
    "M4": ("trading_posts", "orient"),
    "M5": ("trading_posts", "orient"),
    "M6": ("trading_posts",),
    "M7": ("orient", "strongholds"),
    "M8": ("orient", "strongholds"),
    "M9": ("orient", "strongholds"),
}
"""The modules that a clause on combining modules is about."""

_REPLACED_BY_CITIES = {"B3", "B20", "B21", "B22", "B23", "B24"}

_YEAR = re.compile(r"(20\d\d)\s*[:,]\s*")


def applies(id: str, modules: Collection[str], edition: int) -> bool:
    """Tell whether a clause applies to a game with these modules, in this edition.

    >>> applies("S5", ("strongholds",), 2024), applies("S5", ("strongholds",), 2017)
    (True, False)
    """
    year = _YEAR.match(CLAUSES[id])
    if year is not None and year[1] != str(edition):
        return False
    if id[0] == "M":
        return len(modules) > 1 and set(_COMBINED.get(id, ())) <= set(modules)
    if id in _REPLACED_BY_CITIES:
        return "cities" not in modules
    return id[0] not in _MODULES or _MODULES[id[0]] in modules


def clause_words(id: str, edition: int | None = None) -> str:
    """Return a clause, without its leading year if only one edition is shown.

    >>> clause_words("S4"), clause_words("S4", 2017)
    ('2017: you may remove a stronghold from any card.', 'You may remove a stronghold from any card.')
    """
    words = _(CLAUSES[id])
    year = _YEAR.match(words)
    if edition is not None and year is not None and year[1] == str(edition):
        words = words[year.end() :]
    return words[:1].upper() + words[1:]


def clause_ids() -> str:
    """Return the ranges of all clause ids.

    >>> clause_ids()
    'B1–B30, C1–C9, T1–T12, O1–O24, S1–S11, M1–M10'
    """
    groups = (list(ids) for _letter, ids in groupby(CLAUSES, lambda id: id[0]))
    return ", ".join(f"{ids[0]}–{ids[-1]}" for ids in groups)


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
    mark("What is on the table"): "B2 B3 B4",
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

_COMBINING = {mark("How modules combine"): "M2 M3 M4 M5 M6 M7 M8 M9 M10"}

_CHAPTERS = {
    "base": (
        mark("The base game"),
        mark(
            "Gem tokens buy cards; cards make later cards cheaper. Big cards and nobles "
            "bring prestige; 15 starts the last round."
        ),
        _BASE,
    ),
    "cities": (
        MODULES["cities"].title,
        mark(
            "Three cities replace the nobles. Prestige alone isn’t enough: meet a "
            "city’s prestige and cards before anyone else."
        ),
        _CITIES,
    ),
    "trading_posts": (
        MODULES["trading_posts"].title,
        mark(
            "Five posts ask for cards of certain colours and give a power for the rest "
            "of the game. Early posts pay off most."
        ),
        _POSTS,
    ),
    "orient": (
        MODULES["orient"].title,
        mark(
            "Thirty more cards with tricks of their own: gold for later, bonuses in a "
            "colour you choose, free cards."
        ),
        _ORIENT,
    ),
    "strongholds": (
        MODULES["strongholds"].title,
        mark(
            "With each purchase you place a stronghold to keep a card for yourself. Put "
            "three on one card to buy it as an extra."
        ),
        _STRONGHOLDS,
    ),
    "combining": (
        mark("Several modules at once"),
        mark("Each module keeps its own rules; these settle how they interact."),
        _COMBINING,
    ),
}

_BASE_OF_CITIES = mark(
    "Gem tokens buy cards; cards make later cards cheaper. Big cards bring prestige."
)
"""The note on the base game if cities end it."""


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
