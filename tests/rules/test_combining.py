"""Modules together, M1–M9: which of them, and what each does to the others."""

from itertools import combinations
from typing import Any

import pytest

from kit.modules import asked, combined
from kit.positions import bonuses, legal, made, rows, seat
from parure import Game
from parure.rules import MODULES

ALONE = [(module,) for module in MODULES]


TOGETHER = [modules for size in (2, 3, 4) for modules in combinations(MODULES, size)]


# Which modules


@pytest.mark.rule("M1")
@pytest.mark.parametrize("modules", TOGETHER)
def test_the_modules_of_2017_are_not_combined(modules: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"one module at a time.*2024"):
        Game(2, modules, 2017)


@pytest.mark.rule("M1")
@pytest.mark.parametrize("modules", ALONE)
def test_each_module_of_2017_is_played_alone(modules: tuple[str, ...]) -> None:
    assert Game(2, modules, 2017, seed=1).rules.modules == modules


@pytest.mark.rule("M1")
@pytest.mark.parametrize("modules", ALONE + TOGETHER)
def test_the_modules_of_2024_are_combined_at_will(modules: tuple[str, ...]) -> None:
    game = Game(2, modules, seed=1)
    assert game.rules.modules == modules
    assert ("1e" in rows(game)) is ("orient" in modules)
    assert (seat(game, 0)["strongholds"] == 3) is ("strongholds" in modules)
    assert (len(game.snapshot()["cities"]) == 3) is ("cities" in modules)


@pytest.mark.rule("M2")
@pytest.mark.parametrize("modules", ALONE + TOGETHER)
def test_there_are_nobles_or_cities(modules: tuple[str, ...]) -> None:
    table = Game(3, modules, seed=1).snapshot()
    counts = (len(table["nobles"]), len(table["cities"]))
    assert counts == ((0, 3) if "cities" in modules else (4, 0))


FOUR_GREEN = "base-3g1 base-3g2 base-3g3 base-3g4"
"""16 prestige. A post asks for five green, a city for 17 prestige."""


@pytest.mark.rule("M2", "T1", "T11")
@pytest.mark.parametrize(("fifth", "is_over"), [("base-1g1", True), ("base-1k1", False)])
def test_the_prestige_of_a_post_won_this_turn_counts_for_a_city(fifth: str, is_over: bool) -> None:
    game = combined(
        "cities",
        "trading_posts",
        cities="city24-3a",
        seats=[{}, {"cards": f"{FOUR_GREEN} {fifth}"}],
        to_play=1,
    )
    assert game.prestige[1] == 16
    game.push("take W U G")
    assert game.is_over is is_over
    assert made(game)[1:] == (["post tp24-5"] if is_over else [])
    assert game.winners == ((1,) if is_over else ())


# The Orient with the posts


@pytest.mark.rule("M3")
@pytest.mark.parametrize("deck", ["1o", "2o", "3o"])
def test_the_post_that_looks_at_two_cards_holds_for_the_orient_decks(deck: str) -> None:
    first, second, third = (f"o24-{deck[0]}0{number}" for number in (3, 2, 1))
    game = combined(
        "trading_posts",
        "orient",
        seats=[{"posts": "tp24-4"}],
        decks={deck: f"{first} {second} {third}"},
    )
    game.push(f"reserve deck {deck}")
    assert game.decision == "keep"
    assert legal(game) == [f"keep {second}", f"keep {first}"]
    game.push(f"keep {second}")
    assert seat(game, 0)["hand"] == [second]
    assert seat(game, 0)["blind"] == [True]
    assert game.snapshot()["decks"][deck] == [third, first]


@pytest.mark.rule("M3")
def test_without_that_post_the_top_card_of_an_orient_deck_is_reserved() -> None:
    game = combined(
        "trading_posts", "orient", seats=[{"posts": "tp24-3"}], decks={"2o": "o24-203 o24-202"}
    )
    game.push("reserve deck 2o")
    assert seat(game, 0)["hand"] == ["o24-203"]
    assert game.to_play == 1


@pytest.mark.rule("M4")
def test_each_virtual_gold_is_worth_two_tokens_with_the_post_of_gold() -> None:
    """The card costs 2 white and 2 green."""
    game = combined(
        "trading_posts",
        "orient",
        seats=[{"cards": "o24-101", "posts": "tp24-3"}],
        rows={"1a": "base-1k3"},
    )
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay joker", "pay gold W", "pay gold G", "pay"]
    assert seat(game, 0)["cards"] == ["base-1k3"]


@pytest.mark.rule("M4")
@pytest.mark.parametrize(
    ("card", "posts", "can_buy"),
    [
        ("base-1r8", "tp24-3", True),  # 4 white
        ("base-1r8", "", False),
        ("base-1k3", "", False),  # 2 white, 2 green
        ("base-1w6", "tp24-3", False),  # 1 each of four colours
        ("base-1g2", "tp24-3", True),  # 2 white, 1 blue: one of four is lost
    ],
)
def test_a_joker_card_with_the_post_of_gold_covers_twice_two_of_a_colour(
    card: str, posts: str, can_buy: bool
) -> None:
    game = combined(
        "trading_posts", "orient", seats=[{"cards": "o24-101", "posts": posts}], rows={"1a": card}
    )
    assert ("buy 1a" in legal(game)) is can_buy


@pytest.mark.rule("M4")
def test_a_virtual_gold_of_two_may_go_with_a_gold_token_of_two() -> None:
    """6 white are due: three times two, of which the joker card is the first two."""
    game = combined(
        "trading_posts",
        "orient",
        seats=[{"tokens": "gold gold", "cards": "o24-101", "posts": "tp24-3"}],
        rows={"2a": "base-2w6"},
    )
    game.push("buy 2a")
    assert made(game) == ["buy 2a", "pay joker", *["pay gold W"] * 3, "pay"]
    assert seat(game, 0)["tokens"]["gold"] == 1
    assert seat(game, 0)["cards"] == ["base-2w6"]


@pytest.mark.rule("M5", "T1")
def test_a_post_is_kept_with_its_power_when_its_cards_are_discarded() -> None:
    """The post asks for 2 white, and gives a third token."""
    game = combined(
        "trading_posts",
        "orient",
        seats=[{"cards": "base-1w1 base-1w2", "posts": "tp24-2"}],
        rows={"3e": "o24-309"},
    )
    game.push("buy 3e")
    game.push("discard base-1w1")
    assert seat(game, 0)["bonuses"]["W"] == 0
    assert seat(game, 0)["posts"] == ["tp24-2"]
    game.push("take U G K")
    game.push("take R R")
    assert game.decision == "gain"


@pytest.mark.rule("M5")
def test_a_post_not_yet_won_is_not_won_with_cards_that_were_discarded() -> None:
    game = combined(
        "trading_posts",
        "orient",
        seats=[{"cards": "base-1w1 base-1w2 base-1w3"}],
        rows={"3e": "o24-309"},
    )
    game.push("buy 3e")
    game.push("discard base-1w1, discard base-1w2")
    assert game.to_play == 1
    assert seat(game, 0)["posts"] == []


@pytest.mark.rule("O23", "T11")
@pytest.mark.parametrize(("white", "posts"), [("o24-201", []), ("o24-201 base-1w1", ["tp24-2"])])
def test_a_post_counts_a_double_card_as_one(white: str, posts: list[str]) -> None:
    game = combined("trading_posts", "orient", seats=[{"cards": white}])
    game.push("take W U G")
    assert seat(game, 0)["posts"] == posts


@pytest.mark.rule("O23", "C2")
@pytest.mark.parametrize(("more", "is_over"), [("", False), (" base-1w1", True)])
def test_a_city_counts_a_double_card_as_one(more: str, is_over: bool) -> None:
    """The city asks for 13 prestige, 4 white and 3 red."""
    cards = "base-3w4 base-3w3 o24-201 base-3r1 base-1r1 base-1r2" + more
    game = combined("cities", "orient", cities="city24-7b", seats=[{}, {"cards": cards}], to_play=1)
    assert seat(game, 1)["prestige"] == 13
    assert seat(game, 1)["bonuses"]["W"] >= 4
    game.push("take W U G")
    assert game.is_over is is_over


# The token of a purchase (T4)


WITH_A_GIFT: dict[str, Any] = {
    "seats": [{"tokens": "W W W W U U U", "cards": "base-1k1", "posts": "tp24-1"}],
    "rows": {"2e": "o24-206", "1c": "base-1r1"},
    "decks": {"1": "base-1g1 base-1g2", "2o": "o24-202"},
}
"""2e can be bought, is paired with the black card, and gives a level-1 card."""


WITH_A_GIFT_ALONE: dict[str, Any] = {
    **WITH_A_GIFT,
    "seats": [{"tokens": "W W W W U U U", "cards": "base-1k1"}],
}
"""The same without a post."""


@pytest.mark.rule("M6")
def test_a_purchase_with_a_gift_gives_one_token_after_the_gift() -> None:
    game = combined("trading_posts", "orient", **WITH_A_GIFT)
    game.push("buy 2e")
    game.push("gift 1c")
    assert game.decision == "gain"
    assert [rows(game)[place] for place in ("2e", "1c")] == [None, None]
    game.push("gain W")
    assert asked(game) == ["action", "payment", "pair", "gift", "gain"]
    assert sum(seat(game, 0)["tokens"].values()) == 1
    assert [rows(game)[place] for place in ("2e", "1c")] == ["o24-202", "base-1g1"]


@pytest.mark.rule("M6")
def test_a_discard_card_is_a_purchase_that_gives_a_token() -> None:
    game = combined(
        "trading_posts",
        "orient",
        seats=[{"cards": "base-1w1 base-1w2", "posts": "tp24-1"}],
        rows={"3e": "o24-309"},
    )
    game.push("buy 3e")
    game.push("discard base-1w1")
    assert game.decision == "gain"


TWO_PURCHASES: dict[str, Any] = {
    "seats": [{"tokens": "U U U R R", "posts": "tp24-1"}],
    "rows": {"1a": "base-1w1", "1b": "base-1g1"},
    "strongholds": {"1b": (0, 2)},
}
"""1a costs 3 blue. 1b costs 3 red, one more than there is."""


@pytest.mark.rule("M6")
def test_the_token_of_the_purchase_helps_to_pay_for_the_conquest_which_gives_another() -> None:
    game = combined("trading_posts", "strongholds", **TWO_PURCHASES)
    game.push("buy 1a")
    game.push("gain R")
    game.push("place 1b")
    game.push("conquer 1b")
    assert seat(game, 0)["tokens"]["R"] == 0
    assert game.decision == "gain"
    game.push("gain K")
    game.push("place 3a")
    assert asked(game).count("gain") == 2
    assert seat(game, 0)["cards"] == ["base-1g1", "base-1w1"]
    assert seat(game, 0)["tokens"] == {"W": 0, "U": 0, "G": 0, "R": 0, "K": 1, "gold": 0}


@pytest.mark.rule("M6")
def test_another_token_does_not_help_to_conquer() -> None:
    game = combined("trading_posts", "strongholds", **TWO_PURCHASES)
    game.push("buy 1a")
    game.push("gain W")
    game.push("place 1b")
    assert game.to_play == 1


# The Orient with the strongholds


@pytest.mark.rule("M7")
def test_strongholds_may_stand_on_orient_cards() -> None:
    game = combined(
        "orient",
        "strongholds",
        seats=[{"tokens": "U U U"}],
        rows={"1a": "base-1w1"},
        strongholds={"2e": (1, 1), "3e": (0, 1)},
    )
    assert "reserve 3e" in legal(game)
    assert "reserve 2e" not in legal(game)
    game.push("buy 1a")
    assert "place 2e" not in legal(game)
    assert {"place 2f", "place 3e", "move 3e 1f", "remove 2e"} < set(legal(game))
    game.push("place 3e")
    assert game.snapshot()["strongholds"] == {"2e": [1, 1], "3e": [0, 2]}


@pytest.mark.rule("M7", "O15")
@pytest.mark.parametrize(
    ("cards", "can_conquer"), [("base-1w1 base-1w2", True), ("base-1w1 base-1k1", False)]
)
def test_a_discard_card_is_conquered_at_its_own_price(cards: str, can_conquer: bool) -> None:
    game = combined(
        "orient",
        "strongholds",
        seats=[{"cards": cards, "tokens": "W W R R gold"}],
        rows={"3e": "o24-309"},
        strongholds={"3e": (0, 3)},
    )
    game.push("take U G K")
    assert (game.decision == "conquest") is can_conquer
    if can_conquer:
        game.push("conquer 3e")
        game.push("discard base-1w2")
        assert made(game)[1:] == ["conquer 3e", "discard base-1w2", "discard base-1w1"]
        assert seat(game, 0)["cards"] == ["o24-309"]
        assert game.decision == "stronghold"


@pytest.mark.rule("O5", "S8")
def test_a_joker_card_may_pay_for_a_conquest() -> None:
    game = combined(
        "orient",
        "strongholds",
        seats=[{"cards": "o24-101", "tokens": "R"}],
        rows={"1b": "base-1g1"},
        strongholds={"1b": (0, 3)},
    )
    game.push("take W U G")
    game.push("conquer 1b")
    assert made(game)[2:] == ["pay joker", "pay gold R", "pay gold R", "pay"]
    assert seat(game, 0)["cards"] == ["base-1g1"]


@pytest.mark.rule("O7", "S9", "M7")
@pytest.mark.parametrize(("bought", "can_conquer"), [("base-1k1", True), ("o24-103", False)])
def test_a_paired_card_is_conquered_once_there_is_a_bonus(bought: str, can_conquer: bool) -> None:
    """Both cards cost 3 green, but one of them is a joker card. The paired one: 3 white, 2 red."""
    place = "1f" if bought.startswith("o24") else "1a"
    game = combined(
        "orient",
        "strongholds",
        seats=[{"tokens": "G G G W W W R R"}],
        rows={place: bought, "1e": "o24-106"},
        strongholds={"1e": (0, 2)},
    )
    game.push(f"buy {place}")
    game.push("place 1e")
    assert (game.decision == "conquest") is can_conquer


@pytest.mark.rule("M8")
def test_a_card_with_anothers_stronghold_is_no_gift() -> None:
    game = combined("orient", "strongholds", **WITH_A_GIFT_ALONE, strongholds={"1c": (1, 1)})
    game.push("buy 2e")
    assert legal(game) == ["gift 1a", "gift 1b", "gift 1d", "gift 1e", "gift 1f"]


@pytest.mark.rule("M8", "O9")
def test_there_is_no_gift_where_others_hold_all_cards_of_the_level() -> None:
    empty: dict[str, str | None] = dict.fromkeys(["1b", "1d", "1e", "1f"])
    game = combined(
        "orient",
        "strongholds",
        seats=WITH_A_GIFT_ALONE["seats"],
        rows={**WITH_A_GIFT_ALONE["rows"], **empty},
        decks={"1": "", "1o": ""},
        strongholds={"1a": (1, 2), "1c": (1, 1)},
    )
    game.push("buy 2e")
    assert game.decision == "stronghold"
    assert "gift" not in asked(game)


@pytest.mark.rule("M8")
def test_ones_own_strongholds_on_a_gift_come_back() -> None:
    game = combined("orient", "strongholds", **WITH_A_GIFT_ALONE, strongholds={"1c": (0, 3)})
    game.push("buy 2e")
    game.push("gift 1c")
    assert game.decision == "stronghold"
    assert seat(game, 0)["strongholds"] == 3
    assert game.snapshot()["strongholds"] == {}
    assert not any(move.startswith("move") for move in legal(game))


@pytest.mark.rule("M9")
def test_a_purchase_with_a_gift_gives_one_stronghold_after_the_gift() -> None:
    game = combined("orient", "strongholds", **WITH_A_GIFT_ALONE)
    game.push("buy 2e")
    game.push("gift 1c")
    assert game.decision == "stronghold"
    assert "place 1c" not in legal(game)
    assert "place 2e" not in legal(game)
    game.push("place 3a")
    assert asked(game) == ["action", "payment", "pair", "gift", "stronghold"]
    assert game.snapshot()["strongholds"] == {"3a": [0, 1]}
    assert game.to_play == 1


@pytest.mark.rule("M9")
def test_a_chain_of_gifts_gives_one_stronghold() -> None:
    game = combined(
        "orient",
        "strongholds",
        seats=[{"cards": bonuses("W6 U3 G1")}],
        rows={"3e": "o24-305", "2e": "o24-206"},
    )
    game.push("buy 3e")
    game.push("gift 2e")
    game.push("pair W")
    game.push("gift 1a")
    game.push("place 3a")
    assert asked(game).count("stronghold") == 1
    assert game.to_play == 1
