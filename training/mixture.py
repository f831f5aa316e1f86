"""The mixtures of rules that the champion learns: all rules, weighted by how often people play them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from parure.bots.champion.weights import ALL, OWN, name_for
from parure.rules import MODULES, Rules, all_rules


def of_network(name: str) -> list[tuple[Rules, float]]:
    """Return the sets of rules that a network plays, each with its share of the games."""
    return [(rules, share) for rules, share in everything() if name_for(rules) == name]


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
    """Return the relative weight of a set of rules."""
    if not rules.modules:
        # The base game is the same in both editions.
        return 10.0
    if len(rules.modules) == 1:
        return 1.5 if rules.edition == 2024 else 1.0
    return 1.5 if len(rules.modules) == len(MODULES) else 0.4


MIXTURES: dict[str, Callable[[], list[tuple[Rules, float]]]] = {
    **{name: partial(of_network, name) for name in OWN.values()},
    "others": partial(of_network, ALL),
    ALL: everything,
}


def network_of(mixture: str) -> str:
    """Return the name of the network that learns from a mixture."""
    return mixture if mixture in OWN.values() else ALL
