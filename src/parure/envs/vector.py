"""Many games at once as a Gymnasium vector environment, on all cores.

The agent holds one seat of each game, the first in row 0, the second in row 1 and so on; the other seats
play at random inside compiled code. Or it holds all seats and plays against itself. For several agents, or
arrays without Gymnasium around them, use `Batch`.

>>> import gymnasium
>>> env = gymnasium.make_vec("parure/Base-v1", num_envs=64, vectorization_mode="vector_entry_point")
>>> observations, infos = env.reset(seed=7)
>>> observations.shape, infos["action_mask"].shape
((64, 2576), (64, 858))
>>> actions = infos["action_mask"].argmax(axis=1)
>>> observations, rewards, terminated, truncated, infos = env.step(actions)

Where a game ends, the next one is dealt in the same step: the observation is its first, and
`infos["final_obs"]` has the last one of the game that ended. Rewards are those of `ParureEnv`.
"""

from collections.abc import Iterable
from typing import Any

import gymnasium
import numba
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from parure.core import batch as core
from parure.core.apply import step
from parure.core.features import OBSERVATION
from parure.core.jit import kernel, parallel
from parure.core.state import STATE
from parure.envs.batch import NO_LIMIT, Batch
from parure.envs.parure_v1 import MAX_TURNS, checked_choice
from parure.envs.single import ParureEnv
from parure.types import Edition, Module

__all__ = ["ParureVectorEnv"]

EVERY_SEAT = -1


@kernel
def _is_asked(s, seat):  # type: ignore[no-untyped-def]
    """Tell whether the decision is the agent's."""
    return seat == EVERY_SEAT or s.to_play == seat


@kernel
def _let_others_play(s, legal, result, seat, max_turns):  # type: ignore[no-untyped-def]
    """Play the other seats at random until the agent is asked; tell whether the game ended before."""
    while not core.has_ended(s, result, max_turns):
        if _is_asked(s, seat):
            return False
        result.count = step(s, core.choose(s, legal, result.count), legal)
    return True


@kernel
def _begin(s, seed, legal, result, seat):  # type: ignore[no-untyped-def]
    """Deal a game and let those before the agent play."""
    core.begin(s, seed, legal, result)
    _let_others_play(s, legal, result, seat, NO_LIMIT)


@parallel
def _begin_all(states, seeds, legal, results, masks, seats):  # type: ignore[no-untyped-def]
    for row in numba.prange(len(states)):
        core.forget(results[row])
        _begin(states[row], seeds[row], legal[row], results[row], seats[row])
        core.write_mask(legal[row], results[row], masks[row])


@parallel
def _step_all(  # type: ignore[no-untyped-def]
    states, actions, legal, results, masks, seats, max_turns, ended, movers, views, last
):
    for row in numba.prange(len(states)):
        s, moves, result = states[row], legal[row], results[row]
        movers[row] = s.to_play
        core.forget(result)
        result.count = step(s, actions[row], moves)
        ended[row] = _let_others_play(s, moves, result, seats[row], max_turns)
        if ended[row]:
            views[row] = s
            core.write_observation(views[row], int(movers[row]), last[row])
            _begin(s, core.next_seed(s), moves, result, seats[row])
        core.write_mask(moves, result, masks[row])


class ParureVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`num_envs` games, one decision of the agent in each at every step."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        modules: Iterable[Module] | Module = (),
        edition: Edition = 2024,
        *,
        opponents: str = "random",
        max_turns: int | None = MAX_TURNS,
        reward: str = "win",
    ) -> None:
        """Choose the games; `reset` deals them.

        :param opponents: `random`, or `self`: the agent plays every seat, and a reward is that of the seat
            that made the last move.
        :param max_turns: stop a game after so many turns of all seats together; None never stops it.
        :param reward: `win` or `margin`, as in `ParureEnv`.
        """
        self.num_envs = num_envs
        self.batch = Batch(num_envs, players, modules, edition, max_turns=max_turns)
        self._reward = checked_choice("reward", reward, ("win", "margin"))
        plays_all = checked_choice("opponents", opponents, ("random", "self")) == "self"
        seats = np.full(num_envs, EVERY_SEAT) if plays_all else np.arange(num_envs) % players
        self.seats: NDArray[np.int8] = seats.astype(np.int8)
        """Where the agent sits in each row; -1 for everywhere."""
        single = ParureEnv(players, modules, edition, reward=reward)
        self.single_observation_space = single.observation_space
        self.single_action_space = single.action_space
        self.observation_space = batch_space(single.observation_space, num_envs)
        self.action_space = batch_space(single.action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)
        self._movers = np.zeros(num_envs, np.int8)
        self._views = np.zeros(num_envs, STATE)
        self._last = np.zeros(num_envs, OBSERVATION)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal all games anew: row `i` the game of `seed + i`, or of its own seed in a list."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        batch = self.batch
        drawn = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        if isinstance(seed, int):
            drawn = np.arange(self.num_envs, dtype=np.uint64) + np.uint64(seed)
        elif seed is not None:
            given = [one if own is None else own for one, own in zip(drawn, seed, strict=True)]
            drawn = np.array(given, np.uint64)
        _begin_all(batch.states, drawn, batch._legal, batch._results, batch._masks, self.seats)
        batch._observe()
        return batch.observation.copy(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Make the agent's move in every game, and let the others play; `IllegalMove` changes no row."""
        batch = self.batch
        batch._actions[:] = batch._checked(actions)
        _step_all(
            batch.states,
            batch._actions,
            batch._legal,
            batch._results,
            batch._masks,
            self.seats,
            batch.max_turns,
            self._ended,
            self._movers,
            self._views,
            self._last,
        )
        batch._observe()
        infos = self._infos()
        if self._ended.any():
            infos |= {"final_obs": self._last["values"].copy(), "_final_obs": self._ended.copy()}
        return (
            batch.observation.copy(),
            self._rewards(),
            batch.terminated.copy(),
            batch.truncated.copy(),
            infos,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal in each row."""
        return self.batch.mask.copy()

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.batch.mask.astype(np.int8),
            "_action_mask": everywhere,
            "seat": self.batch.to_play.copy(),
            "_seat": everywhere,
        }

    def _rewards(self) -> NDArray[np.float64]:
        """Return the rewards of the seats that moved, in the rows whose games ended."""
        rows = np.arange(self.num_envs)
        if self._reward == "margin":
            margins = self.batch.margins[rows, self._movers]
            return np.where(self._ended, margins, 0).astype(np.float64)
        shares = self.batch.rewards[rows, self._movers]
        decided = self._ended & (self.batch.rewards > 0).any(axis=1)
        return np.select([decided & (shares == 1), decided & (shares == 0)], [1.0, -1.0], 0.0)
