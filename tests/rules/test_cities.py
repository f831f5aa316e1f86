"""The Cities, C1–C9."""

import pytest

from kit.positions import bonuses, legal, made, position, seat
from parure import Game

EDITIONS = pytest.mark.parametrize("edition", [2017, 2024])
CITY_17_ALONE = {2017: "city17-3b", 2024: "city24-3a"}
"""The city that asks for 17 prestige and no colour."""
CITY_13_RED_BLACK = {2017: "city17-2b", 2024: "city24-1b"}
"""The city that asks for 13 prestige, 4 red and 3 black."""

RED_BLACK = "base-3r4 base-3r3 base-3k2"
"""13 prestige with 2 red and 1 black."""
FOUR_RED_THREE_BLACK = f"{RED_BLACK} {bonuses('R2 K2')}"
"""13 prestige with 4 red and 3 black, in 7 cards."""
SEVENTEEN = "base-3w4 base-3b4 base-3g4 base-2w3"
"""17 prestige, in 4 cards."""
SEVENTEEN_TOO = "base-3w2 base-3b2 base-3g2 base-3k4"
"""17 prestige, in 4 other cards."""


def cities(edition: int, tiles: str, *cards: str, players: int = 2, to_play: int = 0) -> Game:
    """Return a game with these cities, and these cards in front of the seats."""
    return position(
        players,
        "cities",
        edition,
        cities=tiles,
        seats=[{"cards": each} for each in cards],
        to_play=to_play,
    )


def play_the_round(game: Game) -> Game:
    """Let the seats that are left in the round take tokens."""
    for _ in range(game.to_play or 0, game.rules.players):
        game.push("take W U G")
    return game


# Set-up


@pytest.mark.rule("C1")
@EDITIONS
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_cities_are_dealt_and_no_noble(edition: int, players: int) -> None:
    table = Game(players, "cities", edition, seed=1).snapshot()
    assert len(table["cities"]) == 3
    assert table["nobles"] == []


@pytest.mark.rule("C1")
@EDITIONS
def test_each_side_of_the_seven_tiles_comes_up_but_never_both(edition: int) -> None:
    deals = [Game(2, "cities", edition, seed=seed).snapshot()["cities"] for seed in range(60)]
    sides = {f"city{edition % 100}-{tile}{side}" for tile in range(1, 8) for side in "ab"}
    assert {city for cities in deals for city in cities} == sides
    assert all(len({city[:-1] for city in cities}) == 3 for cities in deals)


@pytest.mark.rule("C1")
@EDITIONS
def test_without_the_module_there_are_nobles_and_no_cities(edition: int) -> None:
    table = Game(2, (), edition, seed=1).snapshot()
    assert table["cities"] == []
    assert len(table["nobles"]) == 3


# What a city asks for


@pytest.mark.rule("C2", "C3")
@pytest.mark.parametrize(
    ("edition", "city", "cards"),
    [
        pytest.param(2017, "city17-2b", FOUR_RED_THREE_BLACK, id="13, 4 red, 3 black"),
        pytest.param(
            2017,
            "city17-4b",
            "base-3b4 base-3b3 base-3b2 base-2b3 base-1b1",
            id="15, 5 blue for 5 of one colour",
        ),
        pytest.param(
            2017,
            "city17-1a",
            f"base-3g4 base-3g3 base-3k4 {bonuses('G2 K3')}",
            id="14, 4 green, 4 black for 4 of another colour",
        ),
        pytest.param(
            2024,
            "city24-5a",
            f"base-3w4 base-3w3 base-3g4 {bonuses('W2 G3')}",
            id="14, 4 white, 4 green for 4 of another colour",
        ),
    ],
)
def test_a_city_is_met_by_its_prestige_and_its_colours(edition: int, city: str, cards: str) -> None:
    game = play_the_round(cities(edition, city, cards))
    assert game.is_over
    assert game.winners == (0,)


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    ("edition", "city", "cards"),
    [
        pytest.param(
            2017, "city17-2b", f"base-3r4 base-2r6 base-3k2 {bonuses('R2 K2')}", id="12 prestige"
        ),
        pytest.param(2017, "city17-2b", f"{RED_BLACK} {bonuses('R1 K4')}", id="3 red"),
        pytest.param(2017, "city17-2b", f"{RED_BLACK} {bonuses('R4 K1')}", id="2 black"),
        pytest.param(
            2017, "city17-4b", "base-3b4 base-3b3 base-3b2 base-2b1 base-1b1", id="14 prestige"
        ),
        pytest.param(
            2017,
            "city17-1a",
            f"base-3g4 base-3g3 base-3k3 {bonuses('G2 K3')}",
            id="13 prestige",
        ),
        pytest.param(
            2017, "city17-1a", f"base-3g4 base-3g3 base-3k4 {bonuses('G1 K3')}", id="3 green"
        ),
        pytest.param(
            2024,
            "city24-5a",
            f"base-3w4 base-3w3 base-3g3 {bonuses('W2 G3')}",
            id="13 prestige in 2024",
        ),
        pytest.param(
            2024, "city24-5a", f"base-3w4 base-3w3 base-3g4 {bonuses('W1 G3')}", id="3 white"
        ),
    ],
)
def test_one_short_of_a_city_is_too_few(edition: int, city: str, cards: str) -> None:
    game = play_the_round(cities(edition, city, cards))
    assert not game.is_over
    assert game.snapshot()["cities"] == [city]


@pytest.mark.rule("C2")
def test_cards_in_hand_and_tokens_meet_no_city() -> None:
    game = position(
        modules="cities",
        edition=2017,
        cities="city17-2b",
        seats=[
            {"cards": f"{RED_BLACK} {bonuses('R1 K2')}", "hand": "base-1r2", "tokens": "R R R R"}
        ],
    )
    assert not play_the_round(game).is_over


@pytest.mark.rule("C3")
@pytest.mark.parametrize(
    ("edition", "city", "cards"),
    [
        pytest.param(
            2017,
            "city17-4b",
            "base-3b4 base-3b3 base-3b2 base-2b3 base-1w1 base-1g1",
            id="4 of one colour and 2 of others for 5",
        ),
        pytest.param(
            2017,
            "city17-1a",
            f"base-3g4 base-3g3 base-3k4 {bonuses('G2 K2 R3')}",
            id="3 black and 3 red for 4",
        ),
        pytest.param(
            2017,
            "city17-1a",
            f"base-3g4 base-3g3 base-3k4 {bonuses('G6')}",
            id="8 green for 4 green and 4 of another colour",
        ),
        pytest.param(
            2024,
            "city24-5a",
            f"base-3w4 base-3w3 base-3g4 {bonuses('W6')}",
            id="8 white for 4 white and 4 of another colour",
        ),
        pytest.param(
            2024,
            "city24-5a",
            f"base-3w4 base-3w3 base-3g4 {bonuses('W2 G2 U3 R3 K3')}",
            id="3 of each other colour for 4 of one",
        ),
    ],
)
def test_any_one_colour_is_one_single_colour_and_not_one_named_on_the_tile(
    edition: int, city: str, cards: str
) -> None:
    game = play_the_round(cities(edition, city, cards))
    assert game.prestige[0] >= 14
    assert not game.is_over


@pytest.mark.rule("C3")
@EDITIONS
@pytest.mark.parametrize("colour", ["W", "U", "G", "R", "K"])
def test_any_colour_may_be_the_one(edition: int, colour: str) -> None:
    city = {2017: "city17-4b", 2024: "city24-6a"}[edition]
    one_of_each = "base-3w4 base-3b2 base-2g6 base-2r3 base-1k8"
    four, five = (f"{one_of_each} {bonuses(f'{colour}{count}')}" for count in (3, 4))
    assert not play_the_round(cities(edition, city, four)).is_over
    assert play_the_round(cities(edition, city, five)).is_over


# The end of the game


@pytest.mark.rule("C4")
@EDITIONS
@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        ("base-3w4 base-3b4 base-3g4", False),
        ("base-3w4 base-3b4 base-3g4 base-2w1", False),
        (SEVENTEEN, True),
    ],
    ids=["15", "16", "17"],
)
def test_fifteen_prestige_ends_nothing_without_a_city(edition: int, cards: str, ends: bool) -> None:
    game = play_the_round(cities(edition, CITY_17_ALONE[edition], cards))
    assert game.is_over is ends


@pytest.mark.rule("C5")
def test_in_2017_the_tile_is_taken_at_the_end_of_the_turn() -> None:
    game = cities(2017, "city17-3b city17-7a", SEVENTEEN)
    game.push("take W U G")
    assert made(game) == ["take W U G", "city city17-3b"]
    assert seat(game, 0)["city"] == "city17-3b"
    assert game.snapshot()["cities"] == ["city17-7a"]


@pytest.mark.rule("C5")
def test_in_2017_one_of_several_cities_is_chosen_and_only_one() -> None:
    cards = f"{FOUR_RED_THREE_BLACK} base-3w2"
    game = cities(2017, "city17-3b city17-2b city17-7b", cards)
    game.push("take W U G")
    assert (game.to_play, game.decision) == (0, "city")
    assert legal(game) == ["city city17-2b", "city city17-3b"]
    game.push("city city17-3b")
    assert game.to_play == 1
    assert seat(game, 0)["city"] == "city17-3b"
    assert game.snapshot()["cities"] == ["city17-2b", "city17-7b"]


@pytest.mark.rule("C5")
def test_in_2017_a_taken_city_is_not_there_for_others() -> None:
    game = cities(2017, "city17-3b", SEVENTEEN, f"{SEVENTEEN_TOO} base-1w8")
    game.push("take W U G")
    game.push("take W U G")
    assert game.is_over
    assert seat(game, 1)["city"] is None
    assert game.prestige == [17, 18]
    assert game.winners == (0,)


@pytest.mark.rule("C6")
def test_in_2024_nothing_is_taken_and_several_fulfil_the_same_city() -> None:
    game = cities(2024, "city24-3a city24-7a", SEVENTEEN, f"{SEVENTEEN_TOO} base-1w8")
    game.push("take W U G")
    game.push("take W U G")
    assert made(game) == ["take W U G", "take W U G"]
    assert game.is_over
    assert game.snapshot()["cities"] == ["city24-3a", "city24-7a"]
    assert [seat(game, number)["city"] for number in (0, 1)] == [None, None]
    assert game.prestige == [17, 18]
    assert game.winners == (1,)


@pytest.mark.rule("C5", "C6")
@EDITIONS
def test_the_game_tells_which_city_a_seat_has(edition: int) -> None:
    tiles = f"{CITY_17_ALONE[edition]} {CITY_13_RED_BLACK[edition]}"
    game = play_the_round(cities(edition, tiles, SEVENTEEN, RED_BLACK))
    assert game.is_over
    assert game.cities_of(0) == (CITY_17_ALONE[edition],)
    assert game.cities_of(1) == ()


@pytest.mark.rule("C6")
def test_in_2024_no_choice_is_asked_among_several_cities() -> None:
    game = cities(2024, "city24-3a city24-1b", f"{FOUR_RED_THREE_BLACK} base-3w2")
    game.push("take W U G")
    assert (game.to_play, game.decision) == (1, "action")
    assert made(game) == ["take W U G"]


@pytest.mark.rule("C7")
@EDITIONS
def test_the_round_of_the_first_city_is_completed(edition: int) -> None:
    game = cities(edition, CITY_17_ALONE[edition], "", SEVENTEEN, players=3, to_play=1)
    game.push("take W U G")
    assert not game.is_over
    assert game.to_play == 2
    game.push("take W U G")
    assert game.is_over
    assert game.winners == (1,)
    assert game.turns == 3


@pytest.mark.rule("C7")
@EDITIONS
def test_a_city_met_by_the_last_seat_ends_the_game_at_once(edition: int) -> None:
    game = cities(edition, CITY_17_ALONE[edition], "", SEVENTEEN, to_play=1)
    game.push("take W U G")
    assert game.is_over
    assert game.turns == 2


@pytest.mark.rule("C7")
@EDITIONS
def test_a_purchase_meets_a_city_in_the_same_turn(edition: int) -> None:
    game = position(
        modules="cities",
        edition=edition,
        cities=CITY_13_RED_BLACK[edition],
        seats=[
            {},
            {"cards": f"{RED_BLACK} {bonuses('R1 K2')}", "hand": "base-1r8", "tokens": "W W W W"},
        ],
        to_play=1,
    )
    game.push("buy hand 1")
    assert game.is_over
    assert game.winners == (1,)


# Who wins: the cities of both seats, in 2017 two different tiles

TWO_CITIES = {2017: "city17-3b city17-2b", 2024: "city24-3a city24-1b"}


@pytest.mark.rule("C8")
@EDITIONS
def test_the_only_one_with_a_city_wins_whatever_the_prestige_of_others(edition: int) -> None:
    sixteen = "base-3w4 base-3b4 base-3g4 base-1g8"
    city = CITY_13_RED_BLACK[edition]
    game = play_the_round(cities(edition, city, FOUR_RED_THREE_BLACK, sixteen))
    assert game.prestige == [13, 16]
    assert game.winners == (0,)


@pytest.mark.rule("C8")
@EDITIONS
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_several_with_a_city_the_one_with_most_prestige_wins(
    edition: int, order: tuple[int, int]
) -> None:
    cards = (FOUR_RED_THREE_BLACK, SEVENTEEN)
    game = play_the_round(cities(edition, TWO_CITIES[edition], *(cards[each] for each in order)))
    assert sorted(game.prestige) == [13, 17]
    assert game.winners == (order.index(1),)


@pytest.mark.rule("C8")
@EDITIONS
def test_those_without_a_city_do_not_count_in_the_tie(edition: int) -> None:
    """The third seat has as much prestige as the first, in fewer cards, but no city."""
    seats = (f"{FOUR_RED_THREE_BLACK} base-2w6", "", "base-3w4 base-3b4 base-3g4 base-1g8")
    game = cities(edition, CITY_13_RED_BLACK[edition], *seats, players=3)
    assert game.prestige == [16, 0, 16]
    assert play_the_round(game).winners == (0,)


RED_BLACK_17 = "base-3r4 base-3r3 base-3k2 base-3k3 base-1r1 base-1r2 base-1k1"
"""17 prestige with 4 red and 3 black, in 7 cards."""
SEVENTEEN_IN_SEVEN = f"{SEVENTEEN} {bonuses('U3')}"


@pytest.mark.rule("C8")
@EDITIONS
def test_a_tie_of_cities_goes_to_the_fewest_cards(edition: int) -> None:
    game = play_the_round(cities(edition, TWO_CITIES[edition], SEVENTEEN, RED_BLACK_17))
    assert game.prestige == [17, 17]
    assert game.winners == (0,)


@pytest.mark.rule("C8")
@EDITIONS
def test_an_even_tie_of_cities_is_shared(edition: int) -> None:
    game = play_the_round(cities(edition, TWO_CITIES[edition], SEVENTEEN_IN_SEVEN, RED_BLACK_17))
    assert game.prestige == [17, 17]
    assert game.winners == (0, 1)


# The game ends with all passing


@pytest.mark.rule("C9")
@EDITIONS
@pytest.mark.parametrize(
    ("cards", "winners"),
    [
        (("base-1w8", "base-2w3"), (1,)),
        (("base-1w8 base-1b8", "base-2w3"), (1,)),
        (("base-2b3", "base-2w3"), (0, 1)),
    ],
    ids=["most prestige", "fewest cards", "shared"],
)
def test_when_all_pass_and_no_city_is_met_prestige_decides(
    edition: int, cards: tuple[str, str], winners: tuple[int, ...]
) -> None:
    game = position(
        modules="cities",
        edition=edition,
        rows={f"{level}{column}": None for level in "123" for column in "abcd"},
        decks={"1": "", "2": "", "3": ""},
        cities=CITY_17_ALONE[edition],
        seats=[
            {"cards": cards[0], "tokens": "W W W W U U U U G G"},
            {"cards": cards[1], "tokens": "G G R R R R K K K K"},
        ],
    )
    assert made(game) == ["pass", "pass"]
    assert game.is_over
    assert game.winners == winners


@pytest.mark.rule("C5")
def test_a_player_who_has_a_city_takes_no_other() -> None:
    cards = "base-3w4 base-3b4 base-3g4 base-3r4"
    game = position(
        modules="cities",
        edition=2017,
        seats=[{"cards": cards, "city": "city17-4a"}],
        cities="city17-3b city17-1a",
    )
    game.push("take W U G")
    assert seat(game, 0)["prestige"] >= 17
    assert seat(game, 0)["city"] == "city17-4a"
    assert game.snapshot()["cities"] == ["city17-3b", "city17-1a"]
