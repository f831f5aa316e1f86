"""The base game, B12–B17: buying."""

import pytest

from kit.positions import bonuses, legal, made, position, seat

GEMS = ("W", "U", "G", "R", "K")


@pytest.mark.rule("B12")
def test_a_face_up_card_is_bought() -> None:
    game = position(rows={"1b": "base-1w1"}, seats=[{"tokens": "U U U"}])
    game.push("buy 1b")
    assert seat(game, 0)["cards"] == ["base-1w1"]
    assert "base-1w1" not in game.snapshot()["rows"].values()


@pytest.mark.rule("B12")
def test_one_token_short_is_too_few() -> None:
    game = position(rows={"1b": "base-1w1"}, seats=[{"tokens": "U U", "hand": "base-1k8"}])
    assert "buy 1b" not in legal(game)
    assert "buy hand 1" not in legal(game)


@pytest.mark.rule("B12")
def test_the_hand_of_another_seat_is_not_for_sale() -> None:
    hands = [{"tokens": "U U U U", "hand": "base-3k4"}, {"hand": "base-3w4 base-1w1"}]
    assert [move for move in legal(position(seats=hands)) if "hand" in move] == []


@pytest.mark.rule("B13")
def test_a_bonus_lowers_the_price_of_its_colour() -> None:
    game = position(
        rows={"1a": "base-1w6"}, seats=[{"cards": bonuses("U1 K1"), "tokens": "U G R K"}]
    )
    game.push("buy 1a")
    assert seat(game, 0)["tokens"] == {"W": 0, "U": 1, "G": 0, "R": 0, "K": 1, "gold": 0}


@pytest.mark.rule("B13")
def test_bonuses_to_spare_pay_for_no_other_colour() -> None:
    seats = [{"cards": bonuses("U4"), "tokens": "G R"}]
    assert "buy 1a" not in legal(position(rows={"1a": "base-1w6"}, seats=seats))
    seats = [{"cards": bonuses("U4"), "tokens": "G R K"}]
    assert "buy 1a" in legal(position(rows={"1a": "base-1w6"}, seats=seats))


@pytest.mark.rule("B13")
def test_a_price_met_by_bonuses_costs_nothing() -> None:
    game = position(
        rows={"1a": "base-1w1"}, seats=[{"cards": bonuses("U5"), "tokens": "U U gold gold"}]
    )
    before = seat(game, 0)["tokens"]
    game.push("buy 1a")
    assert game.to_play == 1
    assert seat(game, 0)["tokens"] == before


@pytest.mark.rule("B14")
@pytest.mark.parametrize(("tokens", "enough"), [("K K gold", True), ("K gold", False)])
def test_gold_stands_for_a_missing_token(tokens: str, enough: bool) -> None:
    game = position(rows={"1a": "base-1b1"}, seats=[{"tokens": tokens}])
    assert ("buy 1a" in legal(game)) is enough


@pytest.mark.rule("B14")
def test_gold_stands_for_tokens_of_several_colours() -> None:
    game = position(rows={"1a": "base-1w6"}, seats=[{"tokens": "U R gold gold"}])
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay gold G", "pay gold K", "pay"]


@pytest.mark.rule("B14")
def test_gold_may_be_paid_where_the_colour_is_there() -> None:
    game = position(rows={"1a": "base-1b1"}, seats=[{"tokens": "K K K gold"}])
    game.push("buy 1a")
    assert game.decision == "payment"
    assert legal(game) == ["pay", "pay gold K"]
    game.push("pay gold K")
    assert seat(game, 0)["tokens"]["K"] == 1
    assert seat(game, 0)["tokens"]["gold"] == 0


@pytest.mark.rule("B14")
def test_the_buyer_may_keep_the_gold() -> None:
    game = position(rows={"1a": "base-1b1"}, seats=[{"tokens": "K K K gold"}])
    game.push("buy 1a")
    game.push("pay")
    assert seat(game, 0)["tokens"]["K"] == 0
    assert seat(game, 0)["tokens"]["gold"] == 1


@pytest.mark.rule("B14")
def test_the_buyer_chooses_which_colours_gold_replaces() -> None:
    game = position(rows={"1a": "base-1w2"}, seats=[{"tokens": "R K gold gold"}])
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay gold R"]
    assert legal(game) == ["pay", "pay gold R", "pay gold K"]


@pytest.mark.rule("B14")
def test_no_more_gold_is_paid_than_tokens_are_owed() -> None:
    game = position(
        rows={"1a": "base-1b1"}, seats=[{"cards": bonuses("K1"), "tokens": "K K K gold gold gold"}]
    )
    game.push("buy 1a")
    game.push("pay gold K")
    game.push("pay gold K")
    assert game.to_play == 1
    assert seat(game, 0)["tokens"]["gold"] == 1
    assert seat(game, 0)["tokens"]["K"] == 3


@pytest.mark.rule("B14")
def test_gold_for_one_colour_stops_at_what_it_owes_though_another_is_owed_too() -> None:
    game = position(rows={"1a": "base-1w2"}, seats=[{"tokens": "R R K gold gold gold gold"}])
    game.push("buy 1a")
    game.push("pay gold R")
    game.push("pay gold R")
    assert legal(game) == ["pay", "pay gold K"]


@pytest.mark.rule("B14")
def test_gold_is_not_paid_for_a_colour_that_is_not_owed() -> None:
    game = position(
        rows={"1a": "base-1w2"}, seats=[{"cards": bonuses("K1"), "tokens": "R R K gold"}]
    )
    game.push("buy 1a")
    assert legal(game) == ["pay", "pay gold R"]


@pytest.mark.rule("B15")
def test_spent_tokens_go_back_to_the_bank() -> None:
    game = position(rows={"1a": "base-1w2"}, seats=[{"tokens": "R R gold W"}])
    assert game.snapshot()["bank"] == {"W": 3, "U": 4, "G": 4, "R": 2, "K": 4, "gold": 4}
    game.push("buy 1a")
    assert game.snapshot()["bank"] == {"W": 3, "U": 4, "G": 4, "R": 4, "K": 4, "gold": 5}
    assert sum(seat(game, 0)["tokens"].values()) == 1


@pytest.mark.rule("B16")
@pytest.mark.parametrize("move", ["buy 1c", "reserve 1c"])
def test_a_card_that_leaves_is_replaced_from_its_own_deck(move: str) -> None:
    game = position(
        rows={"1c": "base-1w1"},
        decks={"1": "base-1w5 base-1b5", "2": "base-2w1"},
        seats=[{"tokens": "U U U"}],
    )
    game.push(move)
    assert game.snapshot()["rows"]["1c"] == "base-1w5"
    assert game.snapshot()["decks"]["1"] == ["base-1b5"]
    assert game.snapshot()["decks"]["2"] == ["base-2w1"]


@pytest.mark.rule("B16")
@pytest.mark.parametrize("move", ["buy 1c", "reserve 1c"])
def test_with_its_deck_empty_the_place_stays_empty(move: str) -> None:
    game = position(rows={"1c": "base-1w1"}, decks={"1": ""}, seats=[{"tokens": "U U U"}])
    game.push(move)
    assert game.snapshot()["rows"]["1c"] is None


@pytest.mark.rule("B16", "B19")
def test_the_card_is_replaced_before_tokens_are_given_back() -> None:
    game = position(
        rows={"1c": "base-1w1"},
        decks={"1": "base-1w5"},
        seats=[{"tokens": "W W W U U U G G G R"}],
    )
    game.push("reserve 1c")
    assert game.decision == "return"
    assert game.snapshot()["rows"]["1c"] == "base-1w5"


@pytest.mark.rule("B16")
def test_a_card_bought_from_the_hand_leaves_no_gap() -> None:
    game = position(seats=[{"hand": "base-1w1", "tokens": "U U U"}])
    before = game.snapshot()
    game.push("buy hand 1")
    assert game.snapshot()["rows"] == before["rows"]
    assert game.snapshot()["decks"] == before["decks"]


@pytest.mark.rule("B17")
def test_a_bought_card_gives_its_bonus_and_its_prestige() -> None:
    game = position(rows={"2a": "base-2b3"}, seats=[{"cards": bonuses("U1"), "tokens": "U U U U"}])
    assert game.prestige == [0, 0]
    game.push("buy 2a")
    assert seat(game, 0)["bonuses"] == {"W": 0, "U": 2, "G": 0, "R": 0, "K": 0}
    assert game.prestige == [2, 0]


@pytest.mark.rule("B17")
def test_a_card_in_hand_gives_nothing() -> None:
    game = position(seats=[{"hand": "base-3w4"}])
    assert seat(game, 0)["bonuses"] == dict.fromkeys(GEMS, 0)
    assert game.prestige == [0, 0]


@pytest.mark.rule("B13", "B17")
def test_a_card_does_not_lower_its_own_price() -> None:
    for cards, enough in (("", False), (bonuses("U1"), True)):
        game = position(seats=[{"cards": cards, "hand": "base-2b3", "tokens": "U U U U"}])
        assert ("buy hand 1" in legal(game)) is enough


@pytest.mark.rule("B13", "B17")
def test_a_bonus_counts_from_the_next_purchase_on() -> None:
    game = position(3, seats=[{"hand": "base-1b1 base-1k8", "tokens": "U U U K K K"}])
    assert "buy hand 2" not in legal(game)
    game.push("buy hand 1")
    game.push("take W G R")
    game.push("take W G R")
    assert seat(game, 0)["hand"] == ["base-1k8"]
    assert "buy hand 1" in legal(game)
