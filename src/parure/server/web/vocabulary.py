"""Shared words of pages and scripts: bots by name and strength, and all messages of the scripts.

A message goes to the scripts if one of them contains it as a literal. `parure.words` describes cards and
tiles in whole sentences here, so that scripts need not assemble what the terminal says too.
"""

import json
from contextvars import copy_context
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from typing import Any, get_args

from parure import bots, i18n
from parure.arena.strength import kept, ladder
from parure.components import CARDS, CITIES, COLOURS, NOBLES, POSTS, Card
from parure.i18n import LANGUAGES, decimal, use_language
from parure.i18n import gettext as _
from parure.render.goals import main_colour
from parure.rules import MODULES, Rules
from parure.server.tables.options import Warned, bot_names
from parure.words.decisions import DECISIONS, STRONGHOLDS, decision_words
from parure.words.games import bot_strength, bot_title, ending_words, module_words, phrase_words
from parure.words.move_words import KINDS, kind_words
from parure.words.piece_words import (
    EFFECTS,
    card_name,
    card_words,
    city_name,
    city_words,
    noble_words,
    post_words,
    power_name,
    power_words,
)

__all__ = ["BotChoice", "bot_choices", "bot_words", "rating_of", "vocabularies"]

_ANCHOR, _AT = "guild", 1_600
"""The bot with a fixed, round rating, on whose scale the others were measured."""


@dataclass(frozen=True)
class BotChoice:
    """A bot to choose for a seat."""

    name: str
    title: str
    strength: str
    """Its strength and rating, if known."""
    about: str

    @property
    def words(self) -> str:
        """The bot in a list without descriptions."""
        return f"{self.title} · {self.strength}" if self.strength else self.title

    @property
    def short(self) -> str:
        """The bot in a list with descriptions."""
        rating = rating_of(self.name)
        return self.title if rating is None else f"{self.title} · {decimal(rating)}"


@cache
def _ratings() -> dict[str, int]:
    """Return the measured ratings of our bots, rounded to ten."""
    rows = {bots.split(row.label)[0]: row.elo for row in ladder(kept())}
    anchor = rows.get(_ANCHOR)
    if anchor is None:
        return {}
    ratings = {name: round((elo - anchor + _AT) / 10) * 10 for name, elo in rows.items()}
    # The random bot is off the scale.
    return {name: rating for name, rating in ratings.items() if name != bots.LADDER[0]}


def rating_of(bot: str) -> int | None:
    """Return the rating of a bot, if it was measured."""
    return _ratings().get(bots.split(bot)[0])


def strength_words(bot: str) -> str:
    """Return the strength and the rating of a bot, where known."""
    rating = rating_of(bot)
    return " · ".join(filter(None, (bot_strength(bot), "" if rating is None else decimal(rating))))


def bot_words(bot: str) -> str:
    """Return in words that a bot plays, and how well."""
    strength = strength_words(bot)
    return _("bot, {strength}").format(strength=strength) if strength else _("bot")


def bot_choices() -> list[BotChoice]:
    """Return the installed bots, weakest first."""
    return [
        BotChoice(name, bot_title(name), strength_words(name), _(bots.find(name).about))
        for name in bot_names()
    ]


_PLURALS = 200
"""Beyond this number, the plural form depends only on the last two digits."""


def vocabularies(scripts: str) -> dict[str, str]:
    """Return the module of each language by its code.

    :param scripts: the text of all scripts.
    """
    # Each in its own context, so that the caller's language stays as it is.
    return {code: copy_context().run(_module, code, scripts) for code in LANGUAGES}


def _module(code: str, scripts: str) -> str:
    use_language(code)
    return f"export default {json.dumps(_vocabulary(code, scripts), ensure_ascii=False)};\n"


def _vocabulary(code: str, scripts: str) -> dict[str, Any]:
    return {
        "language": code,
        **_messages(code, scripts),
        "cards": {card.id: _card(card) for card in CARDS},
        "nobles": {
            noble.id: {
                "prestige": noble.prestige,
                "needs": _gems(noble.needs),
                "words": noble_words(noble),
            }
            for noble in NOBLES
        },
        "cities": {
            city.id: {
                "prestige": city.prestige,
                "needs": _gems(city.needs),
                "any": city.any_colour,
                "name": city_name(city),
                "words": city_words(city),
            }
            for city in CITIES
        },
        "posts": {
            post.id: {
                "edition": post.edition,
                "colour": main_colour(post),
                "needs": _gems(post.needs),
                "nobles": post.nobles,
                "does": power_name(post),
                "power": power_words(post),
                "words": post_words(post),
            }
            for post in sorted(POSTS, key=lambda post: COLOURS.index(main_colour(post)))
        },
        "decisions": {name: decision_words(name)._asdict() for name in DECISIONS},
        "strongholds": {" ".join(verbs): _(words) for verbs, words in STRONGHOLDS.items()},
        "moves": {kind: kind_words(kind)._asdict() for kind in KINDS},
        "modules": {module: module_words(module).name for module in MODULES},
        "endings": {
            name: ending_words(rules)
            for name, rules in (("", Rules(2)), ("cities", Rules(2, ["cities"])))
        },
        "bots": {
            name: {"title": bot_title(name), "words": bot_words(name)} for name in bot_names()
        },
        "phrases": dict(phrase_words()),
        "losses": get_args(Warned),
    }


def _messages(code: str, scripts: str) -> dict[str, Any]:
    """Return the messages of the scripts, and the plural form for each number."""
    catalogue = i18n.catalogue(code)
    if not catalogue:
        return {"messages": {}, "plurals": ""}
    messages = {}
    for message in catalogue:
        ids = (message.id,) if isinstance(message.id, str) else message.id
        if message.id and all(json.dumps(id, ensure_ascii=False) in scripts for id in ids):
            messages[ids[0]] = message.string
    form_of = c2py(catalogue.plural_expr)
    return {"messages": messages, "plurals": "".join(str(form_of(n)) for n in range(_PLURALS))}


def _card(card: Card) -> dict[str, Any]:
    effect = EFFECTS.get(card.effect)
    facts = {
        "level": card.level,
        "set": card.set,
        "bonus": card.bonus,
        "worth": card.worth,
        "prestige": card.prestige,
        "price": _gems(card.price),
        "discards": card.discards,
        "effect": _(effect.sentence) if effect else "",
        "name": card_name(card),
        "words": card_words(card),
    }
    if card.effect == "gold2":
        facts["joker"] = True
    return facts


def _gems(needs: tuple[int, ...]) -> dict[str, int]:
    return {colour: n for colour, n in zip(COLOURS, needs, strict=True) if n}
