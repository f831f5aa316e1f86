"""The words and the printed facts that scripts need, in each language: made once, as a module of JavaScript.

A message goes to the scripts when one of them holds it as a literal. What is printed on cards and tiles is
said in whole sentences here, by `parure.words`: no script puts together what the terminal says too.
"""

import json
from contextvars import copy_context
from gettext import c2py
from typing import Any, get_args

from babel.messages.mofile import read_mo

from parure import i18n
from parure.components import CARDS, CITIES, COLOURS, NOBLES, POSTS, Card
from parure.i18n import LANGUAGES, use_language
from parure.i18n import gettext as _
from parure.render.goals import main_colour
from parure.rules import MODULES, Rules
from parure.server.tables.options import Warned, bot_names
from parure.server.web.bot_words import bot_words
from parure.words.decisions import DECISIONS, STRONGHOLDS, decision_words
from parure.words.games import bot_title, ending_words, module_words, phrase_words
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

__all__ = ["vocabularies"]

_PLURALS = 200
"""The form that goes with a number beyond this depends on its last two digits alone."""


def vocabularies(scripts: str) -> dict[str, str]:
    """Return the module of each language by its code.

    :param scripts: the text of all scripts.
    """
    # Each in a context of its own: whoever asks goes on in the language that they speak.
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
            name: [ending_words(rules), ending_words(rules, briefly=True)]
            for name, rules in (("", Rules(2)), ("cities", Rules(2, ["cities"])))
        },
        "bots": {
            name: {"title": bot_title(name), "words": bot_words(name)} for name in bot_names()
        },
        "phrases": dict(phrase_words()),
        "losses": get_args(Warned),
    }


def _messages(code: str, scripts: str) -> dict[str, Any]:
    """Return the messages that scripts hold, and which form goes with which number."""
    path = i18n.LOCALE / code / "LC_MESSAGES" / "parure.mo"
    if not path.is_file():
        return {"messages": {}, "plurals": ""}
    with path.open("rb") as file:
        catalogue = read_mo(file)
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
