"""Random play of every kind of game, short enough to run interpreted, where coverage is measured."""

import random

import pytest
from invariants import check

from parure import Game, Rules, all_rules


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


@pytest.mark.parametrize("rules", all_rules(2), ids=str)
def test_random_play_keeps_the_table_whole(rules: Rules) -> None:
    for seed in range(2):
        play(Game(rules.players, rules.modules, rules.edition, seed=seed), 120, seed)
