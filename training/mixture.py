"""By which rules the champion learns: all of them, the ones that people play most the most."""

from __future__ import annotations

from parure.bots.champion.weights import ALL, BASE, name_for
from parure.rules import MODULES, Rules, all_rules


def base_only() -> list[tuple[Rules, float]]:
    """Return the base game for two."""
    return [(Rules(2), 1.0)]


def but_base() -> list[tuple[Rules, float]]:
    """Return all sets of rules but the base game for two, each with its share of the games."""
    return [(rules, share) for rules, share in everything() if name_for(rules) != BASE]


def everything() -> list[tuple[Rules, float]]:
    """Return all 63 sets of rules, each with its share of the games."""
    shares = []
    for players, share in ((2, 0.7), (3, 0.15), (4, 0.15)):
        rules = all_rules(players)
        weights = [_weight(each) for each in rules]
        shares += [
            (each, share * weight / sum(weights))
            for each, weight in zip(rules, weights, strict=True)
        ]
    return shares


def _weight(rules: Rules) -> float:
    """Return how often a set of modules is played, compared with others."""
    if not rules.modules:
        # The base game is the same in both editions.
        return 10.0
    if len(rules.modules) == 1:
        return 1.5 if rules.edition == 2024 else 1.0
    return 1.5 if len(rules.modules) == len(MODULES) else 0.4


MIXTURES = {BASE: base_only, "others": but_base, ALL: everything}


def network_of(mixture: str) -> str:
    """Return the name of the network that learns by a mixture."""
    return BASE if mixture == BASE else ALL
