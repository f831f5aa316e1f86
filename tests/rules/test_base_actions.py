"""The base game, B6–B11, B18 and B19: taking, reserving, passing, and the limit of ten tokens."""

import pytest

from kit.positions import bonuses, legal, made, position, seat
from parure import IllegalMove

NO_CARDS = {
    "rows": {f"{level}{column}": None for level in "123" for column in "abcd"},
    "decks": {"1": "", "2": "", "3": ""},
}
"""A table with no card left to buy or reserve."""


ALL_GEMS = [
    {"tokens": "W W W W U U U U G G"},
    {"tokens": "G G R R R R K K K K"},
]
"""Two seats with ten tokens each, and none but gold in the bank."""


FOURTEEN = "base-3w4 base-3b4 base-3g2"
"""14 prestige in three cards."""


# Taking tokens


@pytest.mark.rule("B6")
def test_three_tokens_of_different_colours_go_from_the_bank_to_the_seat() -> None:
    game = position()
    game.push("take W G K")
    assert seat(game, 0)["tokens"] == {"W": 1, "U": 0, "G": 1, "R": 0, "K": 1, "gold": 0}
    assert game.snapshot()["bank"] == {"W": 3, "U": 4, "G": 3, "R": 4, "K": 3, "gold": 5}
    assert game.to_play == 1


@pytest.mark.rule("B6")
def test_three_tokens_may_be_of_any_three_colours_but_not_of_two() -> None:
    game = position()
    assert len([move for move in legal(game, "take") if len(set(move.split()[1:])) == 3]) == 10
    with pytest.raises(IllegalMove):
        game.push("take W W U")


@pytest.mark.rule("B6")
def test_an_empty_colour_cannot_be_taken() -> None:
    assert legal(position(bank="W U G R"), "take") == [
        "take W U G",
        "take W U R",
        "take W G R",
        "take U G R",
    ]


@pytest.mark.rule("B7")
@pytest.mark.parametrize(
    ("bank", "left"),
    [
        ("W U G", ["take W U G"]),
        ("U R R R", ["take U R"]),
        ("K", ["take K"]),
        ("gold gold", []),
    ],
)
def test_with_fewer_than_three_colours_left_one_of_each_is_taken(
    bank: str, left: list[str]
) -> None:
    assert legal(position(bank=bank), "take") == left


@pytest.mark.rule("B7")
@pytest.mark.parametrize("too_few", ["take W", "take W U"])
def test_with_three_colours_left_no_fewer_are_taken(too_few: str) -> None:
    with pytest.raises(IllegalMove):
        position(bank="W U G").push(too_few)


@pytest.mark.rule("B7", "B8")
def test_with_one_colour_left_but_plenty_of_it_one_or_two_are_taken() -> None:
    assert legal(position(bank="R R R R"), "take") == ["take R", "take R R"]


@pytest.mark.rule("B8")
def test_two_tokens_of_one_colour_need_four_in_the_bank() -> None:
    game = position(seats=[{}, {"tokens": "R"}])
    assert game.snapshot()["bank"]["R"] == 3
    assert "take R R" not in legal(game)
    assert "take K K" in legal(game)


@pytest.mark.rule("B8")
def test_the_four_are_counted_before_taking() -> None:
    game = position()
    game.push("take R R")
    assert game.snapshot()["bank"]["R"] == 2
    assert seat(game, 0)["tokens"]["R"] == 2
    assert "take R R" not in legal(game)


@pytest.mark.rule("B8")
def test_two_tokens_of_two_colours_are_not_taken() -> None:
    with pytest.raises(IllegalMove):
        position().push("take W U")


@pytest.mark.rule("B9")
def test_gold_is_not_taken_with_gems() -> None:
    game = position(bank="W U gold gold gold gold gold")
    for move in ("take gold", "take gold gold", "take W U gold"):
        with pytest.raises(IllegalMove):
            game.push(move)
    game.push("take W U")
    assert seat(game, 0)["tokens"]["gold"] == 0
    assert game.snapshot()["bank"]["gold"] == 5


# Reserving


@pytest.mark.rule("B10")
def test_reserving_a_face_up_card_gives_one_gold() -> None:
    game = position(rows={"2c": "base-2w6"})
    game.push("reserve 2c")
    assert seat(game, 0)["hand"] == ["base-2w6"]
    assert seat(game, 0)["tokens"]["gold"] == 1
    assert game.snapshot()["bank"]["gold"] == 4
    assert "base-2w6" not in game.snapshot()["rows"].values()


@pytest.mark.rule("B10")
def test_reserving_from_a_deck_draws_its_top_card() -> None:
    game = position(decks={"3": "base-3w1 base-3b1"})
    game.push("reserve deck 3")
    assert seat(game, 0)["hand"] == ["base-3w1"]
    assert seat(game, 0)["tokens"]["gold"] == 1
    assert game.snapshot()["decks"]["3"] == ["base-3b1"]


@pytest.mark.rule("B10")
@pytest.mark.parametrize("move", ["reserve 1a", "reserve deck 1"])
def test_with_no_gold_left_a_card_is_reserved_without(move: str) -> None:
    game = position(seats=[{}, {"tokens": "gold gold gold gold gold"}])
    game.push(move)
    assert len(seat(game, 0)["hand"]) == 1
    assert seat(game, 0)["tokens"]["gold"] == 0


@pytest.mark.rule("B10")
def test_the_last_gold_is_taken() -> None:
    game = position(seats=[{}, {"tokens": "gold gold gold gold"}])
    game.push("reserve 1a")
    assert seat(game, 0)["tokens"]["gold"] == 1
    assert game.snapshot()["bank"]["gold"] == 0


@pytest.mark.rule("B10")
def test_nothing_is_reserved_from_an_empty_deck_or_place() -> None:
    game = position(rows={"2b": None}, decks={"2": ""})
    assert "reserve deck 2" not in legal(game)
    assert "reserve 2b" not in legal(game)
    assert "reserve deck 1" in legal(game)
    assert "reserve 2a" in legal(game)


@pytest.mark.rule("B11")
def test_a_fourth_card_is_not_reserved() -> None:
    two, three = (position(seats=[{"hand": hand}]) for hand in ("base-3w1 base-3b1", FOURTEEN))
    assert len(legal(two, "reserve")) == 12 + 3
    assert legal(three, "reserve") == []


@pytest.mark.rule("B11", "B12")
def test_a_reserved_card_leaves_the_hand_by_being_bought() -> None:
    game = position(seats=[{"hand": "base-3w1 base-1w1 base-3b1", "tokens": "U U U"}])
    game.push("buy hand 2")
    assert seat(game, 0)["hand"] == ["base-3w1", "base-3b1"]
    assert seat(game, 0)["cards"] == ["base-1w1"]
    game.push("take R R")
    assert len(legal(game, "reserve")) == 12 + 3


# Passing


@pytest.mark.rule("B18")
def test_passing_is_not_legal_while_anything_else_is() -> None:
    game = position(**NO_CARDS, bank="W U G R")
    assert legal(game) == ["take W U G", "take W U R", "take W G R", "take U G R"]
    with pytest.raises(IllegalMove):
        game.push("pass")


@pytest.mark.rule("B18")
def test_a_player_with_no_legal_action_passes() -> None:
    game = position(
        **NO_CARDS,
        seats=[
            {**ALL_GEMS[0], "hand": "base-3w4"},
            {**ALL_GEMS[1], "hand": "base-1g1 base-1b1"},
        ],
    )
    assert made(game) == ["pass"]
    assert game.plies[0].forced
    assert game.to_play == 1
    assert legal(game) == ["buy hand 1", "buy hand 2"]


@pytest.mark.rule("B11", "B18")
@pytest.mark.parametrize(
    ("hand", "to_play"), [("base-3w1 base-3b1 base-3g1", 1), ("base-3w1 base-3b1", 0)]
)
def test_with_nothing_to_take_or_buy_a_full_hand_leaves_only_a_pass(
    hand: str, to_play: int
) -> None:
    too_dear = {**NO_CARDS["rows"], "1a": "base-1b1", "1b": "base-1g1"}
    seats = [{**ALL_GEMS[0], "hand": hand}, ALL_GEMS[1]]
    game = position(rows=too_dear, decks=NO_CARDS["decks"], seats=seats)
    assert made(game) == ["pass"] * to_play
    assert game.to_play == to_play
    assert {"reserve 1a", "reserve 1b"} <= set(legal(game))


@pytest.mark.rule("B18")
def test_the_game_goes_on_until_every_player_has_passed() -> None:
    seats = [
        {"tokens": "W W W W W U U U U U"},
        {"tokens": "G G G G G R R R R R"},
        {"tokens": "K K K K K", "hand": "base-1b1 base-1g8"},
    ]
    game = position(3, **NO_CARDS, seats=seats)
    assert made(game) == ["pass", "pass"]
    assert not game.is_over
    assert legal(game) == ["buy hand 1", "buy hand 2"]


@pytest.mark.rule("B18", "B26")
def test_when_all_pass_in_a_row_the_game_ends_and_is_scored() -> None:
    scores = [{**ALL_GEMS[0], "cards": "base-1w8"}, {**ALL_GEMS[1], "cards": "base-2w3"}]
    game = position(**NO_CARDS, seats=scores)
    assert made(game) == ["pass", "pass"]
    assert game.is_over
    assert game.winners == (1,)


@pytest.mark.rule("B18")
def test_passes_that_are_not_in_a_row_do_not_end_the_game() -> None:
    free = {**ALL_GEMS[0], "cards": bonuses("U4"), "hand": "base-1w1 base-1k8"}
    game = position(**NO_CARDS, seats=[free, ALL_GEMS[1]])
    game.push("buy hand 2")
    assert made(game) == ["buy hand 2", "pay", "pass", "buy hand 1", "pay", "pass", "pass"]
    assert game.is_over
    assert game.turns == 5


@pytest.mark.rule("B18", "B20")
def test_a_noble_may_visit_after_a_pass() -> None:
    scores = [{**ALL_GEMS[0], "cards": bonuses("W4 U4")}, ALL_GEMS[1]]
    game = position(**NO_CARDS, nobles="noble-01 noble-02", seats=scores)
    assert made(game) == ["pass", "noble noble-01", "pass"]
    assert game.winners == (0,)


# The limit of ten tokens


@pytest.mark.rule("B19")
def test_tokens_are_given_back_until_ten_are_left() -> None:
    game = position(seats=[{"tokens": "W W W U U U G G G"}])
    game.push("take G R K")
    assert (game.to_play, game.decision) == (0, "return")
    game.push("return W")
    assert (game.to_play, game.decision) == (0, "return")
    game.push("return U")
    assert game.to_play == 1
    assert sum(seat(game, 0)["tokens"].values()) == 10
    assert game.snapshot()["bank"]["W"] == 2
    assert game.snapshot()["bank"]["U"] == 2


@pytest.mark.rule("B19")
def test_ten_tokens_may_be_kept() -> None:
    game = position(seats=[{"tokens": "W W W U U U G"}])
    game.push("take G R K")
    assert game.to_play == 1
    assert sum(seat(game, 0)["tokens"].values()) == 10


@pytest.mark.rule("B19")
def test_the_tokens_just_taken_may_be_given_back() -> None:
    game = position(seats=[{"tokens": "W W W U U U G G G"}])
    before = seat(game, 0)["tokens"]
    game.push("take G R K")
    game.push("return R")
    assert made(game) == ["take G R K", "return R", "return K"]
    assert seat(game, 0)["tokens"] == {**before, "G": 4}


@pytest.mark.rule("B19")
def test_gold_counts_and_may_be_given_back() -> None:
    game = position(seats=[{"tokens": "W W W U U U G G G gold"}])
    game.push("reserve 1a")
    assert legal(game) == ["return W", "return U", "return G", "return gold"]
    game.push("return gold")
    assert seat(game, 0)["tokens"]["gold"] == 1
    assert game.to_play == 1


@pytest.mark.rule("B19")
def test_tokens_are_given_back_in_the_order_of_the_colours() -> None:
    game = position(seats=[{"tokens": "W W W U U U G G G"}])
    game.push("take G R K")
    assert legal(game) == ["return W", "return U", "return G", "return R"]
    game.push("return G")
    assert legal(game) == ["return G", "return R", "return K"]
