"""The fuzzers of tests/fuzz, for a short while; each can be run for longer by itself."""

import pytest

from fuzz import events, records, requests, snapshots
from fuzz.cases import Case, run

pytestmark = [pytest.mark.verify, pytest.mark.usefixtures("english")]


@pytest.mark.parametrize(
    ("case", "ends"),
    [
        (events.try_one, {"good", "refused"}),
        (snapshots.try_one, {"good", "refused"}),
        (records.try_one, {"texts good", "texts refused", "dicts good", "dicts refused"}),
    ],
    ids=["events", "snapshots", "records"],
)
def test_a_few_hundred_cases(case: Case, ends: set[str]) -> None:
    assert set(run(case, 7, range(300))) == ends


def test_a_few_visits() -> None:
    assert set(run(requests.try_one, 7, range(10))) == {"visits of 20 requests"}
    assert {"200", "303", "403", "409", "422", "websocket.send"} <= set(requests.statuses)
