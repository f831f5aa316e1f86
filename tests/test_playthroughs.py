"""Playthroughs: the games kept in tests/playthroughs are played again, word for word."""

import pytest

from parure import Rules
from playthroughs.write import HERE, RULES, name_of, playthrough

WRITE = "look at the difference; if it is meant: python tests/playthroughs/write.py"
LARGEST = 60_000


pytestmark = pytest.mark.usefixtures("english")


def test_every_set_of_modules_and_nothing_else_has_a_playthrough() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == {name_of(rules) for rules in RULES}, WRITE


@pytest.mark.optimised
@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_playthrough(rules: Rules) -> None:
    kept = (HERE / f"{name_of(rules)}.txt").read_text(encoding="utf-8")
    assert len(kept) < LARGEST
    told = playthrough(rules)
    lines = zip(kept.splitlines(), told.splitlines(), strict=False)
    place = next((n for n, (a, b) in enumerate(lines, start=1) if a != b), "the end")
    assert told == kept, f"{name_of(rules)}.txt differs at line {place}: {WRITE}"
