"""Several people at one screen: a curtain where something is hidden, else the screen is simply passed on."""

import json
from dataclasses import replace

import pytest

from kit.positions import position
from kit.screens import Screen


def test_without_secrets_the_screen_shows_whoever_is_to_play():
    screen = Screen("Ann", "Ben")
    assert (screen.view.seat, screen.view.you["curtain"]) == (0, None)
    assert "take W U G" in screen.view.moves
    screen.move("take W U G")
    assert (screen.view.seat, screen.view.you["curtain"]) == (1, None)
    assert screen.view.moves


@pytest.mark.parametrize("move", ["reserve 1a", "take W U G"])
def test_what_everybody_has_seen_is_no_secret(move):
    screen = Screen("Ann", "Ben")
    screen.move(move)
    assert screen.view.you["curtain"] is None


def test_a_card_that_one_alone_may_see_lets_the_curtain_fall():
    screen = Screen("Ann", "Ben")
    screen.move("reserve deck 1")
    assert (screen.view.seat, screen.view.you["curtain"], screen.view.moves) == (None, 1, [])
    screen.move("take W U G")
    assert screen.view.you["curtain"] == 0
    (card,) = screen.table.game.snapshot()["seats"][0]["hand"]
    assert card not in json.dumps(screen.document("Mia"))


def test_whoever_reserves_unseen_looks_at_the_card_before_the_screen_is_passed_on():
    screen = Screen("Ann", "Ben")
    screen.move("reserve deck 1")
    (card,) = screen.table.game.snapshot()["seats"][0]["hand"]
    hands = [
        screen.document("Mia", seat)["game"]["view"]["seats"][0]["hand"] for seat in (0, 1, None)
    ]
    assert hands == [[card], ["?1"], ["?1"]]


def test_a_secret_at_another_screen_needs_no_curtain():
    screen = Screen("Ann", "Ben", zoe=True)
    for move in ("take W U G", "take W U G", "reserve deck 1"):
        screen.move(move)
    assert (screen.view.seat, screen.view.you["curtain"]) == (0, None)


def test_while_another_thinks_the_next_one_is_shown():
    screen = Screen("Ann", "Ben", zoe=True)
    screen.move("take W U G")
    screen.move("take W U G")
    assert (screen.view.to_play, screen.view.seat) == (2, 0)


def test_a_choice_among_hidden_cards_is_behind_a_curtain():
    screen = Screen("Ann", "Ben", modules=("trading_posts",))
    game = position(2, "trading_posts", seats=[{"posts": "tp24-4"}])
    game.push("reserve deck 1")
    assert game.decision == "keep"
    screen.table = replace(screen.table, game=game)
    assert (screen.view.seat, screen.view.you["curtain"]) == (None, 0)
    assert not screen.table.has_secrets((1,))


def test_whoever_comes_next_can_take_back_what_happened():
    screen = Screen("Ann", "Ben")
    screen.move("take W U G")
    assert screen.document("Mia")["you"]["undoer"] == 0
    screen.take_back(0)
    assert (screen.view.to_play, screen.document("Mia")["you"]["undoer"]) == (0, None)


def test_what_let_a_card_be_seen_is_not_taken_back():
    screen = Screen("Ann", "Ben")
    screen.move("reserve 1a")
    assert screen.document("Mia")["you"]["undoer"] is None


def test_behind_the_curtain_a_move_can_be_taken_back_too():
    screen = Screen("Ann", "Ben")
    screen.move("reserve deck 1")
    screen.move("take W U G")
    you = screen.document("Mia")["you"]
    assert (you["curtain"], you["undoer"], you["moves"]) == (0, 1, [])
    assert "choices" not in you
