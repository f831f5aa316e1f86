"""Snapshots: exact there and back at every decision, and refused where no game could show them."""

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from parure import MODULES, Game, Move, RulesError, SnapshotError
from parure.i18n import use_language
from positions import position

Table = dict[str, Any]
Change = Callable[[Table], object]

CONFIGURATIONS = [
    (2, (), 2017),
    (3, "cities", 2017),
    (2, "trading_posts", 2017),
    (4, "orient", 2017),
    (2, "strongholds", 2017),
    (2, ("trading_posts", "orient"), 2024),
    (3, ("orient", "strongholds"), 2024),
    (4, MODULES, 2024),
]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    use_language("en")
    yield
    use_language(None)


def play(game: Game, seed: int, decisions: int = 10_000) -> Iterator[Game]:
    """Play at random, and yield the game at every decision and at the end."""
    chance = random.Random(seed)
    for _number in range(decisions):
        yield game
        if game.is_over:
            return
        game.push(chance.choice(game.legal_moves))


def late(players: int, modules: tuple[str, ...] | str, edition: int, seed: int = 1) -> Game:
    """Return a game well under way, where an action is asked."""
    *_earlier, game = play(Game(players, modules, edition, seed=seed), seed, 90)
    while game.decision != "action":
        game.push(game.legal_moves[0])
    return game


def in_the_middle() -> Game:
    """Return a game that asks how a purchase is paid."""
    game = position(seats=[{"tokens": "R R R gold gold"}], rows={"1a": "base-1g1"})
    game.push("buy 1a")
    game.push("pay gold R")
    assert game.decision == "payment"
    return game


def refusal(table: Any) -> str:
    """Return the sentence that refuses a snapshot."""
    with pytest.raises((SnapshotError, RulesError)) as refused:
        Game.from_snapshot(table)
    return str(refused.value)


# There and back


@pytest.mark.parametrize(("players", "modules", "edition"), CONFIGURATIONS)
def test_every_decision_of_a_game_comes_back_exactly(
    players: int, modules: tuple[str, ...] | str, edition: int
) -> None:
    asked = set()
    for game in play(Game(players, modules, edition, seed=11), 11):
        asked.add(game.decision)
        table = game.snapshot()
        again = Game.from_snapshot(json.loads(json.dumps(table)))
        assert again.snapshot() == table
        assert again.legal_moves == game.legal_moves
        assert (again.to_play, again.decision) == (game.to_play, game.decision)
        assert (again.winners, again.prestige) == (game.winners, game.prestige)
    assert {"action", None} < asked


@pytest.mark.parametrize(("players", "modules", "edition"), CONFIGURATIONS)
def test_a_game_goes_on_in_the_same_way(
    players: int, modules: tuple[str, ...] | str, edition: int
) -> None:
    game, chance = Game(players, modules, edition, seed=5), random.Random(5)
    again = Game.from_snapshot(game.snapshot())
    while not game.is_over:
        move = chance.choice(game.legal_moves)
        game.push(move)
        again.push(move)
        if chance.random() < 0.1:
            again = Game.from_snapshot(again.snapshot())
        assert again.legal_moves == game.legal_moves
    assert again.snapshot() == game.snapshot()


def test_a_snapshot_is_plain_and_belongs_to_its_reader() -> None:
    game = late(3, ("orient", "strongholds"), 2024)
    before = game.snapshot()
    table = game.snapshot()
    table["bank"]["W"] = 99
    table["seats"][0]["cards"].clear()
    table["rows"].clear()
    assert game.snapshot() == before


def test_reading_does_not_change_a_snapshot() -> None:
    for game in (late(2, ("orient",), 2024), in_the_middle()):
        table = game.snapshot()
        before = deepcopy(table)
        Game.from_snapshot(table).push(game.legal_moves[0])
        assert table == before


def test_a_new_game_has_nothing_pending() -> None:
    assert "pending" not in Game(seed=1).snapshot()


def test_in_the_middle_of_a_turn_something_is_pending() -> None:
    assert "pending" in in_the_middle().snapshot()


def test_the_middle_of_a_turn_goes_on() -> None:
    game = in_the_middle()
    again = Game.from_snapshot(game.snapshot())
    for move in ("pay gold R", "take W U G"):
        game.push(move)
        again.push(move)
        assert again.snapshot() == game.snapshot()


def test_what_was_pushed_in_the_middle_can_be_taken_back() -> None:
    again = Game.from_snapshot(in_the_middle().snapshot())
    assert again.pop() == Move.of("pay gold R")
    assert again.pop() == Move.of("buy 1a")
    assert again.decision == "action"


def test_passes_in_a_row_are_kept() -> None:
    """Two of three seats have passed; when the last one passes too, the game is over (B18)."""
    empty = {f"{level}{column}": None for level in "123" for column in "abcd"}
    game = position(
        3,
        seats=[{}, {}, {"hand": "base-1w1 base-1w2"}],
        rows=empty,
        decks={"1": "", "2": "", "3": ""},
        bank="gold gold",
    )
    assert [str(ply.move) for ply in game.plies] == ["pass", "pass"]
    again = Game.from_snapshot(game.snapshot())
    assert again.snapshot() == game.snapshot()
    assert again._state[0].passes == game._state[0].passes == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_that_passes_have_ended_comes_back(players: int) -> None:
    """No card is left, and the seats have all gems but no more than ten each: all pass (B18)."""
    table = Game(players, seed=1).snapshot()
    table["rows"] = dict.fromkeys(table["rows"])
    table["decks"] = {deck: [] for deck in table["decks"]}
    gems = [colour for colour in "WUGRK" for _token in range(table["bank"][colour])]
    for number, colour in enumerate(gems):
        table["bank"][colour] -= 1
        table["seats"][number % players]["tokens"][colour] += 1
    game = Game.from_snapshot(table)
    assert game.is_over
    assert game.turns == players
    assert Game.from_snapshot(game.snapshot()).snapshot() == game.snapshot()
    assert Game.replay(game.record()).snapshot() == game.snapshot()


def test_a_finished_game_comes_back() -> None:
    *_earlier, game = play(Game(2, seed=3), 3)
    again = Game.from_snapshot(game.snapshot())
    assert again.is_over
    assert again.winners == game.winners != ()
    assert again.legal_moves == []
    assert (again.to_play, again.decision) == (None, None)


def test_a_made_up_position_may_lack_cards() -> None:
    table = Game(seed=1).snapshot()
    for deck in table["decks"].values():
        deck.clear()
    table["rows"]["1a"] = None
    table["nobles"] = []
    assert Game.from_snapshot(table).snapshot() == table


def test_bonuses_and_prestige_follow_from_the_cards() -> None:
    game = position(seats=[{"cards": "base-1w1 base-1w8", "nobles": "noble-01"}])
    table = game.snapshot()
    assert table["seats"][0]["bonuses"]["W"] == 2
    assert table["seats"][0]["prestige"] == 4


# Each kind of bad snapshot


def base(change: Change) -> str:
    """Refuse a two-player base game after a change."""
    table = position(
        seats=[{"tokens": "W", "cards": "base-1w1", "hand": "base-2r1?"}], nobles="noble-01"
    ).snapshot()
    change(table)
    return refusal(table)


def full(change: Change) -> str:
    """Refuse a two-player game with three modules after a change."""
    table = position(
        modules=("trading_posts", "orient", "strongholds"),
        seats=[
            {"cards": "base-1w1 o24-106", "paired": {"o24-106": ("W", 1)}, "posts": "tp24-1"},
            {"claimed": "noble-01"},
        ],
        nobles="noble-02",
        strongholds={"2b": (0, 2)},
    ).snapshot()
    change(table)
    return refusal(table)


def put(*path: Any) -> Change:
    """Return a change that puts the last of the arguments where the others lead."""
    *way, last, value = path

    def change(table: Any) -> None:
        for step in way:
            table = table[step]
        table[last] = value

    return change


def add(*path: Any) -> Change:
    """Return a change that appends the last of the arguments to the list where the others lead."""
    *way, value = path

    def change(table: Any) -> None:
        for step in way:
            table = table[step]
        table.append(value)

    return change


def test_the_unchanged_positions_are_good() -> None:
    for refuse in (base, full):
        with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
            refuse(lambda table: None)


@pytest.mark.parametrize("number", [3, 5, 260])
def test_tokens_that_do_not_add_up(number: int) -> None:
    assert base(put("bank", "U", number))
    assert base(put("seats", 1, "tokens", "gold", number))


def test_the_sentence_about_tokens_tells_how_many_there_should_be() -> None:
    assert base(put("bank", "U", 3)) == "There are 3 tokens of U, where the game has 4."
    assert base(put("bank", "gold", 6)) == "There are 6 tokens of gold, where the game has 5."


def test_a_negative_number_of_tokens() -> None:
    def change(table: Table) -> None:
        table["bank"]["U"] = 5
        table["seats"][1]["tokens"]["U"] = -1

    assert base(change) == "There cannot be -1 tokens of U."


@pytest.mark.parametrize("number", [4.0, "4", None, [4]])
def test_tokens_that_are_no_whole_number(number: object) -> None:
    assert base(put("bank", "U", number)) == f"There cannot be {number} tokens of U."


def test_an_unknown_token() -> None:
    assert base(put("bank", "X", 0)) == "The tokens are not those of this game."
    assert base(lambda table: table["bank"].pop("W")) == "The tokens are not those of this game."


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


def test_places_and_decks_of_another_game() -> None:
    assert base(put("rows", "1e", None)) == "The rows have other places than this game."
    assert full(lambda table: table["rows"].pop("1e")) == (
        "The rows have other places than this game."
    )
    assert base(put("decks", "1o", [])) == "The decks are not those of this game."
    assert base(lambda table: table["decks"].pop("2")) == "The decks are not those of this game."


def test_a_hand_that_cannot_be() -> None:
    def four(table: Table) -> None:
        table["seats"][1]["hand"] = table["decks"]["1"][:4]
        table["decks"]["1"] = table["decks"]["1"][4:]
        table["seats"][1]["blind"] = [False] * 4

    assert base(four) == "Seat 1 has a hand that cannot be."
    assert base(put("seats", 0, "blind", [])) == "Seat 0 has a hand that cannot be."


def test_a_view_is_no_snapshot() -> None:
    game = position(seats=[{"hand": "base-2r1?"}])
    assert refusal(game.view(1)) == "A view hides the decks: a game needs a whole snapshot."
    assert refusal({**game.view(1), "decks": game.snapshot()["decks"]}) == (
        "A view hides cards: a game needs a whole snapshot."
    )


def test_strongholds_that_are_not_three() -> None:
    sentence = "The strongholds of seat 0 are not 3 in all."
    assert full(put("seats", 0, "strongholds", 2)) == sentence
    assert full(put("strongholds", "2b", [0, 1])) == sentence
    assert full(put("strongholds", {})) == sentence
    assert base(put("seats", 0, "strongholds", 1)) == "The strongholds of seat 0 are not 0 in all."


def test_a_negative_number_of_strongholds() -> None:
    def change(table: Table) -> None:
        table["seats"][0]["strongholds"] = -1
        table["strongholds"] = {"2b": [0, 3], "3a": [0, 1]}

    assert full(change) == "The strongholds of seat 0 are not 3 in all."


def test_a_stronghold_where_none_can_stand() -> None:
    def on_an_empty_place(table: Table) -> None:
        table["rows"]["2b"] = None

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
    assert full(put("seats", 0, "paired", "o24-106", pair)) == "o24-106 is paired wrongly."


def test_a_paired_card_without_a_pair() -> None:
    assert "o24-106" in full(put("seats", 0, "paired", {}))


def test_in_2017_a_pair_is_worth_one() -> None:
    table = position(
        modules="orient",
        edition=2017,
        seats=[{"cards": "o17-201 o17-106", "paired": {"o17-106": ("W", 1)}}],
    ).snapshot()
    table["seats"][0]["paired"]["o17-106"] = ["W", 2]
    assert refusal(table) == "o17-106 is paired wrongly."


@pytest.mark.parametrize("seat", [2, -1, None, "0", [], 10**30])
def test_nobodys_turn(seat: object) -> None:
    assert base(put("to_play", seat)) == "It is nobody's turn."


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
        ("edition", 2020, "2017 or 2024"),
        ("modules", ["x"], "There is no module “x”"),
    ],
)
def test_options_that_the_rules_refuse(key: str, value: object, words: str) -> None:
    assert words in base(put(key, value))


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


@pytest.mark.parametrize("table", [None, 5, "x", [], [1], b"x", {}, {"pending": 5}, {"over": True}])
def test_what_is_no_snapshot_at_all(table: object) -> None:
    assert refusal(table)


# The middle of a turn


def test_the_middle_of_a_turn_needs_what_is_pending() -> None:
    table = in_the_middle().snapshot()
    del table["pending"]
    assert refusal(table) == "A position in the middle of a turn needs its “pending” part."


@pytest.mark.parametrize("pending", [5, "x", [1], {"passes": -1}, {"passes": 4}, {"passes": "1"}])
def test_what_is_pending_is_damaged(pending: object) -> None:
    assert base(put("pending", pending)) == "What is pending is damaged."


@pytest.mark.parametrize(
    "moves",
    [
        ["buy 1a", "pay gold W"],
        ["buy 1a", "nonsense"],
        ["take W U G", "buy 1a", "pay"],
        [None],
        [5],
        [["buy 1a"]],
        [b"buy 1a"],
        5,
        None,
    ],
)
def test_pending_moves_that_are_damaged(moves: object) -> None:
    table = in_the_middle().snapshot()
    table["pending"]["moves"] = moves
    assert refusal(table) == "What is pending is damaged."


def test_pending_moves_that_are_missing() -> None:
    table = in_the_middle().snapshot()
    del table["pending"]["moves"]
    assert refusal(table) == "What is pending is damaged."


@pytest.mark.parametrize("moves", [[], ["take W U G"], ["buy 1a, pay"]])
def test_pending_moves_that_lead_elsewhere(moves: list[str]) -> None:
    table = in_the_middle().snapshot()
    table["pending"]["moves"] = moves
    assert refusal(table) == "The position does not follow from what is pending."


def test_a_changed_position_does_not_follow_from_what_is_pending() -> None:
    table = in_the_middle().snapshot()
    table["bank"]["W"] -= 1
    table["seats"][1]["tokens"]["W"] += 1
    assert refusal(table) == "The position does not follow from what is pending."


@pytest.mark.parametrize("before", [None, 5, [], {}, "x"])
def test_the_position_before_is_damaged(before: object) -> None:
    table = in_the_middle().snapshot()
    table["pending"]["before"] = before
    assert refusal(table)


# Anything anywhere

ANYTHING: tuple[Any, ...] = (None, -1, "x", [], {}, 10**30)

GAMES: dict[str, Callable[[], Game]] = {
    "new": lambda: Game(2, seed=1),
    "cities": lambda: late(2, "cities", 2017),
    "orient": lambda: late(2, "orient", 2017),
    "three modules": lambda: late(2, ("trading_posts", "orient", "strongholds"), 2024),
    "in the middle": in_the_middle,
}


def containers(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every list and dict of a snapshot with each of its keys; of a long list the ends."""
    if isinstance(thing, list):
        keys: list[Any] = list(range(len(thing)))
        keys = keys[:2] + keys[-1:] if len(keys) > 6 else keys
    else:
        keys = list(thing) if isinstance(thing, dict) else []
    for key in keys:
        yield thing, key
        yield from containers(thing[key])


def is_read_or_refused(table: Table) -> bool:
    """Tell whether a snapshot gives a game that comes back as itself, or one of our own sentences.

    Any other exception gets through, and fails the test.
    """
    try:
        game = Game.from_snapshot(table)
    except (SnapshotError, RulesError) as error:
        return str(error).endswith(".")
    return Game.from_snapshot(game.snapshot()).snapshot() == game.snapshot()


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_changed_gives_a_game_or_a_clear_error(name: str) -> None:
    table = GAMES[name]().snapshot()
    before = deepcopy(table)
    for inside, key in containers(table):
        good = inside[key]
        for value in ANYTHING:
            inside[key] = value
            assert is_read_or_refused(table), (key, value)
        inside[key] = good
    assert table == before


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_left_out_gives_a_game_or_a_clear_error(name: str) -> None:
    table = GAMES[name]().snapshot()
    for inside, key in list(containers(table)):
        good = inside.copy()
        del inside[key]
        assert is_read_or_refused(table), key
        inside.clear()
        inside.update(good) if isinstance(inside, dict) else inside.extend(good)
