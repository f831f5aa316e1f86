"""The Trading Posts, T1–T3, T7 and T11: how they are won, and what counts for them."""

import pytest

from kit.modules import both_editions, posts, trading
from kit.positions import bonuses, legal, made

REQUIREMENTS = [
    (2017, "tp17-1", "W1 R3", ("W1 R2", "R4")),
    (2017, "tp17-2", "W2", ("W1",)),
    (2017, "tp17-3", "U3 K1", ("U2 K1", "U4")),
    (2017, "tp17-5", "K3", ("K2",)),
    (2024, "tp24-1", "W1 R3", ("W1 R2", "R4")),
    (2024, "tp24-2", "W2", ("W1",)),
    (2024, "tp24-3", "U3 K1", ("U2 K1", "U4")),
    (2024, "tp24-4", "K3", ("K2",)),
    (2024, "tp24-5", "G5", ("G4",)),
]
"""Each post that asks for bonuses alone, what it asks for, and what is too little."""


# Winning a post


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    ("edition", "post", "enough"),
    [(edition, post, each) for edition, post, each, _ in REQUIREMENTS],
)
def test_a_post_is_won_at_the_end_of_a_turn(edition: int, post: str, enough: str) -> None:
    game = trading(edition, {"cards": bonuses(enough)})
    game.push("take U G R")
    assert made(game) == ["take U G R", f"post {post}"]
    assert posts(game) == [post]
    assert game.to_play == 1


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    ("edition", "too_little"),
    [(edition, each) for edition, _, _, too_little in REQUIREMENTS for each in too_little],
)
def test_one_short_of_a_post_is_too_few(edition: int, too_little: str) -> None:
    game = trading(edition, {"cards": bonuses(too_little), "tokens": "W U G R K"})
    game.push("take U G R")
    assert made(game) == ["take U G R"]
    assert posts(game) == []


@pytest.mark.rule("T1")
@both_editions
@pytest.mark.parametrize(("move", "wins"), [("buy hand 1", True), ("take U G R", False)])
def test_the_card_just_bought_counts_and_a_reserved_one_does_not(
    edition: int, move: str, wins: bool
) -> None:
    game = trading(edition, {"cards": bonuses("W1"), "hand": "base-1w2", "tokens": "R R K"})
    game.push(move)
    assert posts(game) == [f"tp{edition % 100}-2"] * wins


@pytest.mark.rule("T1")
@both_editions
def test_posts_come_after_the_nobles(edition: int) -> None:
    game = trading(edition, {"cards": bonuses("W4 U4")}, nobles="noble-01")
    game.push("take U G R")
    assert made(game) == ["take U G R", "noble noble-01", f"post tp{edition % 100}-2"]


@pytest.mark.rule("T1", "T7")
def test_in_2017_the_noble_of_the_same_turn_counts_for_a_post() -> None:
    game = trading(2017, {"cards": bonuses("U4 G5")}, nobles="noble-02")
    game.push("take U G R")
    assert made(game) == ["take U G R", "noble noble-02", "post tp17-4"]


@pytest.mark.rule("T2")
def test_in_2017_all_that_are_met_in_one_turn_are_placed() -> None:
    game = trading(2017, {"cards": bonuses("W2 U3 R3 K3")})
    game.push("take U G R")
    assert posts(game) == ["tp17-1", "tp17-2", "tp17-3", "tp17-5"]
    assert all(ply.forced for ply in game.plies[1:])
    assert game.to_play == 1


@pytest.mark.rule("T2")
def test_in_2017_no_second_coat_of_arms_is_placed_on_a_power() -> None:
    game = trading(2017, {"cards": bonuses("W4"), "posts": "2"})
    game.push("take U G R")
    assert posts(game) == ["tp17-2"]


@pytest.mark.rule("T2")
def test_in_2017_players_do_not_exclude_each_other() -> None:
    others = ({"posts": "2"}, {"posts": "2"}, {"posts": "2"})
    game = trading(2017, {"cards": bonuses("W2")}, *others, players=4)
    game.push("take U G R")
    assert posts(game) == ["tp17-2"]
    assert [posts(game, number) for number in (1, 2, 3)] == [["tp17-2"]] * 3


@pytest.mark.rule("T3")
def test_in_2024_one_of_several_is_chosen_and_another_comes_in_a_later_turn() -> None:
    game = trading(2024, {"cards": bonuses("W2 U3 K3")})
    game.push("take U G R")
    assert (game.to_play, game.decision) == (0, "post")
    assert legal(game) == ["post tp24-2", "post tp24-3", "post tp24-4"]
    game.push("post tp24-3")
    assert posts(game) == ["tp24-3"]
    assert game.to_play == 1
    game.push("take U G R")
    game.push("take U G R")
    assert legal(game) == ["post tp24-2", "post tp24-4"]


@pytest.mark.rule("T3")
def test_in_2024_nobody_has_a_power_twice() -> None:
    game = trading(2024, {"cards": bonuses("W4"), "posts": "2"})
    game.push("take U G R")
    assert posts(game) == ["tp24-2"]
    assert game.to_play == 1


@pytest.mark.rule("T3")
def test_in_2024_there_is_a_tile_of_each_post_for_every_player() -> None:
    others = ({"posts": "2"}, {"posts": "2"}, {"posts": "2"})
    game = trading(2024, {"cards": bonuses("W2")}, *others, players=4)
    game.push("take U G R")
    assert posts(game) == ["tp24-2"]


# Prestige in 2017


@pytest.mark.rule("T7")
@pytest.mark.parametrize(
    ("cards", "nobles", "prestige"),
    [
        ("G5", "noble-01", 3 + 5),
        ("G7", "noble-01", 3 + 5),
        ("G5", "noble-01 noble-02", 3 + 3 + 5),
        ("G4", "noble-01", 3),
        ("G5", "", 0),
    ],
)
def test_in_2017_five_green_and_a_noble_are_worth_5_once(
    cards: str, nobles: str, prestige: int
) -> None:
    game = trading(2017, {"cards": bonuses(cards), "nobles": nobles})
    game.push("take U G R")
    assert game.prestige == [prestige, 0]
    game.push("take U G R")
    game.push("take W K R")
    assert game.prestige == [prestige, 0]


@pytest.mark.rule("T8")
def test_in_2017_three_black_give_1_for_each_coat_of_arms() -> None:
    game = trading(2017, {"cards": bonuses("K3"), "posts": "1 3"}, {"posts": "1 2 3"})
    assert game.prestige == [0, 0]
    game.push("take U G R")
    assert posts(game) == ["tp17-1", "tp17-3", "tp17-5"]
    assert game.prestige == [3, 0]


@pytest.mark.rule("T8")
def test_in_2017_later_coats_of_arms_count_too() -> None:
    game = trading(2017, {"cards": bonuses("W2 K3"), "posts": "5"})
    assert game.prestige == [1, 0]
    game.push("take U G R")
    assert posts(game) == ["tp17-5", "tp17-2"]
    assert game.prestige == [2, 0]


@pytest.mark.rule("T7", "T8", "T11")
def test_in_2017_two_posts_make_15_of_a_noble_and_5_on_cards() -> None:
    game = trading(
        2017, {}, {"cards": f"base-3k4 {bonuses('G5 K2')}", "nobles": "noble-08"}, to_play=1
    )
    assert game.prestige == [0, 3 + 5]
    game.push("take U G R")
    assert posts(game, 1) == ["tp17-4", "tp17-5"]
    assert game.prestige == [0, 3 + 5 + 5 + 2]
    assert game.is_over
    assert game.winners == (1,)


# What counts


@pytest.mark.rule("T11")
@pytest.mark.parametrize(("greens", "ends"), [("G5", True), ("G4", False)])
def test_in_2024_the_prestige_of_a_post_ends_the_game(greens: str, ends: bool) -> None:
    fourteen = "base-3w4 base-3b4 base-3r2"
    game = trading(2024, {}, {"cards": f"{fourteen} {bonuses(greens)}"}, to_play=1)
    game.push("take U G R")
    assert game.prestige == [0, 14 + ends]
    assert game.is_over is ends
