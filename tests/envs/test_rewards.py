"""What each environment gives for the end of a game, as docs/guides/train-agents.md tells it."""

import inspect
from pathlib import Path

import numpy as np
import pytest

from kit.openspiel import load, state_at
from kit.positions import position
from parure import Game, Move
from parure.envs.batch import Batch
from parure.envs.common_options import MAX_TURNS
from parure.envs.gpu import CudaBatch
from parure.envs.parure_v1 import raw_env
from parure.envs.single import ParureEnv
from parure.envs.vector import ParureVectorEnv

pytestmark = pytest.mark.verify

PAGE = (Path(__file__).parents[2] / "docs/guides/train-agents.md").read_text(encoding="utf-8")
MOVE = Move.of("take W U G").number

LOW = {"cards": "base-3w4"}
HIGH = {"cards": "base-3b2 base-3b3 base-3g2 base-3g1"}
AS_HIGH = {"cards": "base-3r2 base-3r3 base-3k2 base-3k1"}
ENDS = {
    "win": ([LOW, HIGH], MAX_TURNS),
    "loss": ([HIGH, LOW], MAX_TURNS),
    "shared win": ([HIGH, AS_HIGH], MAX_TURNS),
    "stopped": ([LOW, {}], 2),
}
"""What the seats have before the last move, and the limit of turns."""


def pettingzoo(game: Game, max_turns: int) -> float:
    env = raw_env(max_turns=max_turns)
    put(env, game)
    env.step(MOVE)
    return env.rewards["seat_1"]


def put(env: raw_env, game: Game) -> None:
    """Let an environment go on from a game."""
    env.reset(seed=0)
    env._game = game
    env._ask()


def gymnasium(game: Game, max_turns: int) -> float:
    env = ParureEnv(seat=1, max_turns=max_turns)
    env.reset(seed=0)
    put(env._table, game)
    return env.step(MOVE)[1]


def vector(game: Game, max_turns: int) -> float:
    env = ParureVectorEnv(1, opponents="self", max_turns=max_turns)
    env.reset(seed=0)
    env.batch.load([game])
    return float(env.step(np.array([MOVE]))[1][0])


def batch(game: Game, max_turns: int) -> float:
    games = Batch(1, max_turns=max_turns)
    games.load([game])
    games.step([MOVE])
    return float(games.rewards[0, 1])


def openspiel(game: Game, max_turns: int) -> float:
    state = state_at(game, max_turns)
    state.apply_action(MOVE)
    assert state.is_terminal()
    return state.returns()[1]


ENVIRONMENTS = {
    "PettingZoo, `parure_v1`": pettingzoo,
    "Gymnasium, `ParureEnv`": gymnasium,
    "Gymnasium, `ParureVectorEnv`": vector,
    "`Batch` and `CudaBatch`": batch,
    "OpenSpiel, `python_parure`": openspiel,
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_rewards_of_two_players_are_those_of_the_table(name: str) -> None:
    (told,) = (line for line in PAGE.splitlines() if line.startswith(f"| {name} |"))
    cells = [float(cell.replace("−", "-")) for cell in told.split("|")[2 : 2 + len(ENDS)]]
    found = []
    for seats, max_turns in ENDS.values():
        game = position(seats=seats, to_play=1, turns=1)
        found.append(ENVIRONMENTS[name](game, max_turns))
    assert dict(zip(ENDS, found, strict=True)) == dict(zip(ENDS, cells, strict=True))


def test_every_environment_stops_games_after_as_many_turns() -> None:
    for environment in (raw_env, ParureEnv, ParureVectorEnv, Batch, CudaBatch):
        default = inspect.signature(environment).parameters["max_turns"].default
        assert default == MAX_TURNS, environment
    assert load().get_parameters()["max_turns"] == MAX_TURNS
    assert f"after {MAX_TURNS} turns" in PAGE
