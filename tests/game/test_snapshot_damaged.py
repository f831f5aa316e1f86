"""Snapshots in the middle of a turn, and with anything anywhere: a game or a clear error."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from kit.games import in_the_middle, late
from kit.snapshots import Table, base, put, refusal
from parure import Game, RulesError, SnapshotError

pytestmark = pytest.mark.usefixtures("english")


# The middle of a turn


def test_the_middle_of_a_turn_needs_what_is_pending() -> None:
    table = in_the_middle().snapshot()
    del table["pending"]
    assert refusal(table) == "A position in the middle of a turn needs its “pending” part."


@pytest.mark.parametrize("pending", [5, "x", [1], {"passes": -1}, {"passes": 4}, {"passes": "1"}])
def test_what_is_pending_is_damaged(pending: object) -> None:
    assert base(put("pending", pending)) == "The “pending” part is damaged."


@pytest.mark.parametrize(
    "moves",
    [
        ["buy 1a", "pay gold W"],
        ["buy 1a", "nonsense"],
        ["take W U G", "buy 1a", "pay"],
        [None],
        [5],
        [["buy 1a"]],
        [b"buy 1a"],
        5,
        None,
    ],
)
def test_pending_moves_that_are_damaged(moves: object) -> None:
    table = in_the_middle().snapshot()
    table["pending"]["moves"] = moves
    assert refusal(table) == "The “pending” part is damaged."


def test_pending_moves_that_are_missing() -> None:
    table = in_the_middle().snapshot()
    del table["pending"]["moves"]
    assert refusal(table) == "The “pending” part is damaged."


@pytest.mark.parametrize("moves", [[], ["take W U G"], ["buy 1a, pay"]])
def test_pending_moves_that_lead_elsewhere(moves: list[str]) -> None:
    table = in_the_middle().snapshot()
    table["pending"]["moves"] = moves
    assert refusal(table) == "The position doesn’t follow from its “pending” part."


def test_a_changed_position_does_not_follow_from_what_is_pending() -> None:
    table = in_the_middle().snapshot()
    table["bank"]["W"] -= 1
    table["seats"][1]["tokens"]["W"] += 1
    assert refusal(table) == "The position doesn’t follow from its “pending” part."


@pytest.mark.parametrize("before", [None, 5, [], {}, "x"])
def test_the_position_before_is_damaged(before: object) -> None:
    table = in_the_middle().snapshot()
    table["pending"]["before"] = before
    assert refusal(table)


# Anything anywhere


ANYTHING: tuple[Any, ...] = (None, -1, "x", [], {}, 10**30)


GAMES: dict[str, Callable[[], Game]] = {
    "new": lambda: Game(2, seed=1),
    "cities": lambda: late(2, "cities", 2017),
    "orient": lambda: late(2, "orient", 2017),
    "three modules": lambda: late(2, ("trading_posts", "orient", "strongholds"), 2024),
    "in the middle": in_the_middle,
}


def containers(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every list and dict of a snapshot with each of its keys; of a long list the ends."""
    if isinstance(thing, list):
        keys: list[Any] = list(range(len(thing)))
        keys = keys[:2] + keys[-1:] if len(keys) > 6 else keys
    else:
        keys = list(thing) if isinstance(thing, dict) else []
    for key in keys:
        yield thing, key
        yield from containers(thing[key])


def is_read_or_refused(table: Table) -> bool:
    """Tell whether a snapshot gives a game that comes back as itself, or one of our own sentences.

    Any other exception gets through, and fails the test.
    """
    try:
        game = Game.from_snapshot(table)
    except (SnapshotError, RulesError) as error:
        return str(error).endswith(".")
    return Game.from_snapshot(game.snapshot()).snapshot() == game.snapshot()


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_changed_gives_a_game_or_a_clear_error(name: str) -> None:
    table = GAMES[name]().snapshot()
    before = deepcopy(table)
    for inside, key in containers(table):
        good = inside[key]
        for value in ANYTHING:
            inside[key] = value
            assert is_read_or_refused(table), (key, value)
        inside[key] = good
    assert table == before


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_left_out_gives_a_game_or_a_clear_error(name: str) -> None:
    table = GAMES[name]().snapshot()
    for inside, key in list(containers(table)):
        good = inside.copy()
        del inside[key]
        assert is_read_or_refused(table), key
        inside.clear()
        inside.update(good) if isinstance(inside, dict) else inside.extend(good)
