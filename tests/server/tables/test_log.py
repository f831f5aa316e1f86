"""The log as data: what became of strongholds, what turns cost. How it is told, tests/scripts/turns shows."""

import pytest

from kit.diary import Diary
from kit.positions import position
from parure import Game


def logged(game: Game, *moves: str) -> list[dict]:
    """Return the log after these moves at a table with this game."""
    diary = Diary.of(game)
    for move in moves:
        diary.move(move)
    return diary.document("Ann")["game"]["log"]


@pytest.mark.parametrize(
    ("strongholds", "move", "moved"),
    [
        ({"2a": (1, 1)}, "remove 2a", (1, "base-2g1", None)),
        ({}, "place 2a", (0, None, "base-2g1")),
        ({"2a": (0, 1)}, "move 2a 2b", (0, "base-2g1", "base-2r1")),
    ],
)
def test_what_became_of_a_stronghold_is_plain_data(strongholds, move, moved):
    game = position(
        modules=["strongholds"],
        rows={"1a": "base-1w1", "2a": "base-2g1", "2b": "base-2r1"},
        seats=[{"tokens": "U U U"}],
        strongholds=strongholds,
    )
    last = logged(game, f"buy 1a, {move}")[-1]
    assert last["stronghold"] == dict(zip(("seat", "source", "target"), moved, strict=True))


def test_each_purchase_of_a_turn_has_its_own_price():
    game = position(
        2,
        "strongholds",
        seats=[{"tokens": "U U U R R K"}],
        rows={"1a": "base-1w1", "1b": "base-1w2"},
        strongholds={"1b": (0, 2)},
    )
    log = logged(game, "buy 1a", "place 1b", "conquer 1b")
    tokens = [entry["tokens"] for entry in log if "tokens" in entry]
    assert tokens == [{"U": -3}, {"R": -2, "K": -1}]
