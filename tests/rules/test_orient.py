"""The Orient: clauses O1 to O24."""

from typing import Any

import pytest

from parure import Game, IllegalMove
from parure.components import CARDS
from positions import position
from rules import bonuses, legal, made, seat

both_editions = pytest.mark.parametrize("edition", [2017, 2024])


def orient(edition: int = 2024, nobles: str = "", **things: Any) -> Game:
    return position(modules="orient", edition=edition, nobles=nobles, **things)


def set_of(edition: int) -> str:
    """The beginning of the ids of an edition's Orient cards."""
    return f"o{edition % 100}"


def rows(game: Game) -> dict[str, str | None]:
    return game.snapshot()["rows"]


def without_level(level: int) -> dict[str, Any]:
    """A level with no card left, on the table or in its decks."""
    return {
        "rows": {f"{level}{column}": None for column in "abcdef"},
        "decks": {f"{level}": "", f"{level}o": ""},
    }


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
    with pytest.raises(IllegalMove, match="paired"):
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


# Level 3: discard cards


@pytest.mark.rule("O15")
@both_editions
def test_a_discard_card_is_not_paid_for_with_tokens(edition: int) -> None:
    """The white one asks for black (2017) or green (2024) cards."""
    game = orient(
        edition,
        seats=[{"tokens": "W W U U G G R R K K gold gold gold", "cards": "base-1w1 base-1w2"}],
        rows={"3e": f"{set_of(edition)}-306"},
    )
    assert "buy 3e" not in legal(game)
    with pytest.raises(IllegalMove, match="two"):
        game.push("buy 3e")


@pytest.mark.rule("O15")
@both_editions
def test_a_discard_card_is_paid_for_with_cards_alone(edition: int) -> None:
    which = set_of(edition)
    cards = "base-1k1 base-1k2" if edition == 2017 else "base-1g1 base-1g2"
    game = orient(
        edition,
        seats=[{"tokens": "W K G gold", "cards": f"{cards} {which}-101 base-1r1"}],
        rows={"3e": f"{which}-306"},
    )
    game.push("buy 3e")
    game.push(f"discard {cards.split()[0]}")
    assert seat(game, 0)["cards"] == ["base-1r1", f"{which}-101", f"{which}-306"]
    assert seat(game, 0)["tokens"] == {"W": 1, "U": 0, "G": 1, "R": 0, "K": 1, "gold": 1}
    assert seat(game, 0)["bonuses"] == {"W": 1, "U": 0, "G": 0, "R": 1, "K": 0}
    assert game.prestige[0] == 3


@pytest.mark.rule("O15", "O3")
def test_a_discard_card_may_be_reserved_and_paid_for_from_the_hand() -> None:
    game = orient(seats=[{"hand": "o24-306", "cards": "base-1g1 base-1g2"}])
    game.push("buy hand 1")
    game.push("discard base-1g1")
    assert seat(game, 0)["cards"] == ["o24-306"]
    assert seat(game, 0)["hand"] == []


@pytest.mark.rule("O16", "O17")
@pytest.mark.parametrize(
    ("edition", "black", "can_buy"),
    [
        (2017, "base-1k1", False),
        (2017, "base-1k1 base-1k2", True),
        (2017, "o17-205", True),
        (2024, "base-1k1", False),
        (2024, "base-1k1 base-1k2", True),
        (2024, "o24-205", False),
        (2024, "o24-205 base-1k1", True),
    ],
)
def test_the_price_is_two_bonuses_in_2017_and_two_cards_in_2024(
    edition: int, black: str, can_buy: bool
) -> None:
    """The card that asks for black is the white one in 2017, the green one in 2024."""
    card = "o17-306" if edition == 2017 else "o24-308"
    game = orient(edition, seats=[{"cards": black}], rows={"3e": card})
    assert ("buy 3e" in legal(game)) is can_buy


@pytest.mark.rule("O16")
def test_in_2017_a_double_card_alone_pays_the_price() -> None:
    game = orient(2017, seats=[{"cards": "o17-205"}], rows={"3e": "o17-306"})
    game.push("buy 3e")
    assert made(game) == ["buy 3e", "discard o17-205"]
    assert seat(game, 0)["cards"] == ["o17-306"]
    assert seat(game, 0)["bonuses"] == {"W": 1, "U": 0, "G": 0, "R": 0, "K": 0}


@pytest.mark.rule("O17")
def test_in_2024_a_double_card_is_one_of_the_two_cards() -> None:
    game = orient(seats=[{"cards": "o24-205 base-1k1"}], rows={"3e": "o24-308"})
    game.push("buy 3e")
    game.push("discard o24-205")
    assert seat(game, 0)["cards"] == ["o24-308"]
    assert seat(game, 0)["bonuses"] == {"W": 0, "U": 0, "G": 1, "R": 0, "K": 0}


@pytest.mark.rule("O17", "O18")
def test_in_2024_a_paired_card_worth_two_is_one_of_the_two_cards() -> None:
    game = orient(
        seats=[{"cards": "o24-205 o24-106", "paired": {"o24-106": ("K", 2)}}],
        rows={"3e": "o24-308"},
    )
    game.push("buy 3e")
    assert made(game) == ["buy 3e", "discard o24-106", "discard o24-205"]


@pytest.mark.rule("O18")
@both_editions
def test_paired_cards_of_the_colour_are_discarded_first(edition: int) -> None:
    which = set_of(edition)
    game = orient(
        edition,
        seats=[
            {
                "cards": f"base-1k1 base-1k2 {which}-106 {which}-107",
                "paired": {f"{which}-106": ("K", 1), f"{which}-107": ("W", 1)},
            }
        ],
        rows={"3e": "o17-306" if edition == 2017 else "o24-308"},
    )
    game.push("buy 3e")
    assert made(game)[-1] == f"discard {which}-106"
    assert game.decision == "discard"
    assert legal(game) == ["discard base-1k1", "discard base-1k2"]
    game.push("discard base-1k2")
    assert game.to_play == 1
    assert {"base-1k1", f"{which}-107"} < set(seat(game, 0)["cards"])


@pytest.mark.rule("O18")
def test_among_several_paired_cards_the_player_chooses() -> None:
    pairs = {"o24-106": ("K", 1), "o24-107": ("K", 1), "o24-207": ("K", 1)}
    game = orient(
        seats=[{"cards": "base-1k1 " + " ".join(pairs), "paired": pairs}], rows={"3e": "o24-308"}
    )
    game.push("buy 3e")
    assert legal(game) == ["discard o24-106", "discard o24-107", "discard o24-207"]
    game.push("discard o24-207")
    assert legal(game) == ["discard o24-106", "discard o24-107"]
    game.push("discard o24-106")
    assert seat(game, 0)["cards"] == ["base-1k1", "o24-107", "o24-308"]


@pytest.mark.rule("O18")
@both_editions
def test_reserved_cards_cannot_be_discarded(edition: int) -> None:
    card = "o17-306" if edition == 2017 else "o24-308"
    game = orient(
        edition, seats=[{"cards": "base-1k1", "hand": "base-1k2 base-1k3"}], rows={"3e": card}
    )
    assert "buy 3e" not in legal(game)
    game = orient(
        edition,
        seats=[{"cards": "base-1k1 base-1k4 base-1k5", "hand": "base-1k2"}],
        rows={"3e": card},
    )
    game.push("buy 3e")
    assert legal(game) == ["discard base-1k1", "discard base-1k4", "discard base-1k5"]


@pytest.mark.rule("O19")
def test_in_2017_a_single_card_and_then_a_double_card_may_go() -> None:
    game = orient(2017, seats=[{"cards": "base-1k1 o17-205"}], rows={"3e": "o17-306"})
    game.push("buy 3e")
    assert legal(game) == ["discard base-1k1", "discard o17-205"]
    game.push("discard base-1k1")
    assert made(game)[-1] == "discard o17-205"
    assert seat(game, 0)["cards"] == ["o17-306"]


@pytest.mark.rule("O19")
def test_in_2017_nothing_more_goes_once_two_bonuses_are_gone() -> None:
    game = orient(2017, seats=[{"cards": "base-1k1 base-1k2 o17-205"}], rows={"3e": "o17-306"})
    game.push("buy 3e")
    game.push("discard o17-205")
    assert seat(game, 0)["cards"] == ["base-1k1", "base-1k2", "o17-306"]
    assert game.to_play == 1


@pytest.mark.rule("O19", "O18")
def test_in_2017_after_a_paired_card_a_single_or_a_double_card_goes() -> None:
    table: dict[str, Any] = {
        "edition": 2017,
        "seats": [{"cards": "base-1k1 o17-205 o17-106", "paired": {"o17-106": ("K", 1)}}],
        "rows": {"3e": "o17-306"},
    }
    game = orient(**table)
    game.push("buy 3e")
    assert made(game)[-1] == "discard o17-106"
    game.push("discard base-1k1")
    assert seat(game, 0)["cards"] == ["o17-205", "o17-306"]
    game = orient(**table)
    game.push("buy 3e")
    game.push("discard o17-205")
    assert seat(game, 0)["cards"] == ["base-1k1", "o17-306"]


@pytest.mark.rule("O20")
@both_editions
def test_discarded_cards_leave_with_bonuses_and_prestige_but_nobles_stay(edition: int) -> None:
    game = orient(
        edition,
        seats=[{"cards": "base-2k6 base-3k4 base-2k3", "nobles": "noble-05"}],
        rows={"3e": "o17-306" if edition == 2017 else "o24-308"},
    )
    assert game.prestige[0] == 3 + 5 + 2 + 3
    game.push("buy 3e")
    game.push("discard base-3k4")
    game.push("discard base-2k6")
    assert game.prestige[0] == 2 + 3 + 3
    assert seat(game, 0)["bonuses"]["K"] == 1
    assert seat(game, 0)["nobles"] == ["noble-05"]
    assert "base-3k4" not in str(game.snapshot())
    assert "base-2k6" not in str(game.snapshot())


@pytest.mark.rule("O21")
@both_editions
@pytest.mark.parametrize("source", ["3e", "hand 1"])
def test_the_discard_card_is_not_there_while_its_price_is_paid(edition: int, source: str) -> None:
    card = "o17-306" if edition == 2017 else "o24-308"
    cards = "base-1k1 base-1k2 base-1k3"
    game = (
        orient(edition, seats=[{"cards": cards, "hand": card}])
        if source == "hand 1"
        else orient(edition, seats=[{"cards": cards}], rows={"3e": card})
    )
    game.push(f"buy {source}")
    assert game.decision == "discard"
    assert card not in seat(game, 0)["cards"]
    assert card in (seat(game, 0)["hand"] if source == "hand 1" else rows(game).values())
    assert game.prestige[0] == 0
    game.push("discard base-1k1")
    game.push("discard base-1k2")
    assert seat(game, 0)["cards"] == ["base-1k3", card]
    assert game.prestige[0] == 3


# Counting


@pytest.mark.rule("O22", "O23")
@pytest.mark.parametrize(
    ("edition", "white", "visited"),
    [
        (2017, "o17-201 base-1w1", False),
        (2017, "o17-201 base-1w1 base-1w2", True),
        (2024, "o24-201 base-1w1 base-1w2", False),
        (2024, "o24-201 base-1w1 base-1w2 base-1w3", True),
    ],
)
def test_a_noble_counts_a_double_card_as_two_in_2017_and_as_one_in_2024(
    edition: int, white: str, visited: bool
) -> None:
    """The noble asks for 4 white and 4 black."""
    game = orient(
        edition,
        nobles="noble-05",
        seats=[{"cards": f"{white} {bonuses('K4')}"}],
    )
    game.push("reserve 3a")
    assert seat(game, 0)["nobles"] == (["noble-05"] if visited else [])


@pytest.mark.rule("O23", "O6")
def test_in_2024_a_paired_card_worth_two_is_one_card_for_a_noble() -> None:
    black = bonuses("K4")
    paired = {"o24-106": ("W", 2)}
    for white, visited in (("o24-201 base-1w1", []), ("o24-201 base-1w1 base-1w2", ["noble-05"])):
        game = orient(
            nobles="noble-05", seats=[{"cards": f"{white} o24-106 {black}", "paired": paired}]
        )
        game.push("reserve 3a")
        assert seat(game, 0)["nobles"] == visited


FOUR_CARDS = "base-3w4 base-3b4 base-3k2 base-2w1"
"""15 prestige with 4 cards."""


def last_turn(seats: list[dict[str, Any]], **things: Any) -> Game:
    """Seat 1 plays the last turn of a round."""
    return orient(seats=seats, to_play=1, **things)


@pytest.mark.rule("O24")
@pytest.mark.parametrize(("more", "winners"), [("", (0, 1)), (" base-1w1", (0,))])
def test_for_a_tie_a_double_card_is_one_card(more: str, winners: tuple[int, ...]) -> None:
    """The double card, which costs 3 red and 4 black, brings seat 1 its fifteenth point."""
    game = last_turn(
        [
            {"cards": FOUR_CARDS},
            {"tokens": "R R K K K", "cards": "base-3g4 base-3r4 base-3k3" + more},
        ],
        rows={"2e": "o24-202"},
    )
    game.push("buy 2e")
    assert game.prestige == [15, 15]
    assert game.is_over
    assert game.winners == winners


@pytest.mark.rule("O24")
@pytest.mark.parametrize(("more", "winners"), [("", (0,)), (" base-1w1", (0, 1))])
def test_for_a_tie_a_gift_counts(more: str, winners: tuple[int, ...]) -> None:
    """The paired card brings the fifteenth point to seat 1, and with its gift a fifth card."""
    game = last_turn(
        [
            {"cards": FOUR_CARDS + more},
            {"tokens": "W W W W U U U", "cards": "base-3g4 base-3r4 base-3k3"},
        ],
        rows={"2e": "o24-206", "1a": "base-1g1"},
    )
    game.push("buy 2e")
    game.push("pair K")
    game.push("gift 1a")
    assert game.prestige == [15, 15]
    assert game.winners == winners


@pytest.mark.rule("O24")
@pytest.mark.parametrize(("more", "winners"), [("", (0, 1)), (" base-1w3", (0,))])
def test_for_a_tie_discarded_cards_no_longer_count(more: str, winners: tuple[int, ...]) -> None:
    """Seat 1 discards two white cards for 3 prestige, and is left with 4 cards and 15 prestige."""
    game = last_turn(
        [
            {"cards": FOUR_CARDS},
            {"cards": "base-3g4 base-3r4 base-2k3 base-1w1 base-1w2" + more},
        ],
        rows={"3e": "o24-309"},
    )
    game.push("buy 3e")
    game.push("discard base-1w1, discard base-1w2" if more else "discard base-1w1")
    assert game.prestige == [15, 15]
    assert game.winners == winners
