"""The Orient, O15–O24: discard cards, and what cards count for."""

from typing import Any

import pytest

from kit.modules import both_editions, orient, set_of
from kit.positions import bonuses, legal, made, rows, seat
from parure import Game, IllegalMove

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
