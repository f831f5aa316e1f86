"""Random play of every kind of game, short enough to run interpreted, where coverage is measured."""

import random

import numpy as np
import pytest

from invariants import check
from parure import Game, Rules, all_rules
from parure.core import calls
from parure.core.state import LEGAL, STATE
from parure.snapshot import to_dict
from positions import Seat, position


def play(game: Game, moves: int, seed: int) -> None:
    """Play with a taste for buying, so that every effect comes up, and check each position."""
    chooser = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        legal = game.legal_moves
        liked = [move for move in legal if move.verb in ("buy", "conquer")] or legal
        game.push(liked[int(chooser.random() * len(liked))])
    check(game)


def test_the_core_plays_by_itself() -> None:
    game, legal = np.zeros(1, STATE), np.zeros(1, LEGAL)
    Rules(2).write(game[0])
    assert calls.random_play(game, 3, legal, 600) > 3


@pytest.mark.parametrize("rules", all_rules(2), ids=str)
def test_random_play_keeps_the_table_whole(rules: Rules) -> None:
    for seed in range(2):
        play(Game(rules.players, rules.modules, rules.edition, seed=seed), 120, seed)


def test_a_game_that_is_over_comes_back() -> None:
    game = position(seats=[{"cards": "base-3w4 base-3b4 base-3g4"}], to_play=1)
    game.push("take W U G")
    assert game.winners == (0,)
    assert Game.from_snapshot(game.snapshot()).winners == (0,)


BLIND = {
    "hand": "o24-306? base-1b8?",
    "cards": "base-1g1 base-1g2 base-1g3",
    "tokens": "R R R R gold",
}


@pytest.mark.parametrize(
    ("seats", "moves"),
    [
        ([BLIND], []),
        ([BLIND], ["buy hand 1"]),
        ([BLIND], ["buy hand 2"]),
        ([{"posts": "tp24-4"}], ["reserve deck 1o"]),
    ],
)
def test_hidden_cards_are_imagined_anew(seats: list[Seat], moves: list[str]) -> None:
    game = position(modules=("trading_posts", "orient"), seats=seats)
    for move in moves:
        game.push(move)
    for seat in (0, 1):
        imagined = game._state.copy()
        calls.hide(imagined, seat)
        seen = to_dict(imagined)
        calls.determinize(imagined, 5)
        calls.hide(imagined, seat)
        assert to_dict(imagined) == seen
