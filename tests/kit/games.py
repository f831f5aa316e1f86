"""Random games, and questions about any game."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kit.positions import position
from parure import MODULES, Game
from parure.core import calls

Modules = tuple[str, ...] | str

CONFIGURATIONS: list[tuple[int, Modules, int]] = [
    (2, (), 2017),
    (3, "cities", 2017),
    (4, "orient", 2017),
    (2, "strongholds", 2017),
    (3, ("trading_posts", "orient", "strongholds"), 2024),
    (4, MODULES, 2024),
]
every_configuration = pytest.mark.parametrize(("players", "modules", "edition"), CONFIGURATIONS)


def at_random(game: Game, seed: int) -> Iterator[Game]:
    """Play at random, and yield the game at every decision before its end."""
    chance = random.Random(seed)
    while not game.is_over:
        yield game
        game.push(chance.choice(game.legal_moves))


def played(game: Game, seed: int = 1, decisions: int = 10_000) -> Game:
    """Play a game at random, to its end or for so many decisions."""
    for number, _game in enumerate(at_random(game, seed)):
        if number == decisions:
            break
    return game


def late(players: int, modules: Modules, edition: int, seed: int = 1) -> Game:
    """Return a game well under way, where an action is asked."""
    game = played(Game(players, modules, edition, seed=seed), seed, 89)
    while game.decision != "action":
        game.push(game.legal_moves[0])
    return game


def in_the_middle() -> Game:
    """Return a game that no seed deals, and that asks how a purchase is paid."""
    game = position(seats=[{"tokens": "R R R gold gold"}], rows={"1a": "base-1g1"})
    game.push("buy 1a")
    game.push("pay gold R")
    assert game.decision == "payment"
    return game


def everything(game: Game) -> tuple[Any, ...]:
    """Return all that can be asked of a game."""
    return (
        game.state.tobytes(),
        game.snapshot(),
        game.record(),
        game.plies,
        game.legal_moves,
        (game.to_play, game.decision, game.turns, game.is_over, game.winners, game.prestige),
    )


def with_other_deal(game: Game, seat: int | None, seed: int) -> Game:
    """Return a copy of a game with other cards wherever a seat (or a spectator) does not see them."""
    other, state = game.copy(), game.stripped(seat)
    calls.determinize(state, np.uint64(seed))
    other._position.state = state
    return other
