"""A short run of the fuzzer of database files; `tests/fuzz/databases.py` runs as long as one likes."""

import pytest

from fuzz.databases import run

pytestmark = pytest.mark.verify


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "with a log"])
def test_nothing_is_lost_or_changed_without_a_word(closed):
    outcomes = run(40, 0, closed=closed)
    assert sum(outcomes.values()) == 40
    assert len(outcomes) >= 2
