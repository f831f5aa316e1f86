"""`Game` as the contract says: moves made and taken back, what is asked, how it ends."""

import json
import pickle
from typing import Any

import numpy as np
import pytest

import parure
from kit.games import at_random, every_configuration, everything, played
from kit.positions import position
from parure import MOVES, Game, IllegalMove, Move, Ply, Rules, RulesError
from parure.game.moves import DECISIONS

pytestmark = pytest.mark.usefixtures("english")


def finished(players: int = 2, modules: tuple[str, ...] | str = ()) -> Game:
    return played(Game(players, modules, seed=3), 3)


# The example of the contract


def test_the_example_of_the_contract() -> None:
    game = parure.Game(players=3, modules=("orient", "strongholds"), edition=2024, seed=7)
    assert game.to_play == 0
    assert game.decision == "action"
    assert [str(move) for move in game.legal_moves][:2] == ["take W U G", "take W U R"]
    game.push("take W U G")
    assert game.to_play == 1
    assert game.pop() == Move.of("take W U G")
    assert (game.is_over, game.winners, game.prestige) == (False, (), [0, 0, 0])
    assert game.view(0)["decks"]["1"] == 36
    assert parure.Game.from_snapshot(game.snapshot()).snapshot() == game.snapshot()
    assert parure.Game.replay(game.record()).snapshot() == game.snapshot()
    assert "Bank" in str(game)
    assert game.svg(seat=None).startswith("<svg")


def test_the_snapshot_has_the_keys_of_the_contract() -> None:
    table = Game(2, ("orient", "strongholds"), seed=7).snapshot()
    assert list(table) == [
        *("format", "edition", "modules", "players", "turns", "to_play", "decision", "over"),
        "winners",
        *("bank", "rows", "decks", "nobles", "cities", "strongholds", "seats"),
    ]
    assert list(table["seats"][0]) == [
        *("tokens", "cards", "paired", "hand", "blind", "nobles", "claimed", "posts", "city"),
        *("strongholds", "bonuses", "prestige"),
    ]
    assert len(table["rows"]) == 18
    assert list(table["decks"]) == ["1", "2", "3", "1o", "2o", "3o"]


def test_the_defaults_are_two_players_no_module_and_the_edition_of_2024() -> None:
    assert Game().rules == Rules(2, (), 2024)


def test_without_a_seed_the_deal_is_random_but_recorded() -> None:
    one, other = Game(), Game()
    assert one.snapshot() != other.snapshot()
    assert Game(seed=one.seed).snapshot() == one.snapshot()


def test_other_seeds_give_other_games() -> None:
    tables = {json.dumps(Game(seed=seed).snapshot()["rows"]) for seed in range(50)}
    assert len(tables) == 50


def test_the_order_in_which_modules_are_named_makes_no_difference() -> None:
    one = Game(modules=["strongholds", "cities", "cities"], seed=1)
    other = Game(modules=("cities", "strongholds"), seed=1)
    assert one.snapshot() == other.snapshot()
    assert one.rules.modules == ("cities", "strongholds")


# Options


@pytest.mark.parametrize("players", [1, 5, 0, -2, 2.5, "2", None, True, 10**30])
def test_a_number_of_players_that_is_refused(players: Any) -> None:
    with pytest.raises(RulesError, match=r"A game is for 2 to 4 players, not .*\."):
        Game(players)


def test_rules_say_it_all() -> None:
    rules = Rules(3, "orient", 2017)
    assert Game(rules, seed=1) == Game(3, "orient", 2017, seed=1)
    with pytest.raises(RulesError, match="already name the modules"):
        Game(rules, ("cities",))


@pytest.mark.parametrize("edition", [2016, 2025, 0, "2024", None, []])
def test_an_edition_that_is_refused(edition: Any) -> None:
    with pytest.raises(RulesError, match=r"There is no edition .*: choose 2017 or 2024\."):
        Game(edition=edition)


@pytest.mark.parametrize("modules", ["dragons", ["orient", "dragons"], [None], [5], "Orient", [""]])
def test_a_module_that_is_refused(modules: Any) -> None:
    with pytest.raises(RulesError, match=r"There is no module “.*”: choose from cities, "):
        Game(modules=modules)


def test_in_2017_modules_are_not_combined() -> None:
    with pytest.raises(RulesError, match="choose one, or the 2024 edition to combine them"):
        Game(modules=("cities", "orient"), edition=2017)
    assert Game(modules=("cities", "cities"), edition=2017).rules.modules == ("cities",)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True, np.True_, [], b"7", np.array([1, 2])])
def test_a_seed_that_is_refused(seed: Any) -> None:
    with pytest.raises(RulesError, match="A seed must be a whole number from 0 to 2⁶⁴ - 1"):
        Game(seed=seed)


# Moves


def test_a_game_goes_back_to_any_push_and_keeps_the_last_states_alone() -> None:
    game = Game(3, parure.MODULES, seed=5)
    before = [(len(game.plies), everything(game)) for _game in at_random(game, 5)]
    for ply, all in before:
        assert everything(game.back_to(ply)) == all
    again = pickle.loads(pickle.dumps(game))
    assert sum(state is not None for state, _ply in again._position.pushes) == 16 < len(before)
    for nowhere in (game, Game(seed=5)):
        with pytest.raises(IndexError, match="No push starts at that ply"):
            nowhere.back_to(len(nowhere.plies))


def test_there_is_nothing_to_take_back_at_the_beginning() -> None:
    game = Game(seed=7)
    for _time in range(2):
        with pytest.raises(IndexError, match="There is no move to undo"):
            game.pop()
    game.push("take W U G")
    game.pop()
    with pytest.raises(IndexError, match="There is no move to undo"):
        game.pop()
    assert everything(game) == everything(Game(seed=7))


def test_the_last_move_of_a_game_can_be_taken_back() -> None:
    game = finished()
    game.pop()
    assert not game.is_over
    assert game.winners == ()
    assert game.legal_moves != []


def test_the_moves_of_the_game_are_numbered_and_told_apart() -> None:
    assert [move.number for move in MOVES] == list(range(len(MOVES)))
    assert len({str(move) for move in MOVES}) == len(MOVES)
    assert {move.decision for move in MOVES} == set(DECISIONS)
    assert all(Move.of(str(move)) is move for move in MOVES)


# Plies


def test_plies_tell_turn_seat_move_and_whether_it_was_forced() -> None:
    game = position(seats=[{"tokens": "R R gold"}], rows={"1a": "base-1g1"})
    game.push("buy 1a")
    game.push("take W U G")
    assert game.plies == (
        Ply(0, 0, Move.of("buy 1a"), False),
        Ply(0, 0, Move.of("pay gold R"), True),
        Ply(0, 0, Move.of("pay"), True),
        Ply(1, 1, Move.of("take W U G"), False),
    )


def test_plies_count_turns_and_seats_in_order() -> None:
    game = finished(3, ("orient", "strongholds"))
    turns = [ply.turn for ply in game.plies]
    assert turns == sorted(turns)
    assert set(turns) == set(range(game.turns))
    assert all(ply.seat == ply.turn % 3 for ply in game.plies)


# The end


@every_configuration
def test_the_end_of_a_game(players: int, modules: tuple[str, ...] | str, edition: int) -> None:
    game = Game(players, modules, edition, seed=10)
    for _game in at_random(game, 10):
        assert game.winners == ()
        assert game.to_play in range(players)
    assert game.is_over
    assert (game.to_play, game.decision, game.legal_moves) == (None, None, [])
    table = game.snapshot()
    assert (table["over"], table["to_play"], table["decision"]) == (True, None, None)
    assert tuple(table["winners"]) == game.winners != ()
    assert [seat["prestige"] for seat in table["seats"]] == game.prestige
    with pytest.raises(IllegalMove, match="The game is over"):
        game.push("take W U G")


def test_the_most_prestige_wins() -> None:
    game = finished(4)
    assert all(game.prestige[winner] == max(game.prestige) for winner in game.winners)
    assert max(game.prestige) >= 15


def test_repr_tells_the_rules_and_what_is_asked() -> None:
    assert repr(Game(seed=1)) == "<Game 2 players, base, 2024; seat 0: action>"
    assert repr(finished()) == "<Game 2 players, base, 2024; over>"
    assert "orient, strongholds, 2024" in repr(Game(2, ("strongholds", "orient"), seed=1))
