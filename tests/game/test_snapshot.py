"""Snapshots: exact there and back at every decision."""

import json
from copy import deepcopy
from itertools import chain

import pytest

from kit.games import at_random, in_the_middle, late, played
from kit.positions import position
from parure import MODULES, Game, Move

pytestmark = pytest.mark.usefixtures("english")

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


@pytest.mark.parametrize(("players", "modules", "edition"), CONFIGURATIONS)
def test_every_decision_of_a_game_comes_back_exactly(
    players: int, modules: tuple[str, ...] | str, edition: int
) -> None:
    asked = set()
    game = Game(players, modules, edition, seed=11)
    for _game in chain(at_random(game, 11), [game]):
        asked.add(game.decision)
        table = game.snapshot()
        again = Game.from_snapshot(json.loads(json.dumps(table)))
        assert again.snapshot() == table
        assert again.legal_moves == game.legal_moves
        assert (again.to_play, again.decision) == (game.to_play, game.decision)
        assert (again.winners, again.prestige) == (game.winners, game.prestige)
    assert {"action", None} < asked


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


def test_something_is_pending_in_the_middle_of_a_turn_alone() -> None:
    assert "pending" in in_the_middle().snapshot()
    assert "pending" not in Game(seed=1).snapshot()


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
    assert again.state[0].passes == game.state[0].passes == 2


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
    game = played(Game(2, seed=3), 3)
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


def test_bonuses_and_prestige_may_be_left_out() -> None:
    table = position(seats=[{"cards": "base-1w1 base-1w8"}]).snapshot()
    short = deepcopy(table)
    for seat in short["seats"]:
        del seat["bonuses"], seat["prestige"]
    assert Game.from_snapshot(short).snapshot() == table


@pytest.mark.rule("T9")
def test_who_put_cards_under_a_deck_is_kept_from_format_2_on() -> None:
    has = {"posts": "tp24-4", "tokens": "W W U U G G R R K K"}
    game = position(modules="trading_posts", seats=[has])
    game.push("reserve deck 2")
    game.push(game.legal_moves[0])
    assert game.decision == "return"
    for move in ("return W", "take W U G", "take W U G"):
        table = game.snapshot()
        assert (table["format"], table["under"]) == (2, {"2": [0]})
        assert Game.from_snapshot(json.loads(json.dumps(table))) == game
        del table["format"], table["under"]
        older = Game.from_snapshot(table)
        assert (older.legal_moves, older.fingerprint()) == (game.legal_moves, game.fingerprint())
        game.push(move)


def test_what_has_no_format_is_of_format_1() -> None:
    for game in (Game(seed=1), in_the_middle()):
        table = game.snapshot()
        assert table.pop("format") == 1
        assert Game.from_snapshot(table).snapshot() == game.snapshot()


def test_a_made_up_position_may_be_one_that_no_game_leads_to() -> None:
    """More than ten tokens, a goal already reached: the rules go on."""
    fifteen = "base-3w4 base-3b4 base-3g4"
    game = position(seats=[{"tokens": "W W W W U U U U G G G G", "cards": fifteen}], turns=8)
    assert game.is_last_round
    game.push("take R K")
    assert game.decision == "return"


def test_bonuses_and_prestige_follow_from_the_cards() -> None:
    game = position(seats=[{"cards": "base-1w1 base-1w8", "nobles": "noble-01"}])
    table = game.snapshot()
    assert table["seats"][0]["bonuses"]["W"] == 2
    assert table["seats"][0]["prestige"] == 4
