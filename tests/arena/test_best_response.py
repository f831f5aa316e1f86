"""The response to a bot: as good as the exact one where that is known, blind to hidden cards, repeatable."""

import re
from typing import ClassVar

import pyspiel
import pytest
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.policy import Policy, UniformRandomPolicy

from kit.matches import games
from parure import Game, Rules
from parure.arena import run as run_match
from parure.arena.best_response import Response, ResponseMatch
from parure.bots import Budget
from parure.bots.random import RandomBot
from parure.envs.openspiel import SmallGame

pytestmark = pytest.mark.verify


class ResponsePolicy(Policy):
    """The response to random play, as OpenSpiel asks for it: the same choice whenever it knows the same."""

    def __init__(self, game: SmallGame, simulations: int) -> None:
        super().__init__(game, [0, 1])
        self.response = Response(1, Budget(iterations=simulations), "random")
        self.chosen: dict[int, int] = {}

    def action_probabilities(self, state, player_id=None):
        game = state.node.game
        known = game.knowledge(game.to_play)
        if known.key not in self.chosen:
            move = self.response.choose(known, game.legal_moves, None)
            self.chosen[known.key] = move.number
        return {self.chosen[known.key]: 1.0}


def test_it_comes_near_the_exact_best_response_to_random_play() -> None:
    game = pyspiel.load_game("python_parure_small")
    uniform, root = UniformRandomPolicy(game), game.new_initial_state()
    first = policy_value(root, [ResponsePolicy(game, 1000), uniform])[0]
    second = policy_value(root, [uniform, ResponsePolicy(game, 200)])[1]
    assert 0.2 < (first + second) / 2 < 0.2624, "exact are 0.2623"


class Watched(RandomBot):
    """Keeps what it was asked about."""

    asked: ClassVar[list] = []

    def choose(self, known, legal_moves, clock):
        self.asked.append(known)
        return super().choose(known, legal_moves, clock)


def test_it_sees_no_hidden_cards_and_shows_the_bot_none() -> None:
    game = Game(seed=7)
    for move in ("take W U G", "reserve deck 1"):
        game.push(move)
    other = Game.from_knowledge(game.knowledge(0), seed=1)
    assert other != game
    choices = []
    for dealt in (game, other):
        Watched.asked.clear()
        response = Response(1, Budget(iterations=30), f"{__name__}:Watched")
        choices.append(response.choose(dealt.knowledge(0), dealt.legal_moves, None))
        assert {known.seat for known in Watched.asked} == {1}
        assert len({known.own["hand"][0] for known in Watched.asked}) > 5, "its hand is imagined"
        assert all("seed" not in known.view for known in Watched.asked)
        for known in Watched.asked:
            assert Game.from_knowledge(known, 3).knowledge(1).key == known.key
    assert choices[0] == choices[1]


def test_a_bot_that_breaks_the_rules_forfeits_the_imagined_game() -> None:
    game = Game(seed=7)
    response = Response(1, Budget(iterations=5), "kit.strange_bots:Cheater")
    assert response.choose(game.knowledge(0), game.legal_moves, None) in game.legal_moves


def test_the_same_games_on_any_number_of_workers() -> None:
    match = ResponseMatch((ResponseMatch.name(4), "novice"), Rules(2), 4, seed=3)
    one, two = (run_match(match, workers=workers) for workers in (1, 2))
    assert games(one.results) == games(two.results)
    assert [result.forfeit for result in one.results] == [None] * 4
    command = "parure exploit novice --simulations 4 --games 4 --players 2 --edition 2024 --seed 3"
    assert one.to_dict()["command"] == command


def test_the_gain_is_shown_with_its_interval(run, english_terminal) -> None:
    code, out, err = run(
        "exploit", "random", "-p", 3, "-m", "orient", "-s", 2, "-g", 3, "--seed", 1, "-w", 1
    )
    assert (code, err) == (0, "")
    out = " ".join(out.split())
    assert "3 players · Orient · 2024 edition · 3 games · seed 1" in out
    assert re.search(r"The response won \S+% of the games against random \(95% interval: ", out)
    assert re.search(
        r"\S+ percentage points more \(\S+ – \S+\) than the bot wins against itself \(33\.3%\)\.",
        out,
    )


def test_it_stops_when_its_minutes_are_over(run, english_terminal) -> None:
    code, out, err = run("exploit", "random", "-s", 2, "-g", 40, "--minutes", 0, "-w", 1)
    assert (code, err) == (0, "")
    assert "· 1 game ·" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nobody"], "There is no bot “nobody”: choose from "),
        (["random", "--games", "0"], "A match needs at least one game."),
        (["./nowhere.py:Greedy"], "There is no file nowhere.py."),
    ],
)
def test_a_wrong_wish_is_answered_by_a_sentence(run, english_terminal, arguments, sentence) -> None:
    code, out, err = run("exploit", *arguments)
    assert (code, out) == (1, "")
    assert err.startswith(sentence)
