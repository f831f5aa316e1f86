"""The Orient, O8–O14: gifts, double cards and noble cards."""

from typing import Any

import pytest

from kit.modules import both_editions, orient, set_of, without_level
from kit.positions import bonuses, legal, made, rows, seat
from parure.components import CARDS

# Level 2


@pytest.mark.rule("O8")
@both_editions
def test_a_paired_card_with_a_gift_is_paired_and_then_gives_a_level_1_card(edition: int) -> None:
    which = set_of(edition)
    card = "o17-209" if edition == 2017 else "o24-206"  # 4 white, 3 blue, 1 black
    game = orient(
        edition,
        seats=[{"tokens": "W W W W U U", "cards": "base-1b1 base-1k1"}],
        rows={"2e": card, "1f": f"{which}-101"},
    )
    game.push("buy 2e")
    assert legal(game) == ["pair U", "pair K"]
    game.push("pair U")
    assert game.decision == "gift"
    assert legal(game) == [f"gift 1{column}" for column in "abcdef"]
    game.push("gift 1f")
    assert f"{which}-101" in seat(game, 0)["cards"]
    assert seat(game, 0)["paired"] == {card: ["U", 1]}


@pytest.mark.rule("O8", "O7")
@both_editions
def test_a_paired_card_with_a_gift_needs_a_bonus_too(edition: int) -> None:
    card = "o17-210" if edition == 2017 else "o24-210"
    tokens = {"tokens": "G G G G R R R K K K gold gold"}
    assert "buy 2e" not in legal(orient(edition, seats=[tokens], rows={"2e": card}))
    with_bonus = {**tokens, "cards": "base-1w1"}
    assert "buy 2e" in legal(orient(edition, seats=[with_bonus], rows={"2e": card}))


@pytest.mark.rule("O9")
@both_editions
def test_a_gift_costs_nothing_and_its_bonus_and_prestige_count(edition: int) -> None:
    card = "o17-209" if edition == 2017 else "o24-206"
    game = orient(
        edition,
        seats=[{"tokens": "W W W W U U U G", "cards": "base-1k1"}],
        rows={"2e": card, "1a": "base-1w8"},
    )
    game.push("buy 2e")
    before = game.prestige[0]
    game.push("gift 1a")
    assert "base-1w8" in seat(game, 0)["cards"]
    assert seat(game, 0)["tokens"] == {"W": 0, "U": 0, "G": 1, "R": 0, "K": 0, "gold": 0}
    assert seat(game, 0)["bonuses"] == {"W": 1, "U": 0, "G": 0, "R": 0, "K": 2}
    assert game.prestige[0] == before + 1


@pytest.mark.rule("O9")
@both_editions
def test_a_joker_card_taken_as_a_gift_can_be_used_later(edition: int) -> None:
    which = set_of(edition)
    game = orient(
        edition,
        seats=[{"tokens": "W W W W U U U G K", "cards": "base-1k1"}],
        rows={
            "2e": "o17-209" if edition == 2017 else "o24-206",
            "1e": f"{which}-105",
            "1a": "base-1g1",
        },
    )
    game.push("buy 2e")
    game.push("gift 1e")
    game.push("take W U R")
    assert "buy 1a" not in legal(game)  # 3 red
    game.push("take R G K")
    game.push("take W U R")
    game.push("buy 1a")
    assert made(game)[-5:] == ["buy 1a", "pay joker", "pay gold R", "pay gold R", "pay"]


@pytest.mark.rule("O9")
@both_editions
def test_a_paired_card_taken_as_a_gift_is_paired(edition: int) -> None:
    which = set_of(edition)
    game = orient(
        edition,
        seats=[{"tokens": "W W W W U U", "cards": "base-1b1 base-1k1"}],
        rows={"2e": "o17-209" if edition == 2017 else "o24-206", "1e": f"{which}-107"},
    )
    game.push("buy 2e")
    game.push("pair K")
    game.push("gift 1e")
    assert game.decision == "pair"
    game.push("pair U")
    assert seat(game, 0)["paired"][f"{which}-107"] == ["U", 1]


@pytest.mark.rule("O9")
@both_editions
def test_without_a_card_to_give_nothing_is_taken(edition: int) -> None:
    card = "o17-209" if edition == 2017 else "o24-206"
    none_left = without_level(1)
    game = orient(
        edition,
        seats=[{"tokens": "W W W W U U U", "cards": "base-1k1"}],
        rows={**none_left["rows"], "2e": card},
        decks=none_left["decks"],
    )
    game.push("buy 2e")
    assert made(game) == ["buy 2e", "pay", "pair K"]
    assert seat(game, 0)["cards"] == ["base-1k1", card]
    assert (game.to_play, game.decision) == (1, "action")


@pytest.mark.rule("O10")
@both_editions
def test_the_bought_card_and_the_gift_are_replaced_after_all_effects(edition: int) -> None:
    which = set_of(edition)
    card = "o17-209" if edition == 2017 else "o24-206"
    game = orient(
        edition,
        seats=[{"tokens": "W W W W U U", "cards": "base-1b1 base-1k1"}],
        rows={"2e": card, "1e": f"{which}-107"},
        decks={"1o": f"{which}-102 {which}-103", "2o": f"{which}-202 {which}-203"},
    )
    game.push("buy 2e")
    game.push("pair K")
    assert rows(game)["2e"] is None
    game.push("gift 1e")
    assert game.decision == "pair"
    assert rows(game)["2e"] is None
    assert rows(game)["1e"] is None
    game.push("pair U")
    assert rows(game)["2e"] == f"{which}-202"
    assert rows(game)["1e"] == f"{which}-102"


@pytest.mark.rule("O10")
def test_a_card_from_the_hand_leaves_only_the_place_of_its_gift_to_replace() -> None:
    game = orient(
        seats=[{"tokens": "W W W W U U U", "cards": "base-1k1", "hand": "o24-206"}],
        decks={"1": "base-1r1", "2o": "o24-202"},
    )
    before = rows(game)
    game.push("buy hand 1")
    game.push("gift 1c")
    assert rows(game) == {**before, "1c": "base-1r1"}
    assert game.snapshot()["decks"]["2o"] == ["o24-202"]


@pytest.mark.rule("O11", "O22", "O23")
@both_editions
def test_a_double_card_lowers_prices_by_two(edition: int) -> None:
    game = orient(
        edition,
        seats=[{"tokens": "W", "cards": f"{set_of(edition)}-201"}],
        rows={"1a": "base-1r1", "1b": "base-1r8"},
    )
    assert seat(game, 0)["bonuses"]["W"] == 2
    assert "buy 1b" not in legal(game)  # 4 white
    game.push("buy 1a")  # 3 white
    assert seat(game, 0)["tokens"]["W"] == 0


@pytest.mark.rule("O11")
@both_editions
def test_a_double_card_gives_its_bonuses_from_the_purchase_on(edition: int) -> None:
    which = set_of(edition)
    tokens = "U U U U G G G" if edition == 2017 else "G G G R R R R"
    game = orient(edition, seats=[{"tokens": tokens}], rows={"2e": f"{which}-201"})
    assert seat(game, 0)["bonuses"]["W"] == 0
    game.push("buy 2e")
    assert seat(game, 0)["bonuses"]["W"] == 2


# Level 2: noble cards of 2017


FOR_A_NOBLE_CARD = "U U G G R R K K"
"""The price of o17-206, which is white."""


FOUR_WHITE_FOUR_BLACK = bonuses("W4 K4")
"""What noble-05 asks for."""


@pytest.mark.rule("O12")
def test_a_noble_card_reserves_a_noble_without_gold() -> None:
    game = orient(
        2017,
        nobles="noble-01 noble-05 noble-08",
        seats=[{"tokens": FOR_A_NOBLE_CARD}],
        rows={"2e": "o17-206"},
    )
    game.push("buy 2e")
    assert game.decision == "claim"
    assert legal(game) == ["claim noble-01", "claim noble-05", "claim noble-08"]
    game.push("claim noble-05")
    assert seat(game, 0)["claimed"] == ["noble-05"]
    assert seat(game, 0)["nobles"] == []
    assert seat(game, 0)["tokens"]["gold"] == 0
    assert game.snapshot()["nobles"] == ["noble-01", "noble-08"]
    assert game.prestige[0] == 1


@pytest.mark.rule("O12")
@pytest.mark.parametrize(("claimed", "visited"), [("noble-05", []), ("noble-08", ["noble-05"])])
def test_a_reserved_noble_visits_nobody_else(claimed: str, visited: list[str]) -> None:
    game = orient(
        2017,
        nobles="noble-05 noble-08",
        seats=[{"tokens": FOR_A_NOBLE_CARD}, {"cards": FOUR_WHITE_FOUR_BLACK}],
        rows={"2e": "o17-206"},
    )
    game.push("buy 2e")
    game.push(f"claim {claimed}")
    game.push("reserve 3a")
    assert seat(game, 1)["nobles"] == visited


@pytest.mark.rule("O12")
def test_any_number_of_nobles_may_be_reserved() -> None:
    game = orient(
        2017,
        players=4,
        nobles="noble-03 noble-04",
        seats=[{"tokens": FOR_A_NOBLE_CARD, "claimed": "noble-01 noble-02 noble-06"}],
        rows={"2e": "o17-206"},
    )
    game.push("buy 2e")
    game.push("claim noble-04")
    assert seat(game, 0)["claimed"] == ["noble-01", "noble-02", "noble-06", "noble-04"]


@pytest.mark.rule("O12")
def test_a_noble_card_does_nothing_when_no_noble_is_left() -> None:
    game = orient(
        2017,
        seats=[{"tokens": FOR_A_NOBLE_CARD}, {"claimed": "noble-05"}],
        rows={"2e": "o17-206"},
    )
    game.push("buy 2e")
    assert made(game) == ["buy 2e", "pay"]
    assert (game.to_play, seat(game, 0)["claimed"]) == (1, [])
    assert seat(game, 1)["claimed"] == ["noble-05"]


@pytest.mark.rule("O12", "O9", "O14")
def test_a_noble_card_taken_as_a_gift_reserves_a_noble_too() -> None:
    """The gift card costs 3 white, 1 red and 6 black."""
    game = orient(
        2017,
        nobles="noble-01 noble-02",
        seats=[{"tokens": "W W W R K K K", "cards": bonuses("K3")}],
        rows={"3e": "o17-304", "2f": "o17-207"},
    )
    game.push("buy 3e")
    game.push("gift 2f")
    assert game.decision == "claim"
    game.push("claim noble-02")
    assert seat(game, 0)["claimed"] == ["noble-02"]


@pytest.mark.rule("O12")
def test_only_the_deck_of_2017_has_noble_cards() -> None:
    sets = [card.set for card in CARDS if card.effect == "reserve_noble"]
    assert sets == ["orient"] * 3


@pytest.mark.rule("O13")
def test_a_noble_reserved_this_turn_may_visit_at_its_end() -> None:
    game = orient(
        2017,
        nobles="noble-05 noble-08",
        seats=[
            {
                "tokens": "U U G G R R",
                "cards": bonuses("W3 K4"),
            }
        ],
        rows={"2e": "o17-206"},
    )
    game.push("buy 2e")
    game.push("claim noble-05")
    assert seat(game, 0)["claimed"] == []
    assert seat(game, 0)["nobles"] == ["noble-05"]
    assert game.prestige[0] == 1 + 3


@pytest.mark.rule("O13", "O12")
def test_a_reserved_noble_visits_only_once_it_is_met() -> None:
    table: dict[str, Any] = {"edition": 2017, "nobles": "noble-08"}
    lacks_one = bonuses("W4 K3")
    game = orient(**table, seats=[{"cards": lacks_one, "claimed": "noble-05"}])
    game.push("reserve 3a")
    assert seat(game, 0)["claimed"] == ["noble-05"]
    game = orient(**table, seats=[{"cards": FOUR_WHITE_FOUR_BLACK, "claimed": "noble-05"}])
    game.push("reserve 3a")
    assert seat(game, 0)["claimed"] == []
    assert seat(game, 0)["nobles"] == ["noble-05"]


@pytest.mark.rule("O13")
def test_a_reserved_noble_counts_as_the_one_noble_of_the_turn() -> None:
    game = orient(
        2017,
        nobles="noble-10",
        seats=[{"cards": bonuses("W4 U3 K4"), "claimed": "noble-05"}],
    )
    game.push("reserve 3a")
    assert game.decision == "noble"
    assert legal(game) == ["noble noble-05", "noble noble-10"]
    game.push("noble noble-05")
    assert game.to_play == 1
    assert seat(game, 0)["nobles"] == ["noble-05"]
    assert game.snapshot()["nobles"] == ["noble-10"]


# Level 3: gift cards


@pytest.mark.rule("O14")
@both_editions
def test_a_gift_card_gives_a_level_2_card(edition: int) -> None:
    """The gift card costs 3 white, 6 black and 1 red (2017) or 1 blue (2024)."""
    which = set_of(edition)
    game = orient(
        edition,
        seats=[{"tokens": "W W W U R K K K", "cards": bonuses("K3")}],
        rows={"3e": f"{which}-304", "2e": f"{which}-205", "2b": "base-2w6"},
    )
    game.push("buy 3e")
    assert legal(game) == [f"gift 2{column}" for column in "abcdef"]
    game.push("gift 2e")
    assert f"{which}-205" in seat(game, 0)["cards"]
    assert seat(game, 0)["bonuses"] == {"W": 0, "U": 0, "G": 0, "R": 1, "K": 5}
    assert game.to_play == 1


@pytest.mark.rule("O14", "O10", "O9")
@both_editions
def test_a_gift_may_give_a_gift_and_all_are_replaced_at_the_end(edition: int) -> None:
    """Level 3 gives level 2, which gives level 1, which is paired; then three places are filled."""
    which = set_of(edition)
    second = "o17-210" if edition == 2017 else "o24-210"
    game = orient(
        edition,
        seats=[{"tokens": "W W W U R K K K", "cards": bonuses("K3")}],
        rows={"3e": f"{which}-304", "2e": second, "1e": f"{which}-110"},
        decks={"3o": f"{which}-301", "2o": f"{which}-202", "1o": f"{which}-101"},
    )
    game.push("buy 3e")
    game.push("gift 2e")
    assert legal(game) == ["pair R", "pair K"]
    game.push("pair R")
    assert legal(game) == [f"gift 1{column}" for column in "abcdef"]
    game.push("gift 1e")
    assert game.decision == "pair"
    assert [rows(game)[place] for place in ("3e", "2e", "1e")] == [None, None, None]
    game.push("pair K")
    assert made(game) == [
        "buy 3e",
        "pay",
        "gift 2e",
        "pair R",
        "gift 1e",
        "pair K",
    ]
    assert seat(game, 0)["paired"] == {second: ["R", 1], f"{which}-110": ["K", 1]}
    assert [rows(game)[place] for place in ("3e", "2e", "1e")] == [
        f"{which}-301",
        f"{which}-202",
        f"{which}-101",
    ]


@pytest.mark.rule("O14", "O9")
def test_without_a_level_2_card_a_gift_card_gives_nothing() -> None:
    none_left = without_level(2)
    game = orient(
        seats=[{"tokens": "W W W U K K K", "cards": bonuses("K3")}],
        rows={**none_left["rows"], "3e": "o24-304"},
        decks=none_left["decks"],
    )
    game.push("buy 3e")
    assert made(game) == ["buy 3e", "pay"]
    assert game.to_play == 1
