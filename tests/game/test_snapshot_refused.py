"""Snapshots that no game could show, each kind of them, are refused."""

import pytest

from kit.games import in_the_middle
from kit.positions import position
from kit.snapshots import Change, Table, add, base, full, put, refusal
from parure import Game

pytestmark = pytest.mark.usefixtures("english")


def test_the_unchanged_positions_are_good() -> None:
    for refuse in (base, full):
        with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
            refuse(lambda table: None)


@pytest.mark.parametrize("number", [3, 5, 260])
def test_tokens_that_do_not_add_up(number: int) -> None:
    assert base(put("bank", "U", number))
    assert base(put("seats", 1, "tokens", "gold", number))


def test_the_sentence_about_tokens_tells_how_many_there_should_be() -> None:
    assert base(put("bank", "U", 3)) == "There are 3 tokens of U, but this game has 4."
    assert base(put("bank", "gold", 6)) == "There are 6 tokens of gold, but this game has 5."


def test_a_negative_number_of_tokens() -> None:
    def change(table: Table) -> None:
        table["bank"]["U"] = 5
        table["seats"][1]["tokens"]["U"] = -1

    assert base(change) == "There can’t be -1 tokens of U."


@pytest.mark.parametrize("number", [4.0, "4", None, [4]])
def test_tokens_that_are_no_whole_number(number: object) -> None:
    assert base(put("bank", "U", number)) == f"There can’t be {number} tokens of U."


def test_an_unknown_token() -> None:
    assert base(put("bank", "X", 0)) == "The tokens don’t match this game."
    assert base(lambda table: table["bank"].pop("W")) == "The tokens don’t match this game."


@pytest.mark.parametrize(
    "change",
    [
        add("seats", 1, "cards", "base-1w1"),
        put("seats", 0, "hand", ["base-1w1"]),
        add("decks", "1", "base-1w1"),
        put("rows", "1a", "base-1w1"),
    ],
)
def test_a_card_in_two_places(change: Change) -> None:
    assert base(change) == "base-1w1 is in two places."


@pytest.mark.parametrize("name", ["base-9w9", "", "noble-01", "BASE-1W2", "x" * 50])
def test_an_unknown_card(name: str) -> None:
    assert base(add("seats", 0, "cards", name)) == f"There is no card “{name}”."
    assert base(put("seats", 0, "hand", [name])) == f"There is no card “{name}”."
    assert base(put("rows", "1a", name)) == f"There is no card “{name}”."
    assert base(put("decks", "1", [name])) == f"There is no card “{name}”."


def test_a_card_of_the_other_edition_or_of_no_module() -> None:
    assert full(add("seats", 0, "cards", "o17-101")) == "o17-101 is not in this game."
    assert base(add("seats", 0, "cards", "o24-101")) == "o24-101 is not in this game."
    assert full(put("rows", "1e", "o17-101")) == "o17-101 is not in this game."


def test_a_card_in_the_wrong_deck_or_row() -> None:
    assert base(put("rows", "1a", "base-2w1")) == "base-2w1 does not belong to deck 1."
    assert base(put("decks", "3", ["base-2w1"])) == "base-2w1 does not belong to deck 3."
    assert full(put("rows", "1e", "base-1w2")) == "base-1w2 does not belong to deck 1o."
    assert full(put("rows", "1a", "o24-101")) == "o24-101 does not belong to deck 1."


def test_a_deck_with_too_many_cards() -> None:
    assert base(put("decks", "3", ["base-3w1"] * 99)) == "Deck 3 has too many cards."


@pytest.mark.parametrize(
    ("deck", "seats"),
    [("1", []), ("1", [2]), ("1", [-1]), ("1", [True]), ("1", 0), ("1", [0] * 19), ("1o", [0])],
)
def test_cards_that_nobody_can_have_put_under_a_deck(deck: str, seats: object) -> None:
    assert base(put("under", {deck: seats})) == (
        f"Seats {str(seats)[:60]} can’t have put cards under deck {deck}."
    )


def test_places_and_decks_of_another_game() -> None:
    assert base(put("rows", "1e", None)) == "The places in the rows don’t match this game."
    assert full(lambda table: table["rows"].pop("1e")) == (
        "The places in the rows don’t match this game."
    )
    assert base(put("decks", "1o", [])) == "The decks don’t match this game."
    assert base(lambda table: table["decks"].pop("2")) == "The decks don’t match this game."


def test_a_hand_that_cannot_be() -> None:
    def four(table: Table) -> None:
        table["seats"][1]["hand"] = table["decks"]["1"][:4]
        table["decks"]["1"] = table["decks"]["1"][4:]
        table["seats"][1]["blind"] = [False] * 4

    assert base(four) == "Seat 1 has an impossible hand."
    assert base(put("seats", 0, "blind", [])) == "Seat 0 has an impossible hand."


def test_a_view_is_no_snapshot() -> None:
    game = position(seats=[{"hand": "base-2r1?"}])
    assert refusal(game.view(1)) == "A view hides the decks: a game needs a full snapshot."
    assert refusal({**game.view(1), "decks": game.snapshot()["decks"]}) == (
        "A view hides cards: a game needs a full snapshot."
    )


def test_strongholds_that_are_not_three() -> None:
    sentence = "Seat 0 must have 3 strongholds in all."
    assert full(put("seats", 0, "strongholds", 2)) == sentence
    assert full(put("strongholds", "2b", [0, 1])) == sentence
    assert full(put("strongholds", {})) == sentence
    assert base(put("seats", 0, "strongholds", 1)) == "Seat 0 must have 0 strongholds in all."


def test_a_negative_number_of_strongholds() -> None:
    def change(table: Table) -> None:
        table["seats"][0]["strongholds"] = -1
        table["strongholds"] = {"2b": [0, 3], "3a": [0, 1]}

    assert full(change) == "Seat 0 must have 3 strongholds in all."


def test_a_stronghold_where_none_can_stand() -> None:
    def on_an_empty_place(table: Table) -> None:
        table["rows"]["2b"] = None
        table["decks"]["2"] = []

    def of_nobody(table: Table) -> None:
        table["strongholds"] = {"2b": [2, 2]}

    def nowhere(table: Table) -> None:
        table["strongholds"] = {"4a": [0, 2]}

    assert full(on_an_empty_place) == "No stronghold can stand on 2b."
    assert full(of_nobody) == "No stronghold can stand on 2b."
    assert full(nowhere) == "No stronghold can stand on 4a."


def test_a_noble_in_two_places() -> None:
    assert base(add("nobles", "noble-01")) == "noble-01 is in two places."
    assert base(put("seats", 0, "nobles", ["noble-01"])) == "noble-01 is in two places."
    assert full(put("seats", 0, "claimed", ["noble-01"])) == "noble-01 is in two places."


def test_a_noble_beside_cities() -> None:
    table = Game(2, "cities", seed=1).snapshot()
    table["nobles"] = ["noble-01"]
    assert refusal(table) == "noble-01 is not in this game."


def test_too_many_nobles() -> None:
    names = [f"noble-{number:02}" for number in range(1, 11)]
    assert "too many tiles" in base(put("nobles", names))


@pytest.mark.parametrize("where", ["nobles", "cities"])
def test_an_unknown_tile(where: str) -> None:
    assert base(put(where, ["nobody"])) == "There is no tile “nobody”."
    assert base(put("seats", 0, "posts", ["nothing"])) == "There is no tile “nothing”."
    assert base(put("seats", 0, "city", "nowhere")) == "There is no tile “nowhere”."


def test_a_city_of_the_other_edition_or_of_no_module() -> None:
    table = Game(2, "cities", 2024, seed=1).snapshot()
    table["cities"] = ["city17-1a"]
    assert refusal(table) == "city17-1a is not in this game."
    assert base(put("cities", ["city24-1a"])) == "city24-1a is not in this game."
    assert base(put("seats", 0, "city", "city24-1a")) == "city24-1a is not in this game."


def test_both_sides_of_a_city() -> None:
    table = Game(2, "cities", 2024, seed=1).snapshot()
    table["cities"] = ["city24-1a", "city24-1b"]
    assert refusal(table).endswith(" is in two places.")


def test_a_post_that_cannot_be_there() -> None:
    assert full(add("seats", 0, "posts", "tp24-1")) == "Seat 0 has tp24-1 twice."
    assert full(add("seats", 0, "posts", "tp17-2")) == "tp17-2 is not in this game."
    assert base(add("seats", 0, "posts", "tp24-1")) == "tp24-1 is not in this game."


@pytest.mark.parametrize("pair", [["X", 1], ["W", 0], ["W", 3], ["gold", 1], ["WU", 1], [None, 1]])
def test_a_paired_card_that_is_paired_wrongly(pair: list[object]) -> None:
    assert full(put("seats", 0, "paired", "o24-106", pair)) == "o24-106 has an invalid pairing."


def test_a_paired_card_without_a_pair() -> None:
    assert "o24-106" in full(put("seats", 0, "paired", {}))


def test_in_2017_a_pair_is_worth_one() -> None:
    table = position(
        modules="orient",
        edition=2017,
        seats=[{"cards": "o17-201 o17-106", "paired": {"o17-106": ("W", 1)}}],
    ).snapshot()
    table["seats"][0]["paired"]["o17-106"] = ["W", 2]
    assert refusal(table) == "o17-106 has an invalid pairing."


@pytest.mark.parametrize("seat", [2, -1, None, "0", [], 10**30])
def test_nobodys_turn(seat: object) -> None:
    assert base(put("to_play", seat)) == "“to_play” must be a seat of this game."


@pytest.mark.rule("B5")
def test_the_turn_of_another_seat() -> None:
    assert base(put("to_play", 1)) == "After 0 turns, it is seat 0’s turn."
    assert base(put("turns", 17)) == "After 17 turns, it is seat 1’s turn."


@pytest.mark.parametrize("turns", [-1, None, "x", [], 10**30])
def test_turns_that_cannot_be(turns: object) -> None:
    assert base(put("turns", turns))


def test_seats_that_are_not_those_of_the_players() -> None:
    assert base(lambda table: table["seats"].pop()) == "The snapshot has 1 seats for 2 players."
    assert base(put("players", 3)) == "The snapshot has 2 seats for 3 players."


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("players", 5, "2 to 4 players"),
        ("edition", 2020, "There is no edition 2020: choose 2017 or 2024."),
        ("modules", ["x"], "There is no module “x”"),
    ],
)
def test_options_that_the_rules_refuse(key: str, value: object, words: str) -> None:
    assert words in base(put(key, value))
    assert "snapshot" not in base(put(key, value))


def test_modules_that_2017_does_not_combine() -> None:
    assert "2024 edition" in full(put("edition", 2017))


@pytest.mark.parametrize(
    "key",
    [
        *("edition", "modules", "players", "turns", "to_play", "over", "bank", "rows", "decks"),
        *("nobles", "cities", "strongholds", "seats"),
    ],
)
def test_a_key_that_is_missing(key: str) -> None:
    assert f"“{key}” is missing" in base(lambda table: table.pop(key))


@pytest.mark.parametrize(
    "key",
    ["tokens", "cards", "hand", "blind", "nobles", "claimed", "posts", "city", "strongholds"],
)
def test_a_key_of_a_seat_that_is_missing(key: str) -> None:
    assert f"“{key}” is missing" in base(lambda table: table["seats"][1].pop(key))


@pytest.mark.parametrize("change", [put("colour", 1), put("seats", 0, "bonus", {}), put(5, 5)])
def test_a_field_that_nobody_knows(change: Change) -> None:
    assert base(change).startswith("Unknown field “")


def test_a_later_format() -> None:
    sentence = "This has format 3; this version of Parure reads formats up to 2."
    assert base(put("format", 3)) == sentence
    table = in_the_middle().snapshot()
    table["format"] = 3
    assert refusal(table) == sentence


@pytest.mark.parametrize("number", [0, -1, True, None, "1", 1.0])
def test_a_format_that_is_no_number_of_one(number: object) -> None:
    assert base(put("format", number)) == f"“format” can’t be {number!r}."


def test_bonuses_that_are_not_those_of_the_cards() -> None:
    sentence = "The bonuses of seat 0 don’t match its cards."
    assert base(put("seats", 0, "bonuses", "W", 2)) == sentence
    assert base(put("seats", 0, "bonuses", {})) == sentence
    assert base(put("seats", 0, "bonuses", "X", 0)) == sentence
    assert base(put("seats", 0, "bonuses", None)) == "“bonuses” can’t be None."


def test_prestige_that_is_not_that_of_the_cards_and_tiles() -> None:
    sentence = "Seat 0 has 9 prestige, but its cards and tiles add up to 0."
    assert base(put("seats", 0, "prestige", 9)) == sentence
    assert base(put("seats", 0, "prestige", "0")) == "“prestige” can’t be '0'."


@pytest.mark.rule("B16")
def test_a_gap_above_a_deck_that_is_not_empty() -> None:
    assert base(put("rows", "3d", None)) == (
        "There is no card at 3d, although deck 3 is not empty."
    )
    assert full(put("rows", "1f", None)) == (
        "There is no card at 1f, although deck 1o is not empty."
    )


def over(cards: str = "", turns: int = 4, **changes: object) -> Table:
    """Return a game of two that seat 0, with these cards, is said to have won."""
    table = position(seats=[{"cards": cards}]).snapshot()
    ended = {"over": True, "to_play": None, "decision": None, "winners": [0], "turns": turns}
    return {**table, **ended, **changes}


FIFTEEN = "base-3w4 base-3b4 base-3g4"


@pytest.mark.rule("B18", "B23")
@pytest.mark.parametrize(
    "table",
    [
        over(),
        over(turns=0),
        over(FIFTEEN, turns=5),
        over(FIFTEEN, turns=0),
        over(pending={"passes": 1}),
    ],
)
def test_a_game_that_nothing_has_ended(table: Table) -> None:
    assert refusal(table) == (
        "This game can’t be over: no round has ended with a player at the goal, and "
        "not everyone has passed."
    )


def test_a_game_that_something_has_ended() -> None:
    assert Game.from_snapshot(over(FIFTEEN)).winners == (0,)
    passed = over(winners=[0, 1], turns=5, pending={"passes": 2})
    assert Game.from_snapshot(passed).winners == (0, 1)


@pytest.mark.parametrize("passes", [3, -1, True, "2", None])
def test_passes_that_cannot_be(passes: object) -> None:
    assert refusal(over(pending={"passes": passes})) == "The “pending” part is damaged."


def test_more_passes_than_turns() -> None:
    assert base(put("pending", {"passes": 1})) == "The “pending” part is damaged."


def test_more_nobles_than_a_seat_has_room_for() -> None:
    def change(table: Table) -> None:
        table["nobles"] = [f"noble-0{n}" for n in range(1, 5)]
        table["seats"][1]["nobles"] = [f"noble-0{n}" for n in range(5, 7)]
        table["seats"][1]["prestige"] = 6

    assert base(change) == "Seat 1 could end up with more than 5 nobles."


def test_no_words_of_python_are_shown() -> None:
    words = "This is not a valid snapshot: it contains an impossible value."
    assert base(put("bank", "U", 300)) == base(put("rows", "1a", ["x"])) == words
    assert refusal({}) == "This is not a valid snapshot: “edition” is missing."


@pytest.mark.parametrize("table", [None, 5, "x", [], [1], b"x", {}, {"pending": 5}, {"over": True}])
def test_what_is_no_snapshot_at_all(table: object) -> None:
    assert refusal(table)
