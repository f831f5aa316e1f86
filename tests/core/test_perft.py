"""Perft: as many lines of play from fixed positions as there ever were, for every set of modules."""

import json

import pytest

from parure import Rules
from perft.write import HERE, RULES, compare, divide, name, position

WRITE = "if the rules have changed: python tests/perft/write.py"


def test_every_set_of_modules_and_nothing_else_has_a_file() -> None:
    assert {path.stem for path in HERE.glob("*.json")} == {name(rules) for rules in RULES}, WRITE


@pytest.mark.optimised
@pytest.mark.parametrize("rules", RULES, ids=name)
def test_perft(rules: Rules) -> None:
    file = json.loads((HERE / f"{name(rules)}.json").read_text(encoding="utf-8"))
    assert Rules(file["players"], file["modules"], file["edition"]) == rules
    for where, expected in file["positions"].items():
        game = position(file, expected["moves"])
        assert game.decision == expected["decision"]
        depth = len(expected["counts"])
        counts = [sum(divide(game, shorter).values()) for shorter in range(1, depth)]
        counted = divide(game, depth)
        counts.append(sum(counted.values()))
        assert (counts, counted) == (expected["counts"], expected["divide"]), (
            f"{name(rules)}, {where}: {counts} lines, expected {expected['counts']}\n"
            f"{compare(expected['divide'], counted)}\n{WRITE}"
        )
