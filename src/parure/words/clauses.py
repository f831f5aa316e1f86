"""The rules in short, for those who play: each clause, and all of them as a text in chapters.

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
    "B1": mark("2 to 4 people play."),
    "B2": mark("There are three decks, one for each level, and four cards of each lie face up."),
    "B3": mark("There is one noble more than there are players."),
    "B4": mark("The bank has 4, 5 or 7 tokens of each gem for 2, 3 or 4 players, and 5 gold."),
    "B5": mark("Seat 0 starts, and the seats follow in order."),
    "B6": mark("You may take 3 gem tokens of 3 different colours."),
    "B7": mark(
        "If the bank has fewer than 3 colours left, you take one of each of them; otherwise never "
        "fewer than 3."
    ),
    "B8": mark("You may take 2 gem tokens of one colour if the bank has at least 4 of it."),
    "B9": mark("Gold is never taken like gem tokens: it comes only with a reserved card."),
    "B10": mark(
        "You may reserve a card of the market, or the top card of a deck unseen; with it comes 1 "
        "gold, if there is any."
    ),
    "B11": mark("A hand has at most 3 cards, and a card leaves it only by being bought."),
    "B12": mark("You may buy a card of the market or of your hand."),
    "B13": mark("Each bonus takes one token of its colour off the price."),
    "B14": mark(
        "A gold stands for one token of any colour. You choose how to pay, but you may not waste a "
        "token."
    ),
    "B15": mark("The tokens you spend go back to the bank."),
    "B16": mark("A card that leaves the market is replaced from its own deck, while that lasts."),
    "B17": mark("A card gives its bonus and its prestige from the moment you have it."),
    "B18": mark(
        "You pass only when you can do nothing else. When all players pass in a row, the game ends."
    ),
    "B19": mark("At the end of your turn you give tokens back until you have 10, gold included."),
    "B20": mark(
        "At the end of your turn a noble whose requirement you meet visits you; you can't refuse."
    ),
    "B21": mark("At most one noble visits in a turn; if several could, you choose."),
    "B22": mark("A noble is worth 3 prestige and is not replaced."),
    "B23": mark("When a player ends a turn with 15 prestige, the round is played to its end."),
    "B24": mark("Reaching 15 prestige in the last round does not make the game longer."),
    "B25": mark("Prestige comes from cards and nobles, and from what the modules add."),
    "B26": mark("The most prestige wins."),
    "B27": mark("In a tie the player with the fewest cards wins."),
    "B28": mark("Players who are still tied share the victory."),
    "B29": mark("All is open to all, except the decks and the cards reserved from them."),
    "B30": mark(
        "A card reserved from the market stays known; one from a deck is known to its owner alone."
    ),
    "C1": mark("With the Cities there are no nobles; three cities are drawn."),
    "C2": mark(
        "A city asks for prestige, and for bonuses (2017) or cards (2024) of certain colours."
    ),
    "C3": mark('"Any one colour" is one single colour that the city doesn\'t name otherwise.'),
    "C4": mark("With the Cities only a city ends the game, not 15 prestige."),
    "C5": mark("2017: who meets a city at the end of a turn takes it, one at most."),
    "C6": mark("2024: a city is not taken; several players may fulfil the same one."),
    "C7": mark("The round in which the first city is met is played to its end; then all is over."),
    "C8": mark(
        "Who has a city wins; among several, the most prestige, then the fewest cards; then the "
        "victory is shared."
    ),
    "C9": mark("If all pass and nobody has a city, prestige decides as usual."),
    "T1": mark("Posts are won at the end of a turn, after the nobles, and kept to the end."),
    "T2": mark("2017: you win every post whose requirement you meet."),
    "T3": mark("2024: you win at most one post in a turn; if you meet several, you choose."),
    "T4": mark(
        "The post of 3 red and 1 white: after each purchase you take 1 gem token, never gold."
    ),
    "T5": mark(
        "The post of 2 white: after taking 2 tokens of one colour you take 1 of another colour."
    ),
    "T6": mark("The post of 3 blue and 1 black: each gold pays 2 tokens of one same colour."),
    "T7": mark("2017, the post of 5 green and a noble: 5 prestige."),
    "T8": mark("2017, the post of 3 black: 1 prestige for each post you have."),
    "T9": mark(
        "2024, the post of 3 black: reserving from a deck, you see its first 2 cards, keep one and "
        "put the other under the deck."
    ),
    "T10": mark("2024, the post of 5 green: 1 prestige for each post you have."),
    "T11": mark("Posts ask for bonuses (2017) or cards (2024). Their prestige counts like any."),
    "T12": mark("The tokens that posts give must be taken."),
    "O1": mark("The Orient adds 10 cards to each level; two of them lie face up in each row."),
    "O2": mark("An Orient card is replaced from its Orient deck."),
    "O3": mark("Orient cards are bought and reserved like others, unless they say otherwise."),
    "O4": mark("A joker card can be discarded in a later purchase for 2 gold."),
    "O5": mark("A used joker card leaves the game; its gold is spent before your gold tokens."),
    "O6": mark(
        "A paired card takes on the colour of one of your cards, for good. 2024: with a double "
        "card it is worth 2."
    ),
    "O7": mark("Without a card that gives a bonus you can't have a paired card."),
    "O8": mark("A paired card with a gift: pair it, then take a level-1 card for free."),
    "O9": mark("A gift costs nothing, is no purchase, and its own effect applies."),
    "O10": mark("Cards that left are replaced after all effects are done."),
    "O11": mark("A double card gives 2 bonuses of its colour."),
    "O12": mark("2017: a noble card reserves a noble, which can then visit only you."),
    "O13": mark("2017: a reserved noble may visit in the same turn, as the one noble of it."),
    "O14": mark("A gift card: take a level-2 card for free."),
    "O15": mark("A discard card is paid for by discarding cards of yours, not with tokens."),
    "O16": mark("2017: its price is 2 bonuses of the colour; one double card pays it."),
    "O17": mark("2024: its price is 2 cards of the colour; a double card is one card."),
    "O18": mark("Paired cards of that colour are discarded first; reserved cards never."),
    "O19": mark("2017: you discard card by card until 2 bonuses are gone, and no more."),
    "O20": mark("Discarded cards leave the game; nobles and posts stay with you."),
    "O21": mark("A card can't help to pay its own price."),
    "O22": mark("2017: a double card counts as 2 everywhere."),
    "O23": mark("2024: a double card is 2 bonuses for prices, and one card for all else."),
    "O24": mark("In a tie the cards you have count, gifts too; a double card is one."),
    "S1": mark("Each player has 3 strongholds."),
    "S2": mark(
        "At each purchase you must place a stronghold on a card of the market, move one of yours, "
        "or remove one of another player."
    ),
    "S3": mark("A card may hold up to 3 strongholds, of one player only."),
    "S4": mark("2017: you may remove a stronghold from any card."),
    "S5": mark("2024: you may remove a stronghold only where it stands alone."),
    "S6": mark("A card with a stronghold can be bought or reserved only by its owner."),
    "S7": mark("When you buy or reserve a card, your strongholds on it come back to you."),
    "S8": mark(
        "With your 3 strongholds on one card you may buy that card after your action, at its usual "
        "price."
    ),
    "S9": mark("Tokens taken and cards bought in the same turn count for that second purchase."),
    "S10": mark("2017: the card you bought first is replaced before the second purchase."),
    "S11": mark("2024: both cards are replaced together, after the second purchase."),
    "M1": mark("2017: one module at a time. 2024: any of them together."),
    "M2": mark("With the Cities no noble is there; posts are checked before cities."),
    "M3": mark("The post that sees 2 cards works with Orient decks too."),
    "M4": mark("The post that doubles gold doubles the gold of joker cards too."),
    "M5": mark("A post is kept when a discard breaks its requirement."),
    "M6": mark(
        "The post that gives a token after a purchase does so once, gifts or not, and again after "
        "a conquest."
    ),
    "M7": mark("Strongholds may stand on Orient cards."),
    "M8": mark("A card with another player's stronghold can't be taken as a gift."),
    "M9": mark("A purchase with gifts moves strongholds once."),
    "M10": mark(
        "The order: pay, take your strongholds back, the card's effects, the token of the post, a "
        "stronghold, new cards, the conquest; then tokens above 10, nobles, posts and cities."
    ),
}
"""Each clause by its id, in one or two sentences."""

_MODULES = {"C": "cities", "T": "trading_posts", "O": "orient", "S": "strongholds"}
"""The module that clauses with a letter speak of."""

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
"""The modules that a clause on combining speaks of."""

_REPLACED_BY_CITIES = {"B3", "B20", "B21", "B22", "B23", "B24"}

_YEAR = re.compile(r"(20\d\d)\s*[:,]\s*")


def applies(id: str, modules: Collection[str], edition: int) -> bool:
    """Tell whether a clause speaks of a game with these modules, in this edition.

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
    """Return a clause, without the year that it begins with where only one edition is shown.

    >>> clause_words("S4"), clause_words("S4", 2017)
    ('2017: you may remove a stronghold from any card.', 'You may remove a stronghold from any card.')
    """
    words = _(CLAUSES[id])
    year = _YEAR.match(words)
    if edition is not None and year is not None and year[1] == str(edition):
        words = words[year.end() :]
    return words[:1].upper() + words[1:]


def clause_ids() -> str:
    """Return which clauses there are.

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
