"""The log tells what happened, and to whom."""

from dataclasses import replace

from kit.diary import Diary
from kit.positions import position
from parure import Rules
from parure.server.tables import events as happened
from parure.server.tables.moved import StrongholdMove
from parure.server.tables.sight import look
from parure.server.views import faces
from parure.server.views.table.story import story_of


def after(strongholds, move):
    """Return a table where Ann has bought a card, and gone on with a stronghold."""
    game = position(
        modules=["strongholds"],
        rows={"1a": "base-1w1", "2a": "base-2g1", "2b": "base-2r1"},
        seats=[{"tokens": "U U U"}],
        strongholds=strongholds,
    )
    table = replace(Diary(Rules(2, ["strongholds"])).table, game=game)
    return table.after(happened.Moved(at=9.0, seat=0, move=f"buy 1a, {move}", by="person"))


def told(table, person):
    """Return the last line of the log as somebody reads it."""
    return story_of(look(table, person), ("Ann", "Ben"))[-1]


def test_a_removed_stronghold_is_its_owners():
    table = after({"2a": (1, 1)}, "remove 2a")
    assert look(table, None).log[-1].stronghold == StrongholdMove(1, "base-2g1", None)
    for person in ("Ann", None):
        line = told(table, person)
        assert line.said.endswith("removed a stronghold of Ben from a green card of level 2")
        assert faces.tower(1, 12) in line.html
        assert faces.tower(0, 12) not in line.html
        assert not line.loud


def test_whoever_loses_a_stronghold_is_told():
    line = told(after({"2a": (1, 1)}, "remove 2a"), "Ben")
    assert line.said.endswith("removed a stronghold of yours from a green card of level 2")
    assert line.loud


def test_a_stronghold_is_placed_and_moved_by_its_owner():
    placed = after({}, "place 2a")
    assert look(placed, None).log[-1].stronghold == StrongholdMove(0, None, "base-2g1")
    assert told(placed, "Ben").said.endswith("placed a stronghold on a green card of level 2")
    moved = after({"2a": (0, 1)}, "move 2a 2b")
    assert look(moved, None).log[-1].stronghold == StrongholdMove(0, "base-2g1", "base-2r1")
    assert faces.tower(0, 12) in told(moved, "Ben").html
    assert not told(moved, "Ben").loud


def test_what_became_of_a_stronghold_is_plain_data():
    entry = look(after({"2a": (1, 1)}, "remove 2a"), "Ben").plain()["log"][-1]
    assert entry["stronghold"] == {"seat": 1, "source": "base-2g1", "target": None}
