"""Whoever waits can choose what to do next: what would be legal is offered, nothing is sent."""

import re
from dataclasses import replace

import pytest

from kit.diary import Diary, render_table
from kit.positions import position
from parure.server.tables.sight import View, look
from parure.server.views.table.moves import Offers
from parure.server.views.table.scene import Scene
from parure.server.views.table.trial import Trial

pytestmark = pytest.mark.usefixtures("english")


def planned(game, seat):
    """Return what a seat that waits may choose."""
    view = View(game.knowledge(seat))
    trial = Trial(view, seat)
    return Offers(trial.moves, trial, view, planned=True)


def test_what_would_be_legal_is_offered():
    game = position(rows={"1a": "base-1w1"}, seats=[{}, {"tokens": "U U U"}])
    offers = planned(game, 1)
    assert [answer.move for answer in offers.of("place-1a")] == ["buy 1a", "reserve 1a"]
    assert "W U G" in offers.sets
    game.push("reserve deck 3")
    legal = {str(move) for move in game.legal_moves}
    offered = {answer.move for answers in offers.things.values() for answer in answers}
    assert offered | set(offers.sets.values()) == legal


def test_a_card_in_the_own_hand_can_be_planned():
    game = position(seats=[{}, {"hand": "base-1w1?", "tokens": "U U U"}])
    assert [answer.move for answer in planned(game, 1).of("hand-1")] == ["buy hand 1"]


def test_the_only_move_that_is_left_can_be_planned():
    hand = "base-3w1 base-3w2 base-3w3"
    game = position(bank="W U G", seats=[{"hand": hand}], to_play=1)
    offers = planned(game, 0)
    assert (list(offers.sets), offers.moves) == (["W U G"], {})


def test_nothing_looks_as_if_it_were_ones_turn():
    diary = Diary()
    sight = look(diary.table, "Ben")
    html, scene = render_table(sight, "en"), Scene(sight)
    assert scene.offers.planned
    assert not scene.question.yours
    assert 'data-turn=""' in html
    assert 'data-plans="yes"' in html
    assert all(spot.gold is None for row in scene.rows for spot in row)


def test_who_watches_plans_nothing():
    html = render_table(look(Diary().table, None), "en")
    assert re.search("data-(move|pick)", html) is None


def test_in_the_middle_of_a_turn_nothing_new_is_offered():
    diary = Diary()
    game = position(seats=[{"tokens": "W W W U U U G G"}])
    game.push("take G R K")
    diary.table = replace(diary.table, game=game)
    assert (game.to_play, game.decision) == (0, "return")
    assert not Scene(look(diary.table, "Ben")).offers.planned
