"""The Trading Posts, T4–T6, T8–T10 and T12: what they do."""

import pytest

from kit.modules import both_editions, posts, trading
from kit.positions import bonuses, legal, made, seat
from parure import Game, IllegalMove

# A gem after a purchase


GAINS = ["gain W", "gain U", "gain G", "gain R", "gain K"]


@pytest.mark.rule("T4", "T12")
@both_editions
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
@both_editions
@pytest.mark.parametrize("move", ["take U G R", "reserve 1a", "reserve deck 2"])
def test_other_actions_than_a_purchase_give_no_gem(edition: int, move: str) -> None:
    game = trading(edition, {"posts": "1"})
    game.push(move)
    assert made(game) == [move]
    assert game.to_play == 1


@pytest.mark.rule("T4")
@both_editions
def test_without_the_post_a_purchase_gives_no_gem(edition: int) -> None:
    game = trading(edition, {"posts": "2 3", "cards": bonuses("G4"), "hand": "base-1k1"})
    game.push("buy hand 1")
    assert sum(seat(game, 0)["tokens"].values()) == 0
    assert game.to_play == 1


@pytest.mark.rule("T4")
@both_editions
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
@both_editions
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
@both_editions
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
@both_editions
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
@both_editions
def test_the_only_gem_in_the_bank_is_taken_unasked(edition: int) -> None:
    free = {"posts": "1", "cards": bonuses("G4"), "hand": "base-1k1"}
    game = trading(edition, free, bank="G gold")
    game.push("buy hand 1")
    assert made(game) == ["buy hand 1", "pay", "gain G"]


@pytest.mark.rule("T4")
@both_editions
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
@both_editions
def test_after_two_gems_of_one_colour_one_of_another_must_be_taken(edition: int) -> None:
    game = trading(edition, {"posts": "2"})
    game.push("take R R")
    assert (game.to_play, game.decision) == (0, "gain")
    assert legal(game) == ["gain W", "gain U", "gain G", "gain K"]
    game.push("gain K")
    assert seat(game, 0)["tokens"] == {"W": 0, "U": 0, "G": 0, "R": 2, "K": 1, "gold": 0}
    assert game.to_play == 1


@pytest.mark.rule("T5")
@both_editions
def test_with_no_other_colour_in_the_bank_two_gems_are_all(edition: int) -> None:
    game = trading(edition, {"posts": "2"}, bank="R R R R gold")
    game.push("take R R")
    assert made(game) == ["take R R"]
    assert seat(game, 0)["tokens"] == {"W": 0, "U": 0, "G": 0, "R": 2, "K": 0, "gold": 0}


@pytest.mark.rule("T5")
@both_editions
@pytest.mark.parametrize(("post", "move"), [("2", "take W U G"), ("1 3", "take R R")])
def test_three_colours_or_no_such_post_give_no_more_gems(
    edition: int, post: str, move: str
) -> None:
    game = trading(edition, {"posts": post})
    game.push(move)
    assert made(game) == [move]
    assert game.to_play == 1


@pytest.mark.rule("T5")
@both_editions
def test_the_post_does_not_change_that_four_are_needed(edition: int) -> None:
    game = trading(edition, {"posts": "2"}, {"tokens": "R"})
    assert "take R R" not in legal(game)
    assert "take K K" in legal(game)


@pytest.mark.rule("T5")
@both_editions
@pytest.mark.parametrize(
    ("tokens", "returns"), [("W W U U G G K", False), ("W W U U G G K K", True)]
)
def test_the_third_gem_counts_to_the_limit_of_ten(edition: int, tokens: str, returns: bool) -> None:
    game = trading(edition, {"posts": "2", "tokens": tokens})
    game.push("take R R")
    game.push("gain K")
    assert (game.decision == "return") is returns


@pytest.mark.rule("T12")
@both_editions
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
@both_editions
@pytest.mark.parametrize(("post", "enough"), [("3", True), ("1 2", False)])
def test_a_gold_is_worth_two_tokens_with_the_post_alone(
    edition: int, post: str, enough: bool
) -> None:
    game = trading(edition, {"posts": post, "tokens": "K gold"}, rows={"1a": "base-1b1"})
    assert ("buy 1a" in legal(game)) is enough


@pytest.mark.rule("T6")
@both_editions
def test_a_gold_covers_two_tokens_and_goes_back_as_one(edition: int) -> None:
    game = purchase(edition, "K gold")
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay gold K", "pay"]
    assert sum(seat(game, 0)["tokens"].values()) == 0
    assert game.snapshot()["bank"] == {"W": 4, "U": 4, "G": 4, "R": 4, "K": 4, "gold": 5}


@pytest.mark.rule("T6")
@both_editions
@pytest.mark.parametrize(("tokens", "enough"), [("gold", False), ("gold gold", True)])
def test_the_two_tokens_of_a_gold_are_of_one_colour(
    edition: int, tokens: str, enough: bool
) -> None:
    """Due are 1 red and 1 black."""
    game = purchase(edition, tokens, card="base-1w6", cards="U1 G1")
    assert ("buy 1a" in legal(game)) is enough


@pytest.mark.rule("T6")
@both_editions
def test_what_is_overpaid_is_lost(edition: int) -> None:
    game = purchase(edition, "gold gold")
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay gold K", "pay gold K", "pay"]
    assert sum(seat(game, 0)["tokens"].values()) == 0
    assert game.snapshot()["bank"]["K"] == 4


@pytest.mark.rule("T6")
@both_editions
def test_a_gold_may_cover_a_single_token(edition: int) -> None:
    game = purchase(edition, "K gold gold")
    game.push("buy 1a")
    assert made(game) == ["buy 1a", "pay gold K"]
    assert legal(game) == ["pay", "pay gold K"]
    game.push("pay gold K")
    assert seat(game, 0)["tokens"]["K"] == 1
    assert seat(game, 0)["tokens"]["gold"] == 0


@pytest.mark.rule("T6")
@both_editions
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
@both_editions
def test_two_tokens_due_take_no_second_gold(edition: int) -> None:
    game = purchase(edition, "K K gold gold", cards="K1")
    game.push("buy 1a")
    assert legal(game) == ["pay", "pay gold K"]
    game.push("pay gold K")
    assert game.to_play == 1
    assert seat(game, 0)["tokens"]["K"] == 2
    assert seat(game, 0)["tokens"]["gold"] == 1


@pytest.mark.rule("T6")
@both_editions
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
