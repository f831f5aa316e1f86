"""The log in sentences: who did what, to whom, and what it cost."""

from dataclasses import replace

import pytest

from kit.diary import PEOPLE, Diary
from kit.positions import position
from parure import Game, Rules
from parure.server.tables import events as happened
from parure.server.tables.moved import StrongholdMove
from parure.server.tables.sight import look
from parure.server.views import faces
from parure.server.views.table.story import Line, story_of

pytestmark = pytest.mark.usefixtures("english")


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
        assert faces.card("base-2g1", "thumb") in line.html
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


def line_of(game: Game, *moves: str) -> Line:
    """Return the last line of the log after these moves at a table with this game."""
    diary = Diary(game.rules)
    diary.table = replace(diary.table, game=game)
    for move in moves:
        diary.move(move)
    return story_of(look(diary.table, None), PEOPLE)[-1]


def test_each_purchase_of_a_turn_has_its_own_price() -> None:
    game = position(
        2,
        "strongholds",
        seats=[{"tokens": "U U U R R K"}],
        rows={"1a": "base-1w1", "1b": "base-1w2"},
        strongholds={"1b": (0, 2)},
    )
    line = line_of(game, "buy 1a", "place 1b", "conquer 1b")
    assert line.said == (
        "Ann bought for blue, blue, blue: a white card of level 1 · "
        "placed a stronghold on a white card of level 1 · "
        "conquered for red, red, black: a white card of level 1"
    )


def test_what_a_post_gives_is_not_part_of_the_price() -> None:
    owner = {"tokens": "U U U", "posts": "tp24-1"}
    game = position(2, "trading_posts", seats=[owner], rows={"1a": "base-1w1"})
    line = line_of(game, "buy 1a", "gain U")
    assert line.said == ("Ann bought for blue, blue, blue: a white card of level 1 · gained blue")


def test_tokens_that_are_given_back_are_told_together() -> None:
    game = position(2, seats=[{"tokens": "W W W U U U G G G"}], bank="W U G R K")
    line = line_of(game, "take W U G", "return W, return U")
    assert line.said == "Ann took white, blue, green · gave back white, blue"


def test_a_card_reserved_unseen_is_told_by_its_deck() -> None:
    line = line_of(position(2), "reserve deck 2")
    assert line.said == "Ann reserved unseen, took gold: Level 2, face down"
