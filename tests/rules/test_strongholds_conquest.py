"""The Strongholds, S8–S11: conquest, and when cards are replaced."""

from typing import Any

import pytest

from kit.modules import both_editions, standing, strongholds
from kit.positions import bonuses, legal, rows, seat

# Conquest


@pytest.mark.rule("S8")
@both_editions
@pytest.mark.parametrize(
    "action", [["take W U G"], ["reserve 3a"], ["reserve deck 2"], ["buy hand 1", "remove 2a"]]
)
def test_after_any_action_a_card_with_all_three_strongholds_may_be_bought(
    edition: int, action: list[str]
) -> None:
    """It costs 3 red."""
    game = strongholds(
        edition,
        seats=[{"tokens": "U U U R R R", "hand": "base-1w1"}],
        rows={"1b": "base-1g1"},
        decks={"1": "base-1k1 base-1k2"},
        on={"1b": (0, 3), "2a": (1, 1)},
    )
    for move in action:
        game.push(move)
    assert game.decision == "conquest"
    assert legal(game) == ["conquer 1b", "decline"]
    game.push("conquer 1b, pay")
    assert "base-1g1" in seat(game, 0)["cards"]
    assert seat(game, 0)["tokens"]["R"] == 0
    assert seat(game, 0)["strongholds"] == 3
    assert game.decision == "stronghold"
    assert rows(game)["1b"] is None
    assert "place 1b" not in legal(game)
    game.push("place 3d")
    assert rows(game)["1b"] == "base-1k1"
    assert standing(game)["3d"] == [0, 1]
    assert game.to_play == 1


@pytest.mark.rule("S8")
@both_editions
def test_a_conquest_may_be_declined(edition: int) -> None:
    game = strongholds(
        edition, seats=[{"tokens": "R R R"}], rows={"1b": "base-1g1"}, on={"1b": (0, 3)}
    )
    game.push("take W U G")
    game.push("decline")
    assert standing(game) == {"1b": [0, 3]}
    assert seat(game, 0)["cards"] == []
    assert seat(game, 0)["tokens"]["R"] == 3
    assert (game.to_play, game.decision) == (1, "action")


@pytest.mark.rule("S8")
@pytest.mark.parametrize(
    ("on", "asked"),
    [
        ({"1b": (0, 3)}, True),
        ({"1b": (0, 2)}, False),
        ({"1b": (0, 2), "2b": (0, 1)}, False),
        ({"1b": (1, 3)}, False),
        ({"1b": (1, 3), "2b": (0, 2), "2c": (0, 1)}, False),
        ({}, False),
    ],
)
def test_a_conquest_needs_all_three_of_ones_own_strongholds_on_the_card(
    on: dict[str, tuple[int, int]], asked: bool
) -> None:
    game = strongholds(
        seats=[{"tokens": "R R R"}], rows={"1b": "base-1g1", "2b": "base-2r6"}, on=on
    )
    game.push("take W U G")
    assert (game.decision == "conquest") is asked


@pytest.mark.rule("S8")
@pytest.mark.parametrize(
    ("has", "asked"),
    [
        ({"tokens": "R R R"}, True),
        ({"tokens": "R R"}, False),
        ({"tokens": "R R gold"}, True),
        ({"tokens": "R R", "cards": "base-1r1"}, True),
        ({"cards": "base-1r1 base-1r2 base-1r3"}, True),
        ({"cards": "base-1r1 base-1r2"}, False),
    ],
)
def test_a_conquest_costs_the_usual_price(has: dict[str, str], asked: bool) -> None:
    game = strongholds(seats=[has], rows={"1b": "base-1g1"}, on={"1b": (0, 3)})
    game.push("take W U G")
    assert (game.decision == "conquest") is asked


@pytest.mark.rule("S8")
def test_the_buyer_chooses_how_to_pay_for_a_conquest() -> None:
    game = strongholds(seats=[{"tokens": "R R R gold"}], rows={"1b": "base-1g1"}, on={"1b": (0, 3)})
    game.push("take W U G")
    game.push("conquer 1b")
    assert game.decision == "payment"
    game.push("pay gold R")
    game.push("place 2a")
    assert seat(game, 0)["tokens"] == {"W": 1, "U": 1, "G": 1, "R": 1, "K": 0, "gold": 0}


@pytest.mark.rule("S8")
@both_editions
def test_the_conquest_comes_before_tokens_are_given_back(edition: int) -> None:
    table: dict[str, Any] = {
        "edition": edition,
        "seats": [{"tokens": "R R R W W U U K K"}],
        "rows": {"1b": "base-1g1"},
        "on": {"1b": (0, 3)},
    }
    game = strongholds(**table)
    game.push("take W U G")
    game.push("conquer 1b")
    game.push("place 3a")
    assert game.to_play == 1
    assert sum(seat(game, 0)["tokens"].values()) == 9
    game = strongholds(**table)
    game.push("take W U G")
    game.push("decline")
    assert (game.to_play, game.decision) == (0, "return")


@pytest.mark.rule("S8")
@both_editions
@pytest.mark.parametrize(
    ("answers", "visited"), [(["conquer 1b", "place 3a"], ["noble-02"]), (["decline"], [])]
)
def test_the_conquest_comes_before_the_nobles(
    edition: int, answers: list[str], visited: list[str]
) -> None:
    """The noble asks for 4 blue and 4 green: the conquered card is the last green one."""
    green = "base-1g2 base-1g3 base-1g4"
    game = strongholds(
        edition,
        nobles="noble-02",
        seats=[{"tokens": "R R R", "cards": f"{bonuses('U4')} {green}"}],
        rows={"1b": "base-1g1"},
        on={"1b": (0, 3)},
    )
    game.push("take W U G")
    for answer in answers:
        game.push(answer)
    assert seat(game, 0)["nobles"] == visited


@pytest.mark.rule("S8")
def test_a_conquest_is_asked_for_in_every_turn_while_the_strongholds_stand() -> None:
    game = strongholds(seats=[{"tokens": "R R R"}], rows={"1b": "base-1g1"}, on={"1b": (0, 3)})
    game.push("take W U G")
    game.push("decline")
    game.push("take W U G")
    game.push("take W U G")
    assert (game.to_play, game.decision) == (0, "conquest")


@pytest.mark.rule("S9")
@both_editions
@pytest.mark.parametrize(
    ("action", "asked"), [("take W U R", True), ("take W U G", False), ("reserve 3a", True)]
)
def test_tokens_of_this_turn_help_to_conquer(edition: int, action: str, asked: bool) -> None:
    """One more red is needed, or the gold of a reservation."""
    game = strongholds(
        edition, seats=[{"tokens": "R R"}], rows={"1b": "base-1g1"}, on={"1b": (0, 3)}
    )
    game.push(action)
    assert (game.decision == "conquest") is asked


@pytest.mark.rule("S9")
@both_editions
@pytest.mark.parametrize(("bought", "asked"), [("base-1r1", True), ("base-1k1", False)])
def test_the_bonus_of_the_card_just_bought_helps_to_conquer(
    edition: int, bought: str, asked: bool
) -> None:
    game = strongholds(
        edition,
        seats=[{"tokens": "W W W G G G R R"}],
        rows={"1a": bought, "1b": "base-1g1"},
        on={"1b": (0, 3), "2a": (1, 1)},
    )
    game.push("buy 1a")
    game.push("remove 2a")
    assert (game.decision == "conquest") is asked


@pytest.mark.rule("S9")
@both_editions
@pytest.mark.parametrize(("third", "asked"), [("place 1b", True), ("place 1c", False)])
def test_the_third_stronghold_may_be_placed_by_the_purchase_of_this_turn(
    edition: int, third: str, asked: bool
) -> None:
    game = strongholds(
        edition,
        seats=[{"tokens": "U U U R R R"}],
        rows={"1a": "base-1w1", "1b": "base-1g1"},
        on={"1b": (0, 2)},
    )
    game.push("buy 1a")
    game.push(third)
    assert (game.decision == "conquest") is asked


# When cards are replaced


EXAMPLE: dict[str, Any] = {
    "seats": [{"tokens": "U U U R R R"}],
    "rows": {"1c": "base-1w1", "1a": "base-1g1"},
    "decks": {"1": "base-1k1 base-1k2 base-1k3"},
    "on": {"1a": (0, 2)},
}
"""The first player has two strongholds on 1a, and can buy 1c as well."""


@pytest.mark.rule("S10", "S9", "S8")
def test_the_conquest_of_2017_finds_the_bought_card_replaced() -> None:
    game = strongholds(2017, **EXAMPLE)
    game.push("buy 1c")
    assert rows(game)["1c"] is None
    game.push("place 1a")
    assert standing(game) == {"1a": [0, 3]}
    assert rows(game)["1c"] == "base-1k1"
    game.push("conquer 1a")
    assert seat(game, 0)["cards"] == ["base-1g1", "base-1w1"]
    assert seat(game, 0)["strongholds"] == 3
    assert standing(game) == {}
    assert "place 1a" not in legal(game)
    game.push("place 1c")
    assert standing(game) == {"1c": [0, 1]}
    assert rows(game)["1c"] == "base-1k1"
    assert rows(game)["1a"] == "base-1k2"
    assert game.to_play == 1


@pytest.mark.rule("S11", "S9", "S8")
def test_the_two_cards_bought_in_a_turn_of_2024_are_replaced_together() -> None:
    """In the order in which they left: the card of the action first."""
    game = strongholds(2024, **EXAMPLE)
    game.push("buy 1c")
    game.push("place 1a")
    assert game.decision == "conquest"
    assert rows(game)["1c"] is None
    game.push("conquer 1a")
    assert seat(game, 0)["cards"] == ["base-1g1", "base-1w1"]
    assert seat(game, 0)["strongholds"] == 3
    assert [rows(game)[place] for place in ("1a", "1c")] == [None, None]
    assert "place 1c" not in legal(game)
    assert "place 1a" not in legal(game)
    game.push("place 2b")
    assert standing(game) == {"2b": [0, 1]}
    assert rows(game)["1c"] == "base-1k1"
    assert rows(game)["1a"] == "base-1k2"
    assert game.to_play == 1


@pytest.mark.rule("S11")
def test_in_2024_the_bought_card_is_replaced_after_a_conquest_is_declined() -> None:
    game = strongholds(2024, **EXAMPLE)
    game.push("buy 1c")
    game.push("place 1a")
    assert rows(game)["1c"] is None
    game.push("decline")
    assert rows(game)["1c"] == "base-1k1"
    assert rows(game)["1a"] == "base-1g1"


@pytest.mark.rule("S11", "S10")
@both_editions
def test_a_card_reserved_as_the_action_is_replaced_before_the_conquest(edition: int) -> None:
    game = strongholds(edition, **{**EXAMPLE, "on": {"1a": (0, 3)}})
    game.push("reserve 1c")
    assert game.decision == "conquest"
    assert rows(game)["1c"] == "base-1k1"
    game.push("conquer 1a")
    game.push("pay")
    assert "place 1c" in legal(game)
    game.push("place 1c")
    assert rows(game)["1a"] == "base-1k2"


@pytest.mark.rule("S10", "S11")
@both_editions
def test_the_last_card_of_a_deck_goes_to_the_card_that_left_first(edition: int) -> None:
    game = strongholds(edition, **{**EXAMPLE, "decks": {"1": "base-1k1"}})
    game.push("buy 1c")
    game.push("place 1a")
    game.push("conquer 1a")
    game.push("place 2b")
    assert rows(game)["1c"] == "base-1k1"
    assert rows(game)["1a"] is None
