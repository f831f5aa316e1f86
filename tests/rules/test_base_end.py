"""The base game, B20–B28: nobles, and the end of the game."""

import pytest

from kit.positions import bonuses, legal, made, position, seat
from parure import Game

FOURTEEN = "base-3w4 base-3b4 base-3g2"
"""14 prestige in three cards."""


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
