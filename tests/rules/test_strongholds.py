"""The Strongholds: clauses S1 to S11."""

from typing import Any

import pytest

from parure import Game, IllegalMove
from positions import position
from rules import bonuses, legal, made, seat

both_editions = pytest.mark.parametrize("edition", [2017, 2024])

PLACES = [f"{level}{column}" for level in "123" for column in "abcd"]

NO_CARDS: dict[str, str | None] = dict.fromkeys(PLACES)
NO_DECKS = {"1": "", "2": "", "3": ""}


def strongholds(
    edition: int = 2024,
    nobles: str = "",
    on: dict[str, tuple[int, int]] | None = None,
    **things: Any,
) -> Game:
    """A position with (seat, number) strongholds on places."""
    return position(modules="strongholds", edition=edition, nobles=nobles, strongholds=on, **things)


def standing(game: Game) -> dict[str, list[int]]:
    """The strongholds on the table: [seat, number] by place."""
    return game.snapshot()["strongholds"]


def rows(game: Game) -> dict[str, str | None]:
    return game.snapshot()["rows"]


def starting_with(game: Game, verb: str) -> list[str]:
    return [move for move in legal(game) if move.startswith(verb)]


@pytest.mark.rule("S1")
@both_editions
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_three_strongholds(edition: int, players: int) -> None:
    game = Game(players, "strongholds", edition, seed=1)
    assert [seat(game, number)["strongholds"] for number in range(players)] == [3] * players
    assert standing(game) == {}


@pytest.mark.rule("S1")
def test_without_the_module_there_are_no_strongholds() -> None:
    assert seat(Game(2, seed=1), 0)["strongholds"] == 0


# What a purchase asks for


@pytest.mark.rule("S2")
@both_editions
def test_after_paying_the_buyer_places_a_stronghold_before_the_card_is_replaced(
    edition: int,
) -> None:
    game = strongholds(
        edition,
        seats=[{"tokens": "U U U"}],
        rows={"1a": "base-1w1"},
        decks={"1": "base-1k1 base-1k2"},
    )
    game.push("buy 1a")
    assert game.decision == "stronghold"
    assert seat(game, 0)["cards"] == ["base-1w1"]
    assert seat(game, 0)["tokens"]["U"] == 0
    assert rows(game)["1a"] is None
    assert legal(game) == [f"place {place}" for place in PLACES if place != "1a"]
    game.push("place 3d")
    assert rows(game)["1a"] == "base-1k1"
    assert standing(game) == {"3d": [0, 1]}
    assert seat(game, 0)["strongholds"] == 2
    assert game.to_play == 1


@pytest.mark.rule("S2")
@both_editions
def test_a_purchase_from_the_hand_asks_for_a_stronghold_too(edition: int) -> None:
    game = strongholds(edition, seats=[{"tokens": "U U U", "hand": "base-1w1"}])
    game.push("buy hand 1")
    assert game.decision == "stronghold"
    assert legal(game) == [f"place {place}" for place in PLACES]


@pytest.mark.rule("S2")
@pytest.mark.parametrize("action", ["take W U G", "take R R", "reserve 1a", "reserve deck 2"])
def test_no_other_action_asks_for_a_stronghold(action: str) -> None:
    game = strongholds(on={"2a": (1, 1)})
    game.push(action)
    assert (game.to_play, game.decision) == (1, "action")
    assert standing(game) == {"2a": [1, 1]}


@pytest.mark.rule("S2")
def test_a_stronghold_may_be_moved_though_there_is_one_to_place() -> None:
    game = strongholds(
        seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"2a": (0, 1), "2b": (0, 1)}
    )
    game.push("buy 1a")
    assert len(starting_with(game, "place")) == 11
    assert len(starting_with(game, "move 2a")) == 10
    assert "move 2a 2b" in legal(game)
    assert "move 2a 2a" not in legal(game)
    assert "move 2a 1a" not in legal(game)
    game.push("move 2a 3c")
    assert standing(game) == {"2b": [0, 1], "3c": [0, 1]}
    assert seat(game, 0)["strongholds"] == 1


@pytest.mark.rule("S2")
def test_with_none_left_to_place_a_stronghold_is_moved() -> None:
    game = strongholds(
        seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"2a": (0, 2), "2b": (0, 1)}
    )
    game.push("buy 1a")
    assert starting_with(game, "place") == []
    game.push("move 2a 3c")
    assert standing(game) == {"2a": [0, 1], "2b": [0, 1], "3c": [0, 1]}


@pytest.mark.rule("S2")
@both_editions
def test_another_players_stronghold_may_be_removed_and_goes_back_to_its_owner(edition: int) -> None:
    game = strongholds(
        edition, seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"2a": (1, 1)}
    )
    game.push("buy 1a")
    game.push("remove 2a")
    assert standing(game) == {}
    assert [seat(game, number)["strongholds"] for number in (0, 1)] == [3, 3]


@pytest.mark.rule("S2")
def test_ones_own_stronghold_is_not_removed() -> None:
    game = strongholds(seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"2a": (0, 1)})
    game.push("buy 1a")
    assert starting_with(game, "remove") == []


@pytest.mark.rule("S2")
@both_editions
def test_nothing_is_done_where_no_card_is_left(edition: int) -> None:
    game = strongholds(
        edition,
        seats=[{"tokens": "U U U"}],
        rows={**NO_CARDS, "1a": "base-1w1"},
        decks=NO_DECKS,
    )
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay"]
    assert game.to_play == 1
    assert seat(game, 0)["strongholds"] == 3


@pytest.mark.rule("S2", "S4", "S5")
@pytest.mark.parametrize(("edition", "done"), [(2017, ["remove 1b"]), (2024, [])])
def test_two_strongholds_of_another_on_the_last_card_leave_only_2017_a_choice(
    edition: int, done: list[str]
) -> None:
    game = strongholds(
        edition,
        seats=[{"tokens": "U U U"}],
        rows={**NO_CARDS, "1a": "base-1w1", "1b": "base-1r1"},
        decks=NO_DECKS,
        on={"1b": (1, 2)},
    )
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay", *done]


@pytest.mark.rule("S2", "S8")
def test_a_purchase_and_a_conquest_ask_for_a_stronghold_each() -> None:
    game = strongholds(
        seats=[{"tokens": "U U U R R R"}],
        rows={"1a": "base-1w1", "1b": "base-1g1"},
        on={"1b": (0, 2)},
    )
    game.push("buy 1a")
    game.push("place 1b")
    game.push("conquer 1b")
    assert game.decision == "stronghold"
    game.push("place 3a")
    assert [ply.move.decision for ply in game.plies].count("stronghold") == 2


# Where a stronghold may stand


@pytest.mark.rule("S3")
@both_editions
def test_a_card_with_anothers_stronghold_takes_none_of_mine(edition: int) -> None:
    game = strongholds(
        edition,
        seats=[{"tokens": "U U U"}],
        rows={"1a": "base-1w1"},
        on={"2a": (1, 1), "2b": (0, 1)},
    )
    game.push("buy 1a")
    assert "place 2a" not in legal(game)
    assert "move 2b 2a" not in legal(game)
    with pytest.raises(IllegalMove):
        game.push("place 2a")


@pytest.mark.rule("S3")
@both_editions
@pytest.mark.parametrize("there", [1, 2])
def test_a_card_may_hold_up_to_three_of_one_player(edition: int, there: int) -> None:
    game = strongholds(
        edition, seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"2a": (0, there)}
    )
    game.push("buy 1a")
    game.push("place 2a")
    assert standing(game) == {"2a": [0, there + 1]}


@pytest.mark.rule("S3")
def test_a_stronghold_may_be_moved_to_others_of_its_owner() -> None:
    game = strongholds(
        seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"2a": (0, 2), "2b": (0, 1)}
    )
    game.push("buy 1a")
    game.push("move 2b 2a")
    assert standing(game) == {"2a": [0, 3]}


@pytest.mark.rule("S4", "S5")
@pytest.mark.parametrize(
    ("edition", "removable"), [(2017, ["remove 2a", "remove 3b"]), (2024, ["remove 2a"])]
)
def test_a_stronghold_beside_another_is_removed_in_2017_alone(
    edition: int, removable: list[str]
) -> None:
    game = strongholds(
        edition,
        seats=[{"tokens": "U U U"}],
        rows={"1a": "base-1w1"},
        on={"2a": (1, 1), "3b": (1, 2)},
    )
    game.push("buy 1a")
    assert starting_with(game, "remove") == removable


@pytest.mark.rule("S4")
@pytest.mark.parametrize("there", [1, 2, 3])
def test_in_2017_one_of_any_number_is_removed(there: int) -> None:
    game = strongholds(
        2017, seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"3b": (1, there)}
    )
    game.push("buy 1a")
    game.push("remove 3b")
    assert standing(game) == ({"3b": [1, there - 1]} if there > 1 else {})
    assert seat(game, 1)["strongholds"] == 3 - there + 1


@pytest.mark.rule("S5")
@pytest.mark.parametrize(("there", "removable"), [(1, ["remove 3b"]), (2, []), (3, [])])
def test_in_2024_only_a_lone_stronghold_is_removed(there: int, removable: list[str]) -> None:
    game = strongholds(seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"3b": (1, there)})
    game.push("buy 1a")
    assert starting_with(game, "remove") == removable


@pytest.mark.rule("S5")
def test_in_2024_lone_strongholds_of_several_players_may_be_removed() -> None:
    game = strongholds(
        players=3,
        seats=[{"tokens": "U U U"}],
        rows={"1a": "base-1w1"},
        on={"2a": (1, 1), "2b": (2, 1), "2c": (2, 2)},
    )
    game.push("buy 1a")
    assert starting_with(game, "remove") == ["remove 2a", "remove 2b"]


# Occupation


@pytest.mark.rule("S6")
@both_editions
@pytest.mark.parametrize(("owner", "is_mine"), [(0, True), (1, False)])
def test_a_card_with_a_stronghold_is_for_its_owner_alone(
    edition: int, owner: int, is_mine: bool
) -> None:
    game = strongholds(
        edition, seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"1a": (owner, 1)}
    )
    assert ("buy 1a" in legal(game)) is is_mine
    assert ("reserve 1a" in legal(game)) is is_mine
    assert "reserve deck 1" in legal(game)


@pytest.mark.rule("S6")
def test_who_tries_to_buy_an_occupied_card_is_told_why_not() -> None:
    game = strongholds(seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"1a": (1, 1)})
    with pytest.raises(IllegalMove, match="stronghold"):
        game.push("buy 1a")
    with pytest.raises(IllegalMove, match="stronghold"):
        game.push("reserve 1a")


@pytest.mark.rule("S7")
@both_editions
def test_strongholds_come_back_to_their_owner_who_buys_the_card(edition: int) -> None:
    """Before one is placed again: all three are in the supply, and there is none to move."""
    game = strongholds(
        edition, seats=[{"tokens": "U U U"}], rows={"1a": "base-1w1"}, on={"1a": (0, 3)}
    )
    game.push("buy 1a")
    assert game.decision == "stronghold"
    assert seat(game, 0)["strongholds"] == 3
    assert standing(game) == {}
    assert legal(game) == [f"place {place}" for place in PLACES if place != "1a"]


@pytest.mark.rule("S7")
@both_editions
def test_strongholds_come_back_to_their_owner_who_reserves_the_card(edition: int) -> None:
    game = strongholds(
        edition, rows={"1a": "base-1w1"}, decks={"1": "base-1k1"}, on={"1a": (0, 2), "2a": (0, 1)}
    )
    game.push("reserve 1a")
    assert seat(game, 0)["hand"] == ["base-1w1"]
    assert seat(game, 0)["strongholds"] == 2
    assert standing(game) == {"2a": [0, 1]}
    assert rows(game)["1a"] == "base-1k1"
    assert game.to_play == 1


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
