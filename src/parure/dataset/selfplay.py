"""Plays the games of a shard: compiled policies in a batch, other bots one game after the other."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parure import bots
from parure.core.state import MAX_SEATS
from parure.dataset.plan import Plan
from parure.envs.batch import Batch
from parure.envs.common_options import MAX_TURNS
from parure.envs.policies import NAMES
from parure.envs.spaces import ACTIONS, mask, observe
from parure.game.game import Game

__all__ = ["Columns", "play_games"]

Columns = dict[str, NDArray[Any]]
"""The rows of a dataset, by the names of their columns."""


def play_games(plan: Plan, games: range) -> Columns:
    """Play some games of a plan, and return their decisions in order."""
    if plan.bot in NAMES:
        return _side_by_side(plan, games)
    played = [_one_game(plan, number) for number in games]
    return {name: np.concatenate([rows[name] for rows in played]) for name in played[0]}


class _Step(NamedTuple):
    """One decision of each game that is not over."""

    games: NDArray[np.intp]
    observation: NDArray[np.int8]
    mask: NDArray[np.bool_]
    action: NDArray[np.int16]
    seat: NDArray[np.int8]


def _side_by_side(plan: Plan, games: range) -> Columns:
    """Play games in the rows of a batch; a row whose game is over goes on in vain until the last one is."""
    n, rules = len(games), plan.rules
    batch = Batch(n, rules=[rules] * n, seed=plan.seed + games.start, observations=False)
    result = np.zeros((n, MAX_SEATS), np.float32)
    rows, steps = np.arange(n), []
    while rows.size:
        actions = batch.sample(plan.bot)
        steps.append(
            _Step(
                rows,
                batch.observe(rows),
                batch.mask[rows],
                actions[rows].copy(),
                batch.to_play[rows],
            )
        )
        batch.step(actions)
        result[rows] = batch.rewards[rows]
        rows = rows[~(batch.terminated | batch.truncated)[rows]]
    game = np.concatenate([step.games for step in steps])
    order = np.argsort(game, kind="stable")
    columns: Columns = {
        name: np.concatenate([getattr(step, name) for step in steps])[order]
        for name in ("observation", "mask", "action", "seat")
    }
    return columns | _of_games(plan, games.start + game[order], result[game[order]])


def _one_game(plan: Plan, number: int) -> Columns:
    """Play one game with a bot in each seat."""
    rules = plan.rules
    game = Game(rules.players, rules.modules, rules.edition, plan.seed + number)
    seats = [bots.make(plan.bot, seed, anywhere=True) for seed in plan.bot_seeds(number)]
    rows: dict[str, list[Any]] = {
        name: [] for name in ("observation", "mask", "action", "seat", "visits")
    }
    while not game.is_over and game.turns < MAX_TURNS:
        seat = game.to_play
        assert seat is not None
        bot = seats[seat]
        move = bots.ask(bot, game.knowledge(seat), game.legal_moves)
        visits = np.zeros(ACTIONS, np.int32)
        for looked, times in getattr(bot, "visits", {}).items():
            visits[looked.number] = times
        row = (observe(game, seat), mask(game), move.number, seat, visits)
        for column, value in zip(rows.values(), row, strict=True):
            column.append(value)
        game.push(move)
    shares = np.zeros(MAX_SEATS, np.float32)
    shares[list(game.winners or ())] = 1 / len(game.winners or (0,))
    n = len(rows["action"])
    columns: Columns = {
        "observation": np.array(rows["observation"], np.int8),
        "mask": np.array(rows["mask"], np.bool_),
        "action": np.array(rows["action"], np.int16),
        "seat": np.array(rows["seat"], np.int8),
    }
    if hasattr(seats[0], "visits"):
        columns["visits"] = np.array(rows["visits"], np.int32)
    return columns | _of_games(plan, np.full(n, number), np.tile(shares, (n, 1)))


def _of_games(plan: Plan, numbers: NDArray[Any], result: NDArray[Any]) -> Columns:
    """Return the columns that are the same in all rows of a game."""
    return {"result": result, "seed": numbers.astype(np.uint64) + np.uint64(plan.seed)}
