"""The words that text and pictures share: what is asked, and what a card, noble, city, post or deck is."""

from collections.abc import Iterable, Mapping
from typing import Any

from parure.components import COLOURS, Card, City, Noble, Post
from parure.i18n import gettext as _
from parure.i18n import mark, ngettext

__all__ = [
    "EFFECTS",
    "MODULES",
    "POWERS",
    "QUESTIONS",
    "amounts",
    "card_words",
    "city_words",
    "deck_words",
    "gem_name",
    "noble_words",
    "post_words",
    "power_words",
    "round_words",
]

MODULES = {
    "cities": mark("Cities"),
    "trading_posts": mark("Trading Posts"),
    "orient": mark("Orient"),
    "strongholds": mark("Strongholds"),
}

EFFECTS = {
    "gold2": mark("joker"),
    "pair": mark("pair"),
    "pair_free_l1": mark("pair+L1"),
    "double": mark("double"),
    "reserve_noble": mark("noble"),
    "free_l2": mark("gift L2"),
}
"""In at most eight letters, for the lower edge of a card."""

POWERS = {
    "take_1_gem_after_purchase": mark("after a purchase, take 1 gem"),
    "take_1_other_gem_after_taking_2_same": mark("after taking 2 of a colour, take 1 other"),
    "gold_worth_2_of_same_colour": mark("a gold pays 2 of one colour"),
    "prestige_5": mark("5 prestige"),
    "prestige_1_per_own_coat_of_arms": mark("1 prestige for each post you have"),
    "reserve_from_deck_draw_2_keep_1": mark("reserving from a deck, see 2 and keep 1"),
    "prestige_1_per_own_trading_post": mark("1 prestige for each post you have"),
}

QUESTIONS = {
    "action": mark("take tokens, reserve a card or buy one"),
    "payment": mark("how to pay"),
    "discard": mark("which card to discard for the price"),
    "pair": mark("which colour to pair the card with"),
    "claim": mark("which noble to reserve"),
    "gift": mark("which card to take for free"),
    "gain": mark("which gem token to take"),
    "stronghold": mark("what to do with a stronghold"),
    "conquest": mark("buy the card with three strongholds, or not"),
    "keep": mark("which of the two cards to keep"),
    "return": mark("which token to give back"),
    "noble": mark("which noble visits"),
    "post": mark("which post to take"),
    "city": mark("which city to take"),
}

_NAMES = {
    "W": mark("white"),
    "U": mark("blue"),
    "G": mark("green"),
    "R": mark("red"),
    "K": mark("black"),
    "gold": mark("gold"),
}

_CARD_TITLES = {
    "W": mark("White card"),
    "U": mark("Blue card"),
    "G": mark("Green card"),
    "R": mark("Red card"),
    "K": mark("Black card"),
    "paired": mark("Paired card"),
    "": mark("Joker card"),
}

_EFFECTS = {
    "gold2": mark("Discard it in a later purchase: worth 2 gold."),
    "pair": mark("Takes the colour of one of your cards."),
    "pair_free_l1": mark(
        "Takes the colour of one of your cards; then take a level-1 card for free."
    ),
    "double": mark("Two bonuses."),
    "reserve_noble": mark("Reserve a noble."),
    "free_l2": mark("Take a level-2 card for free."),
}

_POWERS = {
    "take_1_gem_after_purchase": mark("After buying, take 1 gem"),
    "take_1_other_gem_after_taking_2_same": mark("After 2 alike, take 1 other"),
    "gold_worth_2_of_same_colour": mark("A gold pays 2 of one colour"),
    "prestige_5": mark("5 prestige, once"),
    "prestige_1_per_own_coat_of_arms": mark("1 prestige for each shield"),
    "reserve_from_deck_draw_2_keep_1": mark("From a deck, see 2, keep 1"),
    "prestige_1_per_own_trading_post": mark("1 prestige for each post"),
}


def gem_name(colour: str) -> str:
    """The name of a gem or of gold."""
    return _(_NAMES[colour])


def amounts(needs: Iterable[int]) -> str:
    """Gems and their numbers.

    >>> amounts((3, 0, 2, 0, 0))
    '3 white, 2 green'
    """
    return ", ".join(f"{n} {gem_name(c)}" for c, n in zip(COLOURS, needs, strict=True) if n)


def card_words(card: Card) -> str:
    """A card in one or two sentences."""
    price = amounts(card.price)
    if card.discards:
        price = _("two {colour} cards to discard").format(colour=gem_name(card.discards))
    words = _("{card}, level {level}, {prestige} prestige, price {price}.").format(
        card=_(_CARD_TITLES[card.bonus]), level=card.level, prestige=card.prestige, price=price
    )
    effect = _EFFECTS.get(card.effect)
    return f"{words} {_(effect)}" if effect else words


def deck_words(deck: str, count: int | None = None) -> str:
    """A deck, or a card of which only the back is seen."""
    message = _("Orient, level {level}") if deck.endswith("o") else _("Level {level}")
    words = message.format(level=deck[0])
    if count is None:
        return _("{deck}, face down").format(deck=words)
    left = ngettext("{n} card left", "{n} cards left", count).format(n=count)
    return f"{words}: {left}"


def noble_words(noble: Noble) -> str:
    """A noble and what it asks for."""
    return _("Noble, {prestige} prestige, for {needs}").format(
        prestige=noble.prestige, needs=amounts(noble.needs)
    )


def city_words(city: City) -> str:
    """A city and what it asks for."""
    needs = [_("{n} prestige").format(n=city.prestige)]
    if any(city.needs):
        needs.append(amounts(city.needs))
    if city.any_colour:
        needs.append(_("{n} of any one other colour").format(n=city.any_colour))
    return f"{city.name}: {', '.join(needs)}"


def power_words(post: Post) -> str:
    """What a post does, in a few words."""
    return _(_POWERS[post.power])


def post_words(post: Post) -> str:
    """A post, what it asks for and what it does."""
    needs = amounts(post.needs)
    if post.nobles:
        needs += ", " + ngettext("{n} noble", "{n} nobles", post.nobles).format(n=post.nobles)
    return _("Trading post for {needs}: {power}").format(needs=needs, power=power_words(post))


def round_words(view: Mapping[str, Any]) -> str:
    """Return which round of a snapshot or view is played, or was the last."""
    turns = view["turns"] - view["over"]
    return _("Round {n}").format(n=turns // len(view["seats"]) + 1)
