"""Plays the games of a shard: compiled policies in a batch, other bots one game after the other."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parure import bots
from parure.core.state import MAX_SEATS
from parure.dataset.plan import Plan
from parure.envs.batch import Batch
from parure.envs.common_options import MAX_TURNS, row_seeds
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
    played = [_one_game(plan, seed) for seed in plan.seeds(games).tolist()]
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
    n, rules, seeds = len(games), plan.rules, plan.seeds(games)
    batch = Batch(n, rules=[rules] * n, seed=seeds, observations=False)
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
    return columns | {"result": result[game[order]], "seed": seeds[game[order]]}


def _one_game(plan: Plan, seed: int) -> Columns:
    """Play one game with a bot in each seat."""
    rules = plan.rules
    game = Game(rules.players, rules.modules, rules.edition, seed)
    bot_seeds = row_seeds(seed, range(rules.players)).tolist()
    seats = [bots.make(plan.bot, own, anywhere=True) for own in bot_seeds]
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
    return columns | {"result": np.tile(shares, (n, 1)), "seed": np.full(n, seed, np.uint64)}
