"""The form for another tournament."""

from typing import Any

from parure.rules import EDITIONS, all_rules
from parure.server.views.bots import bot_choices
from parure.server.views.lobby.lobby import clock_choices, module_choices
from parure.server.views.tournaments.words import kind_words, patience_words

__all__ = ["making_values"]

_ROUNDS = (3, 4, 5, 6, 7, 9)
_PATIENCE = (5, 10, 30, 60, 1_440, 2_880)


def making_values() -> dict[str, Any]:
    """Return what the template of the form needs."""
    return {
        "kinds": kind_words(),
        "rounds": _ROUNDS,
        "modules": module_choices(),
        "editions": sorted(EDITIONS, reverse=True),
        "allowed": [f"{rules.edition}:{','.join(rules.modules)}" for rules in all_rules(2)],
        "clocks": clock_choices(),
        "patience": [(minutes, patience_words(minutes)) for minutes in _PATIENCE],
        "bots": bot_choices(),
    }
