"""Small games: positions of the base game that exact algorithms can solve."""

from fractions import Fraction

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import UniformRandomPolicy

from parure import Game, RulesError, SnapshotError
from parure.envs.openspiel import SmallGame
from parure.envs.small_games import FEW_CARDS, small_game

pytestmark = pytest.mark.verify

SMALLEST = "python_parure_small(gems=2,gold=0)"


def test_a_small_game_has_only_its_own_cards_and_tokens():
    game = small_game(["base-1r8", "base-1w1", "base-2r4"], row=4, gems=4, gold=2, goal=3, seed=1)
    view = game.view(0)
    assert {card for card in view["rows"].values() if card} == {"base-1r8", "base-1w1", "base-2r4"}
    assert set(view["decks"].values()) == {0}
    assert view["bank"] == {"W": 4, "U": 4, "G": 0, "R": 4, "K": 4, "gold": 2}
    assert view["nobles"] == []
    assert game.prestige == [12, 12]


def test_the_first_to_reach_the_goal_wins_by_the_printed_rules():
    game = small_game(["base-1r8"], gems=7, gold=0)
    for move in ("take W W", "take R R", "take W W", "take R R", "buy 1a"):
        game.push(move)
    assert not game.is_over, "the round is played to its end"
    game.push("take W R")
    assert (game.winners, game.prestige) == ((0,), [15, 14])


def test_hidden_cards_are_imagined_among_those_of_the_game():
    game = small_game(seed=1)
    game.push("reserve deck 1")
    hands = {
        Game.from_knowledge(game.knowledge(1), seed).view(0)["seats"][0]["hand"][0]
        for seed in range(40)
    }
    assert hands == {*FEW_CARDS} - {*game.view(1)["rows"].values()}


def test_a_small_game_is_marked_as_none_of_the_printed_rules():
    with pytest.raises(SnapshotError):
        Game.from_snapshot(small_game().snapshot())


@pytest.mark.parametrize(
    "options",
    [
        {"cards": []},
        {"cards": ["base-1r8", "base-1r8"]},
        {"cards": ["orient-1w1"]},
        {"row": 5},
        {"gems": 0},
        {"gold": 6},
        {"goal": True},
        {"seed": -1},
    ],
)
def test_what_cannot_be_dealt_gets_a_sentence(options):
    with pytest.raises(RulesError, match=r"\.$"):
        small_game(**options)


def test_openspiel_accepts_it():
    game = pyspiel.load_game(SMALLEST)
    assert isinstance(game, SmallGame)
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)


def test_openspiel_computes_exactly_how_much_random_play_loses():
    game = pyspiel.load_game(SMALLEST)
    found = exploitability.exploitability(game, UniformRandomPolicy(game))
    assert found == pytest.approx(float(Fraction(1, 6)), abs=1e-12)


def test_counterfactual_regret_minimisation_solves_it():
    game = pyspiel.load_game(SMALLEST)
    solver = cfr.CFRPlusSolver(game)
    for _iteration in range(4):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.02
