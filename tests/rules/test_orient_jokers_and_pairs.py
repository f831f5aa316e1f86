"""The Orient, O1–O7: its decks, joker cards and paired cards."""

from typing import Any

import pytest

from kit.modules import both_editions, orient, set_of
from kit.positions import legal, made, rows, seat
from parure import Game, IllegalMove

# Set-up and display


@pytest.mark.rule("O1")
@both_editions
def test_each_level_has_ten_orient_cards_two_of_them_face_up(edition: int) -> None:
    table = Game(2, "orient", edition, seed=3).snapshot()
    for level in "123":
        face_up = [table["rows"][level + "e"], table["rows"][level + "f"]]
        found = face_up + table["decks"][level + "o"]
        assert sorted(found) == [f"{set_of(edition)}-{level}{n:02}" for n in range(1, 11)]


@pytest.mark.rule("O1")
@both_editions
def test_each_row_shows_four_base_cards_beside_the_orient(edition: int) -> None:
    table = Game(2, "orient", edition, seed=3).snapshot()
    assert len(table["rows"]) == 18
    for level, cards in (("1", 40), ("2", 30), ("3", 20)):
        assert all(table["rows"][level + column].startswith(f"base-{level}") for column in "abcd")
        assert len(table["decks"][level]) == cards - 4


@pytest.mark.rule("O1")
def test_without_the_orient_there_are_twelve_places_and_three_decks() -> None:
    table = Game(2, seed=3).snapshot()
    assert len(table["rows"]) == 12
    assert list(table["decks"]) == ["1", "2", "3"]


@pytest.mark.rule("O2")
def test_an_orient_card_is_replaced_from_its_orient_deck() -> None:
    game = orient(rows={"2e": "o24-201"}, decks={"2": "base-2w1 base-2w2", "2o": "o24-205 o24-204"})
    game.push("reserve 2e")
    assert rows(game)["2e"] == "o24-205"
    assert game.snapshot()["decks"]["2o"] == ["o24-204"]
    assert game.snapshot()["decks"]["2"] == ["base-2w1", "base-2w2"]


@pytest.mark.rule("O2")
def test_a_base_card_is_replaced_from_its_base_deck() -> None:
    game = orient(decks={"2": "base-2w1 base-2w2", "2o": "o24-205 o24-204"})
    game.push("reserve 2a")
    assert rows(game)["2a"] == "base-2w1"
    assert game.snapshot()["decks"]["2o"] == ["o24-205", "o24-204"]


@pytest.mark.rule("O2")
@pytest.mark.parametrize(("place", "empty"), [("2e", "2o"), ("2a", "2")])
def test_a_place_stays_empty_when_its_own_deck_is(place: str, empty: str) -> None:
    game = orient(decks={empty: ""})
    game.push(f"reserve {place}")
    assert rows(game)[place] is None
    assert [name for name, card in rows(game).items() if card is None] == [place]


@pytest.mark.rule("O3")
def test_an_orient_card_is_bought_at_its_price_less_the_bonuses() -> None:
    """The double white card costs 3 green and 4 red."""
    game = orient(
        seats=[{"tokens": "G G R R R", "cards": "base-1g1 base-1r1"}], rows={"2f": "o24-201"}
    )
    game.push("buy 2f")
    assert "o24-201" in seat(game, 0)["cards"]
    assert sum(seat(game, 0)["tokens"].values()) == 0
    assert game.prestige[0] == 1


@pytest.mark.rule("O3")
def test_an_orient_card_is_not_bought_with_a_token_too_few() -> None:
    game = orient(
        seats=[{"tokens": "G G R R", "cards": "base-1g1 base-1r1"}], rows={"2f": "o24-201"}
    )
    assert "buy 2f" not in legal(game)
    with pytest.raises(IllegalMove):
        game.push("buy 2f")


@pytest.mark.rule("O3")
def test_an_orient_card_is_reserved_from_the_row_with_a_gold() -> None:
    game = orient(rows={"3e": "o24-301"})
    game.push("reserve 3e")
    assert seat(game, 0)["hand"] == ["o24-301"]
    assert seat(game, 0)["blind"] == [False]
    assert seat(game, 0)["tokens"]["gold"] == 1


@pytest.mark.rule("O3")
def test_the_top_card_of_an_orient_deck_is_reserved_unseen_and_bought_later() -> None:
    game = orient(seats=[{"tokens": "G G G"}], decks={"1o": "o24-103 o24-102"})
    game.push("reserve deck 1o")
    assert seat(game, 0)["hand"] == ["o24-103"]
    assert game.view(1)["seats"][0]["hand"] == ["?1o"]
    game.push("take W U R")
    game.push("buy hand 1, pay")
    assert seat(game, 0)["cards"] == ["o24-103"]


@pytest.mark.rule("O3")
def test_nothing_is_reserved_from_an_empty_orient_deck() -> None:
    assert "reserve deck 1o" in legal(orient())
    assert "reserve deck 1o" not in legal(orient(decks={"1o": ""}))


# Level 1: joker cards


@pytest.mark.rule("O4")
@both_editions
def test_a_joker_card_gives_no_bonus_and_no_prestige(edition: int) -> None:
    joker = f"{set_of(edition)}-103"
    game = orient(edition, seats=[{"tokens": "G G G"}], rows={"1e": joker})
    game.push("buy 1e")
    assert seat(game, 0)["cards"] == [joker]
    assert not any(seat(game, 0)["bonuses"].values())
    assert game.prestige[0] == 0


@pytest.mark.rule("O4")
@both_editions
def test_a_joker_card_stands_for_two_gold_of_two_colours(edition: int) -> None:
    """The card costs 2 green and 2 black."""
    joker = f"{set_of(edition)}-101"
    game = orient(edition, seats=[{"tokens": "G K", "cards": joker}], rows={"1a": "base-1b3"})
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay joker", "pay gold G", "pay gold K", "pay"]
    assert seat(game, 0)["cards"] == ["base-1b3"]
    assert sum(seat(game, 0)["tokens"].values()) == 0


@pytest.mark.rule("O4")
def test_a_joker_card_stands_for_two_gold_of_one_colour() -> None:
    game = orient(seats=[{"tokens": "K K", "cards": "o24-101"}], rows={"1a": "base-1b3"})
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay joker", "pay gold G", "pay gold G", "pay"]
    assert seat(game, 0)["cards"] == ["base-1b3"]


@pytest.mark.rule("O4")
def test_a_joker_card_does_not_stand_for_three_gold() -> None:
    game = orient(seats=[{"tokens": "K", "cards": "o24-101"}], rows={"1a": "base-1b3"})
    assert "buy 1a" not in legal(game)


@pytest.mark.rule("O4")
def test_a_joker_card_may_be_kept_where_the_tokens_suffice() -> None:
    game = orient(seats=[{"tokens": "G G K K", "cards": "o24-101"}], rows={"1a": "base-1b3"})
    game.push("buy 1a")
    assert legal(game) == ["pay", "pay joker"]
    game.push("pay")
    assert seat(game, 0)["cards"] == ["base-1b3", "o24-101"]


@pytest.mark.rule("O4")
def test_the_virtual_gold_that_is_not_needed_is_lost() -> None:
    game = orient(
        seats=[{"tokens": "G G K U U", "cards": "o24-101"}],
        rows={"1a": "base-1b3", "1b": "base-1w1"},
    )
    game.push("buy 1a, joker, gold K")
    assert seat(game, 0)["cards"] == ["base-1b3"]
    assert seat(game, 0)["tokens"]["gold"] == 0
    assert game.snapshot()["bank"]["gold"] == 5
    game.push("take W G R")
    game.push("buy 1b")  # 3 blue: the bonus and two tokens, no gold
    assert made(game)[-2:] == ["buy 1b", "pay"]


@pytest.mark.rule("O4")
def test_virtual_gold_does_not_outlive_its_purchase() -> None:
    game = orient(
        seats=[{"tokens": "G G K U", "cards": "o24-101"}],
        rows={"1a": "base-1b3", "1b": "base-1w1"},
    )
    game.push("buy 1a, joker, gold K")
    game.push("take W G R")
    assert "buy 1b" not in legal(game)


@pytest.mark.rule("O4")
@pytest.mark.parametrize(
    ("tokens", "asked"), [("W W U U G G R", "action"), ("W W U U G G R R", "return")]
)
def test_a_joker_card_does_not_count_towards_ten_tokens(tokens: str, asked: str) -> None:
    game = orient(seats=[{"tokens": tokens, "cards": "o24-101 o24-102"}])
    game.push("take W U G")
    assert game.decision == asked


@pytest.mark.rule("O5")
@both_editions
def test_a_used_joker_card_leaves_the_game(edition: int) -> None:
    joker = f"{set_of(edition)}-101"
    game = orient(edition, seats=[{"tokens": "G K", "cards": joker}], rows={"1a": "base-1b3"})
    assert joker in str(game.snapshot())
    game.push("buy 1a")
    assert joker not in str(game.snapshot())


@pytest.mark.rule("O5")
def test_several_joker_cards_may_pay_for_one_card() -> None:
    game = orient(seats=[{"tokens": "K", "cards": "o24-101 o24-104"}], rows={"1a": "base-1b3"})
    game.push("buy 1a")
    assert made(game)[1:] == ["pay joker", "pay joker", "pay gold G", "pay gold G", "pay gold K"]
    assert legal(game) == ["pay", "pay gold K"]
    game.push("pay")
    assert seat(game, 0)["cards"] == ["base-1b3"]
    assert sum(seat(game, 0)["tokens"].values()) == 0


@pytest.mark.rule("O5")
def test_the_payments_with_joker_cards_differ_in_what_is_kept() -> None:
    """Due are 2 green and 2 black; gold for three of them comes from jokers and gold tokens."""
    table: dict[str, Any] = {
        "seats": [{"tokens": "G K K gold", "cards": "o24-101 o24-102"}],
        "rows": {"1a": "base-1b3"},
    }
    one = orient(**table)
    one.push("buy 1a, joker, gold G, gold K, gold K")
    assert seat(one, 0)["cards"] == ["base-1b3", "o24-102"]
    assert seat(one, 0)["tokens"] == {"W": 0, "U": 0, "G": 0, "R": 0, "K": 2, "gold": 0}
    two = orient(**table)
    two.push("buy 1a, joker, joker, gold G, gold K, gold K")
    assert seat(two, 0)["cards"] == ["base-1b3"]
    assert seat(two, 0)["tokens"] == {"W": 0, "U": 0, "G": 0, "R": 0, "K": 2, "gold": 1}
    none = orient(**table)
    none.push("buy 1a, gold G")
    assert seat(none, 0)["cards"] == ["base-1b3", "o24-101", "o24-102"]


@pytest.mark.rule("O5")
@pytest.mark.parametrize(
    ("bonus", "legal_after_one"),
    [
        ("base-1g1", ["pay joker", "pay gold W", "pay gold K"]),
        ("base-1k1", ["pay gold W", "pay gold K"]),
    ],
)
def test_each_joker_card_must_cover_a_token(bonus: str, legal_after_one: list[str]) -> None:
    """The card costs 1 white and 2 black. With a bonus of black one joker card covers the rest."""
    game = orient(
        seats=[{"tokens": "W K K", "cards": f"{bonus} o24-101 o24-102"}], rows={"1a": "base-1b2"}
    )
    game.push("buy 1a")
    game.push("pay joker")
    assert legal(game) == legal_after_one


@pytest.mark.rule("O5")
def test_a_joker_card_cannot_pay_where_nothing_is_due() -> None:
    game = orient(seats=[{"cards": "base-1b1 base-1b2 base-1b3 o24-101"}], rows={"1a": "base-1w1"})
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay"]
    assert "o24-101" in seat(game, 0)["cards"]


@pytest.mark.rule("O5")
def test_virtual_gold_is_spent_before_gold_tokens() -> None:
    game = orient(seats=[{"tokens": "K gold gold", "cards": "o24-101"}], rows={"1a": "base-1b3"})
    game.push("buy 1a")
    assert made(game)[1:] == ["pay joker", "pay gold G", "pay gold G", "pay gold K"]
    game.push("pay")
    assert seat(game, 0)["tokens"]["gold"] == 1
    assert game.snapshot()["bank"]["gold"] == 4


# Level 1: paired cards


@pytest.mark.rule("O6")
@both_editions
def test_a_paired_card_becomes_one_of_a_colour_the_buyer_has(edition: int) -> None:
    paired = f"{set_of(edition)}-106"
    game = orient(
        edition,
        seats=[{"tokens": "W W R", "cards": f"base-1w1 base-1r1 {set_of(edition)}-105"}],
        rows={"1e": paired},
    )
    game.push("buy 1e")
    game.push("pay")
    assert game.decision == "pair"
    assert legal(game) == ["pair W", "pair R"]
    game.push("pair R")
    assert seat(game, 0)["paired"] == {paired: ["R", 1]}
    assert seat(game, 0)["bonuses"] == {"W": 1, "U": 0, "G": 0, "R": 2, "K": 0}


@pytest.mark.rule("O6")
def test_a_paired_card_is_paired_before_it_is_replaced() -> None:
    game = orient(
        seats=[{"tokens": "W W R", "cards": "base-1w1 base-1r1"}],
        rows={"1e": "o24-106"},
        decks={"1o": "o24-101"},
    )
    game.push("buy 1e")
    assert rows(game)["1e"] is None
    game.push("pair W")
    assert rows(game)["1e"] == "o24-101"


@pytest.mark.rule("O6")
def test_a_paired_card_keeps_its_colour_when_the_other_card_is_discarded() -> None:
    """Two paired cards are all the white there is; a third is paired with them, then they go."""
    game = orient(
        seats=[
            {
                "tokens": "W W R R",
                "cards": "o24-107 o24-108",
                "paired": {"o24-107": ("W", 1), "o24-108": ("W", 1)},
            }
        ],
        rows={"1e": "o24-106", "3e": "o24-309"},
    )
    game.push("buy 1e")
    assert made(game)[-1] == "pair W"
    game.push("take U G K")
    game.push("buy 3e")
    game.push("discard o24-107")
    game.push("discard o24-108")
    assert seat(game, 0)["paired"] == {"o24-106": ["W", 1]}
    assert seat(game, 0)["bonuses"]["W"] == 1


@pytest.mark.rule("O6")
@pytest.mark.parametrize(("edition", "worth"), [(2017, 1), (2024, 2)])
def test_a_card_paired_with_a_double_card_is_worth_two_in_2024_alone(
    edition: int, worth: int
) -> None:
    which = set_of(edition)
    game = orient(
        edition,
        seats=[{"tokens": "W R R", "cards": f"{which}-201"}],
        rows={"1e": f"{which}-106"},
    )
    game.push("buy 1e")
    assert seat(game, 0)["paired"] == {f"{which}-106": ["W", worth]}
    assert seat(game, 0)["bonuses"]["W"] == 2 + worth


@pytest.mark.rule("O6")
def test_in_2024_a_card_is_paired_with_the_best_of_the_colour() -> None:
    """Whichever came first: a single card, a double card, a paired card worth 1."""
    game = orient(
        seats=[
            {
                "tokens": "R R",
                "cards": "base-1w1 base-1b1 o24-201 o24-206",
                "paired": {"o24-206": ("W", 1)},
            }
        ],
        rows={"1e": "o24-106"},
    )
    game.push("buy 1e")
    game.push("pair W")
    assert seat(game, 0)["paired"] == {"o24-206": ["W", 1], "o24-106": ["W", 2]}


@pytest.mark.rule("O6")
def test_in_2024_a_double_card_of_another_colour_does_not_help() -> None:
    game = orient(seats=[{"tokens": "W R R", "cards": "base-1b1 o24-201"}], rows={"1e": "o24-106"})
    game.push("buy 1e")
    game.push("pair U")
    assert seat(game, 0)["paired"] == {"o24-106": ["U", 1]}


@pytest.mark.rule("O6")
def test_in_2024_a_card_paired_with_a_paired_card_worth_two_is_worth_two() -> None:
    game = orient(
        seats=[{"tokens": "W R R", "cards": "o24-107", "paired": {"o24-107": ("W", 2)}}],
        rows={"1e": "o24-106"},
    )
    game.push("buy 1e")
    assert seat(game, 0)["paired"]["o24-106"] == ["W", 2]
    assert seat(game, 0)["bonuses"]["W"] == 4


@pytest.mark.rule("O7")
@both_editions
def test_a_paired_card_is_not_for_a_player_without_a_bonus(edition: int) -> None:
    """A joker card gives none."""
    which = set_of(edition)
    game = orient(
        edition,
        seats=[{"tokens": "W W W R R", "cards": f"{which}-101", "hand": f"{which}-109"}],
        rows={"1e": f"{which}-106"},
    )
    assert "buy 1e" not in legal(game)
    assert "buy hand 1" not in legal(game)
    assert "reserve 1e" in legal(game)
    with pytest.raises(IllegalMove, match="to pair that card with"):
        game.push("buy 1e")


@pytest.mark.rule("O7")
@both_editions
def test_one_card_with_a_bonus_is_enough_for_a_paired_card(edition: int) -> None:
    which = set_of(edition)
    game = orient(
        edition,
        seats=[{"tokens": "W W W R R", "cards": "base-1k1"}],
        rows={"1e": f"{which}-106"},
    )
    game.push("buy 1e")
    assert seat(game, 0)["paired"] == {f"{which}-106": ["K", 1]}


@pytest.mark.rule("O7", "O14")
def test_a_paired_gift_is_paired_with_the_very_card_that_gives_it() -> None:
    """The gift card, the buyer's first card, costs 6 blue, 3 green and 1 red, and is white."""
    game = orient(
        players=4,
        seats=[{"tokens": "U U U U U U G G G R"}],
        rows={"3e": "o24-301", "2e": "o24-206"},
    )
    game.push("buy 3e")
    game.push("gift 2e")
    assert seat(game, 0)["paired"] == {"o24-206": ["W", 1]}
    assert game.decision == "gift"
