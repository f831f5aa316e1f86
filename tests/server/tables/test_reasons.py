"""Why a move is good, and why something cannot be had: asked for by the thing, and said by the engine."""

from dataclasses import replace

import pytest

from kit.diary import Diary
from kit.positions import position
from parure import Rules
from parure.components import card_of
from parure.game.moves import Move
from parure.server.tables.advice import reasons_for, reasons_to_move
from parure.server.tables.view import look

pytestmark = pytest.mark.usefixtures("english")

FREE = "base-1w1"
"""A card for three blue."""
FULL = "base-2r1 base-2r2 base-2r3"
"""As many cards as can be reserved."""


def seen(game, person="Ann"):
    """Return what somebody sees of a table where a game stands like this."""
    return look(replace(Diary().table, game=game), person)


def reasons(game, thing, person="Ann"):
    return reasons_for(seen(game, person), thing)


def test_nothing_is_said_of_what_can_be_had():
    game = position(rows={"1a": FREE}, seats=[{"tokens": "U U U"}])
    for thing in ("place-1a", "deck-1", "bank-W"):
        assert reasons(game, thing) == []


def test_a_full_hand_is_said_of_cards_and_decks():
    game = position(rows={"1a": FREE}, seats=[{"hand": FULL}])
    (why,) = reasons(game, "place-1a")
    assert "3 cards in hand" in why
    assert reasons(game, "deck-1") == [why]


def test_what_is_lacking_is_not_said():
    game = position(rows={"1a": FREE}, seats=[{"hand": FREE.replace("w1", "w2")}])
    assert reasons(game, "place-1a") == []
    assert reasons(game, "hand-1") == []


def test_a_paired_card_needs_one_to_be_paired_with():
    rows, seats = {"1e": "o24-106"}, [{"tokens": "W W W R R"}]
    (why,) = reasons(position(modules="orient", rows=rows, seats=seats), "place-1e")
    assert why == "You need a card with a bonus to pair that card with."


def test_two_of_a_colour_take_four():
    game = position(2, seats=[{"tokens": "W"}, {}])
    (why,) = reasons(game, "bank-W")
    assert "the bank has 3" in why
    (none,) = reasons(position(2, seats=[{}, {"tokens": "W W W W"}]), "bank-W")
    assert "no white token left" in none
    assert reasons(game, "bank-gold") == []


def test_a_card_that_another_holds_says_so_itself():
    held = position(2, "strongholds", strongholds={"1a": (1, 1)}, seats=[{"hand": FULL}])
    assert reasons(held, "place-1a") == []
    assert reasons(held, "place-1b")


def test_it_is_said_to_whoever_plans_too_and_to_nobody_else():
    game = position(seats=[{}, {"hand": FULL}])
    assert reasons(game, "deck-1") == []
    assert reasons(game, "deck-1", "Ben")
    assert reasons(game, "deck-1", "a stranger") == []


def test_other_decisions_have_no_reasons():
    diary = Diary(Rules(2))
    diary.table = replace(diary.table, game=position(seats=[{"tokens": "W W W G G R K U U"}]))
    diary.move("take U R K")
    assert diary.table.playing.decision == "return"
    assert reasons_for(look(diary.table, "Ann"), "bank-U") == []


@pytest.mark.parametrize("thing", ["x", "place-9z", "place-1e", "deck-1o", "hand-3", "noble-01"])
def test_what_is_no_such_thing_has_none(thing):
    assert reasons(position(seats=[{"hand": FULL.rsplit(" ", 1)[0]}]), thing) == []


def test_a_page_asks_for_them(ann, ben):
    table = ann.create({"name": "Ann"}, {"bot": "random"}, seed=7)
    path = f"/tables/{table}/reasons"
    version = ann.look(table)["version"]
    assert ann.get(path, thing="place-1a") == {"version": version, "reasons": []}
    assert ben.get(path, thing="place-1a")["reasons"] == []
    assert ann.http.get(path, params={"thing": "x" * 21}).status_code == 422


def test_a_reason_is_one_for_this_card():
    seats = [{"cards": "base-1w1 base-3w2"}]
    game = position(seats=seats, rows={"2a": "base-2r1"}, nobles="noble-03")
    view = Diary.of(game).seen("Ann")
    told = [reason.words for reason in reasons_to_move(view, Move.of("buy 2a"))]
    assert told[0] == f"It brings you to {4 + card_of('base-2r1').prestige} prestige."
    assert told[1] == "Its red bonus brings you closer to a noble."
    cheaper = [
        id
        for id in view.playing.view["rows"].values()
        if id != "base-2r1" and card_of(id).price[3] > 0
    ]
    assert told[2] == f"With its red bonus, {len(cheaper)} other cards here cost you less."
