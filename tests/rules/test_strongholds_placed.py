"""The Strongholds, S1–S7: where they are put, and what they do to others."""

import pytest

from kit.modules import both_editions, standing, strongholds
from kit.positions import legal, made, rows, seat
from parure import Game, IllegalMove

PLACES = [f"{level}{column}" for level in "123" for column in "abcd"]


NO_CARDS: dict[str, str | None] = dict.fromkeys(PLACES)


NO_DECKS = {"1": "", "2": "", "3": ""}


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
    assert len(legal(game, "place")) == 11
    assert len(legal(game, "move 2a")) == 10
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
    assert legal(game, "place") == []
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
    assert legal(game, "remove") == []


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
    assert legal(game, "remove") == removable


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
    assert legal(game, "remove") == removable


@pytest.mark.rule("S5")
def test_in_2024_lone_strongholds_of_several_players_may_be_removed() -> None:
    game = strongholds(
        players=3,
        seats=[{"tokens": "U U U"}],
        rows={"1a": "base-1w1"},
        on={"2a": (1, 1), "2b": (2, 1), "2c": (2, 2)},
    )
    game.push("buy 1a")
    assert legal(game, "remove") == ["remove 2a", "remove 2b"]


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
