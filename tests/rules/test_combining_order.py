"""Modules together, M10: the order of things."""

from typing import Any

import pytest

from kit.modules import asked, combined
from kit.positions import bonuses, made, position, rows, seat

THE_WHOLE_TURN: dict[str, Any] = {
    "modules": ("trading_posts", "orient", "strongholds"),
    "nobles": "noble-01",
    "seats": [
        {
            "tokens": "W W U U G G R R K K",
            "cards": bonuses("W6 U3 G1"),
            "posts": "tp24-1 tp24-2",
        }
    ],
    "rows": {"3e": "o24-305", "2e": "o24-206", "1e": "o24-109", "1b": "base-1r1", "1a": "base-1b4"},
    "decks": {
        "1": "base-1k1 base-1k2",
        "1o": "o24-101",
        "2o": "o24-201",
        "3o": "o24-301",
    },
    "strongholds": {"1b": (0, 2)},
}
"""Seat 0 can have 3e (6 white, 3 blue, 1 green) and 1b (3 white) for nothing."""


@pytest.mark.rule("M10")
def test_a_turn_with_everything_in_it_goes_in_the_order_of_the_rules() -> None:
    game = position(**THE_WHOLE_TURN)
    turn = [
        "buy 3e",
        "gift 2e",
        "pair U",
        "gift 1e",
        "pair K",
        "gain R",
        "place 1b",
        "conquer 1b",
        "gain R",
        "place 2b",
        "return W",
        "return W",
    ]
    for move in turn:
        game.push(move)
    assert asked(game) == [
        "action",
        "payment",
        "gift",
        "pair",
        "gift",
        "pair",
        "gain",
        "stronghold",
        "conquest",
        "payment",
        "gain",
        "stronghold",
        "return",
        "return",
        "noble",
        "post",
    ]
    assert made(game)[-2:] == ["noble noble-01", "post tp24-3"]
    assert {ply.turn for ply in game.plies} == {0}
    assert (game.turns, game.to_play) == (1, 1)


@pytest.mark.rule("M10", "S11", "O10")
def test_what_left_in_a_turn_of_2024_is_replaced_after_the_conquest() -> None:
    game = position(**THE_WHOLE_TURN)
    left = ("3e", "2e", "1e", "1b")
    for move in ("buy 3e", "gift 2e", "pair U", "gift 1e", "pair K", "gain R", "place 1b"):
        game.push(move)
    assert game.decision == "conquest"
    assert [rows(game)[place] for place in left] == [None, None, None, "base-1r1"]
    game.push("conquer 1b")
    game.push("gain R")
    assert [rows(game)[place] for place in left] == [None, None, None, None]
    game.push("place 2b")
    assert game.decision == "return"
    assert [rows(game)[place] for place in left] == ["o24-301", "o24-201", "o24-101", "base-1k1"]


@pytest.mark.rule("M10", "S11")
def test_places_are_refilled_in_the_order_in_which_their_cards_left() -> None:
    """The gift 1c leaves before the conquered 1b, so it gets the top card of their deck."""
    game = combined(
        "orient",
        "strongholds",
        seats=[{"tokens": "W W W W U U U K", "cards": "base-1k1"}],
        rows={"2e": "o24-206", "1c": "base-1r1", "1b": "base-1b1"},
        decks={"1": "base-1g1 base-1g2"},
        strongholds={"1b": (0, 2)},
    )
    game.push("buy 2e")
    game.push("gift 1c")
    game.push("place 1b")
    game.push("conquer 1b")
    game.push("place 3a")
    assert [rows(game)[place] for place in ("1c", "1b")] == ["base-1g1", "base-1g2"]


@pytest.mark.rule("M10")
def test_the_conquest_of_2017_comes_before_returning_tokens_and_nobles() -> None:
    """The noble asks for 4 blue and 4 green; the conquered card is green and costs 3 red."""
    green = "base-1g2 base-1g3 base-1g4"
    game = position(
        modules="strongholds",
        edition=2017,
        nobles="noble-02",
        seats=[{"tokens": "W W U U K K K R R R", "cards": f"{bonuses('U4 R2')} {green}"}],
        rows={"1b": "base-1g1"},
        strongholds={"1b": (0, 3)},
    )
    for move in ("take W U G", "conquer 1b", "place 2a", "return K"):
        game.push(move)
    assert asked(game) == [
        "action",
        "conquest",
        "payment",
        "stronghold",
        "return",
        "return",
        "noble",
    ]
    assert sum(seat(game, 0)["tokens"].values()) == 10
    assert seat(game, 0)["nobles"] == ["noble-02"]


@pytest.mark.rule("M10")
def test_a_noble_of_2017_is_reserved_before_one_visits() -> None:
    """The noble card, a gift, is the fourth white card."""
    game = position(
        modules="orient",
        edition=2017,
        nobles="noble-01 noble-05",
        seats=[{"cards": bonuses("W3 U4 K6"), "tokens": "R"}],
        rows={"3e": "o17-304", "2e": "o17-206"},
    )
    for move in ("buy 3e", "gift 2e", "claim noble-05", "noble noble-05"):
        game.push(move)
    assert asked(game) == ["action", "payment", "gift", "claim", "noble"]


@pytest.mark.rule("M10", "O20")
def test_nobles_are_checked_after_cards_are_discarded() -> None:
    """Before the purchase the noble's 4 white and 4 black were there."""
    game = position(
        modules="orient",
        nobles="noble-05",
        seats=[{"cards": bonuses("W4 K4")}],
        rows={"3e": "o24-309"},
    )
    game.push("buy 3e")
    game.push("discard base-1w1")
    game.push("discard base-1w2")
    assert asked(game) == ["action", "discard", "discard"]
    assert seat(game, 0)["nobles"] == []
