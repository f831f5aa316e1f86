"""The game in OpenSpiel: its own tests, the same game as ours card by card, and its chance nodes."""

import importlib.util
import pickle
import sys
import unittest

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test

from kit.invariants import check, content
from kit.openspiel import (
    EVERY_MODULE,
    NUMBER_OF,
    begun,
    load,
    load_rules,
    play,
    playout,
    reserved,
    state_at,
)
from kit.policy import Chance, choose, deal, name_of
from kit.positions import position
from parure import Game, IllegalMove, Move, ParureError, Rules, RulesError
from parure.components import CARDS, NOBLES
from parure.core.tables import DECK
from parure.envs import openspiel
from parure.envs.chance_nodes import Node
from parure.envs.openspiel import ParureState
from parure.envs.spaces import SIZE
from parure.game.moves import DECKS
from parure.rules import all_rules

pytestmark = pytest.mark.verify

# OpenSpiel's own tests


@pytest.mark.parametrize(
    "parameters",
    [
        "",
        "players=3",
        "players=4,max_turns=40",
        f"players=4,max_turns=50,{EVERY_MODULE}",
        f"players=2,max_turns=30,{EVERY_MODULE}",
        "players=3,max_turns=30,modules=orient+strongholds",
        "edition=2017,max_turns=40",
        "players=3,edition=2017,max_turns=20,modules=cities",
        "players=2,edition=2017,max_turns=20,modules=trading_posts",
        "players=4,edition=2017,max_turns=30,modules=orient",
        "players=2,edition=2017,max_turns=20,modules=strongholds",
    ],
)
def test_openspiel_plays_at_random(parameters: str) -> None:
    pyspiel.random_sim_test(load(parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("parameters", ["", f"players=4,{EVERY_MODULE}"])
def test_openspiel_simulates_a_game(parameters: str) -> None:
    games_sim_test.GamesSimTest("test_breakthrough").sim_game(load(parameters))


def test_openspiel_enforces_its_api() -> None:
    class EveryModule(api_test.EnforceAPIOnPartialTreeBase):
        game_name = "python_parure"

        @classmethod
        def setUpClass(cls) -> None:
            cls.game = load(f"players=3,max_turns=20,{EVERY_MODULE}")
            cls.game_type = cls.game.get_type()
            states = playout(cls.game.new_initial_state(), 1)
            cls.some_states = [cls.game.new_initial_state(), *(state.clone() for state in states)]

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(EveryModule).run(result)
    assert result.testsRun >= 5
    assert [*result.errors, *result.failures, *result.skipped] == []


def test_openspiel_trains_on_it() -> None:
    env = rl_environment.Environment(load("players=3,max_turns=9"))
    step = env.reset()
    assert len(step.observations["info_state"][0]) == SIZE
    while not step.last():
        legal = step.observations["legal_actions"][step.observations["current_player"]]
        step = env.step([legal[0]])
    assert step.rewards == [0, 0, 0]


@pytest.mark.parametrize("parameters", ["max_turns=6", f"players=4,max_turns=5,{EVERY_MODULE}"])
def test_is_mcts_plays_a_game(parameters: str) -> None:
    chance = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    game = load(parameters)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1, max_simulations=40, random_state=chance)
    state = play(game.new_initial_state(), "reserve deck 1", "reserve deck 2")
    while not state.is_terminal():
        state.apply_action(int(bot.step(state)))
        play(state)
    check(state.node.game)


def test_bots_in_c_are_refused_instead_of_ending_the_process() -> None:
    evaluator, state = pyspiel.RandomRolloutEvaluator(1, 7), begun("max_turns=6")
    theirs = pyspiel.load_game("tic_tac_toe")
    tree = pyspiel.MCTSBot(theirs, evaluator, 1.4, 20, 0, False, 7, False)
    for bot in (tree, pyspiel.ISMCTSBot(7, evaluator, 1.4, 20)):
        with pytest.raises(ParureError, match=rf"C\+\+ {type(bot).__name__} can’t play"):
            bot.step(state)
    assert tree.step(theirs.new_initial_state()) in range(9)


# The same game as ours


def bring(state: ParureState, deal: Game) -> None:
    """Let chance bring what a game of ours was dealt."""
    drawn = dict.fromkeys(DECKS, 0)
    decks = deal.snapshot()["decks"]
    while state.is_chance_node():
        deck = DECKS[DECK[state.legal_actions()[0]]]
        state.apply_action(NUMBER_OF[decks[deck][drawn[deck]]])
        drawn[deck] += 1


@pytest.mark.parametrize("rules", all_rules(2) + all_rules(4)[-1:], ids=name_of)
def test_a_game_is_that_of_the_library_card_by_card(rules: Rules) -> None:
    game, chance = deal(rules, seed=11), Chance(11)
    state = load_rules(rules).new_initial_state()
    table = game.snapshot()
    for thing in [table["rows"][p] for p in openspiel_places(table)]:
        state.apply_action(NUMBER_OF[thing])
    for thing in table["nobles"] + table["cities"]:
        state.apply_action(NUMBER_OF[thing])
    while not game.is_over:
        assert state.current_player() == game.to_play
        assert state.legal_actions() == [move.number for move in game.legal_moves]
        for seat in range(rules.players):
            seen = state.node.game.stripped(seat).tobytes()
            assert seen == game.stripped(seat).tobytes()
        move = choose(game, chance)
        before = game.copy()
        game.push(move)
        state.apply_action(move.number)
        bring(state, before)
    assert state.is_terminal()
    assert content(state.node.game.state, without=("rng", "decks")) == content(
        game.state, without=("rng", "decks")
    )
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    best = {seat for seat in range(rules.players) if returns[seat] == max(returns)}
    assert best == {*game.winners}


def openspiel_places(table: dict) -> list[str]:
    """Return the places in the order in which the table is laid."""
    return sorted(table["rows"], key=lambda place: (place[1] in "ef", place))


# Chance


def test_a_table_is_laid_of_what_the_game_holds() -> None:
    state = load("edition=2017,modules=cities").new_initial_state()
    laid = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(odds for _, odds in outcomes) == pytest.approx(1)
        assert len({odds for _, odds in outcomes}) == 1
        laid.append(len(outcomes))
        state.apply_action(outcomes[-1][0])
    # Cards of three levels, then the sides of seven tiles, each tile but once.
    assert laid == [40, 39, 38, 37, 30, 29, 28, 27, 20, 19, 18, 17, 14, 12, 10]
    check(state.node.game)


def test_two_nobles_join_in_2024() -> None:
    state = load("players=4,modules=trading_posts+strongholds").new_initial_state()
    while len(state.legal_actions()) > 12:
        state.apply_action(state.legal_actions()[0])
    names = {state.action_to_string(outcome) for outcome in state.legal_actions()}
    assert names == {noble.id for noble in NOBLES}


def test_a_card_drawn_is_any_that_nobody_has_seen() -> None:
    state = begun()
    table = state.node.game.snapshot()
    state.apply_action(Move.of("reserve deck 3").number)
    assert state.is_chance_node()
    names = [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
    level_3 = {card.id for card in CARDS if card.level == 3 and card.set == "base"}
    assert set(names) == level_3 - {*table["rows"].values()}
    state.apply_action(state.legal_actions()[5])
    assert state.current_player() == 1
    assert state.node.game.view(0)["seats"][0]["hand"] == [names[5]]


def test_two_cards_are_drawn_to_be_looked_at_and_the_other_stays_under() -> None:
    game = position(modules="trading_posts", seats=[{"posts": "tp24-4"}])
    state = state_at(game)
    state.apply_action(Move.of("reserve deck 3").number)
    first, second = state.legal_actions()[3], state.legal_actions()[8]
    size = len(state.legal_actions())
    state.apply_action(first)
    assert len(state.legal_actions()) == size - 1
    state.apply_action(second)
    assert [state.action_to_string(a) for a in state.legal_actions()] == [
        f"keep {CARDS[card].id}" for card in (first, second)
    ]
    state.apply_action(state.legal_actions()[0])
    for left in range(size - 2, 0, -1):
        state.enter(Node(emptied_hand(state), *state.node[1:]))
        state.apply_action(Move.of("reserve deck 3").number)
        assert second not in state.legal_actions()
        assert len(state.legal_actions()) == left
        state.apply_action(state.legal_actions()[0])
    state.enter(Node(emptied_hand(state), *state.node[1:]))
    state.apply_action(Move.of("reserve deck 3").number)
    assert not state.is_chance_node()
    assert state.node.game.state[0].hand[1, 0] == second


def emptied_hand(state: ParureState) -> Game:
    """Return the position with seat 1 to play, without powers, and nothing in its hand."""
    other = state.node.game.state.copy()
    other[0].to_play, other[0].turns = 1, 1
    other[0].hand[1], other[0].blind[1], other[0].hand_size[1] = -1, 0, 0
    return Game.from_state(other)


def test_a_game_under_way_becomes_a_state_that_plays_on() -> None:
    game, chance, kept = Game(2, "trading_posts", seed=29), Chance(4), 0
    while game.to_play is not None:
        state = state_at(game)
        assert state.current_player() == game.to_play
        assert state.legal_actions() == [move.number for move in game.legal_moves]
        move = choose(game, chance)
        kept += game.decision == "keep"
        if game.decision == "keep":
            # Both cards were drawn already.
            state.apply_action(move.number)
            assert not state.is_chance_node()
        game.push(move)
    assert kept


# Sampling what is hidden


@pytest.mark.parametrize("parameters", ["players=3", f"players=4,{EVERY_MODULE}"])
def test_a_sampled_state_is_one_that_the_player_cannot_tell_apart(parameters: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    game = load(parameters)
    states = [state.clone() for state in playout(game.new_initial_state(), 2)]
    for state in states[30::9]:
        if state.is_chance_node():
            continue
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, sampler)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.history() == []
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            check(other.node.game)


def test_samples_differ_in_what_is_hidden_and_play_on() -> None:
    state = reserved(3)
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    others = [state.resample_from_infostate(1, sampler) for _ in range(40)]
    assert len({other.information_state_string(0) for other in others}) > 15
    assert len({other.information_state_string(1) for other in others}) == 1
    *_, last = playout(others[0], 1)
    check(last.node.game)
    mine = [state.resample_from_infostate(0, sampler) for _ in range(9)]
    assert {str(other) for other in mine} == {str(state)}


def test_the_same_number_samples_the_same_state() -> None:
    one, two = (reserved(n).resample_from_infostate(2, lambda: 0.25) for n in (3, 7))
    assert str(one) == str(two)


# Copies


def test_a_state_comes_back_from_its_text() -> None:
    game = load(f"players=3,{EVERY_MODULE}")
    for number, state in enumerate(playout(game.new_initial_state(), 4)):
        if number % 19 and not state.is_terminal():
            continue
        for other in (game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.returns() == state.returns()
            assert other.legal_actions() == state.legal_actions()
            for player in range(3):
                assert other.information_state_string(player) == state.information_state_string(
                    player
                )


def test_a_clone_goes_its_own_way() -> None:
    state = begun()
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert (str(state), state.current_player()) == (before, 0)
    assert clone.current_player() == 1


# The end


def test_a_game_that_is_stopped_is_a_draw() -> None:
    *_, last = playout(load("players=4,max_turns=7").new_initial_state(), 3)
    assert last.is_terminal()
    assert last.node.game.turns == 7
    assert last.returns() == [0, 0, 0, 0]
    with pytest.raises(IllegalMove, match="over"):
        last.apply_action(0)


def test_winners_share(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun("players=3")
    assert state.returns() == [0, 0, 0]
    monkeypatch.setattr(Game, "winners", (0, 2))
    assert state.returns() == [0.25, -0.5, 0.25]
    monkeypatch.setattr(Game, "winners", (1,))
    assert state.returns() == [-0.5, 1, -0.5]


# What is wrong


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ("players=5", "for 2 to 4 players, not 5"),
        ("edition=2020", "no edition 2020"),
        ("modules=orient+castles", "no module “castles”"),
        ("edition=2017,modules=orient+cities", "one module at a time"),
        ("max_turns=0", "max_turns must be a whole number"),
    ],
)
def test_wrong_parameters_are_explained(parameters: str, problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        load(parameters)


@pytest.mark.parametrize(
    ("action", "problem"),
    [("buy 3a", "."), (-7, "no action -7"), (858, "no action 858")],
)
def test_an_illegal_action_is_explained_and_changes_nothing(
    action: str | int, problem: str
) -> None:
    state = begun()
    before = str(state), state.history()
    number = Move.of(action).number if isinstance(action, str) else action
    with pytest.raises(IllegalMove, match=problem):
        state.apply_action(number)
    assert (str(state), state.history()) == before


def test_chance_brings_only_what_there_is() -> None:
    state = load().new_initial_state()
    with pytest.raises(IllegalMove, match="no action 140"):
        state.apply_action(140)


def test_a_chance_node_is_not_sampled() -> None:
    with pytest.raises(ParureError, match="where a player has to decide"):
        load().new_initial_state().resample_from_infostate(0, lambda: 0.5)


def test_without_openspiel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    spec = importlib.util.spec_from_file_location("without_pyspiel", openspiel.__file__)
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(ParureError, match=r"OpenSpiel is not installed: .*parure\[envs\]"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
