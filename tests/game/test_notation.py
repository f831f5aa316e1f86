"""What people type, and what they are told when it is no legal move."""

import random
from typing import Any

import pytest

from kit.positions import bonuses, made, position, seat
from parure import MOVES, Game, IllegalMove, Move
from parure.game.notation import candidates, split

pytestmark = pytest.mark.usefixtures("english")


def refusal(game: Game, move: Any) -> str:
    """Return the sentence that refuses a move, and check that the game is as it was."""
    before = game.snapshot(), game.record(), game.plies, game.legal_moves, game.state.tobytes()
    with pytest.raises(IllegalMove) as refused:
        game.push(move)
    after = game.snapshot(), game.record(), game.plies, game.legal_moves, game.state.tobytes()
    assert after == before
    return str(refused.value)


def after(game: Game, *lines: str) -> Game:
    for line in lines:
        game.push(line)
    return game


def purchase(**seat_has: str) -> Game:
    """Return a game where 1a costs three red and some of it can be paid with gold."""
    has = {"tokens": "R R R gold gold", **seat_has}
    return position(seats=[has], rows={"1a": "base-1g1"})


def joker_purchase() -> Game:
    """Return a game with a joker card, where 1a costs two red and two blue."""
    has = {"tokens": "R R U U gold", "cards": "o24-101 o24-102"}
    return position(modules="orient", seats=[has], rows={"1a": "base-1g3"})


# One move


@pytest.mark.parametrize(
    "text",
    [
        "take W U G",
        "take w u g",
        "TAKE W U G",
        "take  W   U G ",
        "\ttake W U G\n",
        "take w,u,g",
        "take w, u, g",
        "take w ,u ,g",
        "take wug",
        "take WUG",
        "take w ug",
        "take G U W",
        "take guw",
        "t wug",
        "ta g,u,w",
        "tak u w g",
    ],
)
def test_a_take_can_be_typed_in_many_ways(text: str) -> None:
    game = Game(seed=7)
    assert game.parse(text) == Move.of("take W U G")
    game.push(text)
    assert made(game) == ["take W U G"]


@pytest.mark.parametrize("text", ["take R R", "take rr", "t r,r", "take r  r"])
def test_two_of_one_colour(text: str) -> None:
    assert Game(seed=7).parse(text) == Move.of("take R R")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("reserve 2c", "reserve 2c"),
        ("RESERVE 2C", "reserve 2c"),
        ("res 2c", "reserve 2c"),
        ("r 2C", "reserve 2c"),
        ("reserve deck 1", "reserve deck 1"),
        ("r Deck 1", "reserve deck 1"),
        ("deck 1", "reserve deck 1"),
        ("b 1a", "buy 1a"),
        ("Buy 1A", "buy 1a"),
        ("bu hand 1", "buy hand 1"),
        ("hand 1", "buy hand 1"),
    ],
)
def test_verbs_may_be_shortened_or_left_out(text: str, move: str) -> None:
    game = purchase(hand="base-1g2", tokens="R R R W W U")
    assert game.parse(text) == Move.of(move)


def test_what_to_do_with_a_card_is_never_guessed_from_what_can_be_paid() -> None:
    for game in (Game(seed=1), purchase()):
        with pytest.raises(IllegalMove, match="“1a” is ambiguous: reserve 1a, buy 1a"):
            game.push("1a")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("gold r", "pay gold R"),
        ("Gold  R", "pay gold R"),
        ("pay gold r", "pay gold R"),
        ("p gold r", "pay gold R"),
        ("pay", "pay"),
        ("p", "pay"),
    ],
)
def test_at_a_payment_gold_is_enough(text: str, move: str) -> None:
    game = after(purchase(), "buy 1a")
    assert game.parse(text) == Move.of(move)


@pytest.mark.parametrize("text", ["joker", "pay joker", "JOKER", "p joker"])
def test_at_a_payment_joker_is_enough(text: str) -> None:
    assert after(joker_purchase(), "buy 1a").parse(text) == Move.of("pay joker")


@pytest.mark.parametrize(
    ("text", "move"), [("w", "return W"), ("ret w", "return W"), ("Gold", "return gold")]
)
def test_at_a_return_the_token_is_enough(text: str, move: str) -> None:
    game = position(seats=[{"tokens": "W W U U G G R gold"}])
    assert after(game, "take wug").parse(text) == Move.of(move)


@pytest.mark.parametrize(
    ("text", "move"), [("place 2b", "place 2b"), ("p 2B", "place 2b"), ("2b", "place 2b")]
)
def test_at_a_stronghold_the_place_is_enough(text: str, move: str) -> None:
    game = position(modules="strongholds", seats=[{"tokens": "R R R"}], rows={"1a": "base-1g1"})
    assert after(game, "buy 1a").parse(text) == Move.of(move)


def test_at_a_stronghold_two_places_are_a_move() -> None:
    game = position(
        modules="strongholds",
        seats=[{"tokens": "R R R"}],
        rows={"1a": "base-1g1"},
        strongholds={"3c": (0, 3)},
    )
    assert after(game, "buy 1a").parse("3c 2b") == Move.of("move 3c 2b")


def test_at_a_choice_of_nobles_the_id_is_enough() -> None:
    game = position(
        seats=[{"tokens": "W", "cards": bonuses("W4 U4 G4")}],
        nobles="noble-01 noble-02 noble-03",
    )
    game = after(game, "take W R K")
    assert game.decision == "noble"
    assert game.parse("Noble-02") == game.parse("n noble-02") == Move.of("noble noble-02")


def test_every_notation_is_read_as_itself_where_it_is_asked() -> None:
    for move in MOVES:
        text = str(move)
        assert split(text) == [text]
        assert move in candidates(text, move.decision)
        assert candidates(text.lower(), move.decision) == candidates(text, move.decision)


def test_every_legal_move_of_a_game_is_read_as_itself() -> None:
    asked = set()
    for seed, modules, edition in (
        (1, ("trading_posts", "orient", "strongholds"), 2024),
        (0, "cities", 2017),
        (2, "orient", 2017),
    ):
        game, chance = Game(2, modules, edition, seed=seed), random.Random(seed)
        while not game.is_over:
            asked.add(game.decision)
            for move in game.legal_moves:
                assert game.parse(str(move)) == move
                assert game.parse(f"  {str(move).lower()} ") == move
            game.push(chance.choice(game.legal_moves))
    assert len(asked) >= 10


def test_a_move_is_as_good_as_its_notation() -> None:
    by_move, by_text = Game(seed=7), Game(seed=7)
    by_move.push(Move.of("take W U G"))
    by_text.push("take W U G")
    assert by_move.record() == by_text.record()


# A whole purchase in a line


def test_a_line_names_the_gold_of_its_purchase() -> None:
    game = after(purchase(), "buy 1a, gold R")
    assert made(game) == ["buy 1a", "pay gold R", "pay"]
    assert seat(game, 0)["tokens"] == {"W": 0, "U": 0, "G": 0, "R": 1, "K": 0, "gold": 1}


@pytest.mark.parametrize("line", ["buy 1a, pay", "buy 1a,pay", "BUY 1A , PAY", "b 1a, p"])
def test_a_line_without_gold_pays_in_coloured_tokens(line: str) -> None:
    game = after(purchase(), line)
    assert made(game) == ["buy 1a", "pay"]


def test_a_line_may_spell_the_whole_payment() -> None:
    game = after(purchase(), "buy 1a, pay gold r, pay gold r, pay")
    assert made(game) == ["buy 1a", "pay gold R", "pay gold R", "pay"]


def test_a_line_with_joker_and_gold() -> None:
    game = after(joker_purchase(), "buy 1a, joker, gold R")
    assert [move for move in made(game) if move != "pay"] == ["buy 1a", "pay joker", "pay gold R"]
    assert seat(game, 0)["cards"] == ["base-1g3", "o24-102"]


def test_the_parts_of_a_payment_come_in_any_order() -> None:
    one = after(joker_purchase(), "buy 1a, joker, gold u, gold r")
    other = after(joker_purchase(), "buy 1a, gold r, joker, gold U")
    assert one.snapshot() == other.snapshot()
    assert one.record() == other.record()


def test_a_line_may_name_what_is_forced() -> None:
    game = position(seats=[{"tokens": "R R gold"}], rows={"1a": "base-1g1"})
    forced = after(game.copy(), "buy 1a")
    assert [ply.forced for ply in forced.plies] == [False, True, True]
    for line in ("buy 1a, gold R", "buy 1a, gold r, pay", "buy 1a, pay"):
        assert after(game.copy(), line).record() == forced.record()


def test_a_line_may_leave_out_what_is_forced() -> None:
    has = {"tokens": "R U U gold gold"}
    game = position(seats=[has], rows={"1a": "base-1g3"})
    line = after(game.copy(), "buy 1a, gold U")
    steps = after(game.copy(), "buy 1a", "pay gold U")
    assert line.snapshot() == steps.snapshot()
    assert made(line) == ["buy 1a", "pay gold U", "pay gold R", "pay"]


@pytest.mark.parametrize("after_it", ["place 2b", "2b", "p 2b"])
def test_a_line_goes_on_to_the_stronghold(after_it: str) -> None:
    game = position(
        modules="strongholds", seats=[{"tokens": "R R R gold"}], rows={"1a": "base-1g1"}
    )
    game.push(f"buy 1a, gold R, {after_it}")
    assert made(game) == ["buy 1a", "pay gold R", "pay", "place 2b"]
    assert game.snapshot()["strongholds"] == {"2b": [0, 1]}


def test_a_line_pays_before_it_goes_on() -> None:
    game = position(
        modules="strongholds", seats=[{"tokens": "R R R gold"}], rows={"1a": "base-1g1"}
    )
    game.push("buy 1a, place 2b")
    assert made(game) == ["buy 1a", "pay", "place 2b"]


def test_a_line_holds_a_conquest_and_its_payment() -> None:
    game = position(
        modules="strongholds",
        seats=[{"tokens": "R R R U U G gold"}],
        rows={"1a": "base-1g1", "1b": "base-1r2"},
        strongholds={"1b": (0, 2)},
    )
    game.push("buy 1a, place 1b, conquer 1b, gold U, place 3c")
    assert made(game) == [
        *("buy 1a", "pay", "place 1b"),
        *("conquer 1b", "pay gold U", "pay", "place 3c"),
    ]


def test_a_line_is_taken_back_as_a_whole() -> None:
    game = purchase()
    before = game.snapshot()
    game.push("buy 1a, gold R, gold R")
    assert game.pop() == Move.of("buy 1a")
    assert game.snapshot() == before
    assert game.plies == ()


# Refused, and nothing changed


@pytest.mark.parametrize(
    "line",
    [
        "buy 1a, gold W",
        "buy 1a, gold R, gold R, gold R",
        "buy 1a, joker",
        "buy 1a, gold R, gold W",
        "buy 1a, pay, place 2b",
        "buy 1a, gold R, nonsense",
        "buy 1a, gold R, take W W W",
        "buy 1a,, gold R",
        "buy 1a, gold R,",
        ", buy 1a",
        "nonsense, gold R",
        "gold R, buy 1a",
    ],
)
def test_a_wrong_line_changes_nothing(line: str) -> None:
    assert refusal(purchase(), line)


def test_what_the_price_does_not_ask_for() -> None:
    game = position(seats=[{"tokens": "R R gold gold"}], rows={"1a": "base-1g1"})
    assert "gold W" in refusal(game, "buy 1a, gold R, gold W")


@pytest.mark.parametrize(
    "text",
    [
        "take",
        "buy",
        "hand",
        "reserve",
        "take W U G R",
        "take W U X",
        "take 1a",
        "buy 4a",
        "buy 1g",
        "buy 11a",
        "reserve deck",
        "reserve deck 4",
        "buy hand 0",
        "buy hand 4",
        "move 1a",
        "takewug",
        "t",
        "-1",
        "0",
        "None",
        "take {text}",
        "%s",
        "\0",
        "💎",
        "prendre B",
        "take Ｗ Ｕ Ｇ",
        "take ẞ",
        "١a",
        "buy 1а",  # a Cyrillic а
    ],
)
def test_an_unknown_move_is_told_apart(text: str) -> None:
    sentence = refusal(Game(seed=7), text)
    assert "is not a move. Legal moves: take W U G, " in sentence
    assert sentence.endswith(" and 18 more.")


@pytest.mark.parametrize("text", ["", " ", "\t \n"])
def test_an_empty_line_is_no_move(text: str) -> None:
    assert refusal(Game(seed=7), text).startswith("An empty line is not a move")


@pytest.mark.parametrize("text", [",", ", ,", "buy 1a,", ",take W U G"])
def test_nothing_between_two_commas_is_no_move(text: str) -> None:
    assert refusal(Game(seed=7), text) == "A move is missing before or after a comma."


@pytest.mark.parametrize(
    "text",
    ["x" * 501, "take " + "w " * 400, "buy 1a" + ", gold R" * 100, "," * 10_000, "é" * 100_000],
)
def test_a_very_long_line_is_no_move(text: str) -> None:
    assert refusal(Game(seed=7), text) == "That line is too long to be a move."


def test_a_long_word_is_not_repeated_in_full() -> None:
    assert len(refusal(Game(seed=7), "x" * 500)) < 300


def test_an_ambiguous_text_names_what_it_can_mean() -> None:
    assert refusal(purchase(), "1a") == "“1a” is ambiguous: reserve 1a, buy 1a."


def test_a_move_of_another_decision_says_what_is_asked() -> None:
    game = after(purchase(), "buy 1a")
    sentence = refusal(game, "take W U G")
    assert sentence.startswith("“take W U G” doesn’t answer the question: how to pay?")
    assert sentence.endswith("Legal moves: pay, pay gold R.")
    assert "take tokens, reserve a card or buy one?" in refusal(Game(seed=7), "pay")


@pytest.mark.parametrize("move", [move for move in MOVES if move.decision != "action"][::40])
def test_a_move_of_another_decision_is_refused_as_a_value_too(move: Move) -> None:
    assert "the question: take tokens, reserve a card or buy one?" in refusal(Game(seed=7), move)


# Why not


@pytest.mark.parametrize("text", ["take gold", "take W U gold", "take Gold, w", "TAKE GOLD GOLD"])
def test_gold_cannot_be_taken(text: str) -> None:
    assert refusal(Game(seed=7), text) == "You can’t take gold: you get it by reserving a card."


@pytest.mark.parametrize(
    ("there", "moves", "sentence"),
    [
        (
            {"seats": [{"tokens": "W W W W"}]},
            ["take wug"],
            "There is no white token left in the bank.",
        ),
        (
            {"seats": [{"tokens": "W"}]},
            ["take ww"],
            "You can take two tokens of one colour only if at least four are left: the bank has 3.",
        ),
        (
            {},
            ["take W U"],
            "Take 3 tokens of different colours: white, blue, green, red, black are left.",
        ),
        (
            {"modules": "strongholds", "strongholds": {"2b": (1, 1)}},
            ["buy 2b", "reserve 2b"],
            "Another player (seat 1) has a stronghold on that card.",
        ),
        (
            {"seats": [{"hand": "base-1w1 base-1w2 base-1w3"}]},
            ["reserve 2b", "reserve deck 3"],
            "You already have 3 cards in hand and can’t reserve another.",
        ),
        (
            {"rows": {"2b": None}, "decks": {"2": ""}},
            ["buy 2b", "reserve 2b"],
            "There is no card at 2b.",
        ),
        ({}, ["buy 2f", "reserve 2f"], "There is no place 2f in this game."),
        ({"decks": {"2": ""}}, ["reserve deck 2"], "There is no card in deck 2."),
        ({}, ["reserve deck 2o"], "There is no card in deck 2o."),
        ({}, ["buy hand 1"], "There is no card 1 in your hand."),
        ({}, ["pass"], "You may pass only when you can’t do anything else."),
        (
            {"modules": "orient", "edition": 2017, "rows": {"3e": "o17-306"}},
            ["buy 3e"],
            "That card costs two black cards, which you don’t have.",
        ),
        (
            {
                "modules": "orient",
                "seats": [{"tokens": "W W W R R"}],
                "rows": {"1e": "o24-106"},
            },
            ["buy 1e"],
            "You need a card with a bonus to pair that card with.",
        ),
    ],
)
def test_a_move_that_cannot_be_made_is_told_why(
    there: dict[str, Any], moves: list[str], sentence: str
) -> None:
    for move in moves:
        assert refusal(position(**there), move) == sentence


def test_a_price_that_cannot_be_paid() -> None:
    game = position(seats=[{"tokens": "R gold", "cards": "base-1k1"}], rows={"2a": "base-2r2"})
    assert refusal(game, "buy 2a").startswith("You can’t afford that card: you lack ")
    assert refusal(game, "buy 2a").endswith(". It would take 6 gold; you have 1.")


@pytest.mark.rule("T6", "O4")
def test_a_price_that_doubled_gold_and_joker_cards_cannot_pay() -> None:
    """3 blue, 2 red and 3 black are due: with doubled gold that is 2 + 1 + 2, where a joker card gives 2."""
    seat = {"cards": "o24-101", "posts": "tp24-3"}
    game = position(modules=("trading_posts", "orient"), seats=[seat], rows={"2a": "base-2r2"})
    assert refusal(game, "buy 2a").endswith(
        "3 blue, 2 red, 3 black. It would take 5 gold; you have 2."
    )


def test_after_the_end() -> None:
    game = position(seats=[{"tokens": "W", "cards": "base-3w4 base-3b4 base-3g4"}], to_play=1)
    game.push("take W U G")
    assert game.is_over
    assert refusal(game, "take W U G") == "The game is over."
    assert refusal(game, Move.of("pass")) == "The game is over."
