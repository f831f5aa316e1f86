"""The fuzzers of tests/fuzz, for a short while; each can be run for longer by itself."""

import pytest

from fuzz import records, snapshots
from fuzz.cases import Case, run

pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize(
    ("case", "ends"),
    [
        (snapshots.try_one, {"good", "refused"}),
        (records.try_one, {"texts good", "texts refused", "dicts good", "dicts refused"}),
    ],
    ids=["snapshots", "records"],
)
def test_a_few_hundred_cases(case: Case, ends: set[str]) -> None:
    assert set(run(case, 7, range(300))) == ends
