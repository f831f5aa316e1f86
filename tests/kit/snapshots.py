"""Invalid snapshots, each with its error message."""

from collections.abc import Callable
from typing import Any

import pytest

from kit.positions import position
from parure import Game, RulesError, SnapshotError

Table = dict[str, Any]
Change = Callable[[Table], object]


def refusal(table: Any) -> str:
    """Return the sentence that refuses a snapshot."""
    with pytest.raises((SnapshotError, RulesError)) as refused:
        Game.from_snapshot(table)
    return str(refused.value)


def base(change: Change) -> str:
    """Refuse a two-player base game after a change."""
    table = position(
        seats=[{"tokens": "W", "cards": "base-1w1", "hand": "base-2r1?"}], nobles="noble-01"
    ).snapshot()
    change(table)
    return refusal(table)


def full(change: Change) -> str:
    """Refuse a two-player game with three modules after a change."""
    table = position(
        modules=("trading_posts", "orient", "strongholds"),
        seats=[
            {"cards": "base-1w1 o24-106", "paired": {"o24-106": ("W", 1)}, "posts": "tp24-1"},
            {"claimed": "noble-01"},
        ],
        nobles="noble-02",
        strongholds={"2b": (0, 2)},
    ).snapshot()
    change(table)
    return refusal(table)


def put(*path: Any) -> Change:
    """Return a change that puts the last of the arguments where the others lead."""
    *way, last, value = path

    def change(table: Any) -> None:
        for step in way:
            table = table[step]
        table[last] = value

    return change


def add(*path: Any) -> Change:
    """Return a change that appends the last of the arguments to the list where the others lead."""
    *way, value = path

    def change(table: Any) -> None:
        for step in way:
            table = table[step]
        table.append(value)

    return change
