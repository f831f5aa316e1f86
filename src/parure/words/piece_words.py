"""The words for pieces: gems, cards, decks, nobles, cities, posts and strongholds; also rounds."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from parure.components import COLOURS, Card, City, Noble, Post
from parure.i18n import gettext as _
from parure.i18n import mark, ngettext, remembered

__all__ = [
    "EFFECTS",
    "POWERS",
    "Effect",
    "amounts",
    "any_colour_words",
    "bonuses_words",
    "card_name",
    "card_words",
    "cards_words",
    "city_name",
    "city_needs",
    "city_words",
    "deck_words",
    "effect_label",
    "gem_name",
    "held_words",
    "noble_words",
    "nobles_words",
    "numbers",
    "post_words",
    "power_name",
    "power_words",
    "prestige_words",
    "round_words",
    "standing_words",
    "supply_words",
    "titled",
    "tokens_words",
]

_NAMES: dict[str, Callable[[int], str]] = {
    "W": lambda n: ngettext("white", "white", n),
    "U": lambda n: ngettext("blue", "blue", n),
    "G": lambda n: ngettext("green", "green", n),
    "R": lambda n: ngettext("red", "red", n),
    "K": lambda n: ngettext("black", "black", n),
    "gold": lambda n: ngettext("gold", "gold", n),
}
"""The gems and gold, of which many languages have several."""

_CARDS = {
    "W": (mark("White card"), mark("a level-{level} white card")),
    "U": (mark("Blue card"), mark("a level-{level} blue card")),
    "G": (mark("Green card"), mark("a level-{level} green card")),
    "R": (mark("Red card"), mark("a level-{level} red card")),
    "K": (mark("Black card"), mark("a level-{level} black card")),
    "paired": (mark("Paired card"), mark("a level-{level} paired card")),
    "": (mark("Joker card"), mark("a joker card")),
}
"""For each bonus the card alone, and within a sentence."""


class Effect(NamedTuple):
    """What a card does besides giving a bonus."""

    label: str
    """In at most eight letters, for the lower edge of a card."""
    sentence: str


EFFECTS = {
    "gold2": Effect(mark("joker"), mark("Discard it in a later purchase: worth 2 gold.")),
    "pair": Effect(mark("pair"), mark("Takes the colour of one of your cards.")),
    "pair_free_l1": Effect(
        mark("pair+L1"),
        mark("Takes the colour of one of your cards; then take a level-1 card for free."),
    ),
    "double": Effect(mark("double"), mark("Two bonuses.")),
    "reserve_noble": Effect(mark("noble"), mark("Reserve a noble.")),
    "free_l2": Effect(mark("gift L2"), mark("Take a level-2 card for free.")),
}

POWERS = {
    "take_1_gem_after_purchase": mark("after buying, take 1 gem"),
    "take_1_other_gem_after_taking_2_same": mark("after 2 alike, take 1 other"),
    "gold_worth_2_of_same_colour": mark("1 gold pays 2 of one colour"),
    "prestige_5": mark("5 prestige"),
    "prestige_1_per_own_coat_of_arms": mark("1 prestige per post"),
    "reserve_from_deck_draw_2_keep_1": mark("from a deck: see 2, keep 1"),
    "prestige_1_per_own_trading_post": mark("1 prestige per post"),
}
"""What posts do."""

_CITIES = (
    mark("Amboise"),
    mark("Bruges"),
    mark("Delhi"),
    mark("Florence"),
    mark("Krakow"),
    mark("Lisbon"),
    mark("Lyon"),
    mark("Madrid"),
    mark("Pisa"),
    mark("Samarkand"),
    mark("Seoul"),
    mark("Seville"),
    mark("Timbuktu"),
    mark("Venice"),
)
"""The names of cities, of which many languages have their own."""


def titled(title: str, words: object) -> str:
    """Return a title and its text, with the language's own separator between them."""
    return _("{title}: {words}").format(title=title, words=words)


@remembered
def gem_name(colour: str, count: int = 1) -> str:
    """The name of a gem or of gold, as it stands with so many of them."""
    return _NAMES[colour](count)


@remembered
def bonuses_words(colour: str, count: int) -> str:
    """Return a number of bonuses of a colour in words."""
    words = ngettext("{n} {colour} bonus", "{n} {colour} bonuses", count)
    return words.format(n=count, colour=gem_name(colour, count))


@remembered
def tokens_words(colour: str, count: int) -> str:
    """Return a number of tokens of a colour in words."""
    words = ngettext("{n} {colour} token", "{n} {colour} tokens", count)
    return words.format(n=count, colour=gem_name(colour, count))


@remembered
def cards_words(count: int) -> str:
    """Return a number of cards in words."""
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def nobles_words(count: int) -> str:
    """Return a number of nobles in words."""
    return ngettext("{n} noble", "{n} nobles", count).format(n=count)


def prestige_words(count: int) -> str:
    """Return an amount of prestige in words."""
    return ngettext("{n} prestige", "{n} prestige", count).format(n=count)


def amounts(needs: Iterable[int]) -> str:
    """Gems and their numbers.

    >>> amounts((3, 0, 2, 0, 0))
    '3 white, 2 green'
    """
    return numbers(dict(zip(COLOURS, needs, strict=True)))


def numbers(gems: Mapping[str, int]) -> str:
    """Gems and gold with their numbers, by colour.

    >>> numbers({"U": 2, "R": 0, "gold": 1})
    '2 blue, 1 gold'
    """
    return ", ".join(f"{n} {gem_name(colour, n)}" for colour, n in gems.items() if n)


@remembered
def card_words(card: Card) -> str:
    """A card in one or two sentences."""
    price = amounts(card.price)
    if card.discards:
        price = _("two {colour} cards to discard").format(colour=gem_name(card.discards))
    title, _name = _CARDS[card.bonus]
    words = _("{card}, level {level}, {prestige}, costs {price}.").format(
        card=_(title), level=card.level, prestige=prestige_words(card.prestige), price=price
    )
    effect = EFFECTS.get(card.effect)
    return f"{words} {_(effect.sentence)}" if effect else words


@remembered
def card_name(card: Card) -> str:
    """A card in a few words within a sentence."""
    _title, name = _CARDS[card.bonus]
    return _(name).format(level=card.level)


def effect_label(card: Card) -> str:
    """What a card does, in at most eight letters; empty where it only gives a bonus."""
    effect = EFFECTS.get(card.effect)
    return _(effect.label) if effect else ""


@remembered
def deck_words(deck: str, count: int | None = None) -> str:
    """A deck, or a card of which only the back is seen."""
    message = _("Orient, level {level}") if deck.endswith("o") else _("Level {level}")
    words = message.format(level=deck[0])
    if count is None:
        return _("{deck}, face down").format(deck=words)
    left = ngettext("{n} card left", "{n} cards left", count).format(n=count)
    return titled(words, left)


@remembered
def noble_words(noble: Noble) -> str:
    """A noble and what it asks for."""
    return _("Noble, {prestige}, for {needs}").format(
        prestige=prestige_words(noble.prestige), needs=amounts(noble.needs)
    )


@remembered
def city_name(city: City) -> str:
    """The name of a city in the language in use."""
    return _(city.name)


def city_needs(city: City) -> str:
    """What a city asks for."""
    needs = [prestige_words(city.prestige)]
    if any(city.needs):
        needs.append(amounts(city.needs))
    if city.any_colour:
        needs.append(any_colour_words(city, city.any_colour))
    return ", ".join(needs)


def any_colour_words(city: City, count: int) -> str:
    """Return a number of cards of any one colour, other than those a city names."""
    if any(city.needs):
        return _("{n} of any one other colour").format(n=count)
    return _("{n} of any one colour").format(n=count)


@remembered
def city_words(city: City) -> str:
    """A city and what it asks for."""
    return titled(city_name(city), city_needs(city))


def power_name(post: Post) -> str:
    """What a post does, in a few words within a sentence."""
    return _(POWERS[post.power])


@remembered
def power_words(post: Post) -> str:
    """What a post does, in a few words that stand alone."""
    words = power_name(post)
    return words[:1].upper() + words[1:]


@remembered
def post_words(post: Post) -> str:
    """A post, what it asks for and what it does."""
    needs = amounts(post.needs)
    if post.nobles:
        needs += f", {nobles_words(post.nobles)}"
    return _("Trading post for {needs}: {power}").format(needs=needs, power=power_words(post))


def held_words(count: int, name: str | None) -> str:
    """Return in words whose strongholds stand on a card; None is the reader."""
    if name is None:
        words = ngettext("{n} stronghold of yours.", "{n} strongholds of yours.", count)
        return words.format(n=count)
    words = ngettext("{n} stronghold of {name}.", "{n} strongholds of {name}.", count)
    return words.format(n=count, name=name)


@remembered
def supply_words(count: int) -> str:
    """Return in words how many strongholds are in the supply."""
    words = ngettext("{n} stronghold in supply", "{n} strongholds in supply", count)
    return words.format(n=count)


def standing_words(name: str, prestige: int) -> str:
    """Return everybody's prestige in words."""
    return titled(name, prestige_words(prestige))


def round_words(view: Mapping[str, Any]) -> str:
    """Return in words the current or the last round of a snapshot or view."""
    turns = view["turns"] - view["over"]
    return _("Round {n}").format(n=turns // len(view["seats"]) + 1)
