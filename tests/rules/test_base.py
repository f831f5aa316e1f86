"""The base game, B1–B30."""

import json

import pytest

from parure import Game, IllegalMove
from positions import position
from rules import bonuses, legal, made, seat

GEMS = ("W", "U", "G", "R", "K")
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


def takes(game: Game) -> list[str]:
    return [move for move in legal(game) if move.startswith("take")]


def reserves(game: Game) -> list[str]:
    return [move for move in legal(game) if move.startswith("reserve")]


# Set-up


@pytest.mark.rule("B1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_play(players: int) -> None:
    assert len(Game(players, seed=1).snapshot()["seats"]) == players


@pytest.mark.rule("B1")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_any_other_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        Game(players, seed=1)


@pytest.mark.rule("B2")
@pytest.mark.parametrize(("level", "cards"), [("1", 40), ("2", 30), ("3", 20)])
def test_four_cards_of_each_level_are_face_up_and_the_rest_in_its_deck(
    level: str, cards: int
) -> None:
    table = Game(seed=1).snapshot()
    row = [card for place, card in table["rows"].items() if place.startswith(level)]
    deck = table["decks"][level]
    assert len(row) == 4
    assert len(set(row + deck)) == len(row + deck) == cards
    assert all(card.startswith(f"base-{level}") for card in row + deck)


@pytest.mark.rule("B2")
@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_each_deck_is_shuffled(level: str) -> None:
    one, other = (Game(seed=seed).snapshot()["decks"][level] for seed in (1, 2))
    assert one != other
    assert one != sorted(one)


@pytest.mark.rule("B3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_noble_more_than_players_is_dealt(players: int) -> None:
    nobles = Game(players, seed=1).snapshot()["nobles"]
    assert len(nobles) == len(set(nobles)) == players + 1


@pytest.mark.rule("B3")
@pytest.mark.parametrize(
    ("edition", "modules", "extra"),
    [
        (2017, (), set()),
        (2017, ("trading_posts",), set()),
        (2017, ("orient",), set()),
        (2017, ("strongholds",), set()),
        (2024, (), set()),
        (2024, ("trading_posts",), {"noble-silkroad"}),
        (2024, ("orient",), {"noble-sunneversets"}),
        (2024, ("strongholds",), {"noble-sunneversets"}),
        (2024, ("orient", "strongholds"), {"noble-sunneversets"}),
        (2024, ("trading_posts", "orient"), {"noble-silkroad", "noble-sunneversets"}),
    ],
)
def test_the_nobles_are_drawn_from_the_ten_and_those_of_the_boxes_played(
    edition: int, modules: tuple[str, ...], extra: set[str]
) -> None:
    deals = [Game(4, modules, edition, seed=seed).snapshot()["nobles"] for seed in range(60)]
    ten = {f"noble-{number:02}" for number in range(1, 11)}
    assert {noble for nobles in deals for noble in nobles} == ten | extra


@pytest.mark.rule("B4")
@pytest.mark.parametrize(("players", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_the_number_of_players_sets_the_gems_but_not_the_gold(players: int, gems: int) -> None:
    assert Game(players, seed=1).snapshot()["bank"] == {**dict.fromkeys(GEMS, gems), "gold": 5}


@pytest.mark.rule("B5")
def test_seat_0_starts_and_the_others_follow_in_order() -> None:
    game = Game(3, seed=1)
    order = []
    for move in ("take W U G", "take R R", "reserve deck 1", "take W U G"):
        order.append(game.to_play)
        game.push(move)
    assert order == [0, 1, 2, 0]


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
    assert len([move for move in takes(game) if len(set(move.split()[1:])) == 3]) == 10
    with pytest.raises(IllegalMove):
        game.push("take W W U")


@pytest.mark.rule("B6")
def test_an_empty_colour_cannot_be_taken() -> None:
    assert takes(position(bank="W U G R")) == [
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
    assert takes(position(bank=bank)) == left


@pytest.mark.rule("B7")
@pytest.mark.parametrize("too_few", ["take W", "take W U"])
def test_with_three_colours_left_no_fewer_are_taken(too_few: str) -> None:
    with pytest.raises(IllegalMove):
        position(bank="W U G").push(too_few)


@pytest.mark.rule("B7", "B8")
def test_with_one_colour_left_but_plenty_of_it_one_or_two_are_taken() -> None:
    assert takes(position(bank="R R R R")) == ["take R", "take R R"]


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
    assert len(reserves(two)) == 12 + 3
    assert reserves(three) == []


@pytest.mark.rule("B11", "B12")
def test_a_reserved_card_leaves_the_hand_by_being_bought() -> None:
    game = position(seats=[{"hand": "base-3w1 base-1w1 base-3b1", "tokens": "U U U"}])
    game.push("buy hand 2")
    assert seat(game, 0)["hand"] == ["base-3w1", "base-3b1"]
    assert seat(game, 0)["cards"] == ["base-1w1"]
    game.push("take R R")
    assert len(reserves(game)) == 12 + 3


# Buying


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


# Nobles


@pytest.mark.rule("B20", "B22")
def test_a_noble_visits_the_seat_whose_bonuses_reach_it() -> None:
    game = position(
        nobles="noble-02 noble-01 noble-04",
        seats=[{"cards": bonuses("W4 U3"), "hand": "base-1b8", "tokens": "R R R R"}],
    )
    game.push("buy hand 1")
    assert made(game) == ["buy hand 1", "pay", "noble noble-01"]
    assert game.plies[-1].forced
    assert seat(game, 0)["nobles"] == ["noble-01"]
    assert game.snapshot()["nobles"] == ["noble-02", "noble-04"]
    assert game.prestige == [1 + 3, 0]
    assert game.to_play == 1


@pytest.mark.rule("B20")
def test_one_bonus_short_of_a_noble_is_too_few() -> None:
    game = position(
        nobles="noble-01",
        seats=[{"cards": bonuses("W4 U3"), "hand": "base-1b8", "tokens": "W W U U"}],
    )
    game.push("take W U G")
    assert seat(game, 0)["nobles"] == []
    assert game.snapshot()["nobles"] == ["noble-01"]


@pytest.mark.rule("B20")
def test_a_noble_comes_after_any_action_and_to_the_seat_in_turn_alone() -> None:
    game = position(
        nobles="noble-01 noble-04",
        seats=[{"cards": bonuses("W4 U4")}, {"cards": bonuses("R4 K4")}],
    )
    game.push("reserve deck 1")
    assert seat(game, 0)["nobles"] == ["noble-01"]
    assert seat(game, 1)["nobles"] == []
    game.push("take W U G")
    assert seat(game, 1)["nobles"] == ["noble-04"]


@pytest.mark.rule("B21")
def test_of_several_nobles_the_player_chooses_one_and_another_comes_later() -> None:
    game = position(nobles="noble-05 noble-01", seats=[{"cards": bonuses("W4 U4 K4")}])
    game.push("take W U G")
    assert (game.to_play, game.decision) == (0, "noble")
    assert legal(game) == ["noble noble-01", "noble noble-05"]
    game.push("noble noble-05")
    assert seat(game, 0)["nobles"] == ["noble-05"]
    assert game.snapshot()["nobles"] == ["noble-01"]
    assert game.to_play == 1
    game.push("take W U G")
    game.push("take R R")
    assert seat(game, 0)["nobles"] == ["noble-05", "noble-01"]


@pytest.mark.rule("B22")
def test_a_noble_is_worth_three_and_leaves_its_place_empty() -> None:
    game = position(nobles="noble-01", seats=[{"cards": bonuses("W4 U4")}])
    assert game.prestige == [0, 0]
    game.push("take W U G")
    assert game.prestige == [3, 0]
    assert game.snapshot()["nobles"] == []


# The end of the game


def at_14(*others: dict[str, str]) -> list[dict[str, str]]:
    """A seat with 14 prestige that can buy a card worth 1, and the other seats."""
    return [{"cards": FOURTEEN, "hand": "base-1w8", "tokens": "G G G"}, *others]


@pytest.mark.rule("B23")
def test_the_round_in_which_a_player_reaches_15_is_completed() -> None:
    game = position(3, seats=at_14())
    game.push("buy hand 1")
    assert game.prestige == [15, 0, 0]
    for seat_in_turn in (1, 2):
        assert game.to_play == seat_in_turn
        game.push("take W U R")
    assert game.is_over
    assert (game.to_play, game.decision, game.legal_moves) == (None, None, [])
    assert game.turns == 3


@pytest.mark.rule("B23")
def test_14_prestige_is_not_enough() -> None:
    game = position(seats=at_14())
    game.push("take W U R")
    game.push("take W U R")
    assert game.prestige == [14, 0]
    assert not game.is_over
    assert game.winners == ()


@pytest.mark.rule("B23")
def test_when_the_last_seat_reaches_15_the_game_is_over_at_once() -> None:
    game = position(seats=[{}, *at_14()], to_play=1)
    game.push("buy hand 1")
    assert game.is_over
    assert game.turns == 2
    assert game.winners == (1,)


@pytest.mark.rule("B23", "B25")
def test_a_noble_can_end_the_game() -> None:
    game = position(
        nobles="noble-01",
        seats=[{}, {"cards": f"base-3w2 base-3b2 base-3g2 {bonuses('W3 U3')}"}],
        to_play=1,
    )
    assert game.prestige == [0, 12]
    game.push("take W U G")
    assert game.prestige == [0, 15]
    assert game.is_over


@pytest.mark.rule("B24")
def test_reaching_15_in_the_last_round_adds_no_turn() -> None:
    second = {"cards": "base-3w3 base-3k4 base-3r4", "hand": "base-1b8", "tokens": "R R R"}
    game = position(3, seats=at_14(second))
    game.push("buy hand 1")
    game.push("buy hand 1")
    assert game.prestige == [15, 15, 0]
    assert game.to_play == 2
    game.push("take W U K")
    assert game.is_over
    assert game.turns == 3


@pytest.mark.rule("B25")
def test_prestige_counts_cards_and_nobles_but_no_hand() -> None:
    game = position(
        seats=[{"cards": "base-3w4 base-2b3", "nobles": "noble-01 noble-02", "hand": "base-3k4"}]
    )
    assert game.prestige == [5 + 2 + 3 + 3, 0]
    assert seat(game, 0)["prestige"] == 13


@pytest.mark.rule("B25")
def test_prestige_counts_what_a_module_adds() -> None:
    game = position(
        modules="trading_posts", seats=[{"cards": "base-3w4", "posts": "tp24-5 tp24-2"}]
    )
    assert game.prestige == [5 + 2, 0]


def last_turn(*cards: str, hand: str = "") -> Game:
    """Return a game after its last turn, with these cards in front of the seats."""
    seats = [{"cards": each} for each in cards]
    seats[-1]["hand"] = hand
    game = position(len(cards), seats=seats, nobles="", to_play=len(cards) - 1)
    game.push("take W U G")
    assert game.is_over
    return game


FIFTEEN_IN_FOUR = f"{FOURTEEN} base-1w8"
FIFTEEN_IN_FOUR_TOO = "base-3g4 base-3r4 base-3k2 base-1k8"
FIFTEEN_IN_THREE = "base-3g4 base-3r4 base-3k4"
FIFTEEN_IN_FIVE = "base-3w2 base-3b2 base-3r2 base-2w3 base-1b8"


@pytest.mark.rule("B26")
def test_most_prestige_wins_whoever_was_first_and_whatever_the_cards() -> None:
    game = last_turn(FIFTEEN_IN_THREE, f"{FIFTEEN_IN_FOUR} base-1b8")
    assert game.prestige == [15, 16]
    assert game.winners == (1,)


@pytest.mark.rule("B27")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ((FIFTEEN_IN_FOUR, FIFTEEN_IN_THREE), 1),
        ((FIFTEEN_IN_THREE, FIFTEEN_IN_FOUR), 0),
        ((FIFTEEN_IN_FIVE, FIFTEEN_IN_FOUR_TOO, FOURTEEN), 1),
    ],
)
def test_a_tie_goes_to_the_fewest_cards(cards: tuple[str, ...], winner: int) -> None:
    game = last_turn(*cards)
    assert game.prestige[:2] == [15, 15]
    assert game.winners == (winner,)


@pytest.mark.rule("B27")
def test_cards_in_hand_do_not_count_in_a_tie() -> None:
    game = last_turn(FIFTEEN_IN_FOUR, FIFTEEN_IN_THREE, hand="base-1w1 base-1w2 base-1w3")
    assert game.winners == (1,)


@pytest.mark.rule("B28")
def test_those_who_are_still_tied_share_the_victory() -> None:
    assert last_turn(FIFTEEN_IN_FOUR, FIFTEEN_IN_FOUR_TOO).winners == (0, 1)
    assert last_turn(FIFTEEN_IN_FOUR, FIFTEEN_IN_FIVE, FIFTEEN_IN_FOUR_TOO).winners == (0, 2)


# What players see


@pytest.mark.rule("B29")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_all_see_the_table_and_what_lies_in_front_of_each_seat(viewer: int | None) -> None:
    game = position(
        seats=[
            {"tokens": "W gold", "cards": "base-1w1", "nobles": "noble-01"},
            {"tokens": "K K", "cards": "base-3k4"},
        ]
    )
    table, view = game.snapshot(), game.view(viewer)
    assert view["decks"] == {"1": 35, "2": 26, "3": 15}
    assert {**view, "decks": table["decks"]} == table


@pytest.mark.rule("B29")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_nobody_sees_the_order_of_a_deck(viewer: int | None) -> None:
    one, other = (
        position(decks={"1": order}) for order in ("base-1w1 base-1w2", "base-1w2 base-1w1")
    )
    assert one.snapshot() != other.snapshot()
    assert one.view(viewer) == other.view(viewer)
    assert "base-1w2" not in json.dumps(one.view(viewer))


@pytest.mark.rule("B30")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_card_reserved_face_up_stays_known_to_all(viewer: int | None) -> None:
    game = position(rows={"2a": "base-2r1"})
    game.push("reserve 2a")
    assert game.view(viewer)["seats"][0]["hand"] == ["base-2r1"]
    assert game.view(viewer)["seats"][0]["blind"] == [False]


@pytest.mark.rule("B30")
@pytest.mark.parametrize(("viewer", "seen"), [(0, "base-2r1"), (1, "?2"), (None, "?2")])
def test_a_card_reserved_from_a_deck_is_known_to_its_owner(viewer: int | None, seen: str) -> None:
    game = position(decks={"2": "base-2r1 base-2r2"})
    game.push("reserve deck 2")
    view = game.view(viewer)
    assert view["seats"][0]["hand"] == [seen]
    assert view["seats"][0]["blind"] == [True]
    assert ("base-2r1" in json.dumps(view)) is (viewer == 0)


@pytest.mark.rule("B30")
def test_the_others_see_from_which_deck_an_unseen_card_came() -> None:
    game = position(
        modules="orient", seats=[{"hand": "base-1w1? o24-101? base-3w1"}, {"hand": "o24-301?"}]
    )
    assert game.view(1)["seats"][0]["hand"] == ["?1", "?1o", "base-3w1"]
    assert game.view(0)["seats"][1]["hand"] == ["?3o"]


@pytest.mark.rule("B30")
def test_an_unseen_card_is_shown_when_it_is_bought_and_not_before() -> None:
    game = position(seats=[{"hand": "base-1b1?", "tokens": "K K K gold"}])
    game.push("buy hand 1")
    assert game.decision == "payment"
    assert "base-1b1" in json.dumps(game.view(0))
    assert "base-1b1" not in json.dumps(game.view(1))
    game.push("pay")
    assert game.view(1)["seats"][0]["cards"] == ["base-1b1"]
    assert game.view(1)["seats"][0]["hand"] == []
