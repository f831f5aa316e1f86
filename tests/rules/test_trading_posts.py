"""The Trading Posts, T1–T12."""

from typing import Any

import pytest

from parure import Game, IllegalMove
from positions import position
from rules import bonuses, legal, made, seat

EDITIONS = pytest.mark.parametrize("edition", [2017, 2024])

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


def trading(edition: int, *seats: dict[str, str], players: int = 2, **things: Any) -> Game:
    """Return a game with The Trading Posts; a post is named by its number alone."""
    named = [
        {**each, "posts": " ".join(f"tp{edition % 100}-{n}" for n in each.get("posts", "").split())}
        for each in seats
    ]
    things = {"nobles": "", "modules": "trading_posts", **things}
    return position(players, edition=edition, seats=named, **things)


def posts(game: Game, number: int = 0) -> list[str]:
    return seat(game, number)["posts"]


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
@EDITIONS
@pytest.mark.parametrize(("move", "wins"), [("buy hand 1", True), ("take U G R", False)])
def test_the_card_just_bought_counts_and_a_reserved_one_does_not(
    edition: int, move: str, wins: bool
) -> None:
    game = trading(edition, {"cards": bonuses("W1"), "hand": "base-1w2", "tokens": "R R K"})
    game.push(move)
    assert posts(game) == [f"tp{edition % 100}-2"] * wins


@pytest.mark.rule("T1")
@EDITIONS
def test_posts_come_after_the_nobles(edition: int) -> None:
    game = trading(edition, {"cards": bonuses("W4 U4")}, nobles="noble-01")
    game.push("take U G R")
    assert made(game) == ["take U G R", "noble noble-01", f"post tp{edition % 100}-2"]


@pytest.mark.rule("T1", "T7")
def test_in_2017_the_noble_of_the_same_turn_counts_for_a_post() -> None:
    game = trading(2017, {"cards": bonuses("U4 G5")}, nobles="noble-02")
    game.push("take U G R")
    assert made(game) == ["take U G R", "noble noble-02", "post tp17-4"]


@pytest.mark.rule("T1", "T11")
@pytest.mark.parametrize(("greens", "met"), [("G5", True), ("G4", False)])
def test_posts_come_before_the_cities_and_their_prestige_meets_one(greens: str, met: bool) -> None:
    """16 prestige and the city asks for 17: the post of 5 green gives the one that lacks."""
    sixteen = "base-3w4 base-3b4 base-3r4 base-1w8"
    game = position(
        modules=("cities", "trading_posts"),
        cities="city24-3a",
        seats=[{}, {"cards": f"{sixteen} {bonuses(greens)}", "posts": "tp24-2"}],
        to_play=1,
    )
    game.push("take U G R")
    assert game.prestige == [0, 16 + 2 if met else 16]
    assert game.is_over is met


@pytest.mark.rule("T1")
def test_a_post_is_kept_when_a_discard_breaks_its_requirement() -> None:
    game = trading(
        2024,
        {"cards": bonuses("W2"), "posts": "2"},
        modules=("trading_posts", "orient"),
        rows={"3e": "o24-309"},
    )
    game.push("buy 3e")
    game.push("discard base-1w1")
    assert seat(game, 0)["bonuses"]["W"] == 0
    assert posts(game) == ["tp24-2"]
    game.push("take U G K")
    game.push("take R R")
    assert game.decision == "gain"


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


# A gem after a purchase

GAINS = ["gain W", "gain U", "gain G", "gain R", "gain K"]


@pytest.mark.rule("T4", "T12")
@EDITIONS
@pytest.mark.parametrize("move", ["buy 1a", "buy hand 1"])
def test_after_a_purchase_a_gem_of_any_colour_must_be_taken(edition: int, move: str) -> None:
    free = {"posts": "1", "cards": bonuses("G4"), "hand": "base-1k1"}
    game = trading(edition, free, rows={"1a": "base-1w8"})
    game.push(move)
    assert (game.to_play, game.decision) == (0, "gain")
    assert legal(game) == GAINS
    game.push("gain R")
    assert seat(game, 0)["tokens"] == {"W": 0, "U": 0, "G": 0, "R": 1, "K": 0, "gold": 0}
    assert game.snapshot()["bank"]["R"] == 3
    assert game.to_play == 1


@pytest.mark.rule("T4")
@EDITIONS
@pytest.mark.parametrize("move", ["take U G R", "reserve 1a", "reserve deck 2"])
def test_other_actions_than_a_purchase_give_no_gem(edition: int, move: str) -> None:
    game = trading(edition, {"posts": "1"})
    game.push(move)
    assert made(game) == [move]
    assert game.to_play == 1


@pytest.mark.rule("T4")
@EDITIONS
def test_without_the_post_a_purchase_gives_no_gem(edition: int) -> None:
    game = trading(edition, {"posts": "2 3", "cards": bonuses("G4"), "hand": "base-1k1"})
    game.push("buy hand 1")
    assert sum(seat(game, 0)["tokens"].values()) == 0
    assert game.to_play == 1


@pytest.mark.rule("T4")
@EDITIONS
def test_the_gem_is_taken_before_the_card_is_replaced(edition: int) -> None:
    game = trading(
        edition,
        {"posts": "1", "cards": bonuses("G4")},
        rows={"1a": "base-1w8"},
        decks={"1": "base-1w5"},
    )
    game.push("buy 1a")
    assert game.snapshot()["rows"]["1a"] is None
    game.push("gain W")
    assert game.snapshot()["rows"]["1a"] == "base-1w5"


@pytest.mark.rule("T4", "B16", "B19")
@EDITIONS
def test_the_card_is_replaced_before_a_gem_too_many_is_given_back(edition: int) -> None:
    game = trading(
        edition,
        {"posts": "1", "cards": bonuses("G4"), "tokens": "W W W U U U R R R K"},
        rows={"1a": "base-1w8"},
        decks={"1": "base-1w5"},
    )
    game.push("buy 1a")
    game.push("gain K")
    assert (game.to_play, game.decision) == (0, "return")
    assert game.snapshot()["rows"]["1a"] == "base-1w5"


@pytest.mark.rule("T4")
@EDITIONS
def test_the_gem_may_be_one_just_spent(edition: int) -> None:
    game = trading(
        edition, {"posts": "1", "tokens": "U U U"}, {"tokens": "U"}, rows={"1a": "base-1w1"}
    )
    assert game.snapshot()["bank"]["U"] == 0
    game.push("buy 1a")
    assert legal(game) == GAINS
    game.push("gain U")
    assert seat(game, 0)["tokens"]["U"] == 1
    assert game.snapshot()["bank"]["U"] == 2


@pytest.mark.rule("T4")
@EDITIONS
def test_with_no_gem_in_the_bank_nothing_is_taken_not_even_gold(edition: int) -> None:
    game = trading(
        edition,
        {"posts": "1", "cards": bonuses("G4"), "hand": "base-1k1"},
        bank="gold gold gold gold gold",
    )
    game.push("buy hand 1")
    assert made(game) == ["buy hand 1", "pay"]
    assert sum(seat(game, 0)["tokens"].values()) == 0
    assert game.to_play == 1


@pytest.mark.rule("T4", "T12")
@EDITIONS
def test_the_only_gem_in_the_bank_is_taken_unasked(edition: int) -> None:
    free = {"posts": "1", "cards": bonuses("G4"), "hand": "base-1k1"}
    game = trading(edition, free, bank="G gold")
    game.push("buy hand 1")
    assert made(game) == ["buy hand 1", "pay", "gain G"]


@pytest.mark.rule("T4")
@EDITIONS
def test_the_purchase_that_wins_the_post_gives_no_gem_yet(edition: int) -> None:
    game = trading(
        edition,
        {"cards": bonuses("W1 R2"), "hand": "base-1r8 base-1k8", "tokens": "W W W U U U U"},
    )
    game.push("buy hand 1")
    assert made(game) == ["buy hand 1", "pay", f"post tp{edition % 100}-1"]
    game.push("take G R K")
    game.push("buy hand 1")
    assert (game.to_play, game.decision) == (0, "gain")


# A third gem after two


@pytest.mark.rule("T5", "T12")
@EDITIONS
def test_after_two_gems_of_one_colour_one_of_another_must_be_taken(edition: int) -> None:
    game = trading(edition, {"posts": "2"})
    game.push("take R R")
    assert (game.to_play, game.decision) == (0, "gain")
    assert legal(game) == ["gain W", "gain U", "gain G", "gain K"]
    game.push("gain K")
    assert seat(game, 0)["tokens"] == {"W": 0, "U": 0, "G": 0, "R": 2, "K": 1, "gold": 0}
    assert game.to_play == 1


@pytest.mark.rule("T5")
@EDITIONS
def test_with_no_other_colour_in_the_bank_two_gems_are_all(edition: int) -> None:
    game = trading(edition, {"posts": "2"}, bank="R R R R gold")
    game.push("take R R")
    assert made(game) == ["take R R"]
    assert seat(game, 0)["tokens"] == {"W": 0, "U": 0, "G": 0, "R": 2, "K": 0, "gold": 0}


@pytest.mark.rule("T5")
@EDITIONS
@pytest.mark.parametrize(("post", "move"), [("2", "take W U G"), ("1 3", "take R R")])
def test_three_colours_or_no_such_post_give_no_more_gems(
    edition: int, post: str, move: str
) -> None:
    game = trading(edition, {"posts": post})
    game.push(move)
    assert made(game) == [move]
    assert game.to_play == 1


@pytest.mark.rule("T5")
@EDITIONS
def test_the_post_does_not_change_that_four_are_needed(edition: int) -> None:
    game = trading(edition, {"posts": "2"}, {"tokens": "R"})
    assert "take R R" not in legal(game)
    assert "take K K" in legal(game)


@pytest.mark.rule("T5")
@EDITIONS
@pytest.mark.parametrize(
    ("tokens", "returns"), [("W W U U G G K", False), ("W W U U G G K K", True)]
)
def test_the_third_gem_counts_to_the_limit_of_ten(edition: int, tokens: str, returns: bool) -> None:
    game = trading(edition, {"posts": "2", "tokens": tokens})
    game.push("take R R")
    game.push("gain K")
    assert (game.decision == "return") is returns


@pytest.mark.rule("T12")
@EDITIONS
@pytest.mark.parametrize("refusal", ["pass", "decline", "pay"])
def test_the_gem_of_a_post_cannot_be_refused(edition: int, refusal: str) -> None:
    game = trading(edition, {"posts": "2"})
    game.push("take R R")
    with pytest.raises(IllegalMove):
        game.push(refusal)


# Gold worth two


def purchase(edition: int, tokens: str, *, card: str = "base-1b1", cards: str = "") -> Game:
    """Return a game where seat 0, whose gold is worth 2, may want the card at 1a."""
    seat_0 = {"posts": "3", "tokens": tokens, "cards": bonuses(cards)}
    return trading(edition, seat_0, rows={"1a": card})


@pytest.mark.rule("T6")
@EDITIONS
@pytest.mark.parametrize(("post", "enough"), [("3", True), ("1 2", False)])
def test_a_gold_is_worth_two_tokens_with_the_post_alone(
    edition: int, post: str, enough: bool
) -> None:
    game = trading(edition, {"posts": post, "tokens": "K gold"}, rows={"1a": "base-1b1"})
    assert ("buy 1a" in legal(game)) is enough


@pytest.mark.rule("T6")
@EDITIONS
def test_a_gold_covers_two_tokens_and_goes_back_as_one(edition: int) -> None:
    game = purchase(edition, "K gold")
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay gold K", "pay"]
    assert sum(seat(game, 0)["tokens"].values()) == 0
    assert game.snapshot()["bank"] == {"W": 4, "U": 4, "G": 4, "R": 4, "K": 4, "gold": 5}


@pytest.mark.rule("T6")
@EDITIONS
@pytest.mark.parametrize(("tokens", "enough"), [("gold", False), ("gold gold", True)])
def test_the_two_tokens_of_a_gold_are_of_one_colour(
    edition: int, tokens: str, enough: bool
) -> None:
    """Due are 1 red and 1 black."""
    game = purchase(edition, tokens, card="base-1w6", cards="U1 G1")
    assert ("buy 1a" in legal(game)) is enough


@pytest.mark.rule("T6")
@EDITIONS
def test_what_is_overpaid_is_lost(edition: int) -> None:
    game = purchase(edition, "gold gold")
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay gold K", "pay gold K", "pay"]
    assert sum(seat(game, 0)["tokens"].values()) == 0
    assert game.snapshot()["bank"]["K"] == 4


@pytest.mark.rule("T6")
@EDITIONS
def test_a_gold_may_cover_a_single_token(edition: int) -> None:
    game = purchase(edition, "K gold gold")
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay gold K"]
    assert legal(game) == ["pay", "pay gold K"]
    game.push("pay gold K")
    assert seat(game, 0)["tokens"]["K"] == 1
    assert seat(game, 0)["tokens"]["gold"] == 0


@pytest.mark.rule("T6")
@EDITIONS
def test_a_gold_that_covers_nothing_is_not_paid(edition: int) -> None:
    game = purchase(edition, "K K K gold gold gold")
    game.push("buy 1a")
    game.push("pay gold K")
    assert legal(game) == ["pay", "pay gold K"]
    game.push("pay gold K")
    assert game.to_play == 1
    assert seat(game, 0)["tokens"]["K"] == 3
    assert seat(game, 0)["tokens"]["gold"] == 1


@pytest.mark.rule("T6")
@EDITIONS
def test_two_tokens_due_take_no_second_gold(edition: int) -> None:
    game = purchase(edition, "K K gold gold", cards="K1")
    game.push("buy 1a")
    assert legal(game) == ["pay", "pay gold K"]
    game.push("pay gold K")
    assert game.to_play == 1
    assert seat(game, 0)["tokens"]["K"] == 2
    assert seat(game, 0)["tokens"]["gold"] == 1


@pytest.mark.rule("T6")
@EDITIONS
@pytest.mark.parametrize(
    ("tokens", "returns"),
    [("W W U U G G gold gold gold", False), ("W W W U U G G gold gold gold", True)],
)
def test_for_the_limit_of_ten_a_gold_is_one_token(edition: int, tokens: str, returns: bool) -> None:
    game = trading(edition, {"posts": "3", "tokens": tokens})
    game.push("reserve 1a")
    assert (game.decision == "return") is returns
    if returns:
        game.push("return W")
    assert game.to_play == 1
    assert sum(seat(game, 0)["tokens"].values()) == 10


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


# The other two posts of 2024


@pytest.mark.rule("T9")
@pytest.mark.parametrize(("kept", "under"), [("base-1w1", "base-1w2"), ("base-1w2", "base-1w1")])
def test_in_2024_one_of_the_first_two_cards_is_reserved_and_the_other_goes_under(
    kept: str, under: str
) -> None:
    game = trading(2024, {"posts": "4"}, decks={"1": "base-1w1 base-1w2 base-1w3 base-1w4"})
    game.push("reserve deck 1")
    assert (game.to_play, game.decision) == (0, "keep")
    assert legal(game) == ["keep base-1w1", "keep base-1w2"]
    game.push(f"keep {kept}")
    assert seat(game, 0)["hand"] == [kept]
    assert seat(game, 0)["blind"] == [True]
    assert seat(game, 0)["tokens"]["gold"] == 1
    assert game.snapshot()["decks"]["1"] == ["base-1w3", "base-1w4", under]


@pytest.mark.rule("T9")
def test_in_2024_the_others_see_neither_card() -> None:
    game = trading(2024, {"posts": "4"}, decks={"1": "base-1w1 base-1w2 base-1w3"})
    game.push("reserve deck 1")
    for viewer in (1, None):
        assert "base-1w1" not in str(game.view(viewer))
        assert "base-1w2" not in str(game.view(viewer))
    game.push("keep base-1w2")
    assert game.view(1)["seats"][0]["hand"] == ["?1"]
    assert game.view(1)["decks"]["1"] == 2


@pytest.mark.rule("T9")
def test_in_2024_the_last_card_of_a_deck_is_reserved_unasked() -> None:
    game = trading(2024, {"posts": "4"}, decks={"1": "base-1w1"})
    game.push("reserve deck 1")
    assert made(game) == ["reserve deck 1"]
    assert seat(game, 0)["hand"] == ["base-1w1"]
    assert game.snapshot()["decks"]["1"] == []


@pytest.mark.rule("T9")
def test_in_2024_a_face_up_card_is_reserved_as_ever() -> None:
    game = trading(2024, {"posts": "4"}, rows={"1a": "base-1w1"})
    game.push("reserve 1a")
    assert seat(game, 0)["hand"] == ["base-1w1"]
    assert game.to_play == 1


@pytest.mark.rule("T9")
@pytest.mark.parametrize(("edition", "posts_won"), [(2024, "1 2 3 5"), (2017, "1 2 3 4 5")])
def test_no_other_post_looks_at_two_cards(edition: int, posts_won: str) -> None:
    game = trading(edition, {"posts": posts_won}, decks={"1": "base-1w1 base-1w2"})
    game.push("reserve deck 1")
    assert seat(game, 0)["hand"] == ["base-1w1"]
    assert game.to_play == 1


@pytest.mark.rule("T10")
def test_in_2024_five_green_give_1_for_each_post_and_need_no_noble() -> None:
    game = trading(2024, {"cards": bonuses("G5"), "posts": "1 3"}, {"posts": "1 2 3"})
    assert game.prestige == [0, 0]
    game.push("take U G R")
    assert posts(game) == ["tp24-1", "tp24-3", "tp24-5"]
    assert game.prestige == [3, 0]


@pytest.mark.rule("T10")
def test_in_2024_later_posts_count_too() -> None:
    game = trading(2024, {"cards": bonuses("W2 G5"), "posts": "5"})
    assert game.prestige == [1, 0]
    game.push("take U G R")
    assert posts(game) == ["tp24-5", "tp24-2"]
    assert game.prestige == [2, 0]


@pytest.mark.rule("T8", "T9", "T10")
def test_in_2024_three_black_are_worth_no_prestige() -> None:
    game = trading(2024, {"cards": bonuses("K3"), "posts": "1 2 3"})
    game.push("take U G R")
    assert "tp24-4" in posts(game)
    assert game.prestige == [0, 0]


# What counts


@pytest.mark.rule("T11")
@pytest.mark.parametrize(
    ("cards", "wins"), [("o24-201", False), ("o24-201 base-1w1", True)], ids=["1 card", "2 cards"]
)
def test_in_2024_a_post_counts_cards_and_not_bonuses(cards: str, wins: bool) -> None:
    game = trading(2024, {"cards": cards}, modules=("trading_posts", "orient"))
    assert seat(game, 0)["bonuses"]["W"] >= 2
    game.push("take U G R")
    assert posts(game) == ["tp24-2"] * wins


@pytest.mark.rule("T11")
@pytest.mark.parametrize(("greens", "ends"), [("G5", True), ("G4", False)])
def test_in_2024_the_prestige_of_a_post_ends_the_game(greens: str, ends: bool) -> None:
    fourteen = "base-3w4 base-3b4 base-3r2"
    game = trading(2024, {}, {"cards": f"{fourteen} {bonuses(greens)}"}, to_play=1)
    game.push("take U G R")
    assert game.prestige == [0, 14 + ends]
    assert game.is_over is ends
